"""`undo`: the state of a deck before its last edit."""

from __future__ import annotations

from typing import Annotated

import typer

from fade_deck.cli import _editing as editing
from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_bytes
from fade_deck.editing import store
from fade_deck.editing.effect import effect
from fade_deck.errors import FadeDeckError
from fade_deck.linter import Checker
from fade_deck.text import clean

_EXAMPLES = shared.examples(
    """
fade-deck undo storm.txt
fade-deck undo storm.txt --force
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def undo(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A deck that fade-deck has edited.")],
    force: Annotated[
        bool, typer.Option("--force", help="Even if the file was changed by other means since then.")
    ] = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Put a deck file back to what it was before its last edit.

    A second undo brings the edit back.
    """
    step, done = store.undo(path, force=force)
    what = clean(step.what)
    told = f"done again: {what[5:]}" if what.startswith("undo ") else f"undone: {what}"
    editing.tell(path, [told, *_effect(path, done, ruleset, cards)], done.note)


def _effect(path: str, done: store.Edited, ruleset: str | None, cards: list[str] | None) -> list[str]:
    """What it did to the deck. The file is back by now, so a deck that cannot be checked is no error."""
    try:
        config = load_config()
        checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset)
        before, after = (checker.check(read_bytes(data, path)) for data in (done.before, done.after))
    except FadeDeckError:
        return []
    return effect(before, after)
