"""What a hostile or unlucky world does to the program: odd files, streams, paths and rulesets.

Each case here once gave a wrong verdict, a bug's exit code, or a hang.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fade_deck.decklists import deck_files
from tests.command import ROOT, fade_deck

DECK = ROOT / "examples" / "faroe" / "storm-rush.txt"
LONG = "a" * 300
RULESET = 'id = "odd"\ntitle = "Odd"\nextends = "faroe"\n'


def deck_file(folder: Path, text: str, name: str = "deck.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def cards_in(path: Path, *args: str) -> tuple[dict[str, int], list[str]]:
    """Cards of the Deck, and the rules that spoke."""
    (deck,) = fade_deck("validate", path, "-r", "faroe", "-f", "json", *args).json["decks"]
    return deck["totals"]["deck"], [finding["rule"] for finding in deck["findings"]]


# --- nothing is dropped, nothing is made up --------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_slow_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("w") as out:
            for line in ("Deck", "4 Ember Jab", "4 Forked Palm"):
                out.write(line + "\n")
                out.flush()
                threading.Event().wait(0.3)

    writer = threading.Thread(target=write)
    writer.start()
    assert cards_in(pipe)[0]["cards"] == 8
    writer.join()


@pytest.mark.parametrize("count", [0, -4, "4", True, 4.5, [4], 10_000, 9_999_999])
def test_a_faulty_count_in_json_is_no_card(tmp_path: Path, count: Any) -> None:
    sections = [{"section": "Deck", "cards": [{"count": count, "name": "Ember Jab"}]}]
    totals, rules = cards_in(deck_file(tmp_path, json.dumps({"sections": sections}), "deck.json"))
    assert totals["cards"] == 0
    assert "unreadable-line" in rules


def test_comments_and_stray_text_are_no_cards(tmp_path: Path) -> None:
    card = {"count": 4, "name": "Ember Jab", "comment": "Forked Palm"}
    text = json.dumps({"sections": [{"section": "Deck", "comment": "Gust Step", "cards": [card]}]})
    assert cards_in(deck_file(tmp_path, text, "deck.json"))[0]["cards"] == 4
    table = "qty,name,section,comment\n4,Ember Jab,Deck,Forked Palm\n"
    assert cards_in(deck_file(tmp_path, table, "deck.csv"))[0]["cards"] == 4
    lackey = (
        '<deck version="0.8"><superzone name="Deck">Forked Palm<card><name>Ember Jab</name></card></superzone></deck>'
    )
    assert cards_in(deck_file(tmp_path, lackey, "deck.dek"))[0]["cards"] == 1


@pytest.mark.parametrize("line", ["Ember Jab: 9", "ember jab: 9", "Rook: of the Nine Bells"])
def test_a_card_that_looks_like_a_header_does_not_vanish(tmp_path: Path, line: str) -> None:
    assert "unreadable-line" in cards_in(deck_file(tmp_path, f"{line}\nDeck\n1 Ember Jab\n"))[1]


@pytest.mark.parametrize("line", ["Ember Jab - 4", "Ember Jab: 4"])
def test_a_count_behind_a_name_opens_no_section(tmp_path: Path, line: str) -> None:
    totals, rules = cards_in(deck_file(tmp_path, f"Deck\n{line}\n3 Forked Palm\n"))
    assert totals["cards"] == 3
    assert "unreadable-line" in rules
    assert "unknown-section" not in rules


def test_a_folder_that_cannot_be_looked_into_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut = tmp_path / "shut"
    shut.mkdir()
    deck_file(tmp_path, DECK.read_text())
    real = os.scandir

    def scandir(path: str) -> Any:
        if Path(path) == shut:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert deck_files(str(tmp_path)) == [str(tmp_path / "deck.txt"), str(shut)]


def test_one_hostile_deck_does_not_stop_the_others(tmp_path: Path) -> None:
    deck_file(tmp_path, f"Ruleset: {LONG}.toml\n1 Ember Jab\n", "a.txt")
    deck_file(tmp_path, f"Ruleset: {LONG}/x\n1 Ember Jab\n", "b.txt")
    deck_file(tmp_path, DECK.read_text(), "c.txt")
    (tmp_path / "d.txt").symlink_to(tmp_path / "nowhere")
    found = fade_deck("validate", tmp_path, "-f", "json")
    assert [deck["legal"] for deck in found.json["decks"]] == [None, None, True, None]
    assert found.code == 3


# --- files of the user's are never overwritten -----------------------------------------------------------------


def test_output_never_overwrites_cards_ruleset_configuration_or_stdin(tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps({"game": "faroe", "set": "X", "cards": [{"name": "A", "types": ["Skill"]}]}))
    parent = tmp_path / "parent.toml"
    parent.write_text(RULESET)
    ruleset = tmp_path / "rules.toml"
    ruleset.write_text('id = "child"\nextends = "parent.toml"\n')
    config = tmp_path / "fade-deck.toml"
    config.write_text('ruleset = "faroe"\n')
    for target in (cards, ruleset, parent, config):
        before = target.read_bytes()
        found = fade_deck("validate", DECK, "-c", cards, "-r", ruleset, "-o", target, cwd=tmp_path)
        assert (found.code, "would overwrite" in found.err) == (2, True), target.name
        assert target.read_bytes() == before
    copy = deck_file(tmp_path, DECK.read_text())
    with copy.open() as stdin:
        command = [sys.executable, "-m", "fade_deck", "validate", "-", "-o", str(copy)]
        assert subprocess.run(command, stdin=stdin, cwd=ROOT, capture_output=True, check=False).returncode == 2
    assert copy.read_text() == DECK.read_text()


# --- paths, streams, cache -------------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [(LONG * 20,), (DECK, "-c", LONG * 20), (DECK, "-r", f"{LONG * 20}/x.toml"), ("",)])
def test_paths_that_cannot_be(args: tuple[str | Path, ...]) -> None:
    assert fade_deck("validate", *args).code in (2, 3)


def test_environment_that_cannot_be() -> None:
    assert fade_deck("validate", DECK, FADE_DECK_CARDS=LONG * 20).code == 3
    assert fade_deck("validate", DECK, FADE_DECK_CACHE=LONG * 20).code == 0


@pytest.mark.parametrize(
    ("shell", "code"),
    [
        ("validate {deck} >&-", 0),
        ("validate {deck} >&- 2>&-", 0),
        ("validate {broken} >&- 2>&-", 1),
        ("validate - <&-", 3),
        ("validate {deck} >/dev/full", 2),
        ("validate {broken} | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}", 1),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_closed_and_full_streams(shell: str, code: int) -> None:
    command = f"{sys.executable} -m fade_deck {shell}".format(deck=DECK, broken=DECK.with_stem("storm-rush-broken"))
    assert subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, check=False).returncode == code


def test_json_is_json_whatever_the_terminal_can_show() -> None:
    found = fade_deck("validate", "-", "-r", "faroe", "-f", "json", stdin="1 忍者\n", PYTHONIOENCODING="ascii")
    assert found.json["decks"][0]["findings"][0]["cards"] == ["忍者"]


@pytest.mark.parametrize("command", [("legality", "-f", "json"), ("validate", "-f", "json"), ("validate",)])
def test_no_control_or_direction_character_gets_through(command: tuple[str, ...]) -> None:
    deck = "Name: a\u009b\u202e\u061cb\nRuleset: faroe\nDeck\n" + "1 Ember Jab\n" * 20
    out = fade_deck(command[0], "-", *command[1:], stdin=deck).out
    assert not set(out) & set("\u009b\u202e\u061c")


# --- rulesets and card files -----------------------------------------------------------------------------------

ODD_RULES = {
    "date as label": 'kind = "count"\nmin = 1\nlabel = 2026-01-01',
    "date as query": 'kind = "count"\nmin = 1\nwhere = 2026-01-01',
    "date as zone": 'kind = "count"\nmin = 1\nzones = [2026-01-01]',
    "date as name": 'kind = "banlist"\nentries = [{name = 2026-01-01}]',
    "many digits": 'kind = "count"\nmax = ' + "9" * 5000,
    "not a number": 'kind = "sum"\nfield = "level"\nmax = nan',
    "sum of names": 'kind = "sum"\nfield = "name"\nmax = 3',
    "value of types": 'kind = "value"\nfield = "types"\nmax = 3',
    "from after until": 'kind = "banlist"\nentries = [{name = "A", from = 2026-02-01, until = 2026-01-01}]',
    "since": 'kind = "banlist"\nentries = [{name = "A", since = 2026-02-01}]',
    "no bound": 'kind = "count"\nzones = ["deck"]',
    "min over max": 'kind = "count"\nmin = 3\nmax = 2',
    "exactly and min": 'kind = "count"\nmin = 3\nexactly = 3',
    "nested": 'kind = "count"\nmin = 1\nzones = ' + "[" * 4000 + "]" * 4000,
    "attribute access": 'kind = "count"\nmin = 1\nhelp = "{card.__class__}"',
    "wide format": 'kind = "count"\nmin = 1\nhelp = "{actual:>999999999}"',
}


@pytest.mark.parametrize("rule", ODD_RULES.values(), ids=list(ODD_RULES))
def test_odd_rules_are_refused_by_name(tmp_path: Path, rule: str) -> None:
    path = deck_file(tmp_path, f'{RULESET}[[rules]]\nname = "odd-rule"\nmessage = "m"\n{rule}\n', "odd.toml")
    found = fade_deck("validate", DECK, "-r", path)
    assert (found.code, found.out) == (2, "")
    assert "odd.toml" in found.err


def test_a_long_chain_of_rulesets_ends(tmp_path: Path) -> None:
    for i in range(60):
        deck_file(tmp_path, f'id = "r{i}"\nextends = "{i + 1}.toml"\n', f"{i}.toml")
    assert fade_deck("validate", DECK, "-r", tmp_path / "0.toml").code == 2


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity", "1e300", "9" * 4000])
def test_numbers_without_measure_are_refused(tmp_path: Path, number: str) -> None:
    text = (
        f'{{"game": "faroe", "set": "X", "cards": [{{"name": "A", "types": ["T"], "attributes": {{"x": {number}}}}}]}}'
    )
    assert fade_deck("validate", DECK, "-c", deck_file(tmp_path, text, "c.json")).code == 3


def test_many_faults_in_cards_and_headings_take_no_time(tmp_path: Path) -> None:
    cards = [{"name": f"Card {i}", "type": ["Skill"]} for i in range(5000)]
    path = deck_file(tmp_path, json.dumps({"game": "faroe", "set": "X", "cards": cards}), "c.json")
    found = fade_deck("validate", DECK, "-c", path)
    assert (found.code, "did you mean `types`" in found.err) == (3, True)
    headings = deck_file(tmp_path, "".join(f"Deck ({i})\n" for i in range(19_000)))
    assert fade_deck("validate", headings, "-r", "faroe", "-q").code == 1


def test_words_and_names_that_look_misspelt_are_said(tmp_path: Path) -> None:
    cards = [{"name": "Gate Slam", "types": ["Skil"], "keywords": ["Mythcal"]}]
    path = deck_file(tmp_path, json.dumps({"game": "faroe", "set": "X", "cards": cards}), "c.json")
    err = fade_deck("validate", "-", "-r", "faroe", "-c", path, stdin="1 Gate Slam\n").err
    assert "type `Skil` is not a word of `faroe`; did you mean `Skill`?" in err
    assert "keyword `Mythcal` is not a word of `faroe`; did you mean `Mythical`?" in err
    ban = '[[rules]]\nname = "banned"\nkind = "banlist"\nmessage = "m"\nentries = [{name = "Forked Plam"}]\n'
    err = fade_deck("validate", DECK, "-r", deck_file(tmp_path, RULESET + ban, "odd.toml")).err
    assert "names `Forked Plam`, which no loaded card is called; did you mean `Forked Palm`?" in err
    assert fade_deck("validate", DECK).err == ""


def test_a_report_is_not_replaced_by_an_error(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    report.write_text("of yesterday")
    done = fade_deck("validate", DECK, tmp_path / "none.txt", "-o", report)
    assert (done.code, report.read_text()) == (3, "of yesterday")
    assert "none.txt" in done.out
    assert fade_deck("validate", DECK, "-o", report).code == 0
    assert "LEGAL" in report.read_text()
