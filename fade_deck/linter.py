"""Runs a ruleset's rules over a deck: stamps, suppresses, sorts. And `validate`, the whole way from file to report."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from fade_deck import checks
from fade_deck.checks import Number
from fade_deck.dates import iso_date
from fade_deck.decklists import read_deck
from fade_deck.errors import FadeDeckError, InputError, UsageError
from fade_deck.hashing import deck_hash
from fade_deck.models import Deck, Decklist, Finding, Gauge, Report
from fade_deck.reading_rules import READING_RULES
from fade_deck.resolve import Resolver
from fade_deck.resources import shipped_rulesets
from fade_deck.ruleset import Rule, Ruleset, load_ruleset, shipped_ids
from fade_deck.text import clean

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB


EDITABLE = ("text", "json")
"""The formats that are edited in place."""
_SAFELY = ("inexact-name", "stated-count-wrong")
REMOVABLE = ("fits", "sets", "shares", "copies", "banlist", "per-card", "count", "points", "sum")
"""The kinds of rules that taking cards out can satisfy, those that speak of single cards first."""
_NO_DAY = date.min  # for rulesets without dates, which never look at it


@dataclass(eq=False, repr=False)
class Linter:
    """Checks decks under one ruleset; hold one for many decks, it remembers lines and cards."""

    ruleset: Ruleset
    db: CardDB
    ignore: Collection[str] = ()
    strict: bool = False
    advice: bool = True
    on: date | None = None
    hashes: bool = False

    @cached_property
    def resolver(self) -> Resolver:
        """The resolver of this ruleset."""
        return Resolver(self.ruleset, self.db)

    @cached_property
    def _jobs(self) -> list[tuple[Rule, Any]]:
        """Each rule with its check."""
        return [(rule, checks.kind(rule.kind).check) for rule in self.ruleset.rules]

    def _fix_for(self, finding: Finding) -> Literal["safe", "unsafe"] | None:
        """Whether `fixing` can do something about a finding: keep the two in step."""
        if finding.rule in _SAFELY:
            return "safe"
        if finding.rule == "unknown-card":
            return "unsafe" if len(finding.suggestions) == 1 else None
        rule = self.ruleset.rule(finding.rule)
        if rule is None:
            return None
        if rule.kind == "fits" and rule.severity == "error" and self._has_home(finding):
            return "safe"  # what is merely warned of is moved only where that does no harm, which is not known here
        if rule.severity != "error" or rule.kind not in REMOVABLE:
            return None
        actual, limit = finding.actual, finding.limit
        numbers = isinstance(actual, Number) and isinstance(limit, Number)
        too_many = numbers and actual > limit  # type: ignore[operator]
        return "unsafe" if too_many or rule.kind in ("sets", "shares") else None

    def _has_home(self, finding: Finding) -> bool:
        """Whether the card of a finding belongs in another section, and may stand there."""
        card = self.resolver.cards.exact(finding.cards[0]) if finding.cards else None
        homes = self.ruleset.homes(card)[:1] if card else []
        return any(zone.id != finding.zone and self.ruleset.allows(card, zone.id) for zone in homes if card)

    @cached_property
    def _dials(self) -> list[tuple[Gauge, Any]]:
        """What verdict lines show, zone by zone: its cards, then what rules watch. Rules on one number share a dial."""
        dials: dict[tuple[str, str], tuple[Gauge, Any]] = {}
        for zone in self.ruleset.zones:
            dials[zone.id, "cards"] = Gauge(zone.id, "cards", 0), partial(_size, zone.id)
        for rule in self.ruleset.rules:
            kind: Any = checks.kind(rule.kind)
            gauge = kind.gauge(rule.options) if hasattr(kind, "gauge") else None
            if gauge:
                key = (gauge.zone, gauge.label)
                known, measure = dials.get(key, (gauge, partial(kind.measure, options=rule.options)))
                dials[key] = known.joined(gauge), measure
        order = list(self.ruleset.zone_titles)
        return sorted(dials.values(), key=lambda dial: order.index(dial[0].zone))

    def _measured(self, view: checks.View) -> list[Gauge]:
        """The dials as they stand; those of an empty optional zone are left out."""
        shown = {zone.id for zone in self.ruleset.zones if not zone.optional or view.sizes[zone.id]}
        return [
            Gauge(zone, label, measure(view), low, high)
            for (zone, label, _, low, high), measure in self._dials
            if zone in shown
        ]

    def lint(self, decklist: Decklist) -> Report:
        """Resolve a decklist, run every rule over it, and give the verdict."""
        deck, findings = self.resolver.resolve(decklist)
        return self.report(deck, findings)

    def report(self, deck: Deck, findings: list[Finding]) -> Report:
        """The verdict on a resolved deck, with what resolving it found."""
        on = self.on or (deck_date(deck) if self.ruleset.is_dated else _NO_DAY)
        view = checks.View(self.ruleset.zone_titles, deck.slots, self.ruleset.facts, on, deck.headings, deck.source)
        if self.on is None and self.ruleset.is_dated:
            findings += _undated(deck)
        for rule, check in self._jobs:
            for fault in check(view, rule.options):
                findings.append(_stamp(rule, fault, self.ruleset))
        kept = [f for f in findings if f.rule not in self.ignore and (self.advice or f.severity != "advice")]
        if deck.format in EDITABLE:
            for finding in kept:
                finding.fix = finding.fix or self._fix_for(finding)
        order = self.ruleset.order
        kept.sort(key=lambda f: (f.lines[0] if f.lines else 0, order.get(f.rule, 0)))
        illegal = any(f.severity == "error" or (self.strict and f.severity == "warning") for f in kept)
        gauges = self._measured(view)
        totals: dict[str, dict[str, int | float]] = {}
        for zone, label, value, _, _ in gauges:
            totals.setdefault(zone, {})[label] = value
        return Report(
            deck.path,
            deck.name,
            deck.player,
            self.ruleset.id,
            self.ruleset.title,
            not illegal,
            totals,
            gauges,
            self.ruleset.zone_titles,
            kept,
            deck.source,
            exit_code=int(illegal),
            hash=deck_hash(deck) if self.hashes else None,
        )


def deck_date(deck: Deck) -> date:
    """The day that counts for a deck: its `Date` header if that is a date, else today."""
    return iso_date(deck.header("Date")) or date.today()  # noqa: DTZ011 - the player's own day is meant


def _undated(deck: Deck) -> list[Finding]:
    """A date that cannot be read must not pass for today in silence where rules have dates."""
    text = deck.header("Date")
    if text is None or iso_date(text):
        return []
    about = READING_RULES["unreadable-date"]
    message = f"`Date: {clean(text)}` is not a date of the form YYYY-MM-DD, so today counts"
    lines = [n for n, line in enumerate(deck.source, 1) if text in line and "date" in line.casefold()][:1]
    return [Finding("unreadable-date", about.severity, message, about.help, lines=lines)]


def _stamp(rule: Rule, fault: checks.Fault, ruleset: Ruleset) -> Finding:
    """Put a rule's name and words on what its check found."""
    words = _Words(fault, ruleset)
    return Finding(
        rule.name,
        rule.severity,
        rule.message.format_map(words),
        rule.help.format_map(words),
        fault.zone,
        list(fault.cards),
        list(fault.lines),
        fault.actual,
        fault.limit,
        f"{rule.book}, {rule.citation}" if rule.book and rule.citation else rule.citation,
        changes=list(fault.changes) if rule.severity == "error" else [],  # advice is not certain to be wanted
    )


