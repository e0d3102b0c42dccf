"""Everything that can go wrong through no fault of ours, as exceptions with a message for a person.

    FadeDeckError               exit code
    ├── UsageError              2   an option or argument that cannot be
    │   ├── QueryError          2   a card query that does not parse, with its column
    │   └── ConfigError         2   a configuration file or a ruleset that cannot be used
    └── InputError              3   a deck or card file that cannot be read
        └── CardDataError       3   a card file that breaks the card schema, or two that disagree

Anything else that escapes is our own bug: exit code 70.
"""

from __future__ import annotations


class FadeDeckError(Exception):
    """The root: a message for a person, an optional hint, and the exit code of the command line."""

    exit_code = 2

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(FadeDeckError):
    """What was asked for cannot be done as asked."""


class QueryError(UsageError):
    """A card query that does not parse; `column` counts from 1 in `text`."""

    def __init__(self, message: str, *, text: str, column: int, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.text = text
        self.column = column


class ConfigError(UsageError):
    """A `fade-deck.toml` or a ruleset that cannot be used."""


class InputError(FadeDeckError):
    """A file that cannot be read as what it is meant to be; `line` counts from 1 where it is known."""

    exit_code = 3

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.path = path
        self.line = line

    def __str__(self) -> str:
        where = self.path or ""
        if self.line is not None:
            where += f":{self.line}"
        return f"{where}: {self.message}" if where else self.message


class CardDataError(InputError):
    """A card file that breaks the card schema, or disagrees with another one."""
