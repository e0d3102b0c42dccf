"""fade-deck: says whether a deck is legal, why not, and how to mend it.

    import fade_deck
    report = fade_deck.validate("deck.txt", ruleset="faroe")
    report.legal, [f.rule for f in report.findings]

The rooms, lowest first; data flows one way and a lower room never imports a higher one:

    models, errors, text       values, exceptions, when two names are alike
    resources, cache           where shipped and user files lie; the compiled cache
    keywords, query*           the card query language: text -> predicate
    trigrams, ranking          which card is meant by a half-remembered name
    decklists/                 reading decks, one file per format; needs no card database
    schema, carddb             card files -> CardDB: exact, alias and folded names
    checks/                    one file per kind of check
    ruleset_file, ruleset      TOML -> Ruleset
    resolve                    decklist + cards -> deck + findings
    manual, lookup, doubts     rules in words; cards found; what looks misspelt
    linter                     runs a ruleset's rules over a deck
    listing, exports/          a deck as sheets and exports show it, one file per export format
    editing/, stats, odds      changing and measuring decks
    renderers/                 report -> str, one file per output format
    cli/                       one file per command
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fade_deck._version import __version__

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB, load_cards
    from fade_deck.decklists import read_deck, read_text
    from fade_deck.linter import Checker, validate
    from fade_deck.query import compile_query
    from fade_deck.ruleset import Ruleset, load_ruleset

_HOMES = {
    "CardDB": "carddb",
    "load_cards": "carddb",
    "read_deck": "decklists",
    "read_text": "decklists",
    "Checker": "linter",
    "validate": "linter",
    "compile_query": "query",
    "Ruleset": "ruleset",
    "load_ruleset": "ruleset",
}

__all__ = [
    "CardDB",
    "Checker",
    "Ruleset",
    "__version__",
    "compile_query",
    "load_cards",
    "load_ruleset",
    "read_deck",
    "read_text",
    "validate",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the command line must not pay for what it does not need."""
    if name in _HOMES:
        return getattr(import_module(f"fade_deck.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'fade_deck' has no attribute {name!r}")
