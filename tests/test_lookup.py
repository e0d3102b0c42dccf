"""`find`, `card` and `keyword`: what is found, in which order, how it is shown, and what bad input gets."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path

import pytest

from fade_deck.carddb import load_cards
from fade_deck.lookup import allowance, rulesets_of, search
from fade_deck.resources import shipped_cards
from fade_deck.ruleset import load_ruleset
from tests.command import ROOT, fade_deck

DB = load_cards([shipped_cards()])


def names(*query: str) -> list[str]:
    return fade_deck("find", *query).out.splitlines()


# --- find ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("Storm Dancer", "Storm Dancer"),
        ("STORM  dancer", "Storm Dancer"),
        ("storm dan", "Storm Dancer"),
        ("st da", "Storm Dancer"),
        ("strom dancer", "Storm Dancer"),
        ("dancer storm", "Storm Dancer"),
        ("stormdancer", "Storm Dancer"),
        ("blazng fst", "Blazing Fist"),
        ("isaude gale", "Lady Isaude, Gale Regent"),
    ],
)
def test_half_remembered_names(query: str, best: str) -> None:
    assert names(*query.split(" "), "--game", "faroe")[0] == best


def test_filters_choose_what_the_card_files_say() -> None:
    cards = json.loads((shipped_cards() / "faroe" / "starter.json").read_text())["cards"]
    wanted = [
        c["name"] for c in cards if "Character" in c["types"] and "Fire" in c.get("elements", ()) and c["level"] <= 5
    ]
    assert sorted(names("t:character e:fire lv<=5", "--game", "faroe")) == sorted(wanted)
    assert fade_deck("find", "t:character e:fire lv<=5", "--game", "faroe", "--count").out == f"{len(wanted)}\n"


def test_words_and_filters_together() -> None:
    assert names("jab t:skill", "--game", "faroe") == ["Ember Jab"]
    assert fade_deck("find", "jab t:zone", "--game", "faroe").code == 1


def test_order_by_a_field_with_what_lacks_it_last() -> None:
    levels = [DB.game("faroe").exact(name) for name in names("e:storm", "--game", "faroe", "--order", "level")]
    numbers = [card.fields.get("level") for card in levels if card]
    having = [n for n in numbers if n is not None]
    assert having == sorted(having)
    assert having
    assert numbers == having + [None] * (len(numbers) - len(having))
    down = names("e:storm has:level", "--game", "faroe", "--order", "level", "--desc")
    top = DB.game("faroe").exact(down[0])
    assert top is not None
    assert top.fields["level"] == max(having)


def test_ranks_are_ordered_as_the_book_orders_them() -> None:
    found = fade_deck("find", "has:rank", "--game", "faroe", "--order", "rank", "-f", "tsv", "--columns", "rank").out
    ranks = list(dict.fromkeys(found.splitlines()[1:]))
    assert ranks == ["Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary"]


def test_formats() -> None:
    args = ("find", "Storm Dancer", "--game", "faroe")
    (card,) = [c for c in fade_deck(*args, "-f", "json").json["cards"] if c["tier"] == "exact"]
    assert (card["name"], card["level"], card["types"]) == ("Storm Dancer", 6, ["Character"])
    rows = list(csv.DictReader(fade_deck(*args, "-f", "csv", "--columns", "name,level,cost").out.splitlines()))
    assert rows[0] == {"name": "Storm Dancer", "level": "6", "cost": "3 TP"}
    assert fade_deck(*args, "-f", "tsv").out.startswith("name\ttype\t")


def test_set_limit_and_regex() -> None:
    assert all(DB.game("fade").exact(name) for name in names("t:skill or t:item", "--set", "f34"))
    assert len(names("t:skill", "--limit", "3")) == 3
    assert names("^Ember J", "--regex") == ["Ember Jab"]


def test_a_spreadsheet_runs_no_name(tmp_path: Path) -> None:
    cards = [{"name": "=1+1", "types": ["Skill"]}, {"name": "@cmd", "types": ["Skill"]}]
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    out = fade_deck("find", "t:skill", "-c", path, "-f", "csv", "--columns", "name").out
    assert out.splitlines() == ["name", "'=1+1", "'@cmd"]


def test_nothing_found_says_what_is_nearest() -> None:
    found = fade_deck("find", "Zxqwv Kjhgf")
    assert (found.code, found.out) == (1, "")
    assert "no card found" in found.err


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "the query is empty"),
        ("   ", "the query is empty"),
        ("colr:red", "unknown field"),
        ("t:skil", "did you mean `Skill`"),
        ("(t:skill", "never closed"),
        ('"storm', "never closed"),
        ("t:skill)", "closes nothing"),
        ("text:/(/", "regular expression"),
        ("text:/(a+)+b/", "too costly"),
        ("level>=abc", "number"),
        ("a\x07b", "control character"),
        ("x" * 10_001, "at most"),
    ],
)
def test_bad_queries(query: str, said: str) -> None:
    found = fade_deck("find", query)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize("query", ["🦀", "שלום", "忍者", "é" * 300, "a " * 4000, "%", "_", "--"])
def test_odd_queries_find_nothing_or_something_but_never_fail(query: str) -> None:
    assert fade_deck("find", "--", query).code in (0, 1, 2)


@pytest.mark.parametrize(
    "args", [("--order", "colour"), ("--columns", "name,colour"), ("--game", "chess"), ("--desc",)]
)
def test_bad_options(args: tuple[str, ...]) -> None:
    assert fade_deck("find", "e:fire", *args).code == 2


def test_a_query_that_only_one_game_understands_searches_that_one() -> None:
    assert {hit.card.game for hit in search(DB, "t:legend", DB.games()).hits} == {"faroe"}


# --- card ------------------------------------------------------------------------------------------------------


def test_card_shows_every_field_and_explains_its_keywords() -> None:
    out = fade_deck("card", "storm", "dancer").out
    text = " ".join(out.split())
    for part in ("Storm Dancer", "3 TP", "Character · Storm", "Level 6", "HP 6", "PLV 3", "Gale Court", "FST · 012"):
        assert part in text
    assert "Flash: Lifts the wait for newcomers" in text
    assert "faroe: up to 4 (Deck or Fighter Pool)" in text


def test_card_lists_candidates_and_never_guesses() -> None:
    found = fade_deck("card", "tamsin")
    assert (found.code, found.out) == (1, "")
    assert "Tamsin Clay-Hands" in found.err
    assert "Tamsin, Kiln Master" in found.err
    assert fade_deck("card", "strom dancer").code == 1
    assert "Storm Dancer" in fade_deck("card", "strom dancer", "--first").out
    assert fade_deck("card", "Zxqwv Kjhgf").code == 1


def test_card_in_the_decks_of_a_folder() -> None:
    used = fade_deck("card", "Storm Dancer", "--used-in", ROOT / "examples", "-f", "json").json["used_in"]
    assert {Path(deck["path"]).name: deck["copies"] for deck in used} == {
        "storm-rush-broken.txt": 4,
        "storm-rush.txt": 4,
    }


@pytest.mark.parametrize(
    ("game", "name", "ruleset", "copies"),
    [
        ("faroe", "Ember Jab", "faroe", 4),
        ("faroe", "Ember Jab", "faroe-legend", None),
        ("faroe", "Sky Falls on Skerrow", "faroe", 1),
        ("faroe", "Harbour Rat Pack", "faroe", None),
        ("faroe", "Bare Knuckles", "faroe", 8),
        ("faroe", "The Tenth Wind", "faroe", 0),
        ("faroe", "The Tenth Wind", "faroe-legend", 1),
        ("faroe", "Kite of Torn Sails", "faroe", 0),
    ],
)
def test_copies_that_a_ruleset_allows(game: str, name: str, ruleset: str, copies: int | None) -> None:
    card = DB.game(game).exact(name)
    assert card is not None
    assert allowance(load_ruleset(ruleset), card, date(2026, 11, 18)).copies == copies


def test_every_card_is_allowed_somewhere_in_its_game() -> None:
    for game in DB.games():
        for card in list(DB.game(game))[::9]:
            allowed = [allowance(r, card, date(2026, 11, 18)).copies for r in rulesets_of(game)]
            assert any(copies != 0 for copies in allowed), card.name


# --- keyword, completion ---------------------------------------------------------------------------------------


def test_keyword_per_edition() -> None:
    found = fade_deck("keyword", "aura", "-f", "json").json
    assert sorted(name for meaning in found["meanings"] for name in meaning["rulesets"]) == [
        "fade",
        "fade-3.4",
        "faroe",
        "faroe-legend",
    ]
    assert len(found["meanings"]) == 3, "the two F.A.R.O.E. rulesets say the same"
    assert "Scree Bear" in found["cards"]["fade"]
    missing = fade_deck("keyword", "mythcal")
    assert (missing.code, "`Mythical`" in missing.err) == (1, True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("card Storm", "Storm Dancer"),
        ("validate x --ruleset far", "faroe"),
        ("explain too-many-c", "too-many-copies"),
        ("keyword Myth", "Mythical"),
        ("find x --set F", "FST"),
        ("va", "validate"),
    ],
)
def test_completion(words: str, expected: str) -> None:
    line = f"fade-deck {words}"
    place = str(len(line.split()) - 1)
    found = fade_deck(_FADE_DECK_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    assert expected in found.out.splitlines()


def test_suggestions_prefer_what_may_stand_in_the_section(tmp_path: Path) -> None:
    cards = [{"name": "Storm Dancel", "types": ["Skill"]}, {"name": "Storm Dances", "types": ["Character"]}]
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))

    def suggested(section: str) -> list[str]:
        deck = f"{section}\n1 Storm Dancer\n"
        found = fade_deck("validate", "-", "-r", "faroe", "-c", path, "-f", "json", stdin=deck)
        (unknown,) = [f for f in found.json["decks"][0]["findings"] if f["rule"] == "unknown-card"]
        return list(unknown["suggestions"])

    assert suggested("Fighter Pool")[0] == "Storm Dances"
    assert suggested("Deck")[0] == "Storm Dancel"


@pytest.mark.parametrize("name", ["Counterspell", "Blue-Eyes Dragon", "Professor Oak", "qwertz", "Xyzzy the Unmade"])
def test_a_card_that_does_not_exist_gets_no_silly_suggestion(name: str) -> None:
    found = fade_deck("validate", "-", "-r", "faroe", "-f", "json", stdin=f"1 {name}\n")
    (unknown,) = [f for f in found.json["decks"][0]["findings"] if f["rule"] == "unknown-card"]
    assert unknown["suggestions"] == []
