"""The ids of messages that code composes from closed sets, so that nothing that reads the code could find them.

`why.full`, for one, comes from the reason that a referee gives. Where the product lists such a set, it is taken from
there.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping

from companion import paths
from companion.browser.folder import SAID, NotBuilt
from companion.engine.consequences import CONSEQUENCES
from companion.engine.errors import BadState
from companion.engine.game import referee_for
from companion.engine.reminders import REMINDERS
from companion.i18n.needed_words import choice_ids
from companion.i18n.overlay_words import USED
from companion.rules import library
from companion.rules.effects import EFFECT_KINDS
from companion.rules.errors import EXPECTED, PROBLEMS
from companion.rules.vocabulary import BonusTo, Confidence, Reads
from companion.table import errors
from companion.table.database import Database, Unusable
from companion.table.maintenance import NotKept
from companion.table.salvage import Loss
from companion.web.errors import HTTP

COMPOSED: Mapping[str, Iterable[str]] = {
    "event": (
        "bailiff_moved", "built", "converted", "declined", "declined.road_full", "declined.no_residence",
        "declined.none_in_stock", "declined.cannot_pay", "declined.nothing_to_convert", "declined.no_tokens",
        "declined.card_empty", "drawn", "earned", "earned.built", "earned.castle", "earned.effect", "earned.end",
        "earned.favor", "earned.scoring", "earned.used", "ended", "favor_lost", "favor_used", "favored.adjusted",
        "favored.best_builder", "favored.built", "favored.effect", "favored.scoring", "gave", "gave.built",
        "gave.castle", "gave.effect", "gave.favor", "gave.residence", "lodged", "lost", "lost.refusal", "lost.scoring",
        "moved", "ordered", "paid", "paid.effect", "paid.provost", "paid.residence", "paid.worker", "passed", "phase",
        "placed", "promised", "provost_moved.back", "provost_set", "provost_moved.forward", "received",
        "received.effect", "received.favor", "received.first_pass", "received.income", "received.income_of",
        "received.setup", "reordered", "returned", "scoring", "took", "took.bonus", "took.effect", "took.favor",
        "took.setup", "turn", "laid", "laid.neutral", "drew", "drew_unseen", "reshuffled", "discarded", "revealed",
        "starts", "kept", "mulliganed", "swapped", "won_token", "token_removed", "provost_moved.alone", "built.loose",
        "received.owner", "paid.owner", "paid.draw", "paid.swap", "took.owner", "took.best_builder", "gave.owner",
        "earned.token", "earned.road", "earned.prestige",
    ),
    "deed": (
        "placed", "placed.owned", "moved.owned", "passed_first", "used", "used.home", "used.owned", "used.owned.home",
        "paid", "paid.home", "paid.owned", "paid.owned.home", "owner", "idle", "idle.cannot_pay", "idle.card_empty",
        "idle.no_residence", "idle.no_tokens", "idle.none_in_stock", "idle.nothing_to_convert", "idle.road_full",
        "beyond", "built", "built.gain", "built.gain.home", "built_loose", "laid", "converted", "converted.home",
        "converted.gain", "converted.gain.home", "converted_later", "promised", "promised.home", "batch",
        "batch_token", "favor", "favor.paid", "provost.forward", "provost.back", "provost.stays", "provost.stays.told",
        "inn.stays", "batch.done", "ordered", "begins", "income", "swapped", "drew.paid", "drew_unseen.paid",
        "drew.several", "drew_unseen.several", "revealed.several", "end", "end.gold", "end.cubes", "end.deniers",
        "road", "road.card", "phase",
    ),
    "why": (
        "beyond_marker", "compulsory", "drawn_already", "full", "game_over", "line_used", "missing", "never_residence",
        "no_batch", "no_such_building", "no_such_player", "not_in_stock", "not_neutral", "not_now", "not_offered",
        "not_on_road", "not_produced", "not_so", "not_used", "not_your_residence", "not_yours", "occupied",
        "off_the_road", "ordered_already", "other_category", "other_rules", "out_of_turn", "payment", "promised",
        "takes_no_worker", "there_already", "too_far", "too_much", "unknown_action", "no_card", "no_hand",
        "comes_last", "not_in_deck", "no_worker", "not_in_hand", "no_residence", "no_tokens", "residence_already",
        "seen_already", "has_only", "passed_already", "no_such_space", "road_full", "no_worker_left",
        "no_worker_there", "castle_full", "none_in_stock", "cannot_pay", "nothing_to_convert", "card_empty",
        "neutral_stays", "other_phase", "which_of_several",
    ),
    "position": (
        "bailiff", "below_nothing", "building_twice", "gap", "given", "gone", "marker", "not_on_board",
        "on_empty_space", "order", "owner", "promised_without_worker", "provost", "section_full", "takes_no_worker",
        "too_many_coins", "too_many_cubes", "too_many_houses", "too_many_in", "twice_in", "workers", "not_all_passed",
        "no_start_player", "no_such_cube", "card", "hand", "stock", "cover", "tokens", "finished", "not_due",
        "section", "section_early", "columns", "misplaced", "neutral_missing", "promise", "open_choice", "step",
        "neutrals", "before_the_deal", "uncovered", "points", "no_residences", "never_residence", "turn", "too_early",
        "too_many_workers", "too_late", "batches", "points_follow", "pace",
    ),
    "notation": (
        "amount", "at", "before_the_bridge", "building", "building_twice", "no_key", "no_such_building",
        "no_such_choice", "no_such_effect", "no_such_line", "no_such_player", "no_such_section", "not_in_castle",
        "not_special", "number", "numbers", "one_word", "phase", "range", "road_too_long", "turn", "twice",
        "unknown_key", "value_missing", "not_yet", "said_already", "no_number",
    ),
    "points": (
        "before", "built", "castle", "cubes", "deniers", "effect", "end", "favor", "gold", "refusal", "scoring",
        "track", "used", "bonus", "token", "road", "prestige", "adjusted", "correction",
    ),
    "web.sheet.what": ("road", "prestige"),
    "simulate": (
        "decisions", "decisions_per_second", "games", "games_per_second", "mean_options", "rounds", "score_highest",
        "score_lowest", "score_mean", "score_spread", "winning_mean",
    ),
    "mind": (
        "batches", "cards", "castle", "favors", "goods", "houses", "land", "money", "order", "places", "points",
        "provost", "rivals", "stock", "workers",
    ),
    "label": (
        "cost", "prestige", "favor", "income", "count", "effect", "owner", "category", "places", "one_per_player",
        "stock", "parts", "tokens", "trigger", "opens_column", "scoring", "on_tile",
    ),
    "print.error": (
        "product", "game", "paper", "size", "size_range", "size_least", "size_none", "duplex", "cut", "cutter", "ink",
        "maker", "profile", "offset", "page", "pages", "only", "preset", "players", "record", "big", "no_use",
        "no_use_maker", "not_made", "paper_labels",
    ),
    "choice": ("go_on",),
    "told": (
        "agreed", "asked", "ended", "laid", "locked", "opened", "paused", "redone", "reopened", "resumed", "tried",
        "unlocked",
    ),
    "follows": CONSEQUENCES,
    "forget": REMINDERS,
    "table": BadState.CODES,
    "refusal": (
        *(code for error in errors.ERRORS for code in error.CODES), "unreadable", "least", "most", "whole",
        "missing", "extra", "valid", "short", "long", "form", "text", "yes_no", "list", "names", "untracked",
    ),
    "browser": SAID,
    "static": NotBuilt.CODES,
    "database": Unusable.CODES,
    "keeping": NotKept.CODES,
    "serve": ("anywhere", "proxy", "here", "address"),
    "serve.file": (*Database.LOST, "back"),
    "serve.not_rescued": ("open", "written"),
    "serve.rescued": ("open", "written"),
    "salvage": (*Loss.CODES, "places"),
    "confidence": Confidence,
    "diff.reads": [read for read in (*Reads, *BonusTo) if read != Reads.CUT_OFF],
    "problem": [code for code in PROBLEMS if code != "expected"],
    "problem.expected": EXPECTED,
    "error.unknown_name": (
        "game", "edition", "edition_of", "variant_of", "id", "name", "language", "field", "colour",
    ),
    "effect": (
        *(kind for kind in EFFECT_KINDS if kind not in ("gain", "produce", "trade", "build", "residence")),
        *(f"{verb}{part}" for verb in ("trade", "sell", "pay") for part in ("", ".deal")),
        *(f"{how}.{good}" for how in ("build", "build_cheaper") for good in ("wood", "stone", "prestige")),
    ),
    "source": library().texts,
    "print.product": [file.stem for file in (paths.templates() / "sheets" / "products").glob("*.toml")],
    "print.spoken": ("or", "less"),
    "print.teach.example": {
        step["said"]: None
        for file in sorted((paths.templates() / "sheets" / "examples").glob("*.toml"))
        for step in tomllib.loads(file.read_text(encoding="utf-8"))["steps"]
    },
    "web.field": ("entry", "name"),
    "web.phase": ("income", "workers", "special", "buildings", "end_of_turn", "end_of_round", "actions"),
}  # fmt: skip
"""By the beginning of their ids, how they go on."""


def composed_ids() -> Iterator[tuple[str, str, bool]]:
    """Yield every (facet, id, plural) of the common catalog that code composes."""
    yield from (("say", f"{start}.{end}", False) for start, ends in COMPOSED.items() for end in ends)
    yield from (("say", id, False) for id in _field_labels())
    yield from (("say", id, False) for game in library().games for id in choice_ids(library().rules(game, None)))
    yield from (("say", id, False) for _, id in HTTP.values())
    yield from (("count", unit, True) for unit in ("fault", "minute", "move", *USED))


def _field_labels() -> Iterator[str]:
    """Yield the labels of position fields that are not terms of the game."""
    known = library()
    for game in known.games:
        rules = known.rules(game, known.editions(game)[0], (), known.rules(game, None).data.players.minimum)
        seats = rules.data.players.colours[: rules.players or 0]
        for unseen in ((), seats):
            for field in referee_for(rules, seats, unseen).schema.fields.values():
                slots = field.kind.slots(field.kind.empty)
                yield from (id for id in (field.label, *(slot.label for slot in slots)) if id.startswith("web."))
