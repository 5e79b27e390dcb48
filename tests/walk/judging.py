"""What must hold of everything that is read: sentences that are said, hands that stay hidden, sums that are right."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

from tests.walk.server import Fault

View = dict[str, Any]

RAW = re.compile(
    r"\{[a-z_]+(?:\.[a-z_.]+)?[^{}]{0,20}\}"
    r"|(?<![\w./-])(?:event|choice|option|building|term|web|refusal|reason|phase|player|variant|edition|favor|game|source"
    r"|section|print|import|notation|state|class|form)\.[a-z_]{2,}(?:\.[a-z_]+)*"
    r"|\bMissingWords\b|\bTraceback\b|\bundefined\b|\bobject at 0x|““|„„|‘‘|\bNone\b(?=[.,)]| [a-zäö])"
)
"""What no sentence holds: a place that nothing was put in, the id of a thing for its name, an answer of Python."""

UNSEEN = {"script", "style", "textarea", "pre", "code", "svg"}
SAID = ("alt", "aria-label", "title", "placeholder", "data-said")


class _Text(HTMLParser):
    """The words of a page, as they are read or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self.within.append(tag)
        self.words += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within:
            self.words.append(data)


def page_words(text: str) -> str:
    """What a page says.

    >>> page_words('<p title="Go on">Red <b>passes</b></p><pre>event.x</pre>')
    'Go on\\nRed \\npasses'
    """
    reader = _Text()
    reader.feed(text)
    return "\n".join(reader.words)


