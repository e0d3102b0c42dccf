"""Plain text as people write it: what each spelling of a line means, with names that look like something else."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import pytest

from fade_deck.carddb import load_cards
from fade_deck.decklists import _grammar, read_bytes, read_text
from fade_deck.decklists import text as text_format
from fade_deck.decklists.source import MAX_BYTES, MAX_ENTRIES
from fade_deck.errors import InputError
from fade_deck.models import Deck, Finding
from fade_deck.resolve import Resolver
from fade_deck.ruleset import load_ruleset

PLAIN = ["Rain", "Horsemen", "Path", "Odd", "Ends", "Marks the Spot", "Two Clocks, One Train", "Señor Łukasz"]
ODD = [
    "4 Horsemen",
    "Deck",
    "Sideboard",
    "Fighter Pool",
    "# Hash",
    "#1 Fan",
    "// Slash",
    "Path // Fork",
    "Path # Fork",
    "Name: Colon",
    "Ruleset: faroe",
    "Colon:",
    "Ends x2",
    "Ends (x2)",
    "x3 Begins",
    "Odd (ABC)",
    "Odd (ABC) 12",
    "Odd [ABC:12]",
    "Odd (4)",
    "[Bracket]",
    "[4]",
    "== Ruled ==",
    "- Dash",
    "Star *",
    "X Marks the Spot",
    "2.5 Men",
    "-1",
    "0 Hour",
]


class Slot(NamedTuple):
    zone: str | None
    copies: int
    name: str
    set: str | None = None
    number: str | None = None


class Read(NamedTuple):
    """A decklist after reading and resolving, as the tests look at it."""

    slots: list[Slot]
    rules: list[str]
    deck: Deck
    findings: list[Finding]


def resolver_of(folder: Path, names: list[str]) -> Resolver:
    cards = [{"name": name, "number": f"{n:03}", "types": ["Skill"]} for n, name in enumerate(names, 12)]
    file = folder / "cards.json"
    file.write_text(json.dumps({"game": "faroe", "set": "ABC", "cards": cards}), encoding="utf-8")
    return Resolver(load_ruleset("faroe"), load_cards([file]))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Resolver:
    """Only names that look like names."""
    return resolver_of(tmp_path_factory.mktemp("plain"), PLAIN)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Resolver:
    """The same, and names that look like a count, a heading, a header, a comment or a printing."""
    return resolver_of(tmp_path_factory.mktemp("odd"), PLAIN + ODD)


def read(resolver: Resolver, text: str | bytes) -> Read:
    decklist = read_text(text) if isinstance(text, str) else read_bytes(text, "deck.txt")
    deck, findings = resolver.resolve(decklist)
    slots = [Slot(s.zone, s.copies, s.name, s.read.set, s.read.number) for s in deck.slots]
    return Read(slots, [finding.rule for finding in findings], deck, findings)


# --- counts, printings, marks --------------------------------------------------------------------------------

LINES = [
    ("Rain", 1, None, None),
    ("4 Rain", 4, None, None),
    ("  4   Rain  ", 4, None, None),
    ("4\tRain", 4, None, None),
    ("4x Rain", 4, None, None),
    ("4X Rain", 4, None, None),
    ("4× Rain", 4, None, None),
    ("4 x Rain", 4, None, None),
    ("4xRain", 4, None, None),
    ("x4 Rain", 4, None, None),
    ("[4] Rain", 4, None, None),
    ("[4]Rain", 4, None, None),
    ("(4) Rain", 4, None, None),
    ("Rain x4", 4, None, None),
    ("Rain x 4", 4, None, None),
    ("Rain 4x", 4, None, None),
    ("Rain (x4)", 4, None, None),
    ("Rain (4)", 4, None, None),
    ("Rain [4]", 4, None, None),
    ("Rain\tx4", 4, None, None),
    ("0004 Rain", 4, None, None),
    ("9999 Rain", 9999, None, None),
    ("- 4 Rain", 4, None, None),
    ("* Rain", 1, None, None),
    ("• 4x Rain", 4, None, None),
    ("Rain (ABC) 12", 1, "ABC", "12"),
    ("4 Rain (ABC) 012", 4, "ABC", "012"),
    ("4 Rain (abc) #12", 4, "ABC", "12"),
    ("4 Rain (ABC)", 4, "ABC", None),
    ("4 Rain [ABC]", 4, "ABC", None),
    ("4 Rain [ABC:12]", 4, "ABC", "12"),
    ("4 Rain [ABC] 12", 4, "ABC", "12"),
    ("4 [ABC:12] Rain", 4, "ABC", "12"),
    ("4 Rain #12", 4, None, "12"),
    ("Rain (ABC) 12 x4", 4, "ABC", "12"),
    ("Rain x4 (ABC) 12", 4, "ABC", "12"),
    ("4 Rain *F*", 4, None, None),
    ("4 Rain (ABC) *F*", 4, "ABC", None),
    ("4 Rain (ABC) 12 *F* !", 4, "ABC", "12"),
    ("4 Rain <foil>", 4, None, None),
    ("4 Rain ^Have,#37d67a^", 4, None, None),
    ("4 Rain # the best of them", 4, None, None),
    ("4 Rain // the best of them", 4, None, None),
    ("4 Rain (ABC) 12 # the best // of them", 4, "ABC", "12"),
    ("4 Rain #", 4, None, None),
]


@pytest.mark.parametrize(("line", "copies", "code", "number"), LINES)
def test_spellings_of_a_line(plain: Resolver, line: str, copies: int, code: str | None, number: str | None) -> None:
    assert read(plain, f"Deck\n{line}\n")[:2] == ([Slot("deck", copies, "Rain", code, number)], [])


@pytest.mark.parametrize("line", ["2 Rain (XYZ)", "2 Rain (ABC) 13", "2 Rain [XYZ:12]", "2 Rain #7"])
def test_a_printing_that_the_card_does_not_have(plain: Resolver, line: str) -> None:
    found = read(plain, line)
    assert (found.slots[0][:3], found.rules) == (("deck", 2, "Rain"), ["unknown-printing"])


@pytest.mark.parametrize(
    "line", ["4 Rain x2", "4 Rains", "4 Rain (ABC) drops", "Rain, 4", "4Rain", "4 Rain (TOOLONGCODE)"]
)
def test_what_could_be_read_two_ways_is_no_card(plain: Resolver, line: str) -> None:
    found = read(plain, f"Deck\n{line}\n")
    assert found.rules == ["unknown-card"]
    assert found.deck.slots[0].card is None


@pytest.mark.parametrize(
    "line", ["4 Rain", "9999 Two Clocks, One Train", "1 O’Neil-Łukasz's", "Name: Rain 12", "Date: 2025-01-02"]
)
def test_the_short_cut_for_usual_lines_reads_what_the_long_way_reads(line: str) -> None:
    assert (text_format.parse_line(line).reads, None) == _grammar._reads(line)


def test_names_without_numbers_count_one_each(plain: Resolver) -> None:
    found = read(plain, "Rain\nRain\nRain\n")
    assert (found.slots, found.rules) == ([Slot("deck", 1, "Rain")] * 3, ["repeated-line"])
    assert found.findings[0].lines == [1, 2, 3]


def test_a_first_line_with_a_comma_is_no_table(plain: Resolver) -> None:
    assert read(plain, "2 Two Clocks, One Train\n1 Rain\n").slots == [
        Slot("deck", 2, "Two Clocks, One Train"),
        Slot("deck", 1, "Rain"),
    ]


# --- names that look like something else ---------------------------------------------------------------------

# A line that starts like a comment is a card only if the whole line is its name.
TRAILED = [name for name in ODD if not name.startswith(("#", "//"))]


@pytest.mark.parametrize("name", ODD)
def test_the_exact_whole_name_wins(odd: Resolver, name: str) -> None:
    assert read(odd, f"[Deck]\n{name}\n")[:2] == ([Slot("deck", 1, name)], [])


@pytest.mark.parametrize("name", ODD)
def test_the_exact_whole_name_wins_on_the_first_line(odd: Resolver, name: str) -> None:
    assert read(odd, f"{name}\n1 Rain\n").slots == [Slot("deck", 1, name), Slot("deck", 1, "Rain")]


@pytest.mark.parametrize("count", ["3 {}", "3x {}", "3\t{}", "x3 {}", "[3] {}", "(3) {}", "- 3 {}"])
@pytest.mark.parametrize("name", ODD)
def test_the_exact_name_wins_after_a_count(odd: Resolver, name: str, count: str) -> None:
    assert read(odd, f"[Deck]\n{count.format(name)}\n")[:2] == ([Slot("deck", 3, name)], [])


@pytest.mark.parametrize("name", TRAILED)
def test_the_exact_name_wins_before_a_count(odd: Resolver, name: str) -> None:
    assert read(odd, f"[Deck]\n{name} x3\n")[:2] == ([Slot("deck", 3, name)], [])


@pytest.mark.parametrize("name", ODD)
def test_the_exact_name_wins_between_count_and_remark(odd: Resolver, name: str) -> None:
    assert read(odd, f"[Deck]\n3 {name} (ABC) # mine\n")[:2] == ([Slot("deck", 3, name, "ABC")], [])


OTHERWISE: list[tuple[str, list[Slot], list[str]]] = [
    ("4 Horsemen", [Slot("deck", 4, "Horsemen")], []),
    ("Path // Fork", [Slot("deck", 1, "Path")], []),
    ("Path # Fork", [Slot("deck", 1, "Path")], []),
    ("Ends x2", [Slot("deck", 2, "Ends")], []),
    ("Ends (x2)", [Slot("deck", 2, "Ends")], []),
    ("Odd (ABC)", [Slot("deck", 1, "Odd", "ABC")], []),
    ("Odd (ABC) 15", [Slot("deck", 1, "Odd", "ABC", "15")], []),
    ("Odd (4)", [Slot("deck", 4, "Odd")], []),
    ("4 X Marks the Spot", [Slot("deck", 4, "Marks the Spot")], []),
    ("# Hash", [], []),
    ("#1 Fan", [], []),
    ("// Slash", [], []),
    ("# 4 Rain", [], []),
    ("// 4 Rain", [], []),
    ("[Bracket]", [], ["unknown-section"]),
    ("== Ruled ==", [], ["unknown-section"]),
    ("Colon:", [], ["unknown-section"]),
    ("Sideboard", [], ["unknown-section"]),
    ("Name: Colon", [], ["unreadable-line"]),
    ("2.5 Rain", [], ["unreadable-line"]),
    ("-1 Rain", [], ["unreadable-line"]),
    ("Nobody", [Slot("deck", 1, "Nobody")], ["unknown-card"]),
    ("3x Nobody (ABC) 5", [Slot("deck", 3, "Nobody", "ABC", "5")], ["unknown-card"]),
]


@pytest.mark.parametrize(("line", "slots", "rules"), OTHERWISE)
def test_without_such_a_card_the_line_is_read_otherwise(
    plain: Resolver, line: str, slots: list[Slot], rules: list[str]
) -> None:
    assert read(plain, f"Deck\n{line}\n")[:2] == (slots, rules)


def test_a_longer_exact_name_passes_a_shorter_one(odd: Resolver) -> None:
    assert read(odd, "[Deck]\n4 X Marks the Spot\nPath // Fork // left or right\n4 Horsemen (ABC)\n").slots == [
        Slot("deck", 4, "X Marks the Spot"),
        Slot("deck", 1, "Path // Fork"),
        Slot("deck", 1, "4 Horsemen", "ABC"),
    ]


@pytest.mark.parametrize(
    ("line", "name"), [("2 rain", "Rain"), ("2 RAIN (abc)", "Rain"), ("senor lukasz", "Señor Łukasz")]
)
def test_a_folded_name_is_found_and_said(plain: Resolver, line: str, name: str) -> None:
    found = read(plain, line)
    assert (found.slots[0].name, found.rules) == (name, ["inexact-name"])


def test_a_folded_line_that_fits_two_cards_is_not_guessed(odd: Resolver) -> None:
    found = read(odd, "[Deck]\n4 horsemen\n")  # 4 of Horsemen, or 1 of 4 Horsemen
    assert found.rules == ["ambiguous-card"]
    assert sorted(found.findings[0].suggestions) == ["4 Horsemen", "Horsemen"]


def test_changes_are_offered_in_text_alone(plain: Resolver) -> None:
    assert [c.to for c in read(plain, "Deck\n2 rain # wet\n").findings[0].changes] == ["2 Rain # wet"]
    table = read(plain, "qty,name\n2,rain\n")  # there the entry is not the whole line
    assert (table.rules, table.findings[0].changes) == (["inexact-name"], [])


# --- sections ------------------------------------------------------------------------------------------------

PLAIN_HEADINGS = [
    "Fighter Pool",
    "fighter pool",
    "FIGHTER POOL:",
    "Fighter-Pool",
    "Pool",
    "[Fighter Pool]",
    "[Fighter Pool]:",
    "// Fighter Pool",
    "//Fighter Pool",
    "# Fighter Pool",
    "## Fighter Pool",
    "# Fighter Pool:",
    "# [Fighter Pool]",
    "== Fighter Pool ==",
    "=== Fighter Pool ===",
    "--- Fighter Pool ---",
    "~~ Fighter Pool ~~",
    "**Fighter Pool**",
]
COUNTED_HEADINGS = [
    "Fighter Pool ({})",
    "Fighter Pool: {}",
    "Fighter Pool - {}",
    "Fighter Pool [{}]",
    "Fighter Pool ({}):",
    "Fighter Pool ({} cards)",
    "Fighter Pool: {} cards",
    "[Fighter Pool] {}",
    "[Fighter Pool] ({})",
    "[Fighter Pool ({})]",
    "// Fighter Pool ({})",
    "# Fighter Pool: {}",
    "== Fighter Pool ({}) ==",
    "**Fighter Pool ({})**",
]


@pytest.mark.parametrize("heading", PLAIN_HEADINGS)
def test_headings(plain: Resolver, heading: str) -> None:
    found = read(plain, f"{heading}\n2 Rain\n")
    assert found[:2] == ([Slot("fighter_pool", 2, "Rain")], [])
    assert (found.deck.headings, found.deck.headers) == ({"fighter_pool": [1]}, {})


@pytest.mark.parametrize("heading", COUNTED_HEADINGS)
def test_headings_with_a_count(plain: Resolver, heading: str) -> None:
    text = heading + "\n2 Rain\n1 Path\n"
    slots = [Slot("fighter_pool", 2, "Rain"), Slot("fighter_pool", 1, "Path")]
    assert read(plain, text.format(3))[:2] == (slots, [])
    wrong = read(plain, text.format(4))
    assert wrong[:2] == (slots, ["stated-count-wrong"])
    assert (wrong.findings[0].actual, wrong.findings[0].limit) == (3, 4)
    assert not wrong.findings[0].changes, "which of the two is wrong is not certain"


def test_every_heading_states_its_own_cards(plain: Resolver) -> None:
    text = "Deck (3)\n3 Rain\nFighter Pool (1)\n2 Path\nDeck (1)\n1 Odd\n"
    found = read(plain, text)
    assert [(f.rule, f.lines, f.actual) for f in found.findings] == [("stated-count-wrong", [3], 2)]


def test_a_count_above_headings_of_the_same_section_speaks_of_them_all(plain: Resolver) -> None:
    arena = Resolver(load_ruleset("arsenal"), plain.db)
    text = "Arsenal ({})\nFighters (1)\n1 A\nSupports (2)\n2 B\n"
    _, right = arena.resolve(read_text(text.format(3)))
    _, wrong = arena.resolve(read_text(text.format(33)))
    assert [f.lines for f in right if f.rule == "stated-count-wrong"] == []
    assert [(f.lines, f.actual) for f in wrong if f.rule == "stated-count-wrong"] == [([1], 3)]


@pytest.mark.parametrize("heading", ["World Rule", "Raider:", "[Legend]", "World Rule: 1", "Raider (1)", "// Raider"])
def test_a_section_of_another_ruleset(plain: Resolver, heading: str) -> None:
    found = read(plain, f"{heading}\n1 Rain\n")
    assert found.rules == ["section-not-in-ruleset"]
    assert found.slots[0].zone in ("world_rule", "raider", "legend")


@pytest.mark.parametrize(
    "heading",
    ["Sideboard", "Sideboard:", "[Bench]", "== Bench ==", "Bench (2)", "Bench: 2", "Figther Pool", "Fighter Pol"],
)
def test_an_unknown_section_keeps_its_cards_apart(plain: Resolver, heading: str) -> None:
    found = read(plain, f"Deck\n1 Path\n{heading}\n2 Rain\n")
    assert found[:2] == ([Slot("deck", 1, "Path"), Slot(None, 2, "Rain")], ["unknown-section"])
    if "Pol" in heading or "Pool" in heading:
        assert found.findings[0].suggestions == ["Fighter Pool"]


@pytest.mark.parametrize("line", ["SB: 2 Rain", "sb: Rain"])
def test_sideboard_lines_are_not_put_in_the_deck(plain: Resolver, line: str) -> None:
    for text in (f"{line}\n", f"Deck\n{line}\n"):
        found = read(plain, text)
        assert (found.slots, found.rules, found.deck.headers) == ([], ["unreadable-line"], {})


# --- headers and comments ------------------------------------------------------------------------------------


def test_headers_before_the_first_section(plain: Resolver) -> None:
    text = (
        "# mine\nName: Storm: the Rush\nplayer:  Zoë  Łuk\n\nStore : Corner (ABC) 12\nDate: 2024-05-04\nDeck\n1 Rain\n"
    )
    found = read(plain, text)
    assert found[:2] == ([Slot("deck", 1, "Rain")], [])
    assert found.deck.headers == {
        "Name": "Storm: the Rush",
        "Player": "Zoë Łuk",
        "Store": "Corner (ABC) 12",
        "Date": "2024-05-04",
    }
    assert (found.deck.name, found.deck.player) == ("Storm: the Rush", "Zoë Łuk")


def test_a_repeated_header_keeps_both_values(plain: Resolver) -> None:
    assert read(plain, "Event: A\nevent: B\nDeck\n1 Rain\n").deck.headers == {"Event": "A; B"}


@pytest.mark.parametrize("line", ["Player: Zoë", "Ruleset: faroe", "Date: 2024", "Name:", "Event: Rain"])
def test_a_header_after_the_first_section_is_reported(plain: Resolver, line: str) -> None:
    for text in (f"Deck\n{line}\n1 Rain\n", f"1 Path\n{line}\n1 Rain\n"):
        found = read(plain, text)
        assert found.rules == ["unreadable-line"]
        assert found.findings[0].lines == [2]
        assert found.deck.headers == {}
        assert found.slots[-1] == Slot("deck", 1, "Rain")


def test_an_empty_header_is_no_section(plain: Resolver) -> None:
    found = read(plain, "Name:\nPlayer:\nDeck\n1 Rain\n")
    assert (found.rules, found.deck.headers) == ([], {})


@pytest.mark.parametrize("line", ["# 4 Rain", "// note", "#", "//", "##### note", "# Rain", "# " + "long " * 1000])
def test_comments(plain: Resolver, line: str) -> None:
    assert read(plain, f"{line}\nDeck\n{line}\n1 Rain\n{line}\n")[:2] == ([Slot("deck", 1, "Rain")], [])


@pytest.mark.parametrize("line", ["-----", "?", "***", "...", "=", "4 x", "()"])
def test_what_is_nothing_is_reported(plain: Resolver, line: str) -> None:
    found = read(plain, f"Deck\n1 Rain\n{line}\n")
    assert found.rules in (["unreadable-line"], ["unknown-card"])
    assert found.findings[0].lines == [3]


# --- limits --------------------------------------------------------------------------------------------------

BAD = ["0", "00", "-1", "+4", "2.5", "2,5", "10000", "10000000", "1" * 50, "٤"]


@pytest.mark.parametrize(
    "line", [f"{n} Rain" for n in BAD] + ["Rain x0", "Rain x10000", "[0] Rain", "0x Rain", "x0 Rain"]
)
def test_counts_that_cannot_be(plain: Resolver, line: str) -> None:
    found = read(plain, f"Deck\n{line}\n")
    assert (found.slots, found.rules) == ([], ["unreadable-line"])
    assert "whole number from 1 to 9999" in found.findings[0].message
    assert len(found.findings[0].message) < 200


@pytest.mark.parametrize("line", ["{} Rain", "Rain x{}", "Deck ({})", "[{}] Rain", "-{} Rain", "Bench: {}"])
def test_a_count_of_a_million_digits_costs_nothing(plain: Resolver, line: str) -> None:
    start = perf_counter()
    found = read(plain, "Deck\n" + line.format("9" * 1_000_000) + "\n")
    assert (found.slots, found.rules) == ([], ["unreadable-line"])
    assert len(found.findings[0].message) < 200
    assert perf_counter() - start < 2


@pytest.mark.parametrize(
    "part", ["- ", "* ", "x1 ", "a // ", "a # ", "a x1 # ", "[a", "=", "-a", "(1) ", "[AB:1] ", "1:", "^ "]
)
def test_a_line_of_marks_is_read_at_once(plain: Resolver, part: str) -> None:
    start = perf_counter()
    read(plain, "\n".join(part * (980 // len(part)) + str(n) for n in range(100)))
    assert perf_counter() - start < 5


def test_too_many_entries() -> None:
    assert len(read_text("1 Rain\n\n" * MAX_ENTRIES).entries) == MAX_ENTRIES
    with pytest.raises(InputError, match="20,000") as caught:
        read_text("\n" + "1 Rain\n" * (MAX_ENTRIES + 1), "deck.txt")
    assert caught.value.line == MAX_ENTRIES + 2


def test_too_many_bytes() -> None:
    line = b"# 345678\n"
    whole = line * (MAX_BYTES // len(line) - 1)
    with pytest.raises(InputError, match="entries"):  # large, but not too large
        read_bytes(whole, "deck.txt")
    assert read_bytes(b"1 Rain\n" + b" " * (MAX_BYTES - 7), "deck.txt").entries[0].line.text == "1 Rain"
    with pytest.raises(InputError, match="5,000,000"):
        read_bytes(b"1 Rain\n" + b" " * (MAX_BYTES - 6), "deck.txt")


# --- encodings -----------------------------------------------------------------------------------------------

TEXT = "Player: Zoë\nDeck\n2 Señor Łukasz\n1 Rain\n"
ENCODED = {
    "utf-8": TEXT.encode(),
    "utf-8 with BOM": TEXT.encode("utf-8-sig"),
    "utf-16 le with BOM": b"\xff\xfe" + TEXT.encode("utf-16-le"),
    "utf-16 be with BOM": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "utf-16 le": TEXT.encode("utf-16-le"),
    "utf-16 be": TEXT.encode("utf-16-be"),
    "crlf": TEXT.replace("\n", "\r\n").encode(),
    "cr": TEXT.replace("\n", "\r").encode(),
    "utf-16 with crlf": TEXT.replace("\n", "\r\n").encode("utf-16"),
    "decomposed": TEXT.replace("ñ", "n\u0303").replace("ë", "e\u0308").encode(),
    "no line end": TEXT.rstrip().encode(),
    "cp1252": TEXT.replace("Łukasz", "Łukasz".replace("Ł", "L")).encode("cp1252"),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED)
def test_encodings(plain: Resolver, data: bytes) -> None:
    found = read(plain, data)
    assert found.slots == [Slot("deck", 2, "Señor Łukasz"), Slot("deck", 1, "Rain")]
    assert [slot.lines for slot in found.deck.slots] == [(3,), (4,)]
    assert found.deck.player == "Zoë"


@pytest.mark.parametrize(
    "data", [b"1 Rain\n\0\n", b"\0\0\0\0", bytes(range(1, 32)) * 4, b"\x89PNG\r\n\x1a\n", b"PK\x03\x04x"]
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_bytes(data, "deck.txt")


@pytest.mark.parametrize("text", [b"", b"\n", b"  \n\t\n", b"\xef\xbb\xbf", b"\xff\xfe", b"# only a remark\n"])
def test_nothing_is_a_deck_without_cards(plain: Resolver, text: bytes) -> None:
    assert read(plain, text)[:2] == ([], [])


USUAL = """4 Ember Jab|12 Salt in the Cut|1 Lady Isaude, Gale Regent|9999 Nine-Weir Torrent|Deck|Fighter Pool|Main-Deck
|Name: Storm Rush|Date: 2026-11-22|Player: O’Neil, Ada|Ruleset: fade-3.4|World Rule"""


@pytest.mark.parametrize("line", [line.strip() for line in USUAL.split("|")])
def test_short_cuts_read_what_the_whole_grammar_reads(line: str) -> None:
    short, whole = text_format.parse_line(line), _grammar.parse(line)
    assert (short.reads, short.header) == (whole.reads, whole.header)
    assert short.heading == whole.heading or short.header
