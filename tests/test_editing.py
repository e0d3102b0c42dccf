"""Changing a deck's text: what was meant changes, and nothing else does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fade_deck.carddb import CardDB, load_cards
from fade_deck.decklists import read_text
from fade_deck.editing import edits
from fade_deck.editing.canonical import canonical
from fade_deck.editing.coding import decoded
from fade_deck.editing.draft import Draft, check_format, make_draft
from fade_deck.editing.effect import effect
from fade_deck.editing.lines import Lines
from fade_deck.editing.names import Named, UnsureNameError, find_card, find_held_or_card, find_in_deck
from fade_deck.editing.zones import homes, zone_called
from fade_deck.errors import InputError, UsageError
from fade_deck.linter import Checker
from fade_deck.models import Card
from fade_deck.resources import shipped_cards

ROOT = Path(__file__).parent.parent
STORM = ROOT / "examples" / "faroe" / "storm-rush.txt"
_CARDS: list[CardDB] = []


def checker(ruleset: str | None = None) -> Checker:
    """One for all tests: loading cards takes longer than most of them."""
    if not _CARDS:
        _CARDS.append(load_cards([shipped_cards()]))
    return Checker(_CARDS[0], ruleset)


CHECKER = checker()


def draft(text: str, ruleset: str = "faroe", kind: str = "text") -> Draft:
    return make_draft(text, read_text(text, "deck.txt", kind), CHECKER.linter(ruleset))


def named(text: str, ruleset: str = "faroe") -> Named:
    return find_card(text, CHECKER.linter(ruleset).resolver.cards, refuse)


def card_of(text: str, ruleset: str = "faroe") -> Card:
    found = named(text, ruleset).card
    assert found
    return found


def totals(deck: Draft) -> Counter[tuple[str | None, str]]:
    """Copies by zone and card: which of a card's printings goes first is another matter."""
    found: Counter[tuple[str | None, str]] = Counter()
    for (zone, name, _, _), count in deck.content.items():
        found[zone, name] += count
    return found


def refuse(problem: str, candidates: object) -> str:
    raise UnsureNameError(problem, list(candidates))  # type: ignore[call-overload]


def added(text: str, copies: int, card: str, ruleset: str = "faroe", to: str | None = None, kind: str = "text") -> str:
    deck = draft(text, ruleset, kind)
    zone = zone_called(to, deck.ruleset) if to else None
    return edits.add(deck, named(card, ruleset), copies, zone).draft.text


def removed(text: str, copies: int | None, card: str, inside: str | None = None, kind: str = "text") -> str:
    deck = draft(text, kind=kind)
    zone = zone_called(inside, deck.ruleset) if inside else None
    found = find_in_deck(card, deck.deck.slots, deck.resolver.cards, refuse)
    return edits.remove(deck, found, copies, zone).draft.text


# --- one line changes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("4 Ember Jab", "6 Ember Jab"),
        ("4x Ember Jab", "6x Ember Jab"),
        ("x4 Ember Jab", "x6 Ember Jab"),
        ("[4] Ember Jab", "[6] Ember Jab"),
        ("(4) Ember Jab", "(6) Ember Jab"),
        ("Ember Jab x4", "Ember Jab x6"),
        ("Ember Jab (4)", "Ember Jab (6)"),
        ("04 Ember Jab", "6 Ember Jab"),
        ("- 4 Ember Jab", "- 6 Ember Jab"),
        ("  4\tEmber  Jab  ", "  6\tEmber  Jab  "),
        ("4 ember jab", "6 ember jab"),
        ("4 Ember Jab (FST) 4 # all 4 of them", "6 Ember Jab (FST) 4 # all 4 of them"),
        ("Ember Jab", "3 Ember Jab"),
        ("* Ember Jab // just 1", "* 3 Ember Jab // just 1"),
    ],
)
def test_a_count_changes_in_the_way_it_was_written(line: str, after: str) -> None:
    text = f"Ruleset: faroe\n\nDeck\n2 Gust Step\n{line}\n# 4 Ember Jab\n4 Forked Palm"
    assert added(text, 2, "Ember Jab") == text.replace(line, after, 1)


