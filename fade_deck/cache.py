"""The compiled cache: an SQLite database in the user's cache folder, named after the content it was made from.

A file is written whole under another name and renamed, and never changed afterwards. It begins with a checksum, and is
read into memory at once. What is stale has another name; what is damaged or cannot be written is made again, in
silence. Nothing is unpickled or unmarshalled.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first: 2 ms that every run would pay
except ImportError:
    from hashlib import blake2b

from fade_deck._version import __version__
from fade_deck.resources import cache_folder

_MAGIC = b"fade-deck cache\n"
_FORMAT = "11"  # raised when what is stored changes its shape


def digest(parts: Iterable[bytes]) -> str:
    """A key for some content, together with the version of the code that compiles it."""
    made = blake2b(f"{__version__}/{_FORMAT}".encode(), digest_size=16)
    for part in parts:
        made.update(len(part).to_bytes(8, "big"))
        made.update(part)
    return made.hexdigest()


def open_or_build(
    kind: str,
    key: str,
    build: Callable[[sqlite3.Connection], None],
    fresh: Callable[[sqlite3.Connection], bool] = lambda _: True,
) -> sqlite3.Connection:
    """The database of a key: from the cache, else built, and kept there if that is possible.

    `fresh` says whether what a kept database was made from, beyond its key, is still the same.
    """
    folder = cache_folder()
    if folder is None:
        return _in_memory(build)
    path = folder / f"{kind}-{key}.cache"
    found = _open(path)
    if found is not None and _is_fresh(found, fresh):
        return found
    connection = _in_memory(build)
    _keep(connection, path)
    return connection


def _is_fresh(connection: sqlite3.Connection, fresh: Callable[[sqlite3.Connection], bool]) -> bool:
    try:
        return fresh(connection)
    except (sqlite3.Error, ValueError, TypeError):
        return False


def _in_memory(build: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    build(connection)
    connection.commit()
    return connection


def _open(path: Path) -> sqlite3.Connection | None:
    """The database of a kept file, None where there is none or a byte of it is not what was written."""
    try:
        data = memoryview(path.read_bytes())
    except (OSError, ValueError):
        return None
    head, body = bytes(data[: len(_MAGIC) + 4]), data[len(_MAGIC) + 4 :]
    if head != _head(body):
        return None
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(body)
    return connection


def _head(body: bytes | memoryview) -> bytes:
    return _MAGIC + zlib.crc32(body).to_bytes(4, "big")


def _keep(connection: sqlite3.Connection, path: Path) -> None:
    """Write the database beside its place and rename it there; a cache that cannot be written is no fault."""
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        body = connection.serialize()
        beside.write_bytes(_head(body) + body)
        beside.replace(path)
        _forget_old(path)
    except (OSError, ValueError, sqlite3.Error):
        try:
            beside.unlink(missing_ok=True)
        except (OSError, ValueError):
            return


def _forget_old(newest: Path, keep: int = 8) -> None:
    """Remove all but the latest few caches of a kind."""
    kind = newest.name.split("-")[0]
    mine = sorted(newest.parent.glob(f"{kind}-*.cache"), key=lambda p: p.stat().st_mtime, reverse=True)
    for stale in mine[keep:]:
        stale.unlink(missing_ok=True)
