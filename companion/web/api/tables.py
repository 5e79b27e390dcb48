"""API operations on tables: opening, seats, acting, reading, live updates."""

from flask import Response, g

from companion.i18n.narration import reason_line
from companion.minds.level import Level
from companion.table import account
from companion.table.errors import NotAllowed, Stale
from companion.table.redaction import seen_fields, tells
from companion.table.setup import Setup
from companion.table.tokens import new_token, read_code
from companion.web.addresses import visitor
from companion.web.api import models
from companion.web.api.operations import bearer, caller, operation, pages
from companion.web.api.problems import problem
from companion.web.api.views import entry_of, scores_of, view_of
from companion.web.errors import refused
from companion.web.parts.minds import carried_out, move_lines, plan_panel, planned, thought, why
from companion.web.table.live import last_seen, listening
from companion.web.viewer import Viewer, tables, viewer

WRITING = (403, 507)
"""Additional statuses of refused changes."""


@operation("POST", "/tables", 201, refusals=(429, 503, 507))
def open_table(sent: Setup) -> models.Opened:
    """Open a table and become its host."""
    token = bearer() or new_token()
    code = tables().create(sent, token).code
    return models.Opened(code=code, token=token, view=view_of(viewer(code, token)))


@operation("GET", "/tables/{code}")
def show_table(seen: Viewer, asked: models.Shown) -> models.View:
    """Show a table as you may see it."""
    del asked  # the viewer already contains the requested seat
    return view_of(seen)


@operation("DELETE", "/tables/{code}", refusals=WRITING)
def delete_table(code: str) -> None:
    """Delete a table, even a damaged one. Only its host can, and can restore it for a day."""
    tables().delete(read_code(code), bearer())


@operation("POST", "/tables/{code}/restore", refusals=WRITING)
def restore_table(code: str) -> None:
    """Restore a table that you have deleted."""
    tables().restore(read_code(code), bearer())


@operation("POST", "/tables/{code}/act", refusals=WRITING)
def act(seen: Viewer, sent: models.Act) -> models.Done:
    """Send a command to a table that you have seen at entry `seen`. It is stored before the response is sent."""
    done = tables().act(seen.place.opened.id, sent.wish, seen.who, seen=sent.seen, key=sent.key)
    return models.Done(seq=done.seq, repeated=done.repeated)


@pages.errorhandler(Stale)
def show_newest(error: Stale) -> Response:
    """Refuse what is based on an outdated table, and show the current one."""
    seen: Viewer = g.viewer
    return problem(refused(error), view_of(caller(seen.code)))


@operation("GET", "/tables/{code}/mind", refusals=(503,))
def mind(seen: Viewer) -> models.Proposed:
    """Show the move of the computer player whose choice is open."""
    level = seen.table.mind
    return models.Proposed(seq=seen.table.seq, move=_move(seen, level) if level else None)


def _move(seen: Viewer, level: Level) -> models.MindMove:
    move = thought(seen)
    secret = seen.table.referee.secret_actions
    return models.MindMove(
        seat=seen.table.waiting,
        level=level,
        actions=[action for action in move.actions if action not in secret],
        said=list(move_lines(seen, move.actions)),
        why=why(seen.t, move),
    )


@operation("POST", "/tables/{code}/mind", refusals=WRITING)
def carry_out(seen: Viewer, sent: models.CarryOut) -> models.Done:
    """Carry out the computer player's move, once somebody has moved the pieces."""
    done = carried_out(seen, sent.seen, sent.key)
    return models.Done(seq=done.seq, repeated=done.repeated)


@operation("GET", "/tables/{code}/plans", refusals=(503,))
def plans(seen: Viewer) -> models.Plans:
    """Show the plans that you have asked for with the command `hint`; none before that."""
    panel = plan_panel(seen)
    if panel and panel.shown:
        planned(seen)
        panel = plan_panel(seen)
    found = panel.plans if panel else ()
    return models.Plans(plans=[models.Plan(action=it.action, said=list(it.lines), why=it.why) for it in found])


# seats


