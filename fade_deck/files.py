"""Files that people own: replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def is_file(path: str | Path) -> bool:
    """Whether there is such a file. A path that cannot even be asked about (too long, not ours to see) is none."""
    try:
        return os.path.isfile(path)  # noqa: PTH113 - pathlib's raises for some of them
    except (OSError, ValueError):
        return False


def is_dir(path: str | Path) -> bool:
    """Whether there is such a folder."""
    try:
        return os.path.isdir(path)  # noqa: PTH112 - pathlib's raises for some
    except (OSError, ValueError):
        return False


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside the target, flush to disk, rename. A failure leaves the old file as it was."""
    import tempfile

    if is_pipe(path):
        raise OSError("a pipe cannot be replaced; print to it instead")
    if path.exists() and not path.is_file():  # a pipe or device such as /dev/stdout cannot be replaced
        path.write_bytes(data)
        return
    target = path.resolve()
    handle, beside = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
        Path(beside).chmod(mode)
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def is_pipe(path: str | Path) -> bool:
    """Whether this is a named pipe."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)  # noqa: PTH116 - pathlib's raises for some paths
    except (OSError, ValueError):
        return False


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
