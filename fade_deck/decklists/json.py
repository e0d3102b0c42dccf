"""Our own deck format: JSON, versioned, lossless.

    {"schema": 1, "kind": "deck", "ruleset": "faroe", "name": "…", "player": "…", "event": "…", "date": "…",
     "headers": {"Any": "kept"},
     "sections": [{"section": "Deck", "stated": 40, "comment": "…",
                   "cards": [{"count": 4, "name": "Ember Jab", "set": "FST", "number": "040", "comment": "…"}]}]}

Only `sections` is required, and of a card only its `name`; `count` is 1 where it is left out. The first section may
go without a name, as cards above the first heading do. Everything else is text; null is as good as absent. `$schema`
may name a schema for editors. A key that is not known is an error: misspelt, it would otherwise vanish.

The parser of the standard library knows no lines, but builds objects in the order in which they close: a scan of the
braces and keys in the same order says where each one stood.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from fade_deck.decklists.source import add_header, card, check_size, comment, heading, line_at, shorten, split_lines
from fade_deck.errors import InputError
from fade_deck.models import Decklist, Entry
from fade_deck.text import clean, did_you_mean, squash

NAME = "json"
EXTENSIONS = (".json",)
SCHEMA = 1
MAX_DEPTH = 50
MAX_DIGITS = 100

_T = TypeVar("_T")
_START = re.compile(r'\s*+(?:\{\s*+(?:["}]|\Z)|\[\s*+\{)')
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?(\s*+:)?|[{}\[\]]|-?(?:[0-9][0-9.eE+-]*+|Infinity)|NaN', re.DOTALL)
_EXPONENT = re.compile(r"[eE]\+?[0-9]*[0-9]{3}")
_NOT_TEXT = re.compile("[\0\ud800-\udfff]")
_HEADERS = ("name", "player", "event", "date", "ruleset")
_DECK = ("$schema", "schema", "kind", *_HEADERS, "headers", "sections")
_SECTION = ("section", "stated", "comment", "cards")
_CARD = ("count", "name", "set", "number", "comment")


class _Object(dict[str, Any]):
    """A JSON object that knows the line on which it opens, and those of its keys."""

    line: int
    at: dict[str, int]


_KINDS = {str: "text in quotes", int: "a whole number", list: "a list", _Object: "an object in braces"}


def sniff(text: str) -> bool:
    """An object, or a list of objects: `[Deck]` opens a section of a plain text."""
    return _START.match(text) is not None


def read(text: str, path: str) -> Decklist:
    """Read a deck. A bad count is a fault of its card alone; anything else that is wrong is an error."""
    source = split_lines(text)
    try:
        data = _load("\n".join(source))
        deck = Decklist(path, NAME, [], source, _headers(data))
        for place, section in enumerate(_objects(data, "sections")):
            deck.entries += _section(section, first=place == 0)
    except InputError as error:
        error.path = path
        raise
    check_size(deck.entries, path)
    return deck


def _load(text: str) -> _Object:
    """The JSON with its lines."""
    places = iter(_places(text))

    def build(pairs: list[tuple[str, Any]]) -> _Object:
        found = _Object()
        found.line, key_lines = next(places)
        found.at = {}
        for (key, value), line in zip(pairs, key_lines, strict=True):
            if key in found:
                raise InputError(f"the key `{_shown(key)}` stands twice in one object", line=line)
            _check_characters(key, key, line)
            _check_characters(value, key, line)
            found[key], found.at[key] = value, line
        return found

    try:
        data = json.loads(text, object_pairs_hook=build)
    except json.JSONDecodeError as error:
        why = error.msg.removesuffix(" at").removesuffix(" starting")
        raise InputError(f"this is not valid JSON: {why}", line=line_at(text[: error.pos])) from None
    if not isinstance(data, _Object):
        raise InputError("a JSON deck is an object with the key `sections`", line=line_at(text[: -len(text.lstrip())]))
    return data


def _places(text: str) -> list[tuple[int, list[int]]]:
    """The line of each object and of its keys, in closing order. Refuses what would choke the parser."""
    line, last, depth = 1, 0, 0
    stack: list[tuple[int, list[int]]] = []
    closed: list[tuple[int, list[int]]] = []
    for match in _TOKEN.finditer(text):
        mark, start = match[0], match.start()
        line += text.count("\n", last, start)
        last = start
        if mark[0] == '"':
            if match[1] and stack:
                stack[-1][1].append(line)
        elif mark in "{[":
            depth += 1
            if depth > MAX_DEPTH:
                raise InputError(f"nested more than {MAX_DEPTH} deep", line=line)
            if mark == "{":
                stack.append((line, []))
        elif mark in "}]":
            depth -= 1
            if mark == "}" and stack:
                closed.append(stack.pop())
        else:
            _check_number(mark, line)
    return closed


def _check_number(token: str, line: int) -> None:
    if token.endswith(("NaN", "Infinity")):
        raise InputError(f"`{token}` is not a number in JSON", line=line)
    if len(token) > MAX_DIGITS or _EXPONENT.search(token):
        raise InputError(f"a number that is too long or too large: `{shorten(token, 20)}`", line=line)


def _check_characters(value: object, key: str, line: int) -> None:
    """JSON can escape what no text file holds: NUL, and half of a character."""
    if isinstance(value, str) and _NOT_TEXT.search(value):
        raise InputError(f"`{_shown(key)}` holds a NUL or half a character", line=line)


def _shown(key: str) -> str:
    """A key as a message may hold it: keys can be long, and escape control characters."""
    return shorten(clean(key), 40)


def _check_keys(found: _Object, known: tuple[str, ...], what: str) -> None:
    for key in found:
        if key not in known:
            hint = did_you_mean(key, known) or f"known keys: {', '.join(known)}"
            raise InputError(f"unknown key `{_shown(key)}` in {what}", line=found.at[key], hint=hint)


def _get(found: _Object, key: str, kind: type[_T]) -> _T | None:
    """A value of the right type, or None where it is null or absent."""
    value = found.get(key)
    if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
        return value
    raise InputError(f"`{_shown(key)}` must be {_KINDS[kind]}", line=found.at[key])


def _objects(found: _Object, key: str) -> list[_Object]:
    """A list of objects."""
    values = _get(found, key, list) or []
    for value in values:
        if not isinstance(value, _Object):
            raise InputError(f"`{key}` must be a list of objects", line=found.at[key])
    return values


def _headers(deck: _Object) -> dict[str, str]:
    """The headers, after a check that this is a deck of a version that can be read."""
    if _get(deck, "schema", int) not in (None, SCHEMA):
        raise InputError(f"`schema` must be {SCHEMA}, the only version there is", line=deck.at["schema"])
    if _get(deck, "kind", str) not in (None, "deck"):
        raise InputError('`kind` must be "deck"', line=deck.at["kind"])
    _check_keys(deck, _DECK, "a deck")
    if _get(deck, "sections", list) is None:
        raise InputError("the key `sections` is missing", line=deck.line)
    headers: dict[str, str] = {}
    own = {key: _get(deck, key, str) or "" for key in deck if key in _HEADERS}
    others = _get(deck, "headers", _Object) or _Object()
    for key in deck:
        if key == "headers":
            _add_others(headers, others, own)
        elif key in own:
            add_header(headers, key, own[key])
    return headers


def _add_others(headers: dict[str, str], others: _Object, own: dict[str, str]) -> None:
    """The headers that have no key of their own. One that has may be repeated here, which says where it stands."""
    for key in others:
        size, value = len(headers), _get(others, key, str) or ""
        name = squash(key).casefold()
        if value and own.get(name):
            if own[name] != value:
                raise InputError(f"`{_shown(key)}` in `headers` is given twice", line=others.at[key])
            own[name] = ""
            for known in [known for known in headers if known.casefold() == name]:
                del headers[known]
        size = len(headers)
        add_header(headers, key, value)
        if value and len(headers) == size:
            raise InputError(f"`{_shown(key)}` in `headers` is given twice", line=others.at[key])


def _section(section: _Object, *, first: bool) -> list[Entry]:
    """The heading, its comment, and the cards, each with its own."""
    _check_keys(section, _SECTION, "a section")
    name, stated = squash(_get(section, "section", str) or ""), _get(section, "stated", int)
    if not name and (not first or stated is not None):
        raise InputError("a section without a name: `section` is missing or empty", line=section.line)
    if stated is not None and stated < 0:
        raise InputError("`stated` must be 0 or more", line=section.at["stated"])
    entries = [heading(section.at["section"], name, stated)] if name else []
    if text := _get(section, "comment", str):
        entries.append(comment(section.at["comment"], text))
    for found in _objects(section, "cards"):
        entries += _card(found)
    return entries


def _card(found: _Object) -> list[Entry]:
    """A card at the line of its name, or of its count if that is the fault; its comment follows."""
    _check_keys(found, _CARD, "a card")
    name, code, number, text = (_get(found, key, str) or "" for key in ("name", "set", "number", "comment"))
    # Only a JSON number passes as a count: `"4"` keeps its quotes and fails.
    count = "1" if found.get("count") is None else json.dumps(found["count"])
    entry = card((found.at.get("name", found.line),), count, name, code, number, raw=squash(name) or json.dumps(found))
    if entry.line.fault and squash(name):
        entry = Entry((found.at["count"],), entry.line._replace(whole=squash(f"{count} {name}")))
    return [entry, comment(found.at["comment"], text)] if text else [entry]
