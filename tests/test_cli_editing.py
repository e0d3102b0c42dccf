"""The editing commands as a person, a script and a crash meet them: other processes, real files, real kills."""

from __future__ import annotations

import ctypes
import os
import pty
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fade_deck.editing import store
from fade_deck.errors import UsageError
from tests.command import ROOT, Result, fade_deck

STORM = ROOT / "examples" / "faroe" / "storm-rush.txt"
ENV = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
COMMAND = [sys.executable, "-m", "fade_deck"]


@pytest.fixture
def storm(tmp_path: Path) -> Path:
    return Path(shutil.copy(STORM, tmp_path / "storm.txt"))


def on_terminal(*args: str | Path, answers: bytes = b"", pause: float = 0.0) -> tuple[int, str]:
    """Run the command on a terminal of 80 columns and give these answers; its exit code and all that it showed."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(ENV, TERM="xterm", COLUMNS="80", NO_COLOR="1")
        os.execv(sys.executable, [*COMMAND, *map(str, args)])  # noqa: S606 - what a terminal runs
    shown = b""
    answered = not answers
    while True:
        if not answered and b"Enter for none" in shown:
            time.sleep(pause)
            os.write(terminal, answers)
            answered = True
        ready, _, _ = select.select([terminal], [], [], 20)
        try:
            data = os.read(terminal, 65536) if ready else b""
        except OSError:  # the terminal is gone with its program
            data = b""
        if not data:
            break
        shown += data
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n")


# --- from nothing to a deck ------------------------------------------------------------------------------------


def test_from_an_empty_folder_to_a_deck_and_back(tmp_path: Path) -> None:
    deck = tmp_path / "storm.txt"

    def run(*args: str) -> Result:
        done = fade_deck(*args, cwd=tmp_path)
        assert (done.code, done.err) == (0, "")
        return done

    assert run("new", "storm.txt", "--ruleset", "faroe", "--name", "Storm Rush").out == (
        "storm.txt: new deck for F.A.R.O.E., a player's deck; sections: Deck, Fighter Pool\n"
    )
    assert deck.read_bytes() == b"Name: Storm Rush\nRuleset: faroe\n\nDeck\n\nFighter Pool\n"
    assert run("add", "storm.txt", "4", "ember jab").out == (
        "storm.txt: Ember Jab: 0 -> 4 in Deck\n"
        "  Deck cards 0 -> 4/40-60: still under\n"
        "  still ILLEGAL: 1 error\n"
        "  still error[deck-too-small]: Deck has 4 cards, at least 40 are needed\n"
    )
    run("add", "storm.txt", "2", "rook")
    run("remove", "storm.txt", "1", "ember jab")
    run("set", "storm.txt", "2", "gust step")
    assert run("move", "storm.txt", "1", "Rook", "--to", "deck").out.splitlines()[:4] == [
        "storm.txt: Rook: 1 moved from Fighter Pool to Deck",
        "  Deck cards 5 -> 6/40-60: still under",
        "  Fighter Pool cards 2 -> 1/20",
        "  Fighter Pool level 6 -> 3/100",
    ]
    assert deck.read_text() == (
        "Name: Storm Rush\nRuleset: faroe\n\nDeck\n3 Ember Jab\n2 Gust Step\n1 Rook\n\nFighter Pool\n1 Rook\n"
    )
    assert run("undo", "storm.txt").out.startswith("storm.txt: undone: move 1 Rook\n  Deck cards 6 -> 5/40-60")
    assert deck.read_text().endswith("2 Gust Step\n\nFighter Pool\n2 Rook\n")


def test_add_says_what_became_of_legality(storm: Path) -> None:
    done = fade_deck("add", storm, "1", "storm dancer")
    assert done.code == 0
    # 18 Characters of level 96; a Storm Dancer has level 6, and there are 4 of them.
    assert "  Fighter Pool level 96 -> 102/100: now over\n  LEGAL -> ILLEGAL: 2 errors\n" in done.out


def test_new_never_overwrites(storm: Path) -> None:
    before = storm.read_bytes()
    done = fade_deck("new", storm, "--ruleset", "faroe")
    assert (done.code, storm.read_bytes()) == (2, before)
    assert "is there already" in done.err
    assert fade_deck("new", storm, "--ruleset", "faroe", "--force").code == 0
    assert storm.read_text() == "Ruleset: faroe\n\nDeck\n\nFighter Pool\n"
    assert fade_deck("undo", storm).code == 0
    assert storm.read_bytes() == before


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["new", "a.txt"], 2, "no ruleset is named"),
        (["new", "a.json", "--ruleset", "faroe"], 2, "call it `a.txt`"),
        (["new", "a.txt", "--ruleset", "nonsense"], 2, "nonsense"),
        (["new", "a.txt", "--ruleset", "faroe", "--date", "tomorrow"], 2, "not a date"),
        (["new", "a.txt", "--ruleset", "faroe", "--name", "a\x1b[31mb"], 2, "control characters"),
        (["new", ".", "--ruleset", "faroe"], 3, "folder"),
        (["new", "no/such/a.txt", "--ruleset", "faroe"], 2, "cannot be written"),
        (["new", "-", "--ruleset", "faroe"], 2, "file name is needed"),
    ],
)
def test_new_refuses(tmp_path: Path, args: list[str], code: int, said: str) -> None:
    done = fade_deck(*args, cwd=tmp_path)
    assert (done.code, list(tmp_path.iterdir())) == (code, [])
    assert said in done.err


def test_new_names_a_ruleset_file_from_where_the_deck_lies(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "house.toml").write_text('id = "house"\ntitle = "House"\nextends = "faroe"\n')
    done = fade_deck("new", "decks/a.txt", "--ruleset", "house.toml", "--name", "  A\nB ", cwd=tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / "decks" / "a.txt").read_text().startswith("Name: A B\nRuleset: ../house.toml\n")
    assert fade_deck("add", "decks/a.txt", "1", "rook", cwd=tmp_path).code == 0


# --- bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", ["0", "-1", "-4.5", "1.5", "1,5", "10000", "9" * 5000, "four", "", "4x", "٤"])
@pytest.mark.parametrize("command", ["add", "remove", "set", "move"])
def test_a_count_is_a_whole_number_from_1_to_9999(storm: Path, command: str, count: str) -> None:
    done = fade_deck(command, storm, count, "rook")
    assert (done.code, done.out, storm.read_bytes()) == (2, "", STORM.read_bytes())
    assert "copies must be a whole number from 1 to 9999" in done.err
    assert len(done.err) < 300


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["add", "none.txt", "1", "rook"], 3, "none.txt: no such file or directory"),
        (["undo", "none.txt"], 3, "no such file"),
        (["format", "none.txt"], 3, "no such file"),
        (["show", "none.txt"], 3, "no such file"),
        (["add", "folder", "1", "rook"], 3, "this is a folder; give a deck file"),
        (["undo", "folder"], 3, "this is a folder"),
        (["show", "folder"], 3, "this is a folder"),
        (["add", "-", "1", "rook"], 2, "standard input cannot be edited"),
        (["add", "storm.txt", "1", "rook", "--to", "pol"], 2, "did you mean `Pool`"),
        (["add", "storm.txt", "1", "rook", "--ruleset", "none"], 2, "none"),
        (["add", "storm.txt", "1", "  "], 2, "an empty name"),
        (["remove", "storm.txt", "5", "rook"], 2, "Fighter Pool has 2 of Rook, so 5 cannot be taken out"),
        (["remove", "storm.txt", "1", "rook", "--in", "deck"], 2, "it is in Fighter Pool (2)"),
        (["move", "storm.txt", "1", "rook"], 2, "Rook is in Fighter Pool already"),
        (["add", "deck.csv", "1", "rook"], 2, "`fade-deck convert deck.csv -o deck.txt`"),
        (["format", "deck.json"], 2, "only text decks"),
        (["add", "photo.png", "1", "rook"], 3, "a PNG image"),
        (["add", "nameless.txt", "1", "rook"], 2, "no ruleset is named"),
        (["undo", "storm.txt"], 2, "no edit to undo"),
    ],
)
def test_what_cannot_be_edited_says_why(tmp_path: Path, storm: Path, args: list[str], code: int, said: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "deck.csv").write_text("qty,name\n4,Ember Jab\n")
    (tmp_path / "deck.json").write_text('{"ruleset": "faroe", "sections": []}')
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "nameless.txt").write_text("Deck\n4 Ember Jab\n")
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    done = fade_deck(*args, cwd=tmp_path)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_read_only_file_stays(storm: Path) -> None:
    storm.chmod(0o444)
    done = fade_deck("add", storm, "1", "rook")
    assert (done.code, done.out, storm.read_bytes()) == (2, "", STORM.read_bytes())
    assert "is read-only; nothing was changed" in done.err


def _as_anybody() -> None:
    """Give up the right of an administrator to write where nobody may (Linux: CAP_DAC_OVERRIDE)."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


