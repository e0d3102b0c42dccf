"""The shipped rulesets keep their contract: the names and severities that suppressions and other programs rely on."""

from __future__ import annotations

import json

import pytest

from fade_deck.reading_rules import READING_RULES
from fade_deck.ruleset import load_ruleset, shipped_ids
from fade_deck.schema import ReportFile
from tests.command import ROOT, fade_deck

FADE = """deck-too-small pool-level-exceeded non-character-in-pool too-many-copies mythical-duplicated
too-many-world-rules too-many-raiders raider-in-deck world-rule-in-deck not-a-world-rule not-a-raider"""
ERRORS = {
    "fade": FADE,
    "fade-3.4": FADE,
    "faroe": """deck-too-small deck-too-large pool-too-large pool-level-exceeded too-many-copies non-character-in-pool
        mythical-duplicated legend-card-in-deck unique-card-in-deck""",
    "faroe-legend": """wrong-legend-count not-a-legend legend-deck-wrong-size legend-card-in-deck
        unique-to-other-legend""",
    "arsenal": "wrong-arsenal-size wrong-fighter-count duplicate-card style-mismatch fighter-mismatch",
    "voidbreakers": """wrong-arsenal-size wrong-fighter-count duplicate-card style-mismatch fighter-mismatch
        wrong-ability-count wrong-support-count not-an-extra""",
}
WARNINGS = {
    "fade": "character-in-deck",
    "fade-3.4": "character-in-deck",
    "faroe": "character-in-deck mythical-repeated-in-pool",
}
ADVICE = {
    "fade": "world-rule-consent unplayable-cost level-up-base-missing",
    "fade-3.4": "world-rule-consent unplayable-cost level-up-base-missing",
    "faroe": "unplayable-cost level-up-base-missing",
    "faroe-legend": "many-copies-in-legend-deck",
}
READING = {
    "error": "unreadable-line unknown-section section-not-in-ruleset unknown-card ambiguous-card",
    "warning": "inexact-name stated-count-wrong unknown-printing unreadable-date",
    "advice": "repeated-line",
}


@pytest.mark.parametrize("ruleset", shipped_ids())
@pytest.mark.parametrize(("severity", "names"), [("error", ERRORS), ("warning", WARNINGS), ("advice", ADVICE)])
def test_rules_and_severities(ruleset: str, severity: str, names: dict[str, str]) -> None:
    found = {rule.name for rule in load_ruleset(ruleset).rules if rule.severity == severity}
    assert found == set(names.get(ruleset, "").split())


@pytest.mark.parametrize(("severity", "names"), READING.items())
def test_reading_rules_and_severities(severity: str, names: str) -> None:
    assert {name for name, rule in READING_RULES.items() if rule.severity == severity} == set(names.split())


@pytest.mark.parametrize("ruleset", shipped_ids())
def test_every_rule_explains_itself(ruleset: str) -> None:
    for rule in load_ruleset(ruleset).rules:
        assert rule.summary, rule.name
        assert rule.help, rule.name
        assert rule.citation, rule.name


def test_every_report_keeps_its_schema() -> None:
    out = fade_deck("validate", ROOT / "examples", ROOT / "pyproject.toml", "--format", "json").out
    report = ReportFile.model_validate_json(out)
    assert {deck.legal for deck in report.decks} == {True, False, None}
    first = json.loads(out)["decks"][0]
    assert {"path", "name", "player", "ruleset", "legal", "totals", "findings"} <= first.keys()
