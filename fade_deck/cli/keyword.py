"""`keyword`: what a keyword does, edition by edition, and which cards have it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fade_deck.cli import _shared as shared

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB
    from fade_deck.ruleset import Ruleset

_EXAMPLES = shared.examples(
    """
fade-deck keyword aura
fade-deck keyword mythcal
fade-deck keyword charge --ruleset faroe
"""
)
_SHOWN = 60  # letters of what was typed that are said back
_LONGEST = 300  # letters of a keyword that is looked for by likeness
_WIDE = 100  # columns from which on editions stand side by side
Meaning = tuple[list[str], dict[str, Any]]
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def keyword(
    name: Annotated[
        list[str], typer.Argument(metavar="NAME...", autocompletion=shared.complete_keywords, help="The keyword.")
    ],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
) -> None:
    """Explain a keyword, and list the cards that have it.

    Editions that say the same share one paragraph; on a wide terminal those that differ stand side by side. A misspelt
    name that is near to one keyword alone explains that one; else it shows those that are near, exit code 1.
    """
    from fade_deck.config import load_config
    from fade_deck.errors import UsageError
    from fade_deck.ruleset import load_ruleset, shipped_ids

    db = shared.load_db(cards, load_config())
    editions = [load_ruleset(name) for name in ([ruleset] if ruleset else shipped_ids())]
    text = " ".join(name)
    if not text.strip():
        raise UsageError("the keyword is empty", hint="`fade-deck find kw:aura` lists cards by keyword")
    found = _meanings(text, editions) or _near_meanings(text, editions)
    if not found:
        raise typer.Exit(1)
    holders = _holders(found, editions, db)
    if format == "json":
        meanings = [{"rulesets": ids, **word} for ids, word in found]
        shared.emit(shared.dumps({"schema": 1, "keyword": found[0][1]["name"], "meanings": meanings, "cards": holders}))
        return
    side_by_side = len(found) > 1 and sys.stdout.isatty() and shared.width() >= _WIDE
    lines = _beside(found) if side_by_side else _below(found)
    for game, names in holders.items():
        lines.append(shared.wrapped(f"{game}: {'; '.join(names)}"))
    shared.emit("\n".join(lines) + "\n")


def _title(ids: list[str], word: dict[str, Any]) -> str:
    from fade_deck.text import clean

    return clean(f"{word.get('form') or word['name']} ({', '.join(ids)})")


def _below(found: list[Meaning]) -> list[str]:
    """Each meaning below the one before."""
    return [
        line for ids, word in found for line in (_title(ids, word), shared.wrapped(f"  {word.get('text', '')}", 0), "")
    ]


def _beside(found: list[Meaning]) -> list[str]:
    """A column for each meaning, all of one width."""
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from fade_deck.text import clean

    made = Table(box=None, pad_edge=False, padding=(0, 2), expand=True, show_header=False)
    for _ in found:
        made.add_column(ratio=1, overflow="fold")
    made.add_row(*(Text(_title(*meaning)) for meaning in found))
    made.add_row(*(Text(clean(word.get("text", ""))) for _, word in found))
    out = StringIO()
    Console(file=out, width=shared.width(), no_color=True, highlight=False).print(made)
    return [*(line.rstrip() for line in out.getvalue().splitlines()), ""]


def _meanings(text: str, editions: list[Ruleset]) -> list[Meaning]:
    """What each edition says of a keyword; editions that say the same stand together."""
    from fade_deck.keywords import keyword_key

    found: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for edition in editions:
        for word in edition.words:
            if keyword_key(word["name"]) == keyword_key(text):
                key = f"{word.get('form')} {word.get('text')}"
                found.setdefault(key, ([], word))[0].append(edition.id)
    return list(found.values())


def _near_meanings(text: str, editions: list[Ruleset]) -> list[Meaning]:
    """What the only keyword near a misspelt one means, or nothing; either way it is said that it is misspelt."""
    from rapidfuzz.distance import OSA

    from fade_deck.errors import UsageError
    from fade_deck.text import fold, near

    typed = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    if len(text) > _LONGEST:
        raise UsageError(f"no keyword is called `{typed}`")
    known = {word["name"] for edition in editions for word in edition.words}
    close = near(text, known) or sorted(word for word in known if text.casefold() in word.casefold())[:5]
    one_slip = [word for word in close if OSA.distance(fold(text), fold(word)) == 1]
    close = one_slip if len(one_slip) == 1 else close
    if len(close) == 1:
        shared.say(f"no keyword is called `{typed}`; this is `{close[0]}`")
        return _meanings(close[0], editions)
    hint = f"; did you mean {' or '.join(f'`{word}`' for word in close)}?" if close else ""
    shared.say(f"no keyword is called `{typed}`{hint}")
    return []


def _holders(found: list[Meaning], editions: list[Ruleset], db: CardDB) -> dict[str, list[str]]:
    """The cards that have the keyword, game by game."""
    from fade_deck.keywords import keyword_key, parse_keyword

    wanted = keyword_key(found[0][1]["name"])
    holders: dict[str, list[str]] = {}
    by_id = {edition.id: edition for edition in editions}
    for ruleset in (by_id[name] for ids, _ in found for name in ids):
        if ruleset.game in holders:
            continue
        names = ruleset.vocabulary.keywords
        having = [
            card.name
            for card in db.game(ruleset.game)
            if any(keyword_key(parse_keyword(text, names).name) == wanted for text in card.keywords)
        ]
        holders[ruleset.game] = having
    return {game: names for game, names in holders.items() if names}