def test_a_read_only_folder_stays(storm: Path) -> None:
    storm.parent.chmod(0o555)
    done = subprocess.run(
        [*COMMAND, "add", str(storm), "1", "rook"],
        capture_output=True,
        text=True,
        env=ENV,
        preexec_fn=_as_anybody,
        check=False,
    )
    storm.parent.chmod(0o755)
    assert (done.returncode, storm.read_bytes()) == (2, STORM.read_bytes())
    assert "cannot be written: Permission denied; nothing was changed" in done.stderr


def test_a_full_disk_leaves_the_file(storm: Path) -> None:
    """No file may grow beyond 100 bytes: what the system then says of a write is what it says of a full disk."""

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = subprocess.run(
        [*COMMAND, "add", str(storm), "1", "rook"],
        capture_output=True,
        text=True,
        env=ENV,
        preexec_fn=small,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be written: File too large; nothing was changed" in done.stderr
    assert storm.read_bytes() == STORM.read_bytes()
    assert [path.name for path in storm.parent.iterdir()] == ["storm.txt"]


def test_without_a_place_for_the_former_state_the_edit_is_made_and_says_so(storm: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = fade_deck("add", storm, "1", "ember jab", FADE_DECK_CACHE=str(tmp_path / "file" / "cache"))
    assert done.code == 0
    assert "warning: `undo` will not be possible" in done.err
    assert "1 Ember Jab" in storm.read_text()


def test_an_edit_that_was_made_says_so_even_if_it_cannot_be_told(storm: Path) -> None:
    args = [*COMMAND, "add", str(storm), "1", "ember jab"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(args, stdout=full, stderr=subprocess.PIPE, text=True, env=ENV, check=False)
    assert (done.returncode, "1 Ember Jab" in storm.read_text()) == (0, True)
    assert "was changed, but standard output cannot be written" in done.stderr


def test_links_are_followed_and_permissions_kept(storm: Path, tmp_path: Path) -> None:
    storm.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(storm)
    assert fade_deck("add", link, "1", "ember jab").code == 0
    assert link.is_symlink()
    assert (storm.stat().st_mode & 0o777, "1 Ember Jab" in storm.read_text()) == (0o640, True)
    assert fade_deck("undo", storm).code == 0
    assert storm.read_bytes() == STORM.read_bytes()


def test_names_are_data_and_not_for_the_terminal_to_obey(tmp_path: Path) -> None:
    deck = tmp_path / "a.txt"
    deck.write_text("Ruleset: faroe\nName: [red]\x1b[31m\n\nDeck\n2 [b]\x1b[2J Evil\n")
    for args in (["show"], ["show", "--format", "json"], ["format", "--diff"]):
        assert "\x1b" not in fade_deck(args[0], deck, *args[1:]).out
    done = fade_deck("remove", deck, "1", "[b]\x1b[2J Evil")
    assert (done.code, "\x1b" in done.out + done.err) == (0, False)
    code, shown = on_terminal("show", deck)
    assert (code, "\x1b" in shown) == (0, False)
    assert "[b]" in shown


# --- names that are not certain --------------------------------------------------------------------------------


def test_a_fuzzy_name_is_refused_in_a_script_with_its_candidates(storm: Path) -> None:
    done = fade_deck("add", storm, "1", "ember jb")
    assert (done.code, done.out, storm.read_bytes()) == (1, "", STORM.read_bytes())
    assert "no card is called `ember jb`; nothing was changed" in done.err
    assert "`--first` for the first of: `Ember Jab`" in done.err
    done = fade_deck("remove", storm, "1", "storm dancr")
    assert (done.code, "`Storm Dancer`" in done.err) == (1, True)


def test_first_takes_the_nearest(storm: Path) -> None:
    done = fade_deck("add", storm, "1", "ember jb", "--first")
    assert (done.code, done.err) == (0, "no card is called `ember jb`; taken: Ember Jab\n")
    assert "\n1 Ember Jab\n" in storm.read_text()


def test_a_terminal_is_asked(storm: Path) -> None:
    code, shown = on_terminal("add", storm, "1", "tamsin", answers=b"2\n")
    assert code == 0
    assert "`tamsin` fits 2 cards. Which one is meant?\n  1 Tamsin Clay-Hands\n  2 Tamsin, Kiln Master\n" in shown
    assert "\n1 Tamsin, Kiln Master\n" in storm.read_text()


@pytest.mark.parametrize("answers", [b"\n", b"9\n0\nx\n", b"\x04"])
def test_a_terminal_may_answer_none(storm: Path, answers: bytes) -> None:
    code, shown = on_terminal("add", storm, "1", "tamsin", answers=answers)
    assert (code, storm.read_bytes()) == (1, STORM.read_bytes())
    assert "no card was chosen; nothing was changed" in shown


# --- others at the same time -----------------------------------------------------------------------------------


def test_what_another_program_writes_while_a_person_thinks_is_kept(storm: Path) -> None:
    """The answer is awaited without a lock, and the change made to what the file holds by then."""
    writer = subprocess.Popen(["sh", "-c", f"sleep 0.5; echo '# by hand' >> '{storm}'"])
    code, _ = on_terminal("add", storm, "1", "tamsin", answers=b"1\n", pause=1.0)
    writer.wait()
    assert code == 0
    assert storm.read_text().endswith("2 Rook\n1 Tamsin Clay-Hands\n# by hand\n")


def test_a_file_changed_between_reading_and_replacing_is_left_alone(storm: Path) -> None:
    def change(data: bytes) -> bytes:
        storm.write_bytes(b"another program was here\n")
        return data + b"# ours\n"

    with pytest.raises(UsageError, match="was changed by another program in between; nothing was changed"):
        store.edit(str(storm), change, "test")
    assert storm.read_bytes() == b"another program was here\n"


def test_edits_at_once_lose_none(storm: Path) -> None:
    cards = ["Ember Jab", "Kiln Breath", "Ash Novice", "Sister Maëlle", "Eye of the Gale", "Grandmother Tor", "Rook"]
    cards = [card for card in cards if fade_deck("add", storm, "1", card).code == 0]
    shutil.copy(STORM, storm)
    running = [
        subprocess.Popen([*COMMAND, "add", str(storm), "1", card], stdout=subprocess.DEVNULL, env=ENV)
        for card in [*cards, *cards]
    ]
    assert {process.wait() for process in running} == {0}
    text = storm.read_text()
    before = {"Eye of the Gale": 2, "Rook": 2}
    assert len(cards) >= 5
    assert all(f"\n{before.get(card, 0) + 2} {card}\n" in text for card in cards)


def test_an_edit_that_waits_too_long_gives_up(storm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "WAIT", 0.05)
    with store.locked(storm, "storm.txt"), pytest.raises(UsageError, match="another edit is going on"):
        store.edit(str(storm), lambda data: data + b"x", "test")
    store.edit(str(storm), lambda data: data + b"# x\n", "test")
    assert storm.read_bytes() == STORM.read_bytes() + b"# x\n"


def test_a_path_that_cannot_be() -> None:
    with pytest.raises(Exception, match="no such path"):
        store.read("a\0b")


# --- kills -----------------------------------------------------------------------------------------------------

# Once the lock is held, counts the calls that touch files, before and after each, and dies at the given one.
KILLED = """
import os, signal, sys
from fade_deck.cli import main
names = set("open fdopen write flush fsync close __exit__ chmod replace rename unlink mkdir flock".split())
at, seen, held = int(sys.argv.pop(1)), 0, False
def watch(frame, event, called):
    global seen, held
    if event not in ("c_call", "c_return") or called.__name__ not in names:
        return
    held = held or called.__name__ == "flock"
    seen += held
    if seen == at:
        os.kill(os.getpid(), signal.SIGKILL)
sys.setprofile(watch)
main()
"""


def test_killed_at_any_step_the_file_is_the_old_or_the_new_one_and_undo_knows_which(storm: Path) -> None:
    first = STORM.read_bytes()
    assert fade_deck("add", storm, "1", "ember jab").code == 0
    old = storm.read_bytes()
    assert fade_deck("add", storm, "1", "gust step").code == 0
    new = storm.read_bytes()
    assert fade_deck("undo", storm).code == 0
    seen = []
    for step in range(1, 200):
        storm.write_bytes(first)
        assert fade_deck("add", storm, "1", "ember jab").code == 0
        args = [sys.executable, "-c", KILLED, str(step), "add", str(storm), "1", "gust step"]
        done = subprocess.run(args, env=ENV, capture_output=True, check=False)
        assert storm.read_bytes() in (old, new)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        was_new = storm.read_bytes() == new
        assert fade_deck("undo", storm).code == 0
        assert storm.read_bytes() == (old if was_new else first)
        if done.returncode == 0:
            break
        seen.append(was_new)
    assert fade_deck("add", storm, "1", "gust step").code == 0
    assert [path.name for path in storm.parent.iterdir()] == ["storm.txt"], "what kills left is swept away"
    # Some kills came before the file was replaced and some after, and none in the middle.
    assert (seen[0], seen[-1], sorted(seen)) == (False, True, seen)
    assert len(seen) > 20


def test_killed_at_random_moments(storm: Path) -> None:
    chance = random.Random(5)
    text = storm.read_text()
    copies = 0
    for _ in range(25):
        process = subprocess.Popen([*COMMAND, "add", str(storm), "1", "rook"], stdout=subprocess.DEVNULL, env=ENV)
        time.sleep(chance.uniform(0.02, 0.09))
        process.kill()
        process.wait()
        now = storm.read_text()
        whole = {
            text.replace("(18)", f"({18 + n})").replace("2 Rook", f"{2 + n} Rook"): n for n in (copies, copies + 1)
        }
        assert now in whole
        copies = whole[now]
    assert fade_deck("add", storm, "1", "rook").code == 0
    assert f"\n{2 + copies + 1} Rook\n" in storm.read_text()


# --- undo ------------------------------------------------------------------------------------------------------


def test_undo_of_an_undo_is_redo(storm: Path) -> None:
    fade_deck("add", storm, "1", "ember jab")
    after = storm.read_bytes()
    assert fade_deck("undo", storm).out.startswith(f"{storm}: undone: add 1 Ember Jab\n")
    assert storm.read_bytes() == STORM.read_bytes()
    assert fade_deck("undo", storm).out.startswith(f"{storm}: done again: add 1 Ember Jab\n")
    assert storm.read_bytes() == after
    assert fade_deck("undo", storm).out.startswith(f"{storm}: undone: add 1 Ember Jab\n")


def test_undo_does_not_undo_what_others_did(storm: Path) -> None:
    fade_deck("add", storm, "1", "ember jab")
    by_hand = storm.read_bytes() + b"# by hand\n"
    storm.write_bytes(by_hand)
    done = fade_deck("undo", storm)
    assert (done.code, storm.read_bytes()) == (2, by_hand)
    assert "was changed since its last edit (`add 1 Ember Jab`); nothing was undone" in done.err
    assert fade_deck("undo", storm, "--force").code == 0
    assert storm.read_bytes() == STORM.read_bytes()
    assert fade_deck("undo", storm).code == 0
    assert storm.read_bytes() == by_hand


def test_an_edit_that_changes_nothing_is_none(storm: Path) -> None:
    fade_deck("add", storm, "1", "ember jab")
    done = fade_deck("set", storm, "1", "ember jab")
    assert done.out == f"{storm}: Ember Jab: 1 in Deck already\n"
    fade_deck("undo", storm)
    assert storm.read_bytes() == STORM.read_bytes()


def test_a_new_file_has_nothing_to_undo(storm: Path) -> None:
    fade_deck("add", storm, "1", "ember jab")
    storm.unlink()
    fade_deck("new", storm, "--ruleset", "faroe")
    assert "no edit to undo" in fade_deck("undo", storm).err


# --- format ----------------------------------------------------------------------------------------------------

LOOSE = "ruleset: faroe\nDeck\n4x ember jab\n# mine\nEmber Jab\n"
FIRM = "Ruleset: faroe\n\nDeck\n# mine\n5 Ember Jab\n"


def test_format_rewrites_and_check_and_diff_only_look(tmp_path: Path) -> None:
    deck = tmp_path / "a.txt"
    deck.write_text(LOOSE)
    for option, code in (("--check", 1), ("--diff", 0)):
        done = fade_deck("format", deck, option)
        assert (done.code, deck.read_text()) == (code, LOOSE)
        assert done.out.splitlines()[2:] == [
            "@@ -1,5 +1,5 @@",
            *("-ruleset: faroe", "+Ruleset: faroe", "+", " Deck", "-4x ember jab", " # mine"),
            *("-Ember Jab", "+5 Ember Jab"),
        ]
    assert fade_deck("format", "-", stdin=LOOSE).out == FIRM
    assert fade_deck("format", deck).out == f"{deck}: formatted\n"
    assert deck.read_text() == FIRM
    for args in (["--check"], ["--diff"], []):
        done = fade_deck("format", deck, *args)
        assert (done.code, done.out) == (0, "")
    assert fade_deck("undo", deck).code == 0
    assert deck.read_text() == LOOSE


def test_format_takes_a_folder_and_goes_on_after_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LOOSE)
    (tmp_path / "b.txt").write_bytes(b"%PDF")
    (tmp_path / "c.csv").write_text("qty,name\n4,Ember Jab\n")
    (tmp_path / "d.txt").write_bytes(LOOSE.replace("mine", "meïn").encode("utf-16"))
    done = fade_deck("format", tmp_path)
    assert done.code == 3
    assert "b.txt: this is a PDF" in done.err
    assert (tmp_path / "a.txt").read_text() == FIRM
    assert (tmp_path / "d.txt").read_bytes() == FIRM.replace("mine", "meïn").encode("utf-16")


# --- show ------------------------------------------------------------------------------------------------------


def test_show_prints_plain_lines_into_a_pipe(storm: Path) -> None:
    done = fade_deck("show", storm)
    lines = done.out.splitlines()
    assert (done.code, lines[0], lines[-1][-7:]) == (0, "Storm Rush (faroe)", ": LEGAL")
    assert "Player: Kim Ode" in lines
    assert "Deck: 40/40-60 cards" in lines
    at = lines.index("Fighter Pool: 18/20 cards, level 96/100")
    assert lines[at + 1 : at + 4] == ["  Character (17)", "    1 Lady Isaude, Gale Regent", "    2 Eye of the Gale"]
    assert lines[at + 8 : at + 10] == ["  Character / Item (1)", "    1 Messenger Gull"]


def test_show_draws_a_table_on_a_terminal(storm: Path) -> None:
    code, shown = on_terminal("show", storm)
    assert code == 0
    assert [line.split() for line in shown.splitlines() if "Storm Dancer" in line] == [
        ["4", "Storm", "Dancer", "Storm", "6", "3", "TP"]
    ]
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_show_reads_any_format_and_writes_json() -> None:
    data = fade_deck("show", "examples/fade/lantern-rush.csv", "--format", "json").json
    assert (data["ruleset"], data["legal"], data["cards"]) == ("fade", True, 58)
    assert sum(card["count"] for section in data["sections"] for card in section["cards"]) == 58
    assert {"zone": "fighter_pool", "label": "level", "value": 100, "minimum": None, "maximum": 100} in data["totals"]


def test_show_of_an_illegal_deck_is_no_error() -> None:
    done = fade_deck("show", "-", "--ruleset", "faroe", stdin="4 Ember Jib\n")
    assert (done.code, done.out) == (
        0,
        "<stdin> (faroe)\n\nDeck: 4/40-60 cards (under)\n  not a known card (4)\n    4 Ember Jib\n\n"
        f"{done.out.splitlines()[-1]}\n",
    )
    assert done.out.endswith(": ILLEGAL: 2 errors\n")


# --- JSON ------------------------------------------------------------------------------------------------------


def test_json_is_edited_in_place(tmp_path: Path) -> None:
    deck = tmp_path / "a.json"
    text = '{"ruleset": "faroe",\r\n "sections": [\r\n  {"section": "Deck", "cards": [{"name": "Ember Jab"}]}]}'
    deck.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert fade_deck("add", deck, "2", "ember jab").code == 0
    after = text.replace('{"name"', '{"count": 3, "name"')
    assert deck.read_bytes() == b"\xef\xbb\xbf" + after.encode()
    assert fade_deck("undo", deck).code == 0
    assert deck.read_bytes() == b"\xef\xbb\xbf" + text.encode()
