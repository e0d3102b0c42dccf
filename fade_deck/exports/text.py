"""Plain text: as fade-deck reads it, nothing lost; or cards and sections alone, as untap.in and TCG Arena take it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.errors import UsageError
from fade_deck.exports import Options
from fade_deck.exports._convert import export_deck
from fade_deck.exports._draft import Copies, Draft, Part, Reader, without_printing
from fade_deck.exports._plain import plain
from fade_deck.listing import Listing
from fade_deck.text import clean, fold, squash

EXTENSIONS = ("txt", "text", "deck")
BINARY = False
SINGLE = True


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck; with `plain` only what simulators read."""
    return plain(listings[0]).encode() if options.plain else export_deck(listings[0], options, "text")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:
    """The deck as text. Each line is read again as it is made, and spelt another way where it would be mistaken."""
    headers, kept = [], []
    for key, value in draft.headers.items():
        line = squash(f"{key}: {value}")
        if reader.line(line).headers == {key: squash(value)}:
            headers.append(line)
        else:
            kept.append(reader.marked(line))
            notes.append(f"`{clean(key)}` cannot be a header in plain text: kept as a comment")
    blocks = ["\n".join([*headers, *kept])] if headers or kept else []
    blocks += ["\n".join(_part(part, reader, notes)) for part in draft.parts]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _part(part: Part, reader: Reader, notes: list[str]) -> Iterator[str]:
    if part.title is not None:
        yield _heading(part.title, part.stated, reader)
    yield from (reader.marked(text) for text in part.remarks)
    for card in part.cards:
        yield from _card(card, reader, notes)


def _heading(title: str, stated: int | None, reader: Reader) -> str:
    count = f" ({stated})" if stated is not None else ""
    wanted = [Part(title, stated)]
    firm = (f"[{title}]{count}", f"== {title}{count} ==", f"{title}{count}:")
    for line in (f"{title}{count}", *firm) if fold(title) in reader.headings else firm:
        if reader.line(line).parts == wanted:
            return line
    raise UsageError(f"plain text cannot hold a section called `{clean(title)}`", hint="convert to json instead")


def _card(card: Copies, reader: Reader, notes: list[str]) -> Iterator[str]:
    line = _spelt(card, reader)
    if line is None and (card.set or card.number):
        card = without_printing(card)
        notes.append(f"{clean(card.name)}: plain text cannot hold its set and number: kept as a comment")
        line = _spelt(card, reader)
    if line is None:
        message = f"plain text cannot hold a card called `{clean(card.name)}`: it would be read as another"
        raise UsageError(message, hint="convert to json, or name the ruleset whose cards have it with `--ruleset`")
    yield line
    yield from (reader.marked(text) for text in card.remarks)


def _spelt(card: Copies, reader: Reader) -> str | None:
    """The first spelling that is read as this card: `4 Horsemen` may be a name of its own."""
    for line in _spellings(card):
        found = reader.line(line).parts
        if len(found) == 1 and found[0].title is None and len(found[0].cards) == 1:
            read = found[0].cards[0]
            same = (read.copies, read.name, read.set, read.number) == (card.copies, card.name, card.set, card.number)
            if same and not read.remarks:
                return line
    return None


def _spellings(card: Copies) -> Iterator[str]:
    if card.set and card.number:
        printings = [f" ({card.set}) {card.number}", f" [{card.set}:{card.number}]"]
    else:
        printings = [f" ({card.set})" if card.set else f" #{card.number}" if card.number else ""]
    for printing in printings:
        for count in (f"{card.copies}", f"{card.copies}x", f"[{card.copies}]"):
            yield f"{count} {card.name}{printing}"
