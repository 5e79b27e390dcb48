"""A command group that lists its commands by name and one line of help, and imports a command only to run it."""

import atexit
import gc
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """`--help` costs what bare click costs, however much the commands import."""

    def __init__(self, *, name: str, help: str, commands: dict[str, tuple[str, str]]) -> None:
        super().__init__(name=name, help=help, context_settings={"help_option_names": ["-h", "--help"]})
        self._lazy = commands
        self.params.append(
            click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_version,
                help="Show the version.",
            )
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The start of the process. Most of ours end before looking for garbage pays: a seventh of a cold command."""
        gc.set_threshold(100_000, 50, 50)
        atexit.register(gc.freeze)
        return super().__call__(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in our order."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, imported now."""
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, from the lines given here."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, naming the valid commands when there is no such one."""
        if args and not args[0].startswith("-") and args[0] not in self._lazy:
            ctx.fail(f"No such command {args[0]!r}. Valid: {', '.join(self._lazy)}.")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from companion import __version__

        click.echo(f"companion {__version__}")
        ctx.exit()
