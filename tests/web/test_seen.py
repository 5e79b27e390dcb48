"""What people read and can tap on every screen is what it was; see `tests.web.seen`."""

from difflib import unified_diff

import pytest

from tests.web.seen import FOLDER, SCREENS_OF, others, table

pytestmark = pytest.mark.slow

SAME = "look at what has changed; if it is meant so: python -m tests.web.seen"


def differs(name: str, text: str) -> str:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return "\n".join(unified_diff(kept.splitlines(), text.splitlines(), "before", "now", lineterm="", n=2))


@pytest.mark.parametrize("name", SCREENS_OF)
def test_a_table_reads_as_before(name: str) -> None:
    assert not differs(name, table(name)), SAME


def test_pages_without_a_table_read_as_before() -> None:
    assert not differs("others", others()), SAME
