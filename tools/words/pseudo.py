"""A pseudo-language, `qps`: English made longer and marked, to find text that overflows or is not translated."""

import shutil
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from companion import paths
from companion.i18n.languages import FALLBACK

PSEUDO = "qps"

_MARKS = str.maketrans("aeiouyAEIOUcn", "áéíóúýÁÉÍÓÚçñ")
_LONGER = 0.4


def write_pseudo(overlay: Path) -> None:
    """Write the catalogs of the pseudo-language into an overlay."""
    english, own = paths.locales() / FALLBACK, overlay / "locales" / PSEUDO
    (own / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    shutil.copy(english / "language.toml", own)
    for source in english.glob("LC_MESSAGES/*.po"):
        with source.open("rb") as file:
            catalog = read_po(file)
        for message in catalog:
            words = message.string
            if message.id and words and any(words) and message.context != "class":
                message.string = stretched(words) if isinstance(words, str) else tuple(map(stretched, words))
        with (own / "LC_MESSAGES" / source.name).open("wb") as file:
            write_po(file, catalog)


def stretched(text: str) -> str:
    """Return a message about 40 % longer, with its placeholders and icons unchanged.

    >>> stretched("Pay {n} deniers: [coin 1].")
    '«Páý {n} déñíérs: [coin 1]. ~~~~~~»'
    """
    out, depth, letters = [], 0, 0
    for char in text:
        depth += char in "{["
        out.append(char if depth else char.translate(_MARKS))
        letters += not depth
        depth -= char in "}]"
    return f"«{''.join(out)} {'~' * max(1, int(letters * _LONGER))}»"
