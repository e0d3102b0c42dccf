"""`find`, `card` and `keyword`: what is found, in which order, how it is shown, and what bad input gets."""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fade_deck.carddb import load_cards
from fade_deck.lookup import allowance, rulesets_of, search
from fade_deck.resources import shipped_cards
from fade_deck.ruleset import load_ruleset
from tests.command import ROOT, fade_deck
from tests.test_cli_stats import on_a_terminal

DB = load_cards([shipped_cards()])


def names(*query: str) -> list[str]:
    return fade_deck("find", *query).out.splitlines()


# --- find ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("Storm Dancer", "Storm Dancer"),
        ("STORM  dancer", "Storm Dancer"),
        ("storm dan", "Storm Dancer"),
        ("st da", "Storm Dancer"),
        ("strom dancer", "Storm Dancer"),
        ("dancer storm", "Storm Dancer"),
        ("stormdancer", "Storm Dancer"),
        ("blazng fst", "Blazing Fist"),
        ("isaude gale", "Lady Isaude, Gale Regent"),
    ],
)
def test_half_remembered_names(query: str, best: str) -> None:
    assert names(*query.split(" "), "--game", "faroe")[0] == best


def test_filters_choose_what_the_card_files_say() -> None:
    cards = json.loads((shipped_cards() / "faroe" / "starter.json").read_text())["cards"]
    wanted = [
        c["name"] for c in cards if "Character" in c["types"] and "Fire" in c.get("elements", ()) and c["level"] <= 5
    ]
    assert sorted(names("t:character e:fire lv<=5", "--game", "faroe")) == sorted(wanted)
    assert fade_deck("find", "t:character e:fire lv<=5", "--game", "faroe", "--count").out == f"{len(wanted)}\n"


def test_words_and_filters_together() -> None:
    assert names("jab t:skill", "--game", "faroe") == ["Ember Jab", "Hundred-Jab Kiln"]
    assert names("jab t:skill rank>=hyper") == ["Hundred-Jab Kiln"]
    assert fade_deck("find", "jab t:zone", "--game", "faroe").code == 1


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("strom", ["Storm Dancer", "Storm Surge Warning"]),
        ("stom", ["Storm Dancer", "Storm Surge Warning"]),
        ("harbor master", ["The Harbourmaster"]),
        ("blazng", ["Blazing Fist"]),
    ],
)
def test_one_word_with_a_slip(query: str, found: list[str]) -> None:
    assert names(*query.split()) == found


@pytest.mark.parametrize(
    "name", ["Not on My Watch", "Not on My Roof", "Not Yet, Lad", "Not This Hour", "Absolutely Not"]
)
def test_a_name_with_a_word_of_the_query_language_is_a_name(name: str) -> None:
    assert names(*name.split())[0] == name


def of_all_cards(wanted: Callable[[dict[str, Any]], bool]) -> int:
    files = [json.loads(path.read_text()) for path in shipped_cards().rglob("*.json")]
    return sum(wanted(card) for file in files for card in file["cards"])


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        # The arena game has no Skills: all of its cards are none.
        ("not t:skill", lambda card: "Skill" not in card["types"]),
        ("t:skill or t:minion", lambda card: {"Skill", "Minion"} & {*card["types"]}),
        ("t:skill|minion", lambda card: {"Skill", "Minion"} & {*card["types"]}),
        ("-e:fire", lambda card: "Fire" not in card.get("elements", ())),
        ("e:fire", lambda card: "Fire" in card.get("elements", ())),
    ],
)
def test_filters_over_all_games(query: str, wanted: Callable[[dict[str, Any]], bool]) -> None:
    assert fade_deck("find", query, "--count").out == f"{of_all_cards(lambda card: bool(wanted(card)))}\n"


@pytest.mark.parametrize("query", ["e:fir", "rank:hypr", "rank>hypr", "t:skill|xx", "e<=fire,foo"])
def test_a_word_that_no_game_knows_is_an_error(query: str) -> None:
    done = fade_deck("find", query)
    assert (done.code, done.out) == (2, "")
    assert "unknown" in done.err


