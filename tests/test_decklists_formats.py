"""The readers of JSON, CSV, LackeyCCG and Cockatrice decks, and what comes before them: bytes, lines, refusals.

Expected values were worked out by hand from the texts; none was copied from a run.
"""

from __future__ import annotations

import codecs
import json as stdlib_json
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fade_deck.decklists import cockatrice, csv, foreign, json, lackey, source
from fade_deck.errors import InputError
from fade_deck.models import Decklist

DATA = Path(__file__).parent / "data" / "decklists"
READERS: tuple[ModuleType, ...] = (json, csv, lackey, cockatrice)


def load(name: str, reader: ModuleType) -> Decklist:
    """Read a data file the way the program does, after a check that only its own reader claims it."""
    text = source.decode((DATA / name).read_bytes(), name)
    assert [r.NAME for r in READERS if r.sniff(text)] == [reader.NAME]
    assert foreign.recognise(text, name) is None
    deck: Decklist = reader.read(text, name)
    assert deck.path == name
    assert deck.source == source.split_lines(text)
    return deck


def shape(deck: Decklist) -> list[tuple[Any, ...]]:
    """The entries as plain tuples: a card is (lines, copies, name, set, number)."""
    found: list[tuple[Any, ...]] = []
    for lines, line in deck.entries:
        if line.fault:
            found.append(("fault", lines, line.text, line.fault))
        elif line.heading:
            assert line.heading.firm
            found.append(("heading", lines, line.heading.text, line.heading.stated))
        elif line.comment:
            found.append(("comment", lines, line.text))
        else:
            (read,) = line.reads
            assert line.text == read.name
            found.append((lines, *read))
    return found


def faults(deck: Decklist) -> list[tuple[tuple[int, ...], str, str]]:
    return [(lines, line.text, line.fault) for lines, line in deck.entries if line.fault]


def refusal(reader: ModuleType, text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        reader.read(text, "some/deck")
    assert caught.value.path == "some/deck"
    return caught.value


NOT_ZERO = "copies must be a whole number from 1 to 9999, not `0`"


# --- bytes and lines ---------------------------------------------------------------------------------------

WESTERN = "Deck\n4 Café Jab\n1 “Rook’s” Vow\n"
WIDE = "Deck\n4 Łódź Jab\n2 忍者 Rook\n1 Ember Jab\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "bom", "text"),
    [
        ("utf-8", b"", WIDE),
        ("utf-8", codecs.BOM_UTF8, WIDE),
        ("utf-16-le", codecs.BOM_UTF16_LE, WIDE),
        ("utf-16-be", codecs.BOM_UTF16_BE, WIDE),
        ("utf-16-le", b"", WIDE),
        ("utf-16-be", b"", WIDE),
        ("cp1252", b"", WESTERN),
        ("ascii", b"", "Deck\n4 Ember Jab\n"),
    ],
)
def test_encodings(encoding: str, bom: bytes, text: str, newline: str) -> None:
    written = text.replace("\n", newline)
    assert source.decode(bom + written.encode(encoding), "deck.txt") == written
    assert source.split_lines(written) == text.split("\n")[:-1]


@pytest.mark.parametrize("bom", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b""])
def test_an_empty_file_is_empty_text(bom: bytes) -> None:
    assert source.decode(bom, "deck.txt") == ""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("\n", [""]),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\n\nb", ["a", "", "b"]),
        ("a\r\n\rb\n\rc\r", ["a", "", "b", "", "c"]),
        ("a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g\n", ["a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"]),
    ],
)
def test_lines_are_those_of_an_editor(text: str, lines: list[str]) -> None:
    assert source.split_lines(text) == lines


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"Deck\n4 Ember\0Jab and a longer line\n", 2, "this is not text: it holds a NUL character"),
        ("Deck\n\n\0Jab\n".encode("utf-16"), 3, "this is not text: it holds a NUL character"),
        ("Deck\n4 Jab\n".encode("utf-32"), 1, "this is not text: it holds a NUL character"),
        (b"Deck\n\x01\x02\x03\x04", 2, "this is not text: it holds control characters"),
        (b"Deck\r\n4 Jab\r\n\x81 caf\xe9", 3, "byte 0x81 is neither UTF-8 nor CP1252"),
        (b"\xff\xfeD\0\n\0\x00\xd8", 2, "byte 0x00 is neither UTF-8 nor UTF-16"),
    ],
)
def test_what_is_not_text_is_refused_at_its_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        source.decode(data, "deck.txt")
    assert (caught.value.path, caught.value.line, caught.value.message) == ("deck.txt", line, message)
    assert caught.value.hint


def test_a_stray_control_character_is_no_reason_to_refuse() -> None:
    text = "Deck\n4 Ember Jab\x0c\n1 Rook\n1 Rain\n\x1a"
    assert source.decode(text.encode(), "deck.txt") == text