@pytest.mark.parametrize(
    ("like", "line"),
    [
        ("4 Gust Step", "2 Ember Jab"),
        ("4x Gust Step", "2x Ember Jab"),
        ("  4\tGust Step", "  2\tEmber Jab"),
        ("- 4 Gust Step", "- 2 Ember Jab"),
        ("Gust Step x4", "2 Ember Jab"),
    ],
)
def test_a_new_line_looks_like_the_one_above(like: str, line: str) -> None:
    assert added(f"Deck\n{like}\n\n# end\n", 2, "Ember Jab") == f"Deck\n{like}\n{line}\n\n# end\n"


def test_one_copy_among_lines_without_counts_has_none() -> None:
    assert added("Deck\nGust Step\n", 1, "Ember Jab") == "Deck\nGust Step\nEmber Jab\n"


def test_a_card_goes_where_its_types_are_if_a_zone_has_several_headings() -> None:
    text = "Fighters\nPell Windlass\n\nSupports\nSpindrift\n\nMinions\nRigging Rat\n"
    assert added(text, 1, "Barrel Roll", "arsenal") == text.replace("Spindrift\n", "Spindrift\nBarrel Roll\n")


def test_a_printing_has_a_line_of_its_own() -> None:
    text = "Deck\n2 Ember Jab (FST) 5\n"
    assert added(text, 1, "Ember Jab (FST) 6") == "Deck\n2 Ember Jab (FST) 5\n1 Ember Jab (FST) 6\n"
    assert added(text, 1, "Ember Jab (fst) 005") == "Deck\n3 Ember Jab (FST) 5\n"
    assert added(text, 1, "Ember Jab") == "Deck\n3 Ember Jab (FST) 5\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_encoding_line_ends_and_the_last_line_stay(codec: str, end: str, last: bool) -> None:
    before = ["Player: Maëlle", "", "Deck", "4 Gust Step"]
    after = [*before, "2 Sister Maëlle"]
    old, new = ((end.join(lines) + (end if last else "")).encode(codec) for lines in (before, after))
    coded = decoded(old, "deck.txt")
    assert coded.encoded(added(coded.text, 2, "sister maelle", to="deck")) == new


def test_mixed_line_ends_stay_where_they_are() -> None:
    assert added("Deck\r\n4 Gust Step\n\r\nFighter Pool\r1 Rook\r\n", 1, "Ember Jab") == (
        "Deck\r\n4 Gust Step\n1 Ember Jab\r\n\r\nFighter Pool\r1 Rook\r\n"
    )


def test_a_name_that_the_encoding_lacks_is_refused() -> None:
    coded = decoded("Player: Maëlle\n".encode("cp1252"), "deck.txt")
    with pytest.raises(UsageError, match="CP1252, which has no `忍者`"):
        coded.encoded("4 忍者\n")


def test_a_removed_line_leaves_no_other_trace() -> None:
    assert (
        removed("Deck\n4 Gust Step\n# my favourite\n1 Ember Jab", 1, "Ember Jab") == "Deck\n4 Gust Step\n# my favourite"
    )
    assert removed("Deck\n1 Ember Jab\n\n4 Gust Step\n", None, "ember jab") == "Deck\n\n4 Gust Step\n"


def test_copies_are_taken_from_the_last_line_first() -> None:
    assert (
        removed("Deck\n2 Ember Jab\n4 Gust Step\n3 Ember Jab\n", 4, "Ember Jab") == "Deck\n1 Ember Jab\n4 Gust Step\n"
    )


def test_a_line_that_is_no_card_can_be_taken_out() -> None:
    assert removed("Deck\n4 Ember Jib\n", 1, "ember jib") == "Deck\n3 Ember Jib\n"


