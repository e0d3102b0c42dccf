"""What a change did to a deck: its totals, its findings and its verdict, before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
    """What is said in the same words is no news; what speaks of the same thing in other words goes on."""
    old, new = list(before.findings), list(after.findings)
    _paired(old, new, lambda a, b: a.message == b.message)
    goes_on = _paired(old, new, lambda a, b: a.zone == b.zone and a.cards == b.cards)
    goes_on += _paired(old, new, lambda a, b: bool({*a.cards} & {*b.cards}) or not (a.cards and b.cards))
    still = {id(finding) for finding in goes_on}
    fresh = {id(finding) for finding in new}
    for finding in after.findings:
        if id(finding) in fresh:
            yield f"now {_told(finding)}"
        elif id(finding) in still:
            yield f"still {_told(finding)}"
    for finding in old:
        yield f"gone: {_told(finding)}"


def _paired(old: list[Finding], new: list[Finding], same: Callable[[Finding, Finding], bool]) -> list[Finding]:
    """Take out of both lists what is of one rule and the same, one for one; what was taken from the new one."""
    found = []
    for finding in [*new]:
        match = next((other for other in old if other.rule == finding.rule and same(other, finding)), None)
        if match is not None:
            old.remove(match)
            new.remove(finding)
            found.append(finding)
    return found


def _told(finding: Finding) -> str:
    return f"{finding.severity}[{flat(finding.rule)}]: {flat(finding.message)}"
