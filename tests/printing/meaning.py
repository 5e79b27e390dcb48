"""What stands on each product: what its readers need, from the rules of the box in the words of the sheet."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.engine.scoring import fields
from companion.i18n.answers import in_play
from companion.i18n.scores import at_start, field_label, letters
from companion.i18n.translator import Translator
from companion.printing import fonts, icons
from companion.printing.contents.buildings import woodcut
from companion.printing.display import Icon, Item, Line, Rect, Text, Use
from companion.printing.record import accounted
from companion.rules import library
from tests.printing.proof import Proof
from tests.printing.reading import Box, Sheet, solid

_OF: dict[str, list[Proof]] = {}


def proofs(product: str) -> list[Proof]:
    """What must hold of a product beside what must hold of every sheet."""
    return _OF.get(product, [])


def of(*products: str) -> Callable[[Proof], Proof]:
    """Prove this of some products."""

    def decorate(proof: Proof) -> Proof:
        for product in products:
            _OF.setdefault(product, []).append(proof)
        return proof

    return decorate


def named(sheet: Sheet, kind: str, names: Any) -> list[str]:
    return [sheet.t.name(f"{kind}.{name}") for name in names]


def buildings(sheet: Sheet) -> list[str]:
    """The buildings of the box with these variants."""
    return [building for building, it in sheet.rules.data.buildings.items() if in_play(it)]


def missing(sheet: Sheet, *texts: str) -> Iterator[str]:
    lacking = sheet.says(*texts)
    if lacking:
        yield f"it does not say {lacking}"


# what is cut out


@of("cards", "tiles", "labels", "money", "tokens", "box_labels", "discs", "standees", "aid_cards", "setup_cards",
    "favors", "bridge", "castle", "order", "score")  # fmt: skip
def as_many_as_in_the_box(sheet: Sheet) -> Iterator[str]:
    """Each piece as often as in the box, beginning with its name in the language of the sheet."""
    wanted = {solid(begin): count for begin, count in BOXES[sheet.request.product](sheet).items() if count}
    there = Counter(
        max((begin for begin in wanted if _begins(text, begin)), key=len, default=text) for text, _ in sheet.pieces
    )
    if there != wanted:
        yield f"too many {dict(there - Counter(wanted))}, too few {dict(Counter(wanted) - there)}"


def _begins(text: str, with_: str) -> bool:
    """Whether a name is the first on a piece; its points may be before it."""
    return text.startswith(with_) or text.lstrip("0123456789").startswith(with_)


def _cards(sheet: Sheet) -> dict[str, int]:
    data, t = sheet.rules.data, sheet.t
    many = {"small": len(data.players.colours), "large": len(data.players.colours), "neutral": 1, "prestige": 1}
    table = ("term.start_player", "term.bridge", "term.castle")
    own = _summed(
        (t.name(f"building.{b}"), it.count * many.get(str(it.category), 0)) for b, it in data.buildings.items()
    )
    return own | dict.fromkeys(map(t.name, table), 1)


def _tiles(sheet: Sheet) -> dict[str, int]:
    return _summed((sheet.t.name(f"building.{b}"), it.count) for b, it in sheet.rules.data.buildings.items())


def _labels(sheet: Sheet) -> dict[str, int]:
    if sheet.request.game == "magna_carta":
        found = _cards(sheet)
        for id in ("term.start_player", "term.bridge", "term.castle"):
            del found[sheet.t.name(id)]
        data = sheet.rules.data
        own = sum(it.count for it in data.buildings.values() if it.category in ("small", "large"))
        residences = own * len(data.players.colours) if "intro" not in sheet.rules.variants else 0
        found[sheet.t.name("building.residence")] = residences
    else:
        kinds = ("fixed", "special")
        some = ((b, it) for b, it in sheet.rules.data.buildings.items() if it.category not in kinds)
        found = _summed((sheet.t.name(f"building.{b}"), it.count) for b, it in some)
    return {**found, sheet.t.say("print.labels.how"): 1}


def _summed(pairs: Any) -> dict[str, int]:
    """Two things may have one name."""
    found = Counter[str]()
    for name, count in pairs:
        found[name] += count
    return dict(found)


def _roles(*roles: str, badges: int) -> Callable[[Sheet], dict[str, int]]:
    """Each player's own, by their letter on every side, and what is nobody's, by its name."""

    def box(sheet: Sheet) -> dict[str, int]:
        data, signs = sheet.rules.data, letters(sheet.t)
        own = sum(data.components.get(role, 0) for role in roles) // len(data.players.colours)
        shared = {
            sheet.t.name(f"term.{one}"): data.components[one]
            for one in ("provost", "bailiff")
            if one in data.components
        }
        return {signs[colour] * badges: own for colour in data.players.colours} | shared

    return box


def _money(sheet: Sheet) -> dict[str, int]:
    parts = sheet.rules.data.components.items()
    coins = {part.removeprefix("denier_"): count for part, count in parts if part.startswith("denier_")}
    return {f"{value}{sheet.t.count('denier', int(value))}": count for value, count in coins.items()}


def _tokens(sheet: Sheet) -> dict[str, int]:
    sections: dict[str, Any] = sheet.rules.data.castle.sections  # type: ignore[attr-defined]
    return {f"{it.prestige}{sheet.t.name(f'section.{name}')}": it.tokens for name, it in sections.items()}


def _box_labels(sheet: Sheet) -> dict[str, int]:
    """A label for each coin, each kind of building that is not on the board, and every other component."""
    t, data = sheet.t, sheet.rules.data
    kinds = {str(it.category) for it in data.buildings.values() if it.count} - {"fixed", "special"}
    parts = [part for part in data.components if t.has(f"term.{part}") and icons.exists(part)]
    named_ = (*(t.name(f"term.{part}") for part in parts), *(t.words("many", f"category.{kind}") for kind in kinds))
    rest = [part for part in data.components if part not in (*parts, "cubes") and not part.startswith("denier_")]
    cards = [t.name(f"component.{part}") for part in rest if t.has(f"component.{part}")]
    cubes = [t.name(f"term.{kind}") for kind in data.words.cubes] if "cubes" in data.components else []
    sections = data.castle.sections.items()  # type: ignore[attr-defined]
    tokens = [t.name(f"section.{section}") for section, it in sections if hasattr(it, "tokens")]
    return _summed((name, 1) for name in (*_money(sheet), *named_, *cards, *cubes, *tokens))


def _sets(sheet: Sheet) -> dict[str, int]:
    """Three cards for every player, if they have two sides each."""
    faces = [face for face in sheet.document.faces if face.startswith("aid ")]
    players = sheet.request.players or (
        2 if "two_players" in sheet.rules.variants else sheet.rules.data.players.maximum
    )
    return {"": players * -(-len(faces) // 2)}


def _setups(sheet: Sheet) -> dict[str, int]:
    """A card for each number of players, and one for steps that need more room."""
    more = sum(face.endswith(" 3") for face in sheet.document.faces)
    return {sheet.t.say("print.setup.title", n=n): 1 for n in numbers(sheet)} | ({"": more} if more else {})


def _mat(id: str) -> Callable[[Sheet], dict[str, int]]:
    return lambda sheet: {sheet.t.say(id) if id.startswith("print.") else sheet.t.name(id): 1}


BOXES: dict[str, Callable[[Sheet], dict[str, int]]] = {
    "cards": _cards, "tiles": _tiles, "labels": _labels, "discs": _roles("worker", "house", "marker", badges=1),
    "standees": _roles("worker", badges=2), "money": _money, "tokens": _tokens, "box_labels": _box_labels,
    "aid_cards": _sets, "setup_cards": _setups, "favors": _mat("term.favor_table"), "bridge": _mat("term.bridge"),
    "castle": _mat("term.castle"), "order": _mat("term.turn_order"), "score": _mat("print.product.score"),
}  # fmt: skip


@of("cards")
def a_card_has_its_own_back(sheet: Sheet) -> Iterator[str]:
    t, data = sheet.t, sheet.rules.data
    behind = {"small": t.name("building.residence"), "large": t.name("building.residence"),
              "neutral": t.name("category.neutral"), "prestige": t.name("category.prestige")}  # fmt: skip
    wanted = defaultdict[str, set[str]](set)
    for building, it in data.buildings.items():
        wanted[solid(t.name(f"building.{building}"))].add(solid(behind.get(str(it.category), "")))
    for front, back in sheet.pieces:
        mine = max((name for name in wanted if _begins(front, name)), key=len, default="")
        if mine and not any(_begins(back, one) for one in wanted[mine]):
            yield f"behind {front[:30]!r} is {back[:30]!r}"
            return


@of("discs", "money", "tokens")
def no_piece_is_blank_behind(sheet: Sheet) -> Iterator[str]:
    if sheet.request.product != "tokens" and any(front != behind for front, behind in sheet.pieces):
        yield "its sides are not the same"


@of("tiles", "cards", "road", "labels")
def every_piece_has_its_picture_and_signs(sheet: Sheet) -> Iterator[str]:
    """The woodcut, what it costs, and its points in a shield."""
    label = sheet.request.product == "labels"
    for building, face in sheet.document.faces.items():
        it = sheet.rules.data.buildings.get(building)
        if it is None:
            continue
        drawn = [item.name for item in face.items if isinstance(item, Icon)]
        signs = Counter(name.removeprefix(f"{sheet.request.game}/") for name in drawn)
        texts = [item.text for item in face.items if isinstance(item, Text)]
        cost = {kind: n for kind, n in it.cost.kinds() if kind not in ("denier", "prestige")}
        if not label and not signs[woodcut(building)]:
            yield f"{building} has no picture"
        if not label and any(signs[kind] < min(n, 1) for kind, n in cost.items()):
            yield f"{building} does not say what it costs"
        if not label and it.prestige and str(it.prestige) not in texts:
            yield f"{building} does not say that it is worth {it.prestige}"


@of("tiles", "cards", "labels")
def the_other_names_are_on_it(sheet: Sheet) -> Iterator[str]:
    """By which to find a piece in another language."""
    if len(sheet.request.languages) < 2 or sheet.request.size in ("mini", "tile-small"):
        return
    code = sheet.request.languages[1]
    other = Translator(code, sheet.rules, edition=library().default_edition(sheet.request.game, code))
    texts = [front for front, _ in sheet.pieces]
    for building in sheet.rules.data.of("neutral"):
        mine, theirs = (solid(t.name(f"building.{building}")) for t in (sheet.t, other))
        some = [text for text in texts if _begins(text, mine)]
        if some and not any(theirs in text for text in some):
            yield f"{mine} is not called {theirs} as well"


@of("favors", "bridge", "castle", "order", "score")
def a_mat_has_the_numbers_of_the_box(sheet: Sheet) -> Iterator[str]:
    data: Any = sheet.rules.data
    numbers = [item.text for face in sheet.document.faces.values() for item in face.items if isinstance(item, Text)]
    match sheet.request.product:
        case "favors":
            yield from missing(sheet, *named(sheet, "line", data.favors.lines))
            wanted = [str(n) for n in range(1, data.favors.columns + 1)]
        case "bridge":
            wanted = [*map(str, data.bridge.prices), str(data.bridge.first_pass)]
        case "castle":
            yield from missing(sheet, *named(sheet, "section", data.castle.sections))
            wanted = [str(n) for it in data.castle.sections.values() for n in range(1, it.parts + 1)]
            wanted += [str(it.prestige) for it in data.castle.sections.values()]
        case "order":
            wanted = [str(n) for n in data.setup.money]
        case _:
            wanted = [str(n) for n in range(100)]
    if Counter(wanted) - Counter(numbers):
        yield f"it lacks {Counter(wanted) - Counter(numbers)}"


@of("tuck_box")
def the_box_says_what_is_in_it(sheet: Sheet) -> Iterator[str]:
    """The name of the game on two sides, the castle, and how to make the box."""
    every = "".join(sheet.texts)
    if every.count(solid(sheet.t.name(f"game.{sheet.request.game}"))) < 2:
        yield "it has no name"
    if solid(sheet.t.say("print.tuck_box.how")) not in every:
        yield "it does not say how it is made"
    if not any(isinstance(it, Icon) and it.name == "buildings/castle" for it in sheet.document.pages[0].items):
        yield "it has no picture"


@of("road")
def the_road_is_whole(sheet: Sheet) -> Iterator[str]:
    data: Any = sheet.rules.data
    yield from missing(sheet, *(str(n) for n in range(1, data.road.spaces + 1 if hasattr(data.road, "spaces") else 29)))
    yield from missing(sheet, *(f"{sheet.t.name(f'building.{b}')}" for b in data.road.fixed))


# sheets to read


@of("aid", "aid_half", "aid_cards")
def the_aid_says_it_all(sheet: Sheet) -> Iterator[str]:
    """The phases in their order, the buildings of the box, and what is left over at the end."""
    phases = enumerate(named(sheet, "phase", sheet.rules.data.sequence.phases), 1)
    data = sheet.rules.data.buildings
    there = [name for name in buildings(sheet) if name != "residence" and getattr(data[name], "places", True)]
    wanted = [f"{n}{name}" for n, name in phases]
    if sheet.request.product == "aid_cards":  # words of a line cannot be read back in order from a back that is turned
        faces = sheet.document.faces.values()
        written = solid("".join(item.text for face in faces for item in face.items if isinstance(item, Text)))
        yield from (f"no card says {text}" for text in wanted if solid(text) not in written)
    else:
        yield from missing(sheet, *wanted)
    yield from missing(sheet, *named(sheet, "building", there))
    yield from missing(sheet, sheet.t.say("print.endgame.rounded"), sheet.t.name("term.castle"))


@of("reference", "rulings", "setup")
def the_second_language_is_right_below(sheet: Sheet) -> Iterator[str]:
    """Nearer to what it translates than to anything else."""
    for page in sheet.document.pages:
        for one, other in pairwise(item for item in page.items if isinstance(item, Text)):
            if (one.font, other.font) == ("text", "italic") and one.x == other.x and other.y - one.y > one.size * 0.7:
                yield f"{other.text!r} is {other.y - one.y:.1f} mm below {one.text!r}"
                return


@of("aid")
def one_side_for_each_language(sheet: Sheet) -> Iterator[str]:
    if not sheet.request.big and len(sheet.sizes) > len(sheet.request.languages):
        yield f"it has {len(sheet.sizes)} pages"


@of("aid_half")
def twice_beside_itself(sheet: Sheet) -> Iterator[str]:
    faces = [[item.face for item in page.items if isinstance(item, Use)] for page in sheet.document.pages]
    if len(sheet.request.languages) == 1 and faces != [["side 1"] * 2, ["side 2"] * 2]:
        yield f"it shows {faces}"
    for page, (letters_, (width, _)) in enumerate(zip(sheet.letters, sheet.sizes, strict=True), 1):
        left, right = ([one for one in letters_ if (one.body[0] < width / 2) is half] for half in (True, False))
        if sorted(solid(left)) != sorted(solid(right)):
            yield f"the halves of page {page} are not the same"


@of("aid", "aid_half", "aid_cards", "castle")
def a_batch_is_food_and_two_cubes_that_may_be_gold(sheet: Sheet) -> Iterator[str]:
    if sheet.request.game != "caylus":
        return
    surfaces = [*(page.items for page in sheet.document.pages), *(face.items for face in sheet.document.faces.values())]
    runs = [[item.name for item in items if isinstance(item, Icon)] for items in surfaces]
    if not any(names[n : n + 3] == ["food", "any", "any"] for names in runs for n in range(len(names))):
        yield "there is no batch"
    if not any("≠" in text for text in sheet.texts):
        yield "it does not say that cubes differ"


@of("aid", "aid_half", "aid_cards", "teach", "setup")
def nothing_of_another_variant(sheet: Sheet) -> Iterator[str]:
    every, t = "".join(sheet.texts).lower(), sheet.t
    gone: list[str] = []
    if sheet.request.game == "magna_carta":
        intro = "intro" in sheet.rules.variants
        gone.append(t.name("variant.standard" if intro else "variant.intro"))
        if intro and sheet.request.product != "setup":
            gone += [t.name("term.provost"), t.name("building.lawyer")]
    elif "simplified_favors" in sheet.rules.variants and sheet.request.product != "setup":
        gone.append(t.say("print.aid.up_to", column=4))
    box = (
        solid(t.name(f"edition.{sheet.document.edition}")).lower() if t.has(f"edition.{sheet.document.edition}") else ""
    )
    found = [name for name in gone if solid(name).lower() in every.replace(box, "")]
    if found:
        yield f"it speaks of {found}"


@of("teach")
def the_game_on_one_page(sheet: Sheet) -> Iterator[str]:
    """Two languages may need a page more."""
    if not sheet.request.big and len(sheet.sizes) > (1 if len(sheet.request.languages) == 1 else 3):
        yield f"it has {len(sheet.sizes)} pages"
    every = "".join(sheet.texts).lower()
    phases = [
        name for name in named(sheet, "phase", sheet.rules.data.sequence.phases) if solid(name).lower() not in every
    ]
    words = [sheet.t.words("teach", id) for id in (f"game.{sheet.request.game}", "term.worker", "term.castle")]
    starts = ["".join(re.sub(r"\*|\[[^\]]*\]", "", text).split()[:3]).replace("-", "").lower() for text in words]
    if phases or any(start not in every for start in starts):
        yield f"it does not tell of {phases or starts}"


def numbers(sheet: Sheet) -> list[int]:
    """The numbers of players that a sheet is for."""
    data, request = sheet.rules.data, sheet.request
    span = range(data.players.minimum, data.players.maximum + 1)
    if request.players:
        return [request.players]
    return [n for n in span if library().suits(request.game, request.variants, n)]


@of("setup")
def a_side_for_each_number_of_players(sheet: Sheet) -> Iterator[str]:
    wanted = [sheet.t.say("print.setup.title", n=n) for n in numbers(sheet)]
    if sheet.titles != wanted:
        yield f"it is for {sheet.titles}"
    if not sheet.request.big and len(sheet.sizes) > len(wanted) * len(sheet.request.languages):
        yield f"it has {len(sheet.sizes)} pages"


@of("setup", "setup_cards")
def every_step(sheet: Sheet) -> Iterator[str]:
    steps = sheet.rules.data.setup.steps
    if sheet.request.product == "setup":
        yield from missing(sheet, *(f"{n}{name}" for n, name in enumerate(named(sheet, "setup", steps), 1)))
    else:
        told = [sheet.t.find("text", f"setup.{step}") or ("", None) for step in steps]
        yield from missing(sheet, *(" ".join(text.split("{")[0].split()[:3]) for text, _ in told))
    if sheet.request.product == "setup_cards" and sheet.request.pages == "sheet" and not sheet.pieces[0][1]:
        yield "the steps are not on the back"


@of("reference")
def every_building_once(sheet: Sheet) -> Iterator[str]:
    """With its picture, its name as a title, and what it does in words."""
    wanted = buildings(sheet)
    items = [item for page in sheet.document.pages for item in page.items]
    pictures = Counter(item.name for item in items if isinstance(item, Icon) and item.name.startswith("buildings/"))
    if pictures != Counter(woodcut(building) for building in wanted):
        yield f"it shows {pictures}"
    yield from missing(sheet, *named(sheet, "building", wanted))


@of("rulings")
def every_question_once(sheet: Sheet) -> Iterator[str]:
    every, t, rules = "".join(sheet.texts), sheet.t, sheet.rules
    for name, it in rules.data.rulings.items():
        times = every.count(solid(t.name(f"ruling.{name}")))
        gone = "intro" in rules.variants and it.about[0] in ("building.lawyer", "building.church", "term.provost")
        if times > 1 or (gone and times):
            yield f"{name} is asked {times} times"
    asked = [name for name in rules.data.rulings if solid(t.name(f"ruling.{name}")) in every]
    if len(asked) < (len(rules.data.rulings) if not rules.variants or "standard" in rules.variants else 10):
        yield f"it lacks {rules.data.rulings.keys() - set(asked)}"


@of("glossary")
def every_name_of_every_box(sheet: Sheet) -> Iterator[str]:
    for edition in library().editions(sheet.request.game):
        rules = library().rules(sheet.request.game, edition)
        t = Translator(rules.data.edition.language, rules)
        lacking = sheet.says(*(t.name(f"building.{building}") for building in rules.data.buildings))
        if lacking:
            yield f"{edition} has {lacking}"


@of("legend")
def every_sign_is_explained(sheet: Sheet) -> Iterator[str]:
    drawn = [item.name for page in sheet.document.pages for item in page.items if isinstance(item, Icon)]
    signs = [name.removeprefix(f"{sheet.request.game}/") for name in drawn]
    if signs[0] != "any" or "plain" not in signs:
        yield f"it begins with {signs[:2]}"
    cubes = {"food", "wood", "stone", "gold", "coin", "prestige", "worker", "house"}
    phases = {f"phase-{phase}" for phase in sheet.rules.data.sequence.phases}
    if (cubes | phases) - set(signs):
        yield f"it does not explain {(cubes | phases) - set(signs)}"
    yield from missing(sheet, *named(sheet, "player", sheet.rules.data.players.colours))
    if not sheet.request.big and len(sheet.sizes) > len(sheet.request.languages):
        yield f"it has {len(sheet.sizes)} pages"


@of("pad")
def a_row_for_each_player(sheet: Sheet) -> Iterator[str]:
    """A line to write on, a shape to tick for each color, and a column for each field in its order."""
    (page,), rules, t = sheet.document.pages, sheet.rules, sheet.t
    players, colours = max(numbers(sheet)), rules.data.players.colours
    shapes = sum(isinstance(item, Icon) and item.name.startswith("shape-") for item in page.items)
    pads, odd = divmod(shapes, players * len(colours))
    if odd or pads < 2:
        yield f"there are {shapes} shapes for {players} players on each pad"
    boxes = sum(isinstance(item, Rect) and item.width == 6 for item in page.items)
    if boxes != (3 * players * pads if sheet.request.game == "caylus" else 0):
        yield f"there are {boxes} boxes for houses"
    heads = {it.name.removeprefix(f"{rules.game}/") for it in page.items if isinstance(it, Icon)}
    wanted = {"plain", "coin", "gold"} | ({"kind-prestige"} if sheet.request.game == "magna_carta" else {"prestige"})
    if wanted - heads:
        yield f"its columns have no sign for {wanted - heads}"
    labels = [at_start(field_label(t, of_)) for of_ in fields(rules)]
    every = "".join(sheet.texts)
    lacking = [label for label in labels if len(label) < 10 and every.count(solid(label)) < pads]
    if lacking:
        yield f"no column for {lacking}"


@of("endgame")
def the_points_of_everybody(sheet: Sheet) -> Iterator[str]:
    game = accounted(sheet.request.record) if sheet.request.record else None
    assert game
    yield from missing(sheet, *(str(it.total) for it in game.sheet.players.values()))
    for text in (item.text for page in sheet.document.pages for item in page.items if isinstance(item, Text)):
        formula = re.fullmatch("([0-9]+)(?: : ([0-9]+))?(?: × ([0-9]+))? = ([0-9]+)", text)
        if formula:
            amount, per, rate, points = (int(part or 1) for part in formula.groups())
            if amount // per * rate != points:
                yield f"it says that {text}"


@of("teach")
def its_road_is_drawn(sheet: Sheet) -> Iterator[str]:
    if sheet.request.game == "caylus" and not sheet.request.big:
        signs = {item.name for page in sheet.document.pages for item in page.items if isinstance(item, Icon)}
        wanted = {"worker", "provost", "bailiff", "section-dungeon", "coin", "prestige", "favor"}
        if wanted - signs:
            yield f"it lacks {wanted - signs}"


@of("differences", "variants")
def the_boxes_by_name(sheet: Sheet) -> Iterator[str]:
    if sheet.request.product == "variants":
        yield from missing(sheet, *named(sheet, "variant", ("intro", "standard")), sheet.t.count("card", 10))
    else:
        yield from missing(sheet, sheet.t.say("print.product.differences"), sheet.t.name("building.jeweller")
                           if sheet.request.game == "caylus" else sheet.t.name("game.magna_carta"))  # fmt: skip


@of("calibration")
def it_can_be_measured(sheet: Sheet) -> Iterator[str]:
    """Two pages: a cross to read, and one on the back; distances from the edge and sizes of type."""
    if len(sheet.sizes) != 2:
        yield f"it has {len(sheet.sizes)} pages"
    numbers_ = [sheet.t.number(n) for n in (3.0, 4.0, 5.0, 6.35)]
    yield from missing(sheet, *(f"{n}mm" for n in numbers_), *(f"{sheet.t.number(n)}pt" for n in (6.0, 7.0, 8.5, 10.0)))
    first, second = (
        Counter(item.name for item in page.items if isinstance(item, Icon)) for page in sheet.document.pages
    )
    if len(first) != 12 or second:
        yield f"its signs are {first}"


# what is drawn


def large_print_is_large_and_black(sheet: Sheet) -> Iterator[str]:
    """At least 18 points but for numbers in coins and letters in shapes; no tints."""
    if not sheet.request.big:
        return
    players = set(sheet.rules.data.players.colours)
    for number, page in enumerate(sheet.document.pages, 1):
        small = [it.text for it in page.items if isinstance(it, Text) and it.size < 18 and len(it.text) > 1]
        colours = {it.colour for it in page.items if isinstance(it, Text)} - {"ink"}
        colours |= {it.colour for it in page.items if isinstance(it, Line | Icon)} - {"ink", "white", *players}
        colours |= {it.fill for it in page.items if isinstance(it, Rect)} - {"", "white", "ink", *players}
        if colours or any(not text.isdigit() for text in small):
            yield f"page {number} has {colours or small}"


def drawn_well(sheet: Sheet) -> Iterator[str]:
    """No sign leaves the paper or what is cut out, none lies on half of another, and no line strikes one out."""
    if sheet.request.product in ("road", "calibration"):
        return
    for name, face in sheet.document.faces.items():
        signs = [item for item in face.items if isinstance(item, Icon)]
        beyond = [it.name for it in signs if it.x < -0.1 or it.x + it.width > face.width + 0.1 or it.y < -0.1]
        if beyond:
            yield f"{name}: {beyond} outside"
        yield from (f"{name}: {struck}" for struck in _struck(face.items))
        areas = [it for it in face.items if isinstance(it, Rect)]
        if any(it.x < -0.1 or it.y < -0.1 or it.x + it.width > face.width + 0.1 for it in areas):
            yield f"{name}: an area reaches beyond it"
    for page in sheet.document.pages:
        signs = [item for item in page.items if isinstance(item, Icon)]
        beyond = [
            it.name for it in signs if it.x < 6.3 or it.x + it.width > page.width - 6.3 or not 6.3 < it.y < page.height
        ]
        if beyond:
            yield f"{page.title}: {beyond} outside the margins"
        for one, other in pairwise(sorted(signs, key=lambda it: (round(it.y, 1), it.x))):
            apart = other.x - one.x
            if abs(one.y - other.y) < 0.1 and 0.2 < apart < 0.6 * min(one.width, other.width):
                yield f"{page.title}: {one.name} and {other.name} lie on each other"
                break
        if sheet.request.product != "endgame":  # a chart's lines go through its marks
            yield from (f"{page.title}: {struck}" for struck in _struck(page.items))


def _struck(items: Sequence[Item]) -> Iterator[str]:
    """The first sign or word that an edge or a line goes through the middle of, unless a ground hides it there."""
    edges = [(place, *ends) for place, it in enumerate(items) for ends in _edges(it)]
    for place, it in enumerate(items):
        if isinstance(it, Icon) and it.width > 2 and not it.name.startswith(("buildings/", "shape-")):
            by = it.width * 0.3
            inner = (it.x + by, it.y + by, it.x + it.width - by, it.y + it.width - by)
        elif isinstance(it, Text) and not it.turn and len(it.text) > 1:
            high = fonts.height(it.font, it.size)
            inner = (it.x + 1, it.y - high * 0.7, it.x + fonts.width(it.font, it.size, it.text) - 1, it.y - high * 0.3)
        else:
            continue
        hidden = max((n for n, one in enumerate(items[:place]) if _covers(one, inner)), default=-1)
        if any(x1 < inner[2] and x2 > inner[0] and y1 < inner[3] and y2 > inner[1]
               for n, x1, y1, x2, y2 in edges if n > hidden):  # fmt: skip
            yield f"{it.name if isinstance(it, Icon) else it.text!r} is struck out"
            return


def _edges(it: Item) -> list[Box]:
    if isinstance(it, Line):
        return [(it.x1, it.y1, it.x2, it.y2)]
    if not isinstance(it, Rect) or not it.stroke or min(it.width, it.height) < 4:
        return []
    right, foot = it.x + it.width, it.y + it.height
    level, upright = [(it.x, y, right, y) for y in (it.y, foot)], [(x, it.y, x, foot) for x in (it.x, right)]
    return level if it.radius else level + upright


def _covers(one: Item, inner: Box) -> bool:
    if not isinstance(one, Rect) or not one.fill:
        return False
    return one.x <= inner[0] and inner[2] <= one.x + one.width and one.y <= inner[1] and inner[3] <= one.y + one.height
