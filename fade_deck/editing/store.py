"""The deck file itself: locked while it is changed, replaced whole, and its last state kept for `undo`.

Edits of one file wait for each other: each reads the file, changes it and replaces it under one lock. Other programs
know nothing of that lock, so the bytes are compared once more right before the file is replaced.

The state before an edit is written down before the file is replaced, as *pending*, and becomes the one that `undo` goes
back to afterwards. Killed in between, the pending state is judged by what the file then holds.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from fade_deck import cache
from fade_deck.decklists.source import MAX_BYTES
from fade_deck.errors import InputError, UsageError
from fade_deck.files import write_atomically
from fade_deck.resources import cache_folder
from fade_deck.text import clean

_MAGIC = b"fade-deck undo 1\n"
_KEPT = 200  # decks whose last state is kept
WAIT = 10.0
"""Seconds that an edit waits for another one of the same file."""


class Edited(NamedTuple):
    """A file's bytes before and after; `note` says why `undo` will not be possible, if so."""

    before: bytes
    after: bytes
    note: str | None = None


class Step(NamedTuple):
    """One edit as it is kept: what it was, and the file's bytes on both sides of it."""

    what: str
    before: bytes
    after: bytes


# --- reading and replacing -------------------------------------------------------------------------------------


def resolved(path: str) -> Path:
    """The file that a path means, links followed; `InputError` where there is none that could be edited."""
    try:
        target = Path(path).resolve()
        mode = target.stat().st_mode
    except (ValueError, RuntimeError) as error:  # a NUL in the path; links that lead in a circle
        raise InputError("no such path", path=path) from error
    except OSError as error:
        hint = f"`fade-deck new {clean(path)}` makes a deck" if isinstance(error, FileNotFoundError) else None
        raise InputError((error.strerror or str(error)).lower(), path=path, hint=hint) from error
    if stat.S_ISDIR(mode):
        raise InputError("this is a folder; give a deck file", path=path)
    if not stat.S_ISREG(mode):
        raise InputError("only a file can be edited", path=path)
    return target


def read(path: str) -> bytes:
    """The bytes of a deck file that is to be edited."""
    return _read(resolved(path), path)


def _read(target: Path, path: str) -> bytes:
    try:
        with target.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), path=path) from error


def edit(path: str, change: Callable[[bytes], bytes], what: str) -> Edited:
    """Replace a file by what `change` makes of its bytes; edits of one file at the same time wait for each other."""
    target = resolved(path)
    with locked(target, path):
        before = _read(target, path)
        after = change(before)
        if after == before:
            return Edited(before, after)
        return Edited(before, after, _replace(target, path, Step(what, before, after)))


def create(path: str, data: bytes, *, force: bool = False) -> None:
    """Write a new file; one that is there stays unless `force` is given, and can then be had back by `undo`."""
    try:
        there = Path(path).exists() or Path(path).is_symlink()
    except (OSError, ValueError) as error:
        raise UsageError(f"{clean(path)}: cannot be written: {error}") from error
    if there:
        if not force and not Path(path).is_dir():
            raise UsageError(
                f"{clean(path)} is there already",
                hint="choose another name, or say `--force` to replace it (`fade-deck undo` brings it back)",
            )
        edit(path, lambda _: data, "new")
        return
    try:
        write_atomically(Path(path), data)
        forget(Path(path).resolve())
    except (OSError, RuntimeError) as error:
        raise _unwritten(path, error) from error


def _replace(target: Path, path: str, step: Step) -> str | None:
    """Replace the file, unless it is read-only or no longer what was read; why `undo` will not do, if so."""
    if not _is_writable(target):
        raise UsageError(f"{clean(path)} is read-only; nothing was changed", hint="make it writable and try again")
    note = _note(_keep, target, step)
    if _read(target, path) != step.before:
        raise UsageError(
            f"{clean(path)} was changed by another program in between; nothing was changed",
            hint="look at it and try again",
        )
    try:
        write_atomically(target, step.after)
    except OSError as error:
        raise _unwritten(path, error) from error
    _sweep(target)
    return note or _note(_settle, target)


def _sweep(target: Path) -> None:
    """Take away what an edit of this file left beside it when it was killed; the lock is held, so none is going on."""
    left = re.compile(re.escape(f".{target.name[:40]}.") + r"[a-z0-9_]{8}\.tmp")
    with suppress(OSError):
        for name in os.listdir(target.parent):  # noqa: PTH208 - names are enough
            if left.fullmatch(name):
                (target.parent / name).unlink(missing_ok=True)


def _is_writable(target: Path) -> bool:
    """Whether the file may be written: renaming another over it would not ask, and nothing stops an administrator."""
    return bool(target.stat().st_mode & 0o222) and os.access(target, os.W_OK)


def _unwritten(path: str, error: Exception) -> UsageError:
    reason = getattr(error, "strerror", None) or str(error)
    return UsageError(f"{clean(path)}: cannot be written: {reason}; nothing was changed")


# --- the lock --------------------------------------------------------------------------------------------------