@operation("POST", "/tables/{code}/sit", 200, 202, refusals=WRITING)
def sit(seen: Viewer, sent: models.Sit) -> tuple[models.Seated, int]:
    """Take a seat, or request it if another device has it (202)."""
    token = bearer() or new_token()
    taken = tables().sit(seen.place.opened.id, sent.seat, token, visitor())
    return models.Seated(seat=sent.seat, seated=taken, token=token), 200 if taken else 202


@operation("POST", "/tables/{code}/leave", refusals=WRITING)
def leave(seen: Viewer, sent: models.Leave) -> None:
    """Free your seat, or any seat as the host."""
    tables().leave(seen.place.opened.id, sent.seat, seen.who)


@operation("GET", "/tables/{code}/asking", refusals=(403,))
def asking(seen: Viewer) -> models.Requests:
    """List the pending seat requests. Only for devices at the table."""
    if seen.who.spectator:
        raise NotAllowed("spectator")
    found = tables().asking(seen.place.opened.id)
    return models.Requests(
        asking=[models.Request(seat=it.colour, mark=it.mark) for it in found],
        all_agreed={it.mark: it.since for it in found if it.since},
    )


@operation("POST", "/tables/{code}/answer", refusals=WRITING)
def answer(seen: Viewer, sent: models.Reply) -> None:
    """Answer a request for a seat. For the host's place, agree or refuse (see `Request`)."""
    tables().answer(seen.place.opened.id, sent.seat, sent.mark, bearer(), allow=sent.allow)


@operation("POST", "/tables/{code}/lock", refusals=WRITING)
def lock(seen: Viewer, sent: models.Lock) -> None:
    """Set whether new devices need permission to take a seat. Only for the host."""
    tables().lock_seats(seen.place.opened.id, seen.who, locked=sent.locked)


# reading


@operation("GET", "/tables/{code}/log")
def log(seen: Viewer, asked: models.Page) -> models.Log:
    """List the entries of the log in order, as far as you may see them."""
    wanted = range(asked.after + 1, asked.after + asked.limit + 1)
    found = tables().store.entries(seen.place.opened.id, asked.after, wanted)
    living = frozenset(seen.table.living)
    return models.Log(entries=[entry_of(seen, one, living) for one in found], more=seen.table.seq > wanted[-1])


@operation("GET", "/tables/{code}/why-not", refusals=(403,))
def why_not(seen: Viewer, asked: models.Asked) -> models.WhyNot:
    """Show whether an action is possible now and, if not, why."""
    decision = seen.table.decision
    if decision and tells(seen.table.referee, decision, seen.table.read(asked.action), seen.unknown):
        raise NotAllowed("not_your_turn", waiting=decision.seat or decision.about)
    reason = seen.table.why_not(asked.action)
    if reason is None:
        return models.WhyNot(action=asked.action, possible=True)
    said = reason_line(seen.t, reason, seen.table.people.names)
    return models.WhyNot(action=asked.action, possible=False, code=reason.code, said=said)


@operation("GET", "/tables/{code}/fields")
def fields(seen: Viewer) -> models.Fields:
    """List everything that can be corrected, with current values."""
    return models.Fields(seq=seen.table.seq, fields=seen_fields(seen.table.fields, seen.unknown))


@operation("GET", "/tables/{code}/scores")
def scores(seen: Viewer) -> models.Scores:
    """Show everybody's points so far with their sources, and the winners once the game is over."""
    found = account.account(seen.table, tables().log(seen.place.opened.id))
    names = {colour: seen.name(colour) for colour in found.seats}
    return scores_of(seen.t, found.sheet, names, found.turns, over=found.over)


# live


@operation("GET", "/tables/{code}/newest")
def newest(seen: Viewer) -> models.Newest:
    """Show the number of the newest entry, for displays that poll."""
    return models.Newest(seq=seen.table.seq)


@operation("GET", "/tables/{code}/stream", refusals=(503,), media="text/event-stream")
def follow(seen: Viewer, asked: models.Watched) -> Response:
    """Stream server-sent events: `event: table`, with the number of each new entry as `id` and `data`."""
    return listening(seen, last_seen() or asked.seen)
