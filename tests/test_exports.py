"""Decks as others open them: what is written reads back the same, and names are never markup, formulas or paths."""

from __future__ import annotations

import csv as csv_module
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fade_deck.carddb import CardDB, load_cards
from fade_deck.decklists import deck_files, read_bytes, read_deck, read_text
from fade_deck.errors import UsageError
from fade_deck.exports import FORMATS, Options, by_ending, exporter
from fade_deck.exports._convert import DECK_FORMATS, convert
from fade_deck.exports._draft import Copies, Draft, Part, Reader, left_over
from fade_deck.exports._names import distinct, safe_name
from fade_deck.linter import Checker
from fade_deck.listing import Listing, deck_hash, make_listing
from fade_deck.models import Read
from fade_deck.text import squash

ROOT = Path(__file__).parent.parent
EXAMPLES = deck_files(str(ROOT / "examples"))
CARDS = load_cards([ROOT / "card_db"])
CHECKER = Checker(CARDS)
BLIND = Reader.without_cards()
FAROE = Reader(CHECKER.linter("faroe").resolver)


def listing_of(text: str, ruleset: str = "faroe", db: CardDB = CARDS) -> Listing:
    return make_listing(read_text(text, "deck.txt", "text"), Checker(db, ruleset))


def exported(listing: Listing, to: str, **options: Any) -> str:
    return exporter(to).export([listing], Options(cards=CARDS, **options)).decode()


def test_formats_are_the_files_and_endings_mean_one_each() -> None:
    wanted = "text markdown html pdf json csv tsv bbcode lackey cockatrice tts tcgarena proxies".split()
    assert set(FORMATS) == set(wanted)
    assert {by_ending(f"a.{ending}") for ending in ("txt", "TXT")} == {"text"}
    endings = {"md": "markdown", "dek": "lackey", "cod": "cockatrice", "json": "json", "pdf": "pdf", "zip": "tcgarena"}
    assert {ending: by_ending(f"x.y.{ending}") for ending in endings} == endings
    assert by_ending("deck.tts.json") == "tts"
    assert by_ending("deck.docx") is None


# --- drafts come back ------------------------------------------------------------------------------------------------

odd = st.text("abXYéŁ忍 0123456789'’,.-–()[]#/*:;!x\"&<>=+@\t_|", min_size=1, max_size=14).map(squash).filter(bool)
tame = st.from_regex(r"\A[A-Z][a-zé]{2,8}( [A-Z][a-z]{2,8}){0,2}\Z")
codes = st.sampled_from([None, "FST", "AB1"])
numbers = st.sampled_from([None, "001", "12a"])


def drafts(names: st.SearchStrategy[str], words: st.SearchStrategy[str], most: int = 9999) -> st.SearchStrategy[Draft]:
    remarks = st.lists(words, max_size=2)
    cards = st.builds(Copies, st.integers(1, most), names, codes, numbers, remarks)
    titles = st.sampled_from(["Deck", "Main Deck", "Fighter Pool", "Sideboard"]) | names
    stated = st.none() | st.integers(0, 99)
    parts = st.lists(st.builds(Part, titles, stated, remarks, st.lists(cards, max_size=4)), max_size=3)
    first = st.builds(Part, st.none(), st.none(), remarks, st.lists(cards, max_size=3))
    keys = st.sampled_from(["Name", "Player", "Event", "Date", "Ruleset", "Team", "Seat no"])

    def joined(headers: dict[str, str], top: Part, rest: list[Part]) -> Draft:
        return Draft(headers, [top, *rest] if top.cards or top.remarks else rest)

    return st.builds(joined, st.dictionaries(keys, words, max_size=3), first, parts)


def bare(draft: Draft) -> list[tuple[str | None, list[tuple[int, str, str | None, str | None]]]]:
    """Sections in order with their cards in order, and nothing else."""
    return [(p.title, [(c.copies, c.name, c.set, c.number) for c in p.cards]) for p in draft.parts]


def without_stated(draft: Draft) -> Draft:
    return Draft(draft.headers, [replace(part, stated=None) for part in draft.parts])


def again(text: str) -> Draft:
    return BLIND.draft(read_text(text, "<again>"))


