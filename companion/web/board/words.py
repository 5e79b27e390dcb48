"""What the drawings of both games say alike: whose, who, what else; and which woodcut shows a building."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.events import Event
from companion.printing.contents.buildings import woodcut as picture
from companion.web.board.drawing import Scene


def woodcut(scene: Scene, building: str) -> str:
    """The name of a building's drawing in the file of them all; nothing where an owner's own building has none."""
    return Path(picture(building, scene.t.overlays)).stem


def entry(building: str | None) -> str:
    """What the rules call a building; nothing where none stands."""
    return f"building.{building}" if building else ""


def people(scene: Scene, colours: Sequence[str]) -> str:
    return scene.t.all_of([scene.called(colour) for colour in colours])


def figures_said(scene: Scene, figures: Iterable[str]) -> list[str]:
    return [scene.t.form(f"term.{who}", "noun") for who in figures]


def road_row(scene: Scene, it: Mapping[str, Any], name: str, remarks: Iterable[str]) -> tuple[str, ...]:
    """A place of the road in words: number, building, owner, worker, and what else there is."""
    return (
        str(it["space"]),
        name,
        scene.called(it["owner"]) if it["owner"] else "",
        scene.called(it["worker"]) if it["worker"] else "",
        scene.t.series(list(remarks)),
    )


def changed(events: Iterable[Event]) -> frozenset[str]:
    """What events touched, as a `Scene` wants it."""
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
