"""Bars and columns as SVG inside a page of HTML that needs nothing else: no scripts, no fonts, no files.

Colours are those of the reader's light or dark scheme. To a screen reader each chart is a picture with its numbers in
words. Labels are names that others wrote: all text is escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from fade_deck.text import clean

_WIDTH = 340
_BESIDE = 150
"""Pixels that a label may take beside its bar; where one is longer, all stand above their bars."""
_DIGIT = 8.5
_ROW = 24
_BAR = 14
_HIGH = 130
_APART = 44

_STYLE = """
:root { color-scheme: light dark; --back: #fcfcfb; --card: #ffffff; --ink: #1c1f24; --soft: #5a6270;
  --line: #d9dce1; --bar: #2f6fb5; --rest: #a3abb6; }
@media (prefers-color-scheme: dark) { :root { --back: #14171b; --card: #1d2127; --ink: #e8eaed; --soft: #a6aeba;
  --line: #363c45; --bar: #6aa9e9; --rest: #626b78; } }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2rem 0 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
dt, .about { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
p { margin: .1rem 0 .9rem; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem;
  align-items: start; }
figure { margin: 0; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
figcaption span { font-weight: 400; color: var(--soft); font-size: .85rem; margin-left: .4rem; }
svg { display: block; width: 100%; max-width: 340px; height: auto; }
text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.bar { fill: var(--bar); } .rest { fill: var(--rest); } .axis { stroke: var(--line); }
.soft { fill: var(--soft); }
@media print { body { padding: 0; } figure { break-inside: avoid; } }
"""


def escaped(text: str) -> str:
    """Text that is safe in HTML and SVG."""
    return escape(clean(text))


def page(title: str, body: Iterable[str]) -> str:
    """A whole page. It forbids itself to load or run anything."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def heading(title: str, facts: Iterable[tuple[str, str]]) -> str:
    """The head of the page: what it is about, and facts with their names."""
    listed = "".join(f"<dt>{escaped(name)}</dt><dd>{escaped(text)}</dd>" for name, text in facts)
    return f"<h1>{escaped(title)}</h1>\n<dl>{listed}</dl>"


def section(title: str, about: str, charts: Iterable[str]) -> str:
    """Charts side by side under a heading."""
    drawn = "\n".join(charts)
    return (
        f'<section>\n<h2>{escaped(title)}</h2>\n<p class="about">{escaped(about)}</p>\n'
        f'<div class="charts">\n{drawn}\n</div>\n</section>'
    )


def bars(title: str, about: str, rows: Sequence[tuple[str, int]]) -> str:
    """A bar for each row, one below the other; long labels stand above their bars."""
    longest = max((_pixels(label) for label, _ in rows), default=0)
    above = longest > _BESIDE
    left = 0.0 if above else longest + 10
    step = _ROW + 16 if above else _ROW
    top = max((n for _, n in rows), default=0)
    room = _WIDTH - left - 8 - len(str(top)) * _DIGIT
    parts = []
    for place, (label, n) in enumerate(rows):
        y = place * step + (16 if above else 0)
        wide = _scaled(n, top, room)
        at = f'x="0" y="{place * step + 13}"' if above else f'x="{left - 10:g}" y="{y + 16}" text-anchor="end"'
        parts.append(f"<text {at}>{_shortened(label)}</text>")
        kind = "rest" if label == "none" else "bar"
        parts.append(f'<rect class="{kind}" x="{left:g}" y="{y + 5}" width="{wide:g}" height="{_BAR}" rx="2"/>')
        parts.append(f'<text x="{left + wide + 6:g}" y="{y + 16}">{n}</text>')
    return _figure(title, about, rows, max(len(rows), 1) * step, parts)


def columns(title: str, about: str, rows: Sequence[tuple[str, int]]) -> str:
    """A column for each row, side by side: a curve over numbers. What has no number stands apart at the end."""
    top = max((n for _, n in rows), default=0)
    numbers = [row for row in rows if row[0] != "none"]
    rest = [row for row in rows if row[0] == "none"]
    step = (_WIDTH - len(rest) * _APART) / max(len(numbers), 1)
    longest = max((_pixels(label) for label, _ in numbers), default=0)
    every = max(1, -int(-(longest + 4) // step))
    parts: list[str] = []
    for place, (label, n) in enumerate(numbers):
        shown = label if place % every == 0 else ""
        parts += _column(shown, n, top, place * step + step / 2, step, "bar")
    for label, n in rest:
        parts += _column(label, n, top, _WIDTH - _APART / 2, _APART, "rest")
    parts.append(f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{18.5 + _HIGH}" y2="{18.5 + _HIGH}"/>')
    return _figure(title, about, rows, _HIGH + 42, parts)


def _column(label: str, n: int, top: int, middle: float, step: float, kind: str) -> Iterator[str]:
    """A column with its number above it, where there is room for it, and its label below."""
    wide = min(step * 0.72, 44)
    high = _scaled(n, top, _HIGH)
    at = f'x="{middle:.1f}" text-anchor="middle"'
    box = f'x="{middle - wide / 2:.1f}" y="{18 + _HIGH - high:g}" width="{wide:.1f}" height="{high:g}"'
    if n:
        yield f'<rect class="{kind}" {box} rx="2"/>'
    if n and len(str(n)) * _DIGIT <= step + 4:
        yield f'<text {at} y="{18 + _HIGH - high - 5:g}">{n}</text>'
    if label:
        yield f'<text class="soft" {at} y="{_HIGH + 36}">{escaped(label)}</text>'


def _scaled(n: int, top: int, room: float) -> float:
    """The length of a bar. What is there at all can be seen."""
    return round(max(2, n / top * room), 1) if n and top else 0


def _pixels(label: str) -> float:
    """How wide a label is at most: fonts differ, and one that is cut off is worse than one with room beside it."""
    return sum(13.5 if not c.isascii() else 11 if c in "MWmw@%<>=+~#&" else 9.5 if c.isupper() else 8 for c in label)


def _shortened(label: str) -> str:
    """A label that is wider than the chart ends in an ellipsis; all of it is in the words for screen readers."""
    if _pixels(label) <= _WIDTH:
        return escaped(label)
    while _pixels(label) > _WIDTH - 14:
        label = label[:-1]
    return escaped(label.rstrip() + "…")


def _figure(title: str, about: str, rows: Sequence[tuple[str, int]], high: float, parts: Iterable[str]) -> str:
    said = "; ".join(f"{label}: {n}" for label, n in rows)
    remark = f"<span>{escaped(about)}</span>" if about else ""
    return (
        f"<figure>\n<figcaption>{escaped(title)}{remark}</figcaption>\n"
        f'<svg role="img" aria-label="{escaped(f"{title}. {said}")}" viewBox="0 0 {_WIDTH} {high:g}" '
        f'width="{_WIDTH}" height="{high:g}">\n' + "\n".join(parts) + "\n</svg>\n</figure>"
    )
