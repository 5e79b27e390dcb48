"""Seats: devices take them, leave them, request them and let others have them.

Whoever looks at a table triggers what is due there: the host's place changes hands a minute after all have agreed.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any

from sqlalchemy.exc import DBAPIError

from companion.rules import UnknownName
from companion.table.errors import Full, NoSuchTable, NotAllowed, NotNow, SeatTaken, Stale
from companion.table.limits import check_quota
from companion.table.log import Entry
from companion.table.open_tables import ATTEMPTS, OpenTable, OpenTables
from companion.table.people import Who
from companion.table.requests import SeatRequest
from companion.table.snapshot import TableSnapshot
from companion.table.store import Clash, SeatChange, host_changed, host_due, seat_left, seat_taken
from companion.table.tokens import fingerprint, new_key
from companion.table.vocabulary import BY_HOST, HOST, INSTEAD, LINK, ONCE, EntryKind


class SeatedTables(OpenTables):
    """Tables whose seats devices can take and leave."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._asked_from: dict[str, dict[str, str]] = {}
        """The known addresses of devices that ask for a seat, by table. Never stored."""
        self._counting = Lock()
        """Held while pending requests are counted."""

    # looking

    def visit(self, code: str) -> OpenTable:
        """Return the current table for a join code. Raises `NoSuchTable` or `BadTable`."""
        if not self.shared:
            return self.place(self.by_code(code).id)
        glance = self.store.glance(code)
        if glance is None:
            raise NoSuchTable("no_table", given=code)
        place = self._open_here(glance.opened.id)
        if place is None or place.table.seq < glance.newest:
            place = self._place(glance.opened.id)
        if glance.asked:
            self._review(place)
        else:
            place.asking = []
        return place

    def place(self, id: str) -> OpenTable:
        """Return the current table."""
        place = self._place(id)
        self._reviewed(place)
        return place

    def snapshot(self, id: str) -> TableSnapshot:
        """Return the current snapshot of a table."""
        return self.place(id).snapshot

    def who(self, id: str, token: str) -> Who:
        """Return the seats and role that a device's token has at a table."""
        return self.place(id).who(token)

    # seats

    def sit(self, id: str, colour: str, token: str, address: str = "") -> bool:
        """Take a seat, or request it if another device has it. Return whether the device has it now.

        The number of requests from one address is limited.
        """
        place = self.place(id)
        mark = fingerprint(token)
        _must_be_there(colour, place)
        if place.seated.get(colour) == mark or (colour == HOST and place.opened.host == mark):
            return True
        if colour in place.snapshot.people.minds and not place.who(token).host:
            raise NotAllowed("mind_sits")
        taken = colour == HOST or colour in place.seated
        if taken or (place.closed and not place.who(token).host):
            self._ask(place, colour, mark, address)
            return False
        self._seat(id, colour, mark, by=colour)
        return True

    def leave(self, id: str, colour: str, who: Who) -> None:
        """Free a seat: one's own, or any seat as the host."""
        _must_be_there(colour, self.place(id))
        if colour == HOST or (colour not in who.colours and not who.host):
            raise NotAllowed("not_your_seat")
        self.enter(id, EntryKind.LEFT, {"seat": colour}, who.name(colour), seat_left(id, colour))

    # links

    def link(self, id: str, colour: str, who: Who | None = None, key: str = "", *, once: bool = False) -> str:
        """Make a link for a seat or the host's place and return its key; the old link becomes void.

        One's own, or any as the host; without `who`, whoever has the machine makes it.
        """
        table = self.snapshot(id)
        if who and not who.host and colour not in who.colours:
            raise NotAllowed("not_your_seat")
        _must_be_there(colour, self.place(id))
        if colour in table.people.minds:
            raise NotAllowed("mind_sits")
        key = key or new_key()
        data = {"seat": colour, LINK: fingerprint(key)} | ({ONCE: True} if once else {})
        self.enter(id, EntryKind.LINKED, data, who.name(colour) if who else "")
        return key

    def linked(self, id: str, key: str) -> list[str]:
        """Return what a link brings back: a seat, or the host's place with the seats of the host's device.

        Raises `NotNow` if it is void.
        """
        place = self.place(id)
        mark = fingerprint(key)
        places = [colour for colour, link in place.snapshot.people.links.items() if link == mark]
        if not places:
            raise NotNow("no_link")
        if places == [HOST]:
            places += [colour for colour, device in place.seated.items() if device == place.opened.host]
        return places

    def come_back(self, id: str, key: str, token: str) -> None:
        """Give a device what a link brings back, whichever device has it now. Raises `NotNow`."""
        place, mark = self.place(id), fingerprint(token)
        with place.lock:
            still: Callable[[], object] | None = partial(self.linked, id, key)
            for colour in self.linked(id, key):
                held = place.opened.host if colour == HOST else place.seated.get(colour)
                if held != mark:
                    self._seat(id, colour, mark, by=colour, how=LINK, still=still)
                    still = None

    def asking(self, id: str) -> list[SeatRequest]:
        """Return the pending seat requests."""
        return self._reviewed(self._open_here(id) or self.place(id))

    def answer(self, id: str, colour: str, mark: str, token: str, *, allow: bool) -> None:
        """Accept or refuse another device's request. The holder of the seat and the host can do this.

        For the host's place, the others can only agree (see `requests`); anybody seated can refuse. Raises
        `NotNow` if the device no longer asks.
        """
        who = self.who(id, token)
        if not who.host and colour not in who.colours and (colour != HOST or who.spectator):
            raise NotAllowed("not_your_seat")
        asking = self._review(self.place(id))
        request = next(
            (seat_request for seat_request in asking if seat_request.colour == colour and seat_request.mark == mark),
            None,
        )
        if request is None:
            raise NotNow("nobody_asked")
        if request.token == fingerprint(token):
            raise NotAllowed("own_request")
        if allow and (who.host or colour != HOST):
            self._seat(id, colour, request.token, by=who.name(), how=INSTEAD)
            return
        with self._writing():
            if allow:
                self.store.agree_to(id, request, fingerprint(token))
            else:
                self.store.forget_request(id, request)
        self._tell_again(id)

    def lock_seats(self, id: str, who: Who, *, locked: bool) -> None:
        """Set whether new devices need permission to take a seat."""
        if not who.host:
            raise NotAllowed("only_host")
        if self.snapshot(id).people.locked != locked:
            self.enter(id, EntryKind.LOCKED if locked else EntryKind.UNLOCKED, {}, HOST)

    def enter(
        self,
        id: str,
        kind: EntryKind,
        data: dict[str, Any],
        by: str,
        change: SeatChange | None = None,
        still: Callable[[], object] | None = None,
    ) -> int:
        """Add an entry about the people, whatever version the sender has seen, together with a change of seats.

        If another process was faster, `still` raises a `TableError` if there is no longer a right to it.
        """
        place = self._place(id)
        for _ in range(ATTEMPTS):
            with place.lock:
                entry = Entry(place.table.seq + 1, kind, data, by, self.now())
                check_quota(self.store, self.limits, id, entry)
                try:
                    with self._writing():
                        self.store.append(id, entry, change=change)
                except Clash:
                    self._catch_up(place)
                    if still:
                        still()
                    continue
                except NoSuchTable:
                    self.forget(id)
                    raise
                place.table.keep(entry)
                place.renew()
                self._reread(place)
            self.hub.publish(id, entry.seq)
            return entry.seq
        raise Stale("stale", newest=place.table.seq)

    def _reviewed(self, place: OpenTable) -> list[SeatRequest]:
        """Return the pending requests, reviewed if one may be due or expired."""
        at, asking = self.now(), place.asking
        if asking is None or any(request.due(at) or request.over(at) for request in asking):
            return self._review(place)
        return asking

    def _review(self, place: OpenTable) -> list[SeatRequest]:
        """Read the pending requests from the database and return them.

        Expired requests are dropped. The host's place is given away once all have agreed and the host has not objected.
        """
        id, at, given = place.opened.id, self.now(), None
        requests = self.store.requests(id)
        for request in requests:
            if request.over(at):
                with suppress(DBAPIError):
                    self.store.forget_request(id, request)
                    # Make it disappear from the pages of those who were asked.
                    self.hub.publish(id, place.snapshot.seq, again=True)
                    self.store.tell(id, place.snapshot.seq, again=True)
        place.asking = [seat_request for seat_request in requests if not seat_request.over(at)]
        if any(seat_request.colour == HOST for seat_request in place.asking):
            with suppress(DBAPIError):
                # If nothing can be written, everything stays as it is and people can still look.
                given = self.store.review_host(id, at)
            place.asking = self.store.requests(id)
        if given:
            seated = {device: colour for colour, device in place.seated.items()}
            by = min((seated[seat] for seat in given.agreed if seat in seated), default="")
            with suppress(Full, SeatTaken):
                self.enter(id, EntryKind.SEATED, {"seat": HOST}, by, host_due(id, given.token, at))
            place.asking = self.store.requests(id)
        return place.asking or []

    def _ask(self, place: OpenTable, colour: str, mark: str, address: str) -> None:
        id = place.opened.id
        self._review(place)
        with self._counting:
            requests = [request for request in self.store.requests(id) if request.token != mark]
            others = {request.token for request in requests}
            askers = {seat: near for seat, near in self._asked_from.get(id, {}).items() if seat in others}
            numbers = Counter(askers.get(other, "") for other in others)
            if numbers[address] >= self.limits.requests_of_address:
                raise SeatTaken("requests_full")
            if len(others) >= self.limits.requests:
                # The address with most requests makes room with its oldest, unless it has no more than this one.
                crowd, most = numbers.most_common(1)[0]
                if most <= numbers[address] + 1:
                    raise SeatTaken("requests_full")
                oldest = next(request.token for request in requests if askers.get(request.token, "") == crowd)
                for request in requests:
                    if request.token == oldest:
                        self.store.forget_request(id, request)
            with self._writing(), suppress(Clash):
                self.store.ask_for_seat(id, colour, mark, self.now())
            self._asked_from[id] = askers | {mark: address}
        self._tell_again(id)

    def _seat(
        self,
        id: str,
        colour: str,
        mark: str,
        *,
        by: str,
        how: str = "",
        still: Callable[[], object] | None = None,
    ) -> None:
        """Give a device a seat. `how` it replaces the device that has it: `INSTEAD` by request, or by its `LINK`."""
        data: dict[str, Any] = {"seat": colour}
        if colour != HOST and mark == self._place(id).opened.host:
            data[BY_HOST] = True
        if how == LINK or (how and colour != HOST and BY_HOST not in data):
            data[how] = True
        at = self.now()
        change = host_changed(id, mark) if colour == HOST else seat_taken(id, colour, mark, at, instead=bool(how))
        self.enter(id, EntryKind.SEATED, data, by, change, still)

    def _tell_again(self, id: str) -> None:
        """Notify devices and processes of a change that is not in the log."""
        self._place(id).asking = None
        seq = self.place(id).snapshot.seq
        self.hub.publish(id, seq, again=True)
        self.store.tell(id, seq, again=True)


def _must_be_there(colour: str, place: OpenTable) -> None:
    if colour not in (HOST, *place.opened.setup.colours):
        raise UnknownName("colour", colour, list(place.opened.setup.colours))
