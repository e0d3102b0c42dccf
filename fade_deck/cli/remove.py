"""`remove`: copies of a card out of a deck."""

from __future__ import annotations

from fade_deck.cli import _editing as editing
from fade_deck.cli import _shared as shared
from fade_deck.editing import edits
from fade_deck.editing.names import find_in_deck
from fade_deck.editing.zones import zone_called

_EXAMPLES = shared.examples(
    """
fade-deck remove storm.txt 1 "ember jab"
fade-deck remove storm.txt all rook --in "Fighter Pool"
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES, cls=editing.CountingCommand)
def remove(
    path: editing.PathArgument,
    count: editing.CountOrAllArgument,
    card: editing.CardArgument,
    inside: editing.InOption = None,
    first: editing.FirstOption = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Take copies of a card out of a deck file.

    Its line goes with the last of them.
    """
    copies = editing.parse_count_or_all(count)
    desk = editing.Desk(path, ruleset, cards)
    zone = zone_called(inside, desk.draft.ruleset) if inside is not None else None
    named = find_in_deck(card, desk.draft.deck.slots, desk.draft.resolver.cards, editing.chooser(first))
    desk.edit(lambda draft: edits.remove(draft, named, copies, zone), f"remove {count} {named.name}")
