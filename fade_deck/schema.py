"""The pydantic models of the files people write, and their JSON Schemas. Imported only when a file is compiled.

At run time cards and rules are plain values read from the cache; these models are what checks them once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, create_model

from fade_deck import checks
from fade_deck.text import did_you_mean

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Amount = Annotated[int, Field(ge=-9999, le=999_999)]
Natural = Annotated[int, Field(ge=0, le=999_999)]
Finite = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class CostModel(_Strict):
    """What a card costs, by unit."""

    tp: Natural | None = None
    cs: Natural | None = None


class CardModel(_Strict):
    """One card of a card file. Only `name` and `types` are required."""

    name: Text
    number: Text | None = None
    types: Annotated[list[Text], Field(min_length=1)]
    elements: list[Text] | None = None
    level: Natural | None = None
    rank: Text | None = None
    cost: CostModel | None = None
    hp: Amount | None = None
    plv: Amount | None = None
    def_: Amount | None = Field(None, alias="def")
    agi: Amount | None = None
    keywords: list[Text] | None = None
    rarity: Text | None = None
    archetypes: list[Text] | None = None
    text: str | None = None
    flavor: str | None = None
    artist: str | None = None
    aliases: list[Text] | None = None
    copy_limit: Natural | Literal["any"] | None = Field(None, description="The card's own limit: a number, or `any`")
    unique_to: Text | None = None
    styles: list[Text] | None = None
    fighter: Text | None = None
    attack: Amount | None = None
    health: Amount | None = None
    actions: Amount | None = None
    image: str | None = None
    attributes: dict[Text, Annotated[int, Field(ge=-(10**12), le=10**12)] | Finite | str | list[str]] | None = Field(
        None, description="Named numbers, texts or lists of texts that queries and rules use like built-in fields"
    )


class CardFile(_Strict):
    """A card file: one set of one game."""

    schema_: Literal[1] = Field(1, alias="schema")
    game: Text
    set: Text
    name: str | None = None
    version: str | None = None
    cards: list[CardModel]


class DeckCard(_Strict):
    """One line of a JSON deck."""

    count: Annotated[int, Field(ge=1, le=9999)] = 1
    name: Text
    set: str | None = None
    number: str | None = None
    comment: str | None = None


class DeckSection(_Strict):
    """One section of a JSON deck."""

    section: str
    stated: int | None = None
    comment: str | None = None
    cards: list[DeckCard] = []


class DeckFile(_Strict):
    """A deck in fade-deck's own JSON."""

    schema_: Literal[1] = Field(1, alias="schema")
    kind: Literal["deck"] = "deck"
    ruleset: str | None = None
    name: str | None = None
    player: str | None = None
    event: str | None = None
    date: str | None = None
    headers: dict[str, str] = {}
    sections: list[DeckSection]


class ChangeModel(_Strict):
    """A change to one line; `to` is null where the line goes."""

    line: int
    to: str | None


class FindingModel(_Strict):
    """One finding of a report."""

    rule: str
    severity: Literal["error", "warning", "advice"]
    message: str
    help: str
    zone: str | None
    cards: list[str]
    lines: list[int]
    actual: int | float | str | None
    limit: int | float | str | None
    source: str
    suggestions: list[str]
    changes: list[ChangeModel] = []
    fix: Literal["safe", "unsafe"] | None = Field(None, description="Whether `fade-deck fix` mends it")


class DeckReport(_Strict):
    """The verdict on one deck; `legal` is null and `error` is given where it could not be read."""

    path: str
    name: str | None
    player: str | None
    ruleset: str | None
    legal: bool | None
    totals: dict[str, dict[str, int | float]]
    findings: list[FindingModel]
    hash: str | None = Field(None, description="Ten letters that two lists share if they are the same deck")
    error: str | None = None
    line: int | None = None


