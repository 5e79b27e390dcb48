"""What a person types at a terminal, and what they read: every command, with every option."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import main
from tests.sessions import Scene, play, scenes

SCENES = scenes(Path(__file__).parent / "sessions")

ELSEWHERE = {
    "serve": "tests/cli/test_serve.py", "print": "tests/printing/test_command.py", "table": "tests/cli/test_table.py",
}  # fmt: skip
"""Commands that have tests of their own."""

Use = tuple[str, str]
"""A command, and one of its options; no option for its arguments alone."""


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_what_is_said(scene: Scene) -> None:
    for command, written, answered in play(scene):
        assert answered == written, command


def commands(group: click.Group, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command that does something, with its name."""
    context = click.Context(group, **main.context_settings)
    for own in group.list_commands(context):
        command = group.get_command(context, own)
        assert command
        if own in ELSEWHERE:
            continue
        if isinstance(command, click.Group):
            yield from commands(command, f"{name}{own} ")
        else:
            yield f"{name}{own}", command


def options(command: click.Command) -> set[str]:
    there = {name for it in command.params if isinstance(it, click.Option) for name in it.opts if name[:2] == "--"}
    return there | {"", "--help"}


def typed() -> Iterator[Use]:
    """Yield what is used in the sessions."""
    known = dict(commands(main))
    for scene in SCENES:
        for step in scene.steps:
            words = shlex.split(step.text.removeprefix("$ companion ")) if step.text.startswith("$ companion") else []
            name = next((name for name in known if words[: len(name.split())] == name.split()), "")
            yield name, ""
            yield from ((name, word) for word in words if word.startswith("--"))


def test_every_command_and_option_is_used() -> None:
    there = {(name, option) for name, command in commands(main) for option in options(command)}
    assert there - set(typed()) == set()