@settings(deadline=None)
@given(drafts(tame, tame))
def test_text_and_json_hold_everything(draft: Draft) -> None:
    for to in ("text", "json"):
        text, notes = convert(draft, to, BLIND)
        assert notes == []
        assert again(text) == draft
        assert convert(again(text), to, BLIND)[0] == text


@settings(deadline=None)
@given(drafts(tame, tame))
def test_tables_hold_all_but_stated_counts(draft: Draft) -> None:
    for to in ("csv", "tsv"):
        text, notes = convert(draft, to, BLIND)
        assert again(text) == without_stated(draft)
        assert bool(notes) == any(part.stated is not None for part in draft.parts)


@settings(deadline=None)
@given(drafts(odd, odd))
def test_odd_names_come_back_from_json_exactly(draft: Draft) -> None:
    assert again(convert(draft, "json", BLIND)[0]) == draft


@settings(deadline=None)
@given(drafts(odd, odd), st.sampled_from(DECK_FORMATS))
def test_odd_names_come_back_or_are_refused(draft: Draft, to: str) -> None:
    """No format may hold another deck than it was given. What it cannot hold at all it says."""
    try:
        text, _ = convert(draft, to, BLIND)
    except UsageError:
        assert to != "json"
        return
    found = again(text)
    assert not found.unread
    assert total(found, to) == total(draft, to)
    if to in ("text", "csv", "tsv"):
        kept = [[(c.copies, c.name) for c in p.cards] for p in draft.parts if p.title or p.cards]
        assert [[(c.copies, c.name) for c in p.cards] for p in found.parts if p.title or p.cards] == kept


def total(draft: Draft, to: str) -> dict[tuple[str, str], int]:
    """Copies by section and name."""
    found: dict[tuple[str, str], int] = {}
    for part in draft.parts:
        for card in part.cards:
            key = (BLIND.section(part.title), card.name)
            found[key] = found.get(key, 0) + card.copies
    return found


@settings(deadline=None)
@given(drafts(tame, tame, most=40))
def test_xml_formats_hold_cards_counts_and_sections(draft: Draft) -> None:
    for to in ("lackey", "cockatrice"):
        found = again(convert(draft, to, BLIND)[0])
        assert total(found, to) == total(draft, to)
        assert found.headers == draft.headers


lines = st.sampled_from(
    ["Deck", "[Odd]", "# Fighter Pool (3)", "Name: A: b", "## hm", "4x Gust Step *F*", "", "//", "SB: 1 A"]
)


@settings(deadline=None)
@given(st.lists(lines | odd, max_size=9).map("\n".join), st.booleans())
def test_whatever_a_text_says_comes_back_from_json(text: str, by_cards: bool) -> None:
    reader = FAROE if by_cards else BLIND
    draft = reader.draft(read_text(text, format="text"))
    found = reader.draft(read_text(convert(draft, "json", reader)[0], format="json"))
    assert found.headers == draft.headers
    assert bare(found) == [part for part in bare(draft) if part != (None, [])] or bare(found) == bare(draft)
    assert remarks_of(found) == remarks_of(draft)


def remarks_of(draft: Draft) -> list[str]:
    remarks = [[part.remarks, *(card.remarks for card in part.cards)] for part in draft.parts]
    return [text for group in remarks for texts in group for text in texts if text]


def test_cockatrice_keeps_order_sets_and_numbers() -> None:
    cards = [Copies(4, "Ember Jab", "FST", "012"), Copies(1, "Gust Step"), Copies(2, "Ember Jab")]
    draft = Draft({"Name": "Rush"}, [Part("Deck", None, [], cards), Part("Fighter Pool", None, [], cards[:1])])
    found = again(convert(draft, "cockatrice", BLIND)[0])
    assert bare(found) == [("main", bare(draft)[0][1]), ("Fighter Pool", bare(draft)[1][1])]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: Path(p).name)
@pytest.mark.parametrize("to", DECK_FORMATS)
def test_every_example_is_the_same_deck_in_every_format(path: str, to: str) -> None:
    decklist = read_deck(path)
    listing = make_listing(decklist, CHECKER)
    linter = CHECKER.linter(listing.ruleset.id)
    reader = Reader(linter.resolver)
    text, _ = convert(reader.draft(decklist), to, reader)
    back = read_text(text, "<again>")
    deck, _ = linter.resolver.resolve(back)
    assert deck_hash(deck) == listing.hash
    assert {deck.name, deck.player, deck.header("Ruleset")} == {
        listing.deck.name,
        listing.deck.player,
        listing.deck.header("Ruleset"),
    }
    if to in ("text", "json"):
        assert reader.draft(back) == reader.draft(decklist)


