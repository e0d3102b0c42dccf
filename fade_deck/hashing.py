"""The deck hash: ten letters by which two people see that two lists are the same deck."""

from __future__ import annotations

from fade_deck.models import Deck
from fade_deck.text import fold

try:  # hashlib loads OpenSSL first: 2 ms that every verdict would pay
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from hashlib import sha256

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 10


def deck_hash(deck: Deck) -> str:
    """Ten letters that two lists share if they are the same deck: by section, card and copies, and nothing else.

    SHA-256 in Crockford's base 32. Order, format, comments, printings, and how a name was spelt do not matter. Lines
    of a deck that could not be read count by their text.
    """
    copies: dict[tuple[str, str], int] = {}
    for slot in deck.slots:
        key = (slot.zone or "", slot.card.name if slot.card else fold(slot.name))
        copies[key] = copies.get(key, 0) + slot.copies
    lines = [f"{zone}\t{name}\t{count}\n" for (zone, name), count in sorted(copies.items())]
    lines += [f"\t{text}\n" for text in sorted(map(fold, deck.unread))]  # one tab: never the line of a card
    number = int.from_bytes(sha256("".join(lines).encode("utf-8", "replace")).digest(), "big")
    return "".join(_CROCKFORD[number >> (256 - 5 * (i + 1)) & 31] for i in range(_LENGTH))
