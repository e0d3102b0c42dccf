"""The command line as people and scripts use it: what is printed where, exit codes, files left as they were."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.command import ROOT, fade_deck

LEGAL = ROOT / "examples" / "faroe" / "storm-rush.txt"
BROKEN = ROOT / "examples" / "faroe" / "storm-rush-broken.txt"
EXAMPLES = sorted(p for p in (ROOT / "examples").rglob("*") if p.is_file())
SMALL = "Deck\n4 Ember Jab\n"


# --- validate: verdicts and exit codes -------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.relative_to(ROOT / "examples").as_posix())
def test_examples_are_what_their_names_say(path: Path) -> None:
    found = fade_deck("validate", path, "--format", "json")
    (deck,) = found.json["decks"]
    broken = "broken" in path.name
    assert deck["legal"] is not broken
    assert found.code == int(broken)
    rules = {finding["rule"] for finding in deck["findings"] if finding["severity"] == "error"}
    assert len(rules) >= 4 if broken else not deck["findings"]


@pytest.mark.parametrize("ruleset", ["fade", "fade-3.4", "faroe", "faroe-legend", "arsenal", "voidbreakers"])
def test_each_ruleset_has_a_legal_and_a_broken_example(ruleset: str) -> None:
    names = [p.name for p in EXAMPLES if p.parent.name == ruleset]
    assert any("broken" in name for name in names)
    assert any("broken" not in name for name in names)


def test_worst_of_several_decks_counts(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_bytes(b"\x00\x01\x02")
    assert fade_deck("validate", LEGAL).code == 0
    assert fade_deck("validate", LEGAL, BROKEN).code == 1
    found = fade_deck("validate", tmp_path / "bad.txt", LEGAL, BROKEN, "--format", "json")
    assert found.code == 3
    assert [deck["legal"] for deck in found.json["decks"]] == [None, True, False]
    assert "NUL" in found.json["decks"][0]["error"]


def test_stdin() -> None:
    found = fade_deck("validate", "-", "--ruleset", "faroe", "--format", "concise", stdin=SMALL)
    assert found.code == 1
    assert found.out == "<stdin>:2: error deck-too-small Deck has 4 cards, at least 40 are needed\n"


def test_folder_means_all_deck_files_below_it_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/2.txt", "a.txt", "c.deck", ".hidden.txt", "notes.pdf"):
        (tmp_path / name).write_text(SMALL)
    found = fade_deck("validate", tmp_path, "--ruleset", "faroe", "--format", "json")
    assert [Path(d["path"]).relative_to(tmp_path).as_posix() for d in found.json["decks"]] == [
        "a.txt",
        "b/2.txt",
        "c.deck",
    ]


def test_empty_folder_and_missing_file_are_unreadable(tmp_path: Path) -> None:
    found = fade_deck("validate", tmp_path, tmp_path / "none.txt", "--ruleset", "faroe", "--format", "json")
    assert found.code == 3
    assert [deck["error"] for deck in found.json["decks"]] == [
        "a folder without deck files",
        "no such file or directory",
    ]


def test_without_a_ruleset_the_list_and_the_likeness_are_given() -> None:
    text = "".join(line for line in LEGAL.read_text().splitlines(keepends=True) if not line.startswith("Ruleset"))
    found = fade_deck("validate", "-", stdin=text)
    assert found.code == 2
    for name in ("fade", "fade-3.4", "faroe", "faroe-legend", "arsenal", "voidbreakers"):
        assert name in found.out
    assert "looks like `faroe`" in found.out


def test_option_wins_over_the_deck_which_wins_over_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "fade-deck.toml").write_text('ruleset = "arsenal"\n')
    named = "Ruleset: fade\n" + SMALL

    def used(*args: str, stdin: str) -> str:
        found = fade_deck("validate", "-", "--format", "json", *args, stdin=stdin, cwd=tmp_path)
        return str(found.json["decks"][0]["ruleset"])

    assert used(stdin=SMALL) == "arsenal"
    assert used(stdin=named) == "fade"
    assert used("--ruleset", "faroe", stdin=named) == "faroe"


def test_unknown_ruleset_is_one_usage_error() -> None:
    found = fade_deck("validate", LEGAL, BROKEN, "--ruleset", "feroe")
    assert (found.code, found.out) == (2, "")
    assert "did you mean `faroe`" in found.err


# --- validate: options -----------------------------------------------------------------------------------------


def findings(*args: str, stdin: str) -> list[str]:
    found = fade_deck("validate", "-", "--ruleset", "faroe", "--format", "json", *args, stdin=stdin)
    return [finding["rule"] for finding in found.json["decks"][0]["findings"]]


def test_ignore_strict_and_no_advice() -> None:
    deck = "Deck\n4 ember jab\n1 Blazing Fist\n1 Blazing Fist\n"
    assert findings(stdin=deck) == ["inexact-name", "deck-too-small", "repeated-line"]
    assert findings("--no-advice", stdin=deck) == ["inexact-name", "deck-too-small"]
    ignored = ("--ignore", "deck-too-small,repeated-line")
    assert findings(*ignored, stdin=deck) == ["inexact-name"]
    assert fade_deck("validate", "-", "-r", "faroe", *ignored, stdin=deck).code == 0
    assert fade_deck("validate", "-", "-r", "faroe", *ignored, "--strict", stdin=deck).code == 1


def test_ignoring_an_unknown_rule_is_refused() -> None:
    found = fade_deck("validate", LEGAL, "--ignore", "too-many-copys")
    assert (found.code, found.out) == (2, "")
    assert "did you mean `too-many-copies`" in found.err


@pytest.mark.parametrize(
    "args",
    [("--format", "jsn"), ("--date", "18.11.2026"), ("--color", "blue"), ("--from", "xlsx"), ("--nope",)],
    ids=lambda args: args[0],
)
def test_wrong_options_are_usage_errors(args: tuple[str, ...]) -> None:
    assert fade_deck("validate", LEGAL, *args).code == 2


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b" not in fade_deck("validate", BROKEN).out
    assert "\x1b[31" in fade_deck("validate", BROKEN, "--color", "always").out
    assert "\x1b" not in fade_deck("validate", BROKEN, NO_COLOR="1").out


def test_quiet_prints_nothing_for_a_legal_deck() -> None:
    assert fade_deck("validate", LEGAL, "--quiet").out == ""
    assert len(fade_deck("validate", LEGAL, BROKEN, "-q").out.splitlines()) == 1


# --- validate: output files ------------------------------------------------------------------------------------


def test_output_file_is_written_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    out.write_text("old")
    out.chmod(0o640)
    found = fade_deck("validate", BROKEN, "--format", "json", "-o", out)
    assert (found.code, found.out) == (1, "")
    assert json.loads(out.read_text())["decks"][0]["legal"] is False
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["report.json"]


def test_failing_run_leaves_the_output_file_alone(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    out.write_text("old")
    assert fade_deck("validate", LEGAL, "--ruleset", "nope", "-o", out).code == 2
    assert fade_deck("validate", LEGAL, "--cards", tmp_path / "none.json", "-o", out).code == 3
    assert out.read_text() == "old"


def test_output_never_overwrites_a_deck(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(SMALL)
    found = fade_deck("validate", deck, "--ruleset", "faroe", "-o", deck)
    assert found.code == 2
    assert "would overwrite" in found.err
    assert deck.read_text() == SMALL


def test_output_into_no_folder(tmp_path: Path) -> None:
    found = fade_deck("validate", LEGAL, "-o", tmp_path / "none" / "x.json")
    assert found.code == 2
    assert "cannot be written" in found.err


# --- cards and configuration -----------------------------------------------------------------------------------


def card_file(path: Path, name: str) -> Path:
    cards = [{"name": name, "types": ["Skill"]}]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"game": "faroe", "set": "T", "cards": cards}))
    return path


def knows(name: str, *args: str | Path, cwd: Path, **env: str) -> bool:
    found = fade_deck("validate", "-", "-r", "faroe", "-f", "json", *args, stdin=f"1 {name}\n", cwd=cwd, **env)
    return all(finding["rule"] != "unknown-card" for finding in found.json["decks"][0]["findings"])


def test_where_cards_come_from(tmp_path: Path) -> None:
    option, variable = card_file(tmp_path / "o.json", "Option"), card_file(tmp_path / "v.json", "Variable")
    card_file(tmp_path / "sets" / "c.json", "Config")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "fade-deck.toml").write_text('cards = "sets"\n')
    env = {"FADE_DECK_CARDS": str(variable)}
    assert knows("Option", "--cards", option, cwd=below, **env)
    assert not knows("Variable", "--cards", option, cwd=below, **env)
    assert knows("Variable", cwd=below, **env)
    assert not knows("Config", cwd=below, **env)
    assert knows("Config", cwd=below)
    assert not knows("Ember Jab", cwd=below)
    (tmp_path / "fade-deck.toml").unlink()
    assert knows("Ember Jab", cwd=below)


def test_cards_in_the_users_data_folder_are_added(tmp_path: Path) -> None:
    card_file(tmp_path / "fade-deck" / "card_db" / "mine.json", "Mine")
    assert knows("Mine", cwd=tmp_path, XDG_DATA_HOME=str(tmp_path))
    assert knows("Ember Jab", cwd=tmp_path, XDG_DATA_HOME=str(tmp_path))


def test_configuration_of_the_user(tmp_path: Path) -> None:
    (tmp_path / "fade-deck").mkdir()
    (tmp_path / "fade-deck" / "fade-deck.toml").write_text('ruleset = "faroe"\n')
    found = fade_deck("validate", "-", stdin=SMALL, cwd=tmp_path, XDG_CONFIG_HOME=str(tmp_path))
    assert (found.code, "(faroe)" in found.out) == (1, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('rulset = "faroe"', "unknown key `rulset`"),
        ("ruleset = 3", "`ruleset`: must be"),
        ("cards = [1]", "`cards`: must be"),
        ("ruleset = ", "not valid TOML"),
        ('ruleset = "nope"', "unknown ruleset `nope`"),
    ],
)
def test_wrong_configuration(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "fade-deck.toml").write_text(text)
    found = fade_deck("validate", "-", stdin=SMALL, cwd=tmp_path)
    assert found.code == 2
    assert said in found.err + found.out


def test_no_home_and_no_cache_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    found = fade_deck("validate", LEGAL, HOME="/nonexistent", FADE_DECK_CACHE=str(blocked / "cache"))
    assert (found.code, found.err) == (0, "")


# --- the other commands ----------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert fade_deck("--version").out.startswith("fade-deck 0.")
    top = fade_deck("-h").out
    for command in ("explain", "legality", "rulesets", "schema", "validate"):
        assert command in top
        assert "Examples:" in fade_deck(command, "--help").out


def test_unknown_command_has_a_suggestion() -> None:
    found = fade_deck("validat")
    assert found.code == 2
    assert "validate" in found.err


def test_legality_of_one_deck_under_every_ruleset_of_its_game() -> None:
    found = fade_deck("legality", LEGAL)
    rows = [line.split("\t") for line in found.out.splitlines()]
    assert rows[0] == ["ruleset", "verdict", "found", "rules"]
    assert {row[0]: row[1] for row in rows[1:]} == {"faroe": "LEGAL", "faroe-legend": "ILLEGAL"}
    assert found.code == 0
    assert fade_deck("legality", BROKEN).code == 1


def test_legality_finds_the_game_by_its_cards() -> None:
    deck = ROOT / "examples" / "fade" / "crane-union.txt"
    text = "".join(line for line in deck.read_text().splitlines(keepends=True) if not line.startswith("Ruleset"))
    found = fade_deck("legality", "-", "--format", "json", stdin=text)
    assert [(r["ruleset"], r["legal"]) for r in found.json["rulesets"]] == [("fade", True), ("fade-3.4", False)]
    assert fade_deck("legality", "-", stdin="1 Nothing Known\n").code == 2


def test_explain() -> None:
    found = fade_deck("explain", "too-many-copies", "--ruleset", "faroe")
    assert "at most 4" in found.out
    assert "p. 12" in found.out
    both = fade_deck("explain", "too-many-copies", "--format", "json").json["rules"]
    assert sorted(name for page in both for name in page["rulesets"]) == ["fade", "fade-3.4", "faroe"]
    reading = next(page for page in both if page["rulesets"] == ["fade-3.4"])["reading"]
    assert "Fighter Pool" in reading, "v3.4 limits the Deck only, and must say so"


def test_explain_of_an_unknown_rule() -> None:
    found = fade_deck("explain", "too-many-copys")
    assert (found.code, found.out) == (2, "")
    assert "did you mean `too-many-copies`" in found.err
    assert "it is a rule of faroe" in fade_deck("explain", "pool-too-large", "-r", "fade").err


def test_rulesets_list_show_and_diff() -> None:
    listed = [line.split("\t")[0] for line in fade_deck("rulesets").out.splitlines()[1:]]
    assert listed == ["arsenal", "fade", "fade-3.4", "faroe", "faroe-legend", "voidbreakers"]
    shown = fade_deck("rulesets", "show", "faroe", "--format", "json").json["ruleset"]
    assert [zone["id"] for zone in shown["zones"]] == ["deck", "fighter_pool"]
    changed = fade_deck("rulesets", "diff", "fade-3.4", "fade", "--format", "json").json["differences"]
    assert [d["rule"] for d in changed] == ["deck-too-small", "too-many-copies", "unplayable-cost"]
    assert "no differences" in fade_deck("rulesets", "diff", "fade", "fade").out


@pytest.mark.parametrize("what", ["cards", "ruleset", "deck", "report"])
def test_schema(what: str) -> None:
    schema = fade_deck("schema", what).json
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert schema["properties"]


def test_names_are_data_and_never_terminal_codes() -> None:
    deck = (
        "Ruleset: faroe\nName: \x1b[31mred\x1b[0m [bold]x[/bold]\nDeck\n1 \x1b]0;pwned\x07 [foil] :x:\n"
        + "1 Ember Jab\n" * 20
    )
    for kind in ("full", "concise", "json", "junit", "github", "markdown"):
        found = fade_deck("validate", "-", "--format", kind, stdin=deck)
        assert found.code == 1
        assert not any(ord(c) < 32 and c != "\n" for c in found.out), kind
    assert "[foil] :x:" in fade_deck("validate", "-", stdin=deck).out


def test_names_that_the_terminal_cannot_show() -> None:
    found = fade_deck("validate", "-", "-r", "faroe", stdin="1 忍者\n", PYTHONIOENCODING="cp1252")
    assert found.code == 1
    assert "??" in found.out


def test_the_hash_is_of_the_deck_and_not_of_its_spelling() -> None:
    def hashed(text: str) -> str:
        return str(fade_deck("validate", "-", "-r", "faroe", "-f", "json", stdin=text).json["decks"][0]["hash"])

    first = hashed("Name: One\nDeck\n4 Ember Jab\n2 Forked Palm\n# note\nFighter Pool\n1 Storm Dancer\n")
    assert first == hashed(
        "== Fighter Pool ==\nstorm dancer\n[Deck]\nForked Palm x2 (FST) 050\n3 Ember Jab\n1 EMBER JAB\n"
    )
    assert first == hashed("qty,name,section\n4,Ember Jab,Deck\n2,Forked Palm,Deck\n1,Storm Dancer,Fighter Pool\n")
    for other in ("Deck\n4 Ember Jab\n2 Forked Palm\n1 Storm Dancer\n", "Deck\n4 Ember Jab\n2 Forked Palm\n"):
        assert first != hashed(other)
    assert len(first) == 10
    assert (
        f"hash {first}"
        in fade_deck(
            "validate", "-", "-r", "faroe", stdin="Deck\n4 Ember Jab\n2 Forked Palm\nFighter Pool\n1 Storm Dancer"
        ).out
    )