# --- what lines mean -------------------------------------------------------------------------------------------------


def test_a_name_that_begins_with_a_count_is_spelt_so_that_it_stays() -> None:
    """With `4 Horsemen` and `Horsemen` both cards, `4 Horsemen` would be a single copy of the first."""
    cards = ["4 Horsemen", "Horsemen", "Path // Fork", "# Hash"]
    db = own_cards({"name": name} for name in cards)
    reader = Reader(Checker(db, "faroe").linter("faroe").resolver)
    wanted = [Copies(4, "Horsemen"), Copies(4, "4 Horsemen"), Copies(2, "Path // Fork"), Copies(1, "# Hash")]
    text, _ = convert(Draft({}, [Part("Deck", None, [], wanted)]), "text", reader)
    assert text.splitlines() == ["Deck", "4x Horsemen", "4 4 Horsemen", "2 Path // Fork", "1 # Hash"]
    assert reader.draft(read_text(text)).parts[0].cards == wanted


def own_cards(cards: Any, folder: Path | None = None) -> CardDB:
    from tempfile import mkdtemp

    path = Path(folder or mkdtemp()) / "cards.json"
    listed = [{"types": ["Skill"], **card} for card in cards]
    path.write_text(json.dumps({"schema": 1, "game": "faroe", "set": "OWN", "cards": listed}), encoding="utf-8")
    return load_cards([path])


def test_without_cards_a_name_that_text_would_misread_is_refused() -> None:
    draft = Draft({}, [Part("Deck", None, [], [Copies(2, "Path // Fork")])])
    with pytest.raises(UsageError, match="cannot hold a card called `Path // Fork`"):
        convert(draft, "text", BLIND)
    assert again(convert(draft, "csv", BLIND)[0]) == draft


def test_a_comment_that_is_a_heading_stays_a_comment() -> None:
    cards = [Copies(1, "Ember Jab", remarks=["Fighter Pool", "note: Deck", "see Fighter Pool"]), Copies(1, "Gust Step")]
    draft = Draft({}, [Part("Deck", None, [], cards)])
    text, _ = convert(draft, "text", BLIND)
    assert text.splitlines()[2:5] == ["# note: Fighter Pool", "# note: note: Deck", "# see Fighter Pool"]
    assert again(text) == draft


def test_what_a_line_says_besides_its_card_is_kept() -> None:
    draft = BLIND.draft(read_text("Deck\n4 Ember Jab (FST) 012 *F* # shiny\n3 Gust Step\nFoo Bar x2 // from Kim\n"))
    assert [(c.copies, c.name, c.set, c.number, c.remarks) for c in draft.parts[0].cards] == [
        (4, "Ember Jab", "FST", "012", ["*F* # shiny"]),
        (3, "Gust Step", None, None, []),
        (2, "Foo Bar", None, None, ["from Kim"]),
    ]
    assert [line for line, _ in draft.doubts] == [2, 4]


@pytest.mark.parametrize(
    ("text", "read", "rest"),
    [
        ("4 Ember Jab", Read(4, "Ember Jab"), ""),
        ("- [FST:012] Ember Jab", Read(1, "Ember Jab", "FST", "012"), ""),
        ("Ember Jab [fst-012] x3", Read(3, "Ember Jab", "FST", "012"), ""),
        ("Ember Jab #12", Read(1, "Ember Jab", None, "12"), ""),
        ("(2) Ember Jab (3)", Read(2, "Ember Jab"), "(3)"),
        ("2 Ember Jab !!", Read(2, "Ember Jab"), "!!"),
        ("2 Jab // Jab again", Read(2, "Jab"), "Jab again"),
    ],
)
def test_left_over(text: str, read: Read, rest: str) -> None:
    assert left_over(text, read) == rest


def test_unread_lines_are_kept_and_named() -> None:
    draft = BLIND.draft(read_text("Deck\n1 Ember Jab\n0 Gust Step\n"))
    assert [(line, "copies must be a whole number" in why) for line, why in draft.unread] == [(3, True)]
    assert draft.parts[0].cards[0].remarks == ["0 Gust Step"]


