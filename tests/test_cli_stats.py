"""`stats`, `odds` and `draw` as people and scripts run them: output, exit codes, bad input."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.command import ROOT, Result, fade_deck

FAROE = ROOT / "examples" / "faroe" / "storm-rush.txt"
FADE = ROOT / "examples" / "fade" / "crane-union.txt"
ARENA = ROOT / "examples" / "arsenal" / "harbour-troupe.txt"
LEGEND = ROOT / "examples" / "faroe-legend" / "tenth-wind.txt"
SMALL = "Ruleset: faroe\nDeck\n2 Gust Step\n1 Bare Knuckles\n"
COMMANDS = [("stats",), ("odds", "t:reaction"), ("draw",)]


def run(command: tuple[str, ...], path: Path | str, *more: str, stdin: str = "") -> Result:
    return fade_deck(command[0], path, *command[1:], *more, stdin=stdin)


def on_a_terminal(*args: str, columns: int = 80) -> str:
    """What a person sees: the command with its standard output on a terminal of so many columns."""
    pty = pytest.importorskip("pty")
    main, side = pty.openpty()
    size = {"COLUMNS": str(columns), "TERM": "xterm"}
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | size
    with subprocess.Popen(
        [sys.executable, "-m", "fade_deck", *args], stdout=side, stderr=subprocess.DEVNULL, env=env, cwd=ROOT
    ) as job:
        os.close(side)
        text = b""
        while True:
            try:
                more = os.read(main, 65536)
            except OSError:  # how a terminal says that nobody writes to it any more
                break
            if not more:
                break
            text += more
    os.close(main)
    assert job.returncode in (0, 1)
    return text.decode().replace("\r\n", "\n")


# --- what all of them refuse -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[0])
def test_bad_files(command: tuple[str, ...], tmp_path: Path) -> None:
    missing = run(command, tmp_path / "none.txt")
    assert (missing.code, missing.out) == (3, "")
    assert "no such file" in missing.err
    folder = run(command, tmp_path)
    assert folder.code == 3
    assert "a folder; one deck file is wanted" in folder.err
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    assert run(command, tmp_path / "binary").code == 3
    assert run(command, "").code == 2
    nameless = run(command, "-", stdin="Deck\n1 Gust Step\n")
    assert nameless.code == 2
    assert "no ruleset is named" in nameless.err
    assert run(command, FAROE, "--ruleset", "nope").code == 2


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c[0])
def test_what_the_numbers_lack_is_said(command: tuple[str, ...]) -> None:
    found = run(command, "-", stdin=SMALL + "2 Gust Stepp\n0 Bare Knuckles\n")
    assert found.code == 0
    assert "2 cards of unknown name, counted but without properties: `Gust Stepp`" in found.err
    assert "<stdin>:6: could not be read and is left out" in found.err


@pytest.mark.parametrize("command", COMMANDS[1:], ids=lambda c: c[0])
def test_a_ruleset_that_is_silent_about_drawing(command: tuple[str, ...]) -> None:
    found = run(command, LEGEND)
    assert (found.code, found.out) == (2, "")
    assert "does not say how a game begins" in found.err


@pytest.mark.parametrize("command", COMMANDS[1:], ids=lambda c: c[0])
def test_nothing_to_draw_from(command: tuple[str, ...]) -> None:
    found = run(command, "-", stdin="Ruleset: faroe\nFighter Pool\n1 Rook\n")
    assert (found.code, found.out) == (2, "")
    assert "no cards in `Deck`, so there is nothing to draw from" in found.err


@pytest.mark.parametrize("command", COMMANDS[1:], ids=lambda c: c[0])
def test_options_that_the_edition_has_no_use_for(command: tuple[str, ...]) -> None:
    found = run(command, ARENA, "--mulligan")
    assert found.code == 2
    assert "has no mulligan" in found.err
    found = run(command, FAROE, "--choose", "Gust Step")
    assert found.code == 2
    assert "drawn, not chosen" in found.err


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Spindrift", "spindrift"], "2 `Spindrift`, but the deck has 1"),
        (["Spindrft"], "did you mean `Spindrift`"),
        (["Pell Windlass"], "no card `Pell Windlass` is among those"),  # a Fighter is placed, not drawn
        (["Spindrift"] * 7, "7 cards, but an opening hand has 6"),
    ],
)
def test_chosen_cards_must_be_there(names: list[str], said: str) -> None:
    found = fade_deck("draw", ARENA, *(word for name in names for word in ("--choose", name)))
    assert found.code == 2
    assert said in found.err


# --- stats -----------------------------------------------------------------------------------------------------


def test_stats_in_a_pipe_are_tab_separated() -> None:
    found = fade_deck("stats", FAROE)
    assert (found.code, found.err) == (0, "")
    first, *lines = [line.split("\t") for line in found.out.splitlines()]
    assert first == ["section", "measure", "value", "cards", "different"]
    assert ["Deck", "type", "Reaction", "8", "2"] in lines
    assert ["Fighter Pool", "level", "17", "1", "1"] in lines
    assert {len(line) for line in lines} == {5}


def test_stats_as_json() -> None:
    data = fade_deck("stats", FAROE, "--format", "json").json
    assert (data["schema"], data["name"], data["ruleset"], data["cards"], data["legal"]) == (
        1,
        "Storm Rush",
        "faroe",
        58,
        True,
    )
    pool = data["sections"][1]
    (levels,) = [m for m in pool["measures"] if m["field"] == "level"]
    assert (levels["total"], levels["rows"][0]) == (96, {"value": 1, "cards": 1, "different": 1})


def test_stats_on_a_terminal_have_bars_and_keep_to_its_width() -> None:
    shown = on_a_terminal("stats", str(FAROE), "--color", "never")
    assert "Skill    27 ████" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b[" not in shown
    assert "\x1b[36m█" in on_a_terminal("stats", str(FAROE))


def test_stats_as_html_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "deck.html"
    found = fade_deck("stats", FAROE, "--format", "html", "--output", target)
    assert (found.code, found.out) == (0, "")
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert target.read_text(encoding="utf-8").count("<svg ") == 15


def test_html_in_a_pipe_of_any_encoding(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(f"Name: 忍者 é\n{SMALL}", encoding="utf-8")
    page = fade_deck("stats", deck, "--format", "html", PYTHONIOENCODING="cp1252").out
    assert "<h1>&#24525;&#32773; &#233;</h1>" in page


def test_stats_never_overwrite_the_deck(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(SMALL)
    found = fade_deck("stats", deck, "--output", deck)
    assert found.code == 2
    assert "would overwrite" in found.err
    assert deck.read_text() == SMALL


def test_stats_of_an_empty_deck() -> None:
    found = fade_deck("stats", "-", stdin="Ruleset: faroe\n")
    assert (found.code, found.out) == (0, "section\tmeasure\tvalue\tcards\tdifferent\n")


# --- odds ------------------------------------------------------------------------------------------------------


def test_odds_by_turn_for_both_players() -> None:
    """8 of 40 cards are Reactions, a hand is 6: 1 - C(32,6)/C(40,6). The second player draws in the first turn."""
    data = fade_deck("odds", FAROE, "t:reaction", "--by-turn", "2", "--format", "json").json

    def chance(drawn: int) -> str:
        return str(1 - Fraction(comb(32, drawn), comb(40, drawn)))

    lines = [(c["player"], c["turn"], c["drawn"], c["all"]["fraction"]) for c in data["chances"]]
    assert lines == [
        ("first", 0, 6, chance(6)),
        ("first", 1, 6, chance(6)),
        ("first", 2, 7, chance(7)),
        ("second", 0, 6, chance(6)),
        ("second", 1, 7, chance(7)),
        ("second", 2, 8, chance(8)),
    ]
    assert data["chances"][0]["each"][0]["percent"] == pytest.approx(
        76.3913, abs=1e-4
    )  # 906192 of 3838380 hands lack one
    assert data["queries"][0]["names"] == {"Gust Step": 4, "Read the Wind": 4}


def test_odds_in_a_pipe() -> None:
    found = fade_deck("odds", FADE, "t:reaction", "--by-turn", "1", "--second")
    assert found.out == "by\tplayer\tdrawn\tt:reaction\nopening hand\tsecond\t6\t84.5%\nturn 1\tsecond\t8\t92.4%\n"
    assert "10 cards: 3 Chain-Link Counter, 3 Hands Up, 4 Sandbag Wall" in found.err
    assert "2 each turn (none in the first player's first turn)" in found.err


def test_odds_are_a_table_on_a_narrow_terminal_that_has_room_for_it() -> None:
    asked = ("odds", str(FAROE), "t:reaction", "--color", "never")
    shown = on_a_terminal(*asked, columns=50).splitlines()
    assert shown[:2] == ["by            player  drawn  t:reaction", "opening hand  first   6      76.4%"]
    assert len(shown) == 9
    assert "  t:reaction: 76.4%" in on_a_terminal(*asked, columns=38).splitlines()


def test_odds_of_both_count_a_shared_card_for_each() -> None:
    """Gust Step is a Reaction: whoever draws it has both, so that both are as likely as it is."""
    found = fade_deck("odds", FAROE, "t:reaction", '!"Gust Step"', "--by-turn", "0", "--format", "json").json
    (opening,) = found["chances"]
    assert opening["all"] == opening["each"][1]
    assert opening["all"]["fraction"] == str(1 - Fraction(comb(36, 6), comb(40, 6)))


@pytest.mark.parametrize(("queries", "title"), [(["gust", "rocket"], "both"), (["gust", "rocket", "palm"], "all")])
def test_several_queries_have_a_column_each_and_one_together(queries: list[str], title: str) -> None:
    head = fade_deck("odds", FAROE, *queries, "--at-least", "2").out.splitlines()[0]
    assert head.split("\t") == ["by", "player", "drawn", *(f"2+ {query}" for query in queries), title]


def test_a_hand_larger_than_the_deck_is_the_deck() -> None:
    found = fade_deck("odds", "-", "t:reaction", "--at-least", "2", "--by-turn", "9", stdin=SMALL)
    assert {tuple(line.split("\t")[2:]) for line in found.out.splitlines()[1:]} == {("3", "100%")}


def test_odds_with_a_mulligan() -> None:
    plain, again = (
        fade_deck("odds", FAROE, "t:reaction", "--by-turn", "0", "--format", "json", *more).json["chances"][0]["all"]
        for more in ([], ["--mulligan"])
    )
    assert Fraction(again["fraction"]) == 1 - (1 - Fraction(plain["fraction"])) ** 2


def test_odds_of_a_chosen_hand_are_those_of_the_draws() -> None:
    """5 Minions among 30 cards, 6 others in the hand: 24 are left to draw from. The opening hand has no line."""
    data = fade_deck("odds", ARENA, "t:minion", "--format", "json").json
    assert [(c["player"], c["turn"]) for c in data["chances"]] == [("either", 1), ("either", 2), ("either", 3)]
    assert data["chances"][0]["all"]["fraction"] == str(Fraction(5, 24))
    assert any("the opening hand is chosen before the shuffle" in note for note in data["notes"])
    named = fade_deck("odds", ARENA, "t:minion", "--at-least", "2", "--choose", "rigging rat", "--format", "json").json
    assert named["chances"][0]["all"]["fraction"] == str(Fraction(4, 24))  # one in hand, 4 among the 24
    assert fade_deck("odds", ARENA, "t:minion", "--by-turn", "0").code == 2


def test_odds_of_what_is_not_drawn() -> None:
    found = fade_deck("odds", FAROE, "t:character", "--by-turn", "0")
    assert found.out.endswith("\t0%\n")
    assert "none fit `t:character`; elsewhere in the deck 18 cards do" in found.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["t:nonsense"], "nonsense"),
        (["level>>3"], "^"),
        ([" "], "empty query"),
        (["t:skill", "--at-least", "0"], "--at-least"),
        (["t:skill", "--at-least", "-1"], "--at-least"),
        (["t:skill", "--at-least", "1.5"], "--at-least"),
        (["t:skill", "--by-turn", "-1"], "--by-turn"),
        (["t:skill", "--by-turn", "9999999999"], "--by-turn"),
        (["t:skill", "-n", "1", "-n", "2"], "given 2 times"),
        (["a", "b", "c", "d", "e", "f"], "at most 5"),
        ([], "QUERY"),
    ],
)
def test_bad_questions(args: list[str], said: str) -> None:
    found = fade_deck("odds", FAROE, *args)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


def test_a_chance_that_is_not_certain_never_shows_as_certain() -> None:
    from fade_deck.cli.odds import percent

    shown = [percent(Fraction(n, 100_000)) for n in (0, 1, 50_000, 99_999, 100_000)]
    assert shown == ["0%", "<0.1%", "50.0%", ">99.9%", "100%"]


def test_a_fraction_that_nobody_could_read_is_left_out() -> None:
    from fade_deck.cli.odds import _exact

    assert _exact(Fraction(1, 3)) == {"percent": 33.333333, "fraction": "1/3"}
    assert _exact(Fraction(10**5000 - 1, 10**5000)) == {"percent": 100.0, "fraction": None}


# --- draw ------------------------------------------------------------------------------------------------------


def test_a_seed_repeats_whatever_the_order_of_the_list(tmp_path: Path) -> None:
    lines = FAROE.read_text(encoding="utf-8").splitlines()
    at, end = lines.index("Deck (40)"), lines.index("Fighter Pool (18)")
    mixed = tmp_path / "mixed.txt"
    mixed.write_text("\n".join([*lines[: at + 1], *reversed(lines[at + 1 : end]), *lines[end:]]), encoding="utf-8")
    one = fade_deck("draw", FAROE, "--hands", "5", "--seed", "7")
    assert one.code == 0
    assert one.out == fade_deck("draw", mixed, "--hands", "5", "--seed", "7").out
    assert one.out != fade_deck("draw", FAROE, "--hands", "5", "--seed", "8").out
    assert len(one.out.splitlines()) == 1 + 5 * 6


def test_draw_says_the_seed_it_took() -> None:
    found = fade_deck("draw", FAROE)
    seed = found.err.split("`--seed ")[1].split("`")[0]
    assert fade_deck("draw", FAROE, "--seed", seed).out == found.out


def test_draw_with_mulligan_and_turns() -> None:
    data = fade_deck("draw", FADE, "--mulligan", "--turns", "2", "--seed", "x", "--format", "json").json
    (hand,) = data["hands"]
    assert (len(hand["opening"]), [len(m) for m in hand["mulligans"]]) == (6, [6])
    assert [len(turn) for turn in hand["turns"]] == [0, 2]
    second = fade_deck("draw", FADE, "--second", "--turns", "2", "--seed", "x", "--format", "json").json
    assert [len(turn) for turn in second["hands"][0]["turns"]] == [2, 2]
    assert (data["player"], data["going"], second["going"]) == ("Ines Halloran", "first", "second")


def test_draw_of_a_chosen_hand() -> None:
    found = fade_deck("draw", ARENA, "--choose", "goat no 4", "--seed", "1")
    assert found.out.splitlines()[1] == "1\topening\tGoat No. 4"
    assert "what `--choose` does not name was taken at random" in found.err


def test_draw_from_fewer_cards_than_a_hand() -> None:
    found = fade_deck("draw", "-", "--seed", "1", stdin=SMALL)
    assert sorted(line.split("\t")[2] for line in found.out.splitlines()[1:]) == [
        "Bare Knuckles",
        "Gust Step",
        "Gust Step",
    ]
    assert "fewer cards than an opening hand has: 3 of 6" in found.err


@pytest.mark.parametrize("hands", ["0", "-1", "1001", "2.5", "x"])
def test_bad_numbers_of_hands(hands: str) -> None:
    found = fade_deck("draw", FAROE, "--hands", hands)
    assert (found.code, found.out) == (2, "")
    assert "--hands" in found.err


def test_a_terminal_has_a_line_for_each_hand_with_equal_cards_joined() -> None:
    """Hand 1 of seed 7 holds Gale Ribbon twice."""
    shown = on_a_terminal("draw", str(FAROE), "--hands", "2", "--seed", "7", "--color", "never")
    assert shown.count("opening") == 2
    assert "2 Gale Ribbon;" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("columns", [50, 90])
def test_a_terminal_says_which_hand(columns: int) -> None:
    shown = on_a_terminal("draw", str(FAROE), "-n", "2", "--seed", "7", "--color", "never", columns=columns)
    assert [line[:6] for line in shown.splitlines() if line.startswith("hand")] == ["hand 1", "hand 2"]


def test_headings_of_a_shown_deck_stand_on_one_line() -> None:
    shown = on_a_terminal("show", str(FAROE), "--color", "never", columns=50).splitlines()
    for heading in ("Character (17)", "Character / Item (1)", "Skill / Reaction (4)"):
        assert f"   {heading}" in shown
    assert max(map(len, shown)) <= 50
    broken = FAROE.with_name("storm-rush-broken.txt")
    assert on_a_terminal("show", str(broken), "--color", "never", columns=50).endswith(" 1\n    warning, 1 advice\n")
    assert "\x1b[1;36mCharacter / Item (1)\x1b[0m" in on_a_terminal("show", str(FAROE), "--color", "always")


def test_names_are_data(tmp_path: Path) -> None:
    deck = "Name: \x1b[31mred\nRuleset: faroe\nDeck\n1 \x1b[31mEvil\n1 Gust Step\n"
    path = tmp_path / "evil.txt"
    path.write_text(deck)
    for before, after in (["stats"], []), (["odds"], ["gust"]), (["draw"], ["--seed", "1"]), (["diff", "-"], []):
        found = fade_deck(*before, path, *after, stdin=SMALL)
        assert found.code in (0, 1)
        assert "\x1b" not in found.out + found.err, before


def test_a_negated_query_is_no_option() -> None:
    both = fade_deck(
        "odds",
        ROOT / "examples" / "faroe" / "storm-rush.txt",
        "t:item",
        "-t:skill",
        "--by-turn",
        "1",
        "--format",
        "json",
    )
    assert both.code == 0
    assert [query["query"] for query in both.json["queries"]] == ["t:item", "-t:skill"]


def test_with_three_players_the_first_one_draws_too() -> None:
    """F.A.R.O.E.: only in a game of two does the first player go without; 6 cards by turn 1, or 7."""
    storm = ROOT / "examples" / "faroe" / "storm-rush.txt"
    two, three = (
        fade_deck("odds", storm, "t:reaction", "--by-turn", "1", "--first", "--players", n, "-f", "json").json
        for n in ("2", "3")
    )
    assert (two["play"]["first_draw"], three["play"]["first_draw"]) == (0, 1)
    chances = [Fraction(data["chances"][-1]["all"]["fraction"]) for data in (two, three)]
    copies = 8  # 4 Read the Wind and 4 Gust Step
    assert chances == [1 - Fraction(comb(40 - copies, n), comb(40, n)) for n in (6, 7)]
