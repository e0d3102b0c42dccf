"""`explain`: what a rule says, where the book says so, and how we read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fade_deck.cli import _shared as shared
from fade_deck.errors import UsageError

if TYPE_CHECKING:
    from fade_deck.manual import Page
    from fade_deck.ruleset import Ruleset

_EXAMPLES = shared.examples(
    """
fade-deck explain too-many-copies
fade-deck explain too-many-copies --ruleset faroe
fade-deck explain --ruleset faroe
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def explain(
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULE]", autocompletion=shared.complete_rules, help="The rule; without it, all of them."
        ),
    ] = None,
    ruleset: shared.RulesetOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
) -> None:
    """Explain a rule: what it says, where, and how we read it.

    Without --ruleset, and none in fade-deck.toml, every ruleset that has the rule is shown; rulesets that say the
    same share one page.
    """
    from fade_deck import manual
    from fade_deck.config import load_config
    from fade_deck.ruleset import load_ruleset, shipped_ids

    chosen = ruleset or load_config().ruleset
    rulesets = [load_ruleset(name) for name in ([chosen] if chosen else shipped_ids())]
    names = [rule] if rule else list(dict.fromkeys(n for r in rulesets for n in manual.rule_names(r)))
    pages = [page for name in names for page in _pages(rulesets, name)]
    if not pages:
        raise _unknown(rule or "", rulesets)
    if format == "json":
        shared.emit(shared.dumps({"schema": 1, "rules": [_plain(page) for page in pages]}))
    elif rule:
        shared.emit("\n".join(_full(page) for page in pages))
    else:
        rows = [[page.rule, page.severity, page.ruleset, page.summary] for page in pages]
        shared.emit(shared.table(rows, ["rule", "severity", "ruleset", "what it says"], "auto"))


def _pages(rulesets: list[Ruleset], name: str) -> list[Page]:
    """The pages of a rule, one for all rulesets that say the same."""
    from fade_deck import manual

    merged: dict[str, Page] = {}
    for ruleset in rulesets:
        page = manual.page(ruleset, name)
        if page is not None:
            key = repr((page.severity, page.summary, page.facts))
            known = merged.get(key)
            merged[key] = page._replace(ruleset=f"{known.ruleset}, {page.ruleset}") if known else page
    return list(merged.values())


def _unknown(name: str, rulesets: list[Ruleset]) -> UsageError:
    from fade_deck import manual
    from fade_deck.ruleset import load_ruleset, shipped_ids
    from fade_deck.text import clean, did_you_mean

    known = {n for r in rulesets for n in manual.rule_names(r)}
    elsewhere = [i for i in shipped_ids() if name in manual.rule_names(load_ruleset(i))]
    where = f" in {', '.join(r.id for r in rulesets)}" if len(rulesets) == 1 else ""
    hint = f"it is a rule of {', '.join(elsewhere)}" if elsewhere else did_you_mean(name, known)
    if name in shipped_ids():
        hint = f"that is a ruleset: `fade-deck explain --ruleset {name}` lists its rules"
    return UsageError(f"no rule is called `{clean(name)}`{where}", hint=hint or "`fade-deck explain` lists all rules")


def _plain(page: Page) -> dict[str, object]:
    facts = {label.lower().replace(" ", "_"): text for label, text in page.facts}
    return {
        "rule": page.rule,
        "severity": page.severity,
        "rulesets": page.ruleset.split(", "),
        "summary": page.summary,
        **facts,
    }


def _full(page: Page) -> str:
    lines = [f"{page.rule} ({page.severity}; {page.ruleset})", ""]
    lines += [shared.wrapped(page.summary, 0), ""] if page.summary else []
    lines += [shared.wrapped(f"{label + ':':<12} {text}", 13) for label, text in page.facts]
    return "\n".join(lines) + "\n"
