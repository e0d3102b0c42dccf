"""The registration sheet as PDF and HTML, and play-test cards: as data, and as other programs read and print them."""

from __future__ import annotations

import html
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fade_deck.carddb import load_cards
from fade_deck.decklists import read_deck, read_text
from fade_deck.errors import InputError, UsageError
from fade_deck.exports import Options, exporter
from fade_deck.exports._fonts import Fonts
from fade_deck.exports._layout import PAPERS, Boxes, Code, Page, Piece, Rect, Text, pour
from fade_deck.exports._list import Lister
from fade_deck.exports._pages import lay_out
from fade_deck.exports._proxy import HEIGHT, WIDTH
from fade_deck.exports._qr import codes, dark_runs
from fade_deck.exports._sheet import Sheet, filing_key, make_sheet, split_name
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.resources import shipped_cards

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(p for p in (ROOT / "examples").glob("*/*") if p.suffix in (".txt", ".csv"))
STORM = ROOT / "examples" / "faroe" / "storm-rush.txt"
BROKEN = ROOT / "examples" / "fade-3.4" / "slackwind-raid-broken.txt"
CHECKER = Checker(load_cards([shipped_cards()]))
LONG = "Supercalifragilistic" * 12
STRESS = "\n".join(
    [
        f"Name: {'The Deck That Nobody Could Ever Name In One Breath ' * 8}",
        "Player: Maximiliana van der Österreichisch-Łukasiewicz-Featherstonehaugh",
        f"Event: {'World Championship of Everything ' * 8}",
        "Ruleset: fade",
        "",
        "Deck",
        *(
            f"{1 + n % 7} Row {n} of a very long list{' with an exceedingly long name' * (n % 9 == 0)}"
            for n in range(296)
        ),
        "9999 Jab and Grin",
        "11 Cargo Slam",
        f"1 {LONG}",
        '1 <b>&amp; "Bold" Łódź</b>',
        "",
        "Fighter Pool",
        "4 Odile, Crane Hand",
    ]
)


def listing(source: Path | str) -> Listing:
    return make_listing(read_deck(source) if isinstance(source, Path) else read_text(source, "deck.txt"), CHECKER)


def sheet(source: Path | str, **options: Any) -> Sheet:
    return make_sheet(listing(source), Options(**options))


def made(to: str, *sources: Path | str, **options: Any) -> bytes:
    return exporter(to).export([listing(source) for source in sources], Options(**options))


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def rows(made: Sheet) -> list[str]:
    return [row.name for block in made.blocks for group in block.groups for row in group.rows]


# --- what it says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "last", "first"),
    [
        ("Kim Ode", "Ode", "Kim"),
        ("Ode, Kim", "Ode", "Kim"),
        ("Ana Maria de la Cruz", "de la Cruz", "Ana Maria"),
        ("Madonna", "Madonna", ""),
        ("van Halen", "Halen", "van"),
        ("", "", ""),
    ],
)
def test_a_name_is_parted(player: str, last: str, first: str) -> None:
    assert split_name(player) == (last, first)


def test_sheets_are_filed_by_last_name_and_the_nameless_come_last() -> None:
    players = ["Zoë Abel", None, "ann ode", "Bo Ode", "Émile Éclair"]
    assert sorted(players, key=filing_key) == ["Zoë Abel", "Émile Éclair", "ann ode", "Bo Ode", None]


def test_fields_come_from_the_deck_and_options_go_before_it() -> None:
    s = sheet(STORM, table="12", event="Cup")
    said = {f.label: f.value for f in s.person + s.event + s.about}
    assert said["Last name"] == "Ode"
    assert said["First name"] == "Kim"
    assert said["Event"] == "Cup"
    assert said["Date"] == "2025-11-22"
    assert said["Table"] == "12"
    assert said["Location"] == said["Player ID"] == ""
    assert said["Ruleset"] == "F.A.R.O.E., a player's deck (faroe), version 1"
    assert said["Card data"] == "FST 1.0"
    assert said["Deck hash"] == s.hash
    assert s.initial == "O"
    assert s.verdict == "LEGAL"


def test_blank_fields_leave_what_the_deck_says_to_be_written_but_not_what_options_say() -> None:
    blank = sheet(STORM, blank_fields=True, event="Cup")
    assert (blank.last, blank.first, blank.initial, blank.deck) == ("", "", "", "")
    assert [f.value for f in blank.event] == ["Cup", "", "", ""]


