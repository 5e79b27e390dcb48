"""One table from its opening on: steps are plain data, so they can be done again, in part, at another server."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.walk import judging
from tests.walk.judging import View
from tests.walk.server import Answer, Fault, Server, form

Step = dict[str, Any]

HOST, SPECTATOR = "host", "spectator"
SCREENS = (
    "seat",
    "join",
    "lay",
    "assistant",
    "sheet",
    "log",
    "correct",
    "settings",
    "board",
    "scores",
    "end",
    "wall",
    "decided",
)

_FORGOTTEN = (
    (re.compile(r'(csrf_token"\s+value=|csrf-token"\s+content=)"[^"]*"'), ""),
    (re.compile(r'name="key"\s+value="[^"]*"'), ""),
    (re.compile(r"\?v=\w+"), ""),
    (re.compile(r'(<p class="by">.*?<span class="small">)[^<]*'), ""),
    (re.compile(r'"used":\{[^}]*\}|"used": \{[^}]*\}'), ""),
)
"""What differs from one look to the next by right."""


@dataclass
class Person:
    """A device, and who holds it."""

    token: str = ""
    session: str = ""
    form_token: str = ""
    mine: set[str] = field(default_factory=set)
    """The seats of this device."""
    at: str = "http://localhost"
    """The address at which it finds the server."""


@dataclass
class Sitting:
    """A table and everybody at it."""

    server: Server
    address: int = 0
    code: str = ""
    people: dict[str, Person] = field(default_factory=lambda: {HOST: Person(), SPECTATOR: Person()})
    seated: set[str] = field(default_factory=set)
    setup: dict[str, Any] = field(default_factory=dict)
    view: View = field(default_factory=dict)
    open_to: View = field(default_factory=dict)
    """The table as the one sees it who chooses."""
    chooser: str = HOST
    looks: dict[int, Any] = field(default_factory=dict)
    told: bool = False
    """Whether all points so far have been told: no position, no other depth."""
    steps: list[Step] = field(default_factory=list)
    status: int = 0
    """Of the last answer."""
    text: str = ""

    def perform(self, step: Step) -> None:
        """Do it. Raises `Fault`."""
        self.steps.append(step)
        if step["do"] != "open" and not self.code:
            return
        doing: Mapping[str, Callable[[Step], None]] = {
            "open": self._open, "act": self._act, "look": self._look, "form": self._form, "carry": self._carry,
            "seat": self._seat, "delete": self._delete,
            "mind": self._mind, "return": self._return,
        }  # fmt: skip
        doing[step["do"]](step)

    # asking

    def api(self, who: str, method: str, path: str, language: str = "en", sent: Any = None) -> Any:
        """Ask as a program does; what came back as data."""
        token = self.people[who].token
        headers = {"Accept-Language": language, "X-Forwarded-For": self._from()}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Content-Type": "application/json"} if sent is not None else {}
        body = json.dumps(sent).encode() if sent is not None else b""
        answer = self.server.ask(method, f"/api/v1{path}", body, headers)
        return self._read(path, answer, who)

    def page(self, who: str, method: str, path: str, language: str = "en", fields: list[Any] | None = None) -> Answer:
        """Ask as a browser does."""
        person, token = self.people[who], self._form_token(who) if fields is not None else ""
        cookies = {"language": language, "device": person.token, "session": person.session}
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items() if v), "X-Forwarded-For": self._from()}
        scheme, _, host = person.at.partition("://")
        headers |= {"X-Forwarded-Proto": scheme, "X-Forwarded-Host": host, "Referer": f"{person.at}/"}
        body = b""
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = form([("csrf_token", token), *((name, value) for name, value in fields)])
        answer = self.server.ask(method, path, body, headers)
        self._keep(person, answer)
        self._read(path, answer, who)
        return answer

    def _from(self) -> str:
        """Another address each time: how often one may ask is looked at elsewhere."""
        self.address += 1
        return f"10.{self.address >> 16 & 255}.{self.address >> 8 & 255}.{self.address & 255}"

    def _form_token(self, who: str) -> str:
        person = self.people[who]
        if not person.form_token:
            found = re.search(r'csrf_token"\s+value="([^"]*)"', self.page(who, "GET", "/new").text)
            person.form_token = found[1] if found else ""
        return person.form_token

    def _keep(self, person: Person, answer: Answer) -> None:
        for name in ("session", "device"):
            found = re.search(rf"\b{name}=([^;,]+)", answer.headers.get("Set-Cookie", ""))
            if found and name == "session":
                person.session = found[1]
            elif found and not person.token:
                person.token = found[1]

    def _read(self, path: str, answer: Answer, who: str) -> Any:
        """Judge what came back; as data, where it is some."""
        self.status, self.text = answer.status, answer.text
        kind = answer.headers.get("Content-Type", "")
        judging.speaks(path, kind, self.text)
        if "json" not in kind:
            return None
        found = json.loads(self.text)
        if self.view and path.startswith(f"/tables/{self.code}"):
            if "mine" in found:
                self.people[who].mine = set(found["mine"])
            over = found.get("look", self.view["look"]).get("over") or self.view["look"].get("over")
            open_hands = set(self.view["names"] if over else self.setup.get("untracked", ()))
            mine = self.people[who].mine
            unknown = judging.hidden_from(self.view, open_hands, mine)
            judging.keeps_hands(path, found, unknown)
        return found

    @property
    def _table(self) -> str:
        return f"/tables/{self.code}"

    # opening

    def _open(self, step: Step) -> None:
        self.setup = step["setup"]
        found = self.api(HOST, "POST", "/tables", sent=self.setup)
        if self.status != 201:
            return
        self.people, self.seated = {HOST: Person(), SPECTATOR: Person()}, set()
        self.code, self.people[HOST].token = found["code"], found["token"]
        for colour in step["seated"]:
            self._sit(colour)
        self.told = not self.setup.get("position") and self.setup.get("depth", "referee") == "referee"
        self._see()

    def _sit(self, colour: str) -> None:
        self.people.setdefault(colour, Person())
        found = self.api(colour, "POST", f"{self._table}/sit", sent={"seat": colour})
        if self.status == 200:
            self.people[colour].token = found["token"]
            self.people[colour].mine.add(colour)
            self.seated.add(colour)

    def _see_all(self) -> None:
        """The same, when people may have come or gone."""
        for who in (SPECTATOR, *sorted(self.seated)):
            self.people[who].mine = set()
            self.api(who, "GET", self._table)
        self._see()

    def _see(self) -> None:
        """The table as it is now, which has to go on."""
        self.view = self.api(HOST, "GET", self._table)
        if self.status != 200:
            self.code = ""
            return
        decision = self.view["decision"] or {}
        about = decision.get("about") if decision.get("kind") == "card" else decision.get("seat")
        if about and not self.view["look"]["over"] and self._must_take(about):
            self._see()
            return
        self.chooser = next((who for who, person in self.people.items() if about in person.mine), HOST)
        self.open_to = self.view if self.chooser == HOST else self.api(self.chooser, "GET", self._table)
        judging.goes_on(self.view, self.open_to)
        judging.workers_agree(self.view)
        self.looks[self.view["seq"]] = self.view["look"]

    def _must_take(self, colour: str) -> bool:
        """The host takes a seat that nobody has, where only its device sees what can be chosen; whether they did."""
        if not judging.hidden_from(self.view, set(self.setup.get("untracked", ())), set(self.view["seated"])):
            return False
        if colour in self.view["seated"] or colour in self.setup.get("untracked", ()):
            return False
        self.api(HOST, "POST", f"{self._table}/sit", sent={"seat": colour})
        self.people[HOST].mine.add(colour)
        return self.status == 200

    # acting

    def _act(self, step: Step) -> None:
        if step["who"] not in self.people:
            return
        wish = dict(step["wish"])
        if "back" in step:
            wish["to"] = max(1, self.view["seq"] - step["back"])
        sent = {"wish": wish, "seen": max(0, self.view["seq"] - step.get("lag", 0))}
        before = self.view
        found = self.api(step["who"], "POST", f"{self._table}/act", sent=sent)
        if self.status == 200:
            self._changed(wish, before)
        elif step.get("must"):
            raise Fault("refused", f"{step['must']}: {step['who']} {wish}: {self.status} {found}")
        elif self.status == 403:
            self._see()  # an attempt on somebody else's cards is an entry in the log

    def _mind(self, step: Step) -> None:
        """Carry out the move of the computer player whose turn it is."""
        before = self.view
        if (before["decision"] or {}).get("seat") not in before["minds"]:
            return
        found = self.api(HOST, "POST", f"{self._table}/mind", sent={"seen": before["seq"]})
        if self.status != 200:
            raise Fault("refused", f"the move of a computer player: {self.status} {found}")
        self._changed({"kind": "play"}, before)

    def _changed(self, wish: Mapping[str, Any], before: View) -> None:
        """What was entered, against what lies there now."""
        self._see()
        if not self.code:
            return
        now, kind = self.view, wish["kind"]
        if kind == "undo" and wish["to"] - 1 in self.looks and now["look"] != self.looks[wish["to"] - 1]:
            raise Fault("undo", f"entry {wish['to']} taken back, and the table is not as before it")
        if kind == "depth":
            self.told = False
        if before["depth"] != now["depth"] or now["depth"] == "sheet":
            return
        if kind == "play" and now["depth"] == "referee":
            log = self.api(HOST, "GET", f"{self._table}/log?after={before['seq']}&limit=200")
            judging.conserves(before, now, log["entries"])
        if now["seq"] % 3 == 0 or now["over"]:
            judging.scores_agree(now, self.api(HOST, "GET", f"{self._table}/scores"), whole=self.told)

    def _seat(self, step: Step) -> None:
        """People come and go."""
        who, seat, way = step["who"], step["seat"], step["way"]
        if way == "sit":
            self._sit(seat)
        elif way == "leave":
            self.api(who, "POST", f"{self._table}/leave", sent={"seat": seat})
            if self.status == 204:
                self.seated.discard(seat)
                self.people.pop(seat, None)
        else:
            self.api(HOST, "POST", f"{self._table}/lock", sent={"locked": way == "lock"})
        self._see_all()

    def _return(self, step: Step) -> None:
        """Somebody makes a link, loses all cookies, and finds the server elsewhere: two taps, and the seat is back."""
        who = step["who"]
        if who not in self.people:
            return
        seen = self.api(who, "GET", self._table)
        lost, host = set(seen["mine"]), seen["role"] == "host"
        if lost or host:
            self._came_back(who, [HOST] if host else sorted(lost), step["at"])
            found = self.api(who, "GET", self._table)
            if (set(found["mine"]), found["role"]) != (lost, seen["role"]):
                raise Fault("lost", f"{who} had {lost} as {seen['role']}, and has {found['mine']} as {found['role']}")
        self._see_all()

    def _came_back(self, who: str, places: list[str], at: str) -> None:
        before, after = self.people[who], Person(at=at)
        for place in places:
            self.people[who] = before
            made = self.page(who, "POST", f"/t/{self.code}/link", fields=[("seat", place)])
            link = re.search(rf"/back/{self.code}/\w+", made.text)
            if made.status != 200 or not link:
                raise Fault("lost", f"{who} gets no link to {place}: {made.status}")
            self.people[who] = after
            page = self.page(who, "GET", link[0])
            fields = dict(re.findall(r'name="(csrf_token|key)" value="([^"]*)"', page.text))
            after.form_token = fields.get("csrf_token", "")
            took = self.page(who, "POST", f"/t/{self.code}/back", fields=[("key", fields.get("key", ""))])
            if took.status != 303:
                raise Fault("lost", f"{who} is not back at {place}: {took.status}")

    def _delete(self, step: Step) -> None:
        """Throw the table away: nobody finds anything of it but the host, who may bring it back."""
        if step["who"] not in self.people:
            return
        self.api(step["who"], "DELETE", self._table)
        if step["who"] != HOST:
            if self.status not in (401, 403):
                raise Fault("deleted", f"{step['who']} deletes the table: {self.status}")
            return
        if self.status != 204:
            raise Fault("deleted", f"the host cannot delete the table: {self.status}")
        for who, path in ((who, path) for who in self.people for path in ("seat", "export/table.json")):
            if self.page(who, "GET", f"/t/{self.code}/{path}").status != (410 if who == HOST else 404):
                raise Fault("deleted", f"{path} of a deleted table answers {self.status} to {who}")
        self.api(HOST, "GET", self._table)
        if self.status != 410:
            raise Fault("deleted", f"a deleted table answers {self.status} to its host")
        if step.get("back"):
            self.api(HOST, "POST", f"{self._table}/restore")
            if self.status != 204:
                raise Fault("deleted", f"the host cannot bring the table back: {self.status}")
            self._see_all()
        else:
            self.code = ""

    # looking

    def _look(self, step: Step) -> None:
        who = step["who"] if step["who"] in self.people else SPECTATOR
        path = step["path"].replace("CODE", self.code)
        if path.startswith("/api/v1"):
            self.api(who, "GET", path.removeprefix("/api/v1"), step["language"])
        else:
            self.page(who, "GET", path, step["language"])
        if step.get("must") and self.status not in (200, 303):
            raise Fault("link", f"{self.status} {path}, which {step['must']} links to")

    def _form(self, step: Step) -> None:
        """Fill in a form of a page, and look at what comes of it."""
        if step["who"] not in self.people:
            return
        path = step["path"].replace("CODE", self.code)
        fields = [(name, str(self.view["seq"]) if name == "seen" else value) for name, value in step["fields"]]
        answer = self.page(step["who"], "POST", path, step["language"], fields)
        found = re.fullmatch(r".*/(?:j|t)/([A-Z0-9]{5})(?:/.*)?", answer.headers.get("Location", ""))
        if answer.status == 303 and found and found[1] != self.code:
            self._move(found[1], step["who"])
        else:
            self._see_all()

    def _move(self, code: str, host: str = HOST) -> None:
        """Go on at another table, whose host is the one who opened it."""
        self.code, self.seated, self.looks, self.told = code, set(), {}, False
        self.people = {HOST: self.people[host], SPECTATOR: Person()}
        self.people[HOST].mine = set()
        self.view = {}
        self._see()

    def _carry(self, step: Step) -> None:
        """Take the table home as a file, and bring that back."""
        file = self.page(HOST, "GET", f"/t/{self.code}/export/{step['file']}")
        if file.status != 200:
            return
        answer = self.page(HOST, "POST", "/import", fields=[("text", file.text)])
        if answer.status != 303:
            words = " ".join(judging.page_words(answer.text).split())
            raise Fault("import", f"our own {step['file']} is refused ({answer.status}): {words[:600]}")
        before = self.view
        self._move(answer.headers["Location"].rpartition("/")[2])
        if before["depth"] != "sheet" and self.view["look"] != before["look"]:
            raise Fault("import", f"the table that {step['file']} brings is another one")

    # a fresh process

    def seen_by_all(self, language: str) -> dict[tuple[str, str], str]:
        """What a host, a seat and a spectator see."""
        who = (HOST, *sorted(self.seated)[:1], SPECTATOR)
        pages = [f"/t/{self.code}/{name}" for name in ("seat", "board", "log", "correct", "scores", "lay", "settings")]
        api = [f"{self._table}{path}" for path in ("", "/fields", "/scores", "/log?limit=200")]
        found: dict[tuple[str, str], str] = {}
        for name in who:
            for path in pages:
                found[name, path] = self._plain(self.page(name, "GET", path, language).text)
            for path in api:
                self.api(name, "GET", path, language)
                found[name, path] = self._plain(self.text)
        return found

    def compare(self, before: dict[tuple[str, str], str], language: str) -> None:
        """The same again, of a process that has just begun."""
        for (who, path), text in self.seen_by_all(language).items():
            if text != before[who, path]:
                at = next((n for n, (a, b) in enumerate(zip(text, before[who, path], strict=False)) if a != b), 0)
                parts = f"{before[who, path][max(0, at - 80) : at + 80]!r}, then {text[max(0, at - 80) : at + 80]!r}"
                raise Fault("fresh", f"{path} as {who} is another page in a fresh process: {parts}")

    def _plain(self, text: str) -> str:
        for pattern, instead in _FORGOTTEN:
            text = pattern.sub(instead, text)
        return text
