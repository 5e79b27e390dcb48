"""Words that somebody breaks: the check names each by id, file and line; a table says them in English, and logs them.

The server is running when they break, as it is when a translator tries out what they write.
"""

import io
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po
from click.testing import CliRunner
from flask import Flask

from companion import paths
from companion.cli import main
from companion.printing.job import lay_out
from companion.printing.product import Request, games_with, products
from companion.web.server_log import keep_journal
from tests.boxes import Guest
from tests.i18n.test_deeds import NEWEST, played
from tests.pairs import chance
from tests.spanish import begin
from tests.test_own_boxes import served
from tests.words import plain

pytestmark = pytest.mark.slow

SHORT = NEWEST / "records" / "caylus-en-2.txt"

SLIPS = {
    "a name that nothing fills": ("deed.placed", "{building:onto}", "{edificio:onto}"),
    "a bracket left open": ("deed.placed", "{seat}", "{seat"),
    "a unit that nobody counts": ("deed.placed", "{price:denier}", "{price:denario}"),
    "a form that no noun has": ("deed.placed", "{building:onto}", "{building:ontoo}"),
    "a placeholder left out": ("event.passed", "{place}", "último"),
    "a class that the language does not have": ("building.mason", '"m"', '"x"'),
}
"""What a volunteer mistypes: in which message, what, and what it becomes."""


@pytest.fixture
def spanish(tmp_path: Path) -> Path:
    return begin(tmp_path / "es")


def mistype(overlay: Path, id: str, right: str, wrong: str) -> tuple[Path, int]:
    """Mistype one message, and return its file and the line where its entry begins."""
    for file in sorted((overlay / "locales" / "es" / "LC_MESSAGES").glob("*.po")):
        text = file.read_text("utf-8")
        entry = re.search(rf'msgctxt "\w+"\nmsgid "{re.escape(id)}"\nmsgstr [^\n]*{re.escape(right)}', text)
        if entry:
            file.write_text(f"{text[: entry.start()]}{entry[0].replace(right, wrong)}{text[entry.end() :]}", "utf-8")
            return file, text[: entry.start()].count("\n") + 1
    raise AssertionError(id)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_of_a_translation_is_refused_where_it_is_and_stops_no_table(slip: str, spanish: Path) -> None:
    app, log = served((spanish,)), io.StringIO()
    keep_journal(app, stream=log)
    file, line = mistype(spanish, *SLIPS[slip])
    id = SLIPS[slip][0]
    run = CliRunner().invoke(main, ["rules", "check", "--overlay", str(spanish), "--lang", "en"])
    assert run.exit_code == 1
    assert [it for it in run.stdout.splitlines() if it.startswith(f"{file}:{line}: {id} ")], run.stdout
    assert run.stdout.splitlines()[-1] == "1\u00a0fault"
    guest = Guest(app, seed=3)
    code = guest.open_by_api("caylus", "en", (), 2, "es")
    guest.play(code, 25, prefer=("place", "pass"))
    guest.look(code, ("es",))
    told = guest.get(f"/t/{code}/log", "es", code=code).text
    assert not re.search(r"\{\w", told)
    if slip in list(SLIPS)[:4]:
        assert "places a worker" in plain(told)
        assert re.search(rf'"say {id}".*{re.escape(str(file))}', log.getvalue())


_PLACE = re.compile(r"\{([^}:]+)(:[^}]*)?\}")

KINDS: dict[str, Callable[[str, random.Random], str]] = {
    "unknown": lambda text, _: text.replace("{", "{x_", 1),
    "open": lambda text, _: text + " {",
    "closed": lambda text, _: "} " + text,
    "form": lambda text, dice: _PLACE.sub(rf"{{\1:{dice.choice(['subjekt', 'wide', '>9'])}}}", text),
    "attribute": lambda text, _: re.sub(r"\{([^}:]+)", r"{\1.__class__", text),
    "number": lambda text, _: text + " {0}",
    "sign": lambda text, _: text + " [nonsense]",
}
"""Ways to break a message that has placeholders."""


