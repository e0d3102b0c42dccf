"""What all readers share: bytes to text, text to lines, the limits, and how an entry is built.

Two promises are kept here for every format. A count is compared, never used to build that many things. And what
cannot be read becomes an entry with a `fault`, so that a report can point at it: nothing is dropped in silence.
"""

from __future__ import annotations

import re

from fade_deck.errors import InputError
from fade_deck.models import Entry, Heading, Line, Read
from fade_deck.text import clean, squash

MAX_BYTES = 5_000_000
MAX_ENTRIES = 20_000
MAX_COPIES = 9_999
MAX_LINE = 1_000
"""Characters of a line of text that can be a card or a heading; comments and headers may be longer."""

_CONTROLS = bytes(c for c in range(32) if c not in b"\t\n\v\f\r") + b"\x7f"
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}]")
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_COUNT = re.compile(r"0*([1-9][0-9]{0,3})")
_HEADERS = {key.casefold(): key for key in ("Name", "Player", "Event", "Date", "Ruleset")}

# First bytes, bytes that must follow somewhere, what the file is, what to do. The first row that fits wins.
_KINDS = (
    (b"PK\x03\x04", b"xl/", "an Excel workbook (.xlsx)", "save it as CSV and give that"),
    (b"PK\x03\x04", b"opendocument.spreadsheet", "a spreadsheet (.ods)", "save it as CSV and give that"),
    (b"PK\x03\x04", b"word/", "a Word document (.docx)", "save it as plain text and give that"),
    (b"PK\x03\x04", b"opendocument.text", "a text document (.odt)", "save it as plain text and give that"),
    (b"PK\x03\x04", b"", "a zip archive", "unpack it and give the decklist inside"),
    (b"\xd0\xcf\x11\xe0", b"", "an old Office file (.xls, .doc)", "save it as CSV or plain text and give that"),
    (b"{\\rtf", b"", "a rich text document (.rtf)", "save it as plain text and give that"),
    (b"%PDF", b"", "a PDF", "copy the list out of it into a text file and give that"),
    (b"\x1f\x8b", b"", "a gzip archive", "unpack it and give the decklist inside"),
    (b"7z\xbc\xaf\x27\x1c", b"", "a 7z archive", "unpack it and give the decklist inside"),
    (b"Rar!\x1a", b"", "a rar archive", "unpack it and give the decklist inside"),
    (b"\x89PNG", b"", "a PNG image", "type the list into a text file and give that"),
    (b"\xff\xd8\xff", b"", "a JPEG image", "type the list into a text file and give that"),
    (b"GIF8", b"", "a GIF image", "type the list into a text file and give that"),
    (b"SQLite format 3\0", b"", "an SQLite database", "export the decklist as plain text and give that"),
)
_MAGIC = tuple({magic for magic, *_ in _KINDS})


def decode(data: bytes, path: str) -> str:
    """The text of a deck file. UTF-8 or UTF-16, else CP1252; whatever is not text is refused by what it is."""
    if len(data) > MAX_BYTES:
        raise InputError(f"the file has more than {MAX_BYTES:,} bytes; a decklist has at most that many", path=path)
    if data.startswith(_MAGIC):
        what, todo = next((k[2], k[3]) for k in _KINDS if data.startswith(k[0]) and k[1] in data)
        raise InputError(f"this is {what}, not a decklist", path=path, hint=todo)
    if len(data.translate(None, _CONTROLS)) == len(data) and not data.startswith(_UTF16_BOMS):
        try:
            return data.decode().lstrip("\ufeff")
        except UnicodeDecodeError:
            pass
    encoding = _encoding(data)
    try:
        text = data.decode(encoding).lstrip("\ufeff")
    except UnicodeDecodeError as error:
        line = line_at(data[: error.start].decode(encoding, "replace"))
        message = f"byte 0x{data[error.start]:02x} is neither UTF-8 nor {encoding.upper()}"
        raise InputError(message, path=path, line=line, hint="save the file as UTF-8") from None
    _refuse_binary(text, path)
    return text


def _encoding(data: bytes) -> str:
    """The encoding by what the bytes look like. Western text in UTF-16 has a NUL in every other place."""
    if data.startswith(_UTF16_BOMS):
        return "utf-16"
    high_last, high_first = data[1::2].count(0), data[0::2].count(0)
    if len(data) % 2 == 0 and max(high_last, high_first) * 20 > len(data):
        return "utf-16-le" if high_last > high_first else "utf-16-be"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _refuse_binary(text: str, path: str) -> None:
    """A stray control character happens in real text; a NUL, or one in twenty, does not."""
    found = [match.start() for match in _CONTROL.finditer(text)]
    nul = text.find("\0")
    if nul >= 0 or len(found) * 20 > len(text):
        what = "a NUL character" if nul >= 0 else "control characters"
        line = line_at(text[: max(nul, found[0])])
        raise InputError(f"this is not text: it holds {what}", path=path, line=line, hint="save the file as UTF-8 text")


def split_lines(text: str) -> list[str]:
    """The lines as an editor numbers them: `str.splitlines` also breaks at form feeds, U+0085 and U+2028."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def line_at(before: str) -> int:
    """The number of the line on which the text after `before` stands."""
    return len(split_lines(before + "."))


def unread(line: int, text: str, why: str) -> Entry:
    """What could not be read, kept for the report."""
    return Entry((line,), Line(text, fault=why))


def heading(line: int, name: str, stated: int | None = None) -> Entry:
    """The heading of a section, in a format in which it can be nothing else."""
    return Entry((line,), Line(name, heading=Heading(name, stated, firm=True)))


def comment(line: int, text: str) -> Entry:
    """A remark that stands beside a card or a section."""
    return Entry((line,), Line(text, comment=True))


def copies(count: str) -> int | None:
    """A count as a number, or None. Told by its digits, so that a count of a million digits costs nothing."""
    match = _COUNT.fullmatch(count.strip())
    return int(match[1]) if match else None


def copies_fault(count: str) -> str:
    """Why a count was not read."""
    found = f"not `{shorten(clean(count.strip()), 40)}`" if count.strip() else "but none are given"
    return f"copies must be a whole number from 1 to {MAX_COPIES}, {found}"


def card(lines: tuple[int, ...], count: str, name: str, code: str = "", number: str = "", raw: str = "") -> Entry:
    """An entry for one card, or for what is wrong with it; `raw` is what to quote where the name is missing."""
    name = squash(name)
    if not name:
        return Entry(lines, Line(raw, fault="a card without a name"))
    amount = copies(count)
    if amount is None:
        return Entry(lines, Line(raw or name, fault=copies_fault(count)))
    return Entry(lines, Line(name, (Read(amount, name, squash(code) or None, squash(number) or None),)))


def add_header(headers: dict[str, str], key: str, value: str) -> None:
    """Keep a header. A second value under one key is added to the first: neither is more right."""
    key = squash(key)
    key = _HEADERS.get(key.casefold(), key)
    if value:
        headers[key] = f"{headers[key]}; {value}" if key in headers else value


def check_size(entries: list[Entry], path: str) -> None:
    """Refuse a list that no tournament has, before anything slower looks at it."""
    if len(entries) > MAX_ENTRIES:
        line = entries[MAX_ENTRIES].lines[0]
        raise InputError(f"more than {MAX_ENTRIES:,} entries; a decklist has at most that many", path=path, line=line)


def shorten(text: str, limit: int) -> str:
    """Text for a message: what is cut off shows as an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
