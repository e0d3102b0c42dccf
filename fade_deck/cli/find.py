"""`find`: cards by half-remembered names and by query."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from fade_deck.cli import _shared as shared
from fade_deck.errors import QueryError, UsageError

if TYPE_CHECKING:
    from fade_deck.lookup import Found, Hit
    from fade_deck.models import Card

_EXAMPLES = shared.examples(
    """
fade-deck find blazng fst
fade-deck find 't:character e:fire lv<=5 kw:aura>=3' --order plv
fade-deck find 'jab t:skill rank>=hyper'
fade-deck find t:reaction --game faroe --format csv --columns name,rank,tp
"""
)
app = shared.new_app()
_COLUMNS = "name,type,element,level,rank,cost,rarity,set"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@app.command(epilog=_EXAMPLES)
def find(
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="Words of the name, filters, or both.")],
    game: shared.GameOption = None,
    set_: Annotated[
        str | None,
        typer.Option(
            "--set", "-s", metavar="CODE", autocompletion=shared.complete_sets, help="Only cards of this set."
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", min=1, help="At most so many cards.")] = None,
    order: Annotated[
        str | None, typer.Option("--order", metavar="FIELD", help="Sort by a field, not by likeness.")
    ] = None,
    desc: Annotated[bool, typer.Option("--desc", help="Largest first.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    columns: Annotated[
        str, typer.Option("--columns", metavar="FIELDS", help="Fields to show, with commas.")
    ] = _COLUMNS,
    regex: Annotated[bool, typer.Option("--regex", help="The query is a regular expression for the name.")] = False,
    cards: shared.CardsOption = None,
    format: Annotated[  # noqa: A002 - the name of the option
        Literal["table", "names", "json", "csv", "tsv"] | None,
        typer.Option("--format", "-f", help="By default a table on a terminal, names in a pipe."),
    ] = None,
    color: shared.ColorOption = "auto",
) -> None:
    """Find cards by half-remembered names and by query.

    Words are ranked by how like they are to a card's name; filters such as `t:skill` or `level>=3` must all hold.
    Docs: queries.md. In a shell, quote a query with `<`, `>`, `!` or parentheses. Exit code 1 if nothing was found.
    """
    from fade_deck import lookup
    from fade_deck.config import load_config

    db = shared.load_db(cards, load_config())
    games = shared.games_of(db, game)
    found = lookup.search(db, _text(query, set_, regex), games, None if order or count else limit)
    hits = found.hits
    if order:
        rulesets = [ruleset for name in games for ruleset in lookup.rulesets_of(name)]
        hits = lookup.sort_cards(hits, order, rulesets, descending=desc)
    elif desc:
        raise UsageError("`--desc` needs `--order FIELD`")
    if count:
        shared.emit(f"{len(hits)}\n")
    elif hits:
        shown = format or ("table" if sys.stdout.isatty() else "names")
        shared.emit(_shown(found, hits[:limit], _fields(columns, hits), shown, shared.wants_color(color)))
    else:
        near = f"; nearest: {', '.join(found.nearest)}" if found.nearest else ""
        shared.say(f"no card found{near}")
    raise typer.Exit(0 if hits else 1)


def _text(words: list[str], code: str | None, regex: bool) -> str:
    """The whole query: arguments joined, the options added as terms."""
    text = " ".join(words).strip()
    if not text:
        raise QueryError("the query is empty", text="", column=1, hint="say some words of the name, or `t:skill`")
    if regex:
        text = f"name:/{text.replace('/', chr(92) + '/')}/"
    if not code:
        return text
    _refuse_unbalanced(text)
    return f"({text}) set:{_quoted(code)}"


def _refuse_unbalanced(text: str) -> None:
    """What is wrong with a query must be said of what was typed, not of what is made of it."""
    from fade_deck.query import compile_query

    compile_query(text)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _fields(columns: str, hits: list[Hit]) -> list[str]:
    from fade_deck.keywords import find_field
    from fade_deck.query import FIELDS
    from fade_deck.text import did_you_mean

    attributes = {name for hit in hits for name in hit.card.fields.get("attributes", ())}
    wanted = [name.strip() for name in columns.split(",") if name.strip()]
    for name in wanted:
        if find_field(name, attributes) is None:
            hint = did_you_mean(name, [*FIELDS, *attributes]) or f"known: {', '.join(FIELDS)}"
            raise UsageError(f"`--columns`: unknown field `{name}`", hint=hint)
    if columns != _COLUMNS:
        return wanted
    return [name for name in wanted if any(_value(hit.card, name) for hit in hits)]  # no column of nothing


def _value(card: Card, field: str) -> str:
    from fade_deck.keywords import find_field
    from fade_deck.lookup import field_of
    from fade_deck.query import Vocabulary

    if find_field(field) == "cost":
        cost = card.fields.get("cost") or {}
        return " ".join(f"{amount} {unit.upper()}" for unit, amount in cost.items())
    return ", ".join(str(value) for value in field_of(card, field, Vocabulary()))


def _shown(found: Found, hits: list[Hit], fields: list[str], kind: str, painted: bool) -> str:
    if kind == "names":
        from fade_deck.text import clean

        return "".join(f"{clean(hit.card.name)}\n" for hit in hits)
    if kind == "json":
        return shared.dumps({"schema": 1, "cards": [_plain(hit) for hit in hits]})
    if kind == "table":
        return _table(found, hits, fields, painted)
    rows = [fields, *([_guarded(_value(hit.card, field)) for field in fields] for hit in hits)]
    if kind == "tsv":
        return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)
    import csv
    from io import StringIO

    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _guarded(cell: str) -> str:
    """A spreadsheet would run a cell that begins like a formula."""
    from fade_deck.text import clean

    cell = clean(cell)
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell


def _plain(hit: Hit) -> dict[str, Any]:
    card = hit.card
    printings = [{k: v for k, v in p._asdict().items() if v is not None} for p in card.printings]
    return {
        "name": card.name,
        "game": card.game,
        "score": hit.score,
        "tier": hit.tier,
        **card.fields,
        "aliases": list(card.aliases),
        "printings": printings,
    }


def _natural_width(hits: list[Hit], fields: list[str]) -> int:
    from fade_deck.renderers.ansi import cells

    return sum(max(cells(field), *(cells(_value(hit.card, field)) for hit in hits)) + 2 for field in fields) - 2


def _table(found: Found, hits: list[Hit], fields: list[str], painted: bool) -> str:
    """Columns, the letters of the name that the words account for in bold."""
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from fade_deck.ranking import find_spans
    from fade_deck.text import clean

    while len(fields) > 1 and _natural_width(hits, fields) > shared.width():
        fields = fields[:-1]  # rather fewer columns than letters in a pile
    made = Table(box=None, pad_edge=False, header_style="bold")
    for field in fields:
        made.add_column(field, no_wrap=field == "name", overflow="fold")
    for hit in hits:
        cells = [Text(clean(_value(hit.card, field))) for field in fields]
        if found.words and "name" in fields:
            for start, end in find_spans(found.words, hit.card.name):
                cells[fields.index("name")].stylize("bold cyan", start, end)
        made.add_row(*cells)
    out = StringIO()
    Console(file=out, width=shared.width(), force_terminal=painted, no_color=not painted, highlight=False).print(made)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