def test_ranked_words_are_counted_sorted_and_cut_as_a_whole() -> None:
    """Twenty are shown and the rest is spoken of; whoever counts or sorts means all of them."""
    every = names("the", "-n", "1000")
    assert len(every) > 100
    assert fade_deck("find", "the", "--count").out == f"{len(every)}\n"
    assert sorted(names("the", "--order", "name")) == sorted(every)
    shown = fade_deck("find", "the")
    assert shown.out.splitlines() == every[:20]
    assert shown.err == f"20 of {len(every)} cards; `--limit N` shows more\n"
    filtered = fade_deck("find", "t:skill")
    assert (len(filtered.out.splitlines()) > 20, filtered.err) == (True, "")


def test_nothing_found_is_still_json_and_csv() -> None:
    assert fade_deck("find", "zzzzqq", "-f", "json").json == {"schema": 1, "cards": []}
    assert fade_deck("find", "zzzzqq", "-f", "csv", "--columns", "name,type").out == "name,type\n"


def test_a_search_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    cards = [{"name": f"C{n}", "types": ["Skill"], "text": "a" * 399} for n in range(400)]
    (tmp_path / "c.json").write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    done = fade_deck("find", "text:/a*a*b/", "--cards", tmp_path / "c.json")
    assert (done.code, done.out) == (2, "")
    assert "longer than 5 seconds" in done.err


def test_cells_of_a_table_are_one_line_and_no_formula(tmp_path: Path) -> None:
    cards = [{"name": "One", "types": ["Skill"], "text": " =cmd()\nSecond line."}]
    (tmp_path / "c.json").write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    for kind, mark in (("csv", ","), ("tsv", "\t")):
        found = fade_deck("find", "one", "-f", kind, "--columns", "name,text", "--cards", tmp_path / "c.json")
        assert found.out.splitlines() == [f"name{mark}text", f"One{mark}'=cmd() Second line."]


def test_order_by_a_field_with_what_lacks_it_last() -> None:
    levels = [DB.game("faroe").exact(name) for name in names("e:storm", "--game", "faroe", "--order", "level")]
    numbers = [card.fields.get("level") for card in levels if card]
    having = [n for n in numbers if n is not None]
    assert having == sorted(having)
    assert having
    assert numbers == having + [None] * (len(numbers) - len(having))
    down = names("e:storm has:level", "--game", "faroe", "--order", "level", "--desc")
    top = DB.game("faroe").exact(down[0])
    assert top is not None
    assert top.fields["level"] == max(having)


def test_ranks_are_ordered_as_the_book_orders_them() -> None:
    found = fade_deck("find", "has:rank", "--game", "faroe", "--order", "rank", "-f", "tsv", "--columns", "rank").out
    ranks = list(dict.fromkeys(found.splitlines()[1:]))
    assert ranks == ["Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary"]


def test_formats() -> None:
    args = ("find", "Storm Dancer", "--game", "faroe")
    (card,) = [c for c in fade_deck(*args, "-f", "json").json["cards"] if c["tier"] == "exact"]
    assert (card["name"], card["level"], card["types"]) == ("Storm Dancer", 6, ["Character"])
    rows = list(csv.DictReader(fade_deck(*args, "-f", "csv", "--columns", "name,level,cost").out.splitlines()))
    assert rows[0] == {"name": "Storm Dancer", "level": "6", "cost": "3 TP"}
    assert fade_deck(*args, "-f", "tsv").out.startswith("name\ttype\t")


def test_set_limit_and_regex() -> None:
    assert all(DB.game("fade").exact(name) for name in names("t:skill or t:item", "--set", "f34"))
    assert len(names("t:skill", "--limit", "3")) == 3
    assert names("^Ember J", "--regex") == ["Ember Jab"]


def test_a_spreadsheet_runs_no_name(tmp_path: Path) -> None:
    cards = [{"name": "=1+1", "types": ["Skill"]}, {"name": "@cmd", "types": ["Skill"]}]
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    out = fade_deck("find", "t:skill", "-c", path, "-f", "csv", "--columns", "name").out
    assert out.splitlines() == ["name", "'=1+1", "'@cmd"]


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (["strom dancer t:zone"], ["Storm Dancer"]),
        (["strom t:zone"], ["Storm Dancer", "Storm Surge Warning"]),
        (["strom dancer", "--set", "f34"], ["Storm Dancer"]),
        (['!"Strom Dancer"'], []),
        (["Strom D", "--regex"], []),
    ],
)
def test_nearest_names_are_sought_without_the_filters(args: list[str], near: list[str]) -> None:
    found = fade_deck("find", *args)
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith("; nearest: ".join(["no card found", "; ".join(near)]) if near else "no card found\n")


