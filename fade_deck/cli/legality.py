"""`legality`: one deck against every ruleset of its game."""

from __future__ import annotations

from typing import Annotated

import typer

from fade_deck._version import __version__
from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_bytes, read_deck
from fade_deck.errors import UsageError
from fade_deck.linter import Checker
from fade_deck.models import Report
from fade_deck.renderers import counts, verdict

_EXAMPLES = shared.examples(
    """
fade-deck legality deck.txt
fade-deck legality deck.txt --ruleset house-rules.toml
cat deck.txt | fade-deck legality - --format json
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def legality(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or `-`.")],
    ruleset: Annotated[
        list[str] | None,
        typer.Option("--ruleset", "-r", metavar="ID|PATH", help="Further rulesets to check against; repeatable."),
    ] = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    date: shared.DateOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
    color: shared.ColorOption = "auto",
) -> None:
    """Check one deck against every ruleset of its game.

    The game is that of the ruleset which the deck names, else the one that knows most of its cards. The exit code is
    0 if the deck is legal under one of the rulesets at least, 1 if under none.
    """
    config = load_config()
    shown = shared.STDIN if path == "-" else path
    decklist = read_bytes(shared.read_stdin(), shown, from_) if path == "-" else read_deck(path, from_)
    checker = Checker(shared.load_db(cards, config), fallback=config.ruleset, on=shared.parse_date(date))
    names = dict.fromkeys((*checker.candidates(decklist), *(ruleset or ())))
    if not names:
        raise UsageError("no game knows any of this deck's cards", hint="load them with `--cards`")
    reports = [checker.linter(name).lint(decklist) for name in names]
    shared.emit(_json(shown, reports) if format == "json" else _table(reports, color))
    raise typer.Exit(min(report.exit_code for report in reports))


def _table(reports: list[Report], color: shared.Color) -> str:
    rows = [[r.ruleset or "", verdict(r), counts(r), ", ".join(_rules(r))] for r in reports]
    return shared.table(rows, ["ruleset", "verdict", "found", "rules"], color)


def _rules(report: Report) -> list[str]:
    """The rules that spoke, errors first."""
    order = {"error": 0, "warning": 1, "advice": 2}
    return list(dict.fromkeys(f.rule for f in sorted(report.findings, key=lambda f: order[f.severity])))


def _json(path: str, reports: list[Report]) -> str:
    listed = [
        {
            "ruleset": r.ruleset,
            "title": r.ruleset_title,
            "legal": r.legal,
            "errors": r.count("error"),
            "warnings": r.count("warning"),
            "advice": r.count("advice"),
            "rules": _rules(r),
        }
        for r in reports
    ]
    first = reports[0]
    data = {"schema": 1, "tool": f"fade-deck {__version__}", "path": path, "name": first.name, "player": first.player}
    return shared.dumps({**data, "rulesets": listed})