def test_sections_have_what_their_rules_count() -> None:
    deck, pool = sheet(STORM).blocks
    assert (deck.title, deck.figures) == ("Deck", [("40/40-60 cards", False)])
    assert (pool.title, pool.figures) == ("Fighter Pool", [("18/20 cards", False), ("level 96/100", False)])
    assert [(g.title, g.size) for g in deck.groups] == [
        ("Skill", 27),
        ("Reaction", 4),
        ("Item", 3),
        ("Augment", 4),
        ("Zone", 2),
    ]
    assert [g.title for g in pool.groups] == [""]  # one type: no piles to part


def test_three_orders() -> None:
    listed = rows(sheet(STORM, order="list"))
    assert listed[:3] == ["Crosswind Kick", "Forked Palm", "Thunderhead Descent"]
    by_name = rows(sheet(STORM, order="name"))
    assert by_name[:3] == ["Bare Knuckles", "Bell Court of the Gales", "Bottled Squall"]
    assert sorted(listed) == sorted(by_name) == sorted(rows(sheet(STORM, order="type")))


def test_a_name_that_is_no_card_is_printed_as_entered_and_marked() -> None:
    groups = sheet(BROKEN).blocks[0].groups
    assert groups[-1].title == "Not in the card data"
    assert [(r.copies, r.name, r.code, r.known) for r in groups[-1].rows] == [(4, "Updraft Leep", "not found", False)]


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("2 Unbekannte Karte <x>", 2, "Unbekannte Karte <x>"),
        ("Foo (bar) *F*", 1, "Foo (bar) *F*"),
        ("Some Card [foil]", 1, "Some Card [foil]"),
        ("- 3x No Such Card (FST) 012 # shiny", 3, "No Such Card (FST) 012 # shiny"),
        ("No Such Card x4 *F*", 4, "No Such Card *F*"),
        ("[FST:012] No Such Card (4)", 4, "[FST:012] No Such Card"),
        ("[2] No Such Card #12", 2, "No Such Card #12"),
        ("1 No Such Card", 1, "No Such Card"),
    ],
)
def test_a_line_that_is_no_card_loses_nothing_but_its_count(line: str, copies: int, name: str) -> None:
    (group,) = sheet(f"Ruleset: faroe\n\nDeck\n{line}\n").blocks[0].groups
    assert [tuple(row) for row in group.rows] == [(copies, name, "not found", False)]


def test_lines_that_are_no_card_are_joined_only_where_they_say_the_same() -> None:
    (group,) = sheet("Ruleset: faroe\n\nDeck\n1 Foo *F*\n2 Foo\n3x Foo *F*\n").blocks[0].groups
    assert sorted((row.copies, row.name) for row in group.rows) == [(2, "Foo"), (4, "Foo *F*")]


def test_a_name_in_a_table_that_is_no_card_keeps_its_set_and_number() -> None:
    (group,) = sheet("# Ruleset: faroe\nqty,name,set,number\n2,Foo (bar),FST,012\n").blocks[0].groups
    assert [tuple(row) for row in group.rows] == [(2, "Foo (bar)", "FST 012 not found", False)]


def test_findings_are_listed_errors_first_and_advice_is_left_to_the_player() -> None:
    severities = [r.severity for r in sheet(BROKEN).remarks]
    assert severities == ["error"] * 8 + ["warning"] * 2
    assert not sheet(BROKEN).legal


def test_a_section_that_is_needed_and_empty_is_shown() -> None:
    block = sheet("Ruleset: faroe\n\nFighter Pool\n1 Rook\n").blocks[0]
    assert (block.title, block.figures, block.groups) == ("Deck", [("0/40-60 cards (under)", True)], [])


# --- QR codes ----------------------------------------------------------------------------------------------------


def test_the_code_holds_hash_and_list() -> None:
    deck = "Ruleset: faroe\n\nDeck\n4 Gust Step\n2 No: Such 100%\n\nFighter Pool\n2 Rook\n"
    held, complete = codes(listing(deck))
    head = f"FADE-DECK:1:{listing(deck).hash}:FAROE"
    assert held == [f"{head}:*DECK:4 FST-132:2 =No%3A Such 100%25:*FIGHTER-POOL:2 FST-035"]
    assert complete


