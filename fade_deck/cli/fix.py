"""`fix`: mend what can be mended without asking, and more if you allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fade_deck.cli import _shared as shared

if TYPE_CHECKING:
    from fade_deck.fixing import Fixed

_EXAMPLES = shared.examples(
    """
fade-deck fix storm.txt
fade-deck fix storm.txt --write
fade-deck fix storm.txt --unsafe --write
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def fix(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A text or JSON deck.")],
    unsafe: Annotated[bool, typer.Option("--unsafe", help="Also fixes that change the deck: cards taken out.")] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Change the file; otherwise only show what would change.")
    ] = False,
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
) -> None:
    """Mend a deck: spellings, sections, counts, what is too many.

    Without --write it only shows what would change, and why.

    Safe fixes keep what was meant. With --unsafe the only plausible card is taken for an unknown name, and copies
    above a limit are taken out. Exit code 0 if the deck is then legal, 1 if only you can settle the rest. `undo` takes
    it back.
    """
    from fade_deck.cli._editing import Desk
    from fade_deck.editing.edits import Outcome
    from fade_deck.fixing import fix as mend

    desk = Desk(path, ruleset, cards)
    fixed = mend(desk.draft, unsafe=unsafe)
    if write and fixed.steps:
        made: list[Fixed] = []

        def change(draft: object) -> Outcome:
            from fade_deck.editing.draft import Draft

            assert isinstance(draft, Draft)  # noqa: S101 - tells the type checker
            same = draft.text == desk.draft.text  # then the file is not kept locked while it is thought about again
            made.append(fixed if same else mend(draft, unsafe=unsafe))
            return Outcome(made[-1].draft, tuple(f"[{step.rule}] {step.said}" for step in made[-1].steps))

        desk.edit(change, "fix")
        fixed = made[-1]
    elif fixed.steps:
        _show(desk.draft.text, fixed, path)
    else:
        shared.say("nothing to fix" if unsafe else "nothing to fix safely")
    raise typer.Exit(_rest(fixed, unsafe))


def _show(before: str, fixed: Fixed, path: str) -> None:
    """What would change and why: a diff, then the steps rule by rule."""
    from difflib import unified_diff

    from fade_deck.renderers.ansi import flat
    from fade_deck.text import clean, plural

    old, new = before.splitlines(), fixed.draft.text.splitlines()
    diff = [clean(line) for line in unified_diff(old, new, flat(path), f"{flat(path)}, fixed", lineterm="")]
    why = [shared.wrapped(f"[{step.rule}] {step.said}") for step in fixed.steps]
    shared.emit("\n".join([*diff, "", *why]) + "\n")
    shared.say(f"{plural(len(fixed.steps), 'fix', 'fixes')}; `--write` changes the file")


def _rest(fixed: Fixed, unsafe: bool) -> int:
    """Say what is left that makes the deck illegal; the exit code."""
    from fade_deck import checks
    from fade_deck.fixing import missing

    report = fixed.draft.report
    left = [finding for finding in report.findings if finding.severity == "error"]
    for finding in left:
        who = "only you can settle" if unsafe else "still"
        lacking = f" ({checks.plain(missing(finding))} missing)" if missing(finding) else ""
        nearest = f"; nearest: {', '.join(finding.suggestions)}" if finding.suggestions else ""
        shared.say(f"{who}: [{finding.rule}] {finding.message}{lacking}; {finding.help}{nearest}")
    return report.exit_code
