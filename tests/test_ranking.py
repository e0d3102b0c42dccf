from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fade_deck.ranking import Match, NameIndex, find_spans
from fade_deck.text import squash

NAMES = [
    "Storm Dancer",
    "Storm",
    "Stormcaller",
    "Dancer of the Storm",
    "Moon Guard",
    "Monastery Guardian",
    "Blazing Fist",
    "Blazing Flame",
    "Éowin's Knight",
    "Jab",
    "Kick of the Silent Crane",
    "Night Owl",
    "忍者の刀",
    "!!!",
]
INDEX = NameIndex.build(NAMES, [("Dervish", 0), ("Iron Hand", 6), ("Storm", 4)])


def names(found: list[Match]) -> list[str]:
    return [match.name for match in found]


def best(query: str) -> tuple[str, str]:
    match = INDEX.rank(query)[0]
    return match.name, match.tier


# --- tiers and order ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "name", "tier"),
    [
        ("Storm Dancer", "Storm Dancer", "exact"),
        ("  Storm   Dancer ", "Storm Dancer", "exact"),
        ("Dervish", "Storm Dancer", "alias"),
        ("storm dancer", "Storm Dancer", "folded"),
        ("STORM-DANCER", "Storm Dancer", "folded"),
        ("eowins knight", "Éowin's Knight", "folded"),
        ("ｊａｂ", "Jab", "folded"),
        ("dervish", "Storm Dancer", "folded"),
        ("moon", "Moon Guard", "words"),
        ("kick of the", "Kick of the Silent Crane", "words"),
        ("stormc", "Stormcaller", "prefix"),
        ("derv", "Storm Dancer", "prefix"),
        ("st da", "Storm Dancer", "parts"),
        ("ki cra", "Kick of the Silent Crane", "parts"),
        ("kotsc", "Kick of the Silent Crane", "parts"),
        ("ksc", "Kick of the Silent Crane", "parts"),
        ("blazng fst", "Blazing Fist", "fuzzy"),
        ("Balzing Fist", "Blazing Fist", "fuzzy"),
        ("fist blazing", "Blazing Fist", "fuzzy"),
        ("blazingfist", "Blazing Fist", "fuzzy"),
        ("storm caller", "Stormcaller", "fuzzy"),
        ("kick silnt crane", "Kick of the Silent Crane", "fuzzy"),
        ("nite owl", "Night Owl", "fuzzy"),
        ("irn hand", "Blazing Fist", "fuzzy"),
        ("忍者の刀", "忍者の刀", "exact"),
        ("!!!", "!!!", "exact"),
    ],
)
def test_the_name_meant_comes_first(query: str, name: str, tier: str) -> None:
    assert best(query) == (name, tier)


def test_tiers_come_in_order() -> None:
    pool = ["Stormy Sea", "Storm Dancer", "STORM", "Storm", "Sea Storm", "Strom Bell", "Calm"]
    found = NameIndex.build(pool, [("Storm", 6)]).rank("Storm")
    assert [(m.name, m.tier) for m in found] == [
        ("Storm", "exact"),
        ("Calm", "alias"),
        ("STORM", "folded"),
        ("Storm Dancer", "words"),
        ("Stormy Sea", "prefix"),
        ("Sea Storm", "parts"),
        ("Strom Bell", "fuzzy"),
    ]
    assert sorted((m.score for m in found), reverse=True) == [m.score for m in found]


def test_a_likely_slip_passes_a_name_that_holds_the_query_only_in_parts() -> None:
    index = NameIndex.build(["Dancer of the Silver Storm", "Storm Dancer"])
    assert [(m.name, m.tier) for m in index.rank("dancer storm")] == [
        ("Storm Dancer", "fuzzy"),
        ("Dancer of the Silver Storm", "parts"),
    ]
    assert names(INDEX.rank("mon guard"))[:2] == ["Monastery Guardian", "Moon Guard"]  # else parts come first


def test_ties_go_to_the_shorter_name_then_by_the_alphabet_then_by_position() -> None:
    pool = ["Gate Wolf", "Gate Bear", "Gate Ox", "gate bear"]
    assert [m.index for m in NameIndex.build(pool).rank("gate")] == [2, 1, 3, 0]
    assert [m.index for m in NameIndex.build(["Twin", "Twin"]).rank("twin")] == [0, 1]


