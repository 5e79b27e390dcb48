"""What people read and can tap on every screen is what it was; see `tests.web.seen`."""

from difflib import unified_diff

import pytest

from tests.web.seen import FOLDER, TEXTS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", TEXTS)
def test_everything_reads_as_before(name: str) -> None:
    kept, now = (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), TEXTS[name]()
    difference = "\n".join(unified_diff(kept.splitlines(), now.splitlines(), "before", "now", lineterm="", n=2))
    assert not difference, "look at what has changed; if it is meant so: python -m tests.web.seen"