def test_a_heading_that_stated_the_right_number_still_does_and_a_wrong_one_stays() -> None:
    outcome = edits.add(draft("Deck (4)\n4 Gust Step\n\nFighter Pool (7)\n1 Rook\n"), named("ember jab"), 2)
    assert outcome.draft.text == "Deck (6)\n4 Gust Step\n2 Ember Jab\n\nFighter Pool (7)\n1 Rook\n"
    assert "heading of Deck: 4 -> 6, as it states the number of cards" in outcome.said
    assert added("Deck (4)\n4 Gust Step\n\nFighter Pool (7)\n1 Rook\n", 1, "rook").endswith(
        "Fighter Pool (7)\n2 Rook\n"
    )


# --- sections --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Name: X\n", "Name: X\n\nFighter Pool\n1 Rook\n"),
        ("", "Fighter Pool\n1 Rook\n"),
        ("4 Ember Jab\n", "4 Ember Jab\n\nFighter Pool\n1 Rook\n"),
        ("[Deck]\n4 Ember Jab", "[Deck]\n4 Ember Jab\n\n[Fighter Pool]\n1 Rook"),
        ("== Deck ==\n4 Ember Jab\n", "== Deck ==\n4 Ember Jab\n\n== Fighter Pool ==\n1 Rook\n"),
        ("Pool\n# few\n\nDeck\n4 Ember Jab\n", "Pool\n# few\n1 Rook\n\nDeck\n4 Ember Jab\n"),
    ],
)
def test_a_section_is_made_or_found(text: str, after: str) -> None:
    assert added(text, 1, "Rook") == after


def test_a_new_section_stands_where_the_ruleset_has_it() -> None:
    text = "Deck\n4 Jab and Grin\n\n# beside\nRaider\n"
    world = next(c.name for c in CHECKER.db.game("fade") if c.types == ["World Rule"] and "Raider" not in c.keywords)
    assert added(text, 1, world, "fade") == f"Deck\n4 Jab and Grin\n\nWorld Rule\n1 {world}\n\n# beside\nRaider\n"


def test_cards_above_all_headings_are_in_the_first_section() -> None:
    assert added("4 Gust Step\n\nFighter Pool\n1 Rook\n", 1, "Ember Jab") == (
        "4 Gust Step\n1 Ember Jab\n\nFighter Pool\n1 Rook\n"
    )


def test_a_move_takes_the_printing_along() -> None:
    deck = draft("Deck\n2 Rook (FST) 9\n\nFighter Pool\n1 Rook\n")
    moved = edits.move(deck, named("rook"), 1, zone_called("pool", deck.ruleset))
    assert moved.draft.text == "Deck\n1 Rook (FST) 9\n\nFighter Pool\n1 Rook\n1 Rook (FST) 9\n"
    assert moved.said[0] == "Rook: 1 moved from Deck to Fighter Pool"


def test_set_adds_removes_or_leaves() -> None:
    deck = draft("Deck\n2 Ember Jab\n1 Ember Jab\n")
    assert edits.set_copies(deck, named("ember jab"), 5).draft.text == "Deck\n4 Ember Jab\n1 Ember Jab\n"
    assert edits.set_copies(deck, named("ember jab"), 2).draft.text == "Deck\n2 Ember Jab\n"
    assert edits.set_copies(deck, named("ember jab"), 3).draft.text == deck.text
    assert edits.set_copies(deck, named("gust step"), 3).draft.text == "Deck\n2 Ember Jab\n1 Ember Jab\n3 Gust Step\n"


