"""A game in numbers, in words: the tables of a page or a sheet, from the figures as plain data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from babel.numbers import format_decimal, format_percent

from companion.i18n.answers import in_play
from companion.i18n.translator import Translator
from companion.rules import Rules

SURE = 0.95
"""What a band is of."""

Found = Mapping[str, Mapping[str, Any]]
"""The figures of a game with a number of players, by what they are about."""


@dataclass(frozen=True)
class FigureSaid:
    """A figure, and its band."""

    value: str
    band: str


@dataclass(frozen=True)
class FiguresTable:
    """One table: in each row the name of a thing, its id if it has one, and its figures."""

    id: str
    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[FigureSaid, ...]], ...]


def intro(t: Translator, found: Found) -> list[str]:
    """What the figures are, and what they are not."""
    of = found["provenance"]
    fair = _share(t, 1 / of["players"])
    return [
        t.say("figures.about", games=t.number(of["games"]), players=t.count("player", of["players"])),
        *_box(t, of),
        t.say("figures.bands", sure=_share(t, SURE)),
        t.say("figures.compared", fair=fair),
    ]


def _box(t: Translator, of: Mapping[str, Any]) -> list[str]:
    """Say which box was played with, which may be another than the one asked about."""
    edition = f"edition.{of['edition']}"
    played = [t.name(edition) if t.has(edition) else of["edition"], *(t.name(f"variant.{it}") for it in of["variants"])]
    return [t.say("figures.box", box=", ".join(played))]


def tables(t: Translator, rules: Rules, found: Found) -> list[FiguresTable]:
    """All tables that have a row."""
    made = (_whole(t, found), _seats(t, found), *_deeds(t, rules, found), _row(t, rules, found))
    return [table for table in made if table.rows]


def _whole(t: Translator, found: Found) -> FiguresTable:
    names = {
        "turns": t.say("figures.turns"),
        "points": t.say("figures.points"),
        "spread": t.say("figures.spread"),
        "winning": t.say("figures.winning"),
        "lead": t.say("figures.lead"),
    }
    rows = tuple((name, "", (_plain(t, found["whole"][id]),)) for id, name in names.items())
    return FiguresTable("whole", t.say("figures.whole"), "", (t.say("figures.mean"),), rows)


def _seats(t: Translator, found: Found) -> FiguresTable:
    head = (t.say("figures.points"), t.say("figures.wins"))
    rows = tuple(
        (t.say("figures.place", place=t.number(int(place))), "", (_plain(t, it["points"]), _percent(t, it["wins"])))
        for place, it in found["seats"].items()
    )
    return FiguresTable("seats", t.say("figures.seats"), t.say("figures.seats_note"), head, rows)


def _deeds(t: Translator, rules: Rules, found: Found) -> Iterator[FiguresTable]:
    """What players did: how many of them, by how many points they were above the others, what they won."""
    head = (t.say("figures.players"), t.say("figures.more"), t.say("figures.wins"))
    titles = {
        "built": (t.say("figures.built"), t.say("figures.built_note")),
        "used": (t.say("figures.used"), t.say("figures.used_note")),
        "lines": (t.say("web.favors"), t.say("figures.lines_note")),
    }
    for part, (title, note) in titles.items():
        ordered = sorted(found[part].items(), key=lambda pair: -pair[1]["points"][0])
        rows = []
        for name, it in ordered:
            id = f"line.{name}" if part == "lines" else _building(rules, name)
            if id:
                figures = (_percent(t, it["players"]), _signed(t, it["points"]), _percent(t, it["wins"]))
                rows.append((_name(t, id), id, figures))
        yield FiguresTable(part, title, note, head, tuple(rows))


def _row(t: Translator, rules: Rules, found: Found) -> FiguresTable:
    head = (t.say("figures.more"), t.say("figures.turns_more"))
    ordered = sorted(found["row"].items(), key=lambda pair: -pair[1]["points"][0])
    rows = tuple(
        (_name(t, id), id, (_signed(t, it["points"]), _signed(t, it["turns"])))
        for name, it in ordered
        if (id := _building(rules, name))
    )
    return FiguresTable("row", t.say("figures.row"), t.say("figures.row_note"), head, rows)


def _building(rules: Rules, name: str) -> str:
    """The id of a building of this box, or of the castle; empty if the box does not have it."""
    it = rules.data.buildings.get(name)
    if it is None:
        return f"term.{name}" if name == "castle" else ""
    return f"building.{name}" if in_play(it) or it.category == "residential" else ""


def _name(t: Translator, id: str) -> str:
    return t.long(id) if id.startswith("building.") else t.name(id)


# numbers


def _plain(t: Translator, figure: list[float]) -> FigureSaid:
    return _said(t, [_decimal(t, one, "#,##0.0") for one in figure])


def _signed(t: Translator, figure: list[float]) -> FigureSaid:
    return _said(t, [_decimal(t, one, "+#,##0.0;-#,##0.0") for one in figure])


def _percent(t: Translator, figure: list[float]) -> FigureSaid:
    return _said(t, [_share(t, min(1.0, max(0.0, one))) for one in figure])


def _said(t: Translator, figures: list[str]) -> FigureSaid:
    value, low, high = figures
    return FigureSaid(value, t.say("figures.band", low=low, high=high))


def _decimal(t: Translator, value: float, pattern: str) -> str:
    return str(format_decimal(value, pattern, locale=t.locale)).replace("-", "−")


def _share(t: Translator, share: float) -> str:
    return str(format_percent(share, locale=t.locale))
