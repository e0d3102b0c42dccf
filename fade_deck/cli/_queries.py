"""Commands that take queries: a term such as `-e:fire` begins like an option and is none."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

_KEPT = "\0"  # no argument of a program can hold it
_NEGATED = re.compile(r'-(?:[A-Za-z@][\w-]*(?:!=|<=|>=|[:=<>])|[("!])')


class QueryCommand(TyperCommand):
    """A command with a query, in which a negated term is not an option that nobody knows."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, with negated terms kept from being read as options."""
        return super().parse_args(ctx, [_KEPT + arg if _NEGATED.match(arg) else arg for arg in args])


def as_typed(words: list[str]) -> list[str]:
    """The words of queries as they were typed."""
    return [word.removeprefix(_KEPT) for word in words]
