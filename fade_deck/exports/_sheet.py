"""What a registration sheet says, whatever draws it: PDF and HTML read this one model.

All text here has passed through `clean`; who draws it escapes it in the format's own way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from fade_deck.exports import Options
from fade_deck.exports._qr import codes
from fade_deck.listing import Item, Listing, Section
from fade_deck.models import Finding
from fade_deck.renderers import counts, zones
from fade_deck.text import clean, fold, plural

MOST_BOXES = 24
"""Copies of one card from which on a line to write the counted number on serves better than tick boxes."""
UNKNOWN = "not found"
"""What stands in place of set and number where a name is not a card's."""
_NAMELESS = "unknown-card"
_MANY = 8
_ORDERS = {"type": "by type", "name": "by name", "list": "as listed"}


class Row(NamedTuple):
    """A line of the list. `code` is set and number; where the name is no card's, `known` is false."""

    copies: int
    name: str
    code: str
    known: bool

    @property
    def boxes(self) -> int:
        """How many tick boxes it gets: none where there would be too many to be of use."""
        return self.copies if self.copies <= MOST_BOXES else 0


class Group(NamedTuple):
    """Rows of one pile; `title` is empty where the section is not parted."""

    title: str
    rows: list[Row]

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(row.copies for row in self.rows)


class Block(NamedTuple):
    """A section with what its rules count: `18/20 cards`, and whether that is out of bounds."""

    title: str
    figures: list[tuple[str, bool]]
    groups: list[Group]


class Remark(NamedTuple):
    """A finding as the sheet prints it."""

    severity: str
    rule: str
    message: str


class Field(NamedTuple):
    """A label and what is filled in; without a value it is a line to write on. `weight` is its share of the width."""

    label: str
    value: str
    weight: int
    whole: bool = False
    """Never broken over lines: printed smaller instead."""


@dataclass(eq=False, repr=False)
class Sheet:
    """All that one sheet says."""

    last: str
    first: str
    person: list[Field]
    event: list[Field]
    about: list[Field]
    deck: str
    blocks: list[Block]
    total: str
    order: str
    legal: bool
    found: str
    """How many findings of each severity: `2 errors, 1 warning`."""
    remarks: list[Remark]
    hash: str
    codes: list[str]
    """What the QR codes hold; one, unless the list is long."""
    codes_complete: bool
    boxes: bool
    made: str = ""
    """When the sheet was made, if that was asked for."""

    @property
    def initial(self) -> str:
        """The letter under which the sheet is filed."""
        return next((c.upper()[0] for c in self.last if c.isalnum()), "")

    @property
    def player(self) -> str:
        """`Ode, Kim`, for the foot of each page."""
        return ", ".join(part for part in (self.last, self.first) if part)

    @property
    def whose(self) -> str:
        """The player for the head and foot of a page, or room to write the name."""
        return self.player or "Player: ____________________"

    @property
    def verdict(self) -> str:
        """The one word on the deck."""
        return "LEGAL" if self.legal else "ILLEGAL"


def split_name(player: str) -> tuple[str, str]:
    """Last and first name. `Ode, Kim` says which is which; else the last word with the small words before it.

    So `Kim van der Ode` is filed under `van der Ode`; who wants it otherwise writes the comma.
    """
    if "," in player:
        last, _, first = player.partition(",")
        return last.strip(), first.strip()
    words = player.split()
    start = len(words) - 1
    while start > 1 and words[start - 1].islower():
        start -= 1
    return " ".join(words[max(start, 0) :]), " ".join(words[: max(start, 0)])


def filing_key(player: str | None) -> tuple[bool, str, str]:
    """Sorts players as sheets are filed: by last name, then first; those without a name last."""
    last, first = split_name(player or "")
    return not last, fold(last), fold(first)


