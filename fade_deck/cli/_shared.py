"""What several commands need: options, loading, and the way out to terminal, pipe or file."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from fade_deck.dates import iso_date
from fade_deck.errors import FadeDeckError, InputError, QueryError, UsageError
from fade_deck.text import clean, did_you_mean

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB
    from fade_deck.config import Config

Color = Literal["auto", "always", "never"]
STDIN = "<stdin>"
_NARROW = 70  # columns below which a table is a list


def new_app(**settings: Any) -> typer.Typer:
    """A typer application for one command or a group of them."""
    return typer.Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


def examples(lines: str) -> str:
    """Examples for the end of a help text, each on a line of its own."""
    return "Examples:\n\n\b\n" + "\n".join(f"  {line}" for line in lines.strip().splitlines())


# --- options ---------------------------------------------------------------------------------------------------


class _Word(str):
    """A word for TAB. typer drops words that do not begin with the very letters typed; case must not matter here."""

    __slots__ = ()

    def startswith(self, *_: Any) -> bool:
        """It was chosen already."""
        return True


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [_Word(word) for word in words if word.casefold().startswith(incomplete.casefold())]


def complete_rulesets(incomplete: str) -> list[str]:
    """The shipped rulesets, for the shell."""
    from fade_deck import completion

    return _beginning(completion.words("rulesets"), incomplete)


def complete_rules(incomplete: str) -> list[str]:
    """The rule names of all shipped rulesets, for the shell."""
    from fade_deck import completion

    return _beginning(completion.words("rules"), incomplete)


def complete_keywords(incomplete: str) -> list[str]:
    """The keywords of all shipped rulesets, for the shell."""
    from fade_deck import completion

    return _beginning(completion.words("keywords"), incomplete)


def complete_cards(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the loaded cards, for the shell; behind words of a name already given, what follows them."""
    from fade_deck import completion

    before = ctx.params.get("name")
    lead = "".join(f"{word} " for word in before or ()) if isinstance(before, list | tuple) else ""
    try:
        return [_Word(name[len(lead) :]) for name in completion.card_names(lead + incomplete)]
    except FadeDeckError:
        return []  # whoever presses TAB must not find an error on the command line


def complete_sets(incomplete: str) -> list[str]:
    """The codes of the loaded sets, for the shell."""
    from fade_deck import completion

    try:
        return _beginning(completion.set_codes(), incomplete)
    except FadeDeckError:
        return []


RulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        "-r",
        metavar="ID|PATH",
        autocompletion=complete_rulesets,
        help="The ruleset: an id or a TOML file.",
    ),
]
CardsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--cards", "-c", metavar="PATH", help="Card files or folders in place of the shipped ones; repeatable."
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="FORMAT", help="Read decks as text, json, csv, lackey or cockatrice, whatever they look like."
    ),
]
DateOption = Annotated[
    str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day that counts for dated rules.")
]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file, replaced whole or not at all.")
]
ColorOption = Annotated[Color, typer.Option("--color", help="Colours; `auto` means on a terminal only.")]


FormatOption = Annotated[
    Literal["full", "json"], typer.Option("--format", "-f", help="`full` for people, `json` for programs.")
]


GameOption = Annotated[str | None, typer.Option("--game", "-g", help="Only cards of this game: fade, faroe, arena.")]


def one_of(value: str, known: Collection[str], what: str) -> str:
    """The value, if it is one of the known words; else an error with the nearest."""
    if value in known:
        return value
    hint = did_you_mean(value, known) or f"known: {', '.join(known)}"
    raise UsageError(f"unknown {what} `{clean(value)}`", hint=hint)


def parse_date(text: str | None) -> date | None:
    """The day of `--date`."""
    if text is None:
        return None
    found = iso_date(text)
    if found is None:
        raise UsageError(f"`--date`: not a date (YYYY-MM-DD): `{clean(text)}`")
    return found


# --- loading ---------------------------------------------------------------------------------------------------


def load_db(chosen: list[str] | None, config: Config) -> CardDB:
    """The cards that the option, the environment or the configuration choose."""
    from fade_deck.carddb import load_cards
    from fade_deck.config import card_paths

    return load_cards(card_paths(chosen or (), config))


def games_of(db: CardDB, game: str | None) -> list[str]:
    """The game that was chosen, or all that have cards."""
    known = db.games()
    return known if game is None else [one_of(game.casefold(), known, "game")]


def dumps(data: Any) -> str:
    """JSON that is safe to print, whatever names it holds and whatever the terminal can show."""
    from fade_deck.renderers import plain_json

    return plain_json(data, ascii_only="utf" not in (sys.stdout.encoding or "").lower())