def test_a_long_list_is_parted_and_nothing_is_lost() -> None:
    cards = [card["name"] for card in _cards("faroe/starter.json")][:100]
    deck = listing("Ruleset: faroe\n\nDeck\n" + "".join(f"1 {name}\n" for name in cards))
    held, complete = codes(deck)
    assert complete
    assert len(held) > 1
    assert [code.split(":")[4] for code in held] == [f"{n}/{len(held)}" for n in range(1, len(held) + 1)]
    assert all(code.split(":")[5] == "*DECK" for code in held)
    assert sum(len(code.split(":")[6:]) for code in held) == 100
    assert all(dark_runs(code)[0] <= 81 for code in held)  # modules a side that paper and telephones can do


@pytest.mark.parametrize("count", [*range(105, 151), 300, 400])
def test_a_list_of_any_length_up_to_eight_codes_is_whole(count: int, tmp_path: Path) -> None:
    cards = [{"name": f"Card {n}", "number": f"{n:03}", "types": ["Skill"]} for n in range(count)]
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"schema": 1, "game": "faroe", "set": "OWN", "cards": cards}), encoding="utf-8")
    lines = [f"{1 + n % 12} {card['name']}" for n, card in enumerate(cards)]
    deck = "\n".join(["Ruleset: faroe", "", "Deck", *lines[10:], "", "Fighter Pool", *lines[:10], ""])
    held, complete = codes(make_listing(read_text(deck, "deck.txt"), Checker(load_cards([path]))))
    assert complete
    assert 1 < len(held) <= 8
    assert all(dark_runs(code)[0] <= 81 for code in held)
    found: dict[str, list[str]] = {}
    for code in held:
        title = ""
        for word in code.split(":")[5:]:
            if word.startswith("*"):
                title = word
            else:
                found.setdefault(title, []).append(word)
    wanted = [f"{1 + n % 12} OWN-{n:03}" for n in range(count)]
    assert found == {"*DECK": wanted[10:], "*FIGHTER-POOL": wanted[:10]}


def test_a_list_too_long_for_codes_has_its_hash_alone() -> None:
    deck = listing(STRESS)
    assert codes(deck) == ([f"FADE-DECK:1:{deck.hash}:FADE"], False)


def test_the_modules_drawn_are_those_of_the_code() -> None:
    import segno

    size, runs = dark_runs("FADE-DECK:1")
    matrix = [bytearray(size) for _ in range(size)]
    for x, y, length in runs:
        matrix[y][x : x + length] = b"\1" * length
    expected = segno.make("FADE-DECK:1", error="m", micro=False, boost_error=False).matrix
    assert [bytes(row) for row in matrix] == [bytes(row) for row in expected]


def _cards(path: str) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = json.loads((ROOT / "card_db" / path).read_text(encoding="utf-8"))["cards"]
    return cards


# --- layout ------------------------------------------------------------------------------------------------------


class Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    what: str

    def meets(self, other: Area, slack: float = 0.3) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > slack and min(self.bottom, other.bottom) - max(self.top, other.top) > slack


def areas(page: Page, fonts: Fonts) -> Iterator[Area]:
    """Where text, tick boxes and codes lie; letters as high as capitals and as low as descenders."""
    for x, y, marks in page:
        for mark in marks:
            left, top = x + mark.x, y + mark.y
            if isinstance(mark, Text):
                wide = fonts.width(mark.text, mark.size, mark.bold)
                yield Area(left, top - 0.76 * mark.size, left + wide, top + 0.24 * mark.size, mark.text)
            elif isinstance(mark, Boxes):
                for n in range(mark.copies):
                    row, column = divmod(n, mark.per_row)
                    a, b = left + column * mark.pitch, top + row * mark.leading
                    yield Area(a, b, a + mark.side, b + mark.side, "box")
            elif isinstance(mark, Code):
                yield Area(left, top, left + mark.side, top + mark.side, "code")


