"""The command line. Each command is a module of this package, imported only when it is asked for."""

from companion.cli.lazy import LazyGroup

main = LazyGroup(
    name="companion",
    help="Companion for Caylus and Caylus Magna Carta: rules, referee, table app and paper. Unofficial and fan-made.",
    commands={
        "rules": ("companion.cli.rules:rules", "Look up, compare and check the rules of both games."),
    },
)

__all__ = ["main"]
