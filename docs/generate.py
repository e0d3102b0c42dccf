"""Fills in what the documentation says about commands, rules, checks and queries, from the program itself.

`python docs/generate.py` rewrites every block between `<!-- begin NAME -->` and `<!-- end NAME -->` in README.md and
docs/*.md, and the pictures of real runs. A test fails when any of them is stale.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"(<!-- begin (?P<name>[a-z-]+) -->\n).*?(<!-- end (?P=name) -->)", re.DOTALL)
_PICTURED = {"validate": "examples/faroe/storm-rush-broken.txt"}


def pages() -> Iterator[tuple[Path, str]]:
    """Every generated file and what it should hold."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        yield path, _BLOCK.sub(lambda m: f"{m[1]}{BLOCKS[m['name']]()}{m[3]}", text)
    for name, deck in _PICTURED.items():
        yield ROOT / "docs" / f"{name}.svg", picture(deck)


# --- commands --------------------------------------------------------------------------------------------------


def commands() -> str:
    """The help of every command, as a terminal of 80 columns shows it."""
    from typer.main import get_command

    from fade_deck.cli import app

    os.environ["COLUMNS"] = "80"
    root: Any = get_command(app)
    return "".join(_helps(root, None, "fade-deck"))


def _helps(command: Any, parent: Any, name: str) -> Iterator[str]:
    context = command.make_context(name.rsplit(" ", 1)[-1], [], parent=parent, resilient_parsing=True)
    yield f"## {name}\n\n```text\n{command.get_help(context)}\n```\n\n"
    if hasattr(command, "list_commands"):
        for child in command.list_commands(context):
            yield from _helps(command.get_command(context, child), context, f"{name} {child}")


# --- rules -----------------------------------------------------------------------------------------------------


def rules() -> str:
    """Every ruleset: where it comes from, its sections, and a table of its rules with their pages."""
    from fade_deck.ruleset import load_ruleset, shipped_ids

    return "".join(_ruleset(load_ruleset(name)) for name in shipped_ids())


def _ruleset(ruleset: Any) -> str:
    from fade_deck import manual

    lines = [f"## {ruleset.id}", "", f"{ruleset.title}. Source: {ruleset.source.get('book')}.", ""]
    lines += ["| rule | severity | what it says | where |", "|---|---|---|---|"]
    for rule in ruleset.rules:
        lines.append(f"| `{rule.name}` | {rule.severity} | {_cell(rule.summary)} | {_cell(rule.citation)} |")
    readings = [rule for rule in ruleset.rules if rule.interpretation]
    lines += ["", "How we read the book where it can be read two ways:", ""] if readings else []
    lines += [f"- `{rule.name}`: {rule.interpretation}" for rule in readings]
    lines += ["", "How each is checked:", ""]
    lines += [f"- `{rule.name}`: {rule.kind}, `{manual.options(rule)}`" for rule in ruleset.rules]
    return "\n".join(lines) + "\n\n"


def reading_rules() -> str:
    """The rules about reading and names, which every ruleset has."""
    from fade_deck.reading_rules import READING_RULES

    lines = ["| rule | severity | what it says |", "|---|---|---|"]
    lines += [f"| `{name}` | {rule.severity} | {_cell(rule.summary)} |" for name, rule in READING_RULES.items()]
    return "\n".join(lines) + "\n"


def rulesets() -> str:
    """The shipped rulesets as a table."""
    from fade_deck.ruleset import load_ruleset, shipped_ids

    loaded = [load_ruleset(name) for name in shipped_ids()]
    lines = ["| id | what | rules |", "|---|---|--:|"]
    lines += [f"| `{r.id}` | {_cell(r.title)} | {len(r.rules)} |" for r in loaded]
    return "\n".join(lines) + "\n"


def kinds() -> str:
    """The kinds of check with their options."""
    from fade_deck import checks, manual

    parts = []
    for kind, page in manual.kind_pages().items():
        module = checks.kind(kind)
        text = f"### {kind}\n\n{page}\n\nOptions: {_options(module.Options)}.\n\n"
        for key, nested in getattr(module, "NESTED", {}).items():
            text += f"Each of `{key}` has: {_options(nested)}.\n\n"
        parts.append(text)
    return "".join(parts)


def _options(options: Any) -> str:
    from fade_deck.schema import WRITTEN

    keys = [(WRITTEN.get(name, name), not hasattr(options, name)) for name in options.__annotations__]
    return ", ".join(f"`{name}`{' (required)' if required else ''}" for name, required in keys)


# --- queries ---------------------------------------------------------------------------------------------------


def fields() -> str:
    """The fields of the query language."""
    from fade_deck.query import FIELDS

    lines = ["| field | short | what it is |", "|---|---|---|"]
    for name, field in FIELDS.items():
        short = ", ".join(f"`{alias}`" for alias in field.aliases)
        lines.append(f"| `{name}` | {short} | {_cell(field.help)} |")
    return "\n".join(lines) + "\n"


def flags() -> str:
    """What `is:` can ask."""
    from fade_deck.query import FLAGS

    lines = ["| flag | true of a card that |", "|---|---|"]
    lines += [f"| `is:{name}` | {_cell(flag.help)} |" for name, flag in FLAGS.items()]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# --- pictures --------------------------------------------------------------------------------------------------


def picture(deck: str) -> str:
    """A terminal in which the deck has just been checked, as SVG."""
    from rich.console import Console
    from rich.text import Text

    from fade_deck import Checker, load_cards, read_deck
    from fade_deck.renderers import render
    from fade_deck.resources import shipped_cards

    report = Checker(load_cards([shipped_cards()]), hashes=True).check(read_deck(ROOT / deck))
    report.path = deck
    console = Console(record=True, width=96, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(Text(f"$ fade-deck validate {deck}", style="bold"))
    console.print(Text.from_ansi(render([report], "full", color=True, width=96)))
    return console.export_svg(title="fade-deck", unique_id="fade-deck")


BLOCKS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "rules": rules,
    "reading-rules": reading_rules,
    "rulesets": rulesets,
    "kinds": kinds,
    "fields": fields,
    "flags": flags,
}


if __name__ == "__main__":
    for path, text in pages():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"written {path.relative_to(ROOT)}")