def test_headings_and_headers_that_nothing_knows() -> None:
    draft = Draft({"Team": "Reds", "9th": "x"}, [Part("Odd Lot", 3, [], [Copies(3, "Ember Jab")])])
    text, notes = convert(draft, "text", BLIND)
    assert text == "Team: Reds\n# 9th: x\n\n[Odd Lot] (3)\n3 Ember Jab\n"
    assert notes == ["`9th` cannot be a header in plain text: kept as a comment"]


def test_a_printing_that_text_cannot_write_becomes_a_comment() -> None:
    draft = Draft({}, [Part("Deck", None, [], [Copies(3, "Ember Jab", "My first set", "12")])])
    text, notes = convert(draft, "text", BLIND)
    assert text == "Deck\n3 Ember Jab\n# printing: My first set 12\n"
    assert "Ember Jab" in notes[0]


def test_lackey_says_what_it_has_no_place_for() -> None:
    cards = [Copies(2, "Ember Jab", "FST", "012", ["shiny"])]
    text, notes = convert(Draft({}, [Part("Deck", 2, [], cards)]), "lackey", BLIND)
    assert [note.partition(":")[0] for note in notes] == [
        "no place for the counts beside headings",
        "no place for comments beside cards",
        "no place for collector numbers",
    ]
    tree = ElementTree.fromstring(text)  # noqa: S314 - our own
    assert tree.findtext("meta/comments") == "Ember Jab: shiny"
    assert [e.attrib for e in tree.findall("superzone/card/name")] == [{"id": "FST012"}] * 2


# --- zones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "to", "zones"),
    [
        ("faroe", "lackey", ["Deck", "Fighter Pool"]),
        ("faroe", "cockatrice", ["main", "Fighter Pool"]),
        ("arsenal", "lackey", ["Arsenal"]),
        ("fade-3.4", "cockatrice", ["main", "Fighter Pool"]),
    ],
)
def test_zones_are_the_rulesets(ruleset: str, to: str, zones: list[str]) -> None:
    first = "Fighters" if ruleset == "arsenal" else "Maindeck"
    second = "Supports" if ruleset == "arsenal" else "Pool"
    text = exported(listing_of(f"1 Top Card\n{first}\n2 Foo\n{second}\n1 Bar\n", ruleset), to)
    tree = ElementTree.fromstring(text)  # noqa: S314 - our own
    tag = "superzone" if to == "lackey" else "zone"
    assert [zone.get("name") for zone in tree.findall(tag)] == zones
    copies = [sum(int(card.get("number", 1)) for card in zone) for zone in tree.findall(tag)]
    assert copies == ([4] if ruleset == "arsenal" else [3, 1])


OWN_ZONES = """
id = "own"
title = "A game of our own"
game = "faroe"

[[zones]]
name = "Deck"
lackey = "Main Deck"
cockatrice = "library"

[[zones]]
name = "Pool"
lackey = "Fighters & Friends"

[[zones]]
name = "World"

[[rules]]
name = "deck-too-small"
kind = "count"
zones = ["deck"]
min = 4
message = "too small"
"""


@pytest.mark.parametrize(
    ("to", "zones"),
    [("lackey", ["Main Deck", "Fighters & Friends", "World"]), ("cockatrice", ["library", "Pool", "World"])],
)
def test_zones_have_the_names_that_a_program_has_for_them(to: str, zones: list[str], tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN_ZONES, encoding="utf-8")
    checker = Checker(CARDS, str(path))
    listing = make_listing(read_text("Deck\n4 Gust Step\nPool\n1 Rook\nWorld\n2 Ember Jab\n", "deck.txt"), checker)
    text = exported(listing, to)
    tree = ElementTree.fromstring(text)  # noqa: S314 - our own
    assert [zone.get("name") for zone in tree.findall("superzone" if to == "lackey" else "zone")] == zones
    back = make_listing(read_text(text, "<again>"), checker)
    assert [(section.zone, section.size) for section in back.sections] == [("deck", 4), ("pool", 1), ("world", 2)]
    assert back.hash == listing.hash
    assert not [finding for finding in back.report.findings if "section" in finding.rule]