class ReportFile(_Strict):
    """What `validate --format json` prints."""

    schema_: Literal[1] = Field(1, alias="schema")
    tool: str
    decks: list[DeckReport]


class SourceModel(_Strict):
    """The book a ruleset follows."""

    book: str
    file: str | None = None
    note: str | None = None


ValueKind = Literal["none", "number", "cost", "trigger", "elements", "names", "target", "effect", "directions"]


class KeywordModel(_Strict):
    """A keyword of the edition: how it is written and what it does."""

    name: Text
    form: str | None = None
    value: ValueKind | list[ValueKind] = "none"
    text: str = ""


class VocabularyModel(_Strict):
    """The words of an edition; ranks and rarities are ordered, weakest first."""

    types: list[Text] = []
    elements: list[Text] = []
    ranks: list[Text] = []
    rarities: list[Text] = []
    keywords: list[KeywordModel] = []
    attributes: list[Text] = Field([], description="Attributes of the card files that queries and rules use by name")


class ZoneModel(_Strict):
    """A section of a decklist. Its id is its name in snake case."""

    name: Text
    headings: list[Text] = []
    optional: bool = False
    holds: str | None = Field(None, description="A query: the cards that belong here, where several zones are possible")
    lackey: Text | None = Field(None, description="What the game's LackeyCCG plugin calls it")
    cockatrice: Text | None = Field(None, description="What Cockatrice is to call it")


class PlayModel(_Strict):
    """How a game begins, for sample hands and chances. What the book says of drawing."""

    zone: Text | None = Field(None, description="The zone that is drawn from, by id; the first one by default")
    where: str | None = Field(None, description="A query: only these cards of the zone are drawn")
    hand: Annotated[int, Field(ge=0, le=99)] = Field(description="Cards of the opening hand")
    chosen: bool = Field(False, description="Whether the opening hand is chosen, not drawn")
    mulligans: Annotated[int, Field(ge=0, le=9)] = Field(0, description="How often a hand may be drawn anew")
    draw: Annotated[int, Field(ge=0, le=99)] = Field(1, description="Cards drawn each turn")
    first_draw: Annotated[int, Field(ge=0, le=99)] | None = Field(
        None, description="Cards that the first player draws in the first turn, where that differs"
    )
    first_draw_players: Annotated[int, Field(ge=2, le=99)] | None = Field(
        None, description="The number of players for which `first_draw` holds, where it does not for others"
    )
    citation: str = ""


class RuleModel(BaseModel):
    """What every rule has; its kind's options stand beside these keys."""

    model_config = ConfigDict(extra="allow", strict=True)

    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    kind: str
    severity: Literal["error", "warning", "advice"] = "error"
    summary: str = Field("", description="One sentence: what the rule says")
    message: Text
    help: str = ""
    citation: str = ""
    interpretation: str = ""


class RulesetFile(_Strict):
    """A ruleset file."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*$")]
    title: Text | None = None
    game: Text | None = None
    version: str | None = None
    source: SourceModel | None = None
    extends: str | None = None
    disable: list[str] = []
    vocabulary: VocabularyModel | None = None
    zones: list[ZoneModel] | None = None
    play: PlayModel | None = None
    rules: list[RuleModel] = []


FILES: dict[str, type[BaseModel]] = {
    "cards": CardFile,
    "ruleset": RulesetFile,
    "deck": DeckFile,
    "report": ReportFile,
}


def json_schema(what: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file, for editors."""
    schema = FILES[what].model_json_schema(by_alias=True)
    if what == "ruleset":
        _add_options(schema)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _add_options(schema: dict[str, Any]) -> None:
    """Tell editors which keys go with which kind of check."""
    rule, choices = schema["$defs"]["RuleModel"], []
    rule["properties"]["kind"]["enum"] = checks.kinds()
    for kind in checks.kinds():
        model = settings_model(checks.kind(kind).Options)
        options = model.model_json_schema(ref_template=f"#/$defs/{kind}.{{model}}")
        schema["$defs"] |= {f"{kind}.{name}": nested for name, nested in options.pop("$defs", {}).items()}
        then = {"properties": options["properties"], "required": options.get("required", [])}
        choices.append({"if": {"properties": {"kind": {"const": kind}}}, "then": then})
    rule["allOf"] = choices