def test_a_card_is_found_once_by_the_best_of_its_names() -> None:
    index = NameIndex.build(["Storm Dancer"], [("Storm Dancers", 0), ("The Storm Dancer", 0)])
    assert index.rank("Storm Dancers") == [Match(0, "Storm Dancer", 99, "alias")]


def test_an_alias_must_stand_for_a_name() -> None:
    with pytest.raises(ValueError, match="alias"):
        NameIndex.build(["Jab"], [("Poke", 1)])
    with pytest.raises(ValueError, match="alias"):
        NameIndex.build(["Jab"], [("Poke", -1)])


def test_limit_and_allowed() -> None:
    assert names(INDEX.rank("storm", 1)) == ["Storm"]
    assert INDEX.rank("storm", 0) == []
    assert names(INDEX.rank("storm", 1, allowed=lambda index: index != 1)) == ["Moon Guard"]  # by its alias
    assert INDEX.rank("Jab", allowed=lambda _: False) == []


def test_an_empty_query_and_an_empty_pool_find_nothing() -> None:
    assert INDEX.rank("") == INDEX.rank(" \t\n") == INDEX.suggest("") == []
    assert NameIndex.build([]).rank("storm") == NameIndex.build([]).suggest("storm") == []


def test_a_name_longer_than_any_query_that_is_compared_is_still_found_exactly() -> None:
    long = "Very " * 200 + "Long"
    assert NameIndex.build(["Very", long]).rank(long)[0].tier == "exact"


def test_words_beyond_those_compared_still_tell_names_apart() -> None:
    words = [f"w{i}" for i in range(60)]
    index = NameIndex.build([" ".join(words[:50])])
    assert index.rank(" ".join(words)) == []


# --- suggestions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Strom Dancer", "Storm Dancer"),
        ("Stomr Dencer", "Storm Dancer"),
        ("Dancer Storm", "Storm Dancer"),
        ("stormdancer", "Storm Dancer"),
        ("Dervsh", "Storm Dancer"),
        ("Kick fo the Silent Crane", "Kick of the Silent Crane"),
        ("Silent Crane", "Kick of the Silent Crane"),
        ("Blazing Fst", "Blazing Fist"),
    ],
)
def test_slips_get_the_name_suggested_first(query: str, name: str) -> None:
    assert names(INDEX.suggest(query))[:1] == [name]


@pytest.mark.parametrize(
    "query",
    [
        "Ember Colossus",
        "Storm Guard",  # both words are known, no card has the two
        "Moon Dancer",
        "Blazing Guard",
        "Kick of the Golden Crown",
        "Xylophone",
        "the",
        "z",
        "???",
        "龍",
    ],
)
def test_a_card_that_does_not_exist_gets_no_suggestion(query: str) -> None:
    assert INDEX.suggest(query) == []


def test_a_known_word_is_not_taken_for_another_like_it() -> None:
    index = NameIndex.build(["Weary Flame", "Silent River", "Iron Blade", "Old Raven"])
    assert index.suggest("Weary Blade") == []
    assert index.suggest("Silent Raven") == []
    assert names(index.suggest("Weary Flmae")) == ["Weary Flame"]


def test_a_beginning_that_fits_a_crowd_is_no_suggestion() -> None:
    crowd = [f"Dark {word}" for word in ("Tower", "Lantern", "Harvest", "Oracle")]
    assert NameIndex.build(crowd).suggest("Dark", limit=3) == []
    assert len(NameIndex.build(crowd[:2]).suggest("Dark", limit=3)) == 2


def test_suggestions_keep_to_limit_and_allowed() -> None:
    pool = [f"Storm Dancer {letter}" for letter in "ABCDE"]
    index = NameIndex.build(pool)
    assert len(index.suggest("Strom Dancer B", 2)) == 2
    assert index.suggest("Strom Dancer B", 0) == []
    assert names(index.suggest("Strom Dancer B", 1, allowed=lambda i: i == 3)) == ["Storm Dancer D"]


