"""The plain values that everything else passes on. Nothing here reads a file, prints, or knows a game.

Data flows one way:

    text -> Decklist (entries with their lines) -> Deck (slots with cards) -> Findings -> Report -> rendering
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Severity = Literal["error", "warning", "advice"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")


# --- cards -------------------------------------------------------------------------------------------------


class Printing(NamedTuple):
    """One appearance of a card in a set: what may differ between reprints, and no rule reads."""

    set: str
    number: str | None = None
    rarity: str | None = None
    artist: str | None = None
    flavor: str | None = None
    image: str | None = None
    text: str | None = None


class Card:
    """One card, whatever the number of its printings. Compared by identity: a database holds each name once.

    `fields` holds what the card file says under the file's own keys (`types`, `level`, `cost`, `def`, …)
    without the keys that belong to a printing; keys that the file leaves out are absent.
    """

    __slots__ = ("aliases", "fields", "game", "name", "printings")

    def __init__(
        self,
        name: str,
        game: str,
        fields: dict[str, Any],
        printings: tuple[Printing, ...] = (),
        aliases: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.game = game
        self.fields = fields
        self.printings = printings
        self.aliases = aliases

    def __repr__(self) -> str:
        return f"Card({self.name!r})"

    @property
    def types(self) -> list[str]:
        """The card's types, one or more."""
        return self.fields.get("types", [])  # type: ignore[no-any-return]

    @property
    def keywords(self) -> list[str]:
        """The keywords as printed, with their values: `Aura 3`."""
        return self.fields.get("keywords", [])  # type: ignore[no-any-return]

    @property
    def copy_limit(self) -> int | Literal["any"] | None:
        """The limit that the card itself prints, if it prints one."""
        return self.fields.get("copy_limit")

    @property
    def text(self) -> str | None:
        """The rules text of the latest printing that has one."""
        return next((p.text for p in reversed(self.printings) if p.text), None)


# --- decklists as read: no card database needed ------------------------------------------------------------


class Read(NamedTuple):
    """One way to read a line as a card: how many, the name, and the printing if one is given."""

    copies: int
    name: str
    set: str | None = None
    number: str | None = None


class Heading(NamedTuple):
    """One way to read a line as a section heading.

    `firm` says that the spelling allows nothing else (`[Deck]`, `== Deck ==`, `Deck:`), so that a heading which
    no ruleset knows is an unknown section, not a card or a comment.
    """

    text: str
    stated: int | None = None
    firm: bool = True


class Line(NamedTuple):
    """All that one line can mean, apart from where it stands. Equal lines share one value.

    `reads` is ordered: the exact name that comes first wins. Empty `reads` without heading, header or comment
    means that nothing could be made of the line; `fault` then says why.
    """

    text: str
    reads: tuple[Read, ...] = ()
    heading: Heading | None = None
    header: tuple[str, str] | None = None
    comment: bool = False
    fault: str | None = None
    whole: str | None = None
    """All that was said, where `text` is not all of it: a name whose count was no count."""


class Entry(NamedTuple):
    """A line and where it stands. Formats that repeat a card per copy give one entry with all its lines."""

    lines: tuple[int, ...]
    line: Line


@dataclass(eq=False, repr=False)
class Decklist:
    """A decklist as its file says it: headers and entries in order, and the source for quoting."""

    path: str
    format: str
    entries: list[Entry]
    source: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    """Headers of formats that keep them apart (JSON, XML); text headers are entries until they are resolved."""


# --- decks as resolved -------------------------------------------------------------------------------------


class Slot(NamedTuple):
    """Copies of one card in one zone, from one entry. `card` is None where the name did not resolve.

    `zone` is a zone id, of this ruleset or not; None under a heading that nothing knows.
    """

    zone: str | None
    card: Card | None
    copies: int
    name: str
    lines: tuple[int, ...]
    read: Read


@dataclass(eq=False, repr=False)
class Deck:
    """A decklist with its cards found. `slots` keeps the order of the file."""

    path: str
    ruleset: str
    headers: dict[str, str]
    slots: list[Slot]
    headings: dict[str, list[int]] = field(default_factory=dict)
    """Zone id -> the lines of its headings."""
    source: list[str] = field(default_factory=list)
    format: str = "text"
    unread: list[str] = field(default_factory=list)
    """The text of entries of which nothing could be made: they are part of what the list says."""

    def header(self, key: str) -> str | None:
        """A header's value, whatever the case of its key; None where it is absent or empty."""
        if key in self.headers:
            return self.headers[key] or None
        wanted = key.casefold()
        return next((v for k, v in self.headers.items() if k.casefold() == wanted and v), None)

    @property
    def name(self) -> str | None:
        """The deck's name, from its `Name` header."""
        return self.header("Name")

    @property
    def player(self) -> str | None:
        """The player's name, from the `Player` header."""
        return self.header("Player")


# --- what is found -----------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A change that is certain to be meant: the new text of a line, or None to remove it."""

    line: int
    to: str | None


@dataclass(eq=False, repr=False)
class Finding:
    """One fault, complete: renderers only read it."""

    rule: str
    severity: Severity
    message: str
    help: str = ""
    zone: str | None = None
    cards: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    actual: int | float | str | None = None
    limit: int | float | str | None = None
    source: str = ""
    suggestions: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    fix: Literal["safe", "unsafe"] | None = None
    """Whether `fade-deck fix` mends it, and whether that changes the deck."""


class Gauge(NamedTuple):
    """A number that a rule watches, for verdict lines and sheets: `level 96/100`."""

    zone: str
    label: str
    value: int | float
    minimum: int | float | None = None
    maximum: int | float | None = None

    def joined(self, other: Gauge) -> Gauge:
        """One gauge for two rules that watch the same number."""
        low = self.minimum if self.minimum is not None else other.minimum
        return Gauge(
            self.zone, self.label, other.value, low, self.maximum if self.maximum is not None else other.maximum
        )

    def __str__(self) -> str:
        low, high = self.minimum, self.maximum
        if low is not None and high is not None:
            return f"{self.value}/{low}" if low == high else f"{self.value}/{low}-{high}"
        if high is not None:
            return f"{self.value}/{high}"
        return f"{self.value}/{low}+" if low is not None else f"{self.value}"


@dataclass(eq=False, repr=False)
class Report:
    """The verdict on one deck. `legal` is None where the file could not be read; `error` then says why."""

    path: str
    name: str | None = None
    player: str | None = None
    ruleset: str | None = None
    ruleset_title: str | None = None
    legal: bool | None = None
    totals: dict[str, dict[str, int | float]] = field(default_factory=dict)
    gauges: list[Gauge] = field(default_factory=list)
    zone_titles: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    source: list[str] = field(default_factory=list)
    error: str | None = None
    error_line: int | None = None
    hint: str | None = None
    exit_code: int = 0
    hash: str | None = None
    """The deck hash, where it was asked for."""

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(f.severity == severity for f in self.findings)