@pytest.mark.parametrize(
    ("data", "what", "todo"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF", "text file"),
        (b"PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml", "an Excel workbook (.xlsx)", "save it as CSV"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a spreadsheet (.ods)", "save it as CSV"),
        (b"PK\x03\x04\x14\0word/document.xml", "a Word document (.docx)", "plain text"),
        (b"PK\x03\x04\x14\0deck.txt", "a zip archive", "unpack"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Office file (.xls, .doc)", "CSV"),
        (b"{\\rtf1\\ansi Deck}", "a rich text document (.rtf)", "plain text"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image", "type the list"),
        (b"\xff\xd8\xff\xe0", "a JPEG image", "type the list"),
        (b"\x1f\x8b\x08\0", "a gzip archive", "unpack"),
    ],
)
def test_known_kinds_are_named_with_what_to_do(data: bytes, what: str, todo: str) -> None:
    with pytest.raises(InputError, match="not a decklist") as caught:
        source.decode(data, "deck")
    assert caught.value.message == f"this is {what}, not a decklist"
    assert todo in str(caught.value.hint)


def test_five_megabytes_and_not_a_byte_more() -> None:
    assert len(source.decode(b"x" * 5_000_000, "deck.txt")) == 5_000_000
    with pytest.raises(InputError, match="more than 5,000,000 bytes") as caught:
        source.decode(b"x" * 5_000_001, "deck.txt")
    assert caught.value.path == "deck.txt"


# --- counts, in every format -------------------------------------------------------------------------------

COUNTS = [("1", 1), ("4", 4), ("9999", 9999)]
BAD_COUNTS = ["0", "-1", "1.5", "10000", str(10**30)]


def deck_with_count(reader: ModuleType, count: str) -> str:
    if reader is json:
        return f'{{"sections": [\n{{"cards": [{{"count": {count}, "name": "Rook"}}]}}]}}'
    if reader is csv:
        return f"qty,name\n{count},Rook\n"
    return f'<cockatrice_deck><zone name="main">\n<card number="{count}" name="Rook"/></zone></cockatrice_deck>'


@pytest.mark.parametrize("reader", [json, csv, cockatrice])
@pytest.mark.parametrize(("count", "copies"), COUNTS)
def test_counts(reader: ModuleType, count: str, copies: int) -> None:
    assert shape(reader.read(deck_with_count(reader, count), "deck"))[-1] == ((2,), copies, "Rook", None, None)


@pytest.mark.parametrize("reader", [json, csv, cockatrice])
@pytest.mark.parametrize("count", BAD_COUNTS)
def test_a_bad_count_is_a_fault_of_its_line(reader: ModuleType, count: str) -> None:
    ((lines, _, fault),) = faults(reader.read(deck_with_count(reader, count), "deck"))
    assert (lines, fault) == ((2,), f"copies must be a whole number from 1 to 9999, not `{count}`")


@pytest.mark.parametrize("count", ["4x", "four", "+4", "４", "1e3", "4 4", "0x4"])
@pytest.mark.parametrize("reader", [csv, cockatrice])
def test_a_count_is_digits_alone(reader: ModuleType, count: str) -> None:
    ((_, _, fault),) = faults(reader.read(deck_with_count(reader, count), "deck"))
    assert fault.endswith(f"not `{count}`")


@pytest.mark.parametrize("count", ['"4"', '"4x"', "true", "[4]", '{"a": 1}', "4.0"])
def test_a_json_count_is_a_whole_number(count: str) -> None:
    ((_, text, fault),) = faults(json.read(deck_with_count(json, count), "deck"))
    assert (text, fault.partition(", not ")[2]) == ("Rook", f"`{count}`")


def test_a_count_of_a_million_digits_is_shown_short() -> None:
    ((_, _, fault),) = faults(csv.read(deck_with_count(csv, "9" * 100_000), "deck"))
    assert fault == f"copies must be a whole number from 1 to 9999, not `{'9' * 39}…`"


@pytest.mark.parametrize("reader", [csv, cockatrice])
def test_an_empty_count_is_a_fault(reader: ModuleType) -> None:
    ((lines, _, fault),) = faults(reader.read(deck_with_count(reader, " "), "deck"))
    assert (lines, fault) == ((2,), "copies must be a whole number from 1 to 9999, but none are given")


# --- JSON --------------------------------------------------------------------------------------------------


def test_json_deck() -> None:
    deck = load("deck.json", json)
    assert deck.format == "json"
    assert deck.headers == {
        "Name": "Storm Rush",
        "Player": "Zoë",
        "Event": "Winter Cup",
        "Date": "2025-01-31",
        "Ruleset": "faroe",
        "Table": "12",
        "Judge": "A: B",
    }
    assert shape(deck) == [
        ((11,), 1, "Before {any} [heading]", None, None),
        ("heading", (13,), "Deck", 40),
        ("comment", (15,), 'the "main" part: {'),
        ((17,), 4, "Ember Jab", "FST", "012"),
        ("comment", (17,), "signed"),
        ("fault", (19,), "Rain", NOT_ZERO),
        ((22,), 1, "忍者", None, None),
        ((22,), 9999, "4 Horsemen", None, None),
        ("heading", (25,), "Legend", None),
    ]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_json_lines_do_not_depend_on_line_ends(newline: str) -> None:
    text = (DATA / "deck.json").read_text("utf-8").replace("\n", newline)
    assert shape(json.read(text, "deck")) == shape(load("deck.json", json))


def test_json_on_one_line_and_with_keys_in_any_order() -> None:
    text = '{"sections":[{"cards":[{"name":"A\\\\","count":2},{"name":"B\\""}],"section":"Deck"}],"schema":1}'
    assert shape(json.read(text, "deck")) == [
        ("heading", (1,), "Deck", None),
        ((1,), 2, "A\\", None, None),
        ((1,), 1, 'B"', None, None),
    ]


@pytest.mark.parametrize("text", ['{"sections": []}', '{"$schema": "deck.schema.json", "sections": [{}], "name": ""}'])
def test_json_with_next_to_nothing(text: str) -> None:
    deck = json.read(text, "deck")
    assert (deck.entries, deck.headers) == ([], {})


@pytest.mark.parametrize("card", ['{"count": 2}', '{"name": "  "}', '{"name": null}', "{}"])
def test_json_card_without_a_name(card: str) -> None:
    ((lines, text, fault),) = faults(json.read(f'{{"sections": [{{"cards": [\n\n{card}]}}]}}', "deck"))
    assert (lines, text, fault) == ((3,), card, "a card without a name")


JSON_ERRORS = [
    ('{"sections": [],\n "sectoins": []}', 2, "unknown key `sectoins` in a deck", "did you mean `sections`?"),
    ('{"sections": [\n{"zone": "Deck"}]}', 2, "unknown key `zone` in a section", "known keys: section, stated, "),
    ('{"sections": [\n{"cards": [\n{"name": "A",\n"cuont": 1}]}]}', 4, "unknown key `cuont` in a card", "`count`"),
    ('{"sections": [],\n"\\u001b[31m": 1}', 2, "unknown key `�[31m` in a deck", "known keys"),
    ('{"sections": [],\n\n"name": 4}', 3, "`name` must be text in quotes", ""),
    ('{"sections": [],\n"headers": {"A": "b",\n"C": 1}}', 3, "`C` must be text in quotes", ""),
    ('{"sections": [],\n"headers": ["A"]}', 2, "`headers` must be an object in braces", ""),
    ('{"name": "A", "sections": [],\n"headers": {\n"NAME": "B"}}', 3, "`NAME` in `headers` is given twice", ""),
    ('{\n"sections": {}}', 2, "`sections` must be a list", ""),
    ('{\n"sections": ["Deck"]}', 2, "`sections` must be a list of objects", ""),
    ('\n{"name": "A"}', 2, "the key `sections` is missing", ""),
    ('{"sections": [{\n"section": ["Deck"]}]}', 2, "`section` must be text in quotes", ""),
    ('{"sections": [{"section": "A",\n"stated": "40"}]}', 2, "`stated` must be a whole number", ""),
    ('{"sections": [{"section": "A",\n"stated": true}]}', 2, "`stated` must be a whole number", ""),
    ('{"sections": [{"section": "A",\n"stated": -1}]}', 2, "`stated` must be 0 or more", ""),
    ('{"sections": [\n{"stated": 4}]}', 2, "a section without a name: `section` is missing or empty", ""),
    ('{"sections": [{},\n{}]}', 2, "a section without a name: `section` is missing or empty", ""),
    ('{"sections": [{\n"cards": [1]}]}', 2, "`cards` must be a list of objects", ""),
    ('{"sections": [{"cards": [{"name":\n"A",\n"number": 12}]}]}', 3, "`number` must be text in quotes", ""),
    ('{"sections": [{"cards": [\n{"name": "A",\n"name": "B"}]}]}', 3, "the key `name` stands twice in one object", ""),
    ('{"schema":\n2, "new": 1}', 1, "`schema` must be 1, the only version there is", ""),
    ('{"sections": [],\n"schema": "1"}', 2, "`schema` must be a whole number", ""),
    ('{"sections": [],\n"kind": "report"}', 2, '`kind` must be "deck"', ""),
    ('{"sections": [],\n"x": NaN}', 2, "`NaN` is not a number in JSON", ""),
    ('{"sections": [],\n"x": -Infinity}', 2, "`-Infinity` is not a number in JSON", ""),
    ('{"sections": [],\n"x": 1e999}', 2, "a number that is too long or too large: `1e999`", ""),
    ('{"x":\n' + "9" * 5000 + "}", 2, "a number that is too long or too large: `9999999999999999999…`", ""),
    ('{"sections": [],\n"name": "A\\ud800"}', 2, "`name` holds a NUL or half a character", ""),
    ('{"sections": [],\n"name": "A\\u0000"}', 2, "`name` holds a NUL or half a character", ""),
    ('{"sections": [],\n"headers": {"A\\ud800": "x"}}', 2, "`A�` holds a NUL or half a character", ""),
    ("{\n" + '{"a":' * 60, 2, "nested more than 50 deep", ""),
    ("\n" + "[" * 100_000, 2, "nested more than 50 deep", ""),
    ('{"sections": [\n}', 2, "this is not valid JSON: Expecting value", ""),
    ('{"sections": []\n\n"name": "A"}', 3, "this is not valid JSON: Expecting ',' delimiter", ""),
    ('{"sections": [\n{"section": "A\nB"}]}', 2, "this is not valid JSON: Invalid control character", ""),
    ('\n{"name": "A\n', 2, "this is not valid JSON: Unterminated string", ""),
    ('{"sections": []}\n{}', 2, "this is not valid JSON: Extra data", ""),
    ("", 1, "this is not valid JSON: Expecting value", ""),
    ('\n\n[{"name": "A"}]', 3, "a JSON deck is an object with the key `sections`", ""),
    ("\n4", 2, "a JSON deck is an object with the key `sections`", ""),
]


@pytest.mark.parametrize(("text", "line", "message", "hint"), JSON_ERRORS)
def test_json_errors_name_line_and_key(text: str, line: int, message: str, hint: str) -> None:
    error = refusal(json, text)
    assert (error.line, error.message) == (line, message)
    assert hint in (error.hint or "")


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ('\n {"sections": []}', True),
        ("{}", True),
        ('[{"name"', True),
        ("[Deck]\n4 Rook", False),
        ("{Rook}", False),
        ("4 Rook", False),
        ("", False),
    ],
)
def test_json_sniff(text: str, is_json: bool) -> None:
    assert json.sniff(text) is is_json


def test_json_unclosed_escapes_cost_no_more_than_their_length() -> None:
    started = time.perf_counter()
    refusal(json, '{"a": "' + '\\"' * 500_000)
    assert time.perf_counter() - started < 5


# --- CSV and TSV -------------------------------------------------------------------------------------------


def test_csv_from_excel() -> None:
    deck = load("excel-semicolon.csv", csv)
    assert deck.format == "csv"
    assert deck.headers == {"Name": "Café Rush", "Player": "Marlow; Zoë"}
    assert shape(deck) == [
        ("comment", (4,), "# printed by hand"),
        ("heading", (6,), "Deck", None),
        ((6,), 4, "Ember Jab", "FST", "012"),
        ((7,), 2, 'Rook, the "Bold"', None, None),
        ((9,), 1, "=Formula", "PRO", None),
        ("heading", (10,), "Fighter Pool", None),
        ((10,), 3, "Rain", None, None),
    ]


def test_tsv_with_columns_in_another_order() -> None:
    deck = csv.read("SECTION\tNotes\tName\tQty.\nDeck\t\tRook\t2\nDeck\tfoil\tRain\t1\nDeck\n", "deck.tsv")
    assert deck.format == "tsv"
    assert shape(deck) == [
        ("heading", (2,), "Deck", None),
        ((2,), 2, "Rook", None, None),
        ((3,), 1, "Rain", None, None),
        ("comment", (3,), "foil"),
        ("heading", (4,), "Deck", None),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "qty,name",
        "Count,Card",
        "quantity,card_name",
        "COPIES,CARD",
        '"Amount","Card Name"',
        " Qty , Name ",
        "qty,name,",
    ],
)
def test_csv_spellings_of_columns(header: str) -> None:
    text = f"{header}\n4,Rook\n"
    assert csv.sniff(text)
    assert shape(csv.read(text, "deck")) == [((2,), 4, "Rook", None, None)]