BOTH = "Deck\n1 Rook\n\nFighter Pool\n2 Rook\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d, n: edits.remove(d, n, 1), "more than one section: Deck (1), Fighter Pool (2)"),
        (lambda d, n: edits.set_copies(d, n, 1), "more than one section"),
        (lambda d, n: edits.remove(d, n, 3, zone_called("pool", d.ruleset)), "has 2 of Rook, so 3 cannot be taken out"),
        (lambda d, n: edits.move(d, n, 1, zone_called("deck", d.ruleset), zone_called("deck", d.ruleset)), "already"),
        (
            lambda d, n: edits.add(d, n, 9_999, zone_called("deck", d.ruleset)),
            "10,000 copies; a line has at most 9,999",
        ),
        (lambda d, _: edits.remove(d, named("ember jab"), 1), "the deck has no Ember Jab"),
        (lambda d, _: zone_called("sideboard", d.ruleset), "has no section `sideboard`"),
    ],
)
def test_what_cannot_be_done_is_refused(change: object, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        change(draft(BOTH), named("rook"))  # type: ignore[operator]
    assert said in caught.value.message


def test_move_without_a_goal_goes_home() -> None:
    deck = draft("Deck\n4 Ember Jab\n1 Rook\n")
    assert edits.move(deck, named("rook"), None).draft.text == "Deck\n4 Ember Jab\n\nFighter Pool\n1 Rook\n"


# --- where a card belongs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "card", "zone"),
    [
        ("faroe", "Rook", "Fighter Pool"),
        ("faroe", "Ember Jab", "Deck"),
        ("faroe", "Messenger Gull", "Deck"),  # a Character and an Item
        ("faroe-legend", "The Tenth Wind", "Legend"),
        ("fade", "Odile, Crane Hand", "Fighter Pool"),
        ("arsenal", "Pell Windlass", "Arsenal"),
        ("voidbreakers", "Ballast Stone", "Extras"),
    ],
)
def test_the_ruleset_knows_where_a_card_belongs(ruleset: str, card: str, zone: str) -> None:
    assert homes(card_of(card, ruleset), CHECKER.linter(ruleset).ruleset)[0].name == zone


HOUSE = """id = "house"
title = "House"
game = "faroe"
extends = "faroe"
[[zones]]
name = "Deck"
{}
[[zones]]
name = "Storm Side"
holds = "e:storm"
[[zones]]
name = "Fighter Pool"
holds = "t:character"
"""


def test_the_order_of_the_ruleset_decides_between_several_and_the_output_says_so(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE.format(""))
    deck = draft("Deck\n4 Ember Jab\n", str(tmp_path / "house.toml"))
    outcome = edits.add(deck, named("storm dancer"), 1)
    assert outcome.said[0] == "Storm Dancer: 0 -> 1 in Storm Side"
    assert outcome.said[1].startswith("note: Fighter Pool would hold it too; the order of the ruleset decides")


def test_a_card_that_fits_no_zone_is_refused_until_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(HOUSE.format('holds = "t:item"'))
    deck = draft("Deck\n4 Signal Rocket\n", str(tmp_path / "house.toml"))
    with pytest.raises(UsageError, match="Ember Jab belongs in no section of House") as caught:
        edits.add(deck, named("ember jab"), 1)
    assert "`--to`: `Deck`, `Storm Side`, `Fighter Pool`" in (caught.value.hint or "")
    zone = zone_called("deck", deck.ruleset)
    assert edits.add(deck, named("ember jab"), 1, zone).draft.text == "Deck\n4 Signal Rocket\n1 Ember Jab\n"


# --- names -----------------------------------------------------------------------------------------------------


def test_a_name_resolves_exactly_by_alias_or_by_folding() -> None:
    assert [named(text).name for text in ("Ember Jab", "EMBER  JAB", "isaude", "sister maelle")] == [
        "Ember Jab",
        "Ember Jab",
        "Lady Isaude, Gale Regent",
        "Sister Maëlle",
    ]


def test_a_fuzzy_or_ambiguous_name_is_a_choice() -> None:
    with pytest.raises(UnsureNameError) as caught:
        named("embr jab")
    assert caught.value.candidates[0] == "Ember Jab"
    with pytest.raises(UnsureNameError) as caught:
        named("Tamsin")
    assert caught.value.candidates == ["Tamsin Clay-Hands", "Tamsin, Kiln Master"]
    assert caught.value.exit_code == 1


