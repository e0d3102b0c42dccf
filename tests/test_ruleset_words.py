"""What a ruleset file that is wrong hears: our own words, and the key that was misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from fade_deck.errors import ConfigError
from fade_deck.ruleset import load_ruleset

GOOD = """id = "own"
title = "Own"
game = "g"
[play]
hand = 5
[[zones]]
name = "Deck"
[[rules]]
name = "a-rule"
kind = "copies"
max = 3
message = "m"
"""


def refused(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        load_ruleset(str(path))
    return error.value.message.partition("own.toml: ")[2]


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ('id = "own"', 'id = "My Own"', "`id`: must be of small letters and digits, with hyphens between words"),
        ('title = "Own"', 'title = " "', "`title`: must not be empty"),
        ("hand = 5", "hand = -1", "play: `hand`: must be a whole number from 0"),
        ("hand = 5", "hand = 100", "play: `hand`: must be a whole number up to 99"),
        ('"m"', '""', "rule `a-rule`: `message`: must not be empty"),
        ("max = 3", "max = 3\nseverity = 'bad'", 'rule `a-rule`: `severity`: must be "error", "warning" or "advice"'),
        ("max = 3", "max = 3\nzones = [3]", "rule `a-rule`: `zones`: item 1 must be text in quotes"),
        ("[play]", "[vocabulary]\ntypes = ['A', '']\n[play]", "vocabulary: types: item 2 must not be empty"),
    ],
)
def test_what_is_wrong_is_said_plainly(tmp_path: Path, good: str, bad: str, said: str) -> None:
    assert refused(tmp_path, GOOD.replace(good, bad)) == said


@pytest.mark.parametrize(
    ("good", "bad", "where"),
    [
        ("max", "maxx", "rule `a-rule`: "),
        ("message", "mesage", "rule `a-rule`: "),
        ("kind", "knd", "rule `a-rule`: "),
        ("hand", "handd", "play: "),
        ('name = "Deck"', 'nam = "Deck"', "zone 1: "),
        ("id", "idd", ""),
    ],
)
def test_a_misspelt_key_is_named_before_the_one_that_is_missing(
    tmp_path: Path, good: str, bad: str, where: str
) -> None:
    wrong, right = bad.split()[0], good.split()[0]
    assert refused(tmp_path, GOOD.replace(good, bad, 1)) == f"{where}unknown key `{wrong}`; did you mean `{right}`?"


def test_a_key_of_another_kind_of_check_is_not_taken_for_the_missing_one(tmp_path: Path) -> None:
    """`measure` is an option, however like `message` it looks."""
    assert (
        refused(tmp_path, GOOD.replace('message = "m"', 'measure = "spread"')) == "rule `a-rule`: `message` is missing"
    )
