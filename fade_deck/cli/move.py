"""`move`: copies of a card to another section of the deck."""

from __future__ import annotations

from fade_deck.cli import _editing as editing
from fade_deck.cli import _shared as shared
from fade_deck.editing import edits
from fade_deck.editing.names import find_in_deck
from fade_deck.editing.zones import zone_called

_EXAMPLES = shared.examples(
    """
fade-deck move storm.txt 1 rook --to deck
fade-deck move storm.txt all rook
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES, cls=editing.CountingCommand)
def move(
    path: editing.PathArgument,
    count: editing.CountOrAllArgument,
    card: editing.CardArgument,
    to: editing.ToOption = None,
    inside: editing.InOption = None,
    first: editing.FirstOption = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Move copies of a card to another section.

    Without --to it goes to the section where the card belongs.
    """
    copies = editing.parse_count_or_all(count)
    desk = editing.Desk(path, ruleset, cards)
    goal, source = (zone_called(z, desk.draft.ruleset) if z is not None else None for z in (to, inside))
    named = find_in_deck(card, desk.draft.deck.slots, desk.draft.resolver.cards, editing.chooser(first))
    desk.edit(lambda draft: edits.move(draft, named, copies, goal, source), f"move {count} {named.name}")