@pytest.mark.parametrize(
    ("cell", "name"),
    [("'=S", "=S"), ("'+1", "+1"), ("'-1", "-1"), ("'@x", "@x"), ("'Tis", "'Tis"), ("''=x", "'=x"), ("a'=x", "a'=x")],
)
def test_csv_formula_guards_come_off(cell: str, name: str) -> None:
    assert shape(csv.read(f"qty,name\n1,{cell}\n", "deck")) == [((2,), 1, name, None, None)]


def test_csv_guard_before_a_tab_comes_off_and_names_are_squashed() -> None:
    assert shape(csv.read('qty,name\n1,"\'\tRook  of\nRain"\n2,Rain\n', "deck")) == [
        ((2,), 1, "Rook of Rain", None, None),
        ((4,), 2, "Rain", None, None),
    ]


def test_csv_rows_that_cannot_be_read_are_kept() -> None:
    text = 'qty,name,section\n4,Rook, the Bold,Deck\n1,"Rook"s,Deck\n2,,Deck\n,Rain,Deck\n# note,,\n3,Rain,Deck\n'
    deck = csv.read(text, "deck")
    assert shape(deck) == [
        ("fault", (2,), "4,Rook, the Bold,Deck", "more cells than columns: quote a name with a comma"),
        ("fault", (3,), '1,"Rook"s,Deck', "this row cannot be read: ',' expected after '\"'"),
        ("heading", (4,), "Deck", None),
        ("fault", (4,), "2,,Deck", "a card without a name"),
        ("fault", (5,), ",Rain,Deck", "copies must be a whole number from 1 to 9999, but none are given"),
        ("comment", (6,), "# note"),
        ((7,), 3, "Rain", None, None),
    ]


