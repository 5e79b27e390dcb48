"""Conversion of a table to the API's models, limited to what a device may see."""

from companion.engine.events import spoken
from companion.engine.look import AnyLook
from companion.engine.scoring import ScoreLine, ScoreSheet
from companion.i18n.scores import formula, of_name, source_name
from companion.i18n.translator import Translator
from companion.table import log
from companion.table.redaction import seen_data, seen_events
from companion.web.api import models
from companion.web.parts.log_text import entry_lines, option_lines
from companion.web.viewer import Viewer


def view_of(viewer: Viewer) -> models.View:
    """Return the current table."""
    table, setup = viewer.table, viewer.table.setup
    people, clock, look = table.people, table.clock, viewer.look
    return models.View(
        code=viewer.code,
        seq=table.seq,
        title=setup.title,
        game=setup.game,
        edition=setup.edition,
        variants=table.rules.variants,
        depth=table.depth,
        chance=setup.chance,
        role=viewer.role,
        mine=[colour for colour in setup.colours if colour in viewer.who.colours],
        seat=viewer.seat,
        names={colour: viewer.name(colour) for colour in setup.colours},
        seated=[colour for colour in setup.colours if colour in people.seated],
        minds=dict(people.minds),
        locked=people.locked,
        paused=people.paused,
        ended=people.ended,
        over=table.over,
        undo=_undo(viewer),
        redo=table.redoes(viewer.who),
        asked=_question(viewer),
        clock=models.Clock(
            **clock.pace._asdict(),
            left={colour: left for colour in setup.colours if (left := clock.left(colour, clock.at)) is not None},
            used=dict(clock.used),
            thinking=clock.thinking,
            at=clock.at,
        ),
        decision=_decision(viewer, look),
        look=look,
    )


def _undo(viewer: Viewer) -> int:
    last = viewer.table.last_living
    return last[0] if last and viewer.table.undoes_alone(last[0], viewer.who) else 0


def _question(viewer: Viewer) -> models.Question | None:
    people = viewer.table.people
    if people.asked is None:
        return None
    waiting = sorted(people.asked.waiting(people.seated))
    return models.Question(to=people.asked.to, by=people.asked.by, waiting=waiting)


def _decision(viewer: Viewer, look: AnyLook) -> models.Decision | None:
    """Return the open decision for everybody, with options for those who may answer."""
    decision, mine = viewer.table.decision, viewer.decision
    if decision is None:
        return None
    words = option_lines(viewer, mine, look) if mine is not None else ()
    return models.Decision(
        seat=decision.seat,
        kind=decision.kind,
        about=decision.about,
        said=viewer.t.say(f"choice.{decision.kind}"),
        mine=bool(words),
        options=[models.Option(action=option.text, said=option.label) for option in words],
    )


def entry_of(viewer: Viewer, entry: log.Entry, living: frozenset[int]) -> models.Entry:
    """Return an entry of the log."""
    table, unknown = viewer.table, viewer.unknown
    events = (spoken(raw, table.setup.colours) for raw in seen_events(table.referee, entry.events, unknown))
    return models.Entry(
        seq=entry.seq,
        kind=entry.kind,
        by=entry.by,
        at=entry.at,
        counts=entry.seq in living,
        data=seen_data(table, entry, unknown),
        said=entry_lines(viewer, entry),
        events=[models.Event(id=event.id, args=event.args) for event in events],
    )


def scores_of(
    t: Translator, sheet: ScoreSheet, names: dict[str, str], turns: list[dict[str, int]], *, over: bool
) -> models.Scores:
    """Return points by player and source."""
    ranks = sheet.ranks()
    players = {
        colour: models.PlayerScore(
            name=names[colour],
            total=player.total,
            rank=ranks[colour],
            lines=[_points(t, line) for line in player.lines],
        )
        for colour, player in sheet.players.items()
    }
    return models.Scores(over=over, winners=sheet.winners if over else (), players=players, turns=turns)


def _points(t: Translator, line: ScoreLine) -> models.Points:
    of = of_name(t, line)
    return models.Points(
        source=line.source,
        of=line.of,
        said=t.labelled(source_name(t, line), of) if of else source_name(t, line),
        amount=line.amount,
        formula=formula(t, line),
        points=line.points,
    )
