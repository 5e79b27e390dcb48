"""What can be said in Caylus: its verbs with what follows them, and which of them answers which choice.

draw, next          chance: the next neutral tile, the next player in the turn order
worker              place BUILDING | place castle | pass
gate                move BUILDING | move castle | back
guild, bribe        provost +2 | provost -1 | stay
take                take 2F            (one of the goods produced) | decline
trade               trade 2C>4P | decline
build               build mason | build w_market WF | build statue on 12 | decline
residence           residence n_quarry | decline
inn                 leave | stay
batch               batch FWS | done
favor               favor cubes 3
"""

from companion.engine.action import Action, Part, Verbs, read_action

PLACE, MOVE, BUILD, FAVOR = "place", "move", "build", "favor"

VERBS: Verbs = {
    "draw": (Part.PLACE,),
    "next": (Part.SEAT,),
    PLACE: (Part.PLACE,),
    MOVE: (Part.PLACE,),
    "provost": (Part.STEPS,),
    "take": (Part.PAYMENT,),
    "trade": (Part.PAYMENT,),
    BUILD: (Part.PLACE, Part.CUBES, Part.SPACE),
    "residence": (Part.PLACE,),
    "batch": (Part.CUBES,),
    FAVOR: (Part.LINE, Part.COLUMN),
    "pass": (),
    "back": (),
    "decline": (),
    "done": (),
    "stay": (),
    "leave": (),
}

PASS, BACK, DECLINE, DONE, STAY, LEAVE = (
    read_action(verb, VERBS) for verb in ("pass", "back", "decline", "done", "stay", "leave")
)

ANSWERS: dict[str, tuple[str, ...]] = {
    "draw": ("draw",),
    "next": ("next",),
    "worker": (PLACE, PASS),
    "gate": (MOVE, BACK),
    "guild": ("provost", STAY),
    "bribe": ("provost", STAY),
    "inn": (STAY, LEAVE),
    "take": ("take", DECLINE),
    "trade": ("trade", DECLINE),
    "build": (BUILD, DECLINE),
    "residence": ("residence", DECLINE),
    "batch": ("batch", DONE),
    "favor": (FAVOR,),
}
"""The verbs that answer each kind of choice."""


def act(text: str) -> Action:
    """One of this game's actions."""
    return read_action(text, VERBS)
