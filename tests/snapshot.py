"""Texts that were read by a person once, kept beside the tests. `UPDATE_SNAPSHOTS=1 pytest` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

SNAPSHOTS = Path(__file__).parent / "snapshots"


def check(name: str, text: str) -> None:
    """Compare with `snapshots/<name>.txt`, byte for byte."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    assert path.exists(), f"no snapshot {path}: run with UPDATE_SNAPSHOTS=1, then read it"
    assert text == path.read_bytes().decode()
