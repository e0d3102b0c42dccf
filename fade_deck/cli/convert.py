"""`convert`: a deck from any format that is read to any that is written, nothing lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fade_deck.cli import _decks
from fade_deck.cli import _shared as shared
from fade_deck.errors import FadeDeckError, InputError, UsageError
from fade_deck.files import is_dir
from fade_deck.text import clean

if TYPE_CHECKING:
    from fade_deck.exports._draft import Draft, Reader
    from fade_deck.models import Decklist

_EXAMPLES = shared.examples(
    """
fade-deck convert deck.dek -o deck.txt
fade-deck convert deck.txt --to json
fade-deck convert deck.txt -o deck.cod --ruleset faroe
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def convert(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or `-`.")],
    output: shared.OutputOption = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="text, json, csv, tsv, lackey or cockatrice; else by the ending."),
    ] = None,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    keep_unread: Annotated[
        bool, typer.Option("--keep-unread", help="Keep lines that cannot be read as comments; else they are refused.")
    ] = False,
) -> None:
    """Convert a deck to another deck format, nothing lost.

    Headers, sections, order, comments and names stay as entered.

    Text and JSON hold everything. What another format has no place for is said. What was written is read again, and
    refused if it would be another deck. A ruleset, where one is named, tells names from counts and remarks, and gives
    LackeyCCG and Cockatrice their zones; without one no card data is needed.
    """
    from fade_deck.exports import by_ending
    from fade_deck.exports._convert import DECK_FORMATS
    from fade_deck.exports._convert import convert as write

    name = to or (by_ending(output) if output else None)
    if name is None:
        raise UsageError("no format is named", hint=f"say `--to FORMAT`: {', '.join(DECK_FORMATS)}")
    shared.one_of(name, DECK_FORMATS, "deck format")
    if is_dir(path):
        raise UsageError(f"{clean(path)} is a folder, and `convert` takes one file", hint="`export` takes folders")
    decklist = _decks.read(path, from_)
    reader, inputs = _reader(decklist, ruleset, cards)
    shared.keep_inputs(output, [path, *inputs])
    draft = reader.draft(decklist)
    _check_unread(draft, decklist, keep=keep_unread)
    text, notes = write(draft, name, reader)
    for line, doubt in draft.doubts:
        shared.say(f"note: {decklist.path}:{line}: {doubt} as a comment")
    for note in notes:
        shared.say(f"note: {note}")
    data = text.encode("utf-8", "replace")
    if output is None or output == "-":
        _decks.print_data(data, binary=False)
    else:
        _decks.save_file(output, data)


def _reader(decklist: Decklist, ruleset: str | None, cards: list[str] | None) -> tuple[Reader, list[str]]:
    """By the ruleset that is named, with the files that are read for it. One that the deck names may be missing."""
    from fade_deck.config import load_config
    from fade_deck.exports._draft import Reader
    from fade_deck.linter import Checker

    config = load_config()
    try:
        checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset)
        if named := checker.named(decklist):
            found = Reader(checker.linter(named).resolver)
            return found, [*checker.inputs(), *map(str, filter(None, [config.path]))]
    except FadeDeckError as error:
        if ruleset is not None or cards:
            raise
        shared.say(f"warning: converted without a ruleset: {error}")
    return Reader.without_cards(), []


def _check_unread(draft: Draft, decklist: Decklist, *, keep: bool) -> None:
    for line, why in draft.unread:
        if not keep:
            hint = "mend the line, or say `--keep-unread` to keep it as a comment"
            raise InputError(why, path=decklist.path, line=line, hint=hint)
        shared.say(f"warning: {decklist.path}:{line}: kept as a comment: {why}")