def test_nearest_names_are_of_the_game_that_was_chosen() -> None:
    assert "Storm Dancer" not in fade_deck("find", "strom dancer t:zone", "--game", "arena").err


def test_nothing_found_says_what_is_nearest() -> None:
    found = fade_deck("find", "Zxqwv Kjhgf")
    assert (found.code, found.out) == (1, "")
    assert "no card found" in found.err


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "the query is empty"),
        ("   ", "the query is empty"),
        ("colr:red", "unknown field"),
        ("t:skil", "did you mean `Skill`"),
        ("(t:skill", "never closed"),
        ('"storm', "never closed"),
        ("t:skill)", "closes nothing"),
        ("text:/(/", "regular expression"),
        ("text:/(a+)+b/", "too costly"),
        ("level>=abc", "number"),
        ("lv>५", "compares with a number or another stat, not `५`"),
        ("lv>1234567890123456789012345", "has more digits than any number here"),
        ("a\x07b", "control character"),
        ("x" * 10_001, "at most"),
    ],
)
def test_bad_queries(query: str, said: str) -> None:
    found = fade_deck("find", query)
    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize("query", ["🦀", "שלום", "忍者", "é" * 300, "a " * 4000, "%", "_", "--"])
def test_odd_queries_find_nothing_or_something_but_never_fail(query: str) -> None:
    assert fade_deck("find", "--", query).code in (0, 1, 2)


@pytest.mark.parametrize(
    "args", [("--order", "colour"), ("--columns", "name,colour"), ("--game", "chess"), ("--desc",)]
)
def test_bad_options(args: tuple[str, ...]) -> None:
    assert fade_deck("find", "e:fire", *args).code == 2


def test_a_query_that_only_one_game_understands_searches_that_one() -> None:
    assert {hit.card.game for hit in search(DB, "t:legend", DB.games()).hits} == {"faroe"}


# --- card ------------------------------------------------------------------------------------------------------


def test_card_shows_every_field_and_explains_its_keywords() -> None:
    out = fade_deck("card", "storm", "dancer").out
    text = " ".join(out.split())
    for part in ("Storm Dancer", "3 TP", "Character · Storm", "Level 6", "HP 6", "PLV 3", "Gale Court", "FST · 012"):
        assert part in text
    assert "Flash: Lifts the wait for newcomers" in text
    assert "faroe: up to 4 in Deck or Fighter Pool" in text


def test_card_shows_the_image_of_each_printing(tmp_path: Path) -> None:
    for code in ("AA", "BB"):
        card = {"name": "Plain", "types": ["Skill"], "image": f"https://example.org/{code}.png"}
        (tmp_path / f"{code}.json").write_text(json.dumps({"game": "faroe", "set": code, "cards": [card]}))
    lines = fade_deck("card", "plain", "--cards", tmp_path).out.splitlines()
    assert [line for line in lines if line.startswith("Image")] == [
        "Image: https://example.org/AA.png",
        "Image: https://example.org/BB.png",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Rook, Who Outlived the Gale", "faroe: up to 4 in Fighter Pool, 1 in Deck"),
        ("Old Moss", "fade-3.4: any number in Fighter Pool, up to 4 in Deck"),
        ("Kite of Torn Sails", "faroe-legend: any number in Deck, only with The Tenth Wind"),
        ("Kite of Torn Sails", "faroe: not allowed"),
        ("The Tenth Wind", "faroe-legend: up to 1 in Legend"),
    ],
)
def test_card_says_how_many_copies_each_section_takes(name: str, said: str) -> None:
    assert said in fade_deck("card", name).out.splitlines()


@pytest.mark.parametrize(
    ("command", "letters", "code"), [("card", 10_000, 2), ("keyword", 10_000, 2), ("card", 200, 1)]
)
def test_what_was_typed_is_not_said_back_at_length(command: str, letters: int, code: int) -> None:
    found = fade_deck(command, "x" * letters)
    assert (found.code, found.out) == (code, "")
    assert found.err.count("x") <= 60
    assert len(found.err) < 200


def test_a_card_of_a_very_long_name_is_found(tmp_path: Path) -> None:
    cards = [{"name": "Long " * 100, "types": ["Skill"]}]
    (tmp_path / "c.json").write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    assert fade_deck("card", "long " * 100, "--cards", tmp_path / "c.json").code == 0


