"""The engine against the plain re-statement of the rules, on random decks that lie near the boundaries."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from fade_deck.carddb import CardDB, load_cards
from fade_deck.decklists import read_bytes, read_text
from fade_deck.errors import InputError
from fade_deck.linter import Linter
from fade_deck.reading_rules import READING_RULES
from fade_deck.resources import shipped_cards
from fade_deck.ruleset import load_ruleset
from tests.restated import RESTATED, Card, Plain

STEADY = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=250,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
GAMES = {
    "fade": "fade",
    "fade-3.4": "fade",
    "faroe": "faroe",
    "faroe-legend": "faroe",
    "arsenal": "arena",
    "voidbreakers": "arena",
}
# Headings that a drawn deck uses, with the zone that each opens; None is a section the ruleset has no place for.
PLAYER = {"Deck": "deck", "Fighter Pool": "fighter_pool", "Sideboard": None}
HEADINGS: dict[str, dict[str, str | None]] = {
    "fade": PLAYER | {"World Rule": "world_rule", "Raider": "raider", "Legend": None},
    "fade-3.4": PLAYER | {"World Rule": "world_rule", "Raider": "raider", "Legend": None},
    "faroe": PLAYER | {"World Rule": None, "Raider": None, "Legend": None},
    "faroe-legend": {"Deck": "deck", "Legend": "legend", "Fighter Pool": None, "Sideboard": None},
    "arsenal": {"Arsenal": "arsenal", "Supports": "arsenal", "Extras": None},
    "voidbreakers": {"Arsenal": "arsenal", "Abilities": "arsenal", "Extras": "extras", "Raider": None},
}
Section = tuple[str, list[tuple[Card, int]]]


@cache
def cards_of(game: str) -> list[Card]:
    files = sorted((Path(str(shipped_cards())) / game).glob("*.json"))
    return [card for file in files for card in json.loads(file.read_text(encoding="utf-8"))["cards"]]


@cache
def database() -> CardDB:
    return load_cards([shipped_cards()])


@cache
def linter(ruleset: str) -> Linter:
    return Linter(load_ruleset(ruleset), database())


def marks(card: Card) -> list[str]:
    """Why some rule treats a card differently from others of its type."""
    keywords = card.get("keywords", [])
    found = [k for k in keywords if k in ("Mythical", "Raider")]
    found += ["Level Up" for k in keywords if k.startswith(("Level Up", "Level-Up"))]
    found += [key for key in ("copy_limit", "unique_to") if key in card]
    found += [kind for kind in card["types"] if kind in ("World Rule", "Legend", "Token")]
    most = {"tp": 9, "cs": 5}
    found += ["costly" for unit, amount in card.get("cost", {}).items() if amount > most[unit]]
    return found + (["several types"] if len(card["types"]) > 1 else [])


@cache
def specials(game: str) -> dict[str, list[Card]]:
    """The cards that some rule treats differently, by what marks them: each mark is drawn as often as the others."""
    found: dict[str, list[Card]] = {}
    for card in cards_of(game):
        for mark in marks(card):
            found.setdefault(mark, []).append(card)
    return found


def special(game: str, copies: SearchStrategy[int], most: int) -> SearchStrategy[list[tuple[Card, int]]]:
    one = st.sampled_from(list(specials(game).values())).flatmap(st.sampled_from)
    return st.lists(st.tuples(one, copies), max_size=most)


def filled(pile: list[tuple[Card, int]], fillers: list[Card], start: int, target: int) -> list[tuple[Card, int]]:
    """A pile brought up to a size with other cards, three of each, so that it is the size that is on the edge."""
    names = {card["name"] for card, _ in pile}
    missing = target - sum(copies for _, copies in pile)
    for card in fillers[start:] + fillers[:start]:
        if missing <= 0:
            break
        if card["name"] not in names:
            pile.append((card, min(3, missing)))
            missing -= 3
    return pile


def up_to_level(pile: list[tuple[Card, int]], fillers: list[Card], start: int, target: int) -> list[tuple[Card, int]]:
    """A pile of Characters brought up to a total level, one copy at a time."""
    names = {card["name"] for card, _ in pile}
    missing = target - sum(card.get("level", 0) * copies for card, copies in pile)
    for card in fillers[start:] + fillers[:start]:
        if card["name"] not in names and card["level"] <= missing:
            pile.append((card, 1))
            missing -= card["level"]
    return pile


def some(cards: list[Card], most: int, copies: SearchStrategy[int]) -> SearchStrategy[list[tuple[Card, int]]]:
    return st.lists(st.tuples(st.sampled_from(cards), copies), max_size=most)


UNKNOWN = [{"name": "Quibbling Nobody"}, {"name": "Zzyzx of the Unprinted"}]
COPIES = st.sampled_from([1, 1, 1, 2, 3, 4, 4, 5, 6])


@st.composite
def player_deck(draw: DrawFn, ruleset: str) -> list[Section]:
    """A Deck and Fighter Pool near their limits, with special, misplaced and unknown cards, and other sections."""
    game = GAMES[ruleset]
    cards = cards_of(game)
    usual = [card for card in cards if not marks(card)]
    fighters = [card for card in usual if card["types"] == ["Character"]]
    others = [card for card in usual if card not in fighters]
    start = draw(st.integers(0, 40))
    spice = draw(special(game, COPIES, 3)) + draw(some(cards + UNKNOWN, 2, COPIES))
    deck = filled(spice, others, start, draw(st.sampled_from([60, 61, 59, 40, 41, 39, 30, 0])))
    pool = draw(special(game, COPIES, 2)) + draw(some(cards + UNKNOWN, 1, COPIES))
    if draw(st.booleans()):
        pool = filled(pool, sorted(fighters, key=lambda c: int(c["level"])), 0, draw(st.integers(19, 21)))
    pool = up_to_level(pool, fighters, start % len(fighters), draw(st.sampled_from([0, 98, 99, 100, 101, 102])))
    if draw(st.booleans()) and deck:  # a card of the Deck in the Fighter Pool too: limits over both together
        pool.append(draw(st.sampled_from(deck)))
    sections: list[Section] = [("Deck", deck), ("Fighter Pool", pool)]
    for heading in list(HEADINGS[ruleset])[2:]:
        if draw(st.booleans()):
            pile = draw(special(game, st.integers(1, 2), 2)) + draw(some(cards + UNKNOWN, 1, st.integers(1, 2)))
            sections.append((heading, pile))
    return sections


@st.composite
def legend_deck(draw: DrawFn) -> list[Section]:
    """A Legend with about thirty cards, some of them Unique to it or to others."""
    cards, legends = cards_of("faroe"), specials("faroe")["Legend"]
    shown = draw(st.one_of(some(legends, 1, st.just(1)), some([*legends, *cards, *UNKNOWN], 2, st.integers(1, 2))))
    spice = draw(special("faroe", COPIES, 3)) + draw(some(cards + UNKNOWN, 2, COPIES))
    usual = [card for card in cards if not marks(card)]
    deck = filled(spice, usual, draw(st.integers(0, 40)), draw(st.integers(29, 31)))
    sections: list[Section] = [("Legend", shown), ("Deck", deck)]
    if draw(st.booleans()):
        heading = draw(st.sampled_from(["Fighter Pool", "Sideboard"]))
        sections.append((heading, draw(some(cards, 2, COPIES))))
    return sections


@st.composite
def arsenal_deck(draw: DrawFn, ruleset: str) -> list[Section]:
    """Fighters with about five Abilities each and about fifteen Supports, most of them of the right style."""
    cards = cards_of("arena")
    by_type = {kind: [c for c in cards if c["types"] == [kind]] for kind in ("Fighter", "Ability", "Support", "Token")}
    count = draw(st.sampled_from([2, 3, 3, 3, 4]))
    fighters = draw(st.lists(st.sampled_from(by_type["Fighter"]), min_size=count, max_size=count))
    pile = [(card, 1) for card in fighters]
    for fighter in fighters:
        theirs = [card for card in by_type["Ability"] if card["fighter"] == fighter["name"]]
        pile += [(card, 1) for card in theirs[: draw(st.sampled_from([4, 5, 5, 5, 6]))]]
    styles = {style for card in fighters for style in card["styles"]}
    supports = [card for card in by_type["Support"] if styles & set(card["styles"])]
    start, many = draw(st.integers(0, 20)), draw(st.sampled_from([14, 15, 15, 15, 16]))
    pile += [(card, 1) for card in (supports[start:] + supports[:start])[:many]]
    pile += draw(some([*cards, *UNKNOWN], 2, st.sampled_from([1, 1, 2])))
    cut = draw(st.integers(0, len(pile)))
    first, second, *rest = HEADINGS[ruleset]
    sections = [(first, pile[:cut]), (second, pile[cut:])]
    extras = [c for c in by_type["Token"] if c["fighter"] in {f["name"] for f in fighters}] or by_type["Token"]
    for heading in rest:
        pool = draw(st.sampled_from([extras, by_type["Token"], cards + UNKNOWN]))
        sections.append((heading, draw(some(pool, 2, st.integers(1, 2)))))
    return sections


def decks(ruleset: str) -> SearchStrategy[list[Section]]:
    if GAMES[ruleset] == "arena":
        return arsenal_deck(ruleset)
    return legend_deck() if ruleset == "faroe-legend" else player_deck(ruleset)


SPELLINGS = ("{n} {name}", "{n}x {name}", "x{n} {name}", "[{n}] {name}", "({n}) {name}", "{name} x{n}", "- {n} {name}")


def written(sections: list[Section], spelling: str) -> str:
    lines = []
    for heading, pile in sections:
        lines += ["", heading, *(spelling.format(n=copies, name=card["name"]) for card, copies in pile)]
    return "\n".join(lines) + "\n"


def plain(sections: list[Section], headings: dict[str, str | None]) -> Plain:
    deck: Plain = {}
    for heading, pile in sections:
        zone = headings[heading]
        if zone is not None:
            deck.setdefault(zone, []).extend(pile)
    return deck


@pytest.mark.parametrize("ruleset", RESTATED)
def test_engine_agrees_with_the_restatement(ruleset: str) -> None:
    broken: set[str] = set()

    @STEADY
    @given(decks(ruleset), st.sampled_from(SPELLINGS))
    def agrees(sections: list[Section], spelling: str) -> None:
        report = linter(ruleset).lint(read_text(written(sections, spelling)))
        found = {finding.rule for finding in report.findings} - READING_RULES.keys()
        assert found == RESTATED[ruleset](plain(sections, HEADINGS[ruleset]))
        broken.update(found)

    agrees()
    # The strategies are only worth their time if they break every rule now and then.
    assert broken == {rule.name for rule in linter(ruleset).ruleset.rules}


# --- no input makes it crash ---------------------------------------------------------------------------------

SEEDS = [
    *(path.read_bytes() for path in sorted((Path(__file__).parent / "data" / "decklists").iterdir())),
    b"Name: Storm\nRuleset: faroe\n\nDeck (5)\n4x Ember Jab (FST) 1 # hot\nRook x1\n// Fighter Pool\n[2] Hobnail\nx\n",
    "Deck\r\n2 Zabé, Ticket Inspector\r\n[Raider]\r\n1 The Blackout *F*\r\n".encode("utf-16"),
]
# What means something to one of the readers, so that random input gets past the first line.
PIECES = [
    *(
        "Deck",
        "Fighter Pool:",
        "[Raider] (2)",
        "== Arsenal ==",
        "Extras",
        "Ruleset: fade",
        "Name:",
        "SB: 2 Rook",
        "#",
        "//",
    ),
    *(
        "4 ",
        "4x ",
        "x0 ",
        "-1 ",
        "99999 ",
        "2.5 ",
        "(3) ",
        "[",
        "]",
        "(",
        ")",
        ":",
        "*",
        "- ",
        "\t",
        ",",
        ";",
        '"',
        "<",
        ">",
        "&",
    ),
    *(
        "Rook",
        "Ash Novice",
        "Marta",
        "rook x2",
        "(FST) 12",
        "[FST:1]",
        "<deck>",
        "</deck>",
        "<card number='3' name='x'/>",
    ),
    *(
        "{",
        "}",
        '"sections":',
        "[]",
        "null",
        "1e999",
        "qty,name\n",
        "\ufeff",
        "\u2028",
        "\u0130",
        "İ",
        "ﬁ",
        "ß",
        "\ud7ff",
        "é",
    ),
    *("\n", "\n", "\n", "\r\n", "\r", " ", "  "),
]
MANY = settings(STEADY, max_examples=500)


@st.composite
def mutated(draw: DrawFn) -> bytes:
    """A deck file with a few pieces cut out, doubled, or replaced by something else."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 30)))
        piece = st.sampled_from(PIECES).map(lambda text: text.encode())
        data = (
            data[:start]
            + draw(st.one_of(st.just(b""), st.just(data[start:end] * 2), piece, st.binary(max_size=4)))
            + data[end:]
        )
    return data


TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=40).map("".join)
ANYTHING = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass")),
    TEXTS.map(str.encode),
    mutated(),
)


@pytest.mark.parametrize("format_", [None, "text", "json", "csv", "lackey", "cockatrice"])
def test_any_input_is_read_or_refused_and_what_is_read_can_be_checked(format_: str | None) -> None:
    @MANY
    @given(ANYTHING)
    def holds(data: bytes) -> None:
        try:
            decklist = read_bytes(data, "deck", format_)
        except InputError:
            return
        for ruleset in RESTATED:
            report = linter(ruleset).lint(decklist)
            assert report.legal is not None
            assert all(finding.message for finding in report.findings)

    holds()


@MANY
@given(st.one_of(TEXTS, st.text(max_size=200)), st.sampled_from(list(RESTATED)))
def test_no_line_is_dropped_in_silence(text: str, ruleset: str) -> None:
    decklist = read_text(text, format="text")
    deck, findings = linter(ruleset).resolver.resolve(decklist)
    told = {line for slot in deck.slots for line in slot.lines}
    told |= {line for finding in findings for line in finding.lines}
    told |= {line for lines in deck.headings.values() for line in lines}
    headers = " ".join(f"{key} {value}" for key, value in deck.headers.items()).casefold()
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        said = " ".join(unicodedata.normalize("NFC", line).split())
        if said and number not in told and not said.startswith(("#", "//")):
            key, colon, value = said.partition(":")
            assert colon, f"line {number} is lost: {line!r}"
            assert not value or (key.strip().casefold() in headers and value.strip().casefold() in headers)
