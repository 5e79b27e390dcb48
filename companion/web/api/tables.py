"""API operations on tables: opening, seats, acting, reading, live updates."""

from functools import partial

from flask import Response, after_this_request, g, url_for

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
from companion.web.parts.minds import carried_out, move_lines, plan_panel, planned, reasoned, shown, thought
from companion.web.table.live import last_seen, listening
from companion.web.viewer import Viewer, tables, viewer_of

WRITING = (403, 507)
"""Additional statuses of refused changes."""


@operation("POST", "/tables", 201, refusals=(429, 503, 507))
def open_table(sent: Setup) -> models.Opened:
    """Open a table and become its host."""
    token = bearer() or new_token()
    code = tables().create(sent, token).code
    after_this_request(partial(_found_at, code))
    return models.Opened(code=code, token=token, view=view_of(viewer_of(code, token)))


def _found_at(code: str, response: Response) -> Response:
    response.headers["Location"] = url_for("api.show_table", code=code)
    return response


@operation("GET", "/tables/{code}")
def show_table(viewer: Viewer, query: models.Shown) -> models.View:
    """Show a table as you may see it."""
    del query  # the viewer already contains the requested seat
    return view_of(viewer)


@operation("DELETE", "/tables/{code}", refusals=WRITING)
def delete_table(code: str) -> None:
    """Delete a table, even a damaged one. Only its host can, and can restore it for a day."""
    tables().delete(read_code(code), bearer())


@operation("POST", "/tables/{code}/restore", refusals=WRITING)
def restore_table(code: str) -> None:
    """Restore a table that you have deleted."""
    tables().restore(read_code(code), bearer())


@operation("POST", "/tables/{code}/act", refusals=WRITING)
def act(viewer: Viewer, sent: models.Act) -> models.Done:
    """Send a command to a table that you have seen at entry `seen`. It is stored before the response is sent."""
    return models.Done.model_validate(
        tables().act(viewer.place.opened.id, sent.wish, viewer.who, seen_seq=sent.seen, key=sent.key)
    )


@pages.errorhandler(Stale)
def show_newest(error: Stale) -> Response:
    """Refuse what is based on an outdated table, and show the current one."""
    viewer: Viewer = g.viewer
    return problem(refused(error), view_of(caller(viewer.code)))


@operation("GET", "/tables/{code}/mind", refusals=(503,))
def mind(viewer: Viewer) -> models.Proposed:
    """Show the move of the computer player whose choice is open."""
    level = viewer.table.mind
    return models.Proposed(seq=viewer.table.seq, move=_move(viewer, level) if level else None)


def _move(viewer: Viewer, level: Level) -> models.MindMove:
    move = thought(viewer)
    return models.MindMove(
        seat=viewer.table.waiting,
        level=level,
        actions=list(shown(viewer, move.actions)),
        said=move_lines(viewer, move.actions),
        why=reasoned(viewer, move),
    )


@operation("POST", "/tables/{code}/mind", refusals=WRITING)
def carry_out(viewer: Viewer, sent: models.CarryOut) -> models.Done:
    """Carry out the computer player's move, once somebody has moved the pieces."""
    return models.Done.model_validate(carried_out(viewer, sent.seen, sent.key, sent.actions))


@operation("GET", "/tables/{code}/plans", refusals=(503,))
def plans(viewer: Viewer) -> models.PlanList:
    """Show the plans that you have asked for with the command `hint`; none before that."""
    panel = plan_panel(viewer)
    if panel and panel.shown:
        planned(viewer)
        panel = plan_panel(viewer)
    told = panel.plans if panel else ()
    return models.PlanList(plans=[models.Plan(action=it.action, said=list(it.lines), why=it.why) for it in told])


# seats


@operation("POST", "/tables/{code}/sit", 200, 202, refusals=WRITING)
def sit(viewer: Viewer, sent: models.Sit) -> tuple[models.Seated, int]:
    """Take a seat, or request it if another device has it (202)."""
    token = bearer() or new_token()
    taken = tables().sit(viewer.place.opened.id, sent.seat, token, visitor())
    return models.Seated(seat=sent.seat, seated=taken, token=token), 200 if taken else 202


