"""For editors, grep and long lists: one line per finding, `path:line: severity rule message`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.models import Report
from fade_deck.renderers import line, place, why
from fade_deck.renderers.ansi import TINTS, Style


def render(reports: Sequence[Report], style: Style) -> str:
    """A legal deck without findings gives no line; with `quiet`, no legal deck does."""
    told = [report for report in reports if not (style.quiet and report.legal)]
    return "".join(f"{text}\n" for report in told for text in _lines(report, style))


def _lines(report: Report, style: Style) -> Iterator[str]:
    if report.legal is None:
        severity = style.paint("error", TINTS["error"], "bold")
        yield f"{place(report.path, report.error_line)}: {severity} unreadable {why(report)}"
    for finding in report.findings:
        yield line(report, finding, style)
