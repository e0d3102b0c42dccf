"""`keyword`: what a keyword does, edition by edition, and which cards have it."""

from __future__ import annotations

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
    """Explain a keyword, edition by edition, and list the cards that have it.

    Editions that say the same share one paragraph. A misspelt name shows the keywords that are near, exit code 1.
    """
    from fade_deck.config import load_config
    from fade_deck.errors import UsageError
    from fade_deck.ruleset import load_ruleset, shipped_ids

    db = shared.load_db(cards, load_config())
    editions = [load_ruleset(name) for name in ([ruleset] if ruleset else shipped_ids())]
    text = " ".join(name)
    if not text.strip():
        raise UsageError("the keyword is empty", hint="`fade-deck find kw:aura` lists cards by keyword")
    found = _meanings(text, editions)
    if not found:
        shared.say(_unknown(text, editions))
        raise typer.Exit(1)
    holders = _holders(found, db)
    if format == "json":
        meanings = [{"rulesets": ids, **word} for ids, word in found]
        shared.emit(shared.dumps({"schema": 1, "keyword": found[0][1]["name"], "meanings": meanings, "cards": holders}))
        return
    lines = []
    for ids, word in found:
        lines += [f"{word.get('form') or word['name']} ({', '.join(ids)})", shared.wrapped(f"  {word['text']}", 0), ""]
    for game, names in holders.items():
        lines.append(shared.wrapped(f"{game}: {', '.join(names)}"))
    shared.emit("\n".join(lines) + "\n")


def _meanings(text: str, editions: list[Ruleset]) -> list[tuple[list[str], dict[str, Any]]]:
    """What each edition says of a keyword; editions that say the same stand together."""
    from fade_deck.keywords import keyword_key

    found: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for edition in editions:
        for word in edition.words:
            if keyword_key(word["name"]) == keyword_key(text):
                key = f"{word.get('form')} {word.get('text')}"
                found.setdefault(key, ([], word))[0].append(edition.id)
    return list(found.values())


def _unknown(text: str, editions: list[Ruleset]) -> str:
    from fade_deck.text import near

    known = {word["name"] for edition in editions for word in edition.words}
    close = near(text, known) or sorted(word for word in known if text.casefold() in word.casefold())[:5]
    hint = f"; did you mean {' or '.join(f'`{word}`' for word in close)}?" if close else ""
    return f"no keyword is called `{text}`{hint}"


def _holders(found: list[tuple[list[str], dict[str, Any]]], db: CardDB) -> dict[str, list[str]]:
    """The cards that have the keyword, game by game."""
    from fade_deck.keywords import keyword_key, parse_keyword
    from fade_deck.ruleset import load_ruleset

    wanted = keyword_key(found[0][1]["name"])
    holders: dict[str, list[str]] = {}
    for ruleset in (load_ruleset(name) for ids, _ in found for name in ids):
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