def test_csv_name_that_begins_with_a_hash() -> None:
    deck = csv.read("name,qty\n#1 Fan,2\n#1 Fan,\n", "deck")
    counted, bare = deck.entries
    assert (counted.line.reads, counted.line.comment) == (((2, "#1 Fan", None, None),), False)
    assert (bare.line.reads, bare.line.comment) == (((1, "#1 Fan", None, None),), True)


def test_csv_without_copies_is_one_per_row() -> None:
    assert shape(csv.read("name,set,number\nRook,FST,1\nRook,FST,1\n", "deck")) == [
        ((2,), 1, "Rook", "FST", "1"),
        ((3,), 1, "Rook", "FST", "1"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("# a\nqty,name,Sectoin\n", 2, "unknown column `Sectoin`", "did you mean `section`"),
        ("qty,name,Foil?\n", 1, "unknown column `Foil?`", "known columns: qty, name, set, number, section, comment"),
        ("qty,name,count\n", 1, "two columns for `qty`", ""),
        ("qty,set\n", 1, "no column `name`", "known columns"),
        ("number,name\n4,Rook\n", 1, "is the column of numbers one of copies?", "call it `qty`"),
        ('qty,name\n1,Rook\n2,"Rain\n3,Wind\n', 3, "a quoted cell is never closed", ""),
    ],
)
def test_csv_errors(text: str, line: int, message: str, hint: str) -> None:
    error = refusal(csv, text)
    assert (error.line, error.message) == (line, message)
    assert hint in (error.hint or "")


