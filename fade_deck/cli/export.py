"""`export`: decks as sheets to print, as posts, and as files for other programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from fade_deck.cli import _decks
from fade_deck.cli import _shared as shared
from fade_deck.errors import FadeDeckError, UsageError
from fade_deck.exports import FORMATS, Exporter, Options, by_ending, exporter
from fade_deck.files import is_dir
from fade_deck.text import clean

if TYPE_CHECKING:
    from fade_deck.linter import Checker
    from fade_deck.models import Decklist, Report

_EXAMPLES = shared.examples(
    """
fade-deck export deck.txt -o deck.pdf
fade-deck export decks/ -o sheets.pdf --event "Spring Cup" --date 2026-04-11
fade-deck export deck.txt --to markdown
fade-deck export deck.txt --to text --plain
fade-deck export decks/ --to lackey -o lackey/
"""
)
app = shared.new_app()
_MANY = 20  # decks from which on waiting is felt
_NAMED = 10  # illegal decks that are named one by one


def _field(name: str, what: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(f"--{name}", metavar="TEXT", help=f"On sheets: {what}.")
    return option


@app.command(epilog=_EXAMPLES)
def export(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Deck files, folders of them, or `-`.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE|FOLDER", help="A file, or a folder for a file a deck.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            autocompletion=lambda: list(FORMATS),
            help=f"{', '.join(FORMATS)}; else by the ending of the file.",
        ),
    ] = None,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    refuse_illegal: Annotated[
        bool, typer.Option("--refuse-illegal", help="Write nothing and exit with 1 if a deck is not legal.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="In a folder, replace files that are there.")] = False,
    paper: Annotated[Literal["a4", "letter"], typer.Option("--paper", help="The size of a page.")] = "a4",
    order: Annotated[
        Literal["type", "name", "list"],
        typer.Option("--order", help="Sheets and posts: by type for piles, by name, or as listed."),
    ] = "type",
    boxes: Annotated[bool, typer.Option("--boxes/--no-boxes", help="A box to tick for every copy.")] = True,
    blank_fields: Annotated[bool, typer.Option("--blank-fields", help="Lines to write on in place of names.")] = False,
    player: Annotated[str | None, _field("player", "the player's name, `First Last` or `Last, First`")] = None,
    event: Annotated[str | None, _field("event", "the event")] = None,
    date: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day of the event; counts for dated rules.")
    ] = None,
    table: Annotated[str | None, _field("table", "the table")] = None,
    location: Annotated[str | None, _field("location", "the place")] = None,
    id: Annotated[str | None, _field("id", "the player's id")] = None,  # noqa: A002 - the name of the option
    font: Annotated[
        str | None, typer.Option("--font", metavar="FILE", help="A TrueType font for letters the bundled one lacks.")
    ] = None,
    stamp: Annotated[bool, typer.Option("--stamp", help="Print on sheets when they were made.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Text as untap.in and TCG Arena import it: cards and sections alone.")
    ] = False,
    back: Annotated[
        str | None, typer.Option("--back", metavar="URL", help="Tabletop Simulator: a picture for the backs of cards.")
    ] = None,
) -> None:
    """Write sheets for judges, posts, and files for other programs.

    Several decks go into one file in order of the players' last names where the format can hold them; else, or where -o
    is a folder, each gets a file named after its player and itself. Without -o the result is printed.
    """
    from fade_deck.config import load_config
    from fade_deck.linter import Checker

    name, module = _chosen(to, output)
    config = load_config()
    checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset, on=shared.parse_date(date))
    files = _decks.deck_paths(paths)
    decks = _checked(files, checker, from_)
    inputs = [*files, *checker.inputs(), *map(str, filter(None, [config.path, font]))]
    _say_illegal([deck.report for deck in decks], refuse=refuse_illegal)
    options = Options(
        paper=paper,
        order=order,
        boxes=boxes,
        blank_fields=blank_fields,
        player=player,
        event=event,
        date=date,
        table=table,
        location=location,
        id=id,
        font=font,
        refuse_illegal=refuse_illegal,
        stamp=stamp,
        plain=plain,
        back=back,
        cards=checker.db,
        warn=lambda text: shared.say(f"warning: {text}"),
    )
    lists = _decks.Listings([deck.decklist for deck in decks], checker)
    if output is None or output == "-" or not _in_folder(module, output, len(decks)):
        _write_one(module, name, lists, options, output, inputs)
    else:
        _write_each(module, lists, options, output, _Targets([deck.name for deck in decks], inputs, force))


class _Checked(NamedTuple):
    """What is remembered of a deck between being checked and being drawn."""

    decklist: Decklist
    report: Report
    name: str
    key: tuple[bool, str, str]


class _Targets(NamedTuple):
    """The names for files in a folder, what they must not replace, and whether they may replace anything."""

    names: list[str]
    inputs: list[str]
    force: bool


def _chosen(to: str | None, output: str | None) -> tuple[str, Exporter]:
    name = to or (by_ending(output) if output else None)
    if name is None:
        endings = {name: " ".join(f".{ending}" for ending in exporter(name).EXTENSIONS) for name in FORMATS}
        known = ", ".join(f"{name} ({ending or 'no ending of its own'})" for name, ending in endings.items())
        hint = f"say `--to FORMAT`, or `-o FILE` with an ending that is known: {known}"
        raise UsageError("no format is named", hint=hint)
    return name, exporter(name)


def _checked(files: Sequence[str], checker: Checker, format: str | None) -> list[_Checked]:  # noqa: A002
    """The decks in order of their players; all that is wrong with any is said, and then nothing is written."""
    from fade_deck.exports._names import deck_name
    from fade_deck.exports._sheet import filing_key
    from fade_deck.listing import make_listing

    found: list[_Checked] = []
    errors: list[FadeDeckError] = []
    if checker.ruleset is not None:
        checker.linter(checker.ruleset)  # a ruleset that cannot be used is one error, not one for each deck
    for file, attempt in _decks.attempts(files, errors):
        with attempt:
            decklist = _decks.read(file, format)
            listing = make_listing(decklist, checker)
            key = filing_key(listing.deck.player)
            report = replace(listing.report, findings=[], source=[])
            found.append(_Checked(decklist, report, deck_name(listing), key))
    if errors:
        shared.say("nothing was written")
        _decks.leave(errors)
    return sorted(found, key=lambda deck: deck.key)


def _say_illegal(reports: Sequence[Report], *, refuse: bool) -> None:
    illegal = [report for report in reports if not report.legal]
    word = "error" if refuse else "warning"
    for report in illegal[:_NAMED]:
        shared.say(f"{word}: {clean(report.path)}: the deck is not legal; `fade-deck validate` says why")
    if len(illegal) > _NAMED:
        shared.say(f"{word}: and {len(illegal) - _NAMED} more decks are not legal")
    if illegal and refuse:
        raise typer.Exit(1)


def _in_folder(module: Exporter, output: str, decks: int) -> bool:
    """Whether each deck gets its own file."""
    if _decks.is_folder(output):
        return True
    if decks == 1 or not getattr(module, "SINGLE", False):
        return False
    if by_ending(output):
        raise UsageError(f"this format holds one deck, and there are {decks}", hint="give a folder: `-o FOLDER/`")
    return True


def _write_one(
    module: Exporter, name: str, lists: _decks.Listings, options: Options, output: str | None, inputs: Sequence[str]
) -> None:
    if len(lists) > 1 and getattr(module, "SINGLE", False):
        raise UsageError(f"`{name}` holds one deck, and there are {len(lists)}", hint="give a folder: `-o FOLDER/`")
    printed = output is None or output == "-"
    if printed and module.BINARY and sys.stdout.isatty():
        raise UsageError(f"a terminal cannot show `{name}`", hint="say `-o FILE`, or pipe it to another program")
    shared.keep_inputs(output, inputs)
    with _progress(len(lists)) as tick:
        data = module.export(lists, replace(options, progress=tick))
    if output is None or printed:
        _decks.print_data(data, binary=module.BINARY)
    else:
        _decks.save_file(output, data)


def _write_each(module: Exporter, lists: _decks.Listings, options: Options, folder: str, targets: _Targets) -> None:
    """A file for each deck. All are made before one is written: a deck that cannot be exported stops the others."""
    from fade_deck.exports._names import distinct

    names = distinct(targets.names, f".{(module.EXTENSIONS or ('pdf',))[0]}")  # proxies are PDFs like the sheets
    files = [os.path.join(folder, name) for name in names]  # noqa: PTH118 - `Path` would drop a leading `./`
    for file in files:
        shared.keep_inputs(file, targets.inputs)
        if is_dir(file):
            raise UsageError(f"{clean(file)} is a folder, where a file is to be written")
        if os.path.lexists(file) and not targets.force:
            raise UsageError(f"{clean(file)} is there already", hint="say `--force` to replace it")
    made = []
    with _progress(len(lists)) as tick:
        for place in range(len(lists)):
            made.append(module.export(lists[place : place + 1], options))
            tick(1)
    _decks.make_folder(folder)
    for place, (file, data) in enumerate(zip(files, made, strict=True)):
        try:
            _decks.write_file(file, data)
        except UsageError as error:
            error.message += f"; {place} of {len(files)} files were written"
            raise
    shared.say(f"{len(files)} written to {clean(folder)}")


@contextmanager
def _progress(decks: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal where there are many decks."""
    if decks < _MANY or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Exporting decks", total=decks)
        yield lambda done: bar.advance(task, done)
