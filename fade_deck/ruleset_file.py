"""Ruleset files: found, read, merged with what they inherit, and checked, key by key. Gives plain data.

What is wrong is a `ConfigError` that names file, rule and key. `ruleset` keeps the result compiled, so that none of
this runs while nothing changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from fade_deck import cache, checks
from fade_deck.dates import iso_date
from fade_deck.errors import ConfigError, QueryError
from fade_deck.files import is_file
from fade_deck.keywords import is_numeric_field
from fade_deck.query import FIELDS, Vocabulary, compile_query, is_known_field
from fade_deck.reading_rules import READING_RULES
from fade_deck.resources import shipped_rulesets
from fade_deck.text import did_you_mean, fold, near, snake

META = ("name", "kind", "severity", "summary", "message", "help", "citation", "interpretation", "book")
_QUERIES = ("where", "every", "none", "cards", "partners", "each", "counted", "need")
_FIELDS = ("field", "partner_field", "by", "names")
_ZONES = ("zones", "present", "partner_zones", "counted_zones", "need_zones")
DATED = ("entries", "allowed")
_MAX_CHAIN = 20
_PATTERN = re.compile(r"string should match pattern '.*'")
_NAME = "must be of small letters and digits, with hyphens between words"
WORDS = ("actual", "limit", "card", "cards", "zone", "over", "missing", "values", "offered", "needed", "note")
"""What a rule's message and help may stand in braces."""


def shipped_ids() -> list[str]:
    """The ids of the shipped rulesets, from their file names."""
    return sorted(path.stem for path in shipped_rulesets().glob("*.toml"))


def path_bytes(path: Path) -> bytes:
    """The content of a ruleset file."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def digest_of(path: Path) -> str:
    """What a file's content is known by, nothing where it cannot be read."""
    try:
        return cache.digest((path.read_bytes(),))
    except (OSError, ValueError):
        return ""


def find_ruleset(name: str, base: Path | None = None) -> Path:
    """A shipped id first; else a path, relative to the file that names it."""
    ids = shipped_ids()
    if name.casefold() in ids:
        return shipped_rulesets() / f"{name.casefold()}.toml"
    path = (base or Path()) / name
    if name.endswith(".toml") or "/" in name or "\\" in name:
        if not is_file(path):
            raise ConfigError(f"{name}: no such ruleset file")
        return path
    hint = f"did you mean `{name}.toml`?" if is_file(f"{path}.toml") else did_you_mean(name, ids)
    raise ConfigError(f"unknown ruleset `{name}`; known: {', '.join(ids)}", hint=hint)