# --- names are data --------------------------------------------------------------------------------------------------

HOSTILE = ["=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "<b>&amp;", "]]>", '"quoted", twice', "[url]x[/url]", "忍者"]


@pytest.mark.parametrize("to", ["csv", "tsv"])
def test_no_cell_is_a_formula(to: str) -> None:
    cards = [Copies(1, name, remarks=["=2"]) for name in HOSTILE]
    draft = Draft({"Name": "=evil"}, [Part("=Deck", None, [], cards)])
    text, _ = convert(draft, to, BLIND)
    rows = list(csv_module.reader(io.StringIO(text), delimiter="\t" if to == "tsv" else ","))
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r") and cell]
    assert again(text) == draft


@pytest.mark.parametrize("to", ["lackey", "cockatrice"])
def test_names_are_no_xml(to: str) -> None:
    draft = Draft({"Name": "<x> & y"}, [Part("A & <B>", None, ["--> ]]>"], [Copies(1, name) for name in HOSTILE])])
    found = again(convert(draft, to, BLIND)[0])
    assert bare(found)[1:] == bare(draft)
    assert found.headers == draft.headers


def test_a_character_that_xml_cannot_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot hold"):
        convert(Draft({}, [Part("Deck", None, [], [Copies(1, "Bell\x07")])]), "lackey", BLIND)


def test_markdown_and_bbcode_group_with_counts_and_escape() -> None:
    deck = (
        "Name: *Storm* [b]\nPlayer: @everyone\nDeck\n4 Gust Step\n2 Bottled Squall\n1 Signal Rocket\n1 <i>Nobody</i>\n"
    )
    markdown = exported(listing_of(deck), "markdown")
    assert markdown.startswith("## \\*Storm\\* \\[b\\]\n\n**ILLEGAL")
    assert "### Deck: 8/40-60 cards (under)" in markdown
    groups = re.findall(r"\*\*(\w[\w ]*) \((\d+)\)\*\*\n\n((?:- .*\n)+)", markdown)
    assert [(name, int(size)) for name, size, _ in groups] == [("Skill", 6), ("Item", 1), ("Not in the card data", 1)]
    assert groups[0][2] == "- 2 Bottled Squall\n- 4 Gust Step\n"
    assert "- 1 \\<i\\>Nobody\\</i\\> (not found)" in markdown
    assert "@everyone" not in markdown
    bbcode = exported(listing_of(deck), "bbcode")
    assert "[*]4 Gust Step\n" in bbcode
    assert "[b]Skill (6)[/b]" in bbcode
    assert "*Storm* [b]" not in bbcode
    assert bbcode.count("[b]") == bbcode.count("[/b]")


# --- text for simulators ---------------------------------------------------------------------------------------------


def test_plain_text_is_cards_and_sections_alone() -> None:
    deck = "Name: X\n# hi\nFighter Pool\n1 storm dancer\nDeck\n2 Gust Step (FST) 001\n2 Gust Step\n"
    assert exported(listing_of(deck), "text", plain=True) == (
        "// Deck\n2 Gust Step\n2 Gust Step\n\n// Fighter Pool\n1 Storm Dancer\n"
    )


def test_exported_text_has_printed_names_and_the_ruleset() -> None:
    found = exported(listing_of("# hi\nDeck (3)\n3 gust step\n1 Unheard Of\n"), "text", player="Ada Reed")
    assert found == "Player: Ada Reed\nRuleset: faroe\n\n# hi\n\nDeck (3)\n3 Gust Step\n1 Unheard Of\n"


def test_tcgarena_has_all_cards_under_names_of_their_own_and_the_deck() -> None:
    data = exporter("tcgarena").export([listing_of("Name: A/B\nDeck\n3 Gust Step\n")], Options(cards=CARDS))
    assert data == exporter("tcgarena").export([listing_of("Name: A/B\nDeck\n3 Gust Step\n")], Options(cards=CARDS))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["cards.json", "A-B.txt"]
        assert archive.read("A-B.txt") == b"// Deck\n3 Gust Step\n"
        cards = json.loads(archive.read("cards.json"))
    assert {card["name"] for card in cards.values()} == set(CARDS.game("faroe").names())
    assert len(cards) == len(CARDS.game("faroe"))
    for key, card in cards.items():
        assert set(card) == {"id", "name", "type", "cost", "isHorizontal", "face"}
        assert card["id"] == key
        assert set(card["face"]["front"]) == {"name", "type", "cost", "image", "isHorizontal"}
        assert isinstance(card["cost"], int)