def test_in_a_deck_only_what_stands_there_can_be_meant() -> None:
    deck = draft("Deck\n1 Tamsin, Kiln Master\n4 Gust Step\n")
    slots, cards = deck.deck.slots, deck.resolver.cards
    assert find_in_deck("Tamsin", slots, cards, refuse).name == "Tamsin, Kiln Master"
    assert find_held_or_card("tamsin", slots, cards, refuse).name == "Tamsin, Kiln Master"
    assert find_held_or_card("ember jab", slots, cards, refuse).name == "Ember Jab"
    with pytest.raises(UnsureNameError) as caught:
        find_in_deck("gst step", slots, cards, refuse)
    assert caught.value.candidates == ["Gust Step"]
    with pytest.raises(UsageError, match="empty name"):
        named("  ")


# --- JSON ------------------------------------------------------------------------------------------------------

SPREAD = """{
  "schema": 1,
  "ruleset": "faroe",
  "sections": [
    {
      "section": "Deck", "stated": 3,
      "cards": [
        {"count": 2,   "name": "Ember Jab", "comment": "\\u00e9"},
        {"name": "Gust Step"}
      ]
    },
    {
      "section": "Fighter Pool",
      "cards": [
        {
          "count": 1,
          "name": "Rook"
        }
      ]
    }
  ]
}
"""


def test_json_changes_where_the_card_stands_and_nowhere_else() -> None:
    assert added(SPREAD, 2, "ember jab", kind="json") == SPREAD.replace('"count": 2,', '"count": 4,').replace(
        '"stated": 3', '"stated": 5'
    )
    assert added(SPREAD, 2, "gust step", kind="json") == SPREAD.replace(
        '{"name": "Gust Step"}', '{"count": 3, "name": "Gust Step"}'
    ).replace('"stated": 3', '"stated": 5')
    assert removed(SPREAD, 1, "gust step", kind="json") == SPREAD.replace(
        '},\n        {"name": "Gust Step"}', "}"
    ).replace('"stated": 3', '"stated": 2')
    assert removed(SPREAD, 1, "rook", kind="json") == SPREAD.replace(
        '[\n        {\n          "count": 1,\n          "name": "Rook"\n        }\n      ]', "[]"
    )


def test_json_gets_a_card_in_the_layout_of_its_neighbours() -> None:
    assert added(SPREAD, 4, "storm dancer", kind="json") == SPREAD.replace(
        '"name": "Rook"\n        }',
        '"name": "Rook"\n        },\n        {\n          "count": 4,\n          "name": "Storm Dancer"\n        }',
    )
    assert added(SPREAD, 4, "forked palm", kind="json") == SPREAD.replace(
        '{"name": "Gust Step"}', '{"name": "Gust Step"},\n        {"count": 4, "name": "Forked Palm"}'
    ).replace('"stated": 3', '"stated": 7')


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            '{"sections":[]}',
            '{"sections":[{"section": "Fighter Pool", "cards": [{"count": 1, "name": "Rook"}]}]}',
        ),
        (
            '{"sections":[{"cards":[{"name":"Gust Step"}]}]}',
            '{"sections":[{"cards":[{"name":"Gust Step"}]}, '
            '{"section": "Fighter Pool", "cards": [{"count": 1, "name": "Rook"}]}]}',
        ),
        (
            '{"sections":[{"section":"Pool"}]}',
            '{"sections":[{"section":"Pool", "cards": [{"count": 1, "name": "Rook"}]}]}',
        ),
        (
            '{"sections":[{"section":"Pool","cards":null}]}',
            '{"sections":[{"section":"Pool","cards":[{"count": 1, "name": "Rook"}]}]}',
        ),
        (
            '{"sections":[{"section":"Pool","cards":[{"name":"Rook","count":null}]}]}',
            '{"sections":[{"section":"Pool","cards":[{"name":"Rook","count":2}]}]}',
        ),
        (
            '{"sections":[{"section":"Pool","cards":[{"name":"Rook","count":0},{"name":"rook","count":3}]}]}',
            '{"sections":[{"section":"Pool","cards":[{"name":"Rook","count":0},{"name":"rook","count":4}]}]}',
        ),
    ],
)
def test_json_of_other_shapes(text: str, after: str) -> None:
    assert added(text, 1, "Rook", kind="json") == after
    json.loads(after)