def said_in(found: Any, key: str = "") -> Iterator[str]:
    """Every sentence of an answer of the API."""
    if isinstance(found, Mapping):
        for name, value in found.items():
            yield from said_in(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from said_in(value, key)
    elif key == "said":
        yield str(found)


def speaks(where: str, kind: str, text: str) -> None:
    """Everything in it is said."""
    if "json" in kind and "/export/" not in where:
        sentences = list(said_in(json.loads(text)))
        if not all(sentences) and "/why-not" not in where:
            raise Fault("unsaid", f"an empty sentence at {where}")
        words = "\n".join(sentences)
    elif "html" in kind:
        words = page_words(text)
    else:
        return
    found = RAW.search(words)
    if found:
        around = words[max(0, found.start() - 80) : found.end() + 40]
        raise Fault("unsaid", f"{found[0]!r} at {where}: {html.unescape(around)!r}")


# what is hidden


def hidden_from(view: View, open_hands: set[str], mine: set[str]) -> list[str]:
    """Whose cards a device must not know, which has these seats."""
    if view["game"] != "magna_carta":
        return []
    return [colour for colour in view["names"] if colour not in mine | open_hands]


def keeps_hands(where: str, found: Any, unknown: list[str]) -> None:
    """Nothing of it shows a hand that this device must not know."""
    if not unknown or not isinstance(found, dict):
        return
    for colour in unknown:
        player = found.get("look", {}).get("players", {}).get(colour, {})
        # Where the deck is empty, everybody can count what is in the hand.
        if player.get("hand") and player.get("deck_size") != 0:
            raise Fault("hidden", f"{colour}'s hand at {where}: {player['hand']}")
        if f"{colour}.hand" in found.get("fields", {}):
            raise Fault("hidden", f"{colour}.hand among the fields at {where}")
    decision = found.get("decision") or {}
    if decision.get("kind") == "card" and decision.get("about") in unknown and decision.get("options"):
        raise Fault("hidden", f"{decision['about']}'s cards among the options at {where}")
    for entry in found.get("entries", []):
        _keeps_hands_of_entry(where, entry, unknown)


def _keeps_hands_of_entry(where: str, entry: dict[str, Any], unknown: list[str]) -> None:
    for event in entry["events"]:
        if event["id"] == "drew" and event["args"].get("seat") in unknown:
            raise Fault("hidden", f"what {event['args']['seat']} drew, in entry {entry['seq']} at {where}")
    told = json.dumps(entry["data"])
    for colour in unknown:
        if f"{colour}.hand" in told:
            raise Fault("hidden", f"{colour}'s hand in entry {entry['seq']} at {where}")


# what goes on


def goes_on(view: View, open_to: View) -> None:
    """A table that is not over has something to do; `open_to` is it as the one sees it who chooses."""
    if view["depth"] != "referee" or view["over"] or view["ended"] or view["paused"]:
        return
    if view["decision"] is None:
        raise Fault("stuck", f"not over, and nothing is asked (entry {view['seq']})")
    if view["decision"]["seat"] in view["minds"]:
        return  # whoever carries its move out sees whether it has one
    if not (open_to["decision"] or {}).get("options"):
        raise Fault("stuck", f"{view['decision']['kind']} has no option (entry {view['seq']})")


# sums

SIGNS = {"received": 1, "took": 1, "earned": 1, "paid": -1, "gave": -1, "lost": -1}
LETTERS = {"F": "food", "W": "wood", "S": "stone", "C": "cloth", "G": "gold"}


def held(view: View) -> dict[str, dict[str, int]]:
    """Money, goods and points that lie before everybody."""
    players = view["look"]["players"]
    return {
        colour: {"deniers": it["deniers"], "prestige": it["prestige"], **it["cubes"]} for colour, it in players.items()
    }


def told_sums(before: dict[str, dict[str, int]], entries: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """What everybody holds after what was told."""
    sums = {colour: dict(it) for colour, it in before.items()}
    for entry in entries:
        for event in entry["events"]:
            sign, args = SIGNS.get(event["id"], 0), event["args"]
            if sign:
                _add(sums[args["seat"]], sign, args)
    return sums


def _add(sums: dict[str, int], sign: int, args: dict[str, Any]) -> None:
    if "deniers" in args:
        sums["deniers"] += sign * args["deniers"]
    elif "points" in args:
        sums["prestige"] += sign * args["points"]
    else:
        for number, letter in re.findall(r"(\d+)([FWSCG])", args["cubes"]):
            sums[LETTERS[letter]] += sign * int(number)


def conserves(before: View, after: View, entries: list[dict[str, Any]]) -> None:
    """What came and went is what was told."""
    wanted, found = told_sums(held(before), entries), held(after)
    for colour, it in wanted.items():
        if it != found[colour]:
            wrong = {name: (n, found[colour][name]) for name, n in it.items() if n != found[colour][name]}
            raise Fault("sums", f"{colour} at entry {after['seq']}: {wrong} (told, held)")


def standing(look: dict[str, Any]) -> list[str]:
    """Whose worker stands anywhere, one by one."""
    found = [space["worker"] for space in look["road"]] + [look.get("inn")]
    found += [colour for special in look.get("specials", []) for colour in special["workers"]]
    return [colour for colour in (*found, *look["castle"].get("workers", [])) if colour]


def workers_agree(view: View) -> None:
    """Nobody's worker is lost, nobody's found."""
    if view["depth"] != "referee":
        return
    out = standing(view["look"])
    for colour, it in view["look"]["players"].items():
        if it["home"] + out.count(colour) != it["workers"]:
            told = f"{it['home']} at home, {out.count(colour)} out, of {it['workers']}"
            raise Fault("workers", f"{colour} has {told} (entry {view['seq']})")


def scores_agree(view: View, scores: dict[str, Any], *, whole: bool) -> None:
    """The sheet comes to what lies on the track; `whole`: all of it has been told."""
    for colour, it in scores["players"].items():
        track = view["look"]["players"][colour]["prestige"]
        if it["total"] != track:
            raise Fault("sums", f"{colour}: {it['total']} points told, {track} held (entry {view['seq']})")
        if whole and any(line["source"] == "before" for line in it["lines"]):
            raise Fault("sums", f"{colour}: points that nothing tells of (entry {view['seq']}): {it['lines']}")
