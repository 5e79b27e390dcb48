"""Every product of every game in every language, other choices by turns; the whole is tests.printing.whole."""

import pytest

from companion.printing import Request
from tests.printing.matrix import label, sample
from tests.printing.proof import faults

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("request_", sample(), ids=label)
def test_every_sheet_is_right(request_: Request) -> None:
    assert faults(request_) == []
