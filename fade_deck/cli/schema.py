"""`schema`: the JSON Schema of the files people write and of the report, for editors and other programs."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import typer

from fade_deck.cli import _shared as shared

_EXAMPLES = shared.examples(
    """
fade-deck schema cards > cards.schema.json
fade-deck schema ruleset
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def schema(
    what: Annotated[Literal["cards", "ruleset", "deck", "report"], typer.Argument(help="The kind of file.")],
    output: shared.OutputOption = None,
) -> None:
    """Print the JSON Schema of a kind of file, for editors."""
    from fade_deck.schema import json_schema

    shared.emit(json.dumps(json_schema(what), indent=2) + "\n", output)
