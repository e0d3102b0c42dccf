"""Edge cases of the kinds of check that no decklist can show, and what a ruleset that cannot be is told."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fade_deck import checks
from fade_deck.checks import Facts, Fault, View, bounds_fault, in_force, points
from fade_deck.errors import ConfigError
from fade_deck.models import Card, Printing, Read, Slot
from fade_deck.query import compile_query, field_values
from fade_deck.ruleset import Ruleset, load_ruleset

TODAY = date(2026, 3, 1)


def card(name: str, *, sets: str = "ONE", aliases: tuple[str, ...] = (), **fields: Any) -> Card:
    printings = tuple(Printing(code) for code in sets.split())
    return Card(name, "test", {"types": ["Thing"], **fields}, printings, aliases)


def stat(name: str, value: Any) -> Card:
    return card(name, attributes={"stat": value})


def view(on: date = TODAY, **zones: list[Card | str | tuple[int, Card]]) -> View:
    """A deck of cards, of unknown cards (a name alone) and of several copies; lines count through all zones."""
    made: dict[str, list[Slot]] = {}
    line = 0
    for zone, items in zones.items():
        made[zone] = []
        for item in items:
            line += 1
            copies, what = item if isinstance(item, tuple) else (1, item)
            name = what if isinstance(what, str) else what.name
            known = None if isinstance(what, str) else what
            made[zone].append(Slot(zone, known, copies, name, (line,), Read(copies, name)))
    facts = Facts(compile_query, field_values)
    slots = [slot for inside in made.values() for slot in inside]
    return View(made, slots, facts, on, {zone: [90 + i] for i, zone in enumerate(made)})


def found(kind: str, seen: View, **options: Any) -> list[Fault]:
    return list(checks.kind(kind).check(seen, checks.build_options(kind, options)))


def numbers(faults: list[Fault]) -> list[tuple[Any, Any, tuple[int, ...]]]:
    return [(f.actual, f.limit, f.lines) for f in faults]


# --- bounds and dates ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actual", "low", "high", "exactly", "broken"),
    [
        (3, None, None, None, None),
        (2, 3, None, None, 3),
        (3, 3, 5, None, None),
        (5, 3, 5, None, None),
        (6, 3, 5, None, 5),
        (0, None, 0, None, None),
        (1, None, 0, None, 0),
        (0, 0, None, None, None),
        (1, None, None, 0, 0),
        (0, None, None, 0, None),
        (5, 6, None, 5, None),  # beside `exactly` nothing else counts
        (6, 6, None, 5, 5),
    ],
)
def test_bound_that_is_broken(
    actual: int, low: int | None, high: int | None, exactly: int | None, broken: int | None
) -> None:
    assert bounds_fault(actual, low, high, exactly) == broken


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize(
    ("day", "counts"),
    [
        (date(2026, 2, 28), False),
        (date(2026, 3, 1), True),
        (date(2026, 5, 31), True),
        (date(2026, 6, 1), False),
        (date(2025, 4, 1), False),
    ],
)
def test_both_ends_belong_to_the_time(day: date, counts: bool, as_text: bool) -> None:
    start, end = date(2026, 3, 1), date(2026, 5, 31)
    if as_text:
        assert in_force(str(start), str(end), day) is counts
    else:
        assert in_force(start, end, day) is counts


def test_a_time_without_an_end_is_open_there() -> None:
    assert in_force(None, None, TODAY)
    assert in_force(None, "2026-03-01", TODAY)
    assert in_force("2026-03-01", None, date(9999, 12, 31))
    assert not in_force(None, "2026-03-01", date(2026, 3, 2))


# --- banlist ---------------------------------------------------------------------------------------------------

ROOK = card("Rook", aliases=("Tower",))


@pytest.mark.parametrize("strict_first", [True, False])
def test_banlist_stricter_of_two_entries_in_force_counts(strict_first: bool) -> None:
    entries = [{"name": "Rook", "note": "gone"}, {"name": "Rook", "max": 2, "note": "rare"}]
    faults = found("banlist", view(deck=[ROOK]), entries=entries if strict_first else entries[::-1])
    assert numbers(faults) == [(1, 0, (1,))]
    assert faults[0].values["note"] == "gone"


def test_banlist_entry_out_of_force_leaves_the_milder_one() -> None:
    entries = [{"name": "Rook", "until": "2026-02-28"}, {"name": "Rook", "max": 2}]
    assert numbers(found("banlist", view(deck=[(2, ROOK)]), entries=entries)) == []
    assert numbers(found("banlist", view(deck=[(3, ROOK)]), entries=entries)) == [(3, 2, (1,))]


def test_banlist_adds_up_zones_and_names_none_where_there_are_two() -> None:
    (fault,) = found("banlist", view(deck=[ROOK], side=[(2, ROOK)]), entries=[{"name": "rook!", "max": 2}])
    assert (fault.actual, fault.limit, fault.lines, fault.zone) == (3, 2, (1, 2), None)


def test_banlist_looks_only_at_its_zones() -> None:
    seen = view(deck=[ROOK], side=[(2, ROOK)])
    (fault,) = found("banlist", seen, entries=[{"name": "Rook", "max": 1}], zones=["side"])
    assert (fault.actual, fault.lines, fault.zone) == (2, (2,), "side")


def test_banlist_judges_neither_unknown_cards_nor_aliases() -> None:
    assert not found("banlist", view(deck=["Rook"]), entries=[{"name": "Rook"}])
    assert not found("banlist", view(deck=[ROOK]), entries=[{"name": "Tower"}])
    assert not found("banlist", view(deck=[]), entries=[{"name": "Rook"}])
    assert not found("banlist", view(deck=[ROOK]), entries=[])


# --- points ----------------------------------------------------------------------------------------------------


def test_points_later_entry_replaces_an_earlier_one_while_it_is_in_force() -> None:
    entries = [{"name": "Rook", "points": 1}, {"name": "Rook", "points": 4, "since": "2026-03-01"}]
    assert numbers(found("points", view(deck=[(2, ROOK)]), budget=7, entries=entries)) == [(8, 7, (1,))]
    before = view(date(2026, 2, 28), deck=[(2, ROOK)])
    assert not found("points", before, budget=2, entries=entries)


def test_points_of_one_card_in_two_zones_are_added() -> None:
    seen = view(deck=[ROOK, card("Pawn")], side=[ROOK, "Rook"])
    (fault,) = found("points", seen, budget=5, entries=[{"name": "ROOK", "points": 3}])
    assert (fault.actual, fault.lines, fault.cards, fault.zone) == (6, (1, 3), ("Rook",), None)


def test_points_that_are_nothing_add_nothing_to_the_lines() -> None:
    entries = [{"name": "Rook", "points": 3}, {"name": "Pawn", "points": 0}]
    assert numbers(found("points", view(deck=[card("Pawn"), ROOK]), budget=2, entries=entries)) == [(3, 2, (2,))]


def test_points_of_a_budget_of_nothing() -> None:
    entries = [{"name": "Rook", "points": 1}]
    assert not found("points", view(deck=["Rook"]), budget=0, entries=entries)
    assert numbers(found("points", view(deck=[ROOK]), budget=0, entries=entries)) == [(1, 0, (1,))]


def test_points_are_shown_for_one_zone() -> None:
    entries = [{"name": "Rook", "points": 2}]
    seen = view(deck=[(2, ROOK)], side=[ROOK])
    options = checks.build_options("points", _points(entries, ["deck"]))
    gauge = points.gauge(options)
    assert gauge is not None
    assert (gauge.zone, gauge.maximum, gauge.label) == ("deck", 9, "points")
    assert points.measure(seen, options) == 4
    assert points.gauge(checks.build_options("points", _points(entries, ["deck", "side"]))) is None


def _points(entries: list[dict[str, Any]], zones: list[str]) -> dict[str, Any]:
    return {"budget": 9, "entries": entries, "zones": zones}


# --- sets ------------------------------------------------------------------------------------------------------


def test_sets_one_allowed_printing_is_enough_whatever_its_case() -> None:
    both = card("Both", sets="OLD NEW")
    assert not found("sets", view(deck=[both]), allowed=[{"set": "new"}])
    assert numbers(found("sets", view(deck=[both]), allowed=[{"set": "OTHER"}])) == [("OLD, NEW", "OTHER", (1,))]


def test_sets_with_none_in_force_allow_nothing() -> None:
    allowed = [{"set": "ONE", "since": "2026-03-02"}, {"set": "ONE", "until": "2026-02-28"}]
    assert numbers(found("sets", view(deck=[ROOK]), allowed=allowed)) == [("ONE", "none", (1,))]


def test_sets_named_for_two_times_are_shown_once() -> None:
    allowed = [{"set": "TWO", "since": "2026-01-01"}, {"set": "TWO", "until": "2026-12-31"}, {"set": "SIX"}]
    assert numbers(found("sets", view(deck=[ROOK]), allowed=allowed)) == [("ONE", "TWO, SIX", (1,))]


def test_sets_of_a_card_without_printing_and_of_unknown_cards() -> None:
    assert numbers(found("sets", view(deck=[card("Bare", sets="")]), allowed=[{"set": "ONE"}])) == [
        ("none", "ONE", (1,))
    ]
    assert not found("sets", view(deck=["Whatever"]), allowed=[])


# --- spread and distinct ---------------------------------------------------------------------------------------


def test_spread_of_an_empty_zone_is_nothing_and_shown_at_its_heading() -> None:
    seen = view(deck=[ROOK], side=[])
    (fault,) = found("spread", seen, field="level", zones=["side"], min=1)
    assert (fault.actual, fault.limit, fault.lines, fault.zone) == (0, 1, (91,), "side")
    assert not found("spread", seen, field="level", zones=["side"], max=0)


def test_spread_leaves_out_cards_without_the_field_and_unknown_ones() -> None:
    seen = view(deck=[card("A", level=5), ROOK, "Unknown", card("B", level=7)])
    assert not found("spread", seen, field="level", max=2)
    assert numbers(found("spread", seen, field="level", max=1)) == [(2, 1, (1, 4))]


def test_spread_of_fractions_is_not_off_by_a_hair() -> None:
    seen = view(deck=[stat("A", 1.1), stat("B", 3.3)])  # 3.3 - 1.1 is 2.1999999999999997 for the machine
    assert not found("spread", seen, field="@stat", min=2.2, max=2.2)
    assert numbers(found("spread", seen, field="@stat", max=2)) == [(2.2, 2, (1, 2))]


def test_spread_counts_every_number_of_a_list_and_no_text() -> None:
    seen = view(deck=[card("A", cost={"tp": 1, "cs": 6}), card("B", cost={"tp": 3})])
    assert numbers(found("spread", seen, field="cost", max=4)) == [(5, 4, (1,))]
    assert not found("spread", view(deck=[stat("A", "9"), stat("B", 2)]), field="@stat", max=0)


def test_spread_shows_its_values_as_numbers_in_order() -> None:
    (fault,) = found("spread", view(deck=[stat("A", 10), stat("B", 9), stat("C", 2)]), field="@stat", max=7)
    assert fault.values["values"] == "2, 9, 10"
    assert fault.cards == ("A", "C")


def test_distinct_values_are_alike_whatever_their_case_or_kind_of_number() -> None:
    seen = view(deck=[stat("A", ["Fire", "Water"]), stat("B", "fire"), stat("C", 1), stat("D", 1.0)])
    (fault,) = found("spread", seen, field="@stat", measure="distinct", max=2)
    assert (fault.actual, fault.values["values"]) == (3, "1, Fire, Water")
    assert not found("spread", seen, field="@stat", measure="distinct", min=3, max=3)


def test_distinct_does_not_count_copies() -> None:
    seen = view(deck=[(9, stat("A", "x"))])
    assert numbers(found("spread", seen, field="@stat", measure="distinct", min=2)) == [(1, 2, (1,))]


# --- requires --------------------------------------------------------------------------------------------------

KING = card("King", types=["King"], attributes={"guards": ["Rook", "Knight"]})


def test_requires_names_are_found_through_aliases_and_case() -> None:
    named = {"cards": "t:king", "names": "@guards"}
    assert not found("requires", view(deck=[KING, ROOK, card("knight")]), **named)
    assert not found("requires", view(deck=[KING, ROOK, card("Horse", aliases=("Knight",))]), **named)


def test_requires_says_each_name_that_is_not_there() -> None:
    faults = found("requires", view(deck=[KING, "Rook"]), cards="t:king", names="@guards")
    assert [(f.values["needed"], f.actual, f.limit, f.lines) for f in faults] == [
        ("Rook", 0, 1, (1,)),
        ("Knight", 0, 1, (1,)),
    ]


def test_requires_nothing_of_a_card_that_names_nothing() -> None:
    assert not found("requires", view(deck=[ROOK]), cards="t:thing", names="@guards")
    assert not found("requires", view(deck=["King"]), cards="t:king", need="t:thing")
    assert not found("requires", view(deck=[]), cards="t:king", need="t:thing")


def test_requires_counts_copies_in_the_zones_it_needs_them_in() -> None:
    asked = {"cards": "t:king", "need": "t:thing", "min": 3, "zones": ["deck"]}
    assert not found("requires", view(deck=[KING, (3, ROOK)], side=[]), **asked)
    assert numbers(found("requires", view(deck=[KING, (2, ROOK)], side=[ROOK]), **asked)) == [(2, 3, (1,))]
    assert not found("requires", view(deck=[KING], side=[(3, ROOK)]), **asked, need_zones=["side"])


def test_requires_asks_once_for_a_card_on_several_lines() -> None:
    assert numbers(found("requires", view(deck=[KING, ROOK, KING]), cards="t:king", need="t:thing", min=2)) == [
        (1, 2, (1, 3))
    ]


# --- per-card --------------------------------------------------------------------------------------------------

PER_CARD = {"each": "t:king", "counted": "t:thing", "by": "@of"}


def follower(name: str, *lords: str) -> Card:
    return card(name, attributes={"of": list(lords)})


def test_per_card_counts_what_names_it_whatever_the_case() -> None:
    seen = view(deck=[KING, follower("A", "KING"), (2, follower("B", "Queen", "King")), follower("C", "Queen"), "D"])
    assert not found("per-card", seen, **PER_CARD, exactly=3)
    assert numbers(found("per-card", seen, **PER_CARD, max=2)) == [(3, 2, (1, 2, 3))]
    assert numbers(found("per-card", seen, **PER_CARD, min=4)) == [(3, 4, (1, 2, 3))]


def test_per_card_can_count_in_another_zone() -> None:
    seen = view(throne=[KING], hall=[follower("A", "King"), follower("B", "King")])
    there = {"zones": ["throne"], "counted_zones": ["hall"]}
    assert not found("per-card", seen, **PER_CARD, **there, exactly=2)
    (fault,) = found("per-card", seen, **PER_CARD, **there, max=1)
    assert (fault.actual, fault.lines, fault.zone) == (2, (1, 2, 3), "throne")


def test_per_card_asks_nobody_where_nobody_is() -> None:
    assert not found("per-card", view(deck=[]), **PER_CARD, exactly=5)
    assert not found("per-card", view(deck=["King", follower("A", "King")]), **PER_CARD, exactly=5)


# --- shares ----------------------------------------------------------------------------------------------------

SHARES = {"cards": "t:thing", "field": "@stat", "partners": "t:king", "partner_field": "@offers"}


def offering(*values: str) -> Card:
    return card("King", types=["King"], attributes={"offers": list(values)})


def test_shares_one_value_whatever_its_case() -> None:
    seen = view(deck=[offering("Red", "Blue"), stat("A", ["green", "BLUE"]), stat("B", ["Green", "Black"])])
    assert numbers(found("shares", seen, **SHARES)) == [("Green, Black", "Blue, Red", (3,))]


def test_shares_nothing_where_either_has_no_value() -> None:
    assert numbers(found("shares", view(deck=[offering("Red"), ROOK]), **SHARES)) == [("none", "Red", (2,))]
    assert numbers(found("shares", view(deck=[KING, stat("A", "Red")]), **SHARES)) == [("Red", "none", (2,))]
    assert numbers(found("shares", view(deck=["King", stat("A", "Red")]), **SHARES)) == [("Red", "none", (2,))]
    assert not found("shares", view(deck=["A"]), **SHARES)


def test_shares_with_partners_of_another_zone_alone() -> None:
    seen = view(deck=[stat("A", "Red"), offering("Red")], side=[offering("Blue")])
    there = {"zones": ["deck"], "partner_zones": ["side"]}
    assert numbers(found("shares", seen, **SHARES, **there)) == [("Red", "Blue", (1,))]


# --- rulesets that cannot be ------------------------------------------------------------------------------------

HEAD = """
id = "x"
title = "X"
game = "x"
[[zones]]
name = "Deck"
headings = ["Main"]
[[zones]]
name = "Side Board"
"""


def rule(kind: str, options: str, message: str = "m") -> str:
    return f'[[rules]]\nname = "a-rule"\nkind = "{kind}"\nmessage = "{message}"\n{options}\n'


def load(folder: Path, text: str, name: str = "game.toml") -> Ruleset:
    (folder / name).write_text(text, encoding="utf-8")
    return load_ruleset(str(folder / name))


BAD_RULES = {
    "unknown key": (rule("count", "mim = 1"), ["unknown key `mim`", "`min`"]),
    "missing key": (rule("copies", ""), ["`max` is missing"]),
    "unknown zone": (rule("count", 'zones = ["dek"]\nmin = 1'), ["`zones`", "`dek`", "deck, side_board"]),
    "zone by its title": (rule("count", 'zones = ["Side Board"]\nmin = 1'), ["`zones`", "`Side Board`"]),
    "unknown kind": (rule("cuont", "min = 1"), ["`kind`", "`cuont`", "count"]),
    "number as text": (rule("count", 'max = "3"'), ["`max`"]),
    "truth as number": (rule("count", "max = true"), ["`max`"]),
    "fraction of a card": (rule("count", "max = 2.5"), ["`max`"]),
    "unknown measure": (rule("spread", 'field = "level"\nmeasure = "median"\nmax = 1'), ["`measure`", "distinct"]),
    "unknown word": (rule("count", "min = 1", "{actul} cards"), ["`message`", "{actul}", "actual"]),
    "unknown word in help": (rule("count", 'min = 1\nhelp = "{crad}"'), ["`help`", "{crad}"]),
    "brace left open": (rule("count", "min = 1", "{actual cards"), ["`message`"]),
    "word with a format": (rule("count", "min = 1", "{actual:zz} cards"), ["`message`", "actual"]),
    "query": (rule("count", 'where = "t:x lvel>3"\nmin = 1'), ["`where`", "column 5", "`lvel`"]),
    "query of an exception": (
        rule("copies", 'max = 1\nother = [{ where = "(t:x", max = 2 }]'),
        ["where`", "column 1", "(t:x"],
    ),
    "query of what is needed": (rule("requires", 'cards = "t:x"\nneed = "t:"'), ["`need`", "column 2"]),
    "unknown field": (
        rule("sum", 'field = "weight"\nmax = 3'),
        ["`field`", "`weight`", "`attributes` in `[vocabulary]`"],
    ),
    "need and names": (
        rule("requires", 'cards = "t:x"\nneed = "t:y"\nnames = "@z"'),
        ["rule `a-rule`: give exactly one of `need` and `names`"],
    ),
    "neither need nor names": (rule("requires", 'cards = "t:x"'), ["rule `a-rule`: give exactly one of"]),
    "no entries": (rule("banlist", ""), ["`entries` is missing"]),
    "entry without name": (rule("banlist", "entries = [{ max = 1 }]"), ["entries", "`name` is missing"]),
    "entry with unknown key": (rule("banlist", 'entries = [{ name = "A", maks = 1 }]'), ["entries", "`maks`"]),
    "entry without points": (rule("points", 'budget = 1\nentries = [{ name = "A" }]'), ["`points` is missing"]),
}


@pytest.mark.parametrize(("text", "said"), BAD_RULES.values(), ids=BAD_RULES)
def test_bad_rule_names_file_rule_and_key(tmp_path: Path, text: str, said: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, HEAD + text)
    whole = f"{caught.value.message} {caught.value.hint}"
    for words in ("game.toml", "rule `a-rule`", *said):
        assert words in whole


BAD_DATES = {
    "no such day": '"2026-02-30"',
    "words": '"next spring"',
    "empty": '""',
    "without dashes": '"20260301"',
    "week": '"2026-W10-1"',
    "number": "20260301",
    "with a time of day": "2026-03-01T10:00:00",
    "time of day alone": "10:00:00",
}


@pytest.mark.parametrize("key", ["from", "until"])
@pytest.mark.parametrize("value", BAD_DATES.values(), ids=BAD_DATES)
def test_bad_date_names_the_key_as_it_was_written(tmp_path: Path, key: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, HEAD + rule("banlist", f'entries = [{{ name = "A", {key} = {value} }}]'))
    said = caught.value.message
    assert "game.toml" in said
    assert "rule `a-rule`" in said
    assert f"`{key}`" in said
    assert "since" not in said


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("banlist", 'entries = [{{ name = "A", {} }}]'),
        ("points", 'budget = 1\nentries = [{{ name = "A", points = 2, {} }}]'),
        ("sets", 'allowed = [{{ set = "ONE", {} }}]'),
    ],
)
def test_toml_dates_and_quoted_dates_are_the_same(tmp_path: Path, kind: str, entry: str) -> None:
    bare = load(tmp_path, HEAD + rule(kind, entry.format("from = 2026-03-01, until = 2026-05-31")), "bare.toml")
    text = load(tmp_path, HEAD + rule(kind, entry.format('from = "2026-03-01", until = "2026-05-31"')), "text.toml")
    assert bare.rules[0].data == text.rules[0].data
    dated = (bare.rules[0].options.allowed if kind == "sets" else bare.rules[0].options.entries)[0]
    assert (dated.since, dated.until) == ("2026-03-01", "2026-05-31")


def test_heading_of_two_zones_names_both(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"game\.toml: zone `Side Board`: heading `MAIN` belongs to `Deck`"):
        load(tmp_path, HEAD + 'headings = ["MAIN"]\n' + rule("count", "min = 1"))


# --- rulesets that inherit ----------------------------------------------------------------------------------------


def test_extends_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('id = "other"\nextends = "game.toml"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"game\.toml: `extends` goes in a circle"):
        load(tmp_path, 'id = "x"\nextends = "other.toml"\n')


@pytest.mark.parametrize(("name", "hint"), [("nowhere.toml", None), ("arsenall", "did you mean `arsenal`?")])
def test_extends_what_is_not_there(tmp_path: Path, name: str, hint: str | None) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, f'id = "x"\nextends = "{name}"\n')
    for words in ("game.toml", "`extends`", name):
        assert words in caught.value.message
    assert caught.value.hint == hint


def test_disable_of_a_rule_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"game\.toml: `disable` .*`duplicate-cards`") as caught:
        load(tmp_path, 'id = "x"\nextends = "arsenal"\ndisable = ["duplicate-cards"]\n')
    assert caught.value.hint == "did you mean `duplicate-card`?"


def test_disable_removes_and_leaves_the_others_in_order(tmp_path: Path) -> None:
    made = load(tmp_path, 'id = "x"\nextends = "arsenal"\ndisable = ["duplicate-card"]\n')
    assert [r.name for r in made.rules] == [
        "wrong-arsenal-size",
        "wrong-fighter-count",
        "style-mismatch",
        "fighter-mismatch",
    ]


def test_rule_of_the_same_name_replaces_in_place(tmp_path: Path) -> None:
    own = rule("count", "max = 2").replace("a-rule", "wrong-fighter-count")
    made = load(tmp_path, 'id = "x"\nextends = "arsenal"\n' + own)
    assert [r.name for r in made.rules][:3] == ["wrong-arsenal-size", "wrong-fighter-count", "duplicate-card"]
    # The whole rule is another: nothing of the old one's options is left.
    assert made.rules[1].data == {"max": 2}
    assert made.rules[1].help == ""


def test_rule_that_stands_twice(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"game\.toml: rule `a-rule` stands twice"):
        load(tmp_path, HEAD + rule("count", "min = 1") + rule("count", "max = 2"))


def test_fault_of_an_inherited_file_names_that_file(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(HEAD + rule("count", "mim = 1"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"parent\.toml: rule `a-rule`: unknown key `mim`"):
        load(tmp_path, 'id = "y"\nextends = "parent.toml"\n')
