"""The board of Magna Carta: the castle's tokens at the top, then the bridge and the growing road of cards."""

from dataclasses import replace

from companion.games.magna_carta.look import Look, SpaceLook
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
from companion.web.board.layout import Plan, Spot, ribbon, street
from companion.web.board.words import called, road_tile


def drawing(scene: Scene[Look], plan: Plan) -> BoardDrawing:
    keep = Spot(plan.edge, plan.edge, plan.inner, 210.0)
    spots = street(plan, 1 + len(scene.look["road"]), keep.y + keep.h + plan.gap)
    tiles = tuple(_card(scene, space, spot) for space, spot in zip(scene.look["road"], spots[1:], strict=True))
    height = max(spot.y + spot.h for spot in spots) + plan.edge
    return BoardDrawing(plan, height, ribbon(spots), tiles, _bridge(scene, spots[0]), _sections(scene, keep), keep=keep)


def _card(scene: Scene[Look], space: SpaceLook, spot: Spot) -> DrawnTile:
    t = scene.t
    remarks = [t.say("web.board.stock", n=space["stock"])] if space["stock"] else []
    if space["promised"]:
        remarks.append(t.say("web.board.lawyer_paid"))
    drawn = road_tile(scene, space, spot, ("provost",) if scene.look["provost"] == space["space"] else (), remarks)
    return replace(drawn, stock=space["stock"], glows=drawn.glows or space["cover"] in scene.changed)


def _bridge(scene: Scene[Look], spot: Spot) -> DrawnBridge:
    """Show the players who have passed, in order."""
    passed = scene.look["bridge"]["passed"]
    steps = steps_across(spot, range(1, len(scene.look["players"]) + 1), passed)
    text = scene.t.say("web.board.passed", who=called(scene, passed)) if passed else ""
    return DrawnBridge(spot, scene.t.form("term.bridge", "Noun"), steps, "bridge" in scene.changed, text)


def _sections(scene: Scene[Look], keep: Spot) -> tuple[DrawnSection, ...]:
    """Show the tokens left of each section, and the empty places of those taken."""
    castle = scene.look["castle"]
    most = castle["all_tokens"]
    space = 22.0
    size = min(54.0, (keep.w - space * (len(most) - 1)) / (sum(most.values()) + 0.6 * len(most)))
    wanted = (sum(most.values()) + 0.6 * len(most)) * size + space * (len(most) - 1)
    x, drawn_sections = keep.x + (keep.w - wanted) / 2, []
    for id, n in most.items():
        spot = Spot(x, keep.y + 40, (n + 0.6) * size, size + 44)
        drawn_sections.append(_section(scene, id, spot, size))
        x += spot.w + space
    return tuple(drawn_sections)


def _section(scene: Scene[Look], id: str, spot: Spot, size: float) -> DrawnSection:
    t, castle = scene.t, scene.look["castle"]
    left, all_ = castle["tokens"][id], castle["all_tokens"][id]
    parts = tuple(
        DrawnPart(spot.x + (0.3 + n) * size, spot.y + 30, size, "token" if n < left else "", n < left)
        for n in range(all_)
    )
    text = t.say("web.board.tokens_left", n=left, of=all_)
    worth = t.say("web.board.worth", n=scene.data.castle.sections[id].prestige)
    state = "next" if castle["section"] == id else "scored" if not left else ""
    return DrawnSection(
        id, spot, battlements(spot, all_ + 1), t.name(f"section.{id}"), worth, parts, state, f"{text} {worth}",
        id in scene.changed,
    )  # fmt: skip
