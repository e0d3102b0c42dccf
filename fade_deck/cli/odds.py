"""`odds`: how likely it is to have drawn what a query asks for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import typer

from fade_deck.cli import _measuring as measuring
from fade_deck.cli import _shared as shared
from fade_deck.cli._queries import QueryCommand, as_typed
from fade_deck.errors import UsageError
from fade_deck.listing import Listing
from fade_deck.odds import Line, Question, check_work
from fade_deck.query import Query
from fade_deck.renderers.ansi import Style, cells
from fade_deck.text import clean, plural

_EXAMPLES = shared.examples(
    """
fade-deck odds deck.txt "t:reaction"
fade-deck odds deck.txt "t:skill tp<=2" --at-least 2 --by-turn 4 --second
fade-deck odds deck.txt "t:skill" "t:reaction" --at-least 2 --at-least 1 --mulligan
fade-deck odds arsenal.txt "kw:leap" --choose Spindrift --choose Undertow
"""
)
_NAMES = 6
_MOST_DIGITS = 4000
app = shared.new_app()


@app.command(epilog=_EXAMPLES, cls=QueryCommand)
def odds(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or `-`.")],
    queries: Annotated[
        list[str],
        typer.Argument(metavar="QUERY...", help="What is wanted; several are wanted all at once. Quote each."),
    ],
    at_least: Annotated[
        list[int] | None,
        typer.Option("--at-least", "-n", min=1, max=999, help="Cards wanted: one number for all queries, or one each."),
    ] = None,
    by_turn: Annotated[
        int, typer.Option("--by-turn", "-t", min=0, max=99, help="The last turn to look at; 0 is the opening hand.")
    ] = 3,
    first: Annotated[
        bool | None, typer.Option("--first/--second", help="Only for the player who goes first, or second.")
    ] = None,
    players: Annotated[
        int, typer.Option("--players", min=2, max=99, help="How many play; some rules of drawing ask.")
    ] = 2,
    mulligan: Annotated[
        bool, typer.Option("--mulligan", help="A hand that lacks what is wanted goes back, as often as it may.")
    ] = False,
    choose: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="NAME", help="A card of a hand that is chosen, not drawn; repeatable."),
    ] = None,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
    color: shared.ColorOption = "auto",
) -> None:
    """Say how likely it is to have drawn what a query asks for.

    By the edition's own rules of drawing: opening hand, mulligan, draws each turn.

    Exact, not simulated. Each line counts the opening hand and all draws up to that turn, its own draw included. A card
    that fits several queries counts for each of them.
    """
    checker = measuring.make_checker(ruleset, cards)
    listing = measuring.open_deck(path, from_, checker)
    play, pile = measuring.drawable(listing, mulligan, players)
    if play.chosen and by_turn == 0:
        raise UsageError("`--by-turn 0`: in this ruleset the opening hand is chosen, not drawn")
    queries = as_typed(queries)
    needs = _needs(at_least, queries)
    tests = [_compiled(text, listing) for text in queries]
    chosen = measuring.chosen_cards(choose or [], play, pile, checker.db.game(listing.ruleset.game))
    question = Question(play, pile, tests, needs, chosen, mulligan)
    lines = list(question.lines(by_turn, first))
    notes = [measuring.about_play(play, pile, listing), *_notes(question)]
    if format == "json":
        shared.emit(shared.dumps({**measuring.head(listing), **_data(question, tests, lines), "notes": notes}))
        return
    for note in [*notes, *_fits(question, tests, listing)]:
        shared.say(note)
    shared.emit(_table(question, tests, lines, color))


def _compiled(text: str, listing: Listing) -> Query:
    if not text.strip():
        raise UsageError("an empty query was given: every card fits it")
    return listing.ruleset.query(text)


def _needs(at_least: list[int] | None, queries: list[str]) -> list[int]:
    """How many cards of each query are wanted."""
    given = at_least or [1]
    if len(given) not in (1, len(queries)):
        raise UsageError(
            f"`--at-least` is given {len(given)} times, but the number of queries is {len(queries)}",
            hint="give it once for all queries, or once for each in their order",
        )
    needs = given * len(queries) if len(given) == 1 else given
    check_work(needs)
    return needs


# --- words -----------------------------------------------------------------------------------------------------


def _notes(question: Question) -> Iterator[str]:
    """What must be known to read the numbers right."""
    play, chosen = question.play, question.chosen.total()
    if play.chosen:
        rest = f"{play.hand - chosen} that fit none of the queries, as far as there are such cards"
        held = f"{plural(chosen, 'named card')}" + (f" and {rest}" if chosen < play.hand else "") if chosen else rest
        yield f"the opening hand is chosen before the shuffle; here it holds {held}. It counts, and so does each draw"
    if question.mulligan:
        times = "once" if play.mulligans == 1 else f"up to {play.mulligans} times"
        yield f"a hand that lacks what its column asks for is shuffled back {times}; the last hand is kept"


def _fits(question: Question, tests: list[Query], listing: Listing) -> Iterator[str]:
    """Which cards fit each query."""
    for test in tests:
        names = question.pile.fitting(test)
        if names:
            shown = ", ".join(f"{n} {name}" for name, n in list(names.items())[:_NAMES])
            more = f" and {len(names) - _NAMES} more names" if len(names) > _NAMES else ""
            yield f"`{test.text}`: {plural(sum(names.values()), 'card')}: {shown}{more}"
            continue
        title = listing.ruleset.zone_titles[question.play.zone]
        others = sum(slot.copies for slot in listing.deck.slots if slot.card and test(slot.card))
        where = f"; elsewhere in the deck {plural(others, 'card')} do" if others else ""
        yield f"warning: of the cards that are drawn from `{title}` none fit `{test.text}`{where}"


def _table(question: Question, tests: list[Query], lines: list[Line], color: shared.Color) -> str:
    asked = zip(tests, question.needs, strict=True)
    titles = [test.text if need == 1 else f"{need}+ {test.text}" for test, need in asked]
    if len(tests) > 1:
        titles.append("both" if len(tests) == 2 else "all")
    rows = []
    for line in lines:
        found = [*line.each, line.all][: len(titles)]
        when = f"turn {line.turn}" if line.turn else "opening hand"
        rows.append([when, line.player, str(line.drawn), *(percent(chance) for chance in found)])
    headings = ["by", "player", "drawn", *titles]
    return _aligned([headings, *rows], color) or shared.table(rows, headings, color)


def _aligned(rows: list[list[str]], color: shared.Color) -> str | None:
    """The rows as columns where the terminal has room for them: numbers are read side by side."""
    rows = [[clean(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    if not sys.stdout.isatty() or sum(widths) + 2 * (len(widths) - 1) > shared.width():
        return None
    padded = [
        "  ".join(cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([Style(shared.wants_color(color)).paint(padded[0], "bold"), *padded[1:]]) + "\n"


def percent(chance: Fraction) -> str:
    """`94.1%`. What is not certain never shows as 0% or 100%."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    tenths = round(chance * 1000)
    return "<0.1%" if tenths == 0 else ">99.9%" if tenths == 1000 else f"{tenths / 10:.1f}%"


# --- for programs ----------------------------------------------------------------------------------------------


def _data(question: Question, tests: list[Query], lines: list[Line]) -> dict[str, Any]:
    fitting = [question.pile.fitting(test) for test in tests]
    asked = zip(tests, question.needs, fitting, strict=True)
    return {
        "play": measuring.play_data(question.play, question.pile),
        "mulligan": question.mulligan,
        "chosen": dict(question.chosen),
        "queries": [
            {"query": test.text, "at_least": need, "cards": sum(names.values()), "names": names}
            for test, need, names in asked
        ],
        "chances": [
            {
                "player": line.player,
                "turn": line.turn,
                "drawn": line.drawn,
                "each": [_exact(chance) for chance in line.each],
                "all": _exact(line.all),
            }
            for line in lines
        ],
    }


def _exact(chance: Fraction) -> dict[str, Any]:
    """A chance as number and fraction; a fraction of many thousand digits is left out, as nobody could read it."""
    short = chance.denominator.bit_length() < _MOST_DIGITS * 3
    return {"percent": round(float(chance) * 100, 6), "fraction": str(chance) if short else None}
