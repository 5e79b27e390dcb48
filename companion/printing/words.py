"""Words for printing: titles of products, and error messages."""

from companion.i18n.translator import Translator
from companion.printing.errors import (
    BadChoice,
    BadPreset,
    BadRecordFile,
    BuildError,
    NotForGame,
    PrintError,
    TooLarge,
    Unwritable,
)
from companion.printing.sheet import Labels


def product_name(t: Translator, product: str) -> str:
    return t.say(f"print.product.{product}")


def labels(t: Translator, product: str) -> Labels:
    """Return the texts on the edges of every sheet."""
    game = f"{t.name(f'game.{t.rules.game}')} · " if t.rules else ""
    return Labels(
        title=f"{game}{product_name(t, product)}",
        legal=t.say("print.legal"),
        scale=t.say("print.scale"),
        front=t.say("print.front"),
        back=t.say("print.back"),
        language=t.code,
    )


def error_line(t: Translator, error: PrintError) -> str:
    """Return one line that says what was wrong and what is valid."""
    match error:
        case BadChoice():
            id = "error.unknown_name.language" if error.kind == "language" else f"print.error.{error.kind}"
            product = t.quote(product_name(t, error.product)) if error.product else ""
            line = t.say(id, given=t.quote(error.given), product=product)
            return f"{line} {t.say('error.valid', names=', '.join(error.valid))}" if error.valid else line
        case BadPreset():
            return _preset_line(t, error)
        case NotForGame():
            t = t.saying("print.error.not_for_game")
            product, games = t.quote(product_name(t, error.product)), t.one_of([t.game(game) for game in error.valid])
            return t.say("print.error.not_for_game", product=product, games=games)
        case TooLarge():
            return t.say("print.error.too_large", size=error.size, paper=error.paper)
        case BadRecordFile():
            return t.say("score.file_missing", file=error.path, detail=_cause(t, error.cause))
        case Unwritable():
            return t.say("print.error.unwritable", path=error.path, detail=error.detail)
        case BuildError():
            return t.say("print.error.build", id=error.id, language=error.language, box=error.box, detail=error.detail)
    return str(error)


def _preset_line(t: Translator, error: BadPreset) -> str:
    """Return one line: the file, the field, what is wrong with it and what is valid."""
    if error.detail:
        return t.say("print.error.preset_unreadable", file=error.file, detail=error.detail)
    if error.given:
        line = t.say("print.error.preset_value", file=error.file, field=error.field, given=t.quote(error.given))
    else:
        line = t.say("print.error.preset_field", file=error.file, field=t.quote(error.field))
    return f"{line} {t.say('error.valid', names=', '.join(error.valid))}"


def _cause(t: Translator, cause: Exception) -> str:
    """Return what is wrong with a record, as when it is replayed, without a final full stop."""
    from companion.engine.errors import EngineError
    from companion.i18n.narration import error_lines

    match cause:
        case EngineError():
            text = " ".join(error_lines(t, cause))
        case OSError():
            text = cause.strerror or str(cause)
        case _:
            text = t.say("problem.no_utf8")
    return text.rstrip(".")
