"""The face of a play-test card: what the card data says, fitted into 63 x 88 mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fade_deck.exports._fonts import LEADING, Fonts
from fade_deck.exports._layout import MM, Mark, Rect, Rule, Text
from fade_deck.listing import Item
from fade_deck.text import clean

WIDTH, HEIGHT = 63 * MM, 88 * MM
_EDGE = 4 * MM
_INNER = WIDTH - 2 * _EDGE
_STATS = {
    "level": "Level",
    "hp": "HP",
    "plv": "PLV",
    "def": "DEF",
    "agi": "AGI",
    "attack": "Attack",
    "health": "Health",
    "actions": "Actions",
}
_NOTES = {"archetypes": "Archetype", "fighter": "Fighter", "unique_to": "Unique to", "copy_limit": "Copies allowed"}


class Face(NamedTuple):
    """All that is printed on one card."""

    name: str
    cost: str
    kind: tuple[str, ...]
    stats: tuple[tuple[str, str], ...]
    keywords: str
    body: tuple[str, ...]
    flavor: str
    foot: str
    known: bool


def make_face(item: Item) -> Face:
    """The face of a card; of a name that is no card's only that, and room to write on."""
    if item.card is None:
        return Face(clean(item.name), "", ("not in the card data",), (), "", (), "", "", known=False)
    fields, printing = item.card.fields, item.printing
    printed = (printing.set, printing.number, printing.rarity) if printing else ()
    kind = " · ".join(part for part in (_joined(fields, "types"), fields.get("rank"), _of(fields)) if part)
    cost = (fields.get("cost") or {}).items()
    return Face(
        clean(item.card.name),
        " ".join(f"{amount} {unit.upper()}" for unit, amount in cost if amount is not None),
        tuple(clean(text) for text in (kind, *_notes(fields))),
        tuple((label, str(fields[key])) for key, label in _STATS.items() if fields.get(key) is not None),
        clean(", ".join(item.card.keywords)),
        tuple(clean(text) for text in (item.card.text or "").splitlines() if text.strip()),
        clean((printing.flavor if printing else None) or ""),
        clean(" ".join(part for part in printed if part)),
        known=True,
    )


def _joined(fields: dict[str, Any], key: str) -> str:
    value = fields.get(key) or ()
    return value if isinstance(value, str) else "/".join(str(part) for part in value)


def _of(fields: dict[str, Any]) -> str:
    return " · ".join(part for part in (_joined(fields, "elements"), _joined(fields, "styles")) if part)


def _notes(fields: dict[str, Any]) -> list[str]:
    """What rules look at and no line of numbers shows."""
    known = [f"{label}: {_shown(fields[key])}" for key, label in _NOTES.items() if fields.get(key) is not None]
    return known + [f"{name}: {_shown(value)}" for name, value in (fields.get("attributes") or {}).items()]


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def marks_of(face: Face, fonts: Fonts) -> tuple[list[Mark], bool]:
    """The marks of a card, from its top left corner, and whether all of its text has found room."""
    card = _Card(face, fonts, [], _EDGE)
    whole = card.fill()
    return card.marks, whole


@dataclass(eq=False, repr=False)
class _Card:
    """A card being filled from the top; `y` is where it is still empty."""

    face: Face
    fonts: Fonts
    marks: list[Mark]
    y: float

    def fill(self) -> bool:
        face = self.face
        whole = self._name()
        whole &= self._paragraphs(face.kind, 34, 7.2, gray=0.25)
        self.y += 4
        if face.stats:
            self._stats()
        bottom = self._foot()
        if not face.known:
            lines = range(1, int((bottom - self.y) / 16) + 1)
            self.marks += [Rule(_EDGE, self.y + 16 * n, _INNER, line=0.3, gray=0.5) for n in lines]
            return whole
        if face.keywords:
            whole &= self._paragraphs((face.keywords,), (bottom - self.y) / 3, 8.4, bold=True)
            self.y += 3
        whole &= self._paragraphs(face.body, bottom - self.y, 9)
        self._flavor(bottom)
        return whole

    def _paragraphs(
        self, texts: Sequence[str], height: float, size: float, bold: bool = False, gray: float = 0.0
    ) -> bool:
        """Texts as large as they can be in a height; says whether they have found room."""
        size, lines, whole = self.fonts.shrink(texts, _INNER, height, size, bold)
        if not whole:
            lines[-1] = self.fonts.elide(lines[-1] + " …", _INNER, size, bold)
        for line in lines:
            self.y += size * LEADING
            self.marks.append(Text(_EDGE, self.y - size * 0.25, line, size, bold, gray))
        return whole

    def _name(self) -> bool:
        """The name and, beside it, the cost."""
        face, fonts = self.face, self.fonts
        cost_size, _ = fonts.fit(face.cost, _INNER * 0.35, 9, 3, True)
        cost_wide = fonts.width(face.cost, cost_size, True)
        room = _INNER - (cost_wide + 8 if face.cost else 0)
        size, lines, whole = fonts.shrink([face.name], room, 34, 11, bold=True)
        for line in lines:
            self.y += size * LEADING
            self.marks.append(Text(_EDGE, self.y - size * 0.25, line, size, True))
        if face.cost:
            self.marks.append(Text(_EDGE + _INNER - cost_wide, _EDGE + 10.7, face.cost, cost_size, True))
        self.y = max(self.y, _EDGE + 13) + 2
        self.marks.append(Rule(_EDGE, self.y, _INNER, line=0.9))
        self.y += 1.5
        return whole

    def _stats(self) -> None:
        """The numbers in a row of cells, label above value."""
        stats, fonts = self.face.stats, self.fonts
        cell, high = _INNER / len(stats), 23.0
        self.marks.append(Rect(_EDGE, self.y, _INNER, high, fill=0.92))
        for n, (label, value) in enumerate(stats):
            for text, size, bold, base in ((label, 5.4, False, 7), (value, 11.0, True, 19.5)):
                small, _ = fonts.fit(text, cell - 2, size, 1, bold)
                x = _EDGE + n * cell + (cell - fonts.width(text, small, bold)) / 2
                self.marks.append(Text(x, self.y + base, text, small, bold))
        self.y += high + 3

    def _foot(self) -> float:
        """Set, number and rarity, and that this is no real card; returns where the space above ends."""
        base, mark = HEIGHT - _EDGE, "play-test card"
        wide = self.fonts.width(mark, 5.2)
        room = _INNER - wide - 6
        size, _ = self.fonts.fit(self.face.foot, room, 5.6, 3)
        self.marks.append(Text(_EDGE, base, self.fonts.elide(self.face.foot, room, size), size))
        self.marks.append(Text(_EDGE + _INNER - wide, base, mark, 5.2, gray=0.35))
        return base - 11

    def _flavor(self, bottom: float) -> None:
        """The flavour, only where the rules leave room for it."""
        room = bottom - self.y - 8
        if not self.face.flavor or room < 12:
            return
        size, lines, fits = self.fonts.shrink([self.face.flavor], _INNER, room, 6.4)
        if fits:
            top = bottom - len(lines) * size * LEADING
            self.marks.append(Rule(_EDGE + _INNER * 0.3, top - 4, _INNER * 0.4, line=0.3, gray=0.5))
            for n, line in enumerate(lines, 1):
                self.marks.append(Text(_EDGE, top + n * size * LEADING - size * 0.25, line, size, gray=0.35))
