"""For programs: the whole report under a versioned schema (`fade-deck schema report`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fade_deck._version import __version__
from fade_deck.models import Finding, Report
from fade_deck.renderers import plain_json
from fade_deck.renderers.ansi import Style


def render(reports: Sequence[Report], style: Style) -> str:  # noqa: ARG001 - data has no style
    """Strings arrive as they were, but for half a surrogate pair, which no encoding can hold."""
    value = {"schema": 1, "tool": f"fade-deck {__version__}", "decks": [_deck(report) for report in reports]}
    return plain_json(value)


def _deck(report: Report) -> dict[str, Any]:
    deck: dict[str, Any] = {
        "path": report.path,
        "name": report.name,
        "player": report.player,
        "ruleset": report.ruleset,
        "legal": report.legal,
        "totals": {zone: {k: _number(n) for k, n in sums.items()} for zone, sums in report.totals.items()},
        "findings": [_finding(finding) for finding in report.findings],
    }
    if report.hash is not None:
        deck["hash"] = report.hash
    if report.legal is None:
        deck["error"] = report.error or "no reason is known"
        if report.error_line is not None:
            deck["line"] = report.error_line
    return deck


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "help": finding.help,
        "zone": finding.zone,
        "cards": finding.cards,
        "lines": finding.lines,
        "actual": _number(finding.actual),
        "limit": _number(finding.limit),
        "source": finding.source,
        "suggestions": finding.suggestions,
        "changes": [{"line": change.line, "to": change.to} for change in finding.changes],
        **({"fix": finding.fix} if finding.fix else {}),
    }


def _number(value: float | str | None) -> float | str | None:
    """TOML can say `inf`, JSON cannot: such a number becomes its name."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
