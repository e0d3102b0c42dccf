"""For people: each finding with its lines quoted and what to do, then the verdict with the totals per zone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from fade_deck.models import Finding, Report
from fade_deck.renderers import changes, counts, notes, place, ranges, tally, title, verdict, why, zones
from fade_deck.renderers.ansi import TINTS, Style, cells, flat, wrap
from fade_deck.text import clean, plural

_QUOTED = 3
_LONGEST = 1000  # characters of a line that are looked at: a whole deck can stand on one line of JSON
_NARROWEST = 20
_COUNTED = re.compile(r"\s*\d+[xX×]?\s+(?P<name>\S.*?)\s*$")
_APOSTROPHES = str.maketrans("’‘ʼ`´", "'''''")


def render(reports: Sequence[Report], style: Style) -> str:
    """Blocks with an empty line between them; `quiet` leaves one line for each deck that is not legal."""
    several = len(reports) > 1
    if style.quiet:
        return "".join(" ".join(_verdict(report, style, several)) + "\n" for report in reports if not report.legal)
    blocks = [block for report in reports for block in _deck(report, style, several)]
    if several:
        blocks.append(tally(reports))
    return "\n\n".join(blocks or ["no decks to check"]) + "\n"


def _deck(report: Report, style: Style, several: bool) -> Iterator[str]:
    for finding in report.findings:
        yield "\n".join(_finding(report, finding, style))
    block = [wrap(_verdict(report, style, several), style.width, 4)]
    if report.legal is None and report.hint:
        block.append(_note(f"hint: {flat(report.hint)}", 1, style))
    gauges = list(_gauges(report, style)) + ([f"· hash {report.hash}"] if report.hash else [])
    if gauges:
        block.append(wrap(gauges, style.width, 4))
    if fixes := _fixes(report):
        block.append(wrap(fixes.split(), style.width, 4))
    yield "\n".join(block)


def _fixes(report: Report) -> str:
    """How many findings can be mended without their owner, and how."""
    safe, unsafe = (sum(f.fix == kind for f in report.findings) for kind in ("safe", "unsafe"))
    if not safe and not unsafe:
        return ""
    told = [f"{plural(safe, 'finding')} with `fade-deck fix`"] if safe else []
    told += [f"{unsafe}{' more' if safe else ''} with `fade-deck fix --unsafe`"] if unsafe else []
    return f"Can be fixed: {', '.join(told)}"


def _verdict(report: Report, style: Style, several: bool) -> list[str]:
    """`Storm Rush (faroe): ILLEGAL: 3 errors`, in words; after the path where decks must be told apart."""
    if report.legal is None:
        told = style.paint("cannot be checked", "red", "bold")
        return [f"{place(report.path, report.error_line)}:", f"{told}:", *why(report).split()]
    name, path, found = title(report), flat(report.path), counts(report)
    word = style.paint(verdict(report), "green" if report.legal else "red", "bold")
    text = f"{path}: {name}" if several and name != path else name
    if report.ruleset:
        text += f" ({flat(report.ruleset)})"
    return [*f"{text}:".split(), *(f"{word}: {found}" if found else word).split()]


def _gauges(report: Report, style: Style) -> Iterator[str]:
    """`Deck 41/40-60 cards ·`, `Fighter Pool 18/20 cards,`, `level 96/100`: pieces between which a line may break."""
    by_zone = zones(report)
    for i, (name, gauges) in enumerate(by_zone, 1):
        for j, (text, strained) in enumerate(gauges, 1):
            told = style.paint(text, "red", "bold") if strained else text
            end = "," if j < len(gauges) else " ·" if i < len(by_zone) else ""
            yield f"{name} {told}{end}" if j == 1 else f"{told}{end}"


def _finding(report: Report, finding: Finding, style: Style) -> Iterator[str]:
    lines = sorted(set(finding.lines))
    quoted = [line for line in lines[:_QUOTED] if 0 < line <= len(report.source)]
    rest = [line for line in lines[1:] if line not in quoted]
    gutter = max((len(str(line)) for line in quoted), default=1)

    label = style.paint(f"{finding.severity}[{flat(finding.rule)}]", TINTS[finding.severity], "bold")
    yield wrap([f"{label}:", *flat(finding.message).split()], style.width, 4)
    yield f"{' ' * gutter}{style.paint('-->', 'blue', 'bold')} {place(report.path, lines[0] if lines else None)}"
    if quoted:
        yield _bar("", gutter, style)
    for line in quoted:
        yield from _quote(report.source[line - 1], line, finding, gutter, style)
    if rest:
        more = f"… and {plural(len(rest), 'more line')}: {ranges(rest)}"
        yield wrap([" " * gutter, *more.split()], style.width, gutter + 3)
    for note in notes(finding):
        yield _note(note, gutter, style)
    for change in changes(finding):
        yield f"{' ' * gutter} {style.paint('=', 'blue', 'bold')} {change}"


def _note(note: str, gutter: int, style: Style) -> str:
    return wrap([" " * gutter, style.paint("=", "blue", "bold"), *note.split()], style.width, gutter + 3)


def _bar(number: str, gutter: int, style: Style) -> str:
    return style.paint(f"{number:>{gutter}} |", "blue", "bold")


def _quote(source: str, number: int, finding: Finding, gutter: int, style: Style) -> Iterator[str]:
    """The line behind its number, and under it a pointer to the card's name if it can be seen there."""
    text = clean(unicodedata.normalize("NFC", source[:_LONGEST].rstrip()))
    if len(source) > _LONGEST:
        text += "…"
    text, start, end = _fit(text, *_find(text, finding.cards), max(style.width, _NARROWEST) - gutter - 3)
    yield f"{_bar(str(number), gutter, style)} {text}".rstrip()
    if end > start:
        pointer = "^" * max(1, cells(text[start:end]))
        tint = TINTS[finding.severity]
        yield f"{_bar('', gutter, style)} {' ' * cells(text[:start])}{style.paint(pointer, tint, 'bold')}"


def _find(text: str, names: Sequence[str]) -> tuple[int, int]:
    """Where the longest of the names that the text holds begins and ends; (0, 0) if it holds none."""
    line = _plain(text)
    for name in sorted(names, key=len, reverse=True):
        words = [re.escape(word) for word in _plain(clean(unicodedata.normalize("NFC", name))).split()]
        found = re.search(r"\s+".join(words), line) if words else None
        if found:
            return found.span()
    entered = _COUNTED.match(text)  # the name was found by another spelling: it is what follows the count
    return entered.span("name") if entered and names else (0, 0)


def _plain(text: str) -> str:
    """Character by character, so that places stay: small letters without accents, one kind of apostrophe."""
    return "".join(unicodedata.normalize("NFD", char)[0].lower()[0] for char in text.translate(_APOSTROPHES))


def _fit(text: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """The part of the text that fits the room and shows what lies between start and end, `…` where it was cut."""
    if cells(text) <= room:
        return text, start, end
    if cells(text[:end]) >= room and cells(text[:start]) > room // 2:
        text, start, end = "…" + text[start:], 1, 1 + end - start
    if cells(text) <= room:
        return text, start, end
    keep = 0
    while cells(text[: keep + 1]) < room:
        keep += 1
    return text[:keep] + "…", start, min(end, keep)
