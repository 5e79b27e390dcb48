"""The actions of Magna Carta: its verbs, and what follows each.

draw, card, start   chance: the next neutral card, the card a player draws, the start player
mulligan            keep | mulligan
reveal              reveal bank | done             (an unseen hand is put down)
action              draw | swap | place n_park | place bank:red | build bank WSS | prestige statue SSG on 3 | pass
bribe               provost +2 | stay
take                take 1F | decline
trade               trade 1d>1G | decline
residence           residence bank F | decline
batch               batch FWS | batch FWG | done
"""

from companion.engine.action import Action, ActionPart, Verbs, read_action

PLACE, BUILD, PRESTIGE, PROVOST = "place", "build", "prestige", "provost"

VERBS: Verbs = {
    "draw": (ActionPart.PLACE,),
    "start": (ActionPart.SEAT,),
    "reveal": (ActionPart.PLACE,),
    PLACE: (ActionPart.PLACE,),
    BUILD: (ActionPart.PLACE, ActionPart.CUBES),
    PRESTIGE: (ActionPart.PLACE, ActionPart.CUBES, ActionPart.SPACE),
    PROVOST: (ActionPart.STEPS,),
    "take": (ActionPart.PAYMENT,),
    "trade": (ActionPart.PAYMENT,),
    "residence": (ActionPart.PLACE, ActionPart.CUBES),
    "batch": (ActionPart.CUBES,),
    "swap": (),
    "keep": (),
    "mulligan": (),
    "pass": (),
    "decline": (),
    "done": (),
    "stay": (),
}

PASS, DRAW, SWAP, DECLINE, DONE, STAY, KEEP, MULLIGAN = (
    read_action(verb, VERBS) for verb in ("pass", "draw", "swap", "decline", "done", "stay", "keep", "mulligan")
)


def act(text: str) -> Action:
    return read_action(text, VERBS)
