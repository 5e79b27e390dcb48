"""Words and woodcuts shared by the drawings of all games."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.events import Event
from companion.printing.contents.buildings import woodcut as picture
from companion.web.board.drawing import Scene


def woodcut(scene: Scene, building: str) -> str:
    """Return the name of a building's woodcut in the sprite, or an empty string if an overlay's building has none."""
    return Path(picture(building, scene.t.overlays)).stem


def entry(building: str | None) -> str:
    """Return the id of a building's rules entry, or an empty string for none."""
    return f"building.{building}" if building else ""


def called(scene: Scene, colours: Sequence[str]) -> tuple[str, ...]:
    return tuple(scene.called(colour) for colour in colours)


def people(scene: Scene, colours: Sequence[str]) -> str:
    return scene.t.all_of(called(scene, colours))


def figures_said(scene: Scene, figures: Iterable[str]) -> list[str]:
    return [scene.t.form(f"term.{who}", "noun") for who in figures]


def road_row(scene: Scene, it: Mapping[str, Any], name: str, remarks: Iterable[str]) -> tuple[str, ...]:
    """Return a place of the road in words: number, building, owner, worker, remarks."""
    return (
        str(it["space"]),
        name,
        scene.called(it["owner"]) if it["owner"] else "",
        scene.called(it["worker"]) if it["worker"] else "",
        scene.t.series(list(remarks)),
    )


def changed(events: Iterable[Event]) -> frozenset[str]:
    """Return what events changed, in the format of `Scene.changed`."""
    found: set[str] = set()
    for event in events:
        args = event.args
        found |= {str(args[key]) for key in ("building", "place", "section") if args.get(key)}
        if args.get("space"):
            found.add(f"space {args['space']}")
        if event.id in ("provost_moved", "bailiff_moved"):
            found -= {f"space {args['space']}"}
            found.add(event.id.partition("_")[0])
        if event.id == "passed":
            found.add("bridge")
        if args.get("source") == "castle" and args.get("of"):
            found.add(str(args["of"]))
    return frozenset(found)
