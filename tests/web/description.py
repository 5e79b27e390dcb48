"""The description of the API as it is kept in `docs/openapi.json`: `python -m tests.web.description` writes it."""

import json
from pathlib import Path

from companion.web.api.document import document

FILE = Path(__file__).parents[2] / "docs" / "openapi.json"

if __name__ == "__main__":
    FILE.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
