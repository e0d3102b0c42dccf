"""`draw`: sample opening hands."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from fade_deck.cli import _measuring as measuring
from fade_deck.cli import _shared as shared
from fade_deck.odds import Hand, sample

_EXAMPLES = shared.examples(
    """
fade-deck draw deck.txt
fade-deck draw deck.txt --hands 5 --seed 7
fade-deck draw deck.txt --mulligan --turns 3 --second
fade-deck draw arsenal.txt --choose Spindrift --turns 3
"""
)
_MAX_HANDS = 1000
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def draw(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or `-`.")],
    hands: Annotated[int, typer.Option("--hands", "-n", min=1, max=_MAX_HANDS, help="How many hands.")] = 1,
    mulligan: Annotated[
        bool, typer.Option("--mulligan", help="Also draw the hands that mulligans put in place of each.")
    ] = False,
    turns: Annotated[int, typer.Option("--turns", "-t", min=0, max=99, help="Also draw this many turns.")] = 0,
    first: Annotated[
        bool, typer.Option("--first/--second", help="Draw as the player who goes first, or second.")
    ] = True,
    players: Annotated[
        int, typer.Option("--players", min=2, max=99, help="How many play; some rules of drawing ask.")
    ] = 2,
    choose: Annotated[
        list[str] | None,
        typer.Option("--choose", metavar="NAME", help="A card of a hand that is chosen, not drawn; repeatable."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="Any number or word; it repeats the same hands.")
    ] = None,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
    color: shared.ColorOption = "auto",
) -> None:
    """Draw sample opening hands by the edition's own rules.

    A seed draws the same hands from the same cards, however they are written down and on every machine; without one,
    the seed that was used is said. Cards stand in the order in which they were drawn.
    """
    checker = measuring.make_checker(ruleset, cards)
    listing = measuring.open_deck(path, from_, checker)
    play, pile = measuring.drawable(listing, mulligan, players)
    chosen = measuring.chosen_cards(choose or [], play, pile, checker.db.game(listing.ruleset.game))
    used = _new_seed() if seed is None else seed
    drawn = [
        sample(pile, play, used, number, mulligan=mulligan, turns=turns, first=first, chosen=chosen)
        for number in range(1, hands + 1)
    ]
    notes = [measuring.about_play(play, pile, listing)]
    if play.chosen and chosen.total() < play.hand:
        notes.append("the opening hand is chosen in this game: what `--choose` does not name was taken at random")
    if pile.size < play.hand:
        notes.append(f"there are fewer cards than an opening hand has: {pile.size} of {play.hand}")
    if format == "json":
        data = {**measuring.head(listing), "play": measuring.play_data(play, pile), "notes": notes, "seed": used}
        shared.emit(shared.dumps({**data, "going": "first" if first else "second", "hands": [_data(h) for h in drawn]}))
        return
    if seed is None:
        notes.append(f"seed {used}: `--seed {used}` draws the same again")
    for note in notes:
        shared.say(note)
    shared.emit(_table(drawn, color))


def _new_seed() -> str:
    from secrets import randbelow

    return str(randbelow(1_000_000))


def _steps(hand: Hand) -> Iterator[tuple[str, list[str]]]:
    """What is drawn, with its name, in order."""
    yield "opening", hand.opening
    for number, cards in enumerate(hand.mulligans, 1):
        yield ("mulligan" if len(hand.mulligans) == 1 else f"mulligan {number}"), cards
    for turn, cards in enumerate(hand.turns, 1):
        yield f"turn {turn}", cards


def _table(hands: list[Hand], color: shared.Color) -> str:
    """For a terminal a line for each step, for a pipe a line for each card: a name may hold any mark."""
    steps = [(str(hand.number), step, cards) for hand in hands for step, cards in _steps(hand)]
    if sys.stdout.isatty():
        rows = [[f"hand {number}", step, _joined(cards)] for number, step, cards in steps]
        return shared.table(rows, ["", "step", "cards"], color)
    rows = [[number, step, card] for number, step, cards in steps for card in cards]
    return shared.table(rows, ["hand", "step", "cards"], color)


def _joined(cards: list[str]) -> str:
    counted = Counter(cards)
    return "; ".join(name if n == 1 else f"{n} {name}" for name, n in counted.items()) or "-"


def _data(hand: Hand) -> dict[str, Any]:
    return {"hand": hand.number, "opening": hand.opening, "mulligans": hand.mulligans, "turns": hand.turns}
