"""What sessions at a terminal begin with, where a few lines of text would not do."""

from collections.abc import Callable
from pathlib import Path

READY: dict[str, Callable[[], None]] = {}
"""By the words that stand in a session. Each makes files in the current folder."""


def ready(words: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def decorate(make: Callable[[], None]) -> Callable[[], None]:
        READY[words] = make
        return make

    return decorate


@ready("a file that is not UTF-8")
def _latin() -> None:
    file = Path("my-box", "caylus", "latin.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b'title = "caf\xe9"\n')


@ready("a number of 5000 digits")
def _long() -> None:
    file = Path("my-box", "caylus", "mine.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[income]\nbase = {'9' * 5000}\n", encoding="utf-8")