def test_tcgarena_refuses_decks_of_two_games() -> None:
    with pytest.raises(UsageError, match="one list of cards"):
        exporter("tcgarena").export([listing_of("1 A\n"), listing_of("1 A\n", "fade")], Options(cards=CARDS))


# --- Tabletop Simulator ----------------------------------------------------------------------------------------------


def pictured(tmp_path: Path) -> CardDB:
    cards = [{"name": n, "image": f"https://example.org/{n}.png", "text": "Does things."} for n in ("A", "B", "C")]
    return own_cards([*cards, {"name": "Bare"}, {"name": "Local", "image": "img/local.png"}], tmp_path)


def test_tabletop_simulator_names_the_cards_without_picture(tmp_path: Path) -> None:
    listing = listing_of("Deck\n2 A\n1 Bare\n1 Local\n1 Unheard Of\n", db=pictured(tmp_path))
    with pytest.raises(UsageError, match=r"no picture is known for `Bare`, `Local`, `Unheard Of`$"):
        exported(listing, "tts")


def test_tabletop_simulator_names_every_card_without_picture(tmp_path: Path) -> None:
    names = [f"Card {letter}" for letter in "ABCDEFGHIJKLMNOPQRS"]
    listing = listing_of("Deck\n" + "".join(f"1 {name}\n" for name in names), db=pictured(tmp_path))
    with pytest.raises(UsageError) as refused:
        exported(listing, "tts")
    assert refused.value.message.endswith(f"for {', '.join(f'`{name}`' for name in names)}")


def test_tabletop_simulator_saved_object(tmp_path: Path) -> None:
    listing = listing_of("Name: Three\nDeck\n2 A\n1 B\n1 A (OWN)\nFighter Pool\n1 C\n", db=pictured(tmp_path))
    saved = json.loads(exported(listing, "tts", back="https://example.org/back.png"))
    deck, lone = saved["ObjectStates"]
    assert (deck["Name"], deck["Nickname"], lone["Name"], lone["Nickname"]) == (
        *("DeckCustom", "Three: Deck"),
        *("CardCustom", "C"),
    )
    inside = deck["ContainedObjects"]
    assert [card["Nickname"] for card in inside] == ["A", "A", "B", "A"]
    assert deck["DeckIDs"] == [card["CardID"] for card in inside] == [100, 100, 200, 100]
    assert lone["CardID"] == 300
    assert {key: value["FaceURL"][-5:] for key, value in deck["CustomDeck"].items()} == {"1": "A.png", "2": "B.png"}
    for card in [*inside, lone]:
        (key, picture), *more = card["CustomDeck"].items()
        assert not more
        assert int(key) * 100 == card["CardID"]
        assert (picture["NumWidth"], picture["NumHeight"]) == (1, 1)
        assert picture["BackURL"] == "https://example.org/back.png"
    guids = [made["GUID"] for made in (deck, lone, *inside)]
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    assert len(set(guids)) == len(guids)


def test_tabletop_simulator_needs_cards(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no cards"):
        exported(listing_of("Deck\n", db=pictured(tmp_path)), "tts")


# --- file names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Storm Rush", "Storm Rush"),
        ("../../etc/passwd", "etc-passwd"),
        ("a/../b", "a-..-b"),
        ('a\\b:c*d?e"f<g>h|i', "a-b-c-d-e-f-g-h-i"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("Com1", "_Com1"),
        ("Console", "Console"),
        ("dots...  ", "dots"),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("a\x00b\nc\u202ed", "a b c d"),
        ("", "deck"),
        ("...", "deck"),
        ("忍者", "忍者"),
        ("/", "deck"),
    ],
)
def test_safe_names(text: str, name: str) -> None:
    assert safe_name(text) == name


@settings(deadline=None)
@given(st.text(max_size=300))
def test_safe_names_are_safe(text: str) -> None:
    name = safe_name(text)
    assert 0 < len(name.encode()) <= 121
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f\x7f]', name)
    assert name == name.strip(" ").rstrip(".")
    assert not name.startswith((".", "-"))
    assert name.partition(".")[0].lower() not in {"con", "prn", "aux", "nul", "com1", "lpt9"}