def test_card_lists_candidates_and_never_guesses() -> None:
    found = fade_deck("card", "tamsin")
    assert (found.code, found.out) == (1, "")
    assert "Tamsin Clay-Hands" in found.err
    assert "Tamsin, Kiln Master" in found.err
    assert fade_deck("card", "strom dancer").code == 1
    assert "Storm Dancer" in fade_deck("card", "strom dancer", "--first").out
    assert fade_deck("card", "Zxqwv Kjhgf").code == 1


def test_card_in_the_decks_of_a_folder() -> None:
    used = fade_deck("card", "Storm Dancer", "--used-in", ROOT / "examples", "-f", "json").json["used_in"]
    assert {Path(deck["path"]).name: deck["copies"] for deck in used} == {
        "storm-rush-broken.txt": 4,
        "storm-rush.txt": 4,
    }


@pytest.mark.parametrize(
    ("game", "name", "ruleset", "copies"),
    [
        ("faroe", "Ember Jab", "faroe", 4),
        ("faroe", "Ember Jab", "faroe-legend", None),
        ("faroe", "Sky Falls on Skerrow", "faroe", 1),
        ("faroe", "Harbour Rat Pack", "faroe", None),
        ("faroe", "Bare Knuckles", "faroe", 8),
        ("faroe", "The Tenth Wind", "faroe", 0),
        ("faroe", "The Tenth Wind", "faroe-legend", 1),
        ("faroe", "Kite of Torn Sails", "faroe", 0),
    ],
)
def test_copies_that_a_ruleset_allows(game: str, name: str, ruleset: str, copies: int | None) -> None:
    card = DB.game(game).exact(name)
    assert card is not None
    assert allowance(load_ruleset(ruleset), card, date(2026, 11, 18)).copies == copies


def test_every_card_is_allowed_somewhere_in_its_game() -> None:
    for game in DB.games():
        for card in list(DB.game(game))[::9]:
            allowed = [allowance(r, card, date(2026, 11, 18)).copies for r in rulesets_of(game)]
            assert any(copies != 0 for copies in allowed), card.name


def test_a_card_file_cannot_drive_the_terminal(tmp_path: Path) -> None:
    bad = "hi \x1b[1m\x1b]0;pwn\x07\x1b[2J there"
    printing = {"flavor": bad, "artist": bad}
    card = {"name": "Plain", "types": ["Skill"], "text": bad, "keywords": [bad], "archetypes": [bad], **printing}
    (tmp_path / "c.json").write_text(
        json.dumps({"game": "faroe", "set": "X", "cards": [card | {"attributes": {bad: bad}}]})
    )
    shutil.copy(ROOT / "examples" / "faroe" / "storm-rush.txt", tmp_path / "x\x1b[1m\x1b[31mred.txt")
    assert "\x1b" not in fade_deck("card", "plain", "--cards", tmp_path / "c.json").out
    used = fade_deck("card", "storm dancer", "--used-in", tmp_path)
    assert ("red.txt: 4" in " ".join(used.out.split()), "\x1b" in used.out) == (True, False)
    painted = fade_deck("card", "plain", "--cards", tmp_path / "c.json", "--color", "always").out
    assert "\x1b]0" not in painted