def overlaps(found: list[Area]) -> list[tuple[str, str]]:
    return [(a.what, b.what) for a, b in itertools.combinations(found, 2) if a.meets(b)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("source", [*EXAMPLES, STRESS], ids=lambda s: s.stem if isinstance(s, Path) else "stress")
def test_nothing_overlaps_or_leaves_the_page(source: Path | str, paper: str) -> None:
    fonts = Fonts()
    for page in lay_out(sheet(source), fonts, paper):
        found = list(areas(page, fonts))
        assert overlaps(found) == []
        width, height = PAPERS[paper]
        assert [
            a.what for a in found if min(a.left, a.top) < 30 or a.right > width - 30 or a.bottom > height - 30
        ] == []


def test_every_example_is_one_page_and_the_stress_deck_is_whole() -> None:
    fonts = Fonts()
    assert [len(lay_out(sheet(path), fonts, "letter")) for path in EXAMPLES] == [1] * len(EXAMPLES)
    stress = sheet(STRESS)
    pages = lay_out(stress, fonts, "a4")
    texts = [mark.text for page in pages for placed in page for mark in placed.marks if isinstance(mark, Text)]
    assert len(pages) > 2
    joined = " ".join(texts)
    assert all(f"Row {n} of" in joined for n in range(296))
    assert LONG in "".join(texts).replace("not found", "")  # broken over lines, with nothing left out
    assert [f"Page {n} of {len(pages)}" in texts for n in range(1, len(pages) + 1)] == [True] * len(pages)
    boxes = [mark for page in pages for placed in page for mark in placed.marks if isinstance(mark, Boxes)]
    assert sum(mark.copies for mark in boxes) == listing(STRESS).size - 9999


def test_without_boxes_there_are_none() -> None:
    pages = lay_out(sheet(STORM, boxes=False), Fonts(), "a4")
    assert not any(isinstance(mark, Boxes) for page in pages for placed in page for mark in placed.marks)


def test_headings_stay_with_what_follows_and_are_repeated() -> None:
    again = Piece(10, [])
    heading = Piece(10, [], keep=True, opens=True)
    row = Piece(10, [], again=again)
    (first, *_), *_ = pour([row, row, heading, row, row, row, row, row], 30, 30)
    assert [piece for _, piece in first] == [again, row, row]
    flown = pour([heading, *[row] * 9], 40, 40)
    assert [len(page) for page in flown] == [2, 2]
    assert flown[0][1][0][1] is again
    assert sum(piece is row for page in flown for column in page for _, piece in column) == 9


# --- the PDF as others read it -------------------------------------------------------------------------------------


def run(*command: str | Path, stdin: bytes = b"") -> str:
    return subprocess.run([str(c) for c in command], input=stdin, capture_output=True, check=True).stdout.decode()


@pytest.fixture
def stress_pdf(tmp_path: Path) -> Path:
    path = tmp_path / "stress.pdf"
    path.write_bytes(made("pdf", STRESS))
    return path


def test_pdftotext_reads_it_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(made("pdf", STORM))
    text = run(tool("pdftotext"), "-raw", path, "-")
    wanted = ["Deck registration sheet", "Ode", "Kim", "Last Lamp Open", "LEGAL", "Skill 27", "4 Bare Knuckles FST 073"]
    wanted += ["Fighter Pool", "18/20 cards, level 96/100", "Lady Isaude, Gale Regent FST 014", "Total 58 cards"]
    wanted += ["Official use: deck check 1", "Round", "Status", "Judge", "Official use: deck check 2", "Page 1 of 1"]
    places = [text.find(part) for part in wanted]
    assert -1 not in places, wanted[places.index(-1)]
    assert places == sorted(places)


def test_pdftotext_finds_every_name_of_the_stress_deck(stress_pdf: Path) -> None:
    text = run(tool("pdftotext"), "-raw", stress_pdf, "-")
    squashed = re.sub(r"\s", "", text)
    assert LONG in squashed.replace("notfound", "")  # which stands beside its first lines
    assert "9999JabandGrin" in squashed
    assert '<b>&amp;"Bold"Łódź</b>' in squashed
    assert all(f"Row{n}ofaverylonglist" in squashed for n in range(296))
    assert "\ufffd" not in text


def words(path: Path) -> Iterator[list[Area]]:
    """The words of each page as pdftotext places them, cut down from the font's full height to that of letters."""
    found = run(tool("pdftotext"), "-bbox", path, "-")
    for page in found.split("<page ")[1:]:
        places = re.findall(r'<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>', page)
        made = []
        for *corners, word in places:
            left, top, right, bottom = map(float, corners)
            high = bottom - top
            made.append(Area(left, top + 0.2 * high, right, bottom - 0.15 * high, word))
        yield made


def test_no_words_overlap_in_the_pdf(stress_pdf: Path) -> None:
    pages = list(words(stress_pdf))
    assert len(pages) > 2
    for page in pages:
        assert overlaps(page) == []


def test_the_font_is_embedded_as_a_subset_with_its_letters(stress_pdf: Path) -> None:
    lines = run(tool("pdffonts"), stress_pdf).splitlines()[2:]
    fonts = [line.split() for line in lines if "DejaVu" in line]
    assert fonts
    for columns in fonts:
        assert columns[0][6] == "+"
        assert columns[-5:-2] == ["yes", "yes", "yes"]  # embedded, subset, Unicode


def test_properties_paper_and_pages(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(made("pdf", STORM, BROKEN, paper="letter"))
    info = run(tool("pdfinfo"), path)
    assert re.search(r"Title: +Deck registration sheets\n", info)
    assert re.search(r"Creator: +fade-deck ", info)
    assert re.search(r"Pages: +2\n", info)
    assert "(letter)" in info
    path.write_bytes(made("pdf", STORM))
    info = run(tool("pdfinfo"), path)
    assert re.search(r"Title: +Deck registration sheet: Ode, Kim · Storm Rush\n", info)
    assert re.search(r"Author: +Ode, Kim\n", info)
    assert "(A4)" in info


def test_pdftoppm_draws_ink_and_margins(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(made("pdf", BROKEN))
    run(tool("pdftoppm"), "-r", "40", "-gray", path, tmp_path / "a")
    (image,) = tmp_path.glob("a*.pgm")
    _, size, _, pixels = image.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    grid = [pixels[y * width : (y + 1) * width] for y in range(height)]
    assert all(min(row) > 250 for row in (*grid[:12], *grid[-12:]))
    assert all(row[x] > 250 for row in grid for x in (*range(12), *range(width - 12, width)))
    dark = sum(pixel < 128 for row in grid for pixel in row) / (width * height)
    assert 0.02 < dark < 0.3


def test_the_same_deck_gives_the_same_bytes(tmp_path: Path) -> None:
    code = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1])\n"
        "from tests.test_sheet import made, BROKEN\n"
        "for to in ('pdf', 'html', 'proxies'): print(hashlib.sha256(made(to, BROKEN)).hexdigest())"
    )
    seeds = [os.environ | {"PYTHONHASHSEED": seed} for seed in ("1", "2")]
    runs = [
        subprocess.run([sys.executable, "-c", code, str(ROOT)], capture_output=True, check=True, env=e) for e in seeds
    ]
    assert runs[0].stdout == runs[1].stdout
    assert len(set(runs[0].stdout.split())) == 3