def read_stdin() -> bytes:
    """All of standard input, up to a little more than a deck may have."""
    from fade_deck.decklists.source import MAX_BYTES

    if sys.stdin is None:
        raise InputError("standard input is closed", path=STDIN)
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def recoded(text: str) -> str:
    """JSON as it is, or in ASCII where standard output could not hold all of it and names would be lost."""
    if "utf" in (sys.stdout.encoding or "").lower() or text.isascii():
        return text
    import json

    return dumps(json.loads(text))


# --- the way out -----------------------------------------------------------------------------------------------


def wants_color(color: Color, output: str | None = None) -> bool:
    """Whether to colour what goes to standard output."""
    if color != "auto":
        return color == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return output is None and sys.stdout.isatty() and not plain


def width(output: str | None = None) -> int:
    """The columns to wrap at; what is piped or written to a file is not wrapped, so that lines can be searched."""
    return shutil.get_terminal_size().columns if output is None and sys.stdout.isatty() else 1_000_000


def emit(text: str, output: str | None = None) -> None:
    """Print the result, or write it whole to a file. A reader that hangs up early is no fault."""
    if output is not None and output != "-":
        _write(output, text)
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_stdout()
    except OSError as error:
        _abandon_stdout()
        raise UsageError(f"standard output cannot be written: {error.strerror or error}") from error


def _abandon_stdout() -> None:
    """Let what is still in the buffer go nowhere, so that Python does not stumble over it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(output: str, text: str) -> None:
    from fade_deck.files import write_atomically

    try:
        write_atomically(Path(output), text.encode("utf-8", "replace"))
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{clean(output)}: cannot be written: {reason}") from error


def keep_inputs(output: str | None, inputs: Iterable[str | Path]) -> None:
    """Refuse to overwrite what is read, by whatever name; standard input may be a file too."""
    if output is None or output == "-":
        return
    try:
        target = os.stat(output)  # noqa: PTH116 - pathlib's raises for a path that cannot be
    except (OSError, ValueError):
        return
    for path in inputs:
        with suppress(OSError, ValueError):
            if os.path.samestat(target, os.fstat(0) if path == "-" else os.stat(path)):  # noqa: PTH116
                raise UsageError(f"`--output` would overwrite {clean(str(path))}, which is read")


def say(text: str) -> None:
    """A line of talk on standard error, wrapped on a terminal."""
    columns = shutil.get_terminal_size().columns if sys.stderr.isatty() else 1_000_000
    with suppress(OSError):  # nobody is left to hear it
        sys.stderr.write(_wrapped(text, columns, 4) + "\n")


def wrapped(text: str, indent: int = 4) -> str:
    """A line for standard output, wrapped on a terminal and safe to print."""
    return _wrapped(text, width(), indent)


def _wrapped(text: str, columns: int, indent: int) -> str:
    from fade_deck.renderers.ansi import wrap  # who presses TAB does not wait for it

    lead = " " * (len(text) - len(text.lstrip(" ")))
    first, *words = clean(text).split() or [""]
    return wrap([lead + first, *words], columns, len(lead) + indent)


def complain(error: FadeDeckError) -> None:
    """Say on standard error what is wrong, where, and what to do."""
    say(f"error: {error if isinstance(error, InputError) else error.message}")
    if isinstance(error, QueryError):
        text, at = _around(clean(error.text), error.column - 1)
        sys.stderr.write(f"  {text}\n  {' ' * at}^\n")
    if error.hint:
        say(f"hint: {error.hint}")


def _around(text: str, at: int, most: int = 72) -> tuple[str, int]:
    """A text of one line, or the part of it around a place, and where that place then is."""
    if len(text) <= most:
        return text, at
    start = max(0, min(at - most // 2, len(text) - most))
    cut = text[start : start + most]
    return f"{'…' if start else ''}{cut}{'…' if start + most < len(text) else ''}", at - start + bool(start)


def table(rows: list[list[str]], headings: list[str], color: Color) -> str:
    """Rows for a terminal as columns, for a pipe as tab-separated values. The first column is never cut."""
    cells = [[clean(cell) for cell in row] for row in [headings, *rows]]
    if not sys.stdout.isatty():
        return "".join("\t".join(row) + "\n" for row in cells)
    if width() < _NARROW:
        return "".join(_as_list(cells[0], row) for row in cells[1:])
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(cells[0]):
        made.add_column(heading, no_wrap=place == 0, overflow="fold")
    for row in cells[1:]:
        made.add_row(*(Text(cell) for cell in row))
    out = StringIO()
    painted = wants_color(color)
    Console(file=out, width=width(), force_terminal=painted, no_color=not painted, highlight=False).print(made)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _as_list(headings: list[str], row: list[str]) -> str:
    """A row where columns would pile up letters: its first cell, and under it the others with their headings."""
    rest = (f"  {heading}: {cell}" for heading, cell in zip(headings[1:], row[1:], strict=True) if cell)
    return "\n".join([wrapped(row[0]), *(wrapped(line, 2) for line in rest)]) + "\n"
