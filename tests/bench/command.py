"""What `companion --help` takes of the processor beside bare click's own help, by turns; of each the best counts."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

BARE = "import click\n@click.group()\ndef main(): pass\nmain()"
ROUNDS = 60


def seconds(command: list[str]) -> float:
    """Of the processor, for the whole process."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "--help"], capture_output=True, check=True)
    done = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.ru_utime - begun.ru_utime + done.ru_stime - begun.ru_stime


def main() -> None:
    """Run both and print the figures as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder, "floor.py")
        floor.write_text(BARE)
        pairs = ([str(Path(sys.executable).with_name("companion"))], [sys.executable, str(floor)])
        ours, bare = (min(times) for times in zip(*(map(seconds, pairs) for _ in range(ROUNDS)), strict=True))
    json.dump(
        {"ms": round(ours * 1000), "bare click, ms": round(bare * 1000), "times": round(ours / bare, 2)}, sys.stdout
    )
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
