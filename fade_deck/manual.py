"""Rules and rulesets in words: what `explain`, `rulesets` and the documentation say about them, in one place."""

from __future__ import annotations

from typing import Any, NamedTuple

from fade_deck import checks
from fade_deck.reading_rules import READING_RULES
from fade_deck.ruleset import Rule, Ruleset

_DATES = {"since": "from"}


class Page(NamedTuple):
    """The manual page of a rule: `facts` are labelled lines, in order."""

    rule: str
    severity: str
    ruleset: str
    summary: str
    facts: list[tuple[str, str]]


def rule_names(ruleset: Ruleset) -> list[str]:
    """All rules that a ruleset can report: its own, then those about reading that it has not disabled."""
    return [rule.name for rule in ruleset.rules] + [name for name in READING_RULES if name not in ruleset.disable]


def page(ruleset: Ruleset, name: str) -> Page | None:
    """The manual page of a rule in a ruleset, None where the ruleset has no such rule."""
    if name not in rule_names(ruleset):
        return None
    rule = ruleset.rule(name)
    if rule is None:
        about = READING_RULES[name]
        known = ", ".join(zone.name for zone in ruleset.zones)
        return Page(name, about.severity, ruleset.id, about.summary, [("What to do", about.help.format(known=known))])
    facts = [
        ("It says", readable(rule.message)),
        ("What to do", readable(rule.help)),
        ("Where", ", ".join(part for part in (rule.book, rule.citation) if part) if rule.citation else ""),
        ("Reading", rule.interpretation),
        ("Checked by", f"{rule.kind} ({options(rule)})"),
    ]
    return Page(name, rule.severity, ruleset.id, rule.summary, [(label, text) for label, text in facts if text])


def options(rule: Rule) -> str:
    """A rule's options as its TOML has them, in one line."""
    return ", ".join(f"{key} = {_toml(value)}" for key, value in written(rule.data).items())


def written(data: Any) -> Any:
    """Options with their keys as the file has them."""
    if isinstance(data, dict):
        return {_DATES.get(key, key): written(value) for key, value in data.items()}
    return [written(item) for item in data] if isinstance(data, list) else data


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k} = {_toml(v)}' for k, v in value.items())}}}"
    return (
        str(value)
        if isinstance(value, int | float)
        else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def readable(template: str) -> str:
    """A message with its braces as a reader of the manual expects them: `{actual}` becomes `<actual>`."""
    return template.replace("{", "<").replace("}", ">")


def limits(rule: Rule) -> str:
    """The numbers of a rule in short: `at least 40`, `exactly 3`, `at most 4`."""
    data = rule.data
    if data.get("exactly") is not None:
        return f"exactly {data['exactly']}"
    words = (("min", "at least"), ("max", "at most"), ("budget", "at most"))
    return ", ".join(f"{word} {data[key]}" for key, word in words if data.get(key) is not None)


class Difference(NamedTuple):
    """One rule that two rulesets do not share; `before` and `after` are None where one has no such rule."""

    rule: str
    before: str | None
    after: str | None


def differences(old: Ruleset, new: Ruleset) -> list[Difference]:
    """Zones and rules in which two rulesets differ, in the order of the first and then of the second."""
    before, after = _statements(old), _statements(new)
    names = dict.fromkeys((*before, *after))
    return [Difference(n, before.get(n), after.get(n)) for n in names if before.get(n) != after.get(n)]


def _statements(ruleset: Ruleset) -> dict[str, str]:
    """What each part of a ruleset amounts to: words that only explain are left out."""
    found = {f"section {z.name}": "optional" if z.optional else "required" for z in ruleset.zones}
    for rule in ruleset.rules:
        found[rule.name] = f"{rule.severity}: {rule.kind} ({options(rule)})"
    return found


def kind_pages() -> dict[str, str]:
    """The kinds of check with their manual pages."""
    return {kind: (checks.kind(kind).__doc__ or "").strip() for kind in checks.kinds()}
