"""The answers of `companion rules` laid out for people."""

import json
import shutil
import textwrap
from collections.abc import Iterable
from typing import Any

from companion.cli.rules_answers import title
from companion.i18n.effects import effect_line
from companion.i18n.translator import Translator
from companion.rules import Library, Rules
from companion.rules.caylus import CaylusRules
from companion.rules.compare import Difference

_COUNTABLE = ("prestige", "favor", "income", "count")


def _width() -> int:
    return min(100, shutil.get_terminal_size().columns)


def _wrapped(text: str, indent: str = "  ") -> str:
    return textwrap.fill(text, _width(), initial_indent=indent, subsequent_indent=indent)


def _columns(rows: Iterable[Iterable[str]], gap: str = "  ") -> str:
    table = [list(row) for row in rows]
    widths = [max(len(row[i]) for row in table) for i in range(max(map(len, table), default=0))]
    return "\n".join(
        gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in table
    )


def games(listing: list[dict[str, Any]], t: Translator) -> str:
    """Each game with what it can be played as."""
    return "\n\n".join(_game_head(data, t) for data in listing)


def _game_head(data: dict[str, Any], t: Translator) -> str:
    low, high = data["players"]
    rows = [
        (f"  {t.say('label.players')}", f"{low}–{high}"),
        (f"  {t.say('label.editions')}", ", ".join(f"{id} ({name})" for id, name in data["editions"].items())),
        (f"  {t.say('label.variants')}", ", ".join(f"{id} ({name})" for id, name in data["variants"].items())),
    ]
    return f"{data['name']}  [{data['id']}]\n{_columns(rows)}"


def glance(data: dict[str, Any], rules: Rules, t: Translator) -> str:
    """A game on one screen: what it is, its phases, its castle."""
    phases = [
        (f"  {n}", t.name(f"phase.{p}"), t.line(f"phase.{p}")) for n, p in enumerate(rules.data.sequence.phases, 1)
    ]
    sections = [("  ", t.name(f"section.{s}"), t.line(f"section.{s}")) for s in rules.data.castle.sections]
    return "\n".join(
        [
            _game_head(data, t),
            "",
            _wrapped(data["text"]),
            "",
            t.say("label.phases"),
            _columns(phases),
            "",
            t.say("label.sections"),
            _columns(sections),
        ]
    )


def building_list(listing: list[dict[str, Any]], t: Translator) -> str:
    """All buildings by kind, one line each."""
    out = []
    for category in dict.fromkeys(data["category"] for data in listing):
        out.append(t.name(f"category.{category}"))
        rows = [
            (
                f"  {data['name']}",
                data["id"],
                data["cost_words"] or "",
                str(data["prestige"] or ""),
                data["line"] or "",
                _mark(data),
            )
            for data in listing
            if data["category"] == category
        ]
        out += [_columns(rows), ""]
    return "\n".join(out).rstrip()


def _mark(data: dict[str, Any]) -> str:
    return "?" if data["uncertain"] else ""


def entry(data: dict[str, Any], t: Translator) -> str:
    """One id for people."""
    kind = t.name(f"category.{data['category']}") if "category" in data else ""
    out = [f"{data['name']}" + (f" – {kind}" if kind else "") + f"  [{data['id']}]"]
    rows = [(f"  {t.say(f'label.{label}')}", value) for label, value in _facts(data)]
    if "confidence" in data:
        rows.append((f"  {t.say('label.confidence')}", t.say(f"confidence.{data['confidence']}")))
        rows.append((f"  {t.say('label.source')}", "; ".join(data["texts"])))
    if "printed" in data:
        boxes = [f"{edition}: {name}" for edition, name in data["printed"].items()]
        rows.append((f"  {t.say('label.names')}", " · ".join(boxes)))
    if "also" in data:
        rows.append((f"  {t.say('label.also')}", ", ".join(data["also"])))
    out.append(_columns(rows))
    if data.get("text"):
        out += ["", _wrapped(data["text"])]
    for ruling in data["rulings"]:
        out += [
            "",
            f"  {t.say('label.ruling', number=ruling['number'])}: {ruling['question']}",
            _wrapped(ruling["answer"], "    "),
        ]
    if data.get("uncertain"):
        fields = t.all_of(
            [f"{_label(t, field)} ({t.say(f'confidence.{how}')})" for field, how in data["uncertain"].items()]
        )
        out += ["", _wrapped(t.say("confidence.note", fields=fields))]
    return "\n".join(out)