def test_a_stamp_is_printed_only_when_asked_for() -> None:
    assert sheet(STORM).made == ""
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4}", sheet(STORM, stamp=True).made)
    assert b"Made 20" in made("html", STORM, stamp=True)
    assert b"Made 20" not in made("html", STORM)


# --- letters ---------------------------------------------------------------------------------------------------------

NINJA = "Ruleset: faroe\nPlayer: 忍者 Łukasz\n\nDeck\n1 Gust Step\n"


def test_letters_that_the_font_lacks_are_named_once() -> None:
    said: list[str] = []
    made("pdf", NINJA, NINJA, warn=said.append)
    assert len(said) == 1
    assert "忍 (U+5FCD), 者 (U+8005)" in said[0]
    assert "--font" in said[0]
    made("pdf", STORM, warn=said.append)
    assert len(said) == 1


def test_another_font_supplies_letters() -> None:
    font = Path("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf")
    if not font.is_file():
        pytest.skip("no font at hand that has a letter which the bundled one lacks")
    deck = NINJA.replace("忍者", "\uf005")
    said: list[str] = []
    without = made("pdf", deck, warn=said.append)
    assert len(said) == 1
    assert b"LiberationSans" not in without
    assert b"LiberationSans" in made("pdf", deck, warn=said.append, font=str(font))
    assert len(said) == 1
    assert b"LiberationSans" not in made("pdf", STORM, font=str(font))  # not needed, not embedded


