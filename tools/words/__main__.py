"""`python -m tools.words`: proofread sentences, rename ids, and make a language that shows overflow."""

import sys
from pathlib import Path

import click

from companion.cli.common import FAULTY_DATA, BoxOptions, with_options
from companion.i18n.rule_faults import problem_line
from tools.words import proof as proofs
from tools.words.proofreading import faults_of
from tools.words.pseudo import write_pseudo
from tools.words.renames import rename as rename_ids


@click.group()
def words() -> None:
    """Tools for whoever writes the words."""


@words.command()
@with_options("lang", "overlays")
def proof(options: BoxOptions) -> None:
    """Print every sentence, filled in, for proofreading.

    Faults are printed on standard error, and the exit code is then 1.
    """
    found = list(proofs.sentences(options.library, options.code, options.overlays))
    for line in proofs.sheet(found):
        click.echo(line)
    refused = [problem_line(options.t(), problem) for problem in proofs.refused(options.library, options.overlays)]
    faults = list(dict.fromkeys([*refused, *faults_of(options.library, options.code, found, options.overlays)]))
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(f"Faults: {len(faults)}", err=True)
    if faults:
        sys.exit(FAULTY_DATA)


@words.command()
@click.argument("locales", type=click.Path(exists=True, file_okay=False, path_type=Path))
def rename(locales: Path) -> None:
    """Rename ids in all catalogs of LOCALES, as its renamed.toml says. `make words` begins with this."""
    rename_ids(locales)


@words.command()
@click.argument("overlay", type=click.Path(path_type=Path))
def pseudo(overlay: Path) -> None:
    """Put a stretched English into OVERLAY, to see what overflows: `companion serve --overlay OVERLAY`."""
    write_pseudo(overlay)


if __name__ == "__main__":
    words(prog_name="python -m tools.words")
