"""What people do next: a step, chosen from what lies before them."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tests.walk import inventing
from tests.walk.boxes import variants_of
from tests.walk.forms import Form, read_forms
from tests.walk.inventing import HOSTILE, NAMES, head
from tests.walk.sitting import HOST, SCREENS, SPECTATOR, Sitting, Step
from tests.words import LANGUAGES

USEFUL = ("build", "batch", "take", "trade", "residence", "prestige", "place", "favor")
READ = ("", "/log?limit=200", "/log?after=3&limit=20", "/fields", "/scores", "/newest", "/asking")
FILES = ("record.txt", "table.json", "scores.csv", "play.svg")
PRINTED = ("aid", "reference", "pad", "setup", "tokens")
"""Sheets that are not long."""
AFTER_A_CHANGE = ("seat", "board", "log", "correct", "scores", "end")
"""What everybody looks at when something unusual was entered."""


EARLY = ("draw", "next", "card", "start", "mulligan", "worker", "action")
"""Choices of the set-up, and of the phase that takes longest."""

KEPT = 40
"""Positions that are kept to begin with."""

SOON = 0.3
"""How often somebody passes who could place: most of what can go wrong comes after the workers."""


@dataclass
class People:
    """Those at one table."""

    sitting: Sitting
    chance: random.Random
    games: list[dict[str, Any]]
    positions: list[str]
    """Those that were seen so far; what an export shows is added."""
    own: list[str] = field(default_factory=list)
    """Buildings of a box of their own."""
    queue: list[str] = field(default_factory=list)
    """What they are about to do, whatever else comes to their mind."""
    links: list[tuple[str, str]] = field(default_factory=list)
    """Addresses on the pages they looked at, with the page."""
    attempts: int = 0

    def next(self) -> Step:
        """The next step."""
        if not self.sitting.code:
            return self._opening()
        if self.queue:
            return self._queued(self.queue.pop())
        total = sum(weight for weight, _ in self._ways())
        dice = self.chance.random() * total
        for weight, way in self._ways():
            dice -= weight
            if dice < 0:
                return way() or self._look()
        return self._look()

    def _ways(self) -> Sequence[tuple[float, Callable[[], Step | None]]]:
        return (
            (36, self._play), (70 if self._later() else 20, self._correct), (4, self._undo), (2, self._redo),
            (1, self._ask_others), (1, self._depth), (0.6, self._pause), (1, self._rename), (1, self._junk),
            (3, self._probe), (1.5, self._carry), (1, self._seat), (5, self._form), (9, self._look), (3, self._link),
            (1, self._why_not), (0.2, self._end), (4 * bool(self.own), self._lay_own), (0.4, self._print),
            (0.4, self._delete), (3, self._return),
        )  # fmt: skip

    def _later(self) -> bool:
        """Whether more than workers stands open: there a correction meets most."""
        decision = self.sitting.view["decision"]
        return bool(decision and decision["kind"] not in EARLY)

    def did(self, step: Step) -> None:
        """What they make of it: after something unusual everybody looks, and plays on."""
        if not self.sitting.code:
            return
        kind = step.get("wish", {}).get("kind", step["do"])
        accepted = self.sitting.status < 400
        if step["do"] == "open" or (accepted and kind in ("correct", "depth", "form", "carry", "redo")):
            looks = self.chance.sample(AFTER_A_CHANGE, self.chance.randint(0, 2))
            self.queue += ["probe"] * (self.chance.random() < 0.5) + ["play"] * self.chance.randint(1, 6)
            self.queue += [f"look {name}" for name in looks]
        if step.get("note") == "probe" and accepted:
            self.queue += ["undo probe", "take position"]
        if step["do"] == "look" and "=== corrected" in self.sitting.text:
            self._take_positions(self.sitting.text)
        if step["do"] == "look" and "<a " in self.sitting.text:
            found = re.findall(r'href="(/[^"#]*)"', self.sitting.text)
            self.links = [(address.replace("&amp;", "&"), step["path"]) for address in found]

    def _take_positions(self, record: str) -> None:
        """What a record says of the moments after corrections: beginnings for other tables."""
        for block in re.findall(r"(?:^\| .*\n?)+", record, re.MULTILINE):
            text = re.sub(r"^\| ", "", block, flags=re.MULTILINE)
            if self._later() and "turn:" in text and len(self.positions) < KEPT:
                self.positions.append(text)

    def _queued(self, what: str) -> Step:
        word, _, more = what.partition(" ")
        if word == "look":
            return self._look(f"/t/CODE/{more}")
        if what == "undo probe":
            return {"do": "act", "who": HOST, "wish": {"kind": "undo"}, "back": 0, "must": "the last correction"}
        if what == "probe":
            return self._probe() or self._look()
        if word == "take":
            return self._look("/t/CODE/export/record.txt")
        return self._play() or self._look()

    # opening

    def _opening(self) -> Step:
        self.queue, self.attempts = [], self.attempts + 1
        setup = self._from_position() if self.chance.random() < 0.6 else self._from_box()
        setup["chance"] = "table" if self.chance.random() < 0.75 else "app"
        colours = [seat["colour"] for seat in setup["seats"]]
        some = self.chance.sample(colours, self.chance.randint(0, len(colours)))
        seated = colours if self.chance.random() < 0.5 else some
        return {"do": "open", "setup": setup, "seated": seated}

    def _from_box(self) -> dict[str, Any]:
        game = self.chance.choice(self.games)
        least, most = game["players"]
        colours = self.chance.sample(game["colours"], self.chance.randint(least, most))
        return {
            "game": game["id"],
            "edition": self.chance.choice(list(game["editions"])),
            "variants": self.chance.choice(list(variants_of(game["id"], list(game["variants"])))),
            "seats": [{"colour": colour, "name": self.chance.choice(NAMES)} for colour in colours],
            "depth": self.chance.choice(("referee",) * 7 + ("assistant", "sheet")),
            "untracked": colours[:1] if game["id"] == "magna_carta" and self.chance.random() < 0.3 else [],
            "language": self.chance.choice(LANGUAGES),
        }

    def _from_position(self) -> dict[str, Any]:
        text = self.chance.choice(self.positions)
        if self.chance.random() < 0.9:
            text = inventing.position(text, self.positions, self.chance)
        seats = [{"colour": colour} for colour in dict.fromkeys(head(text, "seats", "red blue").split())]
        return {
            "game": head(text, "game", "caylus"), "edition": head(text, "edition", "en"),
            "variants": head(text, "variants").split(), "seats": seats, "position": text,
            "untracked": head(text, "untracked").split(),
        }  # fmt: skip

    # playing

    @property
    def _colours(self) -> list[str]:
        return list(self.sitting.view["names"])

    def _someone(self) -> str:
        return self.chance.choice([HOST, *sorted(self.sitting.seated)])

    def _anyone(self) -> str:
        return self.chance.choice([HOST, SPECTATOR, *sorted(self.sitting.seated)])

    def _act(self, who: str, kind: str, /, **data: Any) -> Step:
        return {"do": "act", "who": who, "wish": {"kind": kind} | data}

    def _play(self) -> Step | None:
        view = self.sitting.view
        if view["over"] or view["ended"] or view["paused"]:
            return None
        if view["depth"] == "sheet":
            fields = next(game for game in self.games if game["id"] == view["game"])["fields"]
            values = {self.chance.choice(list(fields)): self.chance.choice((0, 1, 7, 40, 9999)) for _ in range(2)}
            return self._act(self._someone(), "count", seat=self.chance.choice(self._colours), values=values)
        if view["depth"] == "assistant":
            return self._act(HOST, "play", actions=[inventing.entry(self._colours, self._buildings(), self.chance)])
        if view["decision"]["seat"] in view["minds"]:
            return {"do": "mind"}
        who, decision = self.sitting.chooser, self.sitting.open_to["decision"]
        if who != HOST and view["decision"]["options"] and self.chance.random() < 0.3:
            who, decision = HOST, view["decision"]
        options = [option["action"] for option in decision["options"]]
        useful = [text for text in options if text.startswith(USEFUL)]
        action = self.chance.choice(useful if useful and self.chance.random() < 0.6 else options)
        if "pass" in options and self.chance.random() < SOON:
            action = "pass"
        return self._act(who, "play", actions=[action]) | {"must": "an option that was offered"}

    def _buildings(self) -> list[str]:
        road = self.sitting.view["look"].get("road", [])
        return [space["building"] for space in road if space["building"]]

    def _correct(self) -> Step | None:
        if self.sitting.view["depth"] == "sheet":
            return None
        who = self._someone()
        known = self._fields(who)
        if not known:
            return None
        changes = dict(self._change(known) for _ in range(self.chance.choice((1, 1, 1, 2))))
        return self._act(who, "correct", changes=changes, why=self.chance.choice(("", "the inn", "<i>")))

    def _change(self, known: dict[str, str]) -> tuple[str, str]:
        """A field, and what somebody types there: often what the open choice stands on."""
        table = sorted({path.partition(".")[0] for path in known} - set(self._colours))
        group = self.chance.choice(self._colours if self.chance.random() < 0.4 else table)
        path = self.chance.choice([path for path in known if path.partition(".")[0] == group])
        at_issue = [path for path, text in known.items() if self._at_issue(path, text)]
        if at_issue and self.chance.random() < 0.6:
            path = self.chance.choice(at_issue)
        group = path.partition(".")[0]
        near = [text for other, text in known.items() if other.partition(".")[0] == group and text]
        more = [f"{it}={self.chance.choice(self._colours)}" for it in self._known_buildings()]
        return path, inventing.value(known[path], [*near, *more, "1"], self._colours, self.chance)[:400]

    def _lay_own(self) -> Step | None:
        """A building of their own, on the first free space of the road."""
        known = self._fields(HOST)
        free = [path for path, text in known.items() if path.startswith("road.") and not text]
        if not self.own or not free or self.sitting.view["game"] != "caylus":
            return None
        laid = f"{self.chance.choice(self.own)}={self.chance.choice(self._colours)}"
        return self._act(HOST, "correct", changes={free[0]: laid}, why="")

    def _at_issue(self, path: str, text: str) -> bool:
        """Whether a field is about the one who chooses just now, or the thing that the choice is about."""
        decision = self.sitting.view["decision"] or {}
        words = re.split(r"[ =+/]", text)
        asked = [it for it in (decision.get("seat"), decision.get("about")) if it]
        if path == "provost":
            return self._later()
        return path.partition(".")[0] not in self._colours and any(it in words or it in path for it in asked)

    def _fields(self, who: str) -> dict[str, str]:
        found = self.sitting.api(who, "GET", f"/tables/{self.sitting.code}/fields")
        return dict(found["fields"]) if self.sitting.status == 200 else {}

    def _known_buildings(self) -> list[str]:
        """Some buildings of the game, on the table or not."""
        view = self.sitting.view
        page = self.sitting.page(SPECTATOR, "GET", f"/rules/{view['game']}?edition={view['edition']}").text
        found = sorted(set(re.findall(rf"/rules/{view['game']}/building\.(\w+)", page)))
        return self.chance.sample(found, min(6, len(found)))

    def _undo(self) -> Step:
        back = self.chance.choice((0, 0, 0, 1, 2, 5))
        return self._act(self._someone(), "undo") | {"back": back}

    def _redo(self) -> Step:
        return self._act(self._someone(), "redo")

    def _ask_others(self) -> Step:
        kind = self.chance.choice(("ask", "agree", "agree", "refuse"))
        return self._act(self._someone(), kind) | ({"back": self.chance.randint(0, 4)} if kind == "ask" else {})

    def _depth(self) -> Step:
        # Mostly back to where most is looked at.
        deep = self.sitting.view["depth"] == "referee"
        depth = self.chance.choice(("assistant", "assistant", "assistant", "sheet")) if deep else "referee"
        return self._act(HOST, "depth", depth=depth)

    def _pause(self) -> Step:
        self.queue.append("look seat")
        return self._act(self._someone(), "resume" if self.sitting.view["paused"] else "pause")

    def _end(self) -> Step:
        return self._act(HOST, "reopen" if self.sitting.view["ended"] else "end")

    def _rename(self) -> Step:
        name = self.chance.choice(NAMES)
        return self._act(self._someone(), "rename", seat=self.chance.choice(self._colours), name=name)

    def _junk(self) -> Step:
        text = self.chance.choice((*HOSTILE[1:], "place castle", "pass", "next", "red +2d"))[:120]
        return self._act(self._anyone(), "play", actions=[text]) | {"lag": self.chance.choice((0, 0, 3))}

    def _probe(self) -> Step | None:
        """One denier more can lie before anybody in play: a table that says no does not agree with itself."""
        view = self.sitting.view
        if view["depth"] != "referee" or view["over"]:
            return None
        colour = self._colours[0]
        deniers = view["look"]["players"][colour]["deniers"]
        if deniers > 900 or (view["look"]["phase"] == "setup" and not deniers):  # before the deal nobody has any
            return None
        step = self._act(HOST, "correct", changes={f"{colour}.deniers": str(deniers + 1)})
        return step | {"must": "one denier more", "note": "probe"}

    def _carry(self) -> Step:
        return {"do": "carry", "file": self.chance.choice(("record.txt", "table.json"))}

    def _seat(self) -> Step:
        way = self.chance.choice(("sit", "sit", "leave", "lock", "unlock"))
        return {"do": "seat", "who": self._someone(), "seat": self.chance.choice(self._colours), "way": way}

    def _return(self) -> Step:
        """Another device, browser, address, scheme or port."""
        number = self.chance.randint(1, 254)
        at = self.chance.choice(
            (f"http://192.168.{number}.7:8327", f"https://10.0.{number}.1", "http://[::1]:9000", "http://127.0.0.1:81")
        )
        return {"do": "return", "who": self._someone(), "at": at}

    # looking

    def _look(self, path: str = "") -> Step:
        return {"do": "look", "who": self._anyone(), "path": path or self._some_path(), "language": self._language()}

    def _language(self) -> str:
        return self.chance.choice(LANGUAGES)

    def _some_path(self) -> str:
        dice = self.chance.random()
        if dice < 0.3:
            return f"/t/CODE/{self.chance.choice(SCREENS)}"
        if dice < 0.5:
            return f"/t/CODE/view/{self.chance.choice(SCREENS)}?seat={self.chance.choice(self._colours)}"
        if dice < 0.75:
            return f"/api/v1/tables/CODE{self.chance.choice(READ)}"
        if dice < 0.85:
            return f"/t/CODE/export/{self.chance.choice(FILES)}"
        if dice < 0.88:
            return f"/t/CODE/export/report.pdf?lang={self._language()}"
        return self.chance.choice(("/", "/history", "/j/CODE", "/t/CODE/qr.svg", "/t/CODE/print", "/new", "/import"))

    def _link(self) -> Step | None:
        """A link of the page that was looked at last."""
        if not self.links:
            return None
        address, page = self.chance.choice(self.links)
        if "/print/" in address or "/stream" in address or "/static/" in address:
            return None
        return self._look(address) | {"must": page}

    def _print(self) -> Step | None:
        """A sheet of the box that is played."""
        view = self.sitting.view
        box = urlencode([("game", view["game"]), ("edition", view["edition"])])
        page = self.sitting.page(SPECTATOR, "GET", f"/print?{box}").text
        found = sorted(set(re.findall(r'href="/print/(\w+)\?', page)) & set(PRINTED))
        if not found:
            return None
        more = urlencode([("language", self._language()), *(("variant", name) for name in view["variants"])])
        path = f"/print/{self.chance.choice(found)}/file.pdf?{box}&{more}"
        return self._look(path) | {"must": "the print shop"}

    def _delete(self) -> Step:
        """The table is thrown away by its host, and perhaps brought back; others try in vain."""
        who, back = self.chance.choice((HOST, self._anyone())), self.chance.random() < 0.5
        return {"do": "delete", "who": who, "back": back}

    def _why_not(self) -> Step:
        action = self.chance.choice(
            ("pass", "place castle", "batch FWS", "draw", "build church FWS", "provost +3", "x")
        )
        return self._look(f"/api/v1/tables/CODE/why-not?action={action.replace(' ', '%20').replace('+', '%2B')}")

    def _form(self) -> Step | None:
        """A form of some page, with some of it typed anew."""
        who, where = self._someone(), self.chance.choice((*(f"/t/CODE/{name}" for name in SCREENS), "/new"))
        page = self.sitting.page(who, "GET", where.replace("CODE", self.sitting.code), self._language())
        forms = [form for form in read_forms(page.text) if form.sent and not form.action.endswith("/delete")]
        if not forms:
            return None
        form = self.chance.choice(forms)
        path, fields = form.action.replace(self.sitting.code, "CODE"), self._filled(form)
        return {"do": "form", "who": who, "path": path, "language": self._language(), "fields": fields}

    def _filled(self, form: Form) -> list[tuple[str, str]]:
        """What stands in a form, up to two of its fields typed anew."""
        fields = [(name, value) for name, value in form.fields if name != "csrf_token"]
        typed = [at for at, (name, _) in enumerate(fields) if name in form.typed]
        for at in self.chance.sample(typed, min(len(typed), self.chance.randint(0, 2))):
            name, old = fields[at]
            offered = form.choices.get(name, [])
            new = inventing.value(old, [*offered, "1"], self._colours, self.chance)
            fields[at] = (name, self.chance.choice(offered) if offered and self.chance.random() < 0.8 else new)
        return fields
