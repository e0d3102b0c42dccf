"""For CI servers: JUnit XML, one suite per deck, one failed test case per error.

Written in ASCII with character references, so that it is well-formed whatever encoding the output has.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from fade_deck.models import Finding, Report, Severity
from fade_deck.renderers import changes, line, notes, place, ranges, title, why
from fade_deck.renderers.ansi import Style, flat

_NOT_XML = str.maketrans(dict.fromkeys("\ufffe\uffff", "�"))  # `clean` takes the other characters that XML forbids


def render(reports: Sequence[Report], style: Style) -> str:  # noqa: ARG001 - XML has no style
    """The suites, with the counts that readers of JUnit files add up."""
    root = ET.Element("testsuites", name="fade-deck")
    root.extend([_suite(report) for report in reports])
    for element in (*root, root):
        _count(element)
    ET.indent(root)
    text = ET.tostring(root, encoding="us-ascii").decode("ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(report: Report) -> ET.Element:
    suite = ET.Element("testsuite", name=_xml(title(report)), file=_xml(flat(report.path)))
    fatal = _fatal(report)
    failed = [finding for finding in report.findings if finding.severity == fatal]
    passed = [finding for finding in report.findings if finding.severity != fatal]
    for finding in failed:
        name = f"{finding.rule} (line {min(finding.lines)})" if finding.lines else finding.rule
        body = "\n".join([_where(report, finding), flat(finding.message), *notes(finding), *changes(finding)])
        _fail(_case(suite, report, name), "failure", finding.rule, finding.message, body)
    if report.legal is None:
        body = f"{place(report.path, report.error_line)}: {why(report)}"
        if report.hint:
            body += f"\nhint: {flat(report.hint)}"
        _fail(_case(suite, report, "readable"), "error", "unreadable", why(report), body)
    elif report.legal:
        _case(suite, report, "legal")
    elif not failed:
        _fail(_case(suite, report, "legal"), "failure", "illegal", "the deck is not legal", flat(report.path))
    if passed:
        ET.SubElement(suite, "system-out").text = _xml("\n".join(line(report, finding, Style()) for finding in passed))
    return suite


def _fatal(report: Report) -> Severity | None:
    """Which findings fail: errors, or warnings where they alone were counted against the deck (`--strict`)."""
    if report.legal is not False:
        return None
    return "error" if report.count("error") else "warning"


def _where(report: Report, finding: Finding) -> str:
    return f"{flat(report.path)}:{ranges(finding.lines)}" if finding.lines else flat(report.path)


def _case(suite: ET.Element, report: Report, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_xml(flat(report.path)), name=_xml(flat(name)))


def _fail(case: ET.Element, tag: str, kind: str, message: str, body: str) -> None:
    ET.SubElement(case, tag, type=_xml(flat(kind)), message=_xml(flat(message))).text = _xml(body)


def _count(element: ET.Element) -> None:
    for attribute, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(attribute, str(sum(1 for _ in element.iter(tag))))


def _xml(text: str) -> str:
    return text.translate(_NOT_XML)
