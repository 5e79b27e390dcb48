"""Words and woodcuts shared by the drawings of all games."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.engine.events import Event
from companion.engine.look import AnyLook, AnySpaceLook
from companion.printing.contents.buildings import woodcut as picture
from companion.web.board.drawing import DrawnTile, Scene
from companion.web.board.layout import Spot, fitting

NAME = 27.0
"""The font size of a name that has room."""


def woodcut(scene: Scene[AnyLook], building: str) -> str:
    """Return the name of a building's woodcut in the sprite, or an empty string if an overlay's building has none."""
    return Path(picture(building, scene.t.overlays)).stem


def entry(building: str | None) -> str:
    """Return the id of a building's rules entry, or an empty string for none."""
    return f"building.{building}" if building else ""


def called(scene: Scene[AnyLook], colours: Sequence[str]) -> tuple[str, ...]:
    return tuple(scene.called(colour) for colour in colours)


def people(scene: Scene[AnyLook], colours: Sequence[str]) -> str:
    return scene.t.all_of(called(scene, colours))


def road_tile(
    scene: Scene[AnyLook], space: AnySpaceLook, spot: Spot, figures: Sequence[str] = (), remarks: Sequence[str] = ()
) -> DrawnTile:
    """Return a place of the road, drawn and in words: number, building, owner, worker, figures, remarks."""
    name = scene.t.name(f"building.{space['building']}") if space["building"] else ""
    owner, worker = (scene.called(colour) if colour else "" for colour in (space["owner"], space["worker"]))
    text = scene.t.series([*(scene.t.form(f"term.{who}", "noun") for who in figures), *remarks])
    return DrawnTile(
        spot, str(space["space"]), name, fitting(name, spot.w - 56, NAME), space["category"] or "",
        woodcut(scene, space["building"]) if space["building"] else "", space["owner"] or "", owner,
        (space["worker"],) if space["worker"] else (), figures=tuple(figures),
        glows=bool({f"space {space['space']}", space["place"], *figures} & scene.changed),
        row=(str(space["space"]), name, owner, worker, text), entry=entry(space["building"]),
    )  # fmt: skip


def changed(events: Iterable[Event]) -> frozenset[str]:
    """Return what events changed, in the format of `Scene.changed`."""
    places: set[str] = set()
    for event in events:
        args = event.args
        places |= {str(args[key]) for key in ("building", "place", "section") if args.get(key)}
        if args.get("space"):
            places.add(f"space {args['space']}")
        if event.id in ("provost_moved", "bailiff_moved"):
            places -= {f"space {args['space']}"}
            places.add(event.id.partition("_")[0])
        if event.id == "passed":
            places.add("bridge")
        if args.get("source") == "castle" and args.get("of"):
            places.add(str(args["of"]))
    return frozenset(places)
