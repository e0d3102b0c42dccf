"""`new`: a deck file to fill."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_text
from fade_deck.editing import store
from fade_deck.editing.draft import make_draft
from fade_deck.errors import UsageError
from fade_deck.linter import Checker, Linter
from fade_deck.renderers.ansi import flat
from fade_deck.ruleset import shipped_ids
from fade_deck.text import clean, squash

_EXAMPLES = shared.examples(
    """
fade-deck new storm.txt --ruleset faroe --name "Storm Rush"
fade-deck new lanterns.txt --ruleset fade --player "Kim Ode" --date 2026-05-16
"""
)
_OTHERS = (".json", ".csv", ".tsv", ".dek", ".cod", ".dck", ".toml")
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def new(
    path: Annotated[str, typer.Argument(metavar="FILE", help="The deck file to make.")],
    ruleset: shared.RulesetOption = None,
    name: Annotated[str, typer.Option("--name", help="The deck's name.")] = "",
    player: Annotated[str, typer.Option("--player", help="The player's name.")] = "",
    event: Annotated[str, typer.Option("--event", help="The event that it is for.")] = "",
    date: Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="The day that it is for.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    cards: shared.CardsOption = None,
) -> None:
    """Make a deck file with the sections of a ruleset."""
    _check_path(path)
    config = load_config()
    chosen = ruleset or config.ruleset
    if chosen is None:
        raise UsageError("no ruleset is named", hint=f"say `--ruleset ID`; known: {', '.join(shipped_ids())}")
    shared.parse_date(date or None)
    linter = Checker(shared.load_db(cards, config)).linter(chosen)
    headers = {"Name": name, "Player": player, "Event": event, "Date": date, "Ruleset": _as_header(chosen, path)}
    text = _text({key: squash(value) for key, value in headers.items() if squash(value)}, linter)
    store.create(path, text.encode("utf-8", "surrogateescape"), force=force)
    titles = ", ".join(zone.name for zone in linter.ruleset.zones)
    shared.emit(shared.wrapped(f"{flat(path)}: new deck for {linter.ruleset.title}; sections: {titles}") + "\n")


def _check_path(path: str) -> None:
    if not path or path == "-":
        raise UsageError("a file name is needed", hint="such as `storm.txt`")
    if path.lower().endswith(_OTHERS):
        better = clean(str(Path(path).with_suffix(".txt")))
        raise UsageError(f"{clean(path)}: `new` makes text decks", hint=f"call it `{better}`")


def _as_header(ruleset: str, path: str) -> str:
    """A ruleset as the deck names it: an id as it is, a file by its way from the deck."""
    if not ruleset.endswith(".toml"):
        return ruleset
    try:
        return Path(os.path.relpath(ruleset, Path(path).parent)).as_posix()
    except ValueError:  # on another drive
        return str(Path(ruleset).resolve())


def _text(headers: dict[str, str], linter: Linter) -> str:
    """The text, read back: a name that reads as something else than a header is refused."""
    for key, value in headers.items():
        if value != clean(value):
            raise UsageError(f"`--{key.lower()}` holds control characters")
    for style in ("{}", "[{}]"):  # a card may be called as a section is
        top = "".join(f"{key}: {value}\n" for key, value in headers.items())
        text = top + "".join(f"\n{style.format(zone.name)}\n" for zone in linter.ruleset.zones)
        deck = make_draft(text, read_text(text, format="text"), linter).deck
        if deck.headers == headers and not deck.slots and list(deck.headings) == list(linter.ruleset.zone_titles):
            return text
    raise UsageError("the headers would not be read as such", hint="choose another name")
