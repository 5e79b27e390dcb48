"""Write the display lists anew, after a look at the pages: python -m tests.printing.snapshots"""

import json

from companion.printing.display import to_json
from companion.printing.job import lay_out
from companion.printing.product import Request
from tests.printing.test_contents import SNAPSHOTS

TAKEN = (("cards", "nl"), ("tiles", "de"), ("calibration", "en"))


def write() -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    for product, language in TAKEN:
        plain = to_json(lay_out(Request(product, languages=(language,)).checked()), 3)
        parts = [f"  {json.dumps(key)}: {_lines(value)}" for key, value in plain.items()]
        text = "{\n" + ",\n".join(parts) + "\n}\n"
        (SNAPSHOTS / f"{product}-{language}.json").write_text(text, encoding="utf-8")


def _lines(value: object) -> str:
    """A face or a page a line, so that a difference can be read."""
    if isinstance(value, dict):
        return (
            "{\n"
            + ",\n".join(f"    {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items())
            + "\n  }"
        )
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {json.dumps(v, ensure_ascii=False)}" for v in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    write()
