"""The print shop's own words: titles of products, and errors as a person reads them."""

from companion.i18n.translator import Translator
from companion.printing.errors import BadChoice, BuildError, NotForGame, PrintError, TooLarge, Unwritable
from companion.printing.sheet import Labels


def product_name(t: Translator, product: str) -> str:
    """What a product is called."""
    return t.say(
        {
            "cards": "print.product.cards",
            "tiles": "print.product.tiles",
            "calibration": "print.product.calibration",
        }[product]
    )


def labels(t: Translator, product: str) -> Labels:
    """What every sheet says about itself."""
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
    """One line: what was wrong and what is valid."""
    match error:
        case BadChoice():
            said = t.say(
                {
                    "product": "print.error.product",
                    "game": "print.error.game",
                    "language": "error.unknown_name.language",
                    "paper": "print.error.paper",
                    "size": "print.error.size",
                    "duplex": "print.error.duplex",
                    "cut": "print.error.cut",
                    "ink": "print.error.ink",
                    "profile": "print.error.profile",
                    "offset": "print.error.offset",
                    "length": "print.error.length",
                }[error.kind],
                given=t.quote(error.given),
            )
            return f"{said} {t.say('error.valid', names=', '.join(error.valid))}"
        case NotForGame():
            return t.say("print.error.not_for_game", product=error.product, games=t.one_of(error.valid))
        case TooLarge():
            return t.say("print.error.too_large", size=error.size, paper=error.paper)
        case Unwritable():
            return t.say("print.error.unwritable", path=error.path, detail=error.detail)
        case BuildError():
            return t.say("print.error.build", id=error.id, language=error.language, box=error.box, detail=error.detail)
    return str(error)
