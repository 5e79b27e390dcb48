"""The command line answers at once: its help costs hardly more than bare click's."""

import subprocess
import sys
import time
from pathlib import Path

BARE = "import click\n@click.group()\ndef main(): pass\nmain()"
ROUNDS = 15


def best(command: list[str]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        subprocess.run([*command, "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def test_help_within_1_3_times_bare_click(tmp_path: Path) -> None:
    floor = tmp_path / "floor.py"
    floor.write_text(BARE)
    installed = Path(sys.executable).with_name("companion")
    ratio = best([str(installed)]) / best([sys.executable, str(floor)])
    assert ratio <= 1.3, f"{ratio:.2f} times bare click"
