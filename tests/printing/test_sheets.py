"""Every product of every game, with choices of which every two meet; the whole is tests.printing.whole."""

from itertools import groupby

import pytest

from tests.pairs import some
from tests.printing.corpus import Kind, label, sample
from tests.printing.meaning import drawn_well, large_print_is_large_and_black, proofs
from tests.printing.proof import faults

pytestmark = pytest.mark.slow

SHEETS = {kind: [*sheets] for kind, sheets in groupby(sample(), lambda sheet: (sheet.product, sheet.game))}


@pytest.mark.parametrize("kind", SHEETS, ids="-".join)
def test_every_sheet_is_right(kind: Kind, pytestconfig: pytest.Config) -> None:
    """Two sheets of each, or all; all faults at once, so that a sheet is laid out and read back a single time."""
    proven = (*proofs(kind[0]), drawn_well, large_print_is_large_and_black)
    sheets = SHEETS[kind] if pytestconfig.getoption("whole") else some(SHEETS[kind], 2, kind)
    found = {label(sheet): faults(sheet.checked(), *proven) for sheet in sheets}
    assert {name: told for name, told in found.items() if told} == {}


def test_no_two_sheets_share_a_file() -> None:
    requests = {request.checked() for sheets in SHEETS.values() for request in sheets}
    assert len({request.file_name() for request in requests}) == len(requests)
