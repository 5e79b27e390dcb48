"""The command line. Each command is a module of this package, imported only when it is used."""

from companion.cli.lazy import LazyGroup

main = LazyGroup(
    name="companion",
    help="Companion for Caylus and Caylus Magna Carta: rules, table app and print shop. Unofficial and fan-made.",
    commands={
        "rules": ("companion.cli.rules:rules", "Look up, compare and validate the rules."),
        "score": ("companion.cli.score:score", "Calculate final scores from options, from a file, or interactively."),
        "replay": ("companion.cli.replay:replay", "Retell a recorded game, to the end or to a given moment."),
        "simulate": ("companion.cli.simulate:simulate", "Play many simulated games and print statistics."),
        "minds": ("companion.cli.minds:minds", "Ask the computer players what decided a game."),
        "perft": ("companion.cli.simulate:perft", "Count the action sequences from a position."),
        "print": ("companion.cli.print:print_", "Make cards, tiles and sheets as PDF, in your language."),
        "serve": ("companion.cli.serve:serve", "Run the app for every phone on this network."),
        "static": ("companion.cli.static:static", "Write the app as files, to play on one phone without a server."),
        "table": ("companion.cli.table:table", "List the tables, and bring back a seat that was lost."),
        "db": ("companion.cli.db:db", "Check, back up, restore and copy the database."),
        "validate": ("companion.cli.db:validate", "Replay every table with the current rules."),
        "i18n": ("companion.cli.i18n:i18n", "Start a translation."),
        "doctor": ("companion.cli.doctor:doctor", "Check the installation, and say how to fix it."),
    },
)

__all__ = ["main"]
