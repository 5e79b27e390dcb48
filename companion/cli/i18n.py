"""`companion i18n`: for those who write the words."""

import sys

import click

from companion.cli.common import FAULTY_DATA, BoxOptions, with_options
from companion.i18n import proof as proofs
from companion.i18n.proofreading import faults_of


@click.group()
def i18n() -> None:
    """Proof-read the words of a language."""


@i18n.command()
@with_options("lang", "overlays")
def proof(asked: BoxOptions) -> None:
    """Print every sentence filled in, to be read.

    What rules find wrong goes to standard error, and the command then ends with 1.
    """
    found = list(proofs.sentences(asked.library, asked.code, asked.overlays))
    for line in proofs.sheet(found):
        click.echo(line)
    faults = list(dict.fromkeys(faults_of(asked.library, asked.code, found, asked.overlays)))
    for fault in faults:
        click.echo(fault, err=True)
    click.echo(asked.t().count("fault", len(faults)), err=True)
    if faults:
        sys.exit(FAULTY_DATA)
