"""What the editing commands share: counts, names that must be chosen, and the way from a file to the changed file."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_text
from fade_deck.decklists.source import copies, copies_fault
from fade_deck.editing import store
from fade_deck.editing.coding import Coded, decoded
from fade_deck.editing.draft import Draft, check_format, make_draft
from fade_deck.editing.edits import Outcome
from fade_deck.editing.effect import effect
from fade_deck.editing.names import UnsureNameError
from fade_deck.errors import UsageError
from fade_deck.linter import Checker
from fade_deck.renderers.ansi import flat
from fade_deck.text import clean

ALL = "all"
_LIKE_A_COUNT = re.compile(r"-\d[\d.,]*[xX]?")
_ATTEMPTS = 3

PathArgument = Annotated[str, typer.Argument(metavar="FILE", help="A text or JSON deck.")]
CountArgument = Annotated[str, typer.Argument(metavar="COUNT", help="How many copies, 1 to 9999.")]
CountOrAllArgument = Annotated[
    str, typer.Argument(metavar="COUNT", help="How many copies, 1 to 9999, or `all` of them.")
]
CardArgument = Annotated[
    str,
    typer.Argument(
        metavar="CARD", autocompletion=shared.complete_cards, help="The card's name; `(SET) 12` may follow."
    ),
]
FirstOption = Annotated[bool, typer.Option("--first", help="Where a name is not certain, take the nearest.")]
ToOption = Annotated[
    str | None, typer.Option("--to", metavar="SECTION", help="The section, in place of the one the ruleset knows.")
]
InOption = Annotated[
    str | None, typer.Option("--in", metavar="SECTION", help="The section that is meant, where it is in several.")
]


class CountingCommand(TyperCommand):
    """A command with a count: `-1` is a wrong count, and not an option that nobody knows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, after a look for negative numbers among them."""
        for arg in args:
            if _LIKE_A_COUNT.fullmatch(arg):
                raise UsageError(copies_fault(arg))
        return super().parse_args(ctx, args)


def parse_count(text: str) -> int:
    """A number of copies; anything but a whole number from 1 to 9999 is refused."""
    amount = copies(text)
    if amount is None:
        hint = "`fade-deck remove FILE all CARD` takes a card out" if text.strip() == "0" else None
        raise UsageError(copies_fault(text), hint=hint)
    return amount


def parse_count_or_all(text: str) -> int | None:
    """A number of copies, None for all of them."""
    return None if text.strip().casefold() == ALL else parse_count(text)


# --- names that must be chosen ---------------------------------------------------------------------------------


def chooser(first: bool) -> Callable[[str, Sequence[str]], str]:
    """How a name is chosen that is not certain: the best, the answer of a person, or not at all in a script."""

    def choose(problem: str, candidates: Sequence[str]) -> str:
        if not candidates:
            raise UnsureNameError(problem, [], hint="`--cards` loads other cards")
        if first:
            shared.say(f"{problem}; taken: {clean(candidates[0])}")
            return candidates[0]
        if sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
            return _asked(problem, candidates)
        listed = ", ".join(f"`{clean(name)}`" for name in candidates)
        hint = f"give the full name, or `--first` for the first of: {listed}"
        raise UnsureNameError(f"{problem}; nothing was changed", candidates, hint=hint)

    return choose


def _asked(problem: str, candidates: Sequence[str]) -> str:
    shared.say(f"{problem}. Which one is meant?")
    for number, name in enumerate(candidates, 1):
        shared.say(f"{number:3} {name}")
    for _ in range(_ATTEMPTS):
        sys.stderr.write(f"1-{len(candidates)}, or Enter for none: ")
        sys.stderr.flush()
        answer = sys.stdin.readline().strip()
        if not answer:
            break
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:4]) <= len(candidates):
            return candidates[int(answer[:4]) - 1]
    raise UnsureNameError("no card was chosen; nothing was changed", candidates)


# --- from a file to the changed file ---------------------------------------------------------------------------


class Desk:
    """A deck file that is edited under a ruleset: read once to know what is meant, and again once it is locked."""

    def __init__(self, path: str, ruleset: str | None, cards: list[str] | None) -> None:
        if path == "-":
            raise UsageError("standard input cannot be edited", hint="give a deck file")
        config = load_config()
        self.path = path
        data = store.read(path)
        self.checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset)
        self.draft = self._draft(decoded(data, path))

    def _draft(self, coded: Coded) -> Draft:
        decklist = read_text(coded.text, self.path)
        check_format(decklist)
        return make_draft(coded.text, decklist, self.checker.linter(self.checker.require(decklist)))

    def edit(self, change: Callable[[Draft], Outcome], what: str) -> None:
        """Make a change to the file as it is once it is locked, and say what came of it."""
        made: list[tuple[Draft, Outcome]] = []

        def changed(data: bytes) -> bytes:
            coded = decoded(data, self.path)
            draft = self._draft(coded)
            outcome = change(draft)
            made.append((draft, outcome))
            return coded.encoded(outcome.draft.text)

        done = store.edit(self.path, changed, what)
        ((before, outcome),) = made
        told = [*outcome.said]
        if done.after != done.before:
            told += effect(before.report, outcome.draft.report)
        tell(self.path, told, done.note)


def tell(path: str, told: Sequence[str], note: str | None = None) -> None:
    """Say what was changed, and on standard error why `undo` will not do, if so."""
    first, *rest = told
    lines = [f"{flat(path)}: {first}", *(f"  {line}" for line in rest)]
    try:
        shared.emit("".join(shared.wrapped(line) + "\n" for line in lines))
    except UsageError as error:  # a script that took this for a failure would make the change twice
        shared.say(f"warning: {flat(path)} was changed, but {error.message}")
    if note:
        shared.say(f"warning: {note}")
