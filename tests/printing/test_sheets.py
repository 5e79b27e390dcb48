"""Every product of every game, with choices of which every two meet; the whole is tests.printing.whole."""

import pytest

from companion.printing import Request
from tests.printing.corpus import label, sample
from tests.printing.meaning import drawn_well, large_print_is_large_and_black, proofs
from tests.printing.proof import faults

pytestmark = pytest.mark.slow

SHEETS = sample()


@pytest.mark.parametrize("request_", SHEETS, ids=label)
def test_every_sheet_is_right(request_: Request) -> None:
    """All faults at once, so that a sheet is laid out and read back a single time."""
    assert faults(request_.checked(), *proofs(request_.product), drawn_well, large_print_is_large_and_black) == []


def test_no_two_sheets_share_a_file() -> None:
    requests = {request.checked() for request in SHEETS}
    assert len({request.file_name() for request in requests}) == len(requests)
