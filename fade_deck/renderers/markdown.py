"""For a forum or a pull request: a heading, the verdict and two tables per deck, in GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fade_deck.models import Finding, Report
from fade_deck.renderers import changes, counts, notes, ranges, tally, title, verdict, why, zones
from fade_deck.renderers.ansi import Style, flat

_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# `live`: what a forum acts on even when it is escaped: mentions, issue numbers, :emoji:.
_SPECIAL = re.compile(r"(?P<html>[&<>])|(?P<live>[@#](?=\w)|:(?=[\w+-]+:))|[\\`*_~|$#\[\]]")


def render(reports: Sequence[Report], style: Style) -> str:  # noqa: ARG001 - the page has its own style
    """Paragraphs, in the order of the reports; several decks end in a count."""
    blocks = [block for report in reports for block in _deck(report)]
    if len(reports) > 1:
        blocks.append(f"**{tally(reports)}**")
    return "\n\n".join(blocks or ["No decks to check."]) + "\n"


def _deck(report: Report) -> Iterator[str]:
    yield f"## {escaped(title(report))}"
    found = why(report) if report.legal is None else counts(report)
    yield f"**{verdict(report)}**: {escaped(found)}" if found else f"**{verdict(report)}**"
    if report.legal is None and report.hint:
        yield f"Hint: {escaped(report.hint)}"
    yield " · ".join(f"{label}: {escaped(value)}" for label, value in _facts(report) if value)
    rows = [[escaped(zone), escaped(", ".join(text for text, _ in gauges))] for zone, gauges in zones(report)]
    if rows:
        yield table(["Zone", "Totals"], rows)
    if report.findings:
        yield table(["Lines", "Severity", "Rule", "Message", "Notes"], [_row(finding) for finding in report.findings])


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    yield "Player", report.player or ""
    yield "Ruleset", report.ruleset_title or report.ruleset or ""
    yield "File", report.path
    yield "Hash", report.hash or ""
    yield "Line", str(report.error_line or "")


def _row(finding: Finding) -> list[str]:
    remarks = " · ".join([*notes(finding), *changes(finding)])
    return [ranges(finding.lines), finding.severity, escaped(finding.rule), escaped(finding.message), escaped(remarks)]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table of cells that are Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows])


def escaped(text: str) -> str:
    """Text that others wrote, on one line and without effect."""
    return _SPECIAL.sub(_escape, flat(text))


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    if found["html"]:
        return _HTML[char]
    # A space of no width parts the sign from its word: escaping alone does not stop GitHub.
    return f"\\{char}&#8203;" if found["live"] else f"\\{char}"