def shipped_headings() -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The headings of all shipped rulesets with their zone ids, and the files that say so with their digests."""
    import tomllib

    zones: list[dict[str, Any]] = []
    sources: list[tuple[str, str]] = []
    for path in sorted(shipped_rulesets().glob("*.toml")):
        sources.append((str(path.resolve()), digest_of(path)))
        zones += tomllib.loads(path_bytes(path).decode()).get("zones", ())
    spelt = {fold(text): snake(zone["name"]) for zone in zones for text in zone.get("headings", ())}
    return spelt | {fold(zone["name"]): snake(zone["name"]) for zone in zones}, sources


def compile_file(path: Path, seen: tuple[Path, ...] = ()) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """A ruleset file with all it inherits, checked; and the files it was made from with their digests."""
    path = path.resolve()
    if path in seen:
        raise ConfigError(f"{path}: `extends` goes in a circle")
    if len(seen) > _MAX_CHAIN:
        raise ConfigError(f"{path}: `extends` goes on for more than {_MAX_CHAIN} files")
    own = _validated(path)
    sources = [(str(path), digest_of(path))]
    parent: dict[str, Any] = {}
    if own.get("extends"):
        parent, more = compile_file(_find_parent(own["extends"], path), (*seen, path))
        sources += more
    merged = _merge(parent, own, path)
    for needed in ("title", "game", "zones", "rules"):
        if not merged.get(needed):
            raise ConfigError(f"{path}: `{needed}` is missing")
    _check_rules(merged, path)
    return merged, sources


def _find_parent(name: str, path: Path) -> Path:
    try:
        return find_ruleset(name, path.parent)
    except ConfigError as error:
        raise ConfigError(f"{path}: `extends`: {error.message}", hint=error.hint) from None


def _validated(path: Path) -> dict[str, Any]:
    import tomllib

    from pydantic import ValidationError

    from fade_deck import schema

    try:
        raw = tomllib.loads(path_bytes(path).decode("utf-8-sig"))
        model = schema.RulesetFile.model_validate(raw)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8") from error
    except RecursionError as error:
        raise ConfigError(f"{path}: nested too deeply") from error
    except ValidationError as error:
        parts = (schema.VocabularyModel, schema.ZoneModel, schema.KeywordModel, schema.PlayModel, schema.SourceModel)
        known = [key for m in (schema.RulesetFile, *parts, schema.RuleModel) for key in m.model_fields]
        place, said = _first(schema.explain(error, known))
        raise ConfigError(f"{path}: {_where(raw, place)}{_misspelt(raw, place) or said}") from None
    except ValueError as error:  # TOML's own, or a number of more digits than Python reads
        raise ConfigError(f"{path}: not valid TOML: {error}") from error
    data = model.model_dump(exclude_none=True, exclude_unset=True)
    for rule in data.get("rules", ()):
        for key in DATED:
            if isinstance(rule.get(key), list):
                rule[key] = [_dated(entry, f"{path}: rule `{rule['name']}`: `{key}`") for entry in rule[key]]
    return data


def _dated(entry: Any, where: str) -> Any:
    """`from` is a word of Python, so entries keep it as `since`; TOML dates become ISO texts."""
    if not isinstance(entry, dict):
        return entry
    if "since" in entry:
        raise ConfigError(f"{where}: unknown key `since`", hint="did you mean `from`?")
    renamed = {("since" if key == "from" else key): value for key, value in entry.items()}
    return {k: v.isoformat() if k in ("since", "until") and isinstance(v, date) else v for k, v in renamed.items()}


def _first(complaints: list[tuple[tuple[Any, ...], str]]) -> tuple[tuple[Any, ...], str]:
    """The complaint to begin with, in words for a person: an unknown key is often why another one is missing."""
    place, said = next((c for c in complaints if c[1].startswith("unknown key")), complaints[0])
    said = _PATTERN.sub(_NAME, re.sub(r"'([a-z]+)'", r'"\1"', said))
    if place and isinstance(place[-1], int):
        said = f"item {place[-1] + 1} " + said.removeprefix(f"`{place[-1]}`: ")
    return place, said


def _misspelt(raw: dict[str, Any], place: tuple[Any, ...]) -> str | None:
    """The key of a rule that was meant to be the one that is missing: which others it may have depends on its kind."""
    if len(place) != 3 or place[0] != "rules" or place[2] in (rule := raw["rules"][place[1]]):
        return None
    known = {*META, *(option for kind in checks.kinds() for option in checks.kind(kind).Options.__annotations__)}
    found = near(place[2], [key for key in rule if key not in known], 1)
    return f"unknown key `{found[0]}`; did you mean `{place[2]}`?" if found else None


def _where(raw: dict[str, Any], place: tuple[Any, ...]) -> str:
    """`rule `x`: ` for a place inside a rule."""
    if len(place) > 1 and isinstance(place[1], int):
        item = raw[place[0]][place[1]]
        name = item.get("name") if isinstance(item, dict) else None
        return f"{str(place[0]).removesuffix('s')} {f'`{name}`' if name else place[1] + 1}: "
    return "".join(f"{p}: " for p in place[:-1])


def _merge(parent: dict[str, Any], own: dict[str, Any], path: Path) -> dict[str, Any]:
    """A child over its parent: a rule of the same name replaces in place, `disable` removes."""
    merged = {**parent, **own, "path": str(path)}
    rules = {rule["name"]: rule for rule in parent.get("rules", ())}
    names = [rule["name"] for rule in own.get("rules", ())]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ConfigError(f"{path}: rule `{twice[0]}` stands twice")
    for name in own.get("disable", ()):
        if name in rules:
            del rules[name]
        elif name not in READING_RULES:
            known = [*rules, *READING_RULES]
            raise ConfigError(f"{path}: `disable` names an unknown rule `{name}`", hint=did_you_mean(name, known))
    book = merged.get("source", {}).get("book", "")  # an inherited rule goes on citing its own
    rules |= {rule["name"]: {**rule, "book": book} for rule in own.get("rules", ())}
    merged["rules"] = list(rules.values())
    merged["disable"] = [*parent.get("disable", ()), *own.get("disable", ())]
    merged["vocabulary"] = {**parent.get("vocabulary", {}), **own.get("vocabulary", {})}
    return merged


def _check_rules(merged: dict[str, Any], path: Path) -> None:
    """Kinds, options, zones, queries, fields and placeholders of every rule, and that headings are unambiguous."""
    zones = [snake(zone["name"]) for zone in merged["zones"]]
    taken: dict[str, str] = {}
    for zone in merged["zones"]:
        others = filter(None, (zone.get("lackey"), zone.get("cockatrice")))
        for text in {fold(text): text for text in (zone["name"], *zone.get("headings", ()), *others)}.values():
            if fold(text) in taken:
                raise ConfigError(f"{path}: zone `{zone['name']}`: heading `{text}` belongs to `{taken[fold(text)]}`")
            taken[fold(text)] = zone["name"]
    vocabulary = vocabulary_of(merged)
    _check_zones(merged, path, zones, vocabulary)
    for rule in merged["rules"]:
        try:
            _check_rule(rule, zones, vocabulary, merged["vocabulary"].get("attributes", []))
        except ConfigError as error:
            raise ConfigError(f"{path}: rule `{rule['name']}`: {error.message}", hint=error.hint) from None


def _check_zones(merged: dict[str, Any], path: Path, zones: list[str], vocabulary: Vocabulary) -> None:
    """The queries that say what belongs where, and the zone that is drawn from."""
    attributes = merged["vocabulary"].get("attributes", [])
    texts = [(f"zone `{zone['name']}`: `holds`", zone.get("holds")) for zone in merged["zones"]]
    for where, text in (*texts, ("`play`: `where`", merged.get("play", {}).get("where"))):
        try:
            compile_query(text or "", vocabulary, attributes)
        except QueryError as error:
            said = f"{path}: {where}: column {error.column} of `{text}`: {error.message}"
            raise ConfigError(said, hint=error.hint) from None
    drawn = merged.get("play", {}).get("zone") or zones[0]
    if drawn not in zones:
        raise ConfigError(f"{path}: `play`: unknown zone `{drawn}`", hint=did_you_mean(drawn, zones))


_ATTRIBUTES = "list an attribute of your cards under `attributes` in `[vocabulary]`, or write it `attr.name`"


def _field_hint(name: str) -> str:
    near = did_you_mean(name, FIELDS)
    return f"{near} Else {_ATTRIBUTES}" if near else _ATTRIBUTES


def _check_rule(rule: dict[str, Any], zones: list[str], vocabulary: Vocabulary, attributes: list[str]) -> None:
    if rule["name"] in READING_RULES:
        raise ConfigError("this name belongs to reading decklists")
    if rule["kind"] not in checks.kinds():
        raise ConfigError(
            f"`kind`: unknown kind of check `{rule['kind']}`; known: {', '.join(checks.kinds())}",
            hint=did_you_mean(rule["kind"], checks.kinds()),
        )
    options = {k: v for k, v in rule.items() if k not in META}
    _check_options(rule["kind"], options)
    for key in (*_ZONES, "shown_in"):
        named = options.get(key, ())
        for zone in [named] if isinstance(named, str) else named:
            if zone not in zones:
                raise ConfigError(
                    f"`{key}`: unknown zone `{zone}`; known: {', '.join(zones)}", hint=did_you_mean(zone, zones)
                )
    for key, text in _queries_of(options):
        try:
            compile_query(text, vocabulary, attributes)
        except QueryError as error:
            raise ConfigError(f"`{key}`: column {error.column} of `{text}`: {error.message}", hint=error.hint) from None
    for key in _FIELDS:
        name = options.get(key)
        if name is None:
            continue
        if not is_known_field(name, attributes):
            raise ConfigError(f"`{key}`: unknown field `{name}`", hint=_field_hint(name))
        if key in getattr(checks.kind(rule["kind"]), "NUMERIC", ()) and not is_numeric_field(name, attributes):
            raise ConfigError(f"`{key}`: `{name}` is not a number")
    for key in ("message", "help"):
        _check_words(key, rule.get(key, ""))


def _queries_of(options: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(key, options[key]) for key in _QUERIES if isinstance(options.get(key), str)]
    return found + [("other.where", item["where"]) for item in options.get("other", ())]


def _check_options(kind: str, options: dict[str, Any]) -> None:
    from pydantic import ValidationError

    from fade_deck.schema import WRITTEN, explain, settings_model

    for key in DATED:
        for entry in options[key] if isinstance(options.get(key), list) else ():
            _check_dates(entry)
    made = checks.kind(kind).Options
    model = settings_model(made)
    try:
        written = json.dumps(_renamed(options, WRITTEN), allow_nan=False)
    except (TypeError, ValueError):
        key = next(key for key, value in options.items() if not _is_plain(value))
        raise ConfigError(f"`{key}`: a date, a time or a number without end cannot stand here") from None
    try:
        model.model_validate_json(written)  # as JSON: there strict means what it says, and lists are lists
        made(**options).refuse()
    except ValidationError as error:
        nested = getattr(checks.kind(kind), "NESTED", {}).values()
        known = [WRITTEN.get(name, name) for owner in (made, *nested) for name in owner.__annotations__]
        place, said = _first(explain(error, known))
        raise ConfigError("".join(_placed(options, place)) + said) from None
    except ValueError as error:
        raise ConfigError(str(error)) from None


def _is_plain(data: Any) -> bool:
    """Whether JSON can say it."""
    try:
        json.dumps(data, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _renamed(data: Any, names: dict[str, str]) -> Any:
    """Plain data with some keys of its tables renamed."""
    if isinstance(data, dict):
        return {names.get(key, key): _renamed(value, names) for key, value in data.items()}
    return [_renamed(item, names) for item in data] if isinstance(data, list) else data


def _placed(options: dict[str, Any], place: tuple[Any, ...]) -> Iterator[str]:
    """`entries: entry 2 (`Old Moth`): ` for a place inside an entry."""
    for at, part in enumerate(place[:-1]):
        if isinstance(part, int):
            entry = options[place[at - 1]][part]
            name = (
                next((entry[key] for key in ("name", "set") if key in entry), None) if isinstance(entry, dict) else None
            )
            yield f"entry {part + 1}{f' (`{name}`)' if name else ''}: "
        else:
            yield f"`{part}`: "


def _check_dates(entry: Any) -> None:
    """Dates are compared as texts, so that the other spellings that ISO 8601 allows are refused."""
    for key, written in (("since", "from"), ("until", "until")):
        if isinstance(entry, dict) and key in entry and iso_date(entry[key]) is None:
            raise ConfigError(f"`{written}`: not a date (YYYY-MM-DD): `{entry[key]}`")
    if isinstance(entry, dict) and entry.get("since", "") > entry.get("until", "9999"):
        raise ConfigError(f"`from` {entry['since']} comes after `until` {entry['until']}")


def _check_words(key: str, template: str) -> None:
    import string

    try:
        used = [(word, form, how) for _, word, form, how in string.Formatter().parse(template) if word is not None]
    except ValueError as error:
        raise ConfigError(f"`{key}`: {error}") from None
    for name, form, how in used:
        if form or how:
            raise ConfigError(f"`{key}`: `{{{name}}}` takes no format")
        if name not in WORDS:
            raise ConfigError(
                f"`{key}`: unknown word `{{{name}}}`; known: {', '.join(WORDS)}", hint=did_you_mean(name, WORDS)
            )


def vocabulary_of(data: dict[str, Any]) -> Vocabulary:
    """The words of a ruleset for its queries."""
    words = data.get("vocabulary", {})
    lists = {key: tuple(words.get(key, ())) for key in ("types", "elements", "ranks", "rarities")}
    return Vocabulary(**lists, keywords=tuple(k["name"] for k in words.get("keywords", ())))
