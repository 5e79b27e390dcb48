"""The log as people tell it: events that belong together become one sentence, with price and gain.

The engine reports one thing at a time: a price is paid, a worker placed, a point earned. People tell deeds, so
events that belong together become one sentence (`deed.ID`), and every other event its own (`event.ID`).

>>> from companion.rules import load
>>> t = Translator("en", load("caylus", "en"))
>>> paid = Event("paid", {"seat": "blue", "deniers": 1, "source": "worker", "of": "n_sawmill"})
>>> placed = Event("placed", {"seat": "blue", "building": "n_sawmill"})
>>> deed_lines(t, [paid, placed])
['Blue places a worker on the neutral sawmill for 1\\xa0denier.']
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.amounts import parse_amount
from companion.engine.events import Event
from companion.i18n.narration import event_line, filled_args, player, thing
from companion.i18n.translator import Raw, Translator
from companion.rules.base import Goods
from companion.rules.vocabulary import Category

_MOST = 60
"""The most events that one sentence can cover."""

_GIVEN = ("paid", "gave")
_GAINED = ("received", "took", "earned", "favored")
_UNITS = {"deniers": "denier", "points": "prestige", "favors": "favor"}
"""The arguments of events that are numbers of something, and what they count."""

_OWNED = ("bonus", "owner")
"""The sources of what somebody gets as the owner of a building."""


@dataclass
class _Deed:
    """A sentence, its arguments, and the number of events it covers."""

    id: str
    told: int
    args: dict[str, Any] = field(default_factory=dict)


def deed_lines(
    t: Translator, events: Sequence[Event], names: Mapping[str, str] | None = None, *, refereed: bool = True
) -> list[str]:
    """Return events as sentences. Unless `refereed`, no reason is given when a worker goes home."""
    return [line for _, line in told_deeds(t, events, names, refereed=refereed)]


def told_deeds(
    t: Translator, events: Sequence[Event], names: Mapping[str, str] | None = None, *, refereed: bool = True
) -> Iterator[tuple[Event, str]]:
    """Yield the same sentences, each with its first event."""
    names, at = names or {}, 0
    while at < len(events):
        ahead = events[at : at + _MOST]
        deed = next((matching for read in _READ if (matching := read(t, ahead, names))), None)
        if refereed and deed is None and _unpaid(t, events, at):
            deed = _Deed("beyond", 1, filled_args(t, events[at].args, names))
        yield events[at], t.say(f"deed.{deed.id}", **deed.args) if deed else event_line(t, events[at], names)
        at += deed.told if deed else 1


# recognizing deeds


def _key(event: Event) -> str:
    return f"{event.id}.{event.args.get('source') or ''}".rstrip(".")


def _starts(events: Sequence[Event], *keys: str) -> bool:
    return len(events) >= len(keys) and all(_key(event) == key for event, key in zip(events, keys, strict=False))


def _while(events: Sequence[Event], fits: Callable[[Event], bool]) -> Sequence[Event]:
    """Return the first events up to one that does not fit."""
    n = next((n for n, event in enumerate(events) if not fits(event)), len(events))
    return events[:n]


def _amounts(events: Sequence[Event], ids: Sequence[str]) -> Goods:
    """Add up everything that was given or gained."""
    counts: Counter[str] = Counter()
    for event in events:
        if event.id in ids:
            counts.update(dict(parse_amount(str(event.args.get("cubes", ""))).kinds()) if "cubes" in event.args else {})
            counts.update({unit: event.number(name) for name, unit in _UNITS.items() if name in event.args})
    return Goods.model_construct(None, **counts)


def _comes_home(events: Sequence[Event], seat: Any, building: Any = None) -> bool:
    """Whether the next event is that a worker returns home (from this building, if given)."""
    return _starts(events, "returned") and events[0]["seat"] == seat and building in (None, events[0]["building"])


def _placed(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """A worker with its price, and the point for the owner of the building."""
    if _starts(events, "paid.worker", "placed"):
        deed = _Deed("placed", 2, filled_args(t, events[1].args, names) | {"price": events[0]["deniers"]})
    elif _starts(events, "moved"):
        deed = _Deed("moved", 1, filled_args(t, events[0].args, names))
    else:
        return None
    after = events[deed.told :]
    if _starts(after, "earned.used"):
        args = {"owner": player(t, after[0]["seat"], names), "points": after[0]["points"]}
        return _Deed(f"{deed.id}.owned", deed.told + 1, deed.args | args)
    return deed if deed.id == "placed" else None


def _passed(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    if not _starts(events, "passed", "received.first_pass"):
        return None
    return _Deed("passed_first", 2, filled_args(t, events[1].args, names))


def _used(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """An effect: what it cost and gave, what the owner got from it, and the worker that goes home."""
    first = events[0]
    if first.args.get("source") != "effect" or first.id not in (*_GIVEN, *_GAINED):
        return None
    seat, of = first["seat"], first["of"]
    mine = _while(events, lambda e: e.args.get("source") == "effect" and (e["seat"], e.args.get("of")) == (seat, of))
    gain, cost = _amounts(mine, _GAINED), _amounts(mine, _GIVEN)
    if not gain or any(event.id not in (*_GIVEN, *_GAINED) for event in mine):
        return None
    after = events[len(mine) :]
    theirs = _while(after, lambda e: e.id in _GAINED and e.args.get("source") in _OWNED)
    told = len(mine) + len(theirs)
    home = _comes_home(events[told:], seat, of)
    args = {"seat": player(t, seat, names), "of": thing(t, "building", str(of)), "gain": gain, "cost": cost}
    if theirs:
        args |= {"owner": player(t, theirs[0]["seat"], names), "owned": _amounts(theirs, _GAINED)}
    parts = ("paid" if cost else "used", "owned" if theirs else "", "home" if home else "")
    return _Deed(".".join(part for part in parts if part), told + home, args)


def _owner(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """What an owner pays and gets for it."""
    first = events[0]
    if first.id not in _GIVEN or first.args.get("source") != "owner":
        return None
    whose = (first["seat"], first["of"])
    mine = _while(events, lambda e: e.args.get("source") == "owner" and (e["seat"], e.args.get("of")) == whose)
    mine = _while(mine, lambda e: e.id in (*_GIVEN, *_GAINED))
    gain = _amounts(mine, _GAINED)
    args = filled_args(t, first.args, names) | {"cost": _amounts(mine, _GIVEN), "gain": gain}
    return _Deed("owner", len(mine), args) if gain else None


def _idle(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """An unused effect with its reason, and the worker that goes home with nothing."""
    first = events[0]
    if first.id != "declined" or not _comes_home(events[1:], first["seat"], first["of"]):
        return None
    why = f"idle.{first['why']}" if first["why"] else "idle"
    return _Deed(why, 2, filled_args(t, first.args, names)) if _has(t, why) else None


def _has(t: Translator, deed: str) -> bool:
    """Whether there is a sentence for a deed."""
    return t.has(f"deed.{deed}", "say")


def _unpaid(t: Translator, events: Sequence[Event], at: int) -> bool:
    """Whether a worker comes home because the provost did not reach it.

    Only then does nothing else happen at a building of the road, since an unused effect is reported as well.
    """
    if events[at].id != "returned" or not at or not _on_road(t, str(events[at]["building"])):
        return False
    before = events[:at]
    while before and _key(before[-1]) in ("earned.built", "converted"):
        before = before[:-1]
    return bool(before) and before[-1].id in ("returned", "phase")


def _on_road(t: Translator, building: str) -> bool:
    tile = t.rules.data.buildings.get(building.partition(".")[0]) if t.rules else None
    return tile is not None and tile.category != Category.SPECIAL


def _built(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """A building: its price, its immediate gains, and the builder's worker."""
    if not (_starts(events, "gave.built", "built") or _starts(events, "gave.built", "laid")):
        return None
    built = events[1]
    gains = _while(events[2:], lambda e: e.id in _GAINED and e.args.get("source") == "built")
    id = "laid" if built.id == "laid" else "built" if built["space"] else "built_loose"
    args = filled_args(t, built.args, names) | {"cost": _amounts(events[:1], _GIVEN)}
    return _with_gain(t, _Deed(id, 2, args), events, gains)


