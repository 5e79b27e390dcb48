"""The state of a game: short lists of plain numbers, and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import ClassVar, Self, TypeVar, cast, dataclass_transform, get_args, get_origin

from companion.engine.events import Raw

Task = tuple[str, int, int]
"""An open choice: its kind, the seat (negative for chance), and an argument."""


WORKER, OWNER = 1, 2
"""Who has a part in what a building does."""

Served = tuple[tuple[int, int], ...]
"""The parts of buildings that an assistant was told about before a referee came to them: a place, and whose part."""


S = TypeVar("S")


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
def plain(made: type[S]) -> type[S]:
    """Complete a class of states from its fields: short lists, numbers, and tuples that are empty in play.

    Its `copy` names part after part, because a search spends most of its time there.
    """
    cls = dataclass(slots=True, kw_only=True)(made)
    kinds = {part.name: (get_origin(part.type), part.type) for part in fields(cls) if part.compare}  # type: ignore[arg-type]
    lists = tuple(name for name, (kind, _) in kinds.items() if kind is list)
    copied = [f"new.{name} = self.{name}{'[:]' if name in lists else ''}" for name in kinds]
    added: dict[str, object] = {"cls": cls}
    exec("\n ".join(["def copy(self):", "new = cls.__new__(cls)", *copied, "new.log = None", "return new"]), added)
    added |= {
        "LISTS": lists,
        "NUMBERS": tuple(name for name, (kind, _) in kinds.items() if kind is None),
        "RARE": tuple(name for name, (kind, _) in kinds.items() if kind is tuple),
        "PAIRED": frozenset(name for name in lists if get_origin(get_args(kinds[name][1])[0]) is tuple),
    }
    for name in ("copy", "LISTS", "NUMBERS", "RARE", "PAIRED"):
        setattr(cls, name, added[name])
    return cls


@plain
class PlainState:
    """Base class of states: compared by value, and written to JSON as they are."""

    LISTS: ClassVar[tuple[str, ...]]
    NUMBERS: ClassVar[tuple[str, ...]]
    PAIRED: ClassVar[frozenset[str]]
    """The lists whose entries are tuples."""
    RARE: ClassVar[tuple[str, ...]]
    """The tuples of pairs that are empty in play, and not written if they are."""

    money: list[int]
    cubes: list[int]
    prestige: list[int]
    home: list[int]
    bridge: list[int]
    had: list[int]
    todo: list[Task]
    turn: int
    phase: int
    cursor: int
    active: int
    log: list[Raw] | None = field(default=None, compare=False)

    def copy(self) -> Self:
        """Return an independent state, without the log of events."""
        raise NotImplementedError

    def to_json(self) -> dict[str, object]:
        lists = {name: [*getattr(self, name)] for name in self.LISTS}
        lists |= {name: [[*entry] for entry in lists[name]] for name in self.PAIRED}
        lists |= {name: [[*pair] for pair in getattr(self, name)] for name in self.RARE if getattr(self, name)}
        return lists | {name: getattr(self, name) for name in self.NUMBERS}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read a state. Older ones do not have `had`; a referee's `read` derives it."""
        new = cls.__new__(cls)
        for name in cls.LISTS:
            values = list(cast("Iterable[Iterable[object]]", data[name] if name != "had" else data.get(name, ())))
            setattr(new, name, [tuple(entry) for entry in values] if name in cls.PAIRED else values)
        for name in cls.RARE:
            setattr(new, name, tuple(tuple(pair) for pair in cast("Iterable[Iterable[int]]", data.get(name, ()))))
        for name in cls.NUMBERS:
            setattr(new, name, data[name])
        new.log = None
        return new

    def key(self) -> tuple[object, ...]:
        """Return everything that decides whether two states are equal."""
        numbers = tuple(getattr(self, n) for n in (*self.RARE, *self.NUMBERS))
        return tuple(tuple(getattr(self, n)) for n in self.LISTS) + numbers


def well_served(served: Served, worker: Sequence[int]) -> bool:
    """Whether each of these parts is one of a building where a worker is."""
    return all(0 <= place < len(worker) and worker[place] >= 0 and part in (WORKER, OWNER) for place, part in served)


def still_served(served: Served, was: Sequence[int], now: Sequence[int]) -> Served:
    """Return the parts that are done still: those of buildings whose worker was not taken away or replaced."""
    return tuple(
        (place, part)
        for place, part in served
        if place < len(now) and place < len(was) and was[place] == now[place] >= 0
    )
