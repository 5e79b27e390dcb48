"""A language nobody speaks: English made longer and marked, to find what overflows or was never translated."""

PSEUDO = "qps"

_MARKS = str.maketrans("aeiouyAEIOUcn", "áéíóúýÁÉÍÓÚçñ")
_LONGER = 0.4


def stretched(text: str) -> str:
    """A message about 40 % longer, its places untouched.

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
