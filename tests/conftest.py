"""Every test run has folders of its own: nothing of the developer's cache, settings or cards is read or changed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_FOLDER = tempfile.TemporaryDirectory(prefix="fade-deck-tests-")
_HOME = Path(_FOLDER.name)
# Set before any test module is imported, and in the environment, so that commands run by tests see them too.
os.environ |= {
    "FADE_DECK_CACHE": str(_HOME / "cache"),
    "XDG_CONFIG_HOME": str(_HOME / "config"),
    "XDG_DATA_HOME": str(_HOME / "data"),
}
for name in ("FADE_DECK_CARDS", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
    os.environ.pop(name, None)