def make_sheet(listing: Listing, options: Options) -> Sheet:
    """The sheet of one deck."""
    player = _value(listing, options, options.player, "Player")
    last, first = split_name(player)
    report, ruleset = listing.report, listing.ruleset
    payload, complete = codes(listing)
    version = f", version {ruleset.version}" if ruleset.version else ""
    title = "" if options.blank_fields else clean(listing.deck.name or "")
    return Sheet(
        last=last,
        first=first,
        person=[
            Field("Last name", last, 40),
            Field("First name", first, 34),
            Field("Player ID", _value(listing, options, options.id, "ID", "Player ID"), 26),
        ],
        event=[
            Field("Event", _value(listing, options, options.event, "Event"), 40),
            Field("Location", _value(listing, options, options.location, "Location"), 28),
            Field("Date", _value(listing, options, options.date, "Date"), 18),
            Field("Table", _value(listing, options, options.table, "Table"), 14),
        ],
        about=[
            Field("Deck name", title, 34),
            Field("Ruleset", clean(f"{ruleset.title} ({ruleset.id}){version}"), 36),
            Field("Card data", clean(", ".join(listing.sets)) or "none loaded", 14),
            Field("Deck hash", listing.hash, 16, whole=True),
        ],
        deck=title,
        blocks=_blocks(listing, options.order),
        total=plural(listing.size, "card"),
        order=_ORDERS[options.order],
        legal=bool(report.legal),
        found=counts(replace(report, findings=[f for f in report.findings if f.severity != "advice"])),
        remarks=_remarks(report.findings),
        hash=listing.hash,
        codes=payload,
        codes_complete=complete,
        boxes=options.boxes,
        made=_now() if options.stamp else "",
    )


def _value(listing: Listing, options: Options, given: str | None, *headers: str) -> str:
    """What an option says, else the deck's header, unless fields are to stay blank."""
    if given is not None:
        return clean(given).strip()
    if options.blank_fields:
        return ""
    return clean(next((v for h in headers if (v := listing.deck.header(h))), "")).strip()


def _now() -> str:
    from datetime import datetime

    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z")


def _remarks(findings: list[Finding]) -> list[Remark]:
    """The errors, then the warnings. Many names that are no card's become one remark: the list marks each of them."""
    nameless = [f for f in findings if f.rule == _NAMELESS]
    if len(nameless) > _MANY:
        findings = [f for f in findings if f.rule != _NAMELESS]
        message = f"{len(nameless)} lines name no card of the card data; the list marks each as “{UNKNOWN}”"
        findings.insert(0, Finding(_NAMELESS, nameless[0].severity, message))
    chosen = (f for severity in ("error", "warning") for f in findings if f.severity == severity)
    return [Remark(f.severity, clean(f.rule), clean(f.message)) for f in chosen]


# --- the list ----------------------------------------------------------------------------------------------------


def _blocks(listing: Listing, order: str) -> list[Block]:
    """The sections with cards, and those that the ruleset asks for and that have none."""
    figures = dict(zones(listing.report))
    filled = {section.title: section for section in listing.sections}
    titles = dict.fromkeys((*(t for t in listing.ruleset.zone_titles.values() if t in figures or t in filled), *filled))
    made = []
    for title in titles:
        section = filled.get(title)
        counted = figures.get(clean(title)) or [(plural(section.size, "card") if section else "0 cards", False)]
        made.append(Block(clean(title), counted, _groups(section, listing, order) if section else []))
    return made


def _groups(section: Section, listing: Listing, order: str) -> list[Group]:
    """The rows in the order asked for; parted by type for counting in piles, unless there is one type only."""
    if order == "list":
        return [Group("", [_row(item) for item in section.items])]
    items = sorted(section.items, key=lambda item: (fold(item.name), item.name))
    if order == "name":
        return [Group("", [_row(item) for item in items])]
    piles: dict[str, list[Row]] = {}
    for item in items:
        piles.setdefault(_pile(item), []).append(_row(item))
    if len(piles) == 1:
        return [Group("", rows) for rows in piles.values()]
    places = {fold(name): place for place, name in enumerate(listing.ruleset.vocabulary.types)}
    titles = sorted(piles, key=lambda t: (t == "", places.get(fold(t), len(places)), fold(t)))
    return [Group(clean(title) or "Not in the card data", piles[title]) for title in titles]


def _pile(item: Item) -> str:
    """A card of several types lies with the first that it names."""
    return item.card.types[0] if item.card else ""


def _row(item: Item) -> Row:
    printing = item.printing
    code = (printing.set, printing.number) if printing else (item.set, item.number)
    written = clean(" ".join(part for part in code if part))
    if item.card is not None:
        return Row(item.copies, clean(item.name), written, known=True)
    if item.entered != item.name:  # what it says beyond the name has the printing in it
        written = ""
    return Row(item.copies, clean(item.entered), f"{written} {UNKNOWN}".strip(), known=False)
