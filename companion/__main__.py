"""`python -m companion`: the command line."""

from companion.cli import main

main(prog_name="companion")