class _Words(dict[str, Any]):
    """What may stand in braces in a rule's message; each is worked out only where it does."""

    def __init__(self, fault: checks.Fault, ruleset: Ruleset) -> None:
        super().__init__(fault.values)
        self.fault, self.ruleset = fault, ruleset

    def __missing__(self, word: str) -> Any:
        fault = self.fault
        if word in ("actual", "limit"):
            return getattr(fault, word)
        if word == "card":
            return fault.cards[0] if fault.cards else ""
        if word == "cards":
            return ", ".join(f"`{name}`" for name in fault.cards)  # a name may itself hold a comma
        if word == "zone":
            return self.ruleset.zone_titles.get(fault.zone or "", "the deck")
        if word in ("over", "missing") and isinstance(fault.actual, Number) and isinstance(fault.limit, Number):
            return checks.plain(fault.actual - fault.limit if word == "over" else fault.limit - fault.actual)
        return ""


def _size(zone: str, view: checks.View) -> int:
    return view.sizes[zone]


# --- the whole way ---------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Checker:
    """Checks decks that may each name their own ruleset: `ruleset` overrides, `fallback` is for those with none."""

    db: CardDB
    ruleset: str | None = None
    fallback: str | None = None
    ignore: Collection[str] = ()
    strict: bool = False
    advice: bool = True
    on: date | None = None
    hashes: bool = False
    _linters: dict[str, Linter] = field(default_factory=dict)

    def linter(self, name: str) -> Linter:
        """The linter of a ruleset, made once."""
        if name not in self._linters:
            ruleset = load_ruleset(name)
            ruleset.attributes += self.db.game(ruleset.game).attributes
            self._linters[name] = Linter(ruleset, self.db, self.ignore, self.strict, self.advice, self.on, self.hashes)
        return self._linters[name]

    def inputs(self) -> list[str]:
        """The card files and rulesets that are read."""
        rulesets = [source for linter in self._linters.values() for source in linter.ruleset.sources]
        return [info.path for info in self.db.sets()] + rulesets

    def rule_names(self) -> set[str]:
        """The names of all rules of the rulesets used so far."""
        return {rule.name for linter in self._linters.values() for rule in linter.ruleset.rules}

    def doubts(self) -> Iterator[str]:
        """What looks misspelt in the cards seen so far and in the rulesets used, if they are not the shipped ones."""
        ours = str(shipped_rulesets().resolve())
        for linter in self._linters.values():
            mine = not linter.ruleset.path.startswith(ours)
            if mine or self.db.has_own_sets:
                from fade_deck import doubts

                cards = self.db.game(linter.ruleset.game)
                yield from doubts.about_cards(linter.ruleset, cards.seen())
                yield from doubts.about_names(linter.ruleset, cards)

    def named(self, decklist: Decklist) -> str | None:
        """The ruleset that is named for a deck anywhere."""
        if self.ruleset:
            return self.ruleset
        named = decklist_header(decklist, "ruleset")
        if named and named.endswith(".toml"):
            return str(Path(decklist.path).parent / named)  # a path is meant from where the deck lies
        return named or self.fallback

    def check(self, decklist: Decklist) -> Report:
        """The report on a deck; a deck without a ruleset raises `UsageError` with what it looks like."""
        return self.linter(self.require(decklist)).lint(decklist)

    def require(self, decklist: Decklist) -> str:
        """The ruleset that is named for a deck; `UsageError` with what it looks like where none is."""
        name = self.named(decklist)
        if name is None:
            raise self._nameless(decklist)
        return name

    def candidates(self, decklist: Decklist) -> list[str]:
        """The rulesets of a deck's game: that of the ruleset it names, else the game that knows most of its cards."""
        named = self.named(decklist)
        game = self.linter(named).ruleset.game if named else self._game(decklist)
        same = [name for name in shipped_ids() if self.linter(name).ruleset.game == game]
        return same if named is None or named in same else [named, *same]

    def looks_like(self, decklist: Decklist) -> str | None:
        """The shipped ruleset of the deck's game that finds the fewest errors in it."""
        reports = {name: self.linter(name).lint(decklist) for name in self.candidates(decklist)}
        return min(reports, key=lambda name: (reports[name].count("error"), name), default=None)

    def _game(self, decklist: Decklist) -> str | None:
        """The game that knows most of a deck's cards, None where none knows any."""
        known: dict[str, int] = {}
        for name in shipped_ids():
            linter = self.linter(name)
            deck, _ = linter.resolver.resolve(decklist)
            count = sum(slot.card is not None for slot in deck.slots)
            known[linter.ruleset.game] = max(count, known.get(linter.ruleset.game, 0))
        best = max(known, key=lambda game: known[game], default=None)
        return best if best and known[best] else None

    def _nameless(self, decklist: Decklist) -> UsageError:
        looks = self.looks_like(decklist)
        hint = "say `--ruleset ID`, or put a line `Ruleset: ID` at the top of the deck"
        if looks:
            hint = f"this deck looks like `{looks}`: add `--ruleset {looks}`, or a line `Ruleset: {looks}` at its top"
        return UsageError(f"no ruleset is named for this deck; known: {', '.join(shipped_ids())}", hint=hint)


