"""What speaks for a move, in a few words; what does not is left out."""

import pytest

from companion.i18n.decided import reason
from tests.i18n.told import Case, cases
from tests.words import plain


@pytest.mark.parametrize("case", cases("minds"), ids=str)
def test_a_reason_is_said_where_it_is_one(case: Case) -> None:
    group, input, change = case.given[0].split()
    for t, lines in case.translators():
        assert [plain(reason(t, group, input, float(change)) or "")] == lines
