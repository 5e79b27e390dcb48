"""Tries out a box from end to end, like its owner: opens, plays and views it over HTTP, in all languages."""

import random
from collections.abc import Sequence
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.web.locale import Content
from companion.web.screens import SCREENS
from tests.web.club import BASE

EXPORTS = ("record.txt", "table.json", "scores.csv", "play.svg")
USEFUL = ("build", "batch", "take", "trade", "residence", "prestige", "place")


class Guest:
    """A device that opens tables, by the page or by the API, and plays for everybody at them."""

    def __init__(self, app: Flask, seed: int = 1) -> None:
        self.app = app
        self.browser: FlaskClient = app.test_client()
        self.chance = random.Random(seed)
        content: Content = app.extensions["content"]
        self.languages = tuple(content.languages)
        self.library = content.library
        self._bearers: dict[str, dict[str, str]] = {}
        """The tokens of tables opened by the API. For all others, the token of the device is used."""

    def colours(self, game: str, players: int) -> tuple[str, ...]:
        return self.library.rules(game).data.players.colours[:players]

    def open_by_page(
        self, game: str, edition: str, variants: tuple[str, ...], players: int, language: str, chance: str = "app"
    ) -> str:
        """Fill in the start page and return the code of the table. If people draw, the seed decides everything."""
        form: dict[str, Any] = {
            "game": game, "edition": edition, "variant": ["", *variants], "players": players, "language": language,
            "chance": chance,
        }  # fmt: skip
        form |= {f"colour.{n}": colour for n, colour in enumerate(self.colours(game, players), 1)}
        answer = self.browser.post("/new", data=form, base_url=BASE)
        assert answer.status_code == 303, (game, edition, variants, players, answer.text)
        return self._code(answer.headers["Location"])

    def open_by_api(self, game: str, edition: str, variants: tuple[str, ...], players: int, language: str) -> str:
        """Open a table like a program."""
        setup = {
            "game": game, "edition": edition, "variants": variants, "language": language,
            "seats": [{"colour": colour} for colour in self.colours(game, players)],
        }  # fmt: skip
        answer = self.browser.post("/api/v1/tables", json=setup, base_url=BASE)
        assert answer.status_code == 201, (setup, answer.text)
        opened: dict[str, Any] = answer.get_json()
        code = str(opened["code"])
        self._bearers[code] = {"Authorization": f"Bearer {opened['token']}"}
        return code

    def bring(self, record: str) -> str:
        """Open a table from a record of a game."""
        answer = self.browser.post("/import", data={"text": record}, base_url=BASE)
        assert answer.status_code == 303, answer.text
        return self._code(answer.headers["Location"])

    def bearer(self, code: str) -> dict[str, str]:
        """Return the header that identifies this device at a table."""
        device = self.browser.get_cookie("device", domain="192.168.1.20")
        return self._bearers.get(code) or {"Authorization": f"Bearer {device.value if device else ''}"}

    def view(self, code: str) -> dict[str, Any]:
        answer = self.browser.get(f"/api/v1/tables/{code}", base_url=BASE, headers=self.bearer(code))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.get_json()
        return found

    def play(self, code: str, most: int, prefer: tuple[str, ...] = ()) -> dict[str, Any]:
        """Make up to `most` random choices, by forms or by the API, depending on how the table was opened.

        If any options name something preferred, the first of these is chosen.
        """
        view = self.view(code)
        for _ in range(most):
            if view["over"]:
                break
            options = [it["action"] for it in view["decision"]["options"]]
            preferred = [text for name in prefer for text in options if name in text.split()]
            action = preferred[0] if preferred else self._picked(options)
            if code in self._bearers:
                wish = {"wish": {"kind": "play", "actions": [action]}, "seen": view["seq"]}
                answer = self.browser.post(
                    f"/api/v1/tables/{code}/act", json=wish, base_url=BASE, headers=self._bearers[code]
                )
                assert answer.status_code == 200, (action, answer.text)
            else:
                form = {"kind": "play", "action": action, "seen": view["seq"]}
                answer = self.browser.post(f"/t/{code}/act", data=form, base_url=BASE)
                assert answer.status_code == 303, (action, answer.text)
            view = self.view(code)
        return view

    def look(self, code: str, languages: Sequence[str] = ()) -> None:
        """Get every screen of a table in these languages or in every one, as a page and as a fragment."""
        for language in languages or self.languages:
            for name in SCREENS:
                for address in (f"/t/{code}/{name}", f"/t/{code}/view/{name}"):
                    self.get(address, language, code=code)

    def leave(self, code: str, languages: Sequence[str] = ()) -> None:
        """Get every export of a table, the report in these languages or in every one."""
        for name in EXPORTS:
            assert self.get(f"/t/{code}/export/{name}", code=code).data
        for language in languages or self.languages:
            assert self.get(f"/t/{code}/export/report.pdf?lang={language}", code=code).data[:5] == b"%PDF-"

    def get(self, address: str, language: str = "en", *, code: str = "") -> Any:
        """Get a page, which must be there."""
        self.browser.set_cookie("language", language, domain="192.168.1.20")
        answer = self.browser.get(address, base_url=BASE, headers=self._bearers.get(code))
        assert answer.status_code == 200, (address, language, answer.status_code, answer.text[:2000])
        return answer

    def _picked(self, options: list[str]) -> str:
        useful = [text for text in options if text.startswith(USEFUL)]
        return self.chance.choice(useful if useful and self.chance.random() < 0.8 else options)

    @staticmethod
    def _code(address: str) -> str:
        return address.split("/")[2]