@pytest.mark.parametrize("content", [None, b"", b"no font at all", b"OTTO" + b"\0" * 400])
def test_a_file_that_is_no_font_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "font.ttf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError):
        made("pdf", STORM, font=str(path))


def test_fitting_shrinks_then_wraps_and_loses_nothing() -> None:
    fonts = Fonts()
    assert fonts.fit("Rook", 100, 10, 8) == (10, ["Rook"])
    wide = fonts.width("Lady Isaude, Gale Regent", 10)
    size, lines = fonts.fit("Lady Isaude, Gale Regent", wide * 0.9, 10, 8)
    assert 8 < size < 10
    assert lines == ["Lady Isaude, Gale Regent"]
    size, lines = fonts.fit("Lady Isaude, Gale Regent", wide * 0.5, 10, 8)
    assert size == 8
    assert " ".join(lines) == "Lady Isaude, Gale Regent"
    assert "".join(fonts.wrap(LONG, 50, 8)) == LONG
    assert all(fonts.width(line, 8) <= 50 for line in fonts.wrap(LONG, 50, 8))


# --- HTML ------------------------------------------------------------------------------------------------------------


def test_names_are_no_markup_and_nothing_is_fetched() -> None:
    text = made("html", STRESS).decode()
    assert "&lt;b&gt;&amp;amp; &quot;Bold&quot; Łódź&lt;/b&gt;" in text
    assert "<b>&amp;" not in text
    assert not re.search(r"<script|<link|<img|url\(|@import|https?://", text)
    assert '<html lang="en">' in text


def test_a_name_cannot_leave_the_style_sheet() -> None:
    text = made("html", STORM, player='"}</style><script>x</script>').decode()
    assert "<script" not in text
    assert text.count("</style>") == 1


def test_html_says_what_the_sheet_says() -> None:
    for source in (STORM, BROKEN):
        text = html.unescape(re.sub(r"<[^>]+>", " ", made("html", source).decode().partition("<body>")[2]))
        text = " ".join(text.split())
        model = sheet(source)
        assert model.verdict in text
        for part in (*rows(model), *(r.message for r in model.remarks), model.hash, model.total, "deck check 2"):
            assert " ".join(part.split()) in text


def test_boxes_and_tables_are_labelled() -> None:
    text = made("html", STORM).decode()
    boxes = re.findall(r"<input ([^>]*)>", text)
    assert len(boxes) == 58
    assert all('type="checkbox" aria-label="' in box for box in boxes)
    assert "Gust Step, copy 4 of 4" in text
    assert text.count('<th scope="row">') == len(rows(sheet(STORM)))
    assert text.count("<h1") == 1
    assert made("html", STORM, boxes=False).count(b"<input") == 0
    assert made("html", "Ruleset: fade\n\nDeck\n9999 Jab and Grin\n").count(b"<input") == 0


def chromium(*arguments: str | Path) -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium is installed")
    return run(found, "--headless", "--no-sandbox", "--disable-gpu", *arguments)


_MEASURE = """
<iframe id="f" style="width:WIDTHpx;height:900px;border:0" srcdoc="PAGE"></iframe>
<pre id="out"></pre>
<script>
onload = () => {
  const d = f.contentDocument, rects = [], wide = [];
  const shown = e => !e.closest('.aside, style');
  for (const e of d.querySelectorAll('td, th, dd, dt, h1, h2, p, li, figcaption'))
    if (shown(e) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth) wide.push(e.textContent.slice(0, 60));
  const walk = d.createTreeWalker(d.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || !shown(node.parentElement)) continue;
    const range = d.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) rects.push([r.left, r.top, r.right, r.bottom, node.data.slice(0, 40)]);
  }
  for (const e of d.querySelectorAll('input, svg')) {
    const r = e.getBoundingClientRect();
    rects.push([r.left, r.top, r.right, r.bottom, e.tagName]);
  }
  out.textContent = JSON.stringify({wide, rects, scroll: d.documentElement.scrollWidth});
};
</script>
"""


