"""Exports of a table: its record as text, its whole log, a score sheet, and a finished game for BG Stats.

The record has the engine's format (`companion.engine.records`). A correction or a change of depth begins a new part: a
line `=== KIND`, who and why, the changes, an empty line, and what was played since then, from its position. A table
without any is one plain record. `imports` reads all of this.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from babel.numbers import get_decimal_symbol

from companion.engine import records
from companion.engine.scoring import Account
from companion.i18n.scores import formula, of_name, source_name
from companion.i18n.translator import Translator
from companion.minds.decided import Decided
from companion.rules import Library
from companion.table.log import Entry, played_minutes, played_to_the_end
from companion.table.rows import Opened
from companion.table.setup import Setup
from companion.table.snapshot import TableSnapshot
from companion.table.summary import Summary
from companion.table.table import Table
from companion.table.vocabulary import UNDOABLE, Chance, Depth, EntryKind

FORMAT, VERSION = "caylus-companion table", 1
"""The format name and version in an exported log."""

PART = "==="
"""The prefix of a line between two parts of a record."""

CORRECTED = "corrected"
"""The kind of a part that begins with a correction; all other kinds are depths."""

NAME, TITLE, SHUFFLES, BEGUN = "# name ", "# title ", "# chance ", "# begun "
"""Prefixes of comments: the name of a player, the title of the table, and who shuffles if the app does not."""

WAITS = "# waits for: go on"
"""The comment at the end of a part in which nothing has happened yet and "go on" is still awaited."""

PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""The address at which BG Stats accepts a finished game."""

_FORMULA = re.compile(r"""(^|[;,\t\r\n])(?=[\s"']*[=+\-@＝＋－＠\t\r])""")
"""Where a spreadsheet could see a formula: at the start of a cell, or after anything it may take for a separator."""


def secret(table: TableSnapshot, entries: Iterable[Entry]) -> bool:
    """Return whether the log contains hands that somebody at the table may not know because the game could continue."""
    if not table.keeps_hands:
        return False
    entries = list(entries)
    only_counted = table.setup.depth == Depth.SHEET and not table.setup.position
    if only_counted and not any(entry.kind == EntryKind.DEPTH for entry in entries):
        return False
    living = set(table.living)
    counting = (entry for entry in entries if entry.seq in living)
    return not (table.finished and played_to_the_end(counting, table.people.seated - set(table.setup.untracked)))


# the record


@dataclass
class _Parts:
    """Writes the parts of a record while `walker` replays the game."""

    walker: Table
    said: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """The current part's entries at the other depths (not the referee's)."""

    def close(self) -> None:
        """Write what was played in the current part."""
        table = self.walker
        if table.depth == Depth.REFEREE:
            self.said += ["", records.write(_placed(table, first=not self.said)).rstrip()]
            self.said += [WAITS] if table.standing.coming else []
        elif not self.said:
            self.said += ["", *_headers(table)]
        if self.lines:
            self.said += ["", *self.lines]
        self.lines = []

    def begin(self, kind: str, head: Iterable[str]) -> None:
        self.said += ["", f"{PART} {kind}", *head]


def record(table: TableSnapshot, entries: Iterable[Entry], library: Library | None = None) -> str:
    """Return everything that counts as a record: text for people to read, which `imports` can read too."""
    entries = list(entries)
    return written(table.setup, table.people.names, counting(table, entries), library, begun=entries[0].at)


