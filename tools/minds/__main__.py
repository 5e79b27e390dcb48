"""`python -m tools.minds`."""

from tools.minds.commands import main

main(prog_name="python -m tools.minds")
