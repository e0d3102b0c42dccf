"""Registration sheets as one HTML file, for screens of any size and for paper. No scripts, no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from fade_deck._version import __version__
from fade_deck.exports import Options
from fade_deck.exports._qr import dark_runs
from fade_deck.exports._sheet import Block, Field, Group, Row, Sheet, make_sheet
from fade_deck.exports._style import STYLE
from fade_deck.listing import Listing

EXTENSIONS = ("html", "htm")
BINARY = False
_QUIET = 4
_NAME = 34
"""Letters of the player and of the deck at the foot of a page; one may have what the other leaves."""


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """All sheets, in the order given, each from the top of a page."""
    bodies, feet, titles = [], [], []
    for number, listing in enumerate(listings, 1):
        sheet = make_sheet(listing, options)
        bodies.append("".join(_sheet(sheet, number)))
        feet.append(_foot_style(sheet, number))
        titles.append(" · ".join(part for part in (sheet.player, sheet.deck) if part) or sheet.hash)
        if options.progress:
            options.progress(1)
    title = f"Deck registration sheet: {titles[0]}" if len(titles) == 1 else "Deck registration sheets"
    style = STYLE.replace("SIZE", "A4" if options.paper == "a4" else "letter") + "".join(feet)
    page = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="fade-deck {__version__}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"{''.join(bodies)}</main>\n</body>\n</html>\n"
    )
    return page.encode("utf-8", "replace")


def _foot_style(sheet: Sheet, number: int) -> str:
    """The foot of the printed pages of one sheet. The name goes into CSS letter by letter as code points."""
    room = max(_NAME, 2 * _NAME - min(len(sheet.whose), len(sheet.deck)))
    names = (part if len(part) <= room else part[: room - 1] + "…" for part in (sheet.whose, sheet.deck) if part)
    text = "".join(f"\\{ord(c):06x}" for c in " · ".join([*names, f"hash {sheet.hash}"]))
    return f'@page sheet{number} {{ @bottom-left {{ content: "{text}" }} }}\n#sheet{number} {{ page: sheet{number} }}\n'


def _sheet(sheet: Sheet, number: int) -> Iterator[str]:
    state = "legal" if sheet.legal else "illegal"
    yield f'<article class="sheet" id="sheet{number}" aria-labelledby="title{number}">\n<header>\n'
    yield f'<p class="initial" aria-label="Filed under">{escape(sheet.initial)}</p>\n'
    yield f'<h1 id="title{number}">Deck registration sheet</h1>\n'
    for name, fields in (("person", sheet.person), ("event", sheet.event), ("about", sheet.about)):
        yield f'<dl class="fields {name}">\n{"".join(map(_field, fields))}</dl>\n'
    yield f'</header>\n<section class="verdict {state}" aria-label="Verdict">\n'
    yield f"<p><strong>{sheet.verdict}</strong> <span>{escape(sheet.found or 'nothing found')}</span> "
    yield f"<span>{escape(sheet.total)}</span></p>\n"
    yield from _remarks(sheet)
    yield f'</section>\n<p class="note">Cards {sheet.order}</p>\n<div class="list">\n'
    for block in sheet.blocks:
        yield from _block(block, sheet)
    yield f'<p class="total"><span>Total</span> <span>{escape(sheet.total)}</span></p>\n</div>\n'
    yield from _official(sheet)
    if sheet.made:
        yield f'<p class="note">Made {escape(sheet.made)}</p>\n'
    yield "</article>\n"


def _field(field: Field) -> str:
    value = escape(field.value) or '<span class="aside">to be filled in</span>'
    blank = "" if field.value else ' class="blank"'
    whole = ' class="whole"' if field.whole else ""
    return f'<div{whole} style="flex-grow:{field.weight}"><dt>{escape(field.label)}</dt><dd{blank}>{value}</dd></div>\n'


def _remarks(sheet: Sheet) -> Iterator[str]:
    if sheet.remarks:
        yield "<ul>\n"
        for severity, rule, message in sheet.remarks:
            yield f"<li><b>{escape(severity)}:</b> {escape(message)} <code>{escape(rule)}</code></li>\n"
        yield "</ul>\n"


def _block(block: Block, sheet: Sheet) -> Iterator[str]:
    figures = ", ".join(f"<b>{escape(t)}</b>" if bad else escape(t) for t, bad in block.figures)
    yield f'<section class="block">\n<h2>{escape(block.title)} <span>{figures}</span></h2>\n'
    if not block.groups:
        yield "<p>no cards</p>\n</section>\n"
        return
    check = '<th scope="col">Check</th>' if sheet.boxes else ""
    yield f'<table>\n<thead><tr><th scope="col">Copies</th>{check}<th scope="col">Card</th>'
    yield '<th scope="col">Set and number</th></tr></thead>\n'
    for group in block.groups:
        yield from _group(group, sheet)
    yield "</table>\n</section>\n"


def _group(group: Group, sheet: Sheet) -> Iterator[str]:
    yield "<tbody>\n"
    if group.title:
        span = 3 if sheet.boxes else 2
        yield f'<tr class="group"><th scope="rowgroup" colspan="{span}">{escape(group.title)}</th>'
        yield f"<td>{group.size}</td></tr>\n"
    for row in group.rows:
        yield _row(row, sheet)
    yield "</tbody>\n"


def _row(row: Row, sheet: Sheet) -> str:
    known = "" if row.known else ' class="unknown"'
    check = f"<td>{_boxes(row)}</td>" if sheet.boxes else ""
    return (
        f'<tr{known}><td class="copies">{row.copies}</td>{check}<th scope="row">{escape(row.name)}</th>'
        f'<td class="code">{escape(row.code)}</td></tr>\n'
    )


def _boxes(row: Row) -> str:
    """A box for each copy, which can be ticked on a screen too; a line to write on where these would be too many."""
    if not row.boxes:
        return '<span class="blank"><span class="aside">counted</span></span>'
    name = escape(row.name)
    return "".join(
        f'<input type="checkbox" aria-label="{name}, copy {n} of {row.copies}">' for n in range(1, row.boxes + 1)
    )


def _official(sheet: Sheet) -> Iterator[str]:
    yield '<footer class="official">\n'
    for number in (1, 2):
        yield f'<section class="check">\n<h2>Official use: deck check {number}</h2>\n<dl class="fields">\n'
        yield "".join(_field(Field(label, "", weight)) for label, weight in _CHECKS)
        yield "</dl>\n</section>\n"
    for number, content in enumerate(sheet.codes, 1):
        part = f" ({number} of {len(sheet.codes)})" if len(sheet.codes) > 1 else ""
        what = "hash and list" if sheet.codes_complete else "hash only"
        yield f"<figure>{_svg(content, f'QR code of the deck: {what}{part}')}"
        yield f"<figcaption>{sheet.hash}{part}{'' if sheet.codes_complete else ' (hash only)'}</figcaption></figure>\n"
    yield "</footer>\n"


_CHECKS: Iterable[tuple[str, int]] = (("Round", 1), ("Status", 1), ("Judge", 9), ("Notes", 9))


def _svg(content: str, label: str) -> str:
    modules, runs = dark_runs(content)
    side = modules + 2 * _QUIET
    path = "".join(f"M{x + _QUIET} {y + _QUIET}h{length}v1h-{length}z" for x, y, length in runs)
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/><path fill="#000" d="{path}"/></svg>'
    )