@contextmanager
def locked(target: Path, path: str) -> Iterator[None]:
    """Hold the only right to edit a file. The system lets go of it when a process ends, however it does."""
    handle = _lock_handle(target)
    if handle is None:  # a system that cannot lock here: the comparison before replacing has to do
        yield
        return
    try:
        _wait_for(handle, path)
        yield
    finally:
        os.close(handle)


def _lock_handle(target: Path) -> int | None:
    """What is locked is the file's folder: the file itself is replaced, and a lock beside it would be litter."""
    try:
        if sys.platform == "win32":
            import tempfile

            name = f"fade-deck-{cache.digest([str(target).encode('utf-8', 'surrogatepass')])}.lock"
            return os.open(Path(tempfile.gettempdir()) / name, os.O_RDWR | os.O_CREAT)
        return os.open(target.parent, os.O_RDONLY)
    except OSError:
        return None


def _wait_for(handle: int, path: str) -> None:
    give_up = time.monotonic() + WAIT
    while not _try_lock(handle):
        if time.monotonic() > give_up:
            raise UsageError(f"{clean(path)}: another edit is going on; nothing was changed", hint="try again")
        time.sleep(0.005)


def _try_lock(handle: int) -> bool:
    """Whether the lock is ours now; also where the file system knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


# --- the state before ------------------------------------------------------------------------------------------


def undo(path: str, *, force: bool = False) -> tuple[Step, Edited]:
    """Put a file back to what it was before its last edit; undoing that brings the edit back."""
    target = resolved(path)
    with locked(target, path):
        now = _read(target, path)
        step = _last(target, now)
        if step is None:
            raise UsageError(f"{clean(path)}: no edit to undo", hint="only the last edit by fade-deck is kept")
        if now != step.after and not force:
            raise UsageError(
                f"{clean(path)} was changed since its last edit (`{clean(step.what)}`); nothing was undone",
                hint="`--force` puts back the state before that edit all the same",
            )
        back = Step(f"undo {step.what}" if not step.what.startswith("undo ") else step.what[5:], now, step.before)
        return step, Edited(now, step.before, _replace(target, path, back))


def forget(target: Path) -> None:
    """Keep no former state of a file any longer."""
    for place in filter(None, (_place(target, "undo"), _place(target, "pending"))):
        with suppress(OSError):
            place.unlink(missing_ok=True)


def _place(target: Path, kind: str) -> Path | None:
    folder = cache_folder()
    key = cache.digest([str(target).encode("utf-8", "surrogatepass")])
    return folder / "undo" / f"{key}.{kind}" if folder else None


def _note(act: Callable[..., None], *args: object) -> str | None:
    """Do what only `undo` needs: that it cannot be done is worth a word, not the edit."""
    try:
        act(*args)
    except (OSError, ValueError, RuntimeError) as error:
        return f"`undo` will not be possible: {getattr(error, 'strerror', None) or error}"
    return None


def _keep(target: Path, step: Step) -> None:
    """Write the step down as pending; an older one that came about is settled first."""
    place = _place(target, "pending")
    if place is None:
        raise OSError("the system names no folder to keep the former state in")
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _last(target, step.before)
    about = {"path": str(target), "what": step.what, "before": len(step.before), "after": len(step.after)}
    write_atomically(place, _MAGIC + json.dumps(about).encode() + b"\n" + step.before + step.after)


def _settle(target: Path) -> None:
    """The pending step came about: it is what `undo` goes back to from now on."""
    pending, kept = _place(target, "pending"), _place(target, "undo")
    if pending is not None and kept is not None:
        pending.replace(kept)
        _forget_old(kept.parent)


def _last(target: Path, now: bytes) -> Step | None:
    """The last edit of a file; one that was killed halfway counts if the file shows that it came about."""
    pending = _load(_place(target, "pending"), target)
    if pending is not None:
        if pending.after == now:
            _settle(target)
            return pending
        if pending.before == now:  # it did not: what was kept before still counts
            with suppress(OSError):
                place = _place(target, "pending")
                assert place is not None  # noqa: S101 - it was loaded from there
                place.unlink(missing_ok=True)
    return _load(_place(target, "undo"), target)


def _load(place: Path | None, target: Path) -> Step | None:
    """A step as it was kept; None where there is none, or not a whole one of this file."""
    try:
        data = place.read_bytes() if place else b""
        head, _, body = data.removeprefix(_MAGIC).partition(b"\n")
        about = json.loads(head) if data.startswith(_MAGIC) else {}
        if about.get("path") != str(target) or len(body) != about["before"] + about["after"]:
            return None
        return Step(str(about["what"]), body[: about["before"]], body[about["before"] :])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _forget_old(folder: Path) -> None:
    """Keep the last states of a bounded number of decks."""
    kept = [entry for entry in os.scandir(folder) if entry.name.endswith((".undo", ".pending"))]
    if len(kept) > _KEPT:
        for stale in sorted(kept, key=lambda entry: entry.stat().st_mtime)[:-_KEPT]:
            with suppress(OSError):
                Path(stale.path).unlink(missing_ok=True)
