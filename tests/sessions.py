"""Sessions at a terminal, written down as files: what a person types, what they read, and what is made.

A file holds scenes, each under a heading and in an empty folder of its own:

    # no such edition
    % my-box/caylus/mine.toml
    | [buildings.church]
    | prestige = 4
    $ companion rules show caylus tailor --edition xx
    ! There is no edition “xx”.
    [2]

| mark | what follows |
|---|---|
| `%` | the name of a file, with its text after `|` |
| `&` | something that a function of `READY` makes ready |
| `$` | a command: one of ours, or `ls`, which lists all files |
| `<` | an answer to what the command asks |
| two spaces, `!` | what it prints, on standard output and as an error |
| `~` | a line that a regular expression describes |
| `[2]` | the exit code, if it is not 0 |

No-break spaces and spaces at the end of a line count as what they look like. `python -m tests.sessions FILE...` writes
what is answered now: read the difference before you keep it.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from click.testing import CliRunner

from companion.cli import main
from tests.ready import READY
from tests.words import plain

HOME = {"LANG": "en_GB.UTF-8", "LANGUAGE": "", "LC_ALL": "", "COLUMNS": "100", "COMPANION_DATA": "kept"}


@dataclass
class Step:
    """Something done, with the lines that belong to it."""

    text: str
    lines: list[str] = field(default_factory=list)

    def starting(self, mark: str) -> list[str]:
        return [line.removeprefix(mark) for line in self.lines if line.startswith(mark)]


@dataclass
class Scene:
    """What happens in one folder."""

    file: Path
    title: str
    steps: list[Step] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.file.stem}: {self.title}"


def read(file: Path) -> list[Scene]:
    """Read all scenes of a file."""
    scenes: list[Scene] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            scenes.append(Scene(file, line[2:]))
        elif line[:2] in ("$ ", "% ", "& "):
            scenes[-1].steps.append(Step(line))
        elif scenes and scenes[-1].steps:
            scenes[-1].steps[-1].lines.append(line)
    return scenes


def scenes(folder: Path) -> list[Scene]:
    """Read the scenes of all files in a folder."""
    return [scene for file in sorted(folder.glob("*.txt")) for scene in read(file)]


def play(scene: Scene) -> Iterator[tuple[str, list[str], list[str]]]:
    """Do everything in a scene. Yields each command with the lines that are written down, and the lines answered."""
    with TemporaryDirectory() as folder, chdir(folder), patch.dict(os.environ, HOME):
        for step in scene.steps:
            kind, text = step.text[:2], step.text[2:]
            if kind == "% ":
                file = Path(text)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("".join(f"{line}\n" for line in step.starting("| ")), encoding="utf-8")
            elif kind == "& ":
                READY[text]()
            else:
                written = [line.rstrip() for line in "\n".join(step.lines).rstrip().split("\n")]
                yield text, written, _matched(written, _answered(text, step.starting("< ")))


def _answered(command: str, typed: list[str]) -> list[str]:
    program, *words = shlex.split(command)
    if program == "ls":
        return [f"  {file}" for file in sorted(Path().rglob("*")) if file.is_file()]
    assert program == "companion", command
    result = CliRunner().invoke(main, words, input="".join(f"{line}\n" for line in typed), catch_exceptions=False)
    lines = [f"< {line}" for line in typed]
    for mark, text in (("  ", result.stdout), ("! ", result.stderr)):
        lines += [f"{mark}{line}".rstrip() for line in plain(text).rstrip().split("\n") if text]
    return lines + [f"[{result.exit_code}]"] * bool(result.exit_code)


def _matched(written: list[str], answered: list[str]) -> list[str]:
    """Put regular expressions back in the place of the lines that they match."""
    known = dict(enumerate(written))
    return [
        known[place] if known.get(place, "").startswith("~ ") and re.fullmatch(known[place][2:], line[2:]) else line
        for place, line in enumerate(answered)
    ]


def written_anew(file: Path) -> str:
    """Return a file of sessions with what is answered now."""
    out: list[str] = []
    for scene in read(file):
        answers = play(scene)
        out += ["", f"# {scene.title}"]
        for step in scene.steps:
            lines = next(answers)[2] if step.text.startswith("$ ") else step.starting("")
            out += [step.text, *lines]
    return "\n".join(out).strip() + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written_anew(Path(name).resolve()), encoding="utf-8")
