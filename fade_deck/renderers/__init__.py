"""Reports as text. One module per output format, found by its file name: to add a format, add its file.

Such a module has one function, `render(reports, style) -> str`. It reads reports and returns what is to be
printed, ending in a newline unless it is empty. All that a report holds (names, paths, lines of a file, a ruleset's
messages) was written by others: it passes through `flat`, `text.clean` or the format's own escaping, never through
markup.

The words that several formats share stand here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from fade_deck.errors import UsageError
from fade_deck.models import SEVERITIES, Finding, Gauge, Report
from fade_deck.renderers.ansi import TINTS, Style, flat
from fade_deck.text import CONTROLS, clean, did_you_mean, plural

_SURROGATES = "[\ud800-\udfff]"
FORMATS: tuple[str, ...] = (
    "full",
    *(sorted({path.stem for path in Path(__file__).parent.glob("[a-z]*.py")} - {"ansi", "full"})),
)
"""The names that `--format` takes; the default comes first."""


def render(
    reports: Sequence[Report],
    format: str,  # noqa: A002 - the name of the option
    *,
    color: bool = False,
    width: int = 80,
    quiet: bool = False,
) -> str:
    """The reports in one of the `FORMATS`. Formats for machines take no notice of colour, width and `quiet`."""
    if format not in FORMATS:
        hint = did_you_mean(format, FORMATS) or f"the formats are {', '.join(FORMATS)}"
        raise UsageError(f"`{flat(format)}` is not an output format", hint=hint)
    text: str = import_module(f"{__name__}.{format}").render(reports, Style(color, width, quiet))
    return text


def plain_json(data: Any, *, ascii_only: bool = False) -> str:
    """JSON for programs and eyes: strings arrive as they were, but nothing in them drives a terminal.

    Half a surrogate pair, which no encoding can hold, becomes the replacement character.
    """
    import json

    text = re.sub(_SURROGATES, "�", json.dumps(data, indent=2, ensure_ascii=ascii_only))
    return re.sub(CONTROLS, lambda found: f"\\u{ord(found[0]):04x}" if found[0] != "\n" else "\n", text) + "\n"


def title(report: Report) -> str:
    """What to call a deck: its name, else its path."""
    return flat(report.name or "") or flat(report.path)


def place(path: str, line: int | None) -> str:
    """`deck.txt:3`, which editors and terminals make a link."""
    return flat(path) if line is None else f"{flat(path)}:{line}"


def line(report: Report, finding: Finding, style: Style) -> str:
    """One finding on one line; the first line of the file stands in where it has none."""
    severity = style.paint(finding.severity, TINTS[finding.severity], "bold")
    where = place(report.path, min(finding.lines, default=1))
    return f"{where}: {severity} {flat(finding.rule)} {flat(finding.message)}"


def verdict(report: Report) -> str:
    """The one word on a deck."""
    return "UNREADABLE" if report.legal is None else "LEGAL" if report.legal else "ILLEGAL"


def why(report: Report) -> str:
    """Why a file could not be read."""
    return flat(report.error or "no reason is known")


def counts(report: Report) -> str:
    """`3 errors, 1 warning, 2 advice`, or nothing where nothing was found."""
    found = [(report.count(severity), severity) for severity in SEVERITIES]
    return ", ".join(f"{n} advice" if severity == "advice" else plural(n, severity) for n, severity in found if n)


def tally(reports: Sequence[Report]) -> str:
    """`12 decks: 9 legal, 2 illegal, 1 unreadable`."""
    words = [verdict(report).lower() for report in reports]
    parts = [f"{words.count(word)} {word}" for word in ("legal", "illegal", "unreadable") if word in words]
    return f"{plural(len(words), 'deck')}: {', '.join(parts)}"


def zones(report: Report) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Each zone's title with what its gauges say (`level 101/100 (over)`) and whether that is out of bounds.

    Where no rule watches a number, the bare totals serve.
    """
    totals = report.totals.items()
    gauges = report.gauges or [Gauge(zone, label, n) for zone, sums in totals for label, n in sums.items()]
    by_zone: dict[str, list[tuple[str, bool]]] = {}
    for gauge in gauges:
        noun = "card" if gauge.value == 1 and gauge.maximum in (None, 1) and gauge.minimum in (None, 1) else "cards"
        text = f"{gauge} {noun}" if gauge.label == "cards" else f"{flat(gauge.label)} {gauge}"
        strain = _strain(gauge)
        by_zone.setdefault(gauge.zone, []).append((text + strain, bool(strain)))
    return [(flat(report.zone_titles.get(zone, zone)), texts) for zone, texts in by_zone.items()]


def _strain(gauge: Gauge) -> str:
    if gauge.maximum is not None and gauge.value > gauge.maximum:
        return " (over)"
    return " (under)" if gauge.minimum is not None and gauge.value < gauge.minimum else ""


def notes(finding: Finding) -> list[str]:
    """What stands under a message: `help: …`, `source: …`, `did you mean: A, B or C`."""
    *others, last = [flat(name) for name in finding.suggestions] or [""]
    guess = f"{', '.join(others)} or {last}" if others else last
    fix = {"safe": "`fade-deck fix`", "unsafe": "`fade-deck fix --unsafe`"}.get(finding.fix or "", "")
    labelled = (
        ("help", flat(finding.help)),
        ("source", flat(finding.source)),
        ("did you mean", guess),
        ("fix", fix),
    )
    return [f"{label}: {text}" for label, text in labelled if text]


def changes(finding: Finding) -> list[str]:
    """What to do to which line. The new line is given as it must be typed, so it should not be wrapped."""
    return [
        f"remove line {line}" if to is None else f"change line {line} to: {clean(to)}" for line, to in finding.changes
    ]


def ranges(lines: Iterable[int]) -> str:
    """Line numbers in short: `3, 9-20`."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
