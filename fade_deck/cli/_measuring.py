"""What `stats`, `odds`, `draw` and `diff` share: opening one deck, and saying what could not be counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fade_deck._version import __version__
from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_bytes, read_deck
from fade_deck.errors import InputError, UsageError
from fade_deck.files import is_dir
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.models import Decklist
from fade_deck.odds import Pile, Play, pile_of, play_of
from fade_deck.text import clean, did_you_mean, plural

if TYPE_CHECKING:
    from fade_deck.carddb import GameCards

_LOST = {"unreadable-line": "could not be read and is left out", "unknown-section": "belongs to no section"}
_MANY = 3


def make_checker(ruleset: str | None, cards: list[str] | None) -> Checker:
    """A checker by the options and the configuration."""
    config = load_config()
    return Checker(shared.load_db(cards, config), ruleset, config.ruleset)


def read(path: str, from_: str | None) -> Decklist:
    """One deck, from a file or from standard input."""
    if not path:
        raise UsageError("an empty path was given")
    if path == "-":
        return read_bytes(shared.read_stdin(), shared.STDIN, from_)
    if is_dir(path):
        raise InputError("a folder; one deck file is wanted", path=path)
    return read_deck(path, from_)


def open_deck(path: str, from_: str | None, checker: Checker) -> Listing:
    """One deck, checked and ready to be counted; what is wrong with it is said on standard error."""
    listing = make_listing(read(path, from_), checker)
    warn(listing)
    return listing


def warn(listing: Listing) -> None:
    """Say which lines the numbers lack, for numbers that leave something out in silence are wrong."""
    for rule, what in _LOST.items():
        found = [f for f in listing.report.findings if f.rule == rule]
        for finding in found[:_MANY]:
            where = f"{listing.deck.path}:{finding.lines[0]}" if finding.lines else listing.deck.path
            shared.say(f"warning: {where}: {what}; `fade-deck validate` says why")
        if len(found) > _MANY:
            shared.say(f"warning: {listing.deck.path}: and {len(found) - _MANY} more such lines")
    unknown = [slot for slot in listing.deck.slots if slot.card is None]
    if unknown:
        names = ", ".join(f"`{clean(slot.name)}`" for slot in unknown[:_MANY])
        more = f" and {len(unknown) - _MANY} more" if len(unknown) > _MANY else ""
        copies = plural(sum(slot.copies for slot in unknown), "card")
        shared.say(
            f"warning: {listing.deck.path}: {copies} of unknown name, counted but without properties: {names}{more}"
        )


def about_play(play: Play, pile: Pile, listing: Listing) -> str:
    """The rules of drawing in a sentence, with the place in the book."""
    opening = f"an opening hand of {play.hand}, {'chosen' if play.chosen else 'drawn'}"
    later = f"then {play.draw} each turn"
    if play.first_draw != play.draw:
        only = f" with {play.players} players" if play.players else ""
        later += f" ({play.first_draw or 'none'} in the first player's first turn{only})"
    book = ", ".join(part for part in (listing.ruleset.source.get("book", ""), play.citation) if part)
    title = listing.ruleset.zone_titles[play.zone]
    where = f" that fit `{play.where}`" if play.where else ""
    return f"{title}: {plural(pile.size, 'card')} to draw from{where}; {opening}, {later}" + (
        f" [{book}]" if book else ""
    )


def drawable(listing: Listing, mulligan: bool, players: int = 2) -> tuple[Play, Pile]:
    """A deck's rules of drawing and the cards that are drawn; `UsageError` where there are none."""
    play = play_of(listing.ruleset, players)
    if mulligan and (play.chosen or not play.mulligans):
        raise UsageError(f"`--mulligan`: ruleset `{listing.ruleset.id}` has no mulligan")
    pile = pile_of(listing, play)
    if not pile.size:
        title = listing.ruleset.zone_titles[play.zone]
        raise UsageError(
            f"{clean(listing.deck.path)}: no cards in `{title}`, so there is nothing to draw from",
            hint=f"`{listing.ruleset.id}` draws from the section `{title}`",
        )
    return play, pile


def chosen_cards(names: list[str], play: Play, pile: Pile, cards: GameCards) -> Counter[str]:
    """The cards that `--choose` names, by any spelling that a decklist may use."""
    if names and not play.chosen:
        raise UsageError("`--choose`: in this ruleset the opening hand is drawn, not chosen")
    if len(names) > play.hand:
        raise UsageError(f"`--choose`: {len(names)} cards, but an opening hand has {play.hand}")
    chosen = Counter(_in_pile(name, pile, cards) for name in names)
    for name, copies in chosen.items():
        if copies > pile.copies[name]:
            raise UsageError(f"`--choose`: {copies} `{clean(name)}`, but the deck has {pile.copies[name]}")
    return chosen


def _in_pile(text: str, pile: Pile, cards: GameCards) -> str:
    for match in cards.lookup(text):
        found = [card.name for card in match.cards if card.name in pile.copies]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(f"`{clean(name)}`" for name in found)
            raise UsageError(f"`--choose`: `{clean(text)}` fits several cards: {names}")
    hint = did_you_mean(text, pile.copies)
    raise UsageError(f"`--choose`: no card `{clean(text)}` is among those to draw from", hint=hint)


def play_data(play: Play, pile: Pile) -> dict[str, Any]:
    """The rules of drawing and the size of the pile, for JSON."""
    return {**asdict(play), "cards": pile.size, "unknown": pile.unknown}


def head(listing: Listing) -> dict[str, Any]:
    """What every JSON of these commands begins with."""
    return {
        "schema": 1,
        "tool": f"fade-deck {__version__}",
        "path": listing.deck.path,
        "name": listing.deck.name,
        "player": listing.deck.player,
        "ruleset": listing.ruleset.id,
    }
