"""How long `companion --help` takes beside bare click's own help, by turns; of each the best counts."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BARE = "import click\n@click.group()\ndef main(): pass\nmain()"
ROUNDS = 30


def seconds(command: list[str]) -> float:
    """From the start of the process to its end."""
    begun = time.perf_counter()
    subprocess.run([*command, "--help"], capture_output=True, check=True)
    return time.perf_counter() - begun


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
