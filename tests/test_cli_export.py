"""`export`, `convert` and `hash` as a person runs them: what is printed, what is written, what is refused."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.command import ROOT, fade_deck

STORM = ROOT / "examples" / "faroe" / "storm-rush.txt"
BROKEN = ROOT / "examples" / "faroe" / "storm-rush-broken.txt"
SHORT = "Name: Short\nPlayer: {player}\nRuleset: faroe\nDeck\n4 Gust Step\n"


def decks(folder: Path, *players: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, player in enumerate(players):
        (folder / f"{number}.txt").write_text(SHORT.format(player=player), encoding="utf-8")
    return folder


def on_terminal(*args: str) -> tuple[int, bytes]:
    """Run with standard output on a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fade_deck", *args]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, check=False, cwd=ROOT)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 4096):
            shown += more
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return done.returncode, shown


# --- export: formats and targets -------------------------------------------------------------------------------------


def test_text_formats_are_printed() -> None:
    result = fade_deck("export", STORM, "--to", "markdown")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("## Storm Rush\n\n**LEGAL**")


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    for name, begins in {
        "d.json": b"{",
        "d.csv": b"# Name:",
        "d.pdf": b"%PDF-",
        "d.zip": b"PK",
        "d.md": b"## ",
    }.items():
        assert fade_deck("export", STORM, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(begins), name


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["export", STORM], "deck.pdf"),
        (["convert", STORM], "deck.json"),
        (["stats", STORM, "--format", "html"], "deck.html"),
    ],
)
def test_a_file_is_said_to_be_written_or_replaced(command: list[str | Path], name: str, tmp_path: Path) -> None:
    for done in ("written", "replaced"):
        result = fade_deck(*command, "--output", tmp_path / name)
        assert (result.code, result.out, result.err) == (0, "", f"{tmp_path / name} {done}\n")
    assert fade_deck(*command, "--output", tmp_path / "no" / name).err.count("written") == 1  # `cannot be written`


def test_to_wins_over_the_ending(tmp_path: Path) -> None:
    assert fade_deck("export", STORM, "--to", "json", "-o", tmp_path / "deck.txt").code == 0
    assert json.loads((tmp_path / "deck.txt").read_text())["kind"] == "deck"


