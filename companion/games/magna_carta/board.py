"""The board of Magna Carta: the castle's tokens at the top, then the bridge and the growing road of cards."""

from companion.games.magna_carta.look import SpaceLook
from companion.web.board.drawing import (
    BoardDrawing,
    DrawnBridge,
    DrawnPart,
    DrawnSection,
    DrawnTile,
    Scene,
    battlements,
    steps_across,
)
from companion.web.board.layout import Plan, Spot, fitting, ribbon, street
from companion.web.board.words import called, entry, figures_said, road_row, woodcut

_NAME = 27.0


def drawing(scene: Scene, plan: Plan) -> BoardDrawing:
    keep = Spot(plan.edge, plan.edge, plan.inner, 210.0)
    spots = street(plan, 1 + len(scene.look["road"]), keep.y + keep.h + plan.gap)
    tiles = tuple(_card(scene, it, spot) for it, spot in zip(scene.look["road"], spots[1:], strict=True))
    height = max(spot.y + spot.h for spot in spots) + plan.edge
    return BoardDrawing(plan, height, ribbon(spots), tiles, _bridge(scene, spots[0]), _sections(scene, keep), keep=keep)


def _card(scene: Scene, it: SpaceLook, spot: Spot) -> DrawnTile:
    t, number = scene.t, it["space"]
    name = t.name(f"building.{it['building']}")
    figures = ("provost",) if scene.look["provost"] == number else ()
    remarks = figures_said(scene, figures)
    if it["stock"]:
        remarks.append(t.say("web.board.stock", n=it["stock"]))
    if it["promised"]:
        remarks.append(t.say("web.board.lawyer_paid"))
    glows = f"space {number}" in scene.changed or bool({it["place"], it["cover"], *figures} & scene.changed)
    return DrawnTile(
        spot, str(number), name, fitting(name, spot.w - 56, _NAME), it["category"], woodcut(scene, it["building"]),
        it["owner"] or "", scene.called(it["owner"]) if it["owner"] else "",
        (it["worker"],) if it["worker"] else (), "", figures, "", it["stock"], glows,
        road_row(scene, it, name, remarks), entry(it["building"]),
    )  # fmt: skip


def _bridge(scene: Scene, spot: Spot) -> DrawnBridge:
    """Show the players who have passed, in order."""
    passed = scene.look["bridge"]["passed"]
    steps = steps_across(spot, range(1, len(scene.look["players"]) + 1), passed)
    said = scene.t.say("web.board.passed", who=called(scene, passed)) if passed else ""
    return DrawnBridge(spot, scene.t.form("term.bridge", "Noun"), steps, "bridge" in scene.changed, said)


def _sections(scene: Scene, keep: Spot) -> tuple[DrawnSection, ...]:
    """Show the tokens left of each section, and the empty places of those taken."""
    castle = scene.look["castle"]
    most = castle["all_tokens"]
    space = 22.0
    size = min(54.0, (keep.w - space * (len(most) - 1)) / (sum(most.values()) + 0.6 * len(most)))
    wanted = (sum(most.values()) + 0.6 * len(most)) * size + space * (len(most) - 1)
    x, found = keep.x + (keep.w - wanted) / 2, []
    for id, n in most.items():
        spot = Spot(x, keep.y + 40, (n + 0.6) * size, size + 44)
        found.append(_section(scene, id, spot, size))
        x += spot.w + space
    return tuple(found)


def _section(scene: Scene, id: str, spot: Spot, size: float) -> DrawnSection:
    t, castle = scene.t, scene.look["castle"]
    left, all_ = castle["tokens"][id], castle["all_tokens"][id]
    parts = tuple(
        DrawnPart(spot.x + (0.3 + n) * size, spot.y + 30, size, "token" if n < left else "", n < left)
        for n in range(all_)
    )
    said = t.say("web.board.tokens_left", n=left, of=all_)
    worth = t.say("web.board.worth", n=scene.data.castle.sections[id].prestige)
    state = "next" if castle["section"] == id else "scored" if not left else ""
    return DrawnSection(
        id, spot, battlements(spot, all_ + 1), t.name(f"section.{id}"), worth, parts, state, f"{said} {worth}",
        id in scene.changed,
    )  # fmt: skip
