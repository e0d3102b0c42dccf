"""Reading decks: one file per format, recognised by content. Needs no card database."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from fade_deck.decklists import text as _text
from fade_deck.decklists.source import MAX_BYTES, decode
from fade_deck.errors import InputError, UsageError
from fade_deck.files import is_dir
from fade_deck.models import Decklist
from fade_deck.text import did_you_mean

FORMATS = ("text", "json", "csv", "lackey", "cockatrice")
"""The formats that are read; `csv` covers TSV as well."""
EXTENSIONS = (".txt", ".text", ".deck", ".dek", ".cod", ".csv", ".tsv", ".json")
"""What counts as a deck file when a whole folder is given."""


_FIRST_LINE = re.compile(r"^(?!#)[^\S\n]*\S.*", re.MULTILINE)
_CHUNK = 65_536  # a deck that fills it is read on


class Format(Protocol):
    """What a format module offers."""

    NAME: str

    def sniff(self, text: str) -> bool:
        """Whether the content is of this format."""
        ...

    def read(self, text: str, path: str) -> Decklist:
        """The decklist, or `InputError`."""
        ...


@cache
def _format(name: str) -> Format:
    return cast(Format, import_module(f"fade_deck.decklists.{name}"))


def read_deck(path: str | os.PathLike[str], format: str | None = None) -> Decklist:  # noqa: A002 - the option's name
    """Read a deck file in any format; `InputError` says why one cannot be read."""
    shown = os.fspath(path)
    return read_bytes(_bytes_of(shown), shown, format)


def _bytes_of(path: str) -> bytes:
    """By the system's own calls, which for many small files take half the time of a file object."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            data = os.read(handle, _CHUNK)
            if len(data) != os.fstat(handle).st_size:  # a pipe, or more than a chunk: read on to the end
                while len(data) <= MAX_BYTES and (more := os.read(handle, _CHUNK)):
                    data += more
            return data
        finally:
            os.close(handle)
    except IsADirectoryError as error:
        raise InputError("a folder without deck files", path=path) from error
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), path=path) from error
    except ValueError as error:  # a NUL in the path
        raise InputError("no such path", path=path) from error


def read_bytes(data: bytes, path: str, format: str | None = None) -> Decklist:  # noqa: A002 - the option's name
    """Read a deck from bytes, such as standard input."""
    return read_text(decode(data, path), path, format)


def read_text(text: str, path: str = "<text>", format: str | None = None) -> Decklist:  # noqa: A002
    """Read a deck from text, in the format its content shows or in the one insisted on."""
    if format is not None:
        return _insisted(text, path, format)
    if not _looks_plain(text, path):
        from fade_deck.decklists import foreign

        if refusal := foreign.recognise(text, path):
            raise InputError(refusal, path=path)
        for name in FORMATS[1:]:
            if _format(name).sniff(text):
                return _format(name).read(text, path)
    return _text.read(text, path)


def _insisted(text: str, path: str, format: str) -> Decklist:  # noqa: A002
    name = {"tsv": "csv", "txt": "text", "dek": "lackey", "cod": "cockatrice"}.get(format, format)
    if name not in FORMATS:
        raise UsageError(
            f"unknown deck format `{format}`; known: {', '.join(FORMATS)}", hint=did_you_mean(format, FORMATS)
        )
    return _text.read(text, path) if name == "text" else _format(name).read(text, path)


def _could_be_table(text: str) -> bool:
    """A comma, semicolon or tab in the first line that is neither empty nor a comment."""
    first = _FIRST_LINE.search(text, 0, 4000)
    return first is not None and any(c in first[0] for c in ",;\t")


def _looks_plain(text: str, path: str) -> bool:
    """Whether nothing speaks for another format or program: cheap, for this is every deck of a tournament."""
    first = text.lstrip()[:1]
    odd = first in ("<", "{", "#", "y") or "[" in text or "=" in text or path.lower().endswith((".dck", ".toml"))
    return not odd and not _could_be_table(text)


def deck_files(path: str) -> list[str]:
    """The deck files below a folder in sorted order, or the file itself.

    A folder below it that cannot be looked into stands in the list too: whoever reads it then says why. JSON that is
    no deck, such as a card file, and what is hidden is left out.
    """
    if not is_dir(path):
        return [path]
    return sorted(_below(path), key=lambda file: Path(file).parts)


def _below(folder: str) -> Iterator[str]:
    """Files and links that are none; a pipe or device is left out, for whoever reads it might wait for ever."""
    try:
        with os.scandir(folder) as listed:
            entries = [entry for entry in listed if not entry.name.startswith(".")]
    except OSError:
        yield folder
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path)
        elif entry.name.lower().endswith(EXTENSIONS) and _is_file_or_broken(entry) and _may_be_deck(entry.path):
            yield entry.path


def _is_file_or_broken(entry: os.DirEntry[str]) -> bool:
    """A link to nothing stays in the list, so that whoever reads it says so."""
    return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))  # noqa: PTH110 - many


def _may_be_deck(file: str) -> bool:
    if not file.lower().endswith(".json"):
        return True
    try:
        return b'"sections"' in _bytes_of(file)
    except InputError:
        return True
