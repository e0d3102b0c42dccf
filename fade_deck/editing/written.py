"""What a card line says besides count and name: its printing as the card has it, and marks and remarks behind it."""

from __future__ import annotations

import re

from fade_deck.decklists.text import parse_line
from fade_deck.models import Line, Read, Slot

_MARK = re.compile(r"(?<=\s)(?:\*[A-Za-z]{1,2}\*|\*{1,3}|!{1,3}|\^[^^]*\^|<[^<>]*>)(?=\s|$)")


def printing_of(slot: Slot) -> tuple[str | None, str | None]:
    """The set and number that a line gives, spelt as the card's printing has them."""
    read = slot.read
    for printing in slot.card.printings if slot.card and (read.set or read.number) else ():
        same_set = not read.set or printing.set.casefold() == read.set.casefold()
        if same_set and (not read.number or _bare(printing.number) == _bare(read.number)):
            return read.set and printing.set, read.number and printing.number
    return read.set, read.number


def _bare(number: str | None) -> str:
    return (number or "").lstrip("0").casefold()


def trimmings(line: Line, read: Read) -> tuple[str, str]:
    """The marks and the remark behind a card, `*F*` and `# my favourite`; empty where it has none."""
    words = line.text.split(" ")
    for size in range(1, len(words) + 1):
        front, back = " ".join(words[:size]), words[size:]
        remark = next((place for place, word in enumerate(back) if word in ("#", "//")), len(back))
        marks = " ".join(back[:remark])
        if not _MARK.sub("", f" {marks}").strip() and read in parse_line(front).reads:
            inside = _MARK.findall(front.replace(read.name, "", 1))  # before a count that stands last
            return " ".join(filter(None, (*inside, marks))), " ".join(back[remark:])
    return "", ""