def test_other_formats_are_to_be_converted() -> None:
    with pytest.raises(UsageError, match="`csv`; text and JSON decks can be changed so") as caught:
        check_format(read_text("qty,name\n4,Ember Jab\n", "deck.csv"))
    assert caught.value.hint == "make a text deck of it: `fade-deck convert deck.csv -o deck.txt`"


# --- what it did -----------------------------------------------------------------------------------------------


def effect_of(text: str, copies: int, card: str) -> list[str]:
    deck = draft(text)
    return effect(deck.report, edits.add(deck, named(card), copies).draft.report)


def test_the_effect_names_totals_and_findings() -> None:
    text = STORM.read_text(encoding="utf-8")
    # The Pool has level 96 and 18 cards, 4 of them Storm Dancers of level 6.
    assert effect_of(text, 1, "storm dancer") == [
        "Fighter Pool cards 18 -> 19/20",
        "Fighter Pool level 96 -> 102/100: now over",
        "LEGAL -> ILLEGAL: 2 errors",
        "now error[pool-level-exceeded]: Fighter Pool has a total level of 102, at most 100 is allowed",
        "now error[too-many-copies]: Storm Dancer: 5 copies in Deck and Fighter Pool together, at most 4 allowed",
    ]
    broken = added(text, 1, "storm dancer")
    deck = draft(broken)
    back = edits.remove(deck, named("storm dancer"), 1).draft
    assert effect(deck.report, back.report)[1:3] == [
        "Fighter Pool level 102 -> 96/100: no longer over",
        "ILLEGAL -> LEGAL",
    ]
    assert all(line.startswith("gone: error[") for line in effect(deck.report, back.report)[3:])
    assert effect_of("Deck\n4 Ember Jab\n", 1, "gust step") == [
        "Deck cards 4 -> 5/40-60: still under",
        "still ILLEGAL: 1 error",
        "still error[deck-too-small]: Deck has 5 cards, at least 40 are needed",
    ]


# --- any deck, any edit ----------------------------------------------------------------------------------------

_NAMES = ["Ember Jab", "Gust Step", "Rook", "Storm Dancer", "Sister Maëlle", "Bell Court of the Gales", "No Such Card"]
_FORMS = """{n} {name}|{n}x {name}|{name} x{n}|{name}| - {n} {name}  |{n} {name} (FST) 012|[{n}] {name}
{n} {name} # why {n}|{n} {name} *F*|{n}\t{name}|({n}) {name} [FST:12] // {n}|{name} *F* x{n}""".replace(
    "\n", "|"
).split("|")
_CARD_LINES = st.builds(
    lambda form, n, name: form.format(n=n, name=name),
    st.sampled_from(_FORMS),
    st.integers(1, 12),
    st.sampled_from([*_NAMES, *(name.lower() for name in _NAMES)]),
)
_OTHERS = """||  |# a comment|//  another |# 4 Ember Jab|Deck|Deck (9)|[Pool]|Fighter Pool: 3|== Main Deck ==
# Deck|Sideboard:|-1 Rook|???|Raider|Characters (1)""".replace("\n", "|").split("|")
_OTHER_LINES = st.sampled_from(_OTHERS)
_HEADERS = st.sampled_from(["Name: X", "player :  Y", "Odd: one", "Event:", "# remark", "", "name: Z"])
_DECKS = st.builds(
    lambda headers, lines, end, last: end.join([*headers, *lines]) + (end if last else ""),
    st.lists(_HEADERS, max_size=6),
    st.lists(_CARD_LINES | _OTHER_LINES, max_size=14),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)


