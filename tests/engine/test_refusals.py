"""The golden refusals: the reason against every action, with its arguments, as committed."""

from tests.engine.refusals import FILE, text_of


def test_every_refusal_says_what_it_said() -> None:
    assert text_of() == FILE.read_text(encoding="utf-8")
