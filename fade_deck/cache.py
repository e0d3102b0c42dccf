"""The compiled cache: an SQLite file in the user's cache folder, named after the content it was made from.

A file is written whole under another name and renamed, and never changed afterwards, so that it can be opened as
immutable by any number of readers. What is stale has another name; what is damaged or cannot be written is made
again in memory, in silence. Nothing is unpickled or unmarshalled.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first: 2 ms that every run would pay
except ImportError:
    from hashlib import blake2b

from fade_deck._version import __version__
from fade_deck.resources import cache_folder

_FORMAT = "8"  # raised when what is stored changes its shape


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
    path = folder / f"{kind}-{key}.sqlite"
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
    if not path.is_file():
        return None
    try:
        quoted = path.as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        connection = sqlite3.connect(f"file:{quoted}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        complete = connection.execute("SELECT value FROM meta WHERE key = 'complete'").fetchone()
        return connection if complete == ("yes",) else None
    except sqlite3.Error:
        return None


def _keep(connection: sqlite3.Connection, path: Path) -> None:
    """Write the database beside its place and rename it there; a cache that cannot be written is no fault."""
    beside = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection.execute("INSERT OR REPLACE INTO meta VALUES ('complete', 'yes')")
        connection.commit()
        beside.write_bytes(connection.serialize())
        beside.replace(path)
        _forget_old(path)
    except (OSError, sqlite3.Error):
        try:
            beside.unlink(missing_ok=True)
        except OSError:
            return


def _forget_old(newest: Path, keep: int = 8) -> None:
    """Remove all but the latest few caches of a kind."""
    kind = newest.name.split("-")[0]
    mine = sorted(newest.parent.glob(f"{kind}-*.sqlite"), key=lambda p: p.stat().st_mtime, reverse=True)
    for stale in mine[keep:]:
        stale.unlink(missing_ok=True)
