"""The interface that every game implements (see `engine.referee.GameReferee`), for Magna Carta, with hidden hands."""

from collections.abc import Collection

from companion.engine.board import NOBODY
from companion.engine.events import Raw
from companion.engine.phases import OVER
from companion.engine.referee import BaseReferee, GameReferee, Hands, Parts
from companion.games.magna_carta.actions import VERBS
from companion.games.magna_carta.choices import CHOICES
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.consistency import ODD, problems
from companion.games.magna_carta.heuristic import worth
from companion.games.magna_carta.look import look
from companion.games.magna_carta.phases import steps
from companion.games.magna_carta.position import schema
from companion.games.magna_carta.state import State, start
from companion.games.magna_carta.views import seen_event, shows_unseen, unseen, view
from companion.rules import Rules


class MagnaCartaReferee(BaseReferee[CompiledRules, State]):
    """The referee of one table of Magna Carta. The hands of players in `untracked` are not known to the app."""

    parts = Parts(State, VERBS, start, steps, CHOICES, schema, problems, worth, look)
    odd = ODD

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        super().__init__(rules, seats, CompiledRules(rules, seats, untracked), untracked)

    hands = Hands("card", ("build",), ("place", "prestige"), lambda event: seen_event(event, None))

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that draw a card from a player's deck."""
        return frozenset(self.board.own_draw)

    def unseen(self, state: State, colours: Collection[str]) -> State:
        """Return the state as seen by those who do not know the hands of these players."""
        return unseen(state, map(self.seats.index, colours))

    def shows_unseen(self, before: State, after: State, colours: Collection[str]) -> bool:
        """Whether the second state reveals where a card is that the first one leaves unseen in one of these hands."""
        return shows_unseen(before, after, map(self.seats.index, colours))

    def view(self, state: State, seat: int | None) -> State:
        """Return the state as a seat sees it."""
        return view(self.board, state, seat)

    def deal_unseen(self, state: State) -> None:
        """Let chance decide which cards an assistant has drawn for the hands that the app knows."""
        for seat, known in enumerate(self.board.tracked):
            if known and state.phase != OVER:
                state.todo += [("card", NOBODY, seat)] * state.unknown[seat]
                state.unknown[seat] = 0

    def seen_event(self, event: Raw, seat: int | None) -> Raw:
        """Return an event as a seat sees it."""
        return seen_event(event, seat)


REFEREE: type[GameReferee[State]] = MagnaCartaReferee