def broken(message: Message, dice: random.Random, counts: Counter[str]) -> str | tuple[str, ...]:
    texts = [message.string] if isinstance(message.string, str) else [*(message.string or ())]
    kind = dice.choice([*KINDS])
    if any("{" in text for text in texts):
        counts[f"{message.context} {kind}"] += 1
        texts = [KINDS[kind](text, dice) for text in texts]
    return texts[0] if isinstance(message.string, str) else tuple(texts)


def break_all(overlay: Path, share: float) -> Counter[str]:
    """Write a share of all messages into the overlay, each with placeholders broken in a way that the seed draws."""
    counts: Counter[str] = Counter()
    for domain in ("companion", "caylus", "magna_carta"):
        dice = chance(f"broken {domain}")
        with (paths.locales() / "en" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            catalog = read_po(file, locale="es")
        for message in [*catalog]:
            if message.id and dice.random() < share:
                message.string = broken(message, dice, counts)
            elif message.id:
                catalog.delete(message.id, context=message.context)
        with (overlay / "locales" / "es" / "LC_MESSAGES" / f"{domain}.po").open("wb") as out:
            write_po(out, catalog)
    return counts


@pytest.fixture(scope="module", params=[1.0, 0.5], ids=["all", "half"])
def shattered(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Flask, Path, io.StringIO]:
    """A server of a language all of whose messages, or half of them, break while it runs."""
    overlay, log = begin(tmp_path_factory.mktemp("broken")), io.StringIO()
    app = served((overlay,))
    keep_journal(app, stream=log)
    counts = break_all(overlay, request.param)
    assert {facet.split()[0] for facet in counts} >= {"say", "count", "text", "line", "aid", "teach", "card"}
    assert {key.split()[1] for key in counts} == {*KINDS}
    return app, overlay, log


@pytest.mark.drawn(1)
def test_every_page_is_there(shattered: tuple[Flask, Path, io.StringIO]) -> None:
    app, _, log = shattered
    guest = Guest(app, seed=5)
    for game in ("caylus", "magna_carta"):
        code = guest.open_by_api(game, "en", (), 2, "es")
        view = guest.play(code, 400)
        guest.look(code, ("es",))
        guest.leave(code, ("es",))
        assert view["over"] or view["seq"] > 300
        for address in ("", "?edition=en", "/building.church", "/ruling.favor_discounts"):
            answer = guest.browser.get(f"/rules/{game}{address}")
            assert answer.status_code in (200, 404), address
        for address in (f"/compare/{game}", "/search?q=church", f"/print/aid?game={game}", f"/replay/{code}"):
            assert guest.browser.get(address).status_code < 500, address
    lines = log.getvalue().splitlines()
    assert any('"say deed.' in line and "companion.po" in line for line in lines)
    assert not any('"fault"' in line or '"where"' in line for line in lines), lines[-1]


@pytest.mark.parametrize("product", products())
@pytest.mark.drawn(4)
def test_every_sheet_is_there(shattered: tuple[Flask, Path, io.StringIO], product: str) -> None:
    _, overlay, _ = shattered
    record = played(SHORT) if product == "endgame" else None
    asked = Request(product, games_with(product)[0], languages=("es",), overlays=(overlay,), record=record)
    assert lay_out(asked.checked()).pages


def test_a_record_is_told(shattered: tuple[Flask, Path, io.StringIO]) -> None:
    _, overlay, _ = shattered
    run = CliRunner().invoke(main, ["replay", str(SHORT), "--overlay", str(overlay), "--lang", "es"])
    assert (run.exit_code, run.exception) == (0, None), run.exception
    assert "{" not in run.stdout
    english = CliRunner().invoke(main, ["replay", str(SHORT), "--lang", "en"])
    assert len(run.stdout.splitlines()) == len(english.stdout.splitlines())
