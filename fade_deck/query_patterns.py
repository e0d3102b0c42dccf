"""Regular expressions that cannot hang the program: what a pattern may cost is known before it is searched."""

from __future__ import annotations

import math
import re
import warnings
from re import _constants, _parser  # type: ignore[attr-defined]  # only the parsed tree tells what a pattern may cost
from typing import Any, NamedTuple

MAX_PATTERN = 200
_MAX_STEPS = 2e7  # at worst a tenth of a second for a card; only a text made for the pattern comes near it
_LENGTHS = (400, 1000, 2000, 5000, 20_000, 100_000, 10**9)  # every pattern must be able to search a usual rules text
_MAX_REPEAT = 1000
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_REFERENCES = (_constants.GROUPREF, _constants.GROUPREF_EXISTS)


class Pattern(NamedTuple):
    """A compiled pattern and the longest text that it may search."""

    regex: re.Pattern[str]
    longest: int


def compile_pattern(pattern: str) -> Pattern:
    """Compile a regular expression, whatever its case; re.error, with `pos` if known, says why not."""
    if len(pattern) > MAX_PATTERN:
        raise re.error(f"longer than {MAX_PATTERN} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a later Python will read otherwise is no concern of a player
            tree = _parser.parse(pattern, re.IGNORECASE)
            within = [length for length in _LENGTHS if _steps(tree, length) <= _MAX_STEPS]
            if not within:
                raise re.error("too costly: repeats inside or beside repeats, or a reference to a group")
            return Pattern(re.compile(pattern, re.IGNORECASE), within[-1])
    except (OverflowError, RecursionError) as error:
        raise re.error("too costly: too large a repeat or too deep") from error


def _steps(tree: Any, length: int) -> float:
    """The steps of a failing search at worst: from each place of the text, each way to match.

    Repeats without end share the text among them, which is what the factorial takes out again.
    """
    ways, endless = _ways(tree, length)
    return ways * (length if ways > 1 else 1) / math.factorial(endless + 1)


def _ways(tree: Any, length: int, repeated: bool = False) -> tuple[float, int]:
    """In how many ways a pattern may match from one place, and how many of its repeats have no end."""
    ways, endless = 1.0, 0
    for kind, argument in tree:
        more = _ways_of(kind, argument, length, repeated)
        ways, endless = ways * more[0], endless + more[1]
    return ways, endless


def _ways_of(kind: Any, argument: Any, length: int, repeated: bool) -> tuple[float, int]:
    """Repeats and branches multiply the ways; inside a repeat they do so at each turn, for which there is no bound."""
    if kind in _REFERENCES or (repeated and (kind in _REPEATS or kind is _constants.BRANCH)):
        return math.inf, 0
    if kind is _constants.BRANCH:
        branches = [_ways(branch, length) for branch in argument[1]]
        return sum(ways for ways, _ in branches), min(endless for _, endless in branches)
    if kind in _REPEATS:
        low, high, body = argument
        if _constants.MAXREPEAT > high > _MAX_REPEAT or low > _MAX_REPEAT:
            return math.inf, 0
        ways, endless = _ways(body, length, high > 1)
        if high - low >= length:
            return ways * (length + 1), endless + 1
        return ways * (
            high - low + (2 if high > low else 1)
        ), endless  # one for stopping: it counts in long rows of `a?`
    parts = argument if isinstance(argument, tuple) else (argument,)
    return _ways(next((part for part in parts if isinstance(part, _parser.SubPattern)), ()), length, repeated)
