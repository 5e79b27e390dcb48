"""The actions of Caylus: its verbs, and what follows each.

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

from companion.engine.action import Action, ActionPart, Verbs, read_action

PLACE, MOVE, PROVOST, BUILD, FAVOR = "place", "move", "provost", "build", "favor"

VERBS: Verbs = {
    "draw": (ActionPart.PLACE,),
    "next": (ActionPart.SEAT,),
    PLACE: (ActionPart.PLACE,),
    MOVE: (ActionPart.PLACE,),
    PROVOST: (ActionPart.STEPS,),
    "take": (ActionPart.PAYMENT,),
    "trade": (ActionPart.PAYMENT,),
    BUILD: (ActionPart.PLACE, ActionPart.CUBES, ActionPart.SPACE),
    "residence": (ActionPart.PLACE,),
    "batch": (ActionPart.CUBES,),
    FAVOR: (ActionPart.LINE, ActionPart.COLUMN),
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


def act(text: str) -> Action:
    return read_action(text, VERBS)
