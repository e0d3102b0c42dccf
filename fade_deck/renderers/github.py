"""For GitHub Actions: workflow commands, which become annotations on the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.models import Report
from fade_deck.renderers import changes, notes, why
from fade_deck.renderers.ansi import Style, flat

_COMMANDS = {"error": "error", "warning": "warning", "advice": "notice"}


def render(reports: Sequence[Report], style: Style) -> str:  # noqa: ARG001 - the runner has its own style
    """One command per finding; nothing for a legal deck without findings."""
    return "".join(f"{line}\n" for report in reports for line in _commands(report))


def _commands(report: Report) -> Iterator[str]:
    if report.legal is None:
        hint = [f"hint: {flat(report.hint)}"] if report.hint else []
        yield _command("error", report.path, report.error_line or 1, "unreadable", [why(report), *hint])
    for finding in report.findings:
        text = [flat(finding.message), *notes(finding), *changes(finding)]
        yield _command(_COMMANDS[finding.severity], report.path, min(finding.lines, default=1), finding.rule, text)


def _command(command: str, path: str, line: int, rule: str, text: list[str]) -> str:
    return f"::{command} file={_property(path)},line={line},title={_property(rule)}::{_data(chr(10).join(text))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(flat(text)).replace(":", "%3A").replace(",", "%2C")
