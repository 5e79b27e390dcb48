"""Every product in every language, on every paper, for every printer, read back; long.

    python -m tests.printing.whole [PRODUCT]...

Names each sheet with a fault and what it is; exit 1 if there is any.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor

from companion.printing import Request
from companion.printing.errors import PrintError
from tests.printing.corpus import every, label
from tests.printing.meaning import drawn_well, proofs
from tests.printing.proof import faults


def proven(request: Request) -> tuple[str, list[str]]:
    """A sheet's name and its faults, one that cannot be made being the first."""
    try:
        return label(request), faults(request, *proofs(request.product), drawn_well)
    except PrintError as error:
        return label(request), [str(error)]


def main() -> int:
    """All of the matrix, or of the products named."""
    products = set(sys.argv[1:])
    asked = [request for request in every() if not products or request.product in products]
    begun, bad = time.monotonic(), 0
    with ProcessPoolExecutor() as pool:
        for number, (name, found) in enumerate(pool.map(proven, asked, chunksize=4), 1):
            bad += bool(found)
            for fault in found:
                print(f"\r{name}: {fault}")  # noqa: T201
            if sys.stdout.isatty():
                print(f"\r{number} of {len(asked)}", end="", flush=True)  # noqa: T201
    print(f"\r{len(asked)} sheets, {bad} with faults, {time.monotonic() - begun:.0f} s")  # noqa: T201
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
