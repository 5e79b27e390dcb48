"""The command line. Each command is a module of this package, imported only when it is asked for."""

from companion.cli.lazy import LazyGroup

main = LazyGroup(
    name="companion",
    help="Companion for Caylus and Caylus Magna Carta: rules, referee, table app and paper. Unofficial and fan-made.",
    commands={
        "rules": ("companion.cli.rules:rules", "Look up, compare and check the rules of both games."),
        "score": ("companion.cli.score:score", "Count the end of a game: from options, a file, or asked step by step."),
        "replay": ("companion.cli.replay:replay", "Tell a recorded game again, to the end or to a moment."),
        "simulate": ("companion.cli.simulate:simulate", "Play many games by themselves and give the figures."),
        "perft": ("companion.cli.simulate:perft", "Count the sequences of choices from a position."),
        "print": ("companion.cli.print:print_", "Print cards, tiles and sheets as PDF, in your language."),
        "serve": ("companion.cli.serve:serve", "Open the web app for every phone on this network."),
        "db": ("companion.cli.db:db", "Check, back up, restore and copy the tables."),
        "validate": ("companion.cli.db:validate", "Replay every table on the present rules."),
        "i18n": ("companion.cli.i18n:i18n", "Begin a language, and proof-read one."),
        "doctor": ("companion.cli.doctor:doctor", "Look at everything that is needed, and say what to do."),
    },
)

__all__ = ["main"]