def test_preferred_cards_pass_others_that_are_about_as_plausible_only() -> None:
    index = NameIndex.build(["Moon Guard", "Moon Guards", "Noon Gourd"])
    assert names(index.suggest("Moon Guardz"))[0] == "Moon Guards"  # it sounds the same
    assert names(index.suggest("Moon Guardz", preferred=lambda i: i == 0))[0] == "Moon Guard"
    assert names(index.suggest("Moon Guard", preferred=lambda i: i == 2))[0] == "Moon Guard"


# --- bytes -------------------------------------------------------------------------------------------------


def test_bytes_round_trip() -> None:
    data = INDEX.to_bytes()
    loaded = NameIndex.from_bytes(data)
    assert loaded.to_bytes() == data
    for query in ("Dervish", "st da", "blazng fst", "ksc", "忍者の刀", "zzz"):
        assert loaded.rank(query) == INDEX.rank(query)
        assert loaded.suggest(query) == INDEX.suggest(query)


def test_the_same_names_give_the_same_bytes() -> None:
    assert NameIndex.build(NAMES).to_bytes() == NameIndex.build(NAMES).to_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[:10],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: b"x" + data[1:],
        lambda data: b"\0" * len(data),
    ],
)
def test_damaged_bytes_are_refused(damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(ValueError, match="name index"):
        NameIndex.from_bytes(damage(INDEX.to_bytes()))


@given(st.data())
def test_any_changed_byte_is_noticed(data: st.DataObject) -> None:
    raw = bytearray(INDEX.to_bytes())
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match="name index"):
        NameIndex.from_bytes(bytes(raw))


# --- any text ----------------------------------------------------------------------------------------------

ANY = st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too


@given(ANY)
@example("\ud800")
@example("ﷺ" * 60)
@example("\x00")
def test_no_text_crashes(text: str) -> None:
    assert len(INDEX.rank(text, 4)) <= 4
    assert len(INDEX.suggest(text, 2)) <= 2
    for name in NAMES:
        spans = find_spans(text, name)
        assert all(0 <= begin < end <= len(name) for begin, end in spans)
        assert all(one[1] < two[0] for one, two in pairwise(spans))


@given(st.lists(ANY, min_size=1, max_size=8), st.data())
def test_an_exact_name_is_always_first(pool: list[str], data: st.DataObject) -> None:
    index = NameIndex.from_bytes(NameIndex.build(pool).to_bytes())
    name = data.draw(st.sampled_from(pool))
    if squash(name):
        match = index.rank(name)[0]
        assert (squash(match.name), match.tier, match.score) == (squash(name), "exact", 100)


# --- highlighting ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "name", "marked"),
    [
        ("storm dancer", "Storm Dancer", "[Storm] [Dancer]"),
        ("st da", "Storm Dancer", "[St]orm [Da]ncer"),
        ("dancer", "Storm Dancer", "Storm [Dancer]"),
        ("dancer storm", "Storm Dancer", "[Storm] [Dancer]"),
        ("strm", "Storm Dancer", "[St]o[rm] Dancer"),
        ("sd", "Storm Dancer", "[S]torm [D]ancer"),
        ("eowins", "Éowin's Knight", "[Éowin]'[s] Knight"),
        ("eowins", "E\u0301owin", "[E\u0301owin]"),
        ("xyz", "Storm Dancer", "Storm Dancer"),
        ("", "Storm Dancer", "Storm Dancer"),
        ("storm", "", ""),
    ],
)
def test_matched_letters_are_marked(query: str, name: str, marked: str) -> None:
    shown, end = "", 0
    for begin, stop in find_spans(query, name):
        shown += f"{name[end:begin]}[{name[begin:stop]}]"
        end = stop
    assert shown + name[end:] == marked


# --- speed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    ["a" * 300, "stormblade" * 30, "of the " * 40, "s t", "!? " * 90, "忍者" * 150, "storm " * 2000],
    ids=["letters", "word", "small words", "two letters", "symbols", "CJK", "10 kB"],
)
def test_no_query_is_slow(query: str) -> None:
    index = NameIndex.build([f"{a} of the {b} {c}" for a in "stuvwxyz" for b in NAMES for c in NAMES])
    start = time.perf_counter()
    index.suggest(query)
    assert time.perf_counter() - start < 0.5  # some milliseconds; a wide margin for a busy machine
