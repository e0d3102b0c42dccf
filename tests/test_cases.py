"""Runs every decklist under `cases/` and `games/`; the README there says what they look like."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from fade_deck.carddb import load_cards
from fade_deck.decklists import read_deck
from fade_deck.linter import Linter
from fade_deck.models import Finding
from fade_deck.reading_rules import READING_RULES
from fade_deck.resources import shipped_cards
from fade_deck.ruleset import load_ruleset, shipped_ids

HERE = Path(__file__).parent
GAMES = sorted(p for p in (HERE / "games").glob("*") if p.is_dir())
FOLDERS = {name: HERE / "cases" / name for name in shipped_ids()} | {p.name: p / "cases" for p in GAMES}
CASES = [p for folder in FOLDERS.values() for p in sorted(folder.rglob("*")) if p.is_file()]
EXPECT = re.compile(r"^# expect: (?:(?P<rule>[a-z0-9-]+) )?(?:(?P<numbers>.+) )?on lines? (?P<lines>[\d, ]+)$")


@cache
def linter(name: str) -> Linter:
    game = HERE / "games" / name
    if game.is_dir():
        return Linter(load_ruleset(str(game / "ruleset.toml")), load_cards(sorted(game.glob("cards*.json"))))
    return Linter(load_ruleset(name), load_cards([shipped_cards()]))


def shown(finding: Finding, *, rule: bool) -> tuple[str, str, tuple[int, ...]]:
    numbers = "" if finding.actual is None or finding.limit is None else f"{finding.actual}/{finding.limit}"
    return (finding.rule if rule else "", numbers, tuple(finding.lines))


def expected(path: Path, *, rule: bool) -> list[tuple[str, str, tuple[int, ...]]]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# expect"):
            match = EXPECT.match(line)
            assert match, f"{path}: cannot read {line!r}"
            name = match["rule"] if rule else ""
            numbers = match["numbers"] or ("" if rule else match["rule"]) or ""
            found.append((name or "", numbers, tuple(int(n) for n in match["lines"].split(","))))
    return found


def case_id(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


@pytest.mark.parametrize("path", CASES, ids=case_id)
def test_case(path: Path) -> None:
    ruleset = next(name for name, folder in FOLDERS.items() if path.is_relative_to(folder))
    parts = path.relative_to(FOLDERS[ruleset]).parts
    findings = linter(ruleset).lint(read_deck(path)).findings
    if parts[0] == "whole":
        assert sorted(shown(f, rule=True) for f in findings) == sorted(expected(path, rule=True))
        return
    rule, side = parts[0], parts[1]
    assert side in ("passes", "fails"), f"{path}: cases of a rule stand in `passes` or `fails`"
    assert rule in READING_RULES or linter(ruleset).ruleset.rule(rule), f"{path}: no such rule"
    mine = [f for f in findings if f.rule == rule]
    if side == "passes":
        assert not mine
        return
    assert mine, f"{rule} said nothing; found: {[f.rule for f in findings]}"
    if wanted := expected(path, rule=False):
        assert sorted(shown(f, rule=False) for f in mine) == sorted(wanted)


@pytest.mark.parametrize("ruleset", FOLDERS)
def test_every_rule_has_cases_on_both_sides(ruleset: str) -> None:
    rules = [rule.name for rule in linter(ruleset).ruleset.rules]
    if ruleset == "faroe":  # rules about reading are the same everywhere, so that one ruleset stands for all
        rules += [name for name in READING_RULES if name != "unreadable-date"]
    elif ruleset == "salt-road":  # where rules have dates
        rules.append("unreadable-date")
    folder = FOLDERS[ruleset]
    missing = [
        f"{rule}/{side}"
        for rule in rules
        for side in ("passes", "fails")
        if not any(p.is_file() for p in (folder / rule / side).glob("*"))
    ]
    assert not missing