@pytest.mark.parametrize("width", [320, 1000])
@pytest.mark.parametrize("source", [BROKEN, STRESS], ids=["broken", "stress"])
def test_nothing_overflows_or_overlaps_on_a_screen(tmp_path: Path, source: Path | str, width: int) -> None:
    page = html.escape(made("html", source).decode())
    path = tmp_path / "measure.html"
    path.write_text(_MEASURE.replace("WIDTH", str(width)).replace("PAGE", page), encoding="utf-8")
    dom = chromium("--dump-dom", path.as_uri())
    found = json.loads(html.unescape(re.findall(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)[-1]))
    assert found["wide"] == []
    assert found["scroll"] <= width
    assert len(found["rects"]) > 60
    assert [r for r in found["rects"] if r[2] > width + 0.5 or r[0] < -0.5] == []
    shrunk = [Area(left, top + 2, right, bottom - 2, what) for left, top, right, bottom, what in found["rects"]]
    assert overlaps(shrunk) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_chromium_prints_each_sheet_on_its_pages(tmp_path: Path, paper: str) -> None:
    path, pdf = tmp_path / "a.html", tmp_path / "a.pdf"
    path.write_bytes(made("html", STORM, BROKEN, paper=paper))
    chromium("--no-pdf-header-footer", f"--print-to-pdf={pdf}", path.as_uri())
    info = run(tool("pdfinfo"), pdf)
    assert re.search(r"Pages: +2\n", info)
    assert ("(A4)" if paper == "a4" else "(letter)") in info
    first, second, _ = run(tool("pdftotext"), "-layout", pdf, "-").split("\f")
    assert "Ode, Kim · Storm Rush" in first
    assert "Page 1 of 2" in first
    assert "Lindqvist, Tove" in second
    assert "Updraft Leep" in second
    for page in words(pdf):
        assert overlaps(page) == []


@pytest.mark.parametrize(("paper", "pages"), [("a4", 6), ("letter", 7)])
def test_chromium_prints_the_stress_deck_whole(tmp_path: Path, paper: str, pages: int) -> None:
    path, pdf = tmp_path / "a.html", tmp_path / "a.pdf"
    path.write_bytes(made("html", STRESS, paper=paper))
    chromium("--no-pdf-header-footer", f"--print-to-pdf={pdf}", path.as_uri())
    found = re.search(r"Pages: +(\d+)\n", run(tool("pdfinfo"), pdf))
    assert found
    assert abs(int(found[1]) - pages) <= 1  # browsers break lines a little differently
    squashed = re.sub(r"\s", "", run(tool("pdftotext"), "-raw", pdf, "-"))
    assert all(f"Row{n}ofaverylonglist" in squashed for n in range(296))
    for page in words(pdf):
        assert overlaps(page) == []


# --- play-test cards ------------------------------------------------------------------------------------------


