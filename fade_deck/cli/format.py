"""`format`: text decks in their canonical form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import deck_files, read_text
from fade_deck.editing import store
from fade_deck.editing.canonical import canonical
from fade_deck.editing.coding import decoded
from fade_deck.editing.draft import check_format, make_draft
from fade_deck.errors import FadeDeckError, UsageError
from fade_deck.files import is_dir
from fade_deck.linter import Checker
from fade_deck.renderers.ansi import flat
from fade_deck.text import clean, plural

_EXAMPLES = shared.examples(
    """
fade-deck format storm.txt
fade-deck format decks/ --check
cat deck.txt | fade-deck format - --ruleset fade
"""
)
app = shared.new_app()


@app.command("format", epilog=_EXAMPLES)
def format_(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Text decks, folders of them, or `-`.")],
    check: Annotated[bool, typer.Option("--check", help="Only show what would change; exit 1 if anything.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Only show what would change.")] = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Rewrite text decks in canonical form.

    Headers in a fixed order, sections in the ruleset's, names as printed, lines of one card joined, stated counts
    corrected; comments stay with their lines. `-` reads standard input and prints. `fade-deck undo` takes it back.
    """
    config = load_config()
    checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset)
    worst = changed = 0
    files = [(file, is_dir(path)) for path in paths for file in _files(path)]
    for file, found in files:
        try:
            differs = _one(file, checker, write=not (check or diff), listed=found)
        except FadeDeckError as error:
            shared.complain(error)
            worst = max(worst, error.exit_code)
        else:
            changed += differs
    if len(files) > 1 or not changed:
        word = "would change" if check or diff else "changed"
        shared.say(f"{plural(len(files), 'deck')}: {changed} {word}")
    raise typer.Exit(max(worst, int(check and changed > 0)))


def _files(path: str) -> list[str]:
    if not path:
        raise UsageError("an empty path was given", hint="`.` means the working folder")
    return [path] if path == "-" else deck_files(path) or [path]


def _one(path: str, checker: Checker, *, write: bool, listed: bool) -> bool:
    """Format one deck, or show how it would change; whether it does. In a folder other formats are passed over."""
    shown = shared.STDIN if path == "-" else path
    data = shared.read_stdin() if path == "-" else store.read(path)
    if listed and read_text(decoded(data, shown).text, shown).format != "text":
        return False
    after = _formatted(data, shown, checker)
    if path == "-" and write:
        shared.emit(decoded(after, shown).text)
        return after != data
    if not write:
        shared.emit("".join(_diff(data, after, shown)))
        return after != data
    done = store.edit(path, lambda now: after if now == data else _formatted(now, path, checker), "format")
    if done.after != done.before:
        shared.emit(f"{flat(path)}: formatted\n")
    if done.note:
        shared.say(f"warning: {done.note}")
    return done.after != done.before


def _formatted(data: bytes, path: str, checker: Checker) -> bytes:
    coded = decoded(data, path)
    decklist = read_text(coded.text, path)
    check_format(decklist, ("text",))
    return coded.encoded(canonical(make_draft(coded.text, decklist, checker.linter(checker.require(decklist)))))


def _diff(before: bytes, after: bytes, path: str) -> Iterator[str]:
    """A unified diff, safe to print. Where only line ends differ, lines that look alike are shown all the same."""
    from difflib import unified_diff

    old, new = (decoded(data, path).text.splitlines(keepends=True) for data in (before, after))
    for line in unified_diff(old, new, flat(path), f"{flat(path)}, formatted"):
        yield clean(line.rstrip("\r\n")) + "\n"
