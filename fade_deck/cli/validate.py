"""`validate`: is each deck legal, why not, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from fade_deck.cli import _shared as shared
from fade_deck.errors import FadeDeckError, UsageError
from fade_deck.renderers import FORMATS, render
from fade_deck.text import clean, did_you_mean

if TYPE_CHECKING:
    from fade_deck.linter import Checker
    from fade_deck.models import Report

_EXAMPLES = shared.examples(
    """
fade-deck validate deck.txt
fade-deck validate decks/ --ruleset faroe --format json
cat deck.txt | fade-deck validate - --ruleset fade
fade-deck validate deck.txt --ruleset house-rules.toml --cards my-set.json
fade-deck validate deck.txt --strict --ignore repeated-line
"""
)
app = shared.new_app()
_DOUBTS = 10
_MANY = 300  # decks from which on waiting is felt


@app.command(epilog=_EXAMPLES)
def validate(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Deck files, folders of them, or `-`.")],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    date: shared.DateOption = None,
    format: Annotated[  # noqa: A002 - the name of the option
        str,
        typer.Option(
            "--format", "-f", metavar="FORMAT", autocompletion=lambda: list(FORMATS), help=f"{', '.join(FORMATS)}."
        ),
    ] = "full",
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE", autocompletion=shared.complete_rules, help="Leave a rule out; repeatable, or with commas."
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings make a deck illegal too.")] = False,
    no_advice: Annotated[bool, typer.Option("--no-advice", help="Leave advice out.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only decks that are not legal, a line each.")] = False,
    color: shared.ColorOption = "auto",
    output: shared.OutputOption = None,
) -> None:
    """Check decks: whether each is legal, why not, and how to mend it.

    A folder means all deck files below it. The ruleset is that of --ruleset, else the one that the deck names in a
    line `Ruleset: ID`, else the one in the configuration file.
    """
    from fade_deck.config import load_config
    from fade_deck.linter import Checker, check_files, worst

    shared.one_of(format, FORMATS, "format")
    config = load_config()
    ignored = [name for names in ignore or () for name in names.split(",") if name]
    checker = Checker(
        shared.load_db(cards, config),
        ruleset,
        config.ruleset,
        frozenset(ignored),
        strict,
        not no_advice,
        shared.parse_date(date),
        hashes=True,
    )
    if ruleset is not None:
        checker.linter(ruleset)  # a ruleset that cannot be used is one error, not one for each deck
    files = [file for path in paths for file in _files(path)]
    shared.keep_inputs(output, [*files, *checker.inputs(), *filter(None, [config.path])])
    piped = {"-": _stdin(checker, from_)} if "-" in files else {}
    others = check_files(_shown([file for file in files if file != "-"]), checker, from_)
    reports = [piped.get(file) or next(others) for file in files]
    _check_ignored(ignored, checker)
    _say_doubts(checker)
    painted, columns = shared.wants_color(color, output), shared.width(output)
    text = render(reports, format, color=painted, width=columns, quiet=quiet)
    if output is not None and output != "-" and any(report.legal is None for report in reports):
        shared.say(f"warning: {output} is left as it is, since not every deck could be checked")
        output = None
    shared.emit(shared.recoded(text) if format == "json" and output is None else text, output)
    raise typer.Exit(worst(reports))


def _files(path: str) -> list[str]:
    """The deck files that an argument means; a folder without any stands for itself, and is then an error."""
    if not path:
        raise UsageError("an empty path was given", hint="`.` means the working folder")
    from fade_deck.decklists import deck_files

    return [path] if path == "-" else deck_files(path) or [path]


def _shown(files: Sequence[str]) -> Iterable[str]:
    """The files, with a progress bar on a terminal where there are many."""
    if len(files) < _MANY or not sys.stderr.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, "Checking decks", console=Console(stderr=True), transient=True)


def _stdin(checker: Checker, format: str | None) -> Report:  # noqa: A002 - the name of the option
    from fade_deck.decklists import read_bytes
    from fade_deck.linter import failed

    try:
        return checker.check(read_bytes(shared.read_stdin(), shared.STDIN, format))
    except FadeDeckError as error:
        return failed(shared.STDIN, error)


def _check_ignored(names: Sequence[str], checker: Checker) -> None:
    """A rule that no ruleset has would be ignored in silence: a typing error that hides nothing, or too much."""
    if not names:
        return
    from fade_deck.ruleset import all_rule_names

    known = {*all_rule_names(), *checker.rule_names()}
    for name in names:
        if name not in known:
            raise UsageError(f"`--ignore`: no rule is called `{clean(name)}`", hint=did_you_mean(name, known))


def _say_doubts(checker: Checker) -> None:
    """Say on standard error what looks misspelt in card files and rulesets of the user's own."""
    found = list(dict.fromkeys(checker.doubts()))
    for doubt in found[:_DOUBTS]:
        shared.say(f"warning: {doubt}")
    if len(found) > _DOUBTS:
        shared.say(f"warning: and {len(found) - _DOUBTS} more words or names that look misspelt")
