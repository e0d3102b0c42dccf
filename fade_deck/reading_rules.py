"""The rules about reading and names: the same in every ruleset, under names that are a contract."""

from __future__ import annotations

from typing import NamedTuple

from fade_deck.models import Severity


class ReadingRule(NamedTuple):
    """A rule about reading and names, the same in every ruleset."""

    severity: Severity
    summary: str
    help: str


READING_RULES: dict[str, ReadingRule] = {
    "unreadable-line": ReadingRule(
        "error",
        "A line is neither header, section, card, comment nor blank.",
        "write it as `4 Card Name`, or put `#` in front to make it a comment",
    ),
    "unknown-section": ReadingRule(
        "error",
        "No ruleset knows a section of this name. Its cards are read, but count in no section.",
        "use a section of the ruleset: {known}",
    ),
    "section-not-in-ruleset": ReadingRule(
        "error",
        "The section exists in another ruleset, but this one has no place for it.",
        "move its cards or take them out; this ruleset has: {known}",
    ),
    "unknown-card": ReadingRule(
        "error",
        "No card of this name is loaded. Its copies still count towards sizes.",
        "check the spelling, or load the card's set with `--cards`",
    ),
    "ambiguous-card": ReadingRule(
        "error",
        "The text fits several cards equally well, and a name is never guessed.",
        "write the full name of the one that is meant",
    ),
    "inexact-name": ReadingRule(
        "warning",
        "The name was found through an alias, or by setting aside case, accents or punctuation.",
        "write the name as it is printed",
    ),
    "unknown-printing": ReadingRule(
        "warning",
        "The set or number behind a name is not one of that card's printings.",
        "check that this is the card that is meant",
    ),
    "unreadable-date": ReadingRule(
        "warning",
        "The ruleset has rules with dates, and the deck's `Date` is none of the form YYYY-MM-DD: today counts instead.",
        "write it as YYYY-MM-DD, or say `--date YYYY-MM-DD`",
    ),
    "stated-count-wrong": ReadingRule(
        "warning", "The number beside a heading is not the number of cards below it.", "correct the number or the cards"
    ),
    "repeated-line": ReadingRule(
        "advice", "One card stands on several lines of one section; the copies are added up.", "join the lines"
    ),
}