@settings(deadline=None, max_examples=150)
@given(_DECKS, st.sampled_from(_NAMES[:-1]), st.integers(1, 99))
def test_adding_and_removing_again_changes_only_that(text: str, card: str, copies: int) -> None:
    before = draft(text)
    zone = "fighter_pool" if card in ("Rook", "Storm Dancer", "Sister Maëlle") else "deck"
    after = edits.add(before, named(card), copies).draft
    gained = after.content - before.content
    assert {(key[0], key[1]): count for key, count in gained.items()} == {(zone, card): copies}
    assert not before.content - after.content
    old, new = Lines(before.text).bodies, Lines(after.text).bodies
    kept = [line for line in old if line in new]
    assert len(kept) >= len(old) - 1 - sum(line.rstrip(":)").endswith(tuple("0123456789")) for line in old)
    inside = zone_called(zone, after.ruleset)
    assert totals(edits.remove(after, named(card), copies, inside).draft) == totals(before)


_JSON_CARDS = st.fixed_dictionaries(
    {"name": st.sampled_from(_NAMES)},
    optional={"count": st.integers(0, 9) | st.none(), "set": st.just("FST"), "comment": st.just("}],[{")},
)
_JSON_SECTIONS = st.fixed_dictionaries(
    {"section": st.sampled_from(["Deck", "Pool", "Sideboard", "Fighter Pool"])},
    optional={"cards": st.lists(_JSON_CARDS, max_size=4) | st.none(), "stated": st.integers(0, 9)},
)


@settings(deadline=None, max_examples=150)
@given(st.lists(_JSON_SECTIONS, max_size=4), st.sampled_from([None, 2, "\t"]), st.sampled_from(_NAMES[:-1]))
def test_json_of_any_layout_gains_a_card_and_loses_it_again(sections: object, indent: int | str, card: str) -> None:
    before = draft(json.dumps({"sections": sections}, indent=indent), kind="json")
    after = edits.add(before, named(card), 3).draft
    gained, zone = after.content - before.content, homes(card_of(card), before.ruleset)[0]
    assert [(key[0], key[1], count) for key, count in gained.items()] == [(zone.id, card, 3)]
    assert totals(edits.remove(after, named(card), 3, zone).draft) == totals(before)


@settings(deadline=None, max_examples=300)
@given(_DECKS)
def test_formatting_keeps_the_deck_and_is_done_once_and_for_all(text: str) -> None:
    before = draft(text)
    once = canonical(before)
    assert canonical(draft(once)) == once
    after = draft(once)
    assert sum(slot.copies for slot in after.deck.slots) == sum(slot.copies for slot in before.deck.slots)
    assert not [f for f in after.findings if f.rule == "inexact-name"]
    comments = [
        line.strip() for line in Lines(text).bodies if line.strip() in ("# a comment", "//  another", "# remark")
    ]
    assert sorted(line for line in Lines(once).bodies if line in comments) == sorted(comments)


# --- the canonical form ----------------------------------------------------------------------------------------


def test_the_canonical_form() -> None:
    text = """# top one

#   top two
ruleset : faroe
# about the player
Player:  Kim
Format: weird
name: X

#  description


[Pool]  (3)
4x rook   # fav
// Deck
Ember Jab x2 *F*
- 2 ember jab (fst) 12
ember jab
# also
1 EMBER JAB // again

# loose

Gust Step


[4] forked palm
Sideboard:
1 Rook
Deck: 3
2 gust step
"""
    assert (
        canonical(draft(text))
        == """# top one

#   top two
Name: X
# about the player
Player: Kim
Ruleset: faroe
Format: weird

#  description

Deck (13)
2 Ember Jab *F*
2 Ember Jab (FST) 12
# also
2 Ember Jab // again

# loose

3 Gust Step

4 Forked Palm

Fighter Pool (4)
4 Rook # fav

Sideboard:
1 Rook
"""
    )


def test_headings_that_divide_a_zone_stay() -> None:
    text = (ROOT / "examples" / "arsenal" / "harbour-troupe.txt").read_text(encoding="utf-8")
    found = [line for line in canonical(draft(text, "arsenal")).splitlines() if "(" in line]
    assert found == ["Fighters (3)", "Supports (14)", "Abilities (11)", "Minions (5)"]


