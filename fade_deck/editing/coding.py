"""Bytes to text and back: what a change leaves alone comes back byte for byte."""

from __future__ import annotations

from typing import NamedTuple

from fade_deck.decklists.source import decode
from fade_deck.errors import UsageError
from fade_deck.text import clean

_CODECS = ("utf-8", "utf-16-le", "utf-16-be", "cp1252")


class Coded(NamedTuple):
    """The text of a deck file, and what turns it into bytes again: its encoding and its byte order mark."""

    text: str
    codec: str = "utf-8"
    lead: str = ""

    def encoded(self, text: str) -> bytes:
        """Another text in the same encoding; `UsageError` names a character that it lacks."""
        try:
            return (self.lead + text).encode(self.codec)
        except UnicodeEncodeError as error:
            lacking = clean(error.object[error.start : error.end])
            raise UsageError(
                f"the file is written in {self.codec.upper()}, which has no `{lacking}`",
                hint="save it as UTF-8 and try again",
            ) from None


def decoded(data: bytes, path: str) -> Coded:
    """The text of a file's bytes; `InputError` where it is none.

    The reader does not say which encoding it found: the first under which its text makes the same bytes is as good.
    """
    text = decode(data, path)
    for codec in _CODECS:
        try:
            whole = data.decode(codec)
        except UnicodeDecodeError:
            continue
        lead = whole[: len(whole) - len(text)]
        if lead + text == whole and not lead.strip("\ufeff"):
            return Coded(text, codec, lead)
    raise AssertionError("a text that was read has an encoding")
