"""The board of a game without a drawing of its own: the places of its road, in order."""

from typing import Any

from companion.web.board.drawing import BoardDrawing, DrawnTile, Scene
from companion.web.board.layout import Plan, Spot, fitting, ribbon, street
from companion.web.board.words import entry, road_row, woodcut

NAME = 27.0
"""The font size of a name that has room."""


def drawing(scene: Scene, plan: Plan) -> BoardDrawing:
    road = scene.look.get("road", [])
    spots = street(plan, max(len(road), 1), plan.edge)
    tiles = tuple(_space(scene, it, spot) for it, spot in zip(road, spots, strict=False))
    return BoardDrawing(plan, spots[-1].y + spots[-1].h + plan.edge, ribbon(spots), tiles)


def _space(scene: Scene, it: dict[str, Any], spot: Spot) -> DrawnTile:
    name = scene.t.name(f"building.{it['building']}") if it["building"] else ""
    owner = it["owner"] or ""
    return DrawnTile(
        spot, str(it["space"]), name, fitting(name, spot.w - 56, NAME), it["category"] or "",
        woodcut(scene, it["building"]) if it["building"] else "", owner, scene.called(owner) if owner else "",
        (it["worker"],) if it["worker"] else (), glows=bool({f"space {it['space']}", it["place"]} & scene.changed),
        row=road_row(scene, it, name, ()), entry=entry(it["building"]),
    )  # fmt: skip