@pytest.mark.parametrize("text", ["", "\n\n", "# Name: A\n", ",,,\n"])
def test_csv_without_a_header_row(text: str) -> None:
    assert refusal(csv, text).message.startswith("no header row")


@pytest.mark.parametrize(
    ("text", "is_csv"),
    [
        ("qty,name", True),
        ("\n\n# Name: A\n\nname;zone", True),
        ("Count\tCard\tColour", True),
        ("4 Rook, the Bold", False),
        ("Name, the Unspoken\n", False),
        ("Name: Storm, Rush\n4 Rook", False),
        ("4\tRook", False),
        ("name", False),
        ("", False),
    ],
)
def test_csv_sniff(text: str, is_csv: bool) -> None:
    assert csv.sniff(text) is is_csv


# --- LackeyCCG and Cockatrice ------------------------------------------------------------------------------


def test_lackey_deck() -> None:
    deck = load("lackey-latin1.dek", lackey)
    assert deck.format == "lackey"
    assert deck.headers == {"game": "faroe", "Name": "Café Rush", "Player": "Zoë Marlow"}
    assert shape(deck) == [
        ("heading", (10,), "Deck", None),
        ((11, 13), 2, "Ember Jab", "FST", None),
        ((12,), 1, "Rook & Raven", "FST", None),
        ((14,), 1, "Ember Jab", "PRO", None),
        ("heading", (16,), "Fighter Pool", None),
        ((17,), 1, "Ember Jab", "FST", None),
        ((18,), 1, "Né", None, None),
    ]


def test_lackey_as_other_programs_write_it() -> None:
    text = (
        '\n<deck version="0.8">\n<game>faroe</game>\n<superzone name="Deck">'
        '<card><name id="1" type="Skill">Rook & Raven</name><set>FST</set></card>'
        "<card><name>Rook &amp; Raven</name><set>FST</set></card>"
        "<card><name><![CDATA[<Rain>]]></name></card></superzone></deck>"
    )
    assert lackey.sniff(text)
    deck = lackey.read(text.replace("<![CDATA[<Rain>]]>", "&lt;Rain&gt;"), "deck")
    assert deck.headers == {"game": "faroe"}
    assert shape(deck) == [
        ("heading", (4,), "Deck", None),
        ((4,), 2, "Rook & Raven", "FST", None),
        ((4,), 1, "<Rain>", None, None),
    ]
    # With CDATA in the file an ampersand is left alone: it may be meant as it stands.
    assert refusal(lackey, text).line == 4


NOT_PLAIN = "a `<card>` holds one `<name>` and at most one `<set>`, nothing else"