def decklist_header(decklist: Decklist, key: str) -> str | None:
    """A header of a decklist before it is resolved."""
    for name, value in decklist.headers.items():
        if name.casefold() == key and value:
            return value
    for entry in decklist.entries:
        header = entry.line.header
        if header is None:
            if entry.line.comment:
                continue
            return None
        if header[0].casefold() == key and header[1]:
            return header[1]
    return None


def validate(
    path: str | os.PathLike[str],
    ruleset: str | None = None,
    cards: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> Report:
    """Read and check one deck file with the shipped cards, or with the file or folder given, or several."""
    from fade_deck.carddb import load_cards
    from fade_deck.resources import shipped_cards

    given = [cards] if isinstance(cards, str | os.PathLike) else cards
    db = load_cards([Path(p) for p in given] if given is not None else [shipped_cards()])
    return Checker(db, ruleset).check(read_deck(path))


def check_files(paths: Iterable[str], checker: Checker, format: str | None = None) -> Iterator[Report]:  # noqa: A002
    """The reports on many deck files; one that cannot be read or checked gets a report that says so."""
    with _patient_collector():
        for path in paths:
            try:
                yield checker.check(read_deck(path, format))
            except FadeDeckError as error:
                yield failed(path, error)
            except (OSError, RecursionError) as error:  # one odd deck must not keep the others from being checked
                yield failed(path, InputError(f"cannot be checked: {error}", path=path))


@contextmanager
def _patient_collector() -> Iterator[None]:
    """Reports are kept and hold no cycles: looking for garbage among more and more of them only costs time."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def failed(path: str, error: FadeDeckError) -> Report:
    """The report on a deck that could not be checked."""
    line = error.line if isinstance(error, InputError) else None
    return Report(path, error=error.message, error_line=line, hint=error.hint, exit_code=error.exit_code)


def worst(reports: Sequence[Report]) -> int:
    """The exit code of several decks: the worst of theirs."""
    return max((report.exit_code for report in reports), default=0)
