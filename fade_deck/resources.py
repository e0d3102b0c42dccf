"""The only place that knows where shipped data and the user's own folders lie."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from fade_deck.files import is_file

_PACKAGE = Path(__file__).parent


def _shipped(folder: str) -> Path:
    """A data folder: inside an installed wheel, or beside the package in a checkout."""
    packed = _PACKAGE / "_data" / folder
    return packed if packed.is_dir() else _PACKAGE.parent / folder


def shipped_cards() -> Path:
    """The folder of shipped card files."""
    return _shipped("card_db")


def shipped_rulesets() -> Path:
    """The folder of shipped rulesets."""
    return _shipped("rulesets")


_XDG = {"config": ".config", "data": ".local/share", "cache": ".cache"}


def _user(kind: str) -> Path | None:
    """A folder of the user's, or None where the system can name none (no home directory)."""
    try:
        if sys.platform == "linux":  # what platformdirs says there, without the 3 ms of its import
            base = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", "").strip() or Path.home() / _XDG[kind])
            return base / "fade-deck" if base.is_absolute() else None
        import platformdirs

        folder: Path = getattr(platformdirs, f"user_{kind}_path")("fade-deck", appauthor=False)
        return folder if folder.is_absolute() else None
    except (OSError, RuntimeError, KeyError):
        return None


def user_cards() -> Path | None:
    """The user's own card files."""
    folder = _user("data")
    return folder / "card_db" if folder else None


def cache_folder() -> Path | None:
    """Where compiled cards and rulesets are kept."""
    chosen = os.environ.get("FADE_DECK_CACHE")
    return Path(chosen) if chosen else _user("cache")


def config_file(start: Path) -> Path | None:
    """`fade-deck.toml`, found upwards from a folder, else in the user's config folder."""
    for folder in (start, *start.parents):
        found = folder / "fade-deck.toml"
        if is_file(found):
            return found
    folder_of_user = _user("config")
    if folder_of_user and is_file(folder_of_user / "fade-deck.toml"):
        return folder_of_user / "fade-deck.toml"
    return None