@pytest.mark.parametrize(
    ("element", "text", "fault"),
    [
        ("<card/>", "<card>", "a card without a name"),
        ("<card><name> </name></card>", "<card>", "a card without a name"),
        ("<card><name>A</name><name>B</name></card>", "<card>A B", NOT_PLAIN),
        ("<card><name>A</name><foil/></card>", "<card>A", NOT_PLAIN),
        ('<card count="4"><name>A</name></card>', '<card count="4">A', NOT_PLAIN),
        ("<card>4<name>A</name></card>", "<card>4 A", NOT_PLAIN),
        ("<card><name>A<b>c</b></name></card>", "<card>A c", NOT_PLAIN),
        ("<token><name>A</name></token>", "<token>A", "`<token>` has no place in `<superzone>`"),
    ],
)
def test_lackey_elements_that_cannot_be_read_are_kept(element: str, text: str, fault: str) -> None:
    deck = lackey.read(f'<deck><superzone name="Deck">\n\n{element}\n</superzone></deck>', "deck")
    assert faults(deck) == [((3,), text, fault)]
    assert len(deck.entries) == 2


def test_lackey_text_and_cards_outside_their_place() -> None:
    text = '<deck>a\n<meta>b</meta>\n<card><name>C</name></card>\n<superzone name="Z">d</superzone></deck>'
    deck = lackey.read(text, "deck")
    assert faults(deck) == [
        ((2,), "b", "text has no place in `<meta>`"),
        ((3,), "<card>C", "`<card>` stands outside any `<superzone>`"),
        ((4,), "d", "text has no place in `<superzone>`"),
        ((1,), "a", "text has no place in `<deck>`"),
    ]


def test_lackey_more_copies_than_a_line_may_hold() -> None:
    card = "<card><name>Rook</name></card>\n"
    deck = lackey.read('<deck><superzone name="Deck">' + card * 9999 + "</superzone></deck>", "deck")
    assert deck.entries[1].line.reads == ((9999, "Rook", None, None),)
    deck = lackey.read('<deck><superzone name="Deck">' + card * 10_000 + "</superzone></deck>", "deck")
    ((lines, text, fault),) = faults(deck)
    assert (len(lines), text, fault.rpartition(", ")[2]) == (10_000, "Rook", "not `10000`")


def test_cockatrice_deck() -> None:
    deck = load("cockatrice.cod", cockatrice)
    assert deck.format == "cockatrice"
    assert deck.headers == {
        "lastLoadedTimestamp": "Sun Nov 17 2024",
        "Name": "Storm Rush",
        "bannerCard": "Ember Jab",
        "Comments": "First line\nsecond line",
        "tags": "fast red",
    }
    assert shape(deck) == [
        ("heading", (12,), "main", None),
        ((13,), 4, "Ember Jab", "FST", "012"),
        ((14,), 1, 'Rook\'s "Vow"', None, None),
        ("heading", (16,), "side", None),
        ("fault", (17,), '<card number="0" name="Rain">', NOT_ZERO),
    ]


def test_cockatrice_elements_that_cannot_be_read_are_kept() -> None:
    text = (
        '<cockatrice_deck>\n<card number="1" name="A"/>\n<zone name="main">x\n'
        '<card name="B"/>\n<card number="2"/>\n<crad/>\n</zone></cockatrice_deck>'
    )
    assert faults(cockatrice.read(text, "deck")) == [
        ((2,), '<card number="1" name="A">', "`<card>` stands outside any `<zone>`"),
        ((4,), '<card name="B">', "copies must be a whole number from 1 to 9999, but none are given"),
        ((5,), '<card number="2">', "a card without a name"),
        ((6,), "<crad>", "`<crad>` has no place in `<zone>`"),
        ((3,), "x", "text has no place in `<zone>`"),
    ]


BOMB = '<?xml version="1.0"?>\n<!DOCTYPE deck [\n<!ENTITY a "ha">\n<!ENTITY b "&a;&a;&a;">\n]>\n<deck>&b;</deck>'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (BOMB, 3, "`<!ENTITY a` is refused: a decklist declares no entities"),
        ('<!DOCTYPE deck [\n<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><deck/>', 2, "`<!ENTITY p` is refused"),
        ('<!DOCTYPE deck [\n<!ENTITY x SYSTEM "/etc/passwd">]><deck>&x;</deck>', 2, "`<!ENTITY x` is refused"),
        ("<!DOCTYPE deck [\n<!ELEMENT deck ANY>\n]><deck/>", 3, "a `<!DOCTYPE` with declarations is refused"),
        ("<deck>\n<meta>\n</deck>", 3, "this is not well-formed XML: mismatched tag"),
        ("<deck>\n<meta>\n", 2, "this is not well-formed XML: no element found"),
        ("\n\n<?xml version='1.0'?>\n<deck>\n<", 5, "this is not well-formed XML: unclosed token"),
        ("<deck>\r<a>\r\n<b>&nbsp;</b></a></deck>", 3, "this is not well-formed XML: undefined entity"),
        ('<!DOCTYPE deck SYSTEM "x">\n<deck>&eacute;</deck>', 2, "this is not well-formed XML: undefined entity"),
        ('<!DOCTYPE deck SYSTEM "x">\n<deck a="&eacute;"/>', 2, "this is not well-formed XML: undefined entity"),
        ("<deck>\n\x01</deck>", 2, "this is not well-formed XML: not well-formed (invalid token)"),
        ("<deck>\n\ud800</deck>", 2, "this is not well-formed XML: not well-formed (invalid token)"),
        ("", 1, "this is not well-formed XML: no element found"),
        ("4 Rook\n", 1, "this is not well-formed XML: syntax error"),
        ("<!-- a\n -->\n<dekc/>", 3, "the root element is `<dekc>`, not `<deck>`"),
        ("<deck>\n<superzone>\n</superzone></deck>", 2, "a `<superzone>` without a `name`"),
        ('<deck>\n\n<superzone name=" "/></deck>', 3, "a `<superzone>` without a `name`"),
        ("<deck>\n" + "<a>" * 40, 2, "elements are nested more than 32 deep"),
    ],
)
def test_xml_errors(text: str, line: int, message: str) -> None:
    error = refusal(lackey, text)
    assert error.line == line
    assert error.message.startswith(message)


