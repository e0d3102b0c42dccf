"""`card`: one card, laid out like a card."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fade_deck.cli import _shared as shared

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB
    from fade_deck.lookup import Allowance
    from fade_deck.models import Card
    from fade_deck.ruleset import Ruleset

_EXAMPLES = shared.examples(
    """
fade-deck card "storm dancer"
fade-deck card "storm dancer" --ruleset faroe --used-in decks/
fade-deck card stom dncer --first
"""
)
app = shared.new_app()
_WIDEST = 78
_LONGEST = 300  # letters of a name that is looked for by likeness
_SHOWN = 60  # letters of what was typed that are said back
_STATS = ("level", "rank", "hp", "plv", "def", "agi", "attack", "health", "actions")
_LABELS = {"archetypes": "Archetypes", "unique_to": "Unique to", "styles": "Styles", "fighter": "Fighter"}


@app.command(epilog=_EXAMPLES)
def card(
    name: Annotated[
        list[str], typer.Argument(metavar="NAME...", autocompletion=shared.complete_cards, help="The card's name.")
    ],
    ruleset: shared.RulesetOption = None,
    game: shared.GameOption = None,
    first: Annotated[bool, typer.Option("--first", help="Take the best candidate without asking.")] = False,
    used_in: Annotated[
        str | None, typer.Option("--used-in", metavar="FOLDER", help="Also say which decks there use it.")
    ] = None,
    cards: shared.CardsOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
    color: shared.ColorOption = "auto",
) -> None:
    """Show one card, its keywords explained, and copies allowed.

    A name that is not exactly a card's, or an alias of several, lists the candidates and asks on a terminal which one
    was meant; elsewhere that is exit code 1. --ruleset chooses the edition that explains keywords.
    """
    from fade_deck.config import load_config
    from fade_deck.lookup import rulesets_of
    from fade_deck.ruleset import load_ruleset

    config = load_config()
    db = shared.load_db(cards, config)
    named = ruleset or config.ruleset
    chosen = load_ruleset(named) if named else None
    games = [chosen.game] if chosen and game is None and ruleset else shared.games_of(db, game)
    found = _choose(db, " ".join(name), games, first)
    if found is None:
        raise typer.Exit(1)
    editions = rulesets_of(found.game, chosen)
    if chosen and chosen.game == found.game:
        editions.sort(key=lambda edition: edition.id != chosen.id)
    allowed = _allowed(found, editions)
    used = _used_in(found, used_in, db, config.ruleset) if used_in is not None else []
    if format == "json":
        shared.emit(shared.dumps(_plain(found, allowed, used)))
    else:
        shared.emit("\n".join(_lines(found, editions, allowed, used, shared.wants_color(color))) + "\n")


def _choose(db: CardDB, text: str, games: list[str], first: bool) -> Card | None:
    """The card that is named, or that the user picks among those that may be meant."""
    from fade_deck.errors import UsageError
    from fade_deck.text import clean

    if not text.strip():
        raise UsageError("the name is empty")
    typed = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    for tier in ("exact", "alias", "folded"):
        named = [c for g in games for m in db.game(g).lookup(text) if m.tier == tier for c in m.cards]
        if len(named) == 1 or (named and first):
            return named[0]
        if named:
            return _ask(f"`{typed}` may be any of these", named)
    if len(text) > _LONGEST:
        raise UsageError(f"no card is called `{typed}`; only names of up to {_LONGEST} letters may be misspelt")
    ranked = [(match, g) for g in games for match in db.game(g).index.rank(clean(text), 8)]
    ranked.sort(key=lambda pair: -pair[0].score)
    likely = [c for match, g in ranked[:8] if match.score >= 45 and (c := db.game(g).exact(match.name))]
    if not likely:
        shared.say(f"no card is called `{typed}`")
        return None
    return likely[0] if first else _ask(f"no card is called `{typed}`; did you mean", likely)


def _ask(question: str, cards: list[Card]) -> Card | None:
    """Which one is meant: asked on a terminal, listed elsewhere."""
    shared.say(f"{question}:")
    for number, candidate in enumerate(cards, 1):
        shared.say(f"  {number}  {candidate.name} ({candidate.game})")
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    answer = typer.prompt("Number", default="", show_default=False, err=True)
    return cards[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(cards) else None


def _allowed(card: Card, editions: list[Ruleset]) -> list[Allowance]:
    from datetime import date

    from fade_deck.lookup import allowance

    return [allowance(edition, card, date.today()) for edition in editions]  # noqa: DTZ011 - the player's own day


def _used_in(card: Card, folder: str, db: CardDB, ruleset: str | None) -> list[tuple[str, int]]:
    """The decks below a folder that hold the card, with their copies."""
    from fade_deck.decklists import deck_files, read_deck
    from fade_deck.errors import FadeDeckError, InputError, UsageError
    from fade_deck.files import is_dir, is_file, is_pipe
    from fade_deck.linter import Checker

    if not folder or is_pipe(folder):
        raise UsageError("`--used-in` needs a folder of decks, or a deck file")
    if not is_dir(folder) and not is_file(folder):
        raise InputError("no such file or directory", path=folder)
    checker = Checker(db, fallback=ruleset)
    found = []
    for path in deck_files(folder):
        try:
            decklist = read_deck(path)
            name = checker.named(decklist) or checker.looks_like(decklist)
            if name is None:
                continue
            deck, _ = checker.linter(name).resolver.resolve(decklist)
        except FadeDeckError as error:
            shared.say(f"warning: {path}: {error.message}")
            continue
        copies = sum(slot.copies for slot in deck.slots if slot.card and slot.card.name == card.name)
        if copies and checker.linter(name).ruleset.game == card.game:
            found.append((path, copies))
    return found


# --- showing ---------------------------------------------------------------------------------------------------


def _lines(
    card: Card, editions: list[Ruleset], allowed: list[Allowance], used: list[tuple[str, int]], painted: bool
) -> Iterator[str]:
    from fade_deck.renderers.ansi import Style, cells, wrap
    from fade_deck.text import clean

    style = Style(painted)
    columns = min(shared.width(), _WIDEST)
    rule = "─" * columns if "utf" in (sys.stdout.encoding or "").lower() else "-" * columns
    name, cost = clean(card.name), _cost(card)
    yield rule
    yield style.paint(name, "bold") + " " * max(1, columns - cells(name) - cells(cost)) + cost
    yield from _wrapped(_type_line(card), columns)
    if stats := _stats(card):
        yield from _wrapped(stats, columns)
    for key, label in _LABELS.items():
        if value := card.fields.get(key):
            yield from _wrapped(f"{label}: {', '.join(value) if isinstance(value, list) else value}", columns)
    for key, value in card.fields.get("attributes", {}).items():
        yield from _wrapped(f"{key}: {', '.join(value) if isinstance(value, list) else value}", columns)
    yield rule
    for paragraph in (card.text or "").splitlines():
        yield from _wrapped(paragraph, columns)
    for keyword in card.keywords:
        bold = [style.paint(word, "bold") for word in clean(keyword).split()]
        meaning = clean(_meaning(keyword, editions)).split()
        bold[-1:] = [f"{word}:" for word in bold[-1:]] if meaning else bold[-1:]
        yield from wrap([*bold, *meaning], columns, 4).splitlines()
    for flavor in dict.fromkeys(p.flavor for p in card.printings if p.flavor):
        yield from _wrapped(f"“{flavor}”" if "utf" in (sys.stdout.encoding or "").lower() else f'"{flavor}"', columns)
    yield rule
    for printing in card.printings:
        parts = (printing.set, printing.number, printing.rarity, printing.artist and f"art: {printing.artist}")
        yield from _wrapped("Printed: " + " · ".join(part for part in parts if part), columns, 9)
        if printing.image:
            yield from _wrapped(f"Image: {printing.image}", columns, 4)
    if card.aliases:
        yield from _wrapped(f"Also called: {', '.join(card.aliases)}", columns, 13)
    if card.copy_limit is not None:
        yield from _wrapped(f"Prints its own limit: {card.copy_limit}", columns)
    for allowance in allowed:
        yield from _wrapped(f"{allowance.ruleset}: {_said(allowance)}", columns, 4)
    for path, copies in used:
        yield from _wrapped(f"Used in {path}: {copies}", columns, 4)


def _wrapped(text: str, columns: int, hang: int = 0) -> Iterator[str]:
    from fade_deck.renderers.ansi import wrap
    from fade_deck.text import clean

    yield from wrap(clean(text).split(), columns, hang).splitlines()


def _cost(card: Card) -> str:
    return " ".join(f"{amount} {unit.upper()}" for unit, amount in (card.fields.get("cost") or {}).items())


def _type_line(card: Card) -> str:
    elements = card.fields.get("elements") or []
    return " · ".join(part for part in (", ".join(card.types), ", ".join(elements)) if part)


def _stats(card: Card) -> str:
    shown = ((key.upper() if len(key) < 4 else key.title(), card.fields.get(key)) for key in _STATS)
    return "   ".join(f"{label} {value}" for label, value in shown if value is not None)


def _meaning(keyword: str, editions: list[Ruleset]) -> str:
    """What the chosen edition, or the first that has the keyword, says of it."""
    from fade_deck.keywords import keyword_key, parse_keyword

    for edition in editions:
        name = keyword_key(parse_keyword(keyword, edition.vocabulary.keywords).name)
        for word in edition.words:
            if keyword_key(word["name"]) == name and word.get("text"):
                return f"{word['text']}" + (f" ({edition.id})" if len(editions) > 1 else "")
    return ""


def _said(allowance: Allowance) -> str:
    if allowance.copies == 0:
        return "not allowed"
    numbers = sorted(set(allowance.sections.values()), key=lambda number: inf if number is None else number)
    parts: list[str] = []
    for number in reversed(numbers):
        where = " or ".join(title for title, most in allowance.sections.items() if most == number)
        amount = "any number" if number is None else f"{number}" if parts and None not in numbers else f"up to {number}"
        parts.append(f"{amount} in {where}")
    if allowance.partners:
        parts.append(f"only with {' or '.join(allowance.partners)}")
    return ", ".join(parts)


def _plain(card: Card, allowed: list[Allowance], used: list[tuple[str, int]]) -> dict[str, Any]:
    printings = [{k: v for k, v in p._asdict().items() if v is not None} for p in card.printings]
    return {
        "schema": 1,
        "card": {"name": card.name, "game": card.game, **card.fields, "aliases": list(card.aliases)},
        "printings": printings,
        "copies": {a.ruleset: a.copies if a.copies is not None else "any" for a in allowed},
        "used_in": [{"path": path, "copies": copies} for path, copies in used],
    }