def test_proxies_nine_to_a_page_with_what_the_card_says(tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    path.write_bytes(made("proxies", STORM))
    assert re.search(r"Pages: +7\n", run(tool("pdfinfo"), path))  # 58 cards
    text = run(tool("pdftotext"), "-raw", path, "-")
    assert text.count("Storm Dancer") >= 4
    assert "Archetype: Gale Court" in text
    for page in words(path):
        assert overlaps(page) == []
    assert (round(WIDTH * 25.4 / 72, 6), round(HEIGHT * 25.4 / 72, 6)) == (63, 88)


def test_proxies_of_every_shipped_card_fit(tmp_path: Path) -> None:
    said: list[str] = []
    for ruleset, game in (("fade", "fade"), ("faroe", "faroe"), ("arsenal", "arena")):
        deck = f"Ruleset: {ruleset}\n\nDeck\n" + "".join(
            f"1 {card['name']}\n" for card in _cards(f"{game}/starter.json")
        )
        path = tmp_path / f"{ruleset}.pdf"
        path.write_bytes(made("proxies", deck, warn=said.append))
        for page in words(path):
            assert overlaps(page) == []
    assert said == []


def test_proxies_of_unknown_names_and_far_too_many() -> None:
    assert made("proxies", f"Ruleset: fade\n\nDeck\n1 {LONG}\n1 No Such Card\n").startswith(b"%PDF")
    with pytest.raises(UsageError):
        made("proxies", "Ruleset: fade\n\nDeck\n9999 Jab and Grin\n1 Cargo Slam\n")


# --- what once went wrong ---------------------------------------------------------------------------------------


def test_a_name_too_long_for_a_code_leaves_the_hash() -> None:
    for name in ("한" * 780, "x" * 900, "\N{DRAGON}" * 575):
        deck = listing(f"Ruleset: faroe\n\nDeck\n4 Gust Step\n2 {name}\n")
        assert codes(deck) == ([f"FADE-DECK:1:{deck.hash}:FAROE"], False)
    huge = json.dumps({"ruleset": "faroe", "sections": [{"section": "Deck", "cards": [{"name": "x" * 6000}]}]})
    assert made("pdf", huge).startswith(b"%PDF")


def test_codes_with_names_are_utf8_and_others_dense() -> None:
    import segno

    for content, mode in (("1 =Café", "byte"), ("FADE-DECK:1:4 FST-001", "alphanumeric")):
        encoding = "utf-8" if mode == "byte" else None
        wanted = segno.make(content, error="m", mode=mode, encoding=encoding, micro=False, boost_error=False)
        size, runs = dark_runs(content)
        assert size == len(wanted.matrix)
        assert sum(length for *_, length in runs) == sum(map(sum, wanted.matrix))


def with_hash(source: Path | str, letters: str) -> Sheet:
    deck = listing(source)
    deck.hash = letters
    return make_sheet(deck, Options())


def texts(page: Page) -> list[str]:
    return [mark.text for placed in page for mark in placed.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("letters", ["QSMNWAM3GG", "WWWWWWWWWW"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_hash_is_never_broken(letters: str, paper: str) -> None:
    fonts = Fonts()
    (page,) = lay_out(with_hash(STORM, letters), fonts, paper)
    assert texts(page).count(letters) == 2  # in the head and under the code
    assert max(a.right for a in areas(page, fonts)) <= PAPERS[paper][0] - 30


@pytest.mark.parametrize("header", ["Player", "Name"])
def test_the_hash_stands_on_every_page_whatever_the_names(header: str) -> None:
    deck = STRESS.replace(f"{header}: ", f"{header}: {'Wolfeschlegelsteinhausen ' * 20}", 1)
    s = sheet(deck)
    fonts = Fonts()
    pages = lay_out(s, fonts, "a4")
    for number, page in enumerate(pages):
        ends = [text for text in texts(page) if text.endswith(f"hash {s.hash}")]
        assert len(ends) == (2 if number else 1)
        assert all("The Deck That" in text or header == "Name" for text in ends)
        assert max(a.right for a in areas(page, fonts)) <= PAPERS["a4"][0] - 30
    style = re.findall(r'content: "((?:\\[0-9a-f]{6})+)"', made("html", deck).decode())
    foot = "".join(chr(int(code, 16)) for code in style[0].split("\\")[1:])
    assert foot.endswith(f"hash {s.hash}")


def test_a_long_name_that_is_no_card_is_gray_to_its_end() -> None:
    s = sheet(f"Ruleset: fade\n\nDeck\n1 {LONG * 3}\n")
    pieces = [
        p
        for p in Lister(s, Fonts(), 240, 1).pieces()
        if any(isinstance(m, Text) and "calif" in m.text for m in p.marks)
    ]
    assert len(pieces) > 2
    assert all(any(isinstance(mark, Rect) and mark.fill for mark in piece.marks) for piece in pieces)


def test_advice_is_not_counted_on_the_sheet() -> None:
    deck = "Ruleset: faroe\n\nDeck\n2 Gust Step\n1 Gust Step\n"
    assert listing(deck).report.count("advice")
    assert "advice" not in sheet(deck).found


@pytest.mark.parametrize("width", [320, 360, 1000])
def test_the_title_does_not_cross_the_initial(tmp_path: Path, width: int) -> None:
    page = html.escape(made("html", STORM).decode())
    script = (
        f'<iframe id="f" style="width:{width}px;height:900px;border:0" srcdoc="{page}"></iframe><pre id="out"></pre>'
        "<script>onload = () => { const d = f.contentDocument, r = d.createRange();"
        "r.selectNodeContents(d.querySelector('h1')); const b = d.querySelector('.initial').getBoundingClientRect();"
        "out.textContent = JSON.stringify([...r.getClientRects()].map(x => x.right <= b.left || x.bottom <= b.top)) }"
        "</script>"
    )
    path = tmp_path / "a.html"
    path.write_text(script, encoding="utf-8")
    dom = chromium("--dump-dom", path.as_uri())
    clear = json.loads(re.findall(r'<pre id="out">(.*?)</pre>', dom, re.DOTALL)[-1])
    assert clear
    assert all(clear)
