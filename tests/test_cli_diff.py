"""`diff` as people and scripts run it: output, exit codes, bad input."""

from __future__ import annotations

from pathlib import Path

from tests.command import ROOT, fade_deck
from tests.test_cli_stats import on_a_terminal

FAROE = ROOT / "examples" / "faroe" / "storm-rush.txt"
FADE = ROOT / "examples" / "fade" / "crane-union.txt"
SMALL = "Ruleset: faroe\nDeck\n2 Gust Step\n1 Bare Knuckles\n"


def test_diff_in_text(tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    new.write_text("Ruleset: faroe\nDeck\n3 gust step\n1 Rook\n")
    old = "Ruleset: faroe\nDeck\n2 Gust Step\n1 Bare Knuckles\nFighter Pool\n1 Rook\n"
    found = fade_deck("diff", "-", new, stdin=old)
    assert found.code == 1
    assert found.out == (
        "- 1 Bare Knuckles (Deck)\n"
        "~ 2 -> 3 Gust Step (Deck)\n"
        "> 1 Rook (Fighter Pool -> Deck)\n"
        "1 card out, 1 card in, 1 card moved; Deck 3 -> 4; Fighter Pool 1 -> 0; ILLEGAL\n"
    )


def test_diff_wraps_at_spaces_on_a_narrow_terminal() -> None:
    broken = FAROE.with_name("storm-rush-broken.txt")
    shown = on_a_terminal("diff", str(FAROE), str(broken), "--color", "never", columns=46)
    assert max(map(len, shown.splitlines())) <= 46
    assert "> 1 Bell Court of the Gales (Deck -> Fighter\n    Pool)\n" in shown
    assert " ".join(shown.split()) == " ".join(fade_deck("diff", FAROE, broken).out.split())


def test_diff_of_one_deck_in_two_formats(tmp_path: Path) -> None:
    """The other list names no ruleset: it is read by that of the first."""
    other = tmp_path / "other.csv"
    other.write_text("section,qty,name\nDeck,1,bare knuckles\nMain Deck,2,GUST STEP\n")
    found = fade_deck("diff", "-", other, stdin=SMALL)
    assert (found.code, found.out) == (0, "the same deck; ILLEGAL\n")
    assert fade_deck("diff", other, "-", stdin=SMALL).code == 0
    (tmp_path / "fade-deck.toml").write_text('ruleset = "arsenal"\n')  # what a deck names counts for more
    assert fade_deck("diff", "-", "other.csv", stdin=SMALL, cwd=tmp_path).code == 0
    assert fade_deck("diff", "other.csv", "-", stdin=SMALL, cwd=tmp_path).code == 0


def test_diff_as_json_and_markdown() -> None:
    broken = FAROE.with_name("storm-rush-broken.txt")
    data = fade_deck("diff", FAROE, broken, "--format", "json").json
    assert (data["same"], data["old"]["legal"], data["new"]["legal"]) == (False, True, False)
    assert {"kind": "moved", "card": "Bell Court of the Gales", "copies": 1, "from": "Deck", "to": "Fighter Pool"} in (
        data["differences"]
    )
    assert {
        "kind": "changed",
        "card": "Eye of the Gale",
        "copies": 1,
        "section": "Fighter Pool",
        "old": 2,
        "new": 3,
    } in data["differences"]
    text = fade_deck("diff", FAROE, broken, "--format", "markdown").out
    assert "### Moved\n\n| Cards | Name | Section |" in text


def test_diff_across_rulesets_says_so() -> None:
    found = fade_deck("diff", FAROE, FADE)
    assert found.code == 1
    assert "ruleset faroe -> fade" in found.out


def test_diff_refuses(tmp_path: Path) -> None:
    assert fade_deck("diff", "-", "-").code == 2
    assert fade_deck("diff", FAROE, tmp_path / "none.txt").code == 3
    assert fade_deck("diff", FAROE, tmp_path).code == 3
    assert fade_deck("diff", FAROE).code == 2
    assert fade_deck("diff", FAROE, FAROE, "--format", "html").code == 2
    nameless = tmp_path / "a.txt"
    nameless.write_text("Deck\n1 Gust Step\n")
    assert fade_deck("diff", nameless, nameless).code == 2


def test_what_moved_is_not_told_of_again(tmp_path: Path) -> None:
    """One Storm Dancer moved and one came in: the old Fighter Pool had none."""
    (tmp_path / "old.txt").write_text("Ruleset: faroe\nDeck\n1 Storm Dancer\n")
    (tmp_path / "new.txt").write_text("Ruleset: faroe\nFighter Pool\n2 Storm Dancer\n")
    out = fade_deck("diff", "old.txt", "new.txt", cwd=tmp_path).out
    assert "1 Storm Dancer (Deck -> Fighter Pool)" in out
    assert "+ 1 Storm Dancer (Fighter Pool)" in out
    back = fade_deck("diff", "new.txt", "old.txt", cwd=tmp_path).out
    assert "- 1 Storm Dancer (Fighter Pool)" in back