def test_cockatrice_errors() -> None:
    error = refusal(cockatrice, "<cockatrice_deck>\n<zone/></cockatrice_deck>")
    assert (error.line, error.message) == (2, "a `<zone>` without a `name`")
    error = refusal(cockatrice, "\n<deck/>")
    assert (error.line, error.message) == (2, "the root element is `<deck>`, not `<cockatrice_deck>`")


def test_xml_element_limit() -> None:
    assert "more than 600,000 elements" in refusal(lackey, "<deck>" + "<a/>" * 600_001 + "</deck>").message


@pytest.mark.parametrize("hole", ["<?x ?>", "<!-- x", "<!---->", "<? ", "<!DOCTYPE a [ ", "]", "<!DOCTYPE a>"])
def test_xml_sniff_costs_no_more_than_the_length(hole: str) -> None:
    started = time.perf_counter()
    text = hole * 200_000
    assert not any(reader.sniff(text) for reader in READERS)
    foreign.recognise(text, "deck")
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('<deck version="0.8">', "lackey"),
        ('<?xml version="1.0"?>\n<!-- <Deck> -->\n<!DOCTYPE deck>\n<deck>', "lackey"),
        ("<!DOCTYPE deck [<!ENTITY a 'b'>]><deck>", "lackey"),
        ('  <cockatrice_deck version="1">', "cockatrice"),
        ("<Deck>", None),
        ('<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f">', None),
        ("<cockatrice_carddatabase>", None),
        ("<Rook> of Rain", None),
    ],
)
def test_xml_sniff(text: str, name: str | None) -> None:
    assert next((reader.NAME for reader in READERS if reader.sniff(text)), None) == name


# --- limits of entries -------------------------------------------------------------------------------------


def many(reader: ModuleType, cards: int) -> str:
    """A deck with that many cards, no two alike, the first on line 2."""
    if reader is json:
        return '{"sections": [{"cards": [\n' + ",\n".join(f'{{"name": "A{n}"}}' for n in range(cards)) + "]}]}"
    if reader is csv:
        return "qty,name\n" + "".join(f"1,A{n}\n" for n in range(cards))
    if reader is lackey:
        rows = "".join(f"<card><name>A{n}</name></card>\n" for n in range(cards))
        return f'<deck><superzone name="Deck">\n{rows}</superzone></deck>'
    rows = "".join(f'<card number="1" name="A{n}"/>\n' for n in range(cards))
    return f'<cockatrice_deck><zone name="main">\n{rows}</zone></cockatrice_deck>'


@pytest.mark.parametrize("reader", READERS)
def test_entry_limit(reader: ModuleType) -> None:
    headings = 1 if reader in (lackey, cockatrice) else 0
    assert len(reader.read(many(reader, 20_000 - headings), "deck").entries) == 20_000
    error = refusal(reader, many(reader, 20_001 - headings))
    assert "more than 20,000 entries" in error.message
    assert error.line == 20_002 - headings


# --- files of others ---------------------------------------------------------------------------------------

TTS = stdlib_json.dumps({"SaveName": "", "ObjectStates": [{"Name": "DeckCustom", "DeckIDs": [100]}]})
CARD_FILE = stdlib_json.dumps({"game": "faroe", "set": "FST", "cards": [{"name": "A", "types": ["Skill"]}]})
REPORT = stdlib_json.dumps({"schema": 1, "tool": "fade-deck 0.1.0", "decks": [{"path": "a.txt"}]})
ARENA = stdlib_json.dumps({"1": {"id": "1", "name": "A", "face": {"front": {"name": "A"}}}})
OCTGN = '<?xml version="1.0"?>\n<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f"><section name="Main"/></deck>'
MTGO = '<?xml version="1.0"?>\n<Deck xmlns:xsd="x"><NetDeckID>0</NetDeckID><Cards CatID="1" Quantity="4"/></Deck>'


