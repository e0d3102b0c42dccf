"""Which card somebody means. A name, an alias and another spelling of either resolve; anything else is a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fade_deck.carddb import GameCards
from fade_deck.decklists.text import parse_line
from fade_deck.errors import UsageError
from fade_deck.models import Card, Read, Slot
from fade_deck.text import clean, fold, squash

CANDIDATES = 8
"""How many names there are to choose from."""


class UnsureNameError(UsageError):
    """A name that fits no card, or more than one, where nobody can be asked; `candidates` are the nearest."""

    exit_code = 1

    def __init__(self, message: str, candidates: Sequence[str], *, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.candidates = list(candidates)


class Named(NamedTuple):
    """A card's name as printed, and the printing if one was given. `card` is None for a name that is no card's."""

    name: str
    card: Card | None = None
    set: str | None = None
    number: str | None = None


Choose = Callable[[str, Sequence[str]], str]
"""Asked with a sentence and the candidates, best first; gives the one that is meant, or raises `UnsureNameError`."""


def find_card(text: str, cards: GameCards, choose: Choose) -> Named:
    """The card of the database that a text means: `Ember Jab`, `ember jab`, an alias, `Ember Jab (FST) 040`."""
    for read in _reads(text):
        found = _looked_up(read.name, cards)
        if len(found) == 1:
            return Named(found[0].name, found[0], read.set, read.number)
        if found:
            name = choose(f"`{clean(text)}` fits {len(found)} cards", [card.name for card in found])
            return Named(name, cards.exact(name), read.set, read.number)
    return _fuzzy(text, cards, choose)


def _fuzzy(text: str, cards: GameCards, choose: Choose) -> Named:
    if not len(cards):
        raise UnsureNameError(f"no cards of `{cards.game}` are loaded", [], hint="check `--cards`")
    nearest = [match.name for match in cards.index.rank(squash(text)[:200], CANDIDATES)]
    name = choose(f"no card is called `{clean(text)}`", nearest)
    return Named(name, cards.exact(name))


def find_in_deck(text: str, slots: Sequence[Slot], cards: GameCards, choose: Choose) -> Named:
    """The card of a deck that a text means: only what stands there can be meant, a name that is no card's included."""
    for read in _reads(text):
        names = _named_in(read, slots, cards)
        if len(names) == 1:
            return _in_deck(names[0], slots, read)
        if names:
            return _in_deck(choose(f"`{clean(text)}` fits {len(names)} cards of the deck", names), slots, read)
    return _in_deck(choose(f"the deck has no card called `{clean(text)}`", _nearest(text, slots)), slots, None)


def find_held_or_card(text: str, slots: Sequence[Slot], cards: GameCards, choose: Choose) -> Named:
    """The card of a deck that a text means for certain, else the card of the database."""
    for read in _reads(text):
        names = _named_in(read, slots, cards)
        if len(names) == 1:
            return _in_deck(names[0], slots, read)
    return find_card(text, cards, choose)


def _nearest(text: str, slots: Sequence[Slot]) -> list[str]:
    from fade_deck.ranking import NameIndex

    names = list(dict.fromkeys(slot.name for slot in slots))
    place = {name: i for i, name in enumerate(names)}
    cards = {slot.card for slot in slots if slot.card}
    aliases = [(alias, place[card.name]) for card in cards for alias in card.aliases]
    return [match.name for match in NameIndex.build(names, aliases).rank(squash(text)[:200], CANDIDATES)]


def _named_in(read: Read, slots: Sequence[Slot], cards: GameCards) -> list[str]:
    """The names in the deck that a reading means, of the best tier that has any."""
    names = list(dict.fromkeys(slot.name for slot in slots))
    if read.name in names:
        return [read.name]
    for match in cards.lookup(read.name):
        if meant := [card.name for card in match.cards if card.name in names]:
            return meant
    return [name for name in names if fold(name) == fold(read.name)]


def _in_deck(name: str, slots: Sequence[Slot], read: Read | None) -> Named:
    card = next((slot.card for slot in slots if slot.name == name), None)
    return Named(name, card, read.set if read else None, read.number if read else None)


def _reads(text: str) -> list[Read]:
    """The readings of what was given as a name: as a line without a count, the most literal first."""
    if not squash(text):
        raise UsageError("an empty name was given")
    whole = Read(1, squash(text))
    others = [read for read in parse_line(text).reads if read.copies == 1 and read != whole]
    return [whole, *(read for read in others if read.set or read.number)]


def _looked_up(name: str, cards: GameCards) -> tuple[Card, ...]:
    for match in cards.lookup(name):
        return match.cards
    return ()
