"""The output of `companion rules` as text."""

import json
from typing import Any

from companion.cli.layout import columns, wrapped
from companion.i18n.answers import facts, label, said, tile_names, title, value_words
from companion.i18n.translator import Translator
from companion.rules import Library, Rules
from companion.rules.compare import Difference


def games(listing: list[dict[str, Any]], t: Translator) -> str:
    """List the games with their players, editions and variants."""
    return "\n\n".join(_game_head(data, t) for data in listing)


def _game_head(data: dict[str, Any], t: Translator) -> str:
    low, high = data["players"]
    rows = [
        (f"  {t.say('label.players')}", f"{low}–{high}"),
        (f"  {t.say('label.editions')}", t.listed(f"{id} ({name})" for id, name in data["editions"].items())),
        (f"  {t.say('label.variants')}", t.listed(f"{id} ({name})" for id, name in data["variants"].items())),
    ]
    return f"{data['name']}  [{data['id']}]\n{columns(rows)}"


def glance(data: dict[str, Any], rules: Rules, t: Translator) -> str:
    """Show a game on one screen: what it is, its phases, its castle."""
    phases = [
        (f"  {n}", t.name(f"phase.{p}"), t.line(f"phase.{p}")) for n, p in enumerate(rules.data.sequence.phases, 1)
    ]
    sections = [
        ("  ", t.name(f"section.{s}"), t.line(f"section.{s}")) for s in dict(rules.data.things()).get("section", ())
    ]
    return "\n".join(
        [
            _game_head(data, t),
            "",
            wrapped(data["text"]),
            "",
            t.say("label.phases"),
            columns(phases),
            "",
            t.say("label.sections"),
            columns(sections),
        ]
    )


def building_list(listing: list[dict[str, Any]], t: Translator) -> str:
    """List all buildings by category, one line each."""
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
                "?" if data["uncertain"] else "",
            )
            for data in listing
            if data["category"] == category
        ]
        out += [columns(rows), ""]
    return "\n".join(out).rstrip()


def entry(data: dict[str, Any], rules: Rules, t: Translator) -> str:
    """Show one entry."""
    kind = t.name(f"category.{data['category']}") if "category" in data else ""
    out = [f"{data['name']}" + (f" – {kind}" if kind else "") + f"  [{data['id']}]"]
    rows = [(f"  {called}", value) for _, called, value in facts(data, t)]
    rows += [(f"  {place}", str(step)) for place, step in enumerate(data.get("steps", []), 1)]
    if "confidence" in data:
        rows.append((f"  {t.say('label.confidence')}", t.say(f"confidence.{data['confidence']}")))
        rows.append((f"  {t.say('label.source')}", t.series(data["texts"])))
    if "printed" in data:
        rows.append((f"  {t.say('label.names')}", _boxes(data["printed"], t)))
    names = [t.labelled(code, name) + (f" ({how})" if how else "") for code, name, how in tile_names(rules, data, t)]
    if names:
        rows.append((f"  {label(t, 'on_tile')}", " · ".join(names)))
    if "also" in data:
        rows.append((f"  {t.say('label.also')}", t.listed(data["also"])))
    out.append(columns(rows))
    if data.get("text"):
        out += ["", wrapped(data["text"])]
    for ruling in data["rulings"]:
        out += [
            "",
            "  " + t.labelled(t.say("label.ruling", number=ruling["number"]), ruling["question"]),
            wrapped(ruling["answer"], "    "),
        ]
    if data.get("uncertain"):
        fields = tuple(f"{label(t, field)} ({t.say(f'confidence.{how}')})" for field, how in data["uncertain"].items())
        out += ["", wrapped(t.say("confidence.note", fields=fields))]
    return "\n".join(out)


def _boxes(printed: dict[str, str], t: Translator) -> str:
    """Return names, each with the editions that use it."""
    by_name: dict[str, list[str]] = {}
    for edition, name in printed.items():
        by_name.setdefault(name, []).append(edition)
    return " · ".join(t.labelled(t.listed(editions), name) for name, editions in by_name.items())


def difference_list(
    differences: list[Difference], names: dict[str, list[str]], pair: tuple[str, str], t: Translator
) -> str:
    """Show the differences of two editions as small tables."""
    if not differences and not names:
        return t.say("diff.none")
    out = [t.say("diff.title", first=t.name(f"edition.{pair[0]}"), second=t.name(f"edition.{pair[1]}")), ""]
    for difference in differences:
        out.append(title(difference, t))
        out.append(columns([(f"  {pair[0]}", said(difference, 0, t)), (f"  {pair[1]}", said(difference, 1, t))]))
        if difference.first == difference.second:
            out.append("  " + t.say("diff.text_only", value=value_words(difference, difference.first, t)))
        out.append("")
    if names:
        out += [t.say("label.names"), columns([(f"  {name}", two) for name, two in names.values()])]
    return "\n".join(out).rstrip()


def source_list(listing: list[dict[str, Any]], library: Library, t: Translator) -> str:
    """List data with their sources and how reliable they are."""
    rows = []
    for data in listing:
        texts = t.series(data["texts"]) or data["file"]
        rows.append((data["path"], _short(data["value"]), t.say(f"confidence.{data['confidence']}"), texts))
    used = sorted({text.split(" ")[0] for data in listing for text in data["texts"]})
    legend = [(f"  {text}", library.texts[text]["title"]) for text in used]
    return "\n".join([columns(rows), "", columns(legend)]).rstrip()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def hit_list(listing: list[dict[str, Any]], word: str, t: Translator) -> str:
    """List search results with their names in each edition."""
    if not listing:
        return t.say("search.none", word=t.quote(word))
    rows = []
    for data in listing:
        boxes = " · ".join(dict.fromkeys(data["printed"].values()))
        rows.append((data["name"], f"{data['game']} {data['id']}", boxes, f"({data['found_as']})"))
    return columns(rows)