def counting(table: TableSnapshot, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of the game that count."""
    living = set(table.living)
    return [entry for entry in entries if entry.seq in living and entry.kind in UNDOABLE]


def written(
    setup: Setup, names: Mapping[str, str], played: Iterable[Entry], library: Library | None = None, *, begun: str
) -> str:
    """Return the record of the given entries. This replays the game, which can take long."""
    walker = Table(setup, library)
    parts = _Parts(walker)
    if setup.depth != Depth.REFEREE:
        parts.close()
        parts.begin(setup.depth.value, ())
    for entry in played:
        _write(parts, entry)
        walker.apply(entry)
    parts.close()
    return "\n".join([f"{BEGUN}{begun}", *_comments(setup, names), *parts.said]).strip() + "\n"


def _write(parts: _Parts, entry: Entry) -> None:
    data = entry.data
    if entry.kind == EntryKind.CORRECTED:
        parts.close()
        why = [f"why: {_plain(data['why'])}"] if data.get("why") else []
        parts.begin(
            CORRECTED, [f"by: {entry.by}", *why, *(f"{path}: {value}" for path, value in data["changes"].items())]
        )
    elif entry.kind == EntryKind.DEPTH:
        parts.close()
        parts.begin(data["depth"], [f"by: {entry.by}"])
    elif entry.kind == EntryKind.COUNTED:
        numbers = "; ".join(f"{name} {n}" for name, n in data["values"].items())
        parts.lines.append(f"{data['seat']}: {numbers}")
    elif parts.walker.depth != Depth.REFEREE:
        parts.lines.append(f"{entry.by}: {'; '.join(data['actions'])}")


def _placed(table: Table, *, first: bool) -> Any:
    """Return the game of the current part, with its starting position unless it began with the setup."""
    game = (table.standing.coming or table.game).copy()
    if not first or table.setup.position:
        game.origin = str(table.referee.schema.of(game.first))
    return game


def _headers(table: Table) -> list[str]:
    """Return the headers for a record without the referee's."""
    setup = table.setup
    fields = {
        "game": setup.game, "edition": setup.edition, "variants": " ".join(setup.variants),
        "seats": " ".join(setup.colours), "untracked": " ".join(setup.untracked), "rules": table.rules.version,
    }  # fmt: skip
    position = str(table.position).splitlines() if setup.position else ()
    return [*(f"{key}: {header}" for key, header in fields.items() if header), *(f"| {line}" for line in position)]


def _comments(setup: Setup, names: Mapping[str, str]) -> list[str]:
    title = [f"{TITLE}{_plain(setup.title)}"] if setup.title else []
    chance = [f"{SHUFFLES}{setup.chance.value}"] if setup.chance != Chance.APP else []
    return [*title, *chance, *(f"{NAME}{colour}: {_plain(name)}" for colour, name in names.items() if name)]


def _plain(text: str) -> str:
    """Return a person's text on one line, without unprintable characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


# the whole log


def whole(table: TableSnapshot, entries: Iterable[Entry]) -> str:
    """Return the whole log as JSON, including undone entries and resulting events."""
    log = [
        {
            "seq": entry.seq,
            "kind": entry.kind.value,
            "data": entry.data,
            "by": entry.by,
            "at": entry.at,
            "events": entry.events,
        }
        for entry in entries
    ]
    data = {
        "format": FORMAT, "version": VERSION, "rules": table.rules.version,
        "setup": table.setup.model_dump(mode="json"), "names": dict(table.people.names), "log": log,
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=1)


# what decided it

DECIDED, DECIDED_VERSION = "caylus-companion decided", 1
"""The format name and version of a mind's opinion."""


def opinion_data(analysis: Decided, account: Account) -> dict[str, Any]:
    """Return what decided a game, in a mind's opinion, with the points by source."""
    points = {
        colour: [{"source": line.source, "of": line.of, "points": line.points} for line in sheet.lines]
        for colour, sheet in account.sheet.players.items()
    }
    return {"format": DECIDED, "version": DECIDED_VERSION, **analysis.to_json(), "points": points}


# the points


_PLAIN = str.maketrans("\u00a0\u202f−", "  -")
"""Typographic characters and their plain equivalents for programs."""


def scores_csv(account: Account, t: Translator) -> str:
    """Return all points by player and source as CSV. No cell can be taken for a formula, however the text is split."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=_separator(t), quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    table.writerow([t.say("web.scores.place"), t.say("web.scores.player"), t.say("web.scores.source"),
                    t.say("web.scores.of"), t.say("web.scores.formula"), t.say("web.scores.points")])  # fmt: skip
    ranks = account.sheet.ranks()
    for colour in account.sheet.best_first():
        name = harmless(account.names.get(colour) or t.name(f"player.{colour}"))
        for line in account.sheet.players[colour].lines:
            words = (source_name(t, line), of_name(t, line), formula(t, line))
            table.writerow([ranks[colour], name, *(harmless(word.translate(_PLAIN)) for word in words), line.points])
        table.writerow([ranks[colour], name, t.say("score.total"), "", "", account.sheet.players[colour].total])
    return out.getvalue()


def results_csv(played: Iterable[tuple[Opened, Summary]], t: Translator) -> str:
    """Return the results of many tables as CSV, a row for each player."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=_separator(t), quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    table.writerow([t.say("web.join.title"), t.say("web.organiser.code"), t.say("web.print.game"),
                    t.say("web.history.day"), t.say("web.history.minutes"), t.say("web.scores.place"),
                    t.say("web.scores.player"), t.say("web.organiser.colour"), t.say("web.scores.points")])  # fmt: skip
    for opened, summary in played:
        game = [harmless(opened.setup.title), opened.code, opened.setup.game, summary.at[:10], summary.minutes]
        for colour, points in summary.points.items():
            place = 1 if colour in summary.winners else 1 + sum(n > points for n in summary.points.values())
            table.writerow([*game, place, harmless(summary.names.get(colour, "")), colour, points])
    return out.getvalue()


