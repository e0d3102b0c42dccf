"""`add`: copies of a card into a deck, where they belong."""

from __future__ import annotations

from fade_deck.cli import _editing as editing
from fade_deck.cli import _shared as shared
from fade_deck.editing import edits
from fade_deck.editing.names import find_card
from fade_deck.editing.zones import zone_called

_EXAMPLES = shared.examples(
    """
fade-deck add storm.txt 4 "ember jab"
fade-deck add storm.txt 1 rook --to "Fighter Pool"
fade-deck add storm.txt 2 "Ember Jab (FST) 040"
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES, cls=editing.CountingCommand)
def add(
    path: editing.PathArgument,
    count: editing.CountArgument,
    card: editing.CardArgument,
    to: editing.ToOption = None,
    first: editing.FirstOption = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Add copies of a card, to the section where it belongs.

    The ruleset says which section that is. Prints what changed, the new totals and what became of legality.
    """
    copies = editing.parse_count(count)
    desk = editing.Desk(path, ruleset, cards)
    zone = zone_called(to, desk.draft.ruleset) if to is not None else None
    named = find_card(card, desk.draft.resolver.cards, editing.chooser(first))
    desk.edit(lambda draft: edits.add(draft, named, copies, zone), f"add {copies} {named.name}")
