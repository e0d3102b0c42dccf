"""`fade-deck.toml` and the environment: which cards and which ruleset, where no option says so."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fade_deck.errors import ConfigError
from fade_deck.files import is_dir
from fade_deck.resources import config_file, shipped_cards, user_cards
from fade_deck.text import did_you_mean

_KEYS = ("cards", "ruleset")
SHIPPED = "shipped"
"""In place of a path: the cards that come with fade-deck."""


class Config(NamedTuple):
    """What the configuration file says; `path` is None where there is none."""

    path: Path | None = None
    cards: tuple[Path, ...] = ()
    ruleset: str | None = None


def load_config(start: Path | None = None) -> Config:
    """The configuration that counts in a folder, the working folder if none is given."""
    path = config_file(start or _working_folder())
    return _read(path) if path else Config()


def _working_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:  # the folder was removed under our feet
        return Path("/")


def _read(path: Path) -> Config:
    import tomllib

    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deeply") from error
    except ValueError as error:  # not UTF-8, not TOML, or a number of more digits than Python reads
        raise ConfigError(f"{path}: not valid TOML: {error}") from error
    for key in data:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"known: {', '.join(_KEYS)}"
            raise ConfigError(f"{path}: unknown key `{key}`", hint=hint)
    return Config(path, tuple(path.parent / _path(p) for p in _cards(path, data)), _ruleset(path, data))


def _cards(path: Path, data: dict[str, Any]) -> list[str]:
    value = data.get("cards", [])
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(item, str) and item for item in listed):
        raise ConfigError(f"{path}: `cards`: must be a path or a list of paths")
    return listed


def _ruleset(path: Path, data: dict[str, Any]) -> str | None:
    """An id as it is; a path from the folder of the configuration file."""
    value = data.get("ruleset")
    if value is not None and (not isinstance(value, str) or not value):
        raise ConfigError(f"{path}: `ruleset`: must be the id or the path of a ruleset")
    if value and (value.endswith(".toml") or "/" in value or "\\" in value):
        return str(path.parent / value)
    return value


def card_paths(chosen: Sequence[str], config: Config) -> list[Path]:
    """Where cards are loaded from: the option, else the environment, else the configuration, else what is shipped.

    With the shipped sets come those in the user's data folder. The word `shipped` stands for what is shipped.
    """
    if chosen:
        return [_path(p) for p in chosen]
    if listed := [p for p in os.environ.get("FADE_DECK_CARDS", "").split(os.pathsep) if p]:
        return [_path(p) for p in listed]
    if config.cards:
        return list(config.cards)
    own = user_cards()
    return [shipped_cards(), own] if own and _has_cards(own) else [shipped_cards()]


def _path(text: str) -> Path:
    return shipped_cards() if text == SHIPPED else Path(text)


def _has_cards(folder: Path) -> bool:
    return is_dir(folder) and any(folder.rglob("*.json"))
