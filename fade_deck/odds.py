"""Chances and sample hands by an edition's own rules of drawing, which stand in the ruleset under `[play]`.

Chances are exact: whole numbers of hands, counted with binomial coefficients, as fractions. Nothing is simulated.
A pile is counted, never laid out card by card, so that a list with absurd counts costs no more than another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING, Literal, NamedTuple

from fade_deck.errors import UsageError
from fade_deck.listing import Listing
from fade_deck.models import Card
from fade_deck.ruleset import Ruleset

if TYPE_CHECKING:
    from random import Random

MAX_QUERIES = 5
MAX_STATES = 8_000
"""Above this the exact count of several large `needs` at once would take more than a second or two."""

Regions = Mapping[int, int]
"""How many cards lie in each region of the Venn diagram of some queries: bit `i` of a key is set for query `i`."""


@dataclass(frozen=True)
class Play:
    """How a game begins and goes on drawing. `first_draw` is what the first player draws in the first turn."""

    zone: str
    where: str | None
    hand: int
    chosen: bool
    mulligans: int
    draw: int
    first_draw: int
    citation: str
    players: int | None = None
    """The number of players for which `first_draw` holds; None if for any."""

    def seen(self, turn: int, first: bool) -> int:
        """Cards drawn from the shuffled pile up to a turn's draw; turn 0 is the opening hand.

        A hand that is chosen is not drawn, so it does not count here.
        """
        opening = 0 if self.chosen else self.hand
        if turn == 0:
            return opening
        return opening + (self.first_draw if first else self.draw) + (turn - 1) * self.draw


def play_of(ruleset: Ruleset, players: int = 2) -> Play:
    """The rules of drawing with so many players; `UsageError` where the ruleset is silent about them."""
    said = ruleset.play
    if not said:
        raise UsageError(
            f"ruleset `{ruleset.id}` does not say how a game begins, so nothing can be drawn",
            hint="a ruleset says so under `[play]`; `--ruleset` chooses another one",
        )
    draw = said.get("draw", 1)
    only = said.get("first_draw_players")
    first = said.get("first_draw") if only in (None, players) else None
    return Play(
        said.get("zone", ruleset.zones[0].id),
        said.get("where"),
        said["hand"],
        said.get("chosen", False),
        said.get("mulligans", 0),
        draw,
        draw if first is None else first,
        said.get("citation", ""),
        only,
    )


# --- the pile --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pile:
    """The cards that are drawn from: names with their copies, sorted, and the cards behind the names that are known."""

    copies: dict[str, int]
    cards: dict[str, Card]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(self.copies.values())

    @property
    def unknown(self) -> int:
        """How many of them are no known cards: they are drawn like others, but fit no query."""
        return sum(n for name, n in self.copies.items() if name not in self.cards)

    def fitting(self, query: Callable[[Card], bool]) -> dict[str, int]:
        """The names that fit a query, with their copies."""
        return {name: n for name, n in self.copies.items() if name in self.cards and query(self.cards[name])}

    def regions(self, queries: Sequence[Callable[[Card], bool]]) -> Counter[int]:
        """The pile as regions of the Venn diagram of the queries."""
        return self.regions_of(self.copies, queries)

    def regions_of(self, copies: Mapping[str, int], queries: Sequence[Callable[[Card], bool]]) -> Counter[int]:
        """Some of its cards as regions."""
        found: Counter[int] = Counter()
        for name, n in copies.items():
            card = self.cards.get(name)
            found[sum(1 << i for i, query in enumerate(queries) if card and query(card))] += n
        return found


def pile_of(listing: Listing, play: Play) -> Pile:
    """The part of a deck that is drawn from.

    Sorted by name: a seed then gives the same hands however the same cards are written down.
    """
    drawn = listing.ruleset.query(play.where) if play.where else None
    copies: Counter[str] = Counter()
    cards: dict[str, Card] = {}
    for slot in listing.deck.slots:
        if slot.zone != play.zone or (drawn and slot.card and not drawn(slot.card)):
            continue
        name = slot.card.name if slot.card else slot.name
        copies[name] += slot.copies
        if slot.card:
            cards[name] = slot.card
    return Pile(dict(sorted(copies.items())), cards)


# --- exact chances ---------------------------------------------------------------------------------------------


def chances(regions: Regions, needs: Sequence[int], draws: Sequence[int]) -> list[Fraction]:
    """For each number of cards drawn at random: how likely every query `i` is met by at least `needs[i]` of them.

    A card that fits several queries counts for each. By inclusion and exclusion over the queries that fall short, so
    that the work depends on how many cards are asked for and not on how many are drawn. More draws than cards draw
    them all; a pile of no cards meets only needs of none.
    """
    size = sum(regions.values())
    drawn = [min(n, size) for n in draws]
    asked = [i for i, need in enumerate(needs) if need > 0]
    if any(needs[i] > _within(regions, 1 << i) for i in asked):
        return [Fraction(0)] * len(drawn)
    ways = [0] * len(drawn)
    for short in _subsets(asked):
        mask = sum(1 << i for i in short)
        rest = size - _within(regions, mask)
        sign = -1 if len(short) % 2 else 1
        for held, count in _short_of(regions, short, needs, max(drawn, default=0)).items():
            for place, n in enumerate(drawn):
                if held <= n:
                    ways[place] += sign * count * comb(rest, n - held)
    return [Fraction(way, comb(size, n)) for way, n in zip(ways, drawn, strict=True)]


def _within(regions: Regions, mask: int) -> int:
    """How many cards fit at least one of the queries of a mask."""
    return sum(n for region, n in regions.items() if region & mask)


def _subsets(items: Sequence[int]) -> Iterator[list[int]]:
    for bits in range(1 << len(items)):
        yield [item for place, item in enumerate(items) if bits >> place & 1]


def _short_of(regions: Regions, short: Sequence[int], needs: Sequence[int], limit: int) -> Counter[int]:
    """Ways to take cards that fit some of these queries so that each stays short of its need, by cards taken.

    Of more cards than the limit nothing is asked.
    """
    merged: Counter[tuple[int, ...]] = Counter()
    for region, n in regions.items():
        fits = tuple(region >> i & 1 for i in short)
        if any(fits):
            merged[fits] += n
    most = [needs[i] - 1 for i in short]
    states: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, (0,) * len(short)): 1})
    for fits, n in merged.items():
        grown: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (held, have), ways in states.items():
            room = min(m - h for m, h, fit in zip(most, have, fits, strict=True) if fit)
            for k in range(min(room, n, limit - held) + 1):
                now = tuple(h + k * fit for h, fit in zip(have, fits, strict=True))
                grown[held + k, now] += ways * comb(n, k)
        states = grown
    total: Counter[int] = Counter()
    for (held, _), ways in states.items():
        total[held] += ways
    return total


def with_mulligans(opening: Fraction, later: Fraction, mulligans: int) -> Fraction:
    """The chance where a hand that lacks what is asked goes back, as often as it may; the last one stays.

    `opening` is the chance in an opening hand, `later` that in a hand and the draws after it. A hand is shuffled back
    whole, so that each new one is as good as the first.
    """
    return 1 - (1 - opening) ** mulligans * (1 - later)


def check_work(needs: Sequence[int]) -> None:
    """Refuse what would take too long to count exactly."""
    if len(needs) > MAX_QUERIES:
        raise UsageError(f"{len(needs)} queries at once; the exact chance is worked out for at most {MAX_QUERIES}")
    if len(needs) > 1 and prod(need + 1 for need in needs) > MAX_STATES:
        raise UsageError(
            "these queries ask for too many cards at once to be counted exactly",
            hint="ask for fewer with `--at-least`, or for fewer queries",
        )


def without_hand(regions: Regions, hand: int) -> tuple[Counter[int], Counter[int]]:
    """A pile after a hand was chosen from it that fits as little of what is asked as it can, and that hand."""
    left, held = Counter(regions), Counter[int]()
    for region in sorted(regions, key=lambda r: (r.bit_count(), -regions[r], r)):
        taken = min(hand - held.total(), left[region])
        left[region] -= taken
        held[region] += taken
    return +left, +held


def held_by(hand: Regions, needs: Sequence[int]) -> list[int]:
    """What is still needed when a hand is held."""
    return [max(0, need - _within(hand, 1 << i)) for i, need in enumerate(needs)]


class Line(NamedTuple):
    """The chances at one moment: of each query alone, and of all together. `drawn` leaves out a chosen hand."""

    player: Literal["first", "second", "either"]
    turn: int
    drawn: int
    each: list[Fraction]
    all: Fraction


@dataclass(frozen=True)
class Question:
    """What is wanted of a deck: at least `needs[i]` cards that fit `queries[i]`, all at once.

    With `mulligan`, a hand that lacks what is wanted goes back. `chosen` are cards of a hand that is chosen; the rest
    of such a hand is taken to fit as few queries as it can, and all of it counts.
    """

    play: Play
    pile: Pile
    queries: Sequence[Callable[[Card], bool]]
    needs: Sequence[int]
    chosen: Counter[str] = field(default_factory=Counter)
    mulligan: bool = False

    def lines(self, by_turn: int, first: bool | None = None) -> Iterator[Line]:
        """The chances turn by turn, for first and second player or the one that is asked for.

        The turn 0 of a drawn hand is the opening hand; that of a chosen one is left out, as no chance has a part in it.
        """
        regions, needs = self._to_draw()
        wanted = [[need if i == j else 0 for j, need in enumerate(needs)] for i in range(len(needs))]
        for player, is_first in self._players(by_turn, first):
            seen = [self.play.seen(turn, is_first) for turn in range(by_turn + 1)]
            found = [self._over_turns(regions, asked, seen) for asked in (*wanted, needs)]
            for turn, (*each, both) in enumerate(zip(*found, strict=True)):
                if turn or not self.play.chosen:
                    yield Line(player, turn, min(seen[turn], sum(regions.values())), each, both)

    def _to_draw(self) -> tuple[Regions, Sequence[int]]:
        """What is shuffled, and what it still has to give."""
        regions = self.pile.regions(self.queries)
        if not self.play.chosen:
            return regions, self.needs
        named = self.pile.regions_of(self.chosen, self.queries)
        left, held = without_hand(regions - named, self.play.hand - self.chosen.total())
        return left, held_by(held + named, self.needs)

    def _over_turns(self, regions: Regions, needs: Sequence[int], seen: Sequence[int]) -> list[Fraction]:
        plain = chances(regions, needs, seen)
        if not self.mulligan:
            return plain
        return [with_mulligans(plain[0], chance, self.play.mulligans) for chance in plain]

    def _players(self, by_turn: int, first: bool | None) -> list[tuple[Literal["first", "second", "either"], bool]]:
        """Both, the one that is asked for, or `either` where it makes no difference."""
        if first is not None:
            return [("first" if first else "second", first)]
        if by_turn == 0 or self.play.first_draw == self.play.draw:
            return [("either", True)]
        return [("first", True), ("second", False)]


# --- sample hands ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """A sample: the opening hand, the hands that mulligans put in its place, and what each turn draws."""

    number: int
    opening: list[str]
    mulligans: list[list[str]]
    turns: list[list[str]]


def sample(
    pile: Pile,
    play: Play,
    seed: str,
    number: int,
    *,
    mulligan: bool = False,
    turns: int = 0,
    first: bool = True,
    chosen: Mapping[str, int] | None = None,
) -> Hand:
    """Sample hand `number` of a seed: always the same for the same cards, whatever other hands are asked for.

    `chosen` are cards of an opening hand that is chosen; those that are missing from it are taken at random.
    """
    from random import Random

    random = Random(f"{seed}/{number}")  # noqa: S311 - repeatable on purpose; a text seeds alike on every machine
    left = Counter(pile.copies)
    opening = sorted(Counter(chosen or {}).elements())
    left.subtract(opening)
    opening += _take(left, play.hand - len(opening), random)
    again: list[list[str]] = []
    for _ in range(play.mulligans if mulligan else 0):
        left = Counter(pile.copies)
        again.append(_take(left, play.hand, random))
    counts = [play.first_draw if first and turn == 0 else play.draw for turn in range(turns)]
    return Hand(number, opening, again, [_take(left, count, random) for count in counts])


def _take(left: Counter[str], count: int, random: Random) -> list[str]:
    """Draw cards from what is left, which then lacks them; fewer where it runs out.

    With `random()` alone, which gives the same numbers in every version of Python.
    """
    taken: list[str] = []
    size = left.total()
    for _ in range(min(count, size)):
        name = _at(left, int(random.random() * size))
        left[name] -= 1
        size -= 1
        taken.append(name)
    return taken


def _at(left: Counter[str], place: int) -> str:
    """The card at a place of the pile, were it laid out."""
    for name, copies in left.items():
        if place < copies:
            return name
        place -= copies
    raise IndexError(place)
