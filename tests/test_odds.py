"""Exact chances against counting every hand, against numbers worked out by hand, and against seeded sample hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fade_deck.carddb import load_cards
from fade_deck.decklists import read_deck
from fade_deck.errors import UsageError
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.models import Card
from fade_deck.odds import (
    Pile,
    Play,
    chances,
    check_work,
    held_by,
    pile_of,
    play_of,
    sample,
    with_mulligans,
    without_hand,
)
from fade_deck.resources import shipped_cards
from fade_deck.ruleset import load_ruleset
from tests.command import ROOT

FAROE = Play("deck", None, 6, False, 1, 1, 0, "")


def listing_of(example: str) -> Listing:
    return make_listing(read_deck(ROOT / "examples" / example), Checker(load_cards([shipped_cards()])))


def counted(regions: dict[int, int], needs: Sequence[int], draws: int) -> Fraction:
    """The same chance by looking at every hand there is."""
    pile = list(Counter(regions).elements())
    hands = list(combinations(pile, min(draws, len(pile))))
    good = sum(all(sum(c >> i & 1 for c in hand) >= need for i, need in enumerate(needs)) for hand in hands)
    return Fraction(good, len(hands))


# --- chances ---------------------------------------------------------------------------------------------------


def test_one_query_by_hand() -> None:
    """4 of 40 in a hand of 6: one minus all six from the other 36."""
    assert chances({1: 4, 0: 36}, [1], [6]) == [1 - Fraction(comb(36, 6), comb(40, 6))]


def test_exactly_enough_is_enough() -> None:
    """Both of 2 cards in a hand of 2 from 4: one hand of six."""
    assert chances({1: 2, 0: 2}, [2], [2]) == [Fraction(1, 6)]


def test_a_card_that_fits_both_queries_counts_for_both() -> None:
    """One card for each and one for both among 3: a hand of one meets both with the shared card alone."""
    assert chances({1: 1, 2: 1, 3: 1}, [1, 1], [1]) == [Fraction(1, 3)]
    assert chances({1: 1, 2: 1, 3: 1}, [1, 1], [2]) == [Fraction(1)]
    assert chances({1: 1, 2: 1, 3: 1}, [2, 1], [2]) == [Fraction(1, 3)]


def test_all_draws_at_once_agree_with_each_alone() -> None:
    regions, needs = {1: 3, 2: 2, 3: 1, 0: 9}, [2, 1]
    assert chances(regions, needs, [4, 6, 8]) == [chances(regions, needs, [n])[0] for n in (4, 6, 8)]


@pytest.mark.parametrize(
    ("regions", "needs", "draws", "chance"),
    [
        ({}, [1], 6, 0),  # an empty deck
        ({}, [0], 6, 1),
        ({0: 5}, [1], 3, 0),  # nothing fits
        ({1: 5}, [1], 0, 0),  # nothing is drawn
        ({1: 5}, [0], 0, 1),
        ({1: 2, 0: 3}, [2], 60, 1),  # more draws than cards
        ({1: 2, 0: 3}, [3], 60, 0),  # more asked for than there are
        ({1: 5}, [1], 1, 1),  # everything fits
    ],
)
def test_edges(regions: dict[int, int], needs: list[int], draws: int, chance: int) -> None:
    assert chances(regions, needs, [draws]) == [chance]


@settings(max_examples=300, deadline=None)
@given(
    counts=st.lists(st.integers(0, 3), min_size=8, max_size=8),
    needs=st.lists(st.integers(0, 4), min_size=3, max_size=3),
    draws=st.integers(0, 6),
)
def test_three_queries_agree_with_every_hand_counted(counts: list[int], needs: list[int], draws: int) -> None:
    regions = dict(enumerate(counts))
    while sum(regions.values()) > 12:  # keeps the counting short
        largest = max(regions, key=lambda r: regions[r])
        regions[largest] -= 1
    assert chances(regions, needs, [draws]) == [counted(regions, needs, draws)]


def test_absurd_counts_cost_nothing() -> None:
    (chance,) = chances({1: 9_999_000, 2: 9_999_000, 3: 1, 0: 100_000_000}, [2, 2], [104])
    assert 0.9 < chance < 1


def test_work_is_bounded() -> None:
    check_work([99])
    check_work([3, 3, 3, 3])
    with pytest.raises(UsageError, match="at most 5"):
        check_work([1] * 6)
    with pytest.raises(UsageError, match="too many"):
        check_work([30, 30, 30])


# --- mulligans and chosen hands --------------------------------------------------------------------------------


def test_mulligan_by_hand() -> None:
    """One of two hands of a coin toss: 3/4. With a later chance of 2/3: 1/2 + 1/2 * 2/3."""
    half = Fraction(1, 2)
    assert with_mulligans(half, half, 0) == half
    assert with_mulligans(half, half, 1) == Fraction(3, 4)
    assert with_mulligans(half, Fraction(2, 3), 1) == Fraction(5, 6)
    assert with_mulligans(half, half, 2) == Fraction(7, 8)


def test_a_chosen_hand_avoids_what_is_asked() -> None:
    assert without_hand({0: 24, 1: 6}, 6) == ({0: 18, 1: 6}, {0: 6})
    left, held = without_hand({0: 4, 1: 26}, 6)
    assert (left, held) == ({1: 24}, {0: 4, 1: 2})
    assert held_by(held, [3]) == [1]
    assert held_by(held, [1]) == [0]


def test_a_chosen_hand_takes_what_fits_fewest_queries() -> None:
    assert without_hand({3: 5, 1: 2, 2: 3}, 4) == ({3: 5, 1: 1}, {2: 3, 1: 1})
    assert without_hand({1: 3}, 6) == ({}, {1: 3})


# --- what the editions say -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "first", "second"),
    [
        ("fade", [6, 6, 8, 10], [6, 8, 10, 12]),
        ("fade-3.4", [6, 6, 8, 10], [6, 8, 10, 12]),
        ("faroe", [6, 6, 7, 8], [6, 7, 8, 9]),
        ("arsenal", [0, 1, 2, 3], [0, 1, 2, 3]),  # the six are chosen
    ],
)
def test_cards_seen_by_turn(ruleset: str, first: list[int], second: list[int]) -> None:
    play = play_of(load_ruleset(ruleset))
    assert [play.seen(turn, True) for turn in range(4)] == first
    assert [play.seen(turn, False) for turn in range(4)] == second


def test_a_ruleset_that_is_silent() -> None:
    with pytest.raises(UsageError, match="does not say how a game begins") as caught:
        play_of(load_ruleset("faroe-legend"))
    assert caught.value.exit_code == 2


def test_only_the_pile_is_drawn_from() -> None:
    """40 of 58 cards; in the arena game 30 of 33, for Fighters are placed before."""
    listing = listing_of("faroe/storm-rush.txt")
    pile = pile_of(listing, play_of(listing.ruleset))
    assert pile.size == 40
    assert "Rook" not in pile.copies
    arena = listing_of("arsenal/harbour-troupe.txt")
    pile = pile_of(arena, play_of(arena.ruleset))
    assert pile.size == 30
    assert "Pell Windlass" not in pile.copies


# --- sample hands ----------------------------------------------------------------------------------------------


def small_pile() -> Pile:
    copies = {"A": 3, "B": 4, "C": 5, "D": 8}
    return Pile(copies, {name: Card(name, "g", {"types": ["T"]}) for name in copies})


def test_hands_repeat_and_do_not_depend_on_each_other() -> None:
    pile = small_pile()
    again = [sample(pile, FAROE, "7", n) for n in (3, 2, 1)]
    assert again == [sample(pile, FAROE, "7", n) for n in (3, 2, 1)]
    assert sample(pile, FAROE, "7", 2, mulligan=True).opening == again[1].opening
    assert sample(pile, FAROE, "8", 2) != again[1]


def test_a_seed_gives_these_cards_on_every_machine() -> None:
    """Worked out once and pinned: `random()` and the seeding by a text are the same in every version of Python."""
    assert sample(small_pile(), FAROE, "7", 2).opening == ["D", "C", "C", "D", "B", "D"]


def test_no_card_is_drawn_that_is_not_there() -> None:
    pile = small_pile()
    for number in range(200):
        hand = sample(pile, FAROE, "x", number, mulligan=True, turns=20, first=False)
        (again,) = hand.mulligans
        assert not Counter(hand.opening) - Counter(pile.copies)
        assert Counter(again) + sum((Counter(t) for t in hand.turns), Counter()) == pile.copies
        assert [len(turn) for turn in hand.turns] == [1] * 14 + [0] * 6


def test_the_first_player_waits() -> None:
    hand = sample(small_pile(), FAROE, "x", 1, turns=3, first=True)
    assert [len(turn) for turn in hand.turns] == [0, 1, 1]


def test_a_chosen_hand_is_filled_up_and_left_out_of_the_draws() -> None:
    play = Play("deck", None, 6, True, 0, 1, 1, "")
    hand = sample(small_pile(), play, "x", 1, turns=14, chosen={"A": 3})
    assert hand.opening[:3] == ["A", "A", "A"]
    assert len(hand.opening) == 6
    assert "A" not in [card for turn in hand.turns for card in turn]


@pytest.mark.parametrize(("mulligan", "turns"), [(False, 0), (False, 3), (True, 0), (True, 3)])
def test_sample_hands_agree_with_the_exact_chance(mulligan: bool, turns: int) -> None:
    """4,000 hands: within four standard deviations of what is exact, for two queries that overlap."""
    pile = small_pile()
    queries: list[Callable[[Card], bool]] = [lambda card: card.name in "AB", lambda card: card.name in "BC"]
    needs = [2, 3]

    def met(cards: list[str]) -> bool:
        return all(sum(q(pile.cards[c]) for c in cards) >= n for q, n in zip(queries, needs, strict=True))

    opening, exact = chances(pile.regions(queries), needs, [6, FAROE.seen(turns, False)])
    if mulligan:
        exact = with_mulligans(opening, exact, 1)
    good, hands = 0, 4000
    for number in range(hands):
        hand = sample(pile, FAROE, "seed", number, mulligan=mulligan, turns=turns, first=False)
        if mulligan and met(hand.opening):  # kept: the mulligan is not taken, so its draws do not count
            good += 1
            continue
        kept = hand.mulligans[0] if mulligan else hand.opening
        good += met([*kept, *(card for turn in hand.turns for card in turn)])
    deviation = float(exact * (1 - exact) / hands) ** 0.5
    assert abs(good / hands - float(exact)) < 4 * deviation
