"""`rulesets`: which there are, what one says, and how two differ."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from fade_deck import manual
from fade_deck.cli import _shared as shared
from fade_deck.ruleset import Ruleset, load_ruleset, shipped_ids

_EXAMPLES = shared.examples(
    """
fade-deck rulesets
fade-deck rulesets show faroe
fade-deck rulesets diff fade-3.4 fade
"""
)
app = shared.new_app(invoke_without_command=True, epilog=_EXAMPLES)
NameArgument = Annotated[
    str,
    typer.Argument(metavar="ID|PATH", autocompletion=shared.complete_rulesets, help="A ruleset: an id or a TOML file."),
]


@app.callback()
def rulesets(context: typer.Context, format: shared.FormatOption = "full") -> None:  # noqa: A002
    """List the rulesets, show one, or compare two."""
    if context.invoked_subcommand is not None:
        return
    loaded = [load_ruleset(name) for name in shipped_ids()]
    if format == "json":
        shared.emit(_json({"rulesets": [_head(ruleset) for ruleset in loaded]}))
        return
    rows = [[r.id, r.game, r.version, str(len(r.rules)), r.extends or "", r.title] for r in loaded]
    shared.emit(shared.table(rows, ["id", "game", "version", "rules", "extends", "title"], "auto"))


@app.command()
def show(ruleset: NameArgument, format: shared.FormatOption = "full") -> None:  # noqa: A002
    """Show a ruleset: source, sections, rules, vocabulary."""
    found = load_ruleset(ruleset)
    if format == "json":
        shared.emit(_json({"ruleset": _head(found) | _body(found)}))
        return
    source = ", ".join(found.source[key] for key in ("book", "note") if found.source.get(key))
    lines = [f"{found.id}: {found.title}", f"game {found.game}, version {found.version or 'not given'}"]
    lines += [f"source: {source}"] if source else []
    lines += [f"extends {found.extends}"] if found.extends else []
    lines += ["", "Sections"]
    for zone in found.zones:
        also = f"; also written {', '.join(zone.headings)}" if zone.headings else ""
        lines.append(f"  {zone.name}{' (optional)' if zone.optional else ''}{also}")
    lines += ["", "Rules"]
    for rule in found.rules:
        lines.append(f"  {rule.name} ({rule.severity}): {rule.summary or manual.readable(rule.message)}")
    lines += ["", "Vocabulary"]
    for label, words in _words(found).items():
        lines += [f"  {label}: {', '.join(words)}"] if words else []
    shared.emit("\n".join(shared.wrapped(line) for line in lines) + "\n")


@app.command()
def diff(old: NameArgument, new: NameArgument, format: shared.FormatOption = "full") -> None:  # noqa: A002
    """Say in which sections and rules two rulesets differ."""
    first, second = load_ruleset(old), load_ruleset(new)
    found = manual.differences(first, second)
    if format == "json":
        listed = [difference._asdict() for difference in found]
        shared.emit(_json({"old": first.id, "new": second.id, "differences": listed}))
        return
    lines = [f"--- {first.id}: {first.title}", f"+++ {second.id}: {second.title}"]
    for difference in found:
        lines.append(f"  {difference.rule}")
        lines += [f"-   {difference.before}"] if difference.before else []
        lines += [f"+   {difference.after}"] if difference.after else []
    lines += [] if found else ["no differences in sections or rules"]
    shared.emit("\n".join(shared.wrapped(line) for line in lines) + "\n")


def _json(data: dict[str, Any]) -> str:
    return shared.dumps({"schema": 1, **data})


def _head(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "game": ruleset.game,
        "version": ruleset.version,
        "extends": ruleset.extends,
        "source": ruleset.source,
    }


def _body(ruleset: Ruleset) -> dict[str, Any]:
    keys = ("name", "kind", "severity", "summary", "message", "help", "citation", "interpretation")
    return {
        "zones": [{"id": z.id, "name": z.name, "headings": z.headings, "optional": z.optional} for z in ruleset.zones],
        "rules": [
            {**{key: getattr(rule, key) for key in keys}, "options": manual.written(rule.data)}
            for rule in ruleset.rules
        ],
        "vocabulary": _words(ruleset),
    }


def _words(ruleset: Ruleset) -> dict[str, list[str]]:
    words = ruleset.vocabulary
    return {
        "types": list(words.types),
        "elements": list(words.elements),
        "ranks": list(words.ranks),
        "rarities": list(words.rarities),
        "keywords": [word.get("form") or word["name"] for word in ruleset.words],
    }
