"""What a change did to a deck: its totals, its findings and its verdict, before and after."""

from __future__ import annotations

from collections.abc import Iterator

from fade_deck.models import Finding, Gauge, Report
from fade_deck.renderers import counts, verdict
from fade_deck.renderers.ansi import flat


def effect(before: Report, after: Report) -> list[str]:
    """Line by line: the totals that changed, then the verdict, then the findings that came, changed and went."""
    return [*_totals(before, after), _verdict(before, after), *_findings(before, after)]


def _totals(before: Report, after: Report) -> Iterator[str]:
    """`Fighter Pool level 96 -> 104/100: now over`."""
    old = {(gauge.zone, gauge.label): gauge for gauge in before.gauges}
    new = {(gauge.zone, gauge.label): gauge for gauge in after.gauges}
    for key in [*new, *(key for key in old if key not in new)]:
        gauge = new.get(key) or old[key]._replace(value=0)  # an empty optional zone has no gauges
        was = old[key] if key in old else gauge._replace(value=0)
        if was.value != gauge.value:
            title = flat(after.zone_titles.get(gauge.zone, gauge.zone))
            yield f"{title} {flat(gauge.label)} {was.value} -> {gauge}{_turn(_state(was), _state(gauge))}"


def _state(gauge: Gauge) -> str:
    if gauge.maximum is not None and gauge.value > gauge.maximum:
        return "over"
    return "under" if gauge.minimum is not None and gauge.value < gauge.minimum else ""


def _turn(was: str, now: str) -> str:
    if now:
        return f": still {now}" if was == now else f": now {now}"
    return f": no longer {was}" if was else ""


def _verdict(before: Report, after: Report) -> str:
    old, new, found = verdict(before), verdict(after), counts(after)
    told = f"still {new}" if old == new else f"{old} -> {new}"
    return f"{told}: {found}" if found else told


def _findings(before: Report, after: Report) -> Iterator[str]:
    old, new = _keyed(before), _keyed(after)
    for key, finding in new.items():
        if key not in old:
            yield f"now {_told(finding)}"
        elif old[key].message != finding.message:
            yield f"still {_told(finding)}"
    for key, finding in old.items():
        if key not in new:
            yield f"gone: {_told(finding)}"


def _keyed(report: Report) -> dict[tuple[object, ...], Finding]:
    """The findings by what they are about, whatever number they give; equal ones are told apart by their order."""
    found: dict[tuple[object, ...], Finding] = {}
    for finding in report.findings:
        key = (finding.rule, finding.zone, *finding.cards)
        while key in found:
            key = (*key, "again")
        found[key] = finding
    return found


def _told(finding: Finding) -> str:
    return f"{finding.severity}[{flat(finding.rule)}]: {flat(finding.message)}"