@operation("POST", "/tables/{code}/leave", refusals=WRITING)
def leave(viewer: Viewer, sent: models.Leave) -> None:
    """Free your seat, or any seat as the host."""
    tables().leave(viewer.place.opened.id, sent.seat, viewer.who)


@operation("GET", "/tables/{code}/asking", refusals=(403,))
def asking(viewer: Viewer) -> models.Requests:
    """List the pending seat requests. Only for devices at the table."""
    if viewer.who.spectator:
        raise NotAllowed("spectator")
    requests = tables().asking(viewer.place.opened.id)
    return models.Requests(
        asking=[models.Request(seat=request.colour, mark=request.mark) for request in requests],
        all_agreed={request.mark: request.since for request in requests if request.since},
    )


@operation("POST", "/tables/{code}/answer", refusals=WRITING)
def answer(viewer: Viewer, sent: models.Reply) -> None:
    """Answer a request for a seat. For the host's place, agree or refuse (see `Request`)."""
    tables().answer(viewer.place.opened.id, sent.seat, sent.mark, bearer(), allow=sent.allow)


@operation("POST", "/tables/{code}/lock", refusals=WRITING)
def lock(viewer: Viewer, sent: models.Lock) -> None:
    """Set whether new devices need permission to take a seat. Only for the host."""
    tables().lock_seats(viewer.place.opened.id, viewer.who, locked=sent.locked)


# reading


@operation("GET", "/tables/{code}/log")
def log(viewer: Viewer, query: models.Page) -> models.Log:
    """List the entries of the log in order, as far as you may see them."""
    wanted = range(query.after + 1, query.after + query.limit + 1)
    entries = tables().store.entries(viewer.place.opened.id, query.after, wanted)
    living = frozenset(viewer.table.living)
    return models.Log(
        entries=[entry_of(viewer, entry, living) for entry in entries], more=viewer.table.seq > wanted[-1]
    )


@operation("GET", "/tables/{code}/why-not", refusals=(403,))
def why_not(viewer: Viewer, query: models.Asked) -> models.WhyNot:
    """Show whether an action is possible now for whoever has to choose, and, if not, why."""
    decision = viewer.table.decision
    if decision and tells(viewer.table.referee, decision, viewer.table.read(query.action), viewer.unknown):
        raise NotAllowed("not_your_turn", waiting=decision.seat or decision.about)
    reason = viewer.table.why_not(query.action)
    if reason is None:
        return models.WhyNot(action=query.action, possible=True)
    line = reason_line(viewer.t, reason, viewer.table.people.names)
    return models.WhyNot(action=query.action, possible=False, code=reason.code, said=line)


@operation("GET", "/tables/{code}/fields")
def fields(viewer: Viewer) -> models.FieldList:
    """List everything that can be corrected, with current values."""
    return models.FieldList(seq=viewer.table.seq, fields=seen_fields(viewer.table.fields, viewer.unknown))


@operation("GET", "/tables/{code}/scores")
def scores(viewer: Viewer) -> models.Scores:
    """Show everybody's points so far with their sources, and the winners once the game is over."""
    result = account.account(viewer.table, tables().log(viewer.place.opened.id))
    names = {colour: viewer.name(colour) for colour in result.seats}
    return scores_of(viewer.t, result.sheet, names, result.turns, over=result.over)


# live


@operation("GET", "/tables/{code}/newest")
def newest(viewer: Viewer) -> models.Newest:
    """Show the number of the newest entry, for displays that poll."""
    return models.Newest(seq=viewer.table.seq)


@operation("GET", "/tables/{code}/turn")
def turn(viewer: Viewer) -> models.Turn:
    """Show whose turn it is, in about 150 bytes, for small displays."""
    decision, table = viewer.table.decision, viewer.table
    seat, kind = (decision.seat, decision.kind) if decision else (None, "")
    return models.Turn(
        seq=table.seq,
        seat=seat,
        name=viewer.name(seat) if seat else "",
        kind=kind,
        said=viewer.t.say(f"choice.{kind}") if kind else "",
        paused=table.people.paused,
        over=table.over,
    )


@operation("GET", "/tables/{code}/stream", refusals=(503,), media="text/event-stream")
def follow(viewer: Viewer, query: models.Watched) -> Response:
    """Stream server-sent events: `event: table`, with the number of each new entry as `id` and `data`."""
    return listening(viewer, last_seen() or query.seen)