def _label(t: Translator, field: str) -> str:
    """A field as people call it, or its path where it has no label."""
    label = f"label.{field}"
    return t.say(label) if t.has(label, "say") else field


def _facts(data: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [("cost", data.get("cost_words")), *((field, data.get(field)) for field in _COUNTABLE)]
    rows += [("effect", data.get("line")), ("owner", data.get("owner_line"))]
    return [(label, str(value)) for label, value in rows if value]


def difference_list(
    differences: list[Difference], names: dict[str, list[str]], pair: tuple[str, str], t: Translator
) -> str:
    """The differences of two editions as a table each."""
    if not differences and not names:
        return t.say("diff.none")
    out = [t.say("diff.title", first=t.name(f"edition.{pair[0]}"), second=t.name(f"edition.{pair[1]}")), ""]
    for difference in differences:
        out.append(title(difference, t))
        out.append(_columns([(f"  {pair[0]}", _said(difference, 0, t)), (f"  {pair[1]}", _said(difference, 1, t))]))
        if difference.first == difference.second:
            out.append("  " + t.say("diff.text_only", value=_value(difference, difference.first, t)))
        out.append("")
    if names:
        out += [t.say("label.names"), _columns([(f"  {one}", two) for one, two in names.values()])]
    return "\n".join(out).rstrip()


def _said(difference: Difference, side: int, t: Translator) -> str:
    read = (difference.first_reads, difference.second_reads)[side]
    value = (difference.first, difference.second)[side]
    if read is not None:
        label = f"diff.reads.{read}"
        return (
            t.say(label) if t.has(label, "say") else t.name(f"building.{read}") if t.has(f"building.{read}") else read
        )
    return _value(difference, value, t)


def _value(difference: Difference, value: Any, t: Translator) -> str:
    """A datum as people say it: an effect as its line, a place by its name, a number as itself."""
    if isinstance(value, bool):
        return t.say("diff.yes" if value else "diff.no")
    if isinstance(value, list):
        if value and isinstance(value[0], str):
            return t.all_of([_place(name, t) for name in value])
        return _deals(difference, value, t)
    label = f"diff.reads.{value}"
    return t.say(label) if t.has(label, "say") else str(value)


def _place(name: str, t: Translator) -> str:
    return next((t.name(f"{kind}.{name}") for kind in ("building", "term") if t.has(f"{kind}.{name}")), name)


def _deals(difference: Difference, value: list[Any], t: Translator) -> str:
    building = difference.path.split(".")[1]
    if t.rules is None or not isinstance(t.rules.data, CaylusRules) or building not in t.rules.data.buildings:
        return str(value)
    effect = t.rules.data.buildings[building].effect
    if effect is None:
        return str(value)
    return effect_line(t, type(effect).model_validate_json(json.dumps({"kind": effect.kind, "options": value})))


def source_list(listing: list[dict[str, Any]], library: Library, t: Translator) -> str:
    """Each datum with where it stands and how sure it is."""
    rows = []
    for data in listing:
        texts = "; ".join(data["texts"]) or data["file"]
        rows.append((data["path"], _short(data["value"]), t.say(f"confidence.{data['confidence']}"), texts))
    used = sorted({text.split(" ")[0] for data in listing for text in data["texts"]})
    legend = [(f"  {text}", library.texts[text]["title"]) for text in used]
    return "\n".join([_columns(rows), "", _columns(legend)]).rstrip()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def hit_list(listing: list[dict[str, Any]], word: str, t: Translator) -> str:
    """What was found, each with its names on the boxes."""
    if not listing:
        return t.say("search.none", word=t.quote(word))
    rows = []
    for data in listing:
        boxes = " · ".join(dict.fromkeys(data["printed"].values()))
        rows.append((data["name"], f"{data['game']} {data['id']}", boxes, f"({data['found_as']})"))
    return _columns(rows)