@pytest.mark.parametrize("args", [[], ["-o", "deck.docx"], ["--to", "markdwon"]])
def test_an_unknown_format_is_an_error(args: list[str], tmp_path: Path) -> None:
    result = fade_deck("export", STORM, *args, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert "markdown" in result.err
    assert list(tmp_path.iterdir()) == []


def test_binary_goes_into_a_pipe_but_not_to_a_terminal() -> None:
    command = [sys.executable, "-m", "fade_deck", "export", str(STORM), "--to", "tcgarena"]
    piped = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    assert piped.stdout.startswith(b"PK")
    code, shown = on_terminal("export", str(STORM), "--to", "tcgarena")
    assert code == 2
    assert b"a terminal cannot show `tcgarena`" in shown
    assert b"PK\x03" not in shown


def test_a_terminal_is_not_driven_by_a_name(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Name: a\x1b[31mb\nRuleset: faroe\nDeck\n4 Gust Step\n")
    code, shown = on_terminal("export", str(deck), "--to", "text")
    assert code == 0
    assert b"4 Gust Step" in shown
    assert b"\x1b[31m" not in shown


def test_piped_text_is_utf8_whatever_the_terminal() -> None:
    deck = "Name: 忍者\nRuleset: faroe\nDeck\n4 Gust Step\n"
    result = fade_deck("export", "-", "--to", "text", stdin=deck, PYTHONIOENCODING="cp1252")
    assert result.out.splitlines()[0] == "Name: 忍者"


def test_many_decks_in_one_file_by_last_name(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada Zimmer", "Bo Ahn", "van Dyk, Cor", "Dee Ahn", "")
    result = fade_deck("export", folder, "--to", "markdown")
    lines = [line for line in result.out.splitlines() if line.startswith("**ILLEGAL")]
    assert [line.split(" · ")[1] for line in lines] == [
        *("Ahn, Bo", "Ahn, Dee", "van Dyk, Cor", "Zimmer, Ada"),
        "F.A.R.O.E., a player's deck",
    ]


def test_one_deck_a_file_in_a_folder(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "../Ada: Zimmer", "CON", "con", "con")
    target = tmp_path / "new" / "out"
    result = fade_deck("export", folder, "--to", "lackey", "-o", target)
    assert result.code == 0
    names = ["CON - Short.dek", "con - Short (2).dek", "con - Short (3).dek", "Ada- Zimmer - Short.dek"]
    assert sorted(path.name for path in target.iterdir()) == sorted(names)
    assert {path.name for path in tmp_path.rglob("*.dek")} == set(names)


def test_files_in_a_folder_are_replaced_only_by_force(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada Reed", "Bo Ahn")
    mine = tmp_path / "out" / "Ada Reed - Short.csv"
    mine.parent.mkdir()
    mine.write_text("mine")
    args = ("export", folder, "--to", "csv", "-o", mine.parent)
    result = fade_deck(*args)
    assert result.code == 2
    assert "is there already" in result.err
    assert [path.name for path in mine.parent.iterdir()] == [mine.name]
    assert mine.read_text() == "mine"
    assert fade_deck(*args, "--force").code == 0
    assert mine.read_text().startswith("# Name: Short")
    assert len(list(mine.parent.iterdir())) == 2


def test_several_decks_need_a_folder_where_a_file_holds_one(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada", "Bo")
    for args in (["--to", "json"], ["-o", "all.json"]):
        result = fade_deck("export", folder, *args, cwd=tmp_path)
        assert (result.code, result.out) == (2, "")
        assert "one deck, and there are 2" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_sheet_for_each_deck_in_a_folder(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada", "Bo")
    assert fade_deck("export", folder, "--to", "pdf", "-o", f"{tmp_path}/out/").code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["Ada - Short.pdf", "Bo - Short.pdf"]


def test_inputs_are_never_overwritten(tmp_path: Path) -> None:
    deck = tmp_path / "Ada - Short.txt"
    deck.write_text(SHORT.format(player="Ada"))
    before = deck.read_bytes()
    for command, args in (
        ("export", ["-o", str(deck)]),
        ("export", ["--to", "text", "-o", str(tmp_path), "--force"]),
        ("convert", ["-o", str(deck)]),
    ):
        result = fade_deck(command, deck, *args)
        assert result.code == 2
        assert "would overwrite" in result.err
        assert deck.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    result = fade_deck("export", STORM, "--to", "text", "-o", f"{tmp_path}/file/below/")
    assert result.code == 2
    assert "no folder can be made here" in result.err


# --- export: verdicts and errors -------------------------------------------------------------------------------------


def test_an_illegal_deck_is_exported_with_a_warning(tmp_path: Path) -> None:
    result = fade_deck("export", BROKEN, "-o", tmp_path / "deck.json")
    assert result.code == 0
    assert "is not legal" in result.err
    assert (tmp_path / "deck.json").exists()


def test_refuse_illegal_exits_1_and_writes_nothing(tmp_path: Path) -> None:
    result = fade_deck("export", BROKEN, STORM, "--refuse-illegal", "-o", tmp_path / "decks.pdf")
    assert result.code == 1
    assert str(BROKEN) in result.err
    assert str(STORM) not in result.err
    assert list(tmp_path.iterdir()) == []
    assert fade_deck("export", STORM, "--refuse-illegal", "-o", tmp_path / "deck.pdf").code == 0


def test_one_deck_that_cannot_be_read_stops_all_and_all_are_named(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada")
    (folder / "bad.json").write_text('{"sections": 3}')
    (folder / "nameless.txt").write_text("4 Gust Step\n")
    result = fade_deck("export", folder, "-o", tmp_path / "all.md")
    assert result.code == 3
    assert "bad.json:1" in result.err
    assert "nameless.txt: no ruleset is named" in result.err
    assert "nothing was written" in result.err
    assert not (tmp_path / "all.md").exists()


def test_a_deck_without_ruleset_is_refused_as_by_validate() -> None:
    result = fade_deck("export", "-", "--to", "text", stdin="4 Gust Step\n")
    assert result.code == 2
    assert "--ruleset faroe" in result.err
    assert fade_deck("export", "-", "--to", "text", "-r", "faroe", stdin="4 Gust Step\n").out == (
        "Ruleset: faroe\n\n4 Gust Step\n"
    )


def test_a_bad_date_and_a_bad_ruleset() -> None:
    assert "not a date" in fade_deck("export", STORM, "--to", "text", "--date", "tomorrow").err
    assert fade_deck("export", STORM, BROKEN, "--to", "markdown", "-r", "nonesuch").err.count("error:") == 1


def test_tabletop_simulator_without_pictures_is_refused(tmp_path: Path) -> None:
    result = fade_deck("export", STORM, "--to", "tts", "-o", tmp_path / "deck.json")
    assert result.code == 2
    assert "`Crosswind Kick`" in result.err
    assert '"image"' in result.err
    assert list(tmp_path.iterdir()) == []


def test_tcgarena_holds_every_deck(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada", "Ada")
    assert fade_deck("export", folder, "-o", tmp_path / "all.zip").code == 0
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert archive.namelist() == ["cards.json", "Ada - Short.txt", "Ada - Short (2).txt"]


# --- convert ---------------------------------------------------------------------------------------------------------


def test_there_and_back_again(tmp_path: Path) -> None:
    """Text to JSON and back gives the same list, whatever comes between."""
    first = tmp_path / "a.txt"
    assert fade_deck("convert", STORM, "-o", first).code == 0
    before = first
    for ending in ("json", "txt", "json", "txt"):
        after = tmp_path / f"{before.stem}x.{ending}"
        result = fade_deck("convert", before, "-o", after)
        assert (result.code, result.err, result.out) == (0, f"{after} written\n", "")
        before = after
    assert before.read_text() == first.read_text()
    lines = {line for line in STORM.read_text().splitlines() if line}
    assert set(first.read_text().splitlines()) - {""} == lines


def test_convert_needs_no_cards_and_no_ruleset() -> None:
    deck = "Name: Mine\nWhoever: me\n\nOdd Section:\n3 Unheard Of (ABC) 7\nDeck\n1 Never Seen # why\n"
    result = fade_deck("convert", "-", "--to", "csv", stdin=deck)
    assert (result.code, result.out) == (
        0,
        "# Name: Mine\n# Whoever: me\nqty,name,set,number,section,comment\n"
        "3,Unheard Of,ABC,7,Odd Section,\n1,Never Seen,,,Deck,why\n",
    )
    assert "<stdin>:7" in result.err


def test_convert_goes_on_without_a_ruleset_that_is_missing() -> None:
    result = fade_deck("convert", "-", "--to", "text", stdin="Ruleset: nonesuch\n\nDeck\n4 Gust Step\n")
    assert (result.code, result.out) == (0, "Ruleset: nonesuch\n\nDeck\n4 Gust Step\n")
    assert "nonesuch" in result.err
    assert fade_deck("convert", "-", "--to", "text", "-r", "nonesuch", stdin="4 Gust Step\n").code == 2


def test_unread_lines_are_refused_or_kept() -> None:
    deck = "Deck\n4 Gust Step\n0 Forked Palm\n"
    result = fade_deck("convert", "-", "--to", "json", stdin=deck)
    assert (result.code, result.out) == (3, "")
    assert "<stdin>:3: " in result.err
    assert "--keep-unread" in result.err
    kept = fade_deck("convert", "-", "--to", "json", "--keep-unread", stdin=deck)
    assert kept.code == 0
    assert kept.json["sections"][0]["cards"] == [{"count": 4, "name": "Gust Step", "comment": "0 Forked Palm"}]
    assert "<stdin>:3: kept as a comment" in kept.err


def test_convert_writes_deck_formats_only() -> None:
    for args in (["--to", "markdown"], ["-o", "deck.pdf"], []):
        assert fade_deck("convert", STORM, *args).code == 2


def test_a_dek_of_lackey_becomes_text() -> None:
    deck = (
        '<deck version="0.8"><meta><game>faroe</game><title>A &amp; B</title></meta><superzone name="Deck">'
        + '<card><name id="x">Gust Step</name><set>FST</set></card>' * 3
        + "</superzone></deck>"
    )
    result = fade_deck("convert", "-", "--to", "text", stdin=deck)
    assert result.out == "game: faroe\nName: A & B\n\nDeck\n3 Gust Step (FST)\n"


# --- hash ------------------------------------------------------------------------------------------------------------


def test_hash_is_the_same_for_every_format(tmp_path: Path) -> None:
    for ending in ("txt", "json", "csv", "tsv", "dek", "cod"):
        assert fade_deck("convert", STORM, "-o", tmp_path / f"deck.{ending}").code == 0
    result = fade_deck("hash", STORM, tmp_path)
    lines = [line.split("  ") for line in result.out.splitlines()]
    assert len(lines) == 7
    assert len({found for found, _ in lines}) == 1
    assert lines[0][1] == str(STORM)


def test_hash_goes_on_after_a_deck_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"sections": 3}')
    result = fade_deck("hash", tmp_path / "a.json", STORM, tmp_path / "none.txt")
    assert result.code == 3
    assert len(result.out.splitlines()) == 1
    assert "a.json:1" in result.err
    assert "none.txt" in result.err


def test_hash_minds_the_section() -> None:
    both = [fade_deck("hash", "-", "-r", "faroe", stdin=f"{s}\n1 Storm Dancer\n") for s in ("Deck", "Fighter Pool")]
    assert [result.out.partition("  ")[2] for result in both] == ["<stdin>\n", "<stdin>\n"]
    assert both[0].out != both[1].out


def test_hash_says_which_lines_it_counts_as_they_stand() -> None:
    deck = "Ruleset: faroe\nDeck\n4 Gust Step\n"
    plain, odd, other = (fade_deck("hash", "-", stdin=deck + more) for more in ("", "0 Rook\n", "-3 Rook\n"))
    assert (plain.code, plain.err, odd.code) == (0, "", 0)
    assert len({plain.out, odd.out, other.out}) == 3
    assert odd.err.startswith("warning: <stdin>:4: cannot read `0 Rook`")
    assert odd.err.endswith("counted as it stands\n")
    many = fade_deck("hash", "-", stdin=deck + "0 Rook\n" * 30)
    assert "and 20 more lines" in many.err


def test_what_is_no_deck_at_all_has_no_hash() -> None:
    result = fade_deck("hash", "-", "-r", "faroe", stdin="[" * 100_000)
    assert (result.code, result.out) == (3, "")
    assert "nothing in it can be read as a card" in result.err
    assert "no cards" in fade_deck("hash", "-", "-r", "faroe", stdin="").err


# --- messages and ways out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["한" * 780, "\N{DRAGON}" * 575])
def test_a_name_too_long_for_a_code_is_exported(name: str, tmp_path: Path) -> None:
    for to in ("pdf", "html"):
        deck = f"Ruleset: faroe\nDeck\n2 {name}\n"
        assert fade_deck("export", "-", "-o", tmp_path / f"d.{to}", stdin=deck).code == 0
    assert "(hash only)" in (tmp_path / "d.html").read_text()


def test_a_folder_in_the_way_stops_all_files(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada Reed", "Bo Ahn")
    (tmp_path / "out" / "Ada Reed - Short.csv").mkdir(parents=True)
    result = fade_deck("export", folder, "--to", "csv", "-o", tmp_path / "out", "--force")
    assert result.code == 2
    assert "is a folder" in result.err
    assert len(list((tmp_path / "out").iterdir())) == 1


def test_a_write_that_fails_says_how_many_were_written(tmp_path: Path) -> None:
    folder = decks(tmp_path / "in", "Ada Reed", "Bo Ahn")
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / "Ada Reed - Short.csv")
    result = fade_deck("export", folder, "--to", "csv", "-o", tmp_path / "out", "--force")
    assert result.code == 2
    assert "1 of 2 files were written" in result.err


@pytest.mark.parametrize("command", ["export --to text", "convert --to text", "export --to pdf", "hash"])
def test_a_closed_standard_output_is_an_error(command: str) -> None:
    run = f"exec {sys.executable} -m fade_deck {command} {STORM} >&-"
    done = subprocess.run(["bash", "-c", run], capture_output=True, check=False, cwd=ROOT)
    assert (done.returncode, b"standard output is closed" in done.stderr) == (2, True)


def test_convert_takes_one_file(tmp_path: Path) -> None:
    result = fade_deck("convert", tmp_path, "--to", "json")
    assert result.code == 2
    assert "takes one file" in result.err


def test_an_unknown_ending_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    result = fade_deck("export", STORM, "-o", tmp_path / "x.lackey")
    assert result.code == 2
    assert "lackey (.dek)" in result.err


def test_printings_in_examples_are_those_of_the_cards() -> None:
    data = json.loads((ROOT / "card_db" / "faroe" / "starter.json").read_text(encoding="utf-8"))
    real = {(card["name"], card["number"]) for card in data["cards"]}
    shown = fade_deck("add", "--help").out + (ROOT / "docs" / "editing.md").read_text(encoding="utf-8")
    found = re.findall(r"([A-Z]\w+ [A-Z]\w+) \(FST\) (\d+)", shown)
    assert found
    assert set(found) <= real


def test_what_is_left_of_a_line_is_said_once() -> None:
    deck = "Ruleset: faroe\nDeck\n2 Gust Step # shiny\n"
    err = fade_deck("export", "-", "--to", "text", stdin=deck).err
    assert "the rest of the line kept as a comment" in err