def test_names_are_told_apart_where_case_is_not() -> None:
    names = ["Deck", "deck", "DECK (2)", "é", "e\u0301"]
    assert distinct(names, ".txt") == ["Deck.txt", "deck (2).txt", "DECK (2) (2).txt", "é.txt", "e\u0301 (2).txt"]


# --- the hash --------------------------------------------------------------------------------------------------------


def hash_of(text: str) -> str:
    return listing_of(text).hash


SAME: dict[str, Callable[[str], str]] = {
    "order": lambda _: "Fighter Pool\n1 Storm Dancer\nDeck\n2 Bottled Squall\n4 Gust Step\n",
    "split lines": lambda text: text.replace("4 Gust Step", "1 Gust Step\n3 Gust Step"),
    "case": str.lower,
    "comments": lambda text: f"# hello\n{text}",
    "headers": lambda text: f"Player: Ada\n{text}",
    "printing": lambda text: text.replace("Squall", "Squall (FST)"),
}
BASE = "Deck\n4 Gust Step\n2 Bottled Squall\nFighter Pool\n1 Storm Dancer\n"


@pytest.mark.parametrize("change", SAME)
def test_the_hash_does_not_mind(change: str) -> None:
    changed = SAME[change](BASE)
    assert changed != BASE
    assert hash_of(changed) == hash_of(BASE)


@pytest.mark.parametrize(
    ("old", "new"),
    [("4 Gust", "3 Gust"), ("Gust Step", "Forked Palm"), ("Fighter Pool\n", ""), ("2 Bottled", "2 Battled")],
)
def test_the_hash_tells_a_real_difference(old: str, new: str) -> None:
    assert hash_of(BASE.replace(old, new)) != hash_of(BASE)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{10}", hash_of(BASE))


def resolved_hash(text: str) -> str:
    return deck_hash(FAROE.resolver.resolve(read_text(text))[0])


def test_lines_that_cannot_be_read_count_in_the_hash() -> None:
    odd = ["99999 Rook", "-3 Rook", "0 Rook"]
    found = [resolved_hash(f"{BASE}{line}\n") for line in ["", *odd, "3 Rook"]]
    assert len(set(found)) == 5
    assert found[0] == hash_of(BASE)
    assert resolved_hash(f"0 ROOK\n{BASE}") == resolved_hash(f"0 rook\n{BASE}")
    json_deck = '{"sections": [{"section": "Deck", "cards": [{"name": "Rook", "count": COUNT}]}]}'
    assert len({resolved_hash(json_deck.replace("COUNT", c)) for c in ("0", "-3", '"4"', '"5"')}) == 4


# --- what once was lost ----------------------------------------------------------------------------------------------


def test_headers_that_are_no_tags_come_back_from_xml() -> None:
    headers = {"Player ID": "4711", "9th": "a < b", "Title": "Dr", "Generator": "x", "Header": "y"}
    draft = Draft(headers, [Part("Deck", None, [], [Copies(1, "Ember Jab")])])
    for to in ("lackey", "cockatrice"):
        text, notes = convert(draft, to, BLIND)
        assert (again(text).headers, notes) == (headers, [])
        notes = convert(Draft({"Comments": "x"}, draft.parts), to, BLIND)[1]
        assert notes == ["`Comments` cannot be a header here: kept as a comment"]


def test_the_game_that_is_written_for_lackey_is_no_header() -> None:
    for headers in ({}, {"game": "faroe"}):
        text, _ = convert(Draft(headers, [Part("Deck", None, [], [Copies(1, "Gust Step")])]), "lackey", FAROE)
        assert "<game>faroe</game>" in text
        assert FAROE.draft(read_text(text)).headers == headers