@pytest.mark.parametrize(
    ("text", "path", "what"),
    [
        (MTGO, "a.dek", "a Magic Online deck"),
        ("<Deck><Cards CatID='1'/></Deck>", "a.dek", "a Magic Online deck"),
        (OCTGN, "a.o8d", "an OCTGN deck"),
        ("#created by Player\n#main\n89631139\n89631139\n#extra\n!side\n", "a.ydk", "a Yu-Gi-Oh! deck (.ydk)"),
        ("#main\r\n89631139\r\n#extra\r\n", "x", "a Yu-Gi-Oh! deck (.ydk)"),
        ("\nydke://o6lXBQ==!!!", "x", "a `ydke://` link"),
        ("[metadata]\nName=Burn\n[Main]\n4 Shock|M21\n", "a.dck", "a Forge deck"),
        ("NAME:Burn\n4 [M21:159] Shock\nSB: 1 [M21:1] Angel\nLAYOUT MAIN:(1,1)|([M21:159],)\n", "x", "an XMage"),
        ("4 [M21:159] Shock\n", "a.dck", "an XMage deck"),
        (TTS, "a.json", "a saved object of Tabletop Simulator"),
        (CARD_FILE, "FST.json", "a card file"),
        (REPORT, "r.json", "a report of `fade-deck validate`"),
        (ARENA, "cards.json", "a card list of TCG Arena"),
        ('<?xml version="1.0"?>\n<cockatrice_carddatabase version="4"/>', "x", "a Cockatrice card database"),
        ("Name\tSet\tImageFile\tCost\nRook\tFST\tFST001\t1\n", "x.txt", "the card data of a LackeyCCG plugin"),
        ("<!doctype html>\n<html><body>", "x", "a web page"),
        ('<?xml version="1.0"?><svg/>', "x", "an XML file of a kind that is not known (`<svg>`)"),
        ('id = "faroe"\ntitle = "F.A.R.O.E."\n\n[[zones]]\n', "x", "a ruleset or configuration (TOML)"),
        ('[[rules]]\nname = "x"\n[[rules]]\n', "faroe.toml", "a ruleset or configuration (TOML)"),
        ("anything", "x.TOML", "a ruleset or configuration (TOML)"),
    ],
)
def test_files_of_others_are_named_with_what_to_do(text: str, path: str, what: str) -> None:
    found = foreign.recognise(text, path)
    assert found is not None
    assert found.startswith(what)
    assert "validate" in found.partition(";")[2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Name: Storm\nDeck\n4 Ember Jab\n",
        "# Main\n4 Rook\n",
        "#main\n4 Rook\n",
        "[Main]\n4 Rook|Raven\n",
        "4 [FST:012] Ember Jab\n",
        "Name: Storm\n4 [FST:012] Ember Jab\n",
        '== Deck ==\n1 The "Rook"\n',
        "<< Deck >>\n4 Rook\n",
        '{"sections": [{"section": "Deck", "cards": [{"name": "game"}]}], "headers": {"game": "faroe"}}',
        "qty,name\n4,Rook\n",
        "Name\tSet\tNumber\nRook\tFST\t1\n",
        '<deck version="0.8"><meta><game>faroe</game></meta></deck>',
    ],
)
def test_decklists_are_not_taken_for_files_of_others(text: str) -> None:
    assert foreign.recognise(text, "deck.txt") is None


# --- nothing makes a reader crash --------------------------------------------------------------------------

SEEDS = [path.read_bytes() for path in sorted(DATA.iterdir())] + [BOMB.encode(), MTGO.encode(), TTS.encode()]


def read_with_everything(data: bytes) -> None:
    try:
        text = source.decode(data, "deck")
    except InputError:
        return
    foreign.recognise(text, "deck")
    where: list[tuple[str | None, int]] = []
    for reader in READERS:
        assert reader.sniff(text) in (True, False)
        try:
            deck = reader.read(text, "deck")
        except InputError as error:
            where.append((error.path, error.line or 1))
            continue
        for lines, line in deck.entries:
            assert all(1 <= number <= len(deck.source) for number in lines)
            assert line.fault is None or not line.reads
            assert all(1 <= read.copies <= 9999 and read.name for read in line.reads)
    last = max(1, len(source.split_lines(text)))
    assert all(path == "deck" and 1 <= line <= last for path, line in where)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_random_bytes_never_crash(data: bytes) -> None:
    read_with_everything(data)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="{}[]\":,;\t\n\r#<>/!=&'\\ a1-e.0\ud7ff", max_size=120))
def test_random_punctuation_never_crashes(text: str) -> None:
    read_with_everything(text.encode())


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_damaged_decks_never_crash(data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(SEEDS))
    start = data.draw(st.integers(0, len(seed)))
    end = data.draw(st.integers(start, min(len(seed), start + 40)))
    read_with_everything(seed[:start] + data.draw(st.binary(max_size=6)) + seed[end:])
