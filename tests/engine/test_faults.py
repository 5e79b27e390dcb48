"""The golden faults: every word that is said of a text that cannot be read, as committed."""

from tests.engine.faults import FILE, text_of


def test_every_fault_says_what_it_said() -> None:
    assert text_of() == FILE.read_text(encoding="utf-8")
