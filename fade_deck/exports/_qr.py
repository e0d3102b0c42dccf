"""The QR codes of a sheet: the deck's hash and its list in set-number codes.

    FADE-DECK:1:7K3M9QX2AB:FAROE:*DECK:4 FST-012:3 FST-020:*FIGHTER-POOL:1 FST-001

Capitals, digits and these marks are what a QR code stores most tightly. A card without set and number stands with its
name (`2 =Name`). A long list is parted into several codes, each with the head and `1/3` after the ruleset.
"""

from __future__ import annotations

from fade_deck.listing import Item, Listing

_DENSE = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
_ROOM = 560
"""What one code may weigh and still be read from paper by a telephone, in dense characters; others weigh 1.6."""
_MOST = 8
"""Codes on a sheet; a list that needs more, or has a name too long for one, is represented by its hash alone."""


def codes(listing: Listing) -> tuple[list[str], bool]:
    """What the codes of a deck hold, and whether that is the whole list."""
    head = f"FADE-DECK:1:{listing.hash}:{_escape(listing.ruleset.id.upper())}"
    parts = _parts(_words(listing))
    if len(parts) > _MOST or any(sum(map(_weight, part)) > _ROOM for part in parts):
        return [head], False
    if len(parts) == 1:
        return [":".join((head, *parts[0]))], True
    return [":".join((head, f"{n}/{len(parts)}", *part)) for n, part in enumerate(parts, 1)], True


def _words(listing: Listing) -> list[tuple[str, list[str]]]:
    """Each section's name with its cards."""
    return [
        ("*" + _escape((section.zone or "-").replace("_", "-").upper()), [_word(item) for item in section.items])
        for section in listing.sections
    ]


def _word(item: Item) -> str:
    printing = item.printing
    if printing and printing.number:
        return f"{item.copies} {_escape(printing.set)}-{_escape(printing.number)}"
    return f"{item.copies} ={_escape(item.name)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace(":", "%3A")


def _parts(sections: list[tuple[str, list[str]]]) -> list[list[str]]:
    """The words in portions that fit into a code; a section that goes on in the next is named there again."""
    parts: list[list[str]] = [[]]
    weight = 0.0
    for title, words in sections:
        following = [title]
        for word in words:
            following.append(word)
            if parts[-1] and weight + sum(map(_weight, following)) > _ROOM:
                parts.append([])
                weight, following = 0.0, [title, word]
            parts[-1] += following
            weight += sum(map(_weight, following))
            following = []
    return parts


def _weight(word: str) -> float:
    return 1 + (len(word) if _DENSE.issuperset(word) else 1.6 * len(word.encode("utf-8", "replace")))


def dark_runs(content: str) -> tuple[int, list[tuple[int, int, int]]]:
    """The code's side in modules, and its dark modules as horizontal runs (x, y, length)."""
    import segno

    encoding = None if _DENSE.issuperset(content) else "utf-8"
    matrix = segno.make(content, error="m", micro=False, boost_error=False, encoding=encoding).matrix
    runs = []
    for y, row in enumerate(matrix):
        start = None
        for x, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append((start, y, x - start))
                start = None
    return len(matrix), runs
