"""What the commands share that make files of decks: reading many, writing bytes, names in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

import typer

from fade_deck.cli import _shared as shared
from fade_deck.decklists import deck_files, read_bytes, read_deck
from fade_deck.errors import FadeDeckError, InputError, UsageError
from fade_deck.files import is_dir, is_file
from fade_deck.text import clean

if TYPE_CHECKING:
    from fade_deck.linter import Checker
    from fade_deck.listing import Listing
    from fade_deck.models import Decklist


class Listings(Sequence["Listing"]):
    """Decks that are checked as they are asked for: of five hundred, one at a time is in memory with its findings."""

    def __init__(self, decklists: Sequence[Decklist], checker: Checker) -> None:
        self.decklists = decklists
        self.checker = checker

    @overload
    def __getitem__(self, place: int) -> Listing: ...
    @overload
    def __getitem__(self, place: slice) -> Listings: ...
    def __getitem__(self, place: int | slice) -> Listing | Listings:
        from fade_deck.listing import make_listing

        if isinstance(place, slice):
            return Listings(self.decklists[place], self.checker)
        return make_listing(self.decklists[place], self.checker)

    def __len__(self) -> int:
        return len(self.decklists)


def deck_paths(paths: Sequence[str]) -> list[str]:
    """The deck files that the arguments mean; a folder without any stands for itself, and is then an error."""
    if "" in paths:
        raise UsageError("an empty path was given", hint="`.` means the working folder")
    if paths.count("-") > 1:
        raise UsageError("`-` is given twice, but standard input can be read only once")
    return [file for path in paths for file in ([path] if path == "-" else deck_files(path) or [path])]


def read(file: str, format: str | None) -> Decklist:  # noqa: A002 - the name of the option
    """The decklist of a file, or of standard input."""
    return read_bytes(shared.read_stdin(), shared.STDIN, format) if file == "-" else read_deck(file, format)


def attempts(files: Iterable[str], errors: list[FadeDeckError]) -> Iterator[tuple[str, Attempt]]:
    """Each file with a guard: what goes wrong within is said and kept, and the others go on."""
    for file in files:
        yield file, Attempt(shared.STDIN if file == "-" else file, errors)


class Attempt:
    """A guard for the work on one deck."""

    def __init__(self, path: str, errors: list[FadeDeckError]) -> None:
        self.path = path
        self.errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, (OSError, RecursionError)):
            error = InputError(f"cannot be read: {error}", path=self.path)
        if not isinstance(error, FadeDeckError):
            return False
        if not isinstance(error, InputError):  # else it names its file itself
            error.message = f"{self.path}: {error.message}"
        shared.complain(error)
        self.errors.append(error)
        return True


def leave(errors: Sequence[FadeDeckError], code: int = 0) -> None:
    """End with the worst of the codes."""
    raise typer.Exit(max((error.exit_code for error in errors), default=code))


# --- the way out -----------------------------------------------------------------------------------------------


def is_folder(output: str) -> bool:
    """Whether a path is or is meant to be a folder."""
    return is_dir(output) or output.endswith(("/", os.sep))


def write_file(path: str, data: bytes) -> None:
    """Write a file whole or not at all."""
    from fade_deck.files import write_atomically

    try:
        write_atomically(Path(path), data)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{clean(path)}: cannot be written: {reason}") from error


def save_file(path: str, data: bytes) -> None:
    """Write the one file that was asked for, and say on standard error what became of it."""
    done = "replaced" if is_file(path) else "written"
    write_file(path, data)
    shared.say(f"{clean(path)} {done}")


def make_folder(path: str) -> None:
    """Make a folder where there is none."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{clean(path)}: no folder can be made here: {reason}") from error


def print_data(data: bytes, *, binary: bool) -> None:
    """Standard output: bytes as they are into a pipe, for a terminal text with nothing that drives it."""
    if data:
        need_stdout()
    if not sys.stdout.isatty():
        _print_bytes(data)
    elif binary:
        raise UsageError("a terminal cannot show this format", hint="say `-o FILE`, or pipe it to another program")
    else:
        shared.emit("".join(f"{clean(line)}\n" for line in data.decode().split("\n")[:-1]))


def need_stdout() -> None:
    """Refuse to lose what is to be printed. `sys.stdout` itself is mended where it was closed at the start."""
    if sys.__stdout__ is None or sys.stdout is None or sys.stdout.closed:
        raise UsageError("standard output is closed")


def _print_bytes(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:  # a reader that hangs up early is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise UsageError(f"standard output cannot be written: {error.strerror or error}") from error
