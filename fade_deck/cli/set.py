"""`set`: how many copies of a card a deck has."""

from __future__ import annotations

from fade_deck.cli import _editing as editing
from fade_deck.cli import _shared as shared
from fade_deck.editing import edits
from fade_deck.editing.names import find_held_or_card
from fade_deck.editing.zones import zone_called

_EXAMPLES = shared.examples(
    """
fade-deck set storm.txt 3 "ember jab"
fade-deck set storm.txt 2 rook --in "Fighter Pool"
"""
)
app = shared.new_app()


@app.command("set", epilog=_EXAMPLES, cls=editing.CountingCommand)
def set_(
    path: editing.PathArgument,
    count: editing.CountArgument,
    card: editing.CardArgument,
    inside: editing.InOption = None,
    first: editing.FirstOption = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Make it this many copies of a card.

    A card that the deck does not have yet is added where it belongs.
    """
    copies = editing.parse_count(count)
    desk = editing.Desk(path, ruleset, cards)
    zone = zone_called(inside, desk.draft.ruleset) if inside is not None else None
    named = find_held_or_card(card, desk.draft.deck.slots, desk.draft.resolver.cards, editing.chooser(first))
    desk.edit(lambda draft: edits.set_copies(draft, named, copies, zone), f"set {copies} {named.name}")
