"""Mending decks: safe fixes keep what was meant, unsafe ones take out no more than they must, and both have an end."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fade_deck.editing.draft import Draft
from fade_deck.fixing import Fixed, fix
from tests.command import ROOT, fade_deck
from tests.test_editing import CHECKER, draft

LEGAL = {
    "arsenal": "harbour-troupe",
    "fade": "crane-union",
    "fade-3.4": "nine-thousand-steps",
    "faroe": "storm-rush",
    "faroe-legend": "tenth-wind",
    "voidbreakers": "riggers-guild",
}
BROKEN = sorted((ROOT / "examples").glob("*/*-broken.txt"))


def example(ruleset: str) -> str:
    return (ROOT / "examples" / ruleset / f"{LEGAL[ruleset]}.txt").read_text(encoding="utf-8")


def names(deck: Draft) -> Counter[str]:
    """All copies by name, wherever they stand."""
    found: Counter[str] = Counter()
    for slot in deck.deck.slots:
        found[slot.name] += slot.copies
    return found


def said(fixed: Fixed) -> list[str]:
    return [f"[{step.rule}] {step.said}" for step in fixed.steps]


def errors(deck: Draft) -> list[str]:
    return [finding.rule for finding in deck.report.findings if finding.severity == "error"]


# --- what each fix does ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        # Isaude is an alias; a name in other letters is the same name.
        (
            "Fighter Pool\n1 Isaude # the boss\n",
            "Fighter Pool\n1 Lady Isaude, Gale Regent # the boss\n",
            "inexact-name",
        ),
        ("Deck\n4x  EMBER jab\n", "Deck\n4x  Ember Jab\n", "inexact-name"),
        ("Deck\n2 Ember Jab\n1 Gust Step\n1 Ember Jab\n", "Deck\n3 Ember Jab\n1 Gust Step\n", "repeated-line"),
        ("Deck\n2 Ember Jab # a\n1 Ember Jab # b\n", "Deck\n3 Ember Jab # a # b\n", "repeated-line"),
        ("Deck (3)\n2 Ember Jab\n", "Deck (2)\n2 Ember Jab\n", "stated-count-wrong"),
        ("Main Deck\n2 Ember Jab\n", "Deck\n2 Ember Jab\n", "heading"),
        ("Deck\n\nPool:\n1 Rook\n", "Deck\n\nFighter Pool:\n1 Rook\n", "heading"),
        # A Zone is no Character, so it belongs in the Deck; its remark goes with it.
        (
            "Deck\n1 Gust Step\n\nFighter Pool\n1 Bell Court of the Gales # why?\n",
            "Deck\n1 Gust Step\n1 Bell Court of the Gales # why?\n\nFighter Pool\n",
            "non-character-in-pool",
        ),
    ],
)
def test_safe_fixes(before: str, after: str, why: str) -> None:
    fixed = fix(draft(before))
    assert (fixed.draft.text, [step.rule for step in fixed.steps]) == (after, [why])


@pytest.mark.parametrize(
    "text",
    [
        "Deck\n2 Ember Jab *F*\n2 Ember Jab\n",  # a foil is not the same as others
        "Deck\n2 Ember Jab (KIL) 1\n2 Ember Jab\n",
        "Deck\n2 Thunderhead Decsent\n",  # no card: a guess is not safe
        "Deck\n9 Ember Jab\n",  # too many, but taking out is not safe
        "Deck\n2 Ember Jab\n[Odds and Ends]\n1 Rook\n",
    ],
)
def test_what_is_not_safe_to_fix_is_left(text: str) -> None:
    fixed = fix(draft(text))
    assert (fixed.draft.text, fixed.steps) == (text, [])


def test_unsafe_fixes_say_what_they_take_out() -> None:
    text = "Deck\n5 Ember Jab\n2 Sky Falls on Skerrow\n3 Thunderhead Decsent\n1 Kite of Torn Sails\n"
    fixed = fix(draft(text), unsafe=True)
    assert fixed.draft.text == "Deck\n4 Ember Jab\n1 Sky Falls on Skerrow\n3 Thunderhead Descent\n"
    assert said(fixed) == [
        "[unknown-card] Thunderhead Decsent -> Thunderhead Descent",
        "[unique-card-in-deck] Kite of Torn Sails: 1 taken out",
        "[too-many-copies] Ember Jab: 1 taken out, 4 left on line 2",
        "[mythical-duplicated] Sky Falls on Skerrow: 1 taken out, 1 left on line 3",
    ]


def test_a_name_with_two_plausible_cards_is_not_guessed() -> None:
    text = "Fighter Pool\n1 Tamsin\n"
    deck = draft(text)
    assert len([f for f in deck.report.findings if f.rule in ("ambiguous-card", "unknown-card")]) == 1
    assert fix(deck, unsafe=True).draft.text == text


def test_what_is_taken_out_is_what_the_deck_can_spare() -> None:
    """Five copies over Deck and Pool: the Deck has just 40 cards and needs them, so the one in the Pool goes."""
    text = example("faroe").replace("4 Gale Ribbon", "4 Messenger Gull")
    pool_first = text.replace("1 Messenger Gull\n", "").replace("Deck (40)", "Pool\n1 Messenger Gull\n\nDeck (40)")
    for deck in (text, pool_first):  # whichever line is the last
        fixed = fix(draft(deck), unsafe=True)
        assert fixed.draft.report.legal
        assert "[too-many-copies] Messenger Gull: 1 taken out" in said(fixed)


def test_one_support_too_many_is_taken_from_the_supports() -> None:
    """An Arsenal of 34: the rule on its size would let any card go, the one on Supports only a Support."""
    text = example("voidbreakers").replace("Fighters (3)", "Supports\nBedrock Oath\n\nFighters (3)")
    assert errors(draft(text, "voidbreakers")) == ["wrong-arsenal-size", "wrong-support-count"]
    fixed = fix(draft(text, "voidbreakers"), unsafe=True)
    assert fixed.draft.report.legal
    assert said(fixed)[:1] == ["[wrong-support-count] The Knot Nobody Unties: 1 taken out"]


def test_of_four_fighters_the_one_whose_cards_the_deck_lacks_goes() -> None:
    text = example("voidbreakers").replace("Marta Quoin\n", "Pell Windlass\nMarta Quoin\n")
    fixed = fix(draft(text, "voidbreakers"), unsafe=True)
    assert fixed.draft.report.legal
    assert "[wrong-fighter-count] Pell Windlass: 1 taken out" in said(fixed)


def test_json_is_fixed_in_place() -> None:
    text = '{"sections": [{"section": "Fighter Pool", "stated": 3, "cards": [{"count": 2, "name": "isaude"}]}]}'
    fixed = fix(draft(text, kind="json"))
    assert json.loads(fixed.draft.text) == {
        "sections": [
            {"section": "Fighter Pool", "stated": 2, "cards": [{"count": 2, "name": "Lady Isaude, Gale Regent"}]}
        ]
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A printing and a mark belong to the copies that have them.
        (
            "Deck\n(2) Bell Court of the Gales // mine\n\nPool\n1 Bell Court of the Gales (FST) 130\n",
            "Deck\n(2) Bell Court of the Gales // mine\n1 Bell Court of the Gales (FST) 130\n\nFighter Pool\n",
        ),
        (
            "Deck\n1 Bell Court of the Gales *F*\n\nFighter Pool\n2 Bell Court of the Gales\n",
            "Deck\n1 Bell Court of the Gales *F*\n2 Bell Court of the Gales\n\nFighter Pool\n",
        ),
    ],
)
def test_printings_and_marks_are_kept(before: str, after: str) -> None:
    assert fix(draft(before)).draft.text == after


def test_comments_in_json_are_kept() -> None:
    cards = [{"count": 1, "name": "Forked Palm"}, {"count": 1, "name": "Forked Palm", "comment": "borrowed from Kim"}]
    text = json.dumps({"sections": [{"section": "Deck", "cards": cards}]})
    assert json.loads(fix(draft(text, kind="json")).draft.text)["sections"][0]["cards"] == [
        {"count": 2, "name": "Forked Palm", "comment": "borrowed from Kim"}
    ]


def test_the_number_of_the_right_section_is_corrected() -> None:
    sections = [
        {"section": "Fighters", "stated": 1, "cards": [{"count": 1, "name": "Spindrift"}]},
        {"section": "Supports", "stated": 1, "cards": [{"count": 2, "name": "Pile On"}]},
    ]
    fixed = fix(draft(json.dumps({"sections": sections}), "arsenal", "json"))
    assert len(fixed.steps) == 1
    assert [section["stated"] for section in json.loads(fixed.draft.text)["sections"]] == [1, 2]


def test_what_is_merely_warned_of_is_not_moved_where_that_does_harm() -> None:
    """Two Characters among the 40 cards of a Deck: legal, and without them the Deck is too small."""
    text = example("faroe").replace("2 Rook\n", "").replace("3 Signal Rocket", "1 Signal Rocket\n2 Rook")
    before = draft(text)
    assert before.report.legal
    assert "character-in-deck" in [finding.rule for finding in before.report.findings]
    for unsafe in (False, True):
        assert "2 Rook" in fix(before, unsafe=unsafe).draft.text.partition("Fighter Pool")[0]


def test_tokens_in_an_arsenal_go_to_the_extras() -> None:
    text = example("voidbreakers").replace("\nExtras\n", "\n")
    fixed = fix(draft(text, "voidbreakers"))
    assert fixed.draft.report.legal
    assert names(fixed.draft) == names(draft(text, "voidbreakers"))
    assert {s.name for s in fixed.draft.deck.slots if s.zone == "extras"} == {
        "Ballast Stone",
        "Tripline",
        "Counterweight Hook",
    }


@pytest.mark.parametrize(
    ("lines", "claimed"),
    [("2 Rook\n1 Rook *F*", None), ("2 Rook\n1 Rook (FST) 035", None), ("2 Rook\n1 Rook # mine", "safe")],
)
def test_only_lines_that_are_joined_are_said_to_be(lines: str, claimed: str | None) -> None:
    deck = draft(f"Fighter Pool\n{lines}\n")
    assert [f.fix for f in deck.report.findings if f.rule == "repeated-line"] == [claimed]
    assert bool(fix(deck).steps) is bool(claimed)


def test_nothing_is_taken_out_where_that_mends_nothing() -> None:
    """99 of a name that is no card: the Deck stays too large whatever else is taken out."""
    text = example("faroe").replace("4 Crosswind Kick", "4 Crosswind Kick\n99 Gust Stepp and Go", 1)
    assert [step for step in fix(draft(text), unsafe=True).steps if step.rule == "deck-too-large"] == []


# --- what holds for every deck ---------------------------------------------------------------------------------


@st.composite
def decks_with_extras(draw: st.DrawFn) -> tuple[str, str]:
    """A legal deck, with any cards in any sections put before or behind it."""
    ruleset = draw(st.sampled_from(sorted(LEGAL)))
    linter = CHECKER.linter(ruleset)
    card = st.sampled_from(linter.resolver.cards.names())
    zone = st.sampled_from([zone.name for zone in linter.ruleset.zones])
    line = st.tuples(st.sampled_from([1, 1, 1, 2, 4, 6]), card).map(lambda pair: f"{pair[0]} {pair[1]}")
    section = st.tuples(zone, st.lists(line, min_size=1, max_size=3)).map(lambda s: [f"[{s[0]}]", *s[1]])
    extras = [line for found in draw(st.lists(section, min_size=1, max_size=6)) for line in found]
    head, _, rest = example(ruleset).rstrip("\n").partition("\n\n")
    if draw(st.booleans()):
        return ruleset, "\n".join([head, "", rest, "", *extras, ""])
    return ruleset, "\n".join([head, "", *extras, f"[{linter.ruleset.zones[0].name}]", rest, ""])


@settings(max_examples=60, deadline=None)
@given(decks_with_extras())
def test_what_taking_out_can_make_legal_is_legal(made: tuple[str, str]) -> None:
    """The legal deck is still in there, so taking out is enough; nothing is added, and a second time does nothing."""
    ruleset, text = made
    before = draft(text, ruleset)
    fixed = fix(before, unsafe=True)
    assert fixed.draft.report.legal, errors(fixed.draft)
    assert not names(fixed.draft) - names(before)
    assert fix(fixed.draft, unsafe=True).steps == []


@settings(max_examples=40, deadline=None)
@given(decks_with_extras())
def test_safe_fixes_keep_every_card(made: tuple[str, str]) -> None:
    ruleset, text = made
    before = draft(text, ruleset)
    fixed = fix(before)
    assert names(fixed.draft) == names(before)
    assert fix(fixed.draft).steps == []
    # What validate says can be fixed safely is gone; what is left says so itself.
    assert [f.rule for f in fixed.draft.report.findings if f.fix == "safe"] == []


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_the_broken_examples(path: Path) -> None:
    ruleset = path.parent.name
    fixed = fix(draft(path.read_text(encoding="utf-8"), ruleset), unsafe=True)
    left = [finding for finding in fixed.draft.report.findings if finding.severity == "error"]
    # What is left is what only cards that are not there could mend.
    assert [f.message for f in left if not isinstance(f.actual, int) or f.actual >= int(f.limit or 0)] == []
    assert [f.rule for f in fixed.draft.report.findings if f.fix] == []
    assert fix(fixed.draft, unsafe=True).steps == []


# --- the command -----------------------------------------------------------------------------------------------


@pytest.fixture
def storm(tmp_path: Path) -> Path:
    return Path(shutil.copy(ROOT / "examples" / "faroe" / "storm-rush-broken.txt", tmp_path / "storm.txt"))


def test_without_write_it_shows_a_diff_and_why(storm: Path) -> None:
    before = storm.read_bytes()
    done = fade_deck("fix", storm)
    assert (done.code, storm.read_bytes()) == (1, before)
    assert "\n-1 Isaude\n" in done.out
    assert "\n+1 Lady Isaude, Gale Regent\n" in done.out
    assert "\n[inexact-name] Isaude -> Lady Isaude, Gale Regent\n" in done.out
    assert "3 fixes; `--write` changes the file" in done.err


def test_unsafe_and_write_make_it_legal_and_undo_takes_it_back(storm: Path) -> None:
    before = storm.read_bytes()
    done = fade_deck("fix", storm, "--unsafe", "--write")
    assert (done.code, done.err) == (0, "")
    assert "[mythical-duplicated] Sky Falls on Skerrow: 1 taken out, 1 left on line" in done.out
    assert "ILLEGAL -> LEGAL" in done.out
    assert fade_deck("validate", storm).code == 0
    again = fade_deck("fix", storm, "--unsafe", "--write")
    assert (again.code, again.out, again.err) == (0, "", "nothing to fix\n")
    assert fade_deck("undo", storm).code == 0
    assert storm.read_bytes() == before


def test_what_only_the_player_can_settle_says_how_many_are_missing(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Ruleset: voidbreakers\n\nArsenal\n1 Pell Windlass\n")
    done = fade_deck("fix", deck, "--unsafe", "--write")
    assert done.code == 1
    assert (
        "only you can settle: [wrong-arsenal-size] Arsenal has 1 cards, exactly 33 are needed (32 missing)" in done.err
    )


def test_validate_says_what_can_be_fixed(storm: Path) -> None:
    done = fade_deck("validate", storm)
    found = json.loads(fade_deck("validate", storm, "--format", "json").out)["decks"][0]["findings"]
    fixes = Counter(finding.get("fix") for finding in found)
    assert fixes["safe"] == 2  # an alias, and a Zone in the Fighter Pool
    assert f"Can be fixed: 2 findings with `fade-deck fix`, {fixes['unsafe']} more with" in done.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "data", "code", "why"),
    [
        ("a.csv", b"qty,name\n4,Ember Jab\n", 2, "`fade-deck convert"),
        ("a.txt", b"\x89PNG\r\n\x1a\n", 3, "PNG"),
        ("a.txt", b"Deck\n4 Ember Jab\n", 2, "no ruleset is named"),
    ],
)
def test_what_cannot_be_fixed(tmp_path: Path, name: str, data: bytes, code: int, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    done = fade_deck("fix", name, "--write", cwd=tmp_path)
    assert (done.code, done.out, (tmp_path / name).read_bytes()) == (code, "", data)
    assert why in done.err