def test_used_in_passes_over_pipes_and_refuses_what_is_not_there(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert fade_deck("card", "storm dancer", "--used-in", tmp_path).code == 0
    assert fade_deck("card", "storm dancer", "--used-in", tmp_path / "pipe.txt").code == 2
    assert fade_deck("card", "storm dancer", "--used-in", tmp_path / "none").code == 3
    assert fade_deck("card", "storm dancer", "--used-in", "").code == 2


def test_bytes_that_are_no_text_name_no_card() -> None:
    for command in (["card"], ["find"], ["keyword"], ["add", "examples/faroe/storm-rush.txt", "1"]):
        assert fade_deck(*command, os.fsdecode(b"\xff")).code in (1, 2)


def test_a_limit_that_a_card_prints_is_shown(tmp_path: Path) -> None:
    card = {"name": "Many", "types": ["Skill"], "copy_limit": 25}
    (tmp_path / "c.json").write_text(json.dumps({"game": "faroe", "set": "X", "cards": [card]}))
    assert "faroe: up to 25 in Deck" in fade_deck("card", "many", "--cards", tmp_path / "c.json").out


# --- keyword, completion ---------------------------------------------------------------------------------------


def test_keyword_per_edition() -> None:
    found = fade_deck("keyword", "aura", "-f", "json").json
    assert sorted(name for meaning in found["meanings"] for name in meaning["rulesets"]) == [
        "fade",
        "fade-3.4",
        "faroe",
        "faroe-legend",
    ]
    assert len(found["meanings"]) == 3, "the two F.A.R.O.E. rulesets say the same"
    assert "Scree Bear" in found["cards"]["fade"]


@pytest.mark.parametrize(("typed", "meant"), [("arua", "Aura"), ("mythcal", "Mythical"), ("chrge", "Charge")])
def test_a_keyword_with_one_slip_is_explained(typed: str, meant: str) -> None:
    found = fade_deck("keyword", typed)
    assert (found.code, found.err) == (0, f"no keyword is called `{typed}`; this is `{meant}`\n")
    assert found.out == fade_deck("keyword", meant).out


def test_a_keyword_near_several_is_not_guessed() -> None:
    found = fade_deck("keyword", "boost")
    assert (found.code, found.out) == (1, "")
    assert found.err == "no keyword is called `boost`; did you mean `Bloodlust` or `Boss`?\n"
    assert fade_deck("keyword", "zzzz").code == 1


def test_editions_that_differ_stand_side_by_side_where_there_is_room() -> None:
    wide = on_a_terminal("keyword", "aura", columns=110)
    head, *_ = wide.splitlines()
    assert head.count("Aura <number>") == 3
    assert max(map(len, wide.splitlines())) <= 110
    for columns in (80, 99):
        assert on_a_terminal("keyword", "aura", columns=columns).splitlines()[0] == "Aura <number> (fade)"
    alone = on_a_terminal("keyword", "aura", "-r", "fade", columns=110).splitlines()
    assert (alone[0], alone[1][:11]) == ("Aura <number> (fade)", "  The owner")


def test_what_a_ruleset_says_of_a_keyword_is_data(tmp_path: Path) -> None:
    word = '[[vocabulary.keywords]]\nname = "Zap"\ntext = "[bold]%s[/bold] \\u001b[31mred"\n'
    base = '[vocabulary]\n[[zones]]\nname = "Deck"\n[[rules]]\nname = "a"\nkind = "copies"\nmax = 1\nmessage = "m"\n'
    path = tmp_path / "own.toml"
    path.write_text('id = "own"\ntitle = "O"\ngame = "faroe"\n' + base + word % 1 + word % 2)
    for columns in (80, 110):
        shown = on_a_terminal("keyword", "zap", "-r", str(path), columns=columns)
        assert "\x1b" not in shown
        assert ("[bold]1[/bold]" in shown, "[bold]2[/bold]" in shown) == (True, True)


def test_names_with_commas_are_told_apart() -> None:
    assert "Every School at Once; Lady Isaude, Gale Regent; Name" in fade_deck("keyword", "mythical").out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("card Storm", "Storm Dancer"),
        ("validate x --ruleset far", "faroe"),
        ("explain too-many-c", "too-many-copies"),
        ("keyword Myth", "Mythical"),
        ("find x --set F", "FST"),
        ("va", "validate"),
    ],
)
def test_completion(words: str, expected: str) -> None:
    line = f"fade-deck {words}"
    place = str(len(line.split()) - 1)
    found = fade_deck(_FADE_DECK_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=place)
    assert expected in found.out.splitlines()


HOSTILE = [
    "Zap $(touch pwned)",
    "Everybody's Cousin",
    "Star * Fall",
    'Quo "te" x',
    "Semi; touch pwned",
    "Back`touch pwned`",
]


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@pytest.mark.parametrize("mark", ["", '"', "'"])
@pytest.mark.parametrize("name", HOSTILE)
def test_bash_puts_names_on_the_command_line_quoted(tmp_path: Path, name: str, mark: str) -> None:
    """What bash would run after TAB and Enter gives the card's name back, and runs nothing else."""
    cards = [{"name": card, "types": ["Skill"]} for card in HOSTILE]
    (tmp_path / "cards.json").write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))
    (tmp_path / "fade-deck").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fade_deck "$@"\n')
    (tmp_path / "fade-deck").chmod(0o755)
    typed = mark + name.casefold()[:3]
    script = f"""
        source <(fade-deck --show-completion bash)
        COMP_WORDS=(fade-deck card {shlex.quote(typed)}) COMP_CWORD=2
        _fade_deck_complete
        eval "printf '<%s>' {mark.replace('"', chr(92) + '"')}${{COMPREPLY[0]}}{mark.replace('"', chr(92) + '"')}"
    """
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=os.environ
        | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "FADE_DECK_CARDS": "cards.json"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"<{name}>", "")
    assert not (tmp_path / "pwned").exists()