def _separator(t: Translator) -> str:
    """Return the separator for the reader's locale: a semicolon if the decimal separator is a comma."""
    return ";" if get_decimal_symbol(t.locale) == "," else ","


def harmless(text: str) -> str:
    """Prefix everything in a text that a spreadsheet could take for a formula.

    >>> harmless("=1+1"), harmless("Anna"), harmless("a;=1+1")
    ("'=1+1", 'Anna', "a;'=1+1")
    """
    return _FORMULA.sub(r"\1'", text)


# a finished play


def play(account: Account, entries: Sequence[Entry], names: dict[str, str], title: str) -> dict[str, Any]:
    """Return a finished game in BG Stats format, with the players' shown `names` and the game's `title`.

    It is the same play at a restored copy, which begins at the same moment. What nobody entered is not in it.
    """
    ranks, winners = account.sheet.ranks(), account.sheet.winners
    starter = _starter(account, entries)
    begun, minutes = datetime.fromisoformat(entries[0].at), played_minutes(entries)
    return {
        "sourceName": "Caylus companion",
        "sourcePlayId": f"{account.rules.game}-{begun.astimezone(UTC):%Y%m%d%H%M%S%f}",
        "playDate": f"{begun.astimezone():%Y-%m-%d %H:%M:%S}",
        **({"durationMin": minutes} if minutes else {}),
        "location": "",
        "game": {
            "name": title, "bggId": account.rules.data.game.bgg, "highestWins": True, "noPoints": False,
            "sourceGameId": account.rules.game,
        },
        "players": [
            {
                "name": names[colour], "sourcePlayerId": names[colour],
                **({"startPlayer": colour == starter} if starter else {}), "winner": colour in winners,
                "rank": ranks[colour], "role": "", "score": account.sheet.players[colour].total,
            }
            for colour in account.seats
        ],
    }  # fmt: skip


def play_link(data: dict[str, Any]) -> str:
    """Return the link that sends a game to BG Stats."""
    return PLAY + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def _starter(account: Account, entries: Sequence[Entry]) -> str:
    """Return the first player of the first turn; empty if the log does not say."""
    for entry in entries:
        for raw in entry.events:
            if raw[0] == "turn" and raw[1] == 1:
                return str(account.seats[raw[2][0]])
    return ""
