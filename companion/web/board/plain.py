"""The board of a game without a drawing of its own: the places of its road, in order."""

from companion.engine.look import AnyLook
from companion.web.board.drawing import BoardDrawing, Scene
from companion.web.board.layout import Plan, ribbon, street
from companion.web.board.words import road_tile


def drawing(scene: Scene[AnyLook], plan: Plan) -> BoardDrawing:
    road = scene.look["road"]
    spots = street(plan, max(len(road), 1), plan.edge)
    tiles = tuple(road_tile(scene, space, spot) for space, spot in zip(road, spots, strict=False))
    return BoardDrawing(plan, spots[-1].y + spots[-1].h + plan.edge, ribbon(spots), tiles)
