"""A command group that imports a command only to run it, and lists commands with one line of help each."""

import atexit
import gc
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose `--help` takes no longer than bare click, however much its commands import."""

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
        """Run a command. Most end before collecting garbage would pay; doing so takes a seventh of a cold start."""
        gc.set_threshold(100_000, 50, 50)
        atexit.register(gc.freeze)
        return super().__call__(*args, **kwargs)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names in the order given."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it."""
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands with their help lines."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command as click does, but list the valid ones if there is none by that name."""
        if args and not args[0].startswith("-") and args[0] not in self._lazy:
            ctx.fail(f"No such command {args[0]!r}. Valid: {', '.join(self._lazy)}.")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from companion import __version__

        click.echo(f"companion {__version__}")
        ctx.exit()