def test_completion_of_a_name_in_several_words_whatever_the_case() -> None:
    found = fade_deck(_FADE_DECK_COMPLETE="complete_bash", COMP_WORDS="fade-deck\ncard\nstorm\nd", COMP_CWORD="3")
    assert found.out.split() == ["Dancer"]


def test_completion_with_cards_that_cannot_be_read_is_silent(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    found = fade_deck(
        _FADE_DECK_COMPLETE="complete_bash",
        COMP_WORDS="fade-deck\ncard\nsto",
        COMP_CWORD="2",
        FADE_DECK_CARDS=str(tmp_path / "bad.json"),
    )
    assert (found.out.strip(), found.err) == ("", "")


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", None)])
def test_completion_is_installed_once(tmp_path: Path, shell: str, file: str | None) -> None:
    if file:
        (tmp_path / file).write_text("# mine")
    for _ in range(2):
        done = fade_deck("--install-completion", shell, HOME=str(tmp_path))
        assert (done.code, done.out) == (0, "")
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 1 + bool(file)
    if file:
        mine, line = (tmp_path / file).read_text().splitlines()
        assert (mine, str(tmp_path) in line) == ("# mine", True)


@pytest.mark.parametrize(("shell", "home"), [("ksh", "/"), ("bash", "/proc")])
def test_completion_that_cannot_be_installed(shell: str, home: str) -> None:
    assert fade_deck("--install-completion", shell, HOME=home).code == 2


def test_suggestions_prefer_what_may_stand_in_the_section(tmp_path: Path) -> None:
    cards = [{"name": "Storm Dancel", "types": ["Skill"]}, {"name": "Storm Dances", "types": ["Character"]}]
    path = tmp_path / "c.json"
    path.write_text(json.dumps({"game": "faroe", "set": "X", "cards": cards}))

    def suggested(section: str) -> list[str]:
        deck = f"{section}\n1 Storm Dancer\n"
        found = fade_deck("validate", "-", "-r", "faroe", "-c", path, "-f", "json", stdin=deck)
        (unknown,) = [f for f in found.json["decks"][0]["findings"] if f["rule"] == "unknown-card"]
        return list(unknown["suggestions"])

    assert suggested("Fighter Pool")[0] == "Storm Dances"
    assert suggested("Deck")[0] == "Storm Dancel"


@pytest.mark.parametrize("name", ["Counterspell", "Blue-Eyes Dragon", "Professor Oak", "qwertz", "Xyzzy the Unmade"])
def test_a_card_that_does_not_exist_gets_no_silly_suggestion(name: str) -> None:
    found = fade_deck("validate", "-", "-r", "faroe", "-f", "json", stdin=f"1 {name}\n")
    (unknown,) = [f for f in found.json["decks"][0]["findings"] if f["rule"] == "unknown-card"]
    assert unknown["suggestions"] == []


def test_the_word_shipped_stands_for_the_cards_that_come_along(tmp_path: Path) -> None:
    card = {"name": "Mine Alone", "types": ["Skill"]}
    (tmp_path / "mine.json").write_text(json.dumps({"game": "faroe", "set": "MINE", "cards": [card]}))
    both = ["--cards", "shipped", "--cards", "mine.json"]
    assert fade_deck("find", "mine alone", "-n", "1", *both, cwd=tmp_path).out == "Mine Alone\n"
    assert fade_deck("find", "storm dancer", "-n", "1", *both, cwd=tmp_path).out == "Storm Dancer\n"
    (tmp_path / "fade-deck.toml").write_text('cards = ["shipped", "mine.json"]\n')
    assert fade_deck("find", "storm dancer", "-n", "1", cwd=tmp_path).out == "Storm Dancer\n"