def test_line_ends_stay_and_the_last_line_gets_one() -> None:
    assert canonical(draft("Deck\r\n4 ember jab")) == "Deck\r\n4 Ember Jab\r\n"
    assert canonical(draft("")) == ""


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*/*.txt")), ids=lambda p: p.stem)
def test_the_examples_keep_their_verdict(path: Path) -> None:
    ruleset = path.parent.name
    before = draft(path.read_text(encoding="utf-8"), ruleset)
    after = draft(canonical(before), ruleset)
    assert after.report.legal == before.report.legal
    assert after.report.totals == before.report.totals


def test_a_deck_that_is_no_text_is_an_input_error() -> None:
    with pytest.raises(InputError, match="a PDF"):
        decoded(b"%PDF-1.7", "deck.txt")


# --- what stands behind a card ---------------------------------------------------------------------------------


def moved(text: str, copies: int | None, card: str, kind: str = "text") -> str:
    deck = draft(text, kind=kind)
    return edits.move(deck, find_in_deck(card, deck.deck.slots, deck.resolver.cards, refuse), copies).draft.text


@pytest.mark.parametrize(
    ("before", "copies", "after"),
    [
        ("Deck\n2 Storm Dancer *F* # signed\n\nFighter Pool\n1 Rook\n", None, "1 Rook\n2 Storm Dancer *F* # signed\n"),
        ("Deck\n2 Storm Dancer *F*\n\nFighter Pool\n1 Storm Dancer\n", None, "1 Storm Dancer\n2 Storm Dancer *F*\n"),
        # Of the last line all copies go, with its printing and its remark; of the first one copy, with neither.
        (
            "Deck\n2 Storm Dancer\n3 Storm Dancer (FST) 012 # signed\n\nFighter Pool\n1 Rook\n",
            4,
            "1 Rook\n1 Storm Dancer\n3 Storm Dancer (FST) 012 # signed\n",
        ),
    ],
)
def test_a_card_moves_with_its_printing_mark_and_remark(before: str, copies: int | None, after: str) -> None:
    assert moved(before, copies, "storm dancer").partition("Fighter Pool\n")[2] == after


def test_a_comment_in_json_moves_with_its_card() -> None:
    text = (
        '{"sections": [{"section": "Deck", "cards": [{"count": 2, "name": "Storm Dancer", "comment": "signed"}]},'
        ' {"section": "Fighter Pool", "cards": [{"count": 1, "name": "Rook"}]}]}'
    )
    pool = json.loads(moved(text, None, "storm dancer", "json"))["sections"][1]["cards"]
    assert pool[1] == {"count": 2, "name": "Storm Dancer", "comment": "signed"}


def test_a_card_without_mark_is_not_added_to_one_with() -> None:
    assert added("Fighter Pool\n1 Storm Dancer *F*\n", 1, "storm dancer").endswith(
        "1 Storm Dancer *F*\n1 Storm Dancer\n"
    )


def test_only_the_number_that_became_wrong_is_corrected() -> None:
    text = "Ruleset: arsenal\nFighters (5)\n1 Captain Hesper\nSupports (5)\n5 Pile On\n"
    after = added(text, 1, "pile on", "arsenal")
    assert after == text.replace("Supports (5)\n5", "Supports (6)\n6")


def test_the_number_of_the_right_section_is_corrected_in_json() -> None:
    sections = [
        {"section": "Fighters", "stated": 1, "cards": [{"count": 1, "name": "Captain Hesper"}]},
        {"section": "Supports", "stated": 1, "cards": [{"count": 1, "name": "Pile On"}]},
    ]
    text = json.dumps({"ruleset": "arsenal", "sections": sections})
    after = json.loads(added(text, 1, "pile on", "arsenal", kind="json"))["sections"]
    assert [section["stated"] for section in after] == [1, 2]


def test_an_error_that_goes_on_is_neither_new_nor_gone() -> None:
    before = draft("Ruleset: voidbreakers\n\nArsenal\n1 Marta Quoin\n", "voidbreakers")
    after = edits.add(before, named("Mother Gantry", "voidbreakers"), 1).draft
    told = [line for line in effect(before.report, after.report) if "wrong-fighter-count" in line]
    assert [line.split()[0] for line in told] == ["still"]
