"""`find`: cards by half-remembered names and by query."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from fade_deck.cli import _shared as shared
from fade_deck.cli._queries import QueryCommand, as_typed
from fade_deck.errors import QueryError, UsageError

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB
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
Keep = Callable[["Card"], bool]
_COLUMNS = "name,type,element,level,rank,cost,rarity,set"
_FORMULAS = ("=", "+", "-", "@")
_SHOWN = 20  # cards that are shown where nothing is said


@app.command(epilog=_EXAMPLES, cls=QueryCommand)
def find(
    query: Annotated[list[str], typer.Argument(metavar="QUERY...", help="Words of the name, filters, or both.")],
    game: shared.GameOption = None,
    set_: Annotated[
        str | None,
        typer.Option(
            "--set", "-s", metavar="CODE", autocompletion=shared.complete_sets, help="Only cards of this set."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", min=1, help="At most so many cards; by default 20 where words are ranked."),
    ] = None,
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
    fields = _fields(columns, {name for one in games for name in db.game(one).attributes})
    if desc and not order:
        raise UsageError("`--desc` needs `--order FIELD`")
    text = _text(query)
    keep = _in_set(set_, db) if set_ is not None else None
    most = 0 if count else None if order else limit  # what is sorted must all be there
    search = partial(lookup.search, db, games=games, limit=most, keep=keep, best=None if order else _SHOWN)
    found = _by_regex(search, text) if regex else search(text)
    hits = found.hits
    if order:
        rulesets = [ruleset for name in games for ruleset in lookup.rulesets_of(name)]
        hits = lookup.sort_cards(hits, order, rulesets, descending=desc)[:limit]
    if columns == _COLUMNS:
        fields = [field for field in fields if field == "name" or any(_value(hit.card, field) for hit in hits)]
    shown = format or ("table" if sys.stdout.isatty() else "names")
    if count:
        shared.emit(f"{found.total}\n")
    elif hits or shown in ("json", "csv", "tsv"):
        shared.emit(_shown(found, hits, fields, shown, shared.wants_color(color)))
    if not found.total:
        near = f"; nearest: {'; '.join(found.nearest)}" if found.nearest else ""
        shared.say(f"no card found{near}")
    elif limit is None and not count and len(hits) < found.total:
        shared.say(f"{len(hits)} of {found.total} cards; `--limit N` shows more")
    raise typer.Exit(0 if found.total else 1)


def _by_regex(search: Callable[[str], Found], text: str) -> Found:
    """What is wrong with a pattern is said of what was typed, not of what is made of it."""
    made = re.sub(r"\\.|/", lambda found: "\\/" if found[0] == "/" else found[0], text)
    try:
        return search(f"name:/{made}/")
    except QueryError as error:
        column = max(1, min(error.column - len("name:/"), len(text)))
        raise QueryError(error.message, text=text, column=column, hint=error.hint) from None


def _text(words: list[str]) -> str:
    """The whole query; a term that was kept from being read as an option is itself again."""
    text = " ".join(as_typed(words)).strip()
    if not text:
        raise QueryError("the query is empty", text="", column=1, hint="say some words of the name, or `t:skill`")
    return text


def _in_set(code: str, db: CardDB) -> Keep:
    known = {info.code.casefold(): info.code for info in db.sets()}
    shared.one_of(code.casefold(), known, "set")
    return lambda card: any(printing.set.casefold() == code.casefold() for printing in card.printings)


def _fields(columns: str, attributes: set[str]) -> list[str]:
    from fade_deck.keywords import find_field
    from fade_deck.query import FIELDS
    from fade_deck.text import did_you_mean

    wanted = [name.strip() for name in columns.split(",") if name.strip()]
    if not wanted:
        raise UsageError("`--columns` names no field", hint=f"known: {', '.join(FIELDS)}")
    for name in wanted:
        if find_field(name, attributes) is None:
            hint = did_you_mean(name, [*FIELDS, *attributes]) or f"known: {', '.join(FIELDS)}"
            raise UsageError(f"`--columns`: unknown field `{name}`", hint=hint)
    return wanted


def _value(card: Card, field: str) -> str:
    from fade_deck.keywords import find_field
    from fade_deck.lookup import field_of
    from fade_deck.query import Vocabulary

    if find_field(field) == "cost":
        cost = card.fields.get("cost") or {}
        return " ".join(f"{amount} {unit.upper()}" for unit, amount in cost.items())
    return ", ".join("any" if value == inf else str(value) for value in field_of(card, field, Vocabulary()))


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
        return "".join("\t".join(row) + "\n" for row in rows)
    import csv
    from io import StringIO

    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _guarded(cell: str) -> str:
    """A cell on one line. A spreadsheet would run one that begins like a formula."""
    from fade_deck.text import clean, squash

    cell = clean(squash(cell))
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
    from fade_deck.text import clean, squash

    while len(fields) > 1 and _natural_width(hits, fields) > shared.width():
        fields = fields[:-1]  # rather fewer columns than letters in a pile
    made = Table(box=None, pad_edge=False, header_style="bold")
    for field in fields:
        made.add_column(field, no_wrap=field == "name", overflow="fold")
    for hit in hits:
        cells = [Text(clean(squash(_value(hit.card, field)))) for field in fields]
        if found.words and "name" in fields:
            for start, end in find_spans(found.words, hit.card.name):
                cells[fields.index("name")].stylize("bold cyan", start, end)
        made.add_row(*cells)
    out = StringIO()
    Console(file=out, width=shared.width(), force_terminal=painted, no_color=not painted, highlight=False).print(made)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