def _converted(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """A residence: its price and its immediate gains."""
    paid = _while(events, lambda e: e.id in _GIVEN and e.args.get("source") == "residence")
    after = events[len(paid) :]
    if not after or after[0].id not in ("converted", "promised") or (after[0].id == "promised" and not paid):
        return None
    gains = _while(after[1:], lambda e: _key(e) == "earned.built" and e.args.get("of") != after[0]["building"])
    if not paid and not gains:
        return None
    args = filled_args(t, after[0].args, names) | {"cost": _amounts(paid, _GIVEN)}
    id = after[0].id if paid else "converted_later"
    return _with_gain(t, _Deed(id, len(paid) + 1, args), events, gains)


def _with_gain(t: Translator, deed: _Deed, events: Sequence[Event], gains: Sequence[Event]) -> _Deed:
    """Add gains to a deed, and the worker that then goes home, if there is a sentence for that."""
    told, id = deed.told + len(gains), deed.id
    args = deed.args | {"gain": _amounts(gains, _GAINED)}
    if gains and _has(t, f"{id}.gain"):
        id = f"{id}.gain"
    if _has(t, f"{id}.home") and _comes_home(events[told:], events[0]["seat"]):
        args["home"] = thing(t, "building", str(events[told]["building"]))
        return _Deed(f"{id}.home", told + 1, args)
    return _Deed(id, told, args)


def _batch(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    for id, key in (("batch", "earned.castle"), ("batch_token", "won_token.castle")):
        if _starts(events, "gave.castle", key):
            section = events[1].args.get("of") or events[1].args.get("section")
            args = filled_args(t, events[0].args | events[1].args, names)
            cost = _amounts(events[:1], _GIVEN)
            return _Deed(id, 2, args | {"cost": cost, "section": thing(t, "section", str(section))})
    return None


def _favor(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """A royal favor, and what was chosen for it."""
    if not _starts(events, "favor_used"):
        return None
    mine = _while(events[1:], lambda e: e.args.get("source") == "favor" and e["seat"] == events[0]["seat"])
    mine = _while(mine, lambda e: e.id in (*_GIVEN, *_GAINED))
    gain, cost = _amounts(mine, _GAINED), _amounts(mine, _GIVEN)
    args = filled_args(t, events[0].args, names) | {"gain": gain, "cost": cost}
    return _Deed("favor.paid" if cost else "favor", 1 + len(mine), args) if gain else None


def _provost(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    if not _starts(events, "paid.provost", "provost_moved"):
        return None
    way = "forward" if events[1].number("steps") > 0 else "back"
    return _Deed(f"provost.{way}", 2, filled_args(t, events[1].args, names) | {"price": events[0]["deniers"]})


def _begins(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """What a player starts with, and their place in the turn order."""
    if _starts(events, "ordered"):
        mine = _while(events[1:], lambda e: _key(e) == "received.setup")
        args = filled_args(t, events[0].args, names) | {"gain": _amounts(mine, _GAINED)}
        return _Deed("ordered", 1 + len(mine), args) if mine else None
    if events[0].args.get("source") == "setup":
        mine = _while(events[1:], lambda e: e.args.get("source") == "setup" and e["seat"] == events[0]["seat"])
        gain = _amounts([events[0], *mine], _GAINED)
        return _Deed("begins", 1 + len(mine), {"seat": player(t, events[0]["seat"], names), "gain": gain})
    return None


def _income(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """Everything that a player receives in one income phase."""
    mine = _while(events, lambda e: _key(e) == "received.income" and e["seat"] == events[0]["seat"])
    if len(mine) < 2:
        return None
    total = sum(event.number("deniers") for event in mine)
    extra = sum(event.number("deniers") for event in mine if event["of"])
    return _Deed("income", len(mine), {"seat": player(t, mine[0]["seat"], names), "deniers": total, "extra": extra})


def _drew(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """Cards that are drawn, with or without a price, and a hand that is revealed."""
    if _starts(events, "paid.swap", "swapped"):
        return _Deed("swapped", 2, filled_args(t, events[1].args, names) | {"price": events[0]["deniers"]})
    if _starts(events, "paid.draw") and len(events) > 1 and events[1].id in ("drew", "drew_unseen"):
        args = filled_args(t, events[1].args, names) | {"price": events[0]["deniers"]}
        return _Deed(f"{events[1].id}.paid", 2, args)
    kind, seat = events[0].id, events[0].args.get("seat")
    if kind not in ("drew", "drew_unseen", "revealed"):
        return None
    mine = _while(events, lambda e: e.id == kind and e["seat"] == seat)
    if len(mine) < 2:
        return None
    cards = tuple(thing(t, "building", str(event["card"])) for event in mine if "card" in event.args)
    return _Deed(f"{kind}.several", len(mine), {"seat": player(t, seat, names), "cards": cards, "n": len(mine)})


def _end(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    """A player's points at the end, each with its source."""
    id = {"earned.end": "end", "earned.road": "road", "earned.prestige": "road"}.get(_key(events[0]))
    if id is None:
        return None
    sources = ("end",) if id == "end" else ("road", "prestige")
    seat = events[0]["seat"]
    mine = _while(events, lambda e: e.id == "earned" and e["source"] in sources and e["seat"] == seat)
    parts: list[Raw] = []
    for event in mine:
        of = str(event["of"])
        part = f"end.{of}" if id == "end" else "road.card"
        if not _has(t, part):
            return None
        translator = t.saying(f"deed.{id}")
        parts.append(Raw(translator.say(f"deed.{part}", n=event["points"], of=thing(translator, "building", of))))
    points = sum(event.number("points") for event in mine)
    return _Deed(id, len(mine), {"seat": player(t, seat, names), "points": points, "parts": tuple(parts)})


def _phase(t: Translator, events: Sequence[Event], names: Mapping[str, str]) -> _Deed | None:
    return _Deed("phase", 1, filled_args(t, events[0].args, names)) if events[0].id == "phase" else None


_READ = (
    _placed, _passed, _used, _owner, _idle, _built, _converted, _batch, _favor, _provost, _begins, _income, _drew,
    _end, _phase,
)  # fmt: skip