@pytest.mark.parametrize("to", [name for name in DECK_FORMATS if name != "json"])
def test_control_characters_are_replaced_with_a_note_or_refused(to: str) -> None:
    cards = [Copies(1, "Ember Jab", remarks=["b\x07c"])]
    text, notes = convert(Draft({"Name": "a\x1b[31mred"}, [Part("Deck", None, [], cards)]), to, BLIND)
    assert again(text).headers["Name"] == "a\ufffd[31mred"
    assert any("control characters" in note for note in notes)
    assert not re.search("[\x00-\x08\x0e-\x1f\x7f-\x9f]", text)
    with pytest.raises(UsageError, match="control characters"):
        convert(Draft({}, [Part("Deck", None, [], [Copies(1, "Ember\x1bJab")])]), to, BLIND)


def test_text_that_would_not_be_read_again_is_not_written() -> None:
    """Read again through bytes: a text that passes as such may be no file."""
    draft = Draft({"Date": "\x01" * 50}, [Part("Deck", None, [], [Copies(1, "Jab")])])
    text, notes = convert(draft, "text", BLIND)
    assert read_bytes(text.encode(), "deck.txt").entries
    assert notes


def test_text_and_json_keep_empty_comments_the_order_of_headers_and_sets() -> None:
    text = "Team: Reds\nEvent: Cup\nSeat: 4\nName: X\n\n#\n# a\n#\n\n"
    text += "Deck\n#\n4 Ember Jab (fst) 012\n# b\n#\n#\n1 Jab [Ab]\n"
    draft = BLIND.draft(read_text(text))
    held = convert(draft, "json", BLIND)[0]
    data = json.loads(held)
    assert (data["event"], data["name"], data["sections"][1]["cards"][0]["set"]) == ("Cup", "X", "fst")
    back = again(held)
    assert back == draft
    assert list(back.headers) == ["Team", "Event", "Seat", "Name"]
    assert convert(back, "text", BLIND)[0] == convert(draft, "text", BLIND)[0] == text.replace("[Ab]", "(Ab)")


@pytest.mark.parametrize("to", ["csv", "tsv"])
def test_what_tables_once_changed(to: str) -> None:
    cards = [Copies(1, "'=x", remarks=["'-quoted"]), Copies(1, "''+y", remarks=["''", "'a"])]
    draft = Draft({"Name": "x"}, [Part("Deck", None, ["note: Deck", "Deck"], cards)])
    text, notes = convert(draft, to, BLIND)
    assert (again(text), notes) == (draft, [])
    text, notes = convert(Draft({"Player: X": "y"}, draft.parts), to, BLIND)
    assert again(text).headers == {}
    assert notes == ["`Player: X` cannot be a header of a table: kept as a comment"]
    cards[0].remarks.append("")
    assert "empty lines" in convert(draft, to, BLIND)[1][0]


@pytest.mark.parametrize("to", ["csv", "tsv"])
@pytest.mark.parametrize(
    "value",
    [
        'Kim "Ace" Ode',
        'The "Big" One',
        '"Quoted"',
        '"',
        '""',
        'Ode, "Kim"',
        'a,"b"',
        "ends,",
        "ends;",
        '"a";',
        ',"',
        "#",
    ],
)
def test_quotes_and_commas_of_headers_come_back_from_tables(to: str, value: str) -> None:
    for headers in ({"Player": value, "Ruleset": "faroe"}, {"Ruleset": "faroe", "Name": value}):
        draft = Draft(headers, [Part("Deck", None, [], [Copies(4, "Gust Step")])])
        text, notes = convert(draft, to, BLIND)
        assert (again(text), notes) == (draft, [])
        padded = io.StringIO()  # as a spreadsheet saves it again
        cells = [
            [*row, *[""] * (5 - len(row))] for row in csv_module.reader(text.splitlines(), delimiter=_DELIMITER[to])
        ]
        csv_module.writer(padded, delimiter=_DELIMITER[to], quoting=csv_module.QUOTE_ALL).writerows(cells)
        assert again(padded.getvalue()) == draft


_DELIMITER = {"csv": ",", "tsv": "\t"}


@pytest.mark.parametrize("back", ["javascript:x", "back.png", ""])
def test_the_back_must_be_an_address(tmp_path: Path, back: str) -> None:
    with pytest.raises(UsageError, match="--back"):
        exported(listing_of("Deck\n2 A\n", db=pictured(tmp_path)), "tts", back=back)


def test_plain_text_has_no_control_characters() -> None:
    assert exported(listing_of("Deck\n2 A\x1bB\n"), "text", plain=True) == "// Deck\n2 A\ufffdB\n"
