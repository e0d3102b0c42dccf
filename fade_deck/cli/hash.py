"""`hash`: ten letters by which two people see that two lists are the same deck."""

from __future__ import annotations

from typing import Annotated

import typer

from fade_deck.cli import _decks
from fade_deck.cli import _shared as shared
from fade_deck.errors import FadeDeckError, InputError
from fade_deck.models import Deck, Finding
from fade_deck.text import clean

_EXAMPLES = shared.examples(
    """
fade-deck hash deck.txt
fade-deck hash registered.txt found-at-table.csv
cat deck.txt | fade-deck hash - --ruleset faroe
"""
)
app = shared.new_app()
_NAMED = 10  # lines of one deck that are named one by one


@app.command(epilog=_EXAMPLES)
def hash(  # noqa: A001 - the name of the command
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Deck files, folders of them, or `-`.")],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
) -> None:
    """Print each deck's hash and path.

    Two lists have the same hash if they have the same cards as often in the same sections. Order, format, comments,
    printings, and how a name is spelt do not matter.
    """
    from fade_deck.config import load_config
    from fade_deck.linter import Checker
    from fade_deck.listing import deck_hash

    config = load_config()
    checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset)
    if ruleset is not None:
        checker.linter(ruleset)  # a ruleset that cannot be used is one error, not one for each deck
    errors: list[FadeDeckError] = []
    lines = []
    for file, attempt in _decks.attempts(_decks.deck_paths(paths), errors):
        with attempt:
            decklist = _decks.read(file, from_)
            deck, findings = checker.linter(checker.require(decklist)).resolver.resolve(decklist)
            _check(deck, findings)
            lines.append(f"{deck_hash(deck)}  {clean(decklist.path)}\n")
    if lines:
        _decks.need_stdout()
    shared.emit("".join(lines))
    _decks.leave(errors)


def _check(deck: Deck, findings: list[Finding]) -> None:
    """Say which lines count though they could not be read; where there is nothing else, refuse."""
    if deck.unread and not deck.slots:
        raise InputError("nothing in it can be read as a card", path=deck.path, hint="`fade-deck validate` says why")
    if not deck.slots:
        shared.say(f"warning: {deck.path}: there are no cards in it")
    unread = [finding for finding in findings if finding.rule == "unreadable-line"]
    for finding in unread[:_NAMED]:
        shared.say(f"warning: {deck.path}:{finding.lines[0]}: {finding.message}; counted as it stands")
    if len(unread) > _NAMED:
        shared.say(f"warning: {deck.path}: and {len(unread) - _NAMED} more lines that are counted as they stand")
