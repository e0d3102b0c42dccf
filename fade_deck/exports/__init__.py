"""Decks as files for others. One module per format, found by its file name: to add a format, add its file.

Such a module has

    EXTENSIONS: tuple[str, ...]     the endings of a file name that mean this format, without the dot, the usual first;
                                    a format that shares another's has a longer one (`tts.json`)
    BINARY: bool                    whether a terminal could not show it
    export(listings: Sequence[Listing], options: Options) -> bytes

and, where a file of this format holds one deck only, `SINGLE = True`: `export` then gets one listing. Text is encoded
as UTF-8. The listings may be made one by one as they are asked for, so a module that goes through them once and keeps
none needs little memory. Names are data that others wrote: each format escapes them in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, cast

from fade_deck.errors import UsageError
from fade_deck.text import clean, did_you_mean

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB
    from fade_deck.listing import Listing

Paper = Literal["a4", "letter"]
Order = Literal["type", "name", "list"]

FORMATS: tuple[str, ...] = tuple(sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py")))
"""The names that `--to` takes."""


@dataclass(frozen=True)
class Options:
    """What can be chosen; a format takes no notice of what means nothing to it."""

    paper: Paper = "a4"
    order: Order = "type"
    boxes: bool = True
    blank_fields: bool = False
    """Leave every field of the sheet's head to be written by hand."""
    player: str | None = None
    event: str | None = None
    date: str | None = None
    table: str | None = None
    location: str | None = None
    id: str | None = None
    font: str | None = None
    """A font file for the letters that the bundled one lacks."""
    refuse_illegal: bool = False
    """The command refuses such decks before any format is asked; formats need not look at it."""
    stamp: bool = False
    """Write when the file was made into it; without, the same input gives the same bytes."""
    plain: bool = False
    """Text as simulators import it: cards and sections, without headers, printings and comments."""
    back: str | None = None
    """The address of a picture for the backs of cards."""
    cards: CardDB | None = None
    progress: Callable[[int], None] | None = None
    """Called with 1 after each deck."""
    warn: Callable[[str], None] | None = None
    """Called with a line for the user, such as which letters the font lacks."""


class Exporter(Protocol):
    """What a format's module has."""

    EXTENSIONS: tuple[str, ...]
    BINARY: bool

    def export(self, listings: Sequence[Listing], options: Options) -> bytes:
        """The decks in this format."""


def exporter(name: str) -> Exporter:
    """The module of a format; an unknown name raises `UsageError`."""
    if name not in FORMATS:
        hint = did_you_mean(name, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"`{clean(name)}` is not a format to export to", hint=hint)
    return cast("Exporter", import_module(f"{__name__}.{name}"))


def by_ending(path: str) -> str | None:
    """The format that the ending of a file name means; the longest ending wins, None where none is known."""
    endings = {f".{ending}": name for name in reversed(FORMATS) for ending in exporter(name).EXTENSIONS}
    found = [ending for ending in endings if path.lower().endswith(ending)]
    return endings[max(found, key=len)] if found else None
