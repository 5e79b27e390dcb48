"""The command line answers at once: for its help it reads hardly more than bare click does."""

import subprocess
import sys

BARE = "import click\n@click.group()\ndef main(): pass"
OURS = "from companion.cli import main"
ASKED = "\nimport sys\ntry:\n    main(['--help'])\nfinally:\n    print(*sys.modules)"
OWN = {"companion", "companion.cli", "companion.cli.lazy"}


def modules(program: str) -> set[str]:
    """What is imported for the help."""
    run = subprocess.run([sys.executable, "-c", program + ASKED], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


def test_help_reads_nothing_but_click_and_the_list_of_commands() -> None:
    more = modules(OURS) - modules(BARE)
    assert {name for name in more if name.startswith("companion")} == OWN
    assert {name.partition(".")[0] for name in more} - {"companion"} <= set(sys.stdlib_module_names)
    assert len(more - OWN) <= 3, more