WRITTEN = {"since": "from"}
"""Keys that are words of Python, and so have other names in the code than in the file."""


def settings_model(settings: type[checks.Settings]) -> type[BaseModel]:
    """The model that checks what a rule says for its kind of check."""
    fields: dict[str, Any] = {
        name: (_modelled(hint), Field(getattr(settings, name, ...), alias=WRITTEN.get(name)))
        for name, hint in get_type_hints(settings).items()
    }
    config = ConfigDict(extra="forbid", strict=True)
    made: type[BaseModel] = create_model(settings.__name__, __config__=config, __doc__=settings.__doc__, **fields)
    return made


def _modelled(hint: Any) -> Any:
    """A type with models in place of nested settings."""
    inner = get_args(hint)
    if len(inner) == 1 and isinstance(inner[0], type) and issubclass(inner[0], checks.Settings):
        return list[settings_model(inner[0])]  # type: ignore[misc]
    return list[inner[0]] if get_origin(hint) is Sequence else hint  # type: ignore[valid-type]


_BRANCHES = re.compile(r"(constrained|function)-.*|(literal|list)\[.*|int|float|str")  # what pydantic calls them


def explain(error: ValidationError, known: Iterable[str]) -> list[tuple[tuple[Any, ...], str]]:
    """Pydantic's complaints as (place, sentence) pairs in words for a person.

    Where a value may be of several kinds, pydantic complains once for each: that becomes one sentence.
    """
    said: dict[tuple[Any, ...], list[str]] = {}
    names = list(known)
    for problem in error.errors(include_url=False):
        place = problem["loc"]
        while len(place) > 1 and _BRANCHES.fullmatch(str(place[-1])):
            place = place[:-1]
        sentence = _sentence(problem["type"], problem["msg"], str(place[-1]) if place else "", names)
        if sentence not in said.setdefault(place, []):
            said[place].append(sentence)
    return [(place, ", or ".join((first, *(_tail(s) for s in rest)))) for place, (first, *rest) in said.items()]


_PLAINLY = {
    "list_type": 'a list, such as ["one", "two"]',
    "model_type": "a table of keys and values in braces",
    "model_attributes_type": "a table of keys and values in braces",
    "dict_type": "a table of keys and values in braces",
    "int_type": "a whole number",
    "float_type": "a number",
    "string_type": "text in quotes",
    "bool_type": "true or false",
}


_PLAINER = {
    "list should have at least 1 item after validation, not 0": "must not be empty",
    "string should have at least 1 character": "must not be empty",
    "input should be ": "must be ",
    "greater than or equal to ": "a whole number from ",
    "less than or equal to ": "a whole number up to ",
    "'any'": '"any"',
}
"""Pydantic's words, and ours."""


def _sentence(kind: str, message: str, key: str, names: list[str]) -> str:
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        hint = did_you_mean(key, names)
        return f"unknown key `{key}`" + (f"; {hint}" if hint else "")
    if kind in ("missing", "missing_argument"):
        return f"`{key}` is missing"
    if kind == "json_invalid":
        return f"not valid JSON: {message.removeprefix('Invalid JSON: ')}"
    if kind in _PLAINLY:
        return f"`{key}`: must be {_PLAINLY[kind]}"
    message = message.removeprefix("Value error, ")
    said = f"`{key}`: {message[:1].lower()}{message[1:]}"
    for theirs, ours in _PLAINER.items():
        said = said.replace(theirs, ours)
    return said


def _tail(sentence: str) -> str:
    return sentence.partition(": ")[2].removeprefix("input should be ").removeprefix("must be ")
