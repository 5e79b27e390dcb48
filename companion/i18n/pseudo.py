"""A pseudo-language: English made longer and marked, to find text that overflows or is not translated."""

PSEUDO = "qps"

_MARKS = str.maketrans("aeiouyAEIOUcn", "áéíóúýÁÉÍÓÚçñ")
_LONGER = 0.4


def stretched(text: str) -> str:
    """Return a message about 40 % longer, with its placeholders unchanged.

    >>> stretched("Pay {n} deniers.")
    '[Páý {n} déñíérs. ~~~~~]'
    """
    out, depth, letters = [], 0, 0
    for char in text:
        depth += char == "{"
        out.append(char if depth else char.translate(_MARKS))
        letters += not depth
        depth -= char == "}"
    return f"[{''.join(out)} {'~' * max(1, int(letters * _LONGER))}]"
