"""The grammar of a plain text line in full: every count, printing, mark, remark, heading and header people write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fade_deck.decklists.source import MAX_LINE, copies, copies_fault
from fade_deck.models import Heading, Line, Read

_MAX_READS = 24  # no honest line has more than eight; keeps a line made of marks from costing time

_BULLET = re.compile(r"^[-*•–]\s+(?P<rest>\S.*)$")
_COUNT_BARE = re.compile(r"^(?P<plain>\d+)\s+(?P<rest>\S.*)$")
_COUNT_FIRST = re.compile(
    r"""^(?:
        (?P<plain>\d+)(?:\s*[xX×]\s+|\s*[xX×](?=[^\w\s]))  # 4x Name, 4 x Name
      | (?P<glued>\d+)[xX×](?=[A-Z])                        # 4xName
      | [xX×](?P<after>\d+)\s+                              # x4 Name
      | \[(?P<square>\d+)\]\s*                             # [4] Name
      | \((?P<round>\d+)\)\s*                              # (4) Name
    )(?P<rest>\S.*)$""",
    re.VERBOSE,
)
_COUNT_LAST = re.compile(
    r"""^(?P<rest>.*\S)\s+(?:
        [xX×]\s?(?P<after>\d+)                              # Name x4
      | \(?(?P<before>\d+)[xX×]\)?                          # Name 4x
      | \([xX×](?P<round>\d+)\)                             # Name (x4)
      | \((?P<bare>\d+)\) | \[(?P<square>\d+)\]            # Name (4), Name [4]: no set is called by a number alone
    )$""",
    re.VERBOSE,
)
_CODE = r"(?![xX×]?\d+[xX×]?[)\]])[A-Za-z0-9.]{1,8}"  # what may be a count is no set
_NUMBER = r"#?(?=[A-Za-z★-]*\d)[A-Za-z0-9★*-]{1,8}"  # it has a digit: `(SET) *F*` is a set and a mark
_PRINTING = re.compile(  # (SET), (SET) 12, [SET:12], [SET] #12
    rf"^(?P<rest>.*\S)\s+[(\[](?P<set>{_CODE})(?:[:\s-](?P<inside>{_NUMBER}))?[)\]](?:\s+(?P<number>{_NUMBER}))?$"
)
_NUMBER_ALONE = re.compile(r"^(?P<rest>.*\S)\s+#(?P<number>\d[A-Za-z0-9]{0,6})$")
_PRINTING_FIRST = re.compile(rf"^\[(?P<set>{_CODE}):(?P<number>{_NUMBER})\]\s+(?P<rest>\S.*)$")
_MARKER = re.compile(r"^(?P<rest>.*\S)\s+(?:\*[A-Za-z]{1,2}\*|\*{1,3}|!{1,3}|\^[^^]*\^|<[^<>]*>)$")
_TRAILING_COMMENT = re.compile(r"^(?P<rest>.*\S)\s+(?:#|//)(?:\s.*)?$")
_BAD_COUNT = re.compile(r"^(?P<count>[-+]\d+|\d+[.,]\d+)[xX×]?\s+\S")
_SIDEBOARD = re.compile(r"^SB:\s*\S", re.IGNORECASE)
_STATED = re.compile(
    r"^(?P<text>.*?\S)\s*(?:[:\-–]\s*(?P<a>\d+)(?:\s+cards?)?|[(\[]\s*(?P<b>\d+)(?:\s+cards?)?\s*[)\]])\s*:?$",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"^\[(?P<text>[^\[\]]+)\](?P<tail>.*)$")
_RULED = re.compile(r"^(?P<rule>={2,}+|-{3,}+|~{2,}+|\*{2,}+)\s*(?P<text>[^=~*]+?)\s*(?P=rule)$")
_COMMENT = re.compile(r"^(?://+|#+)\s*(?P<text>.*)$")
_HEADER = re.compile(r"^(?P<key>[^\W\d][\w .'/-]{0,39}?)\s*:\s*(?P<value>.*)$")


def parse(text: str) -> Line:
    """Work out everything that one line, squashed, can mean."""
    comment = _COMMENT.match(text)
    header = None if comment or _SIDEBOARD.match(text) else _header(text)
    if len(text) > MAX_LINE:
        return Line(text, (), None, header, bool(comment), f"longer than {MAX_LINE:,} characters")
    heading = _heading(comment["text"] if comment else text, firm=not comment)
    if comment:
        # A whole line that starts like a comment is only ever a card if its exact whole text is a name.
        return Line(text, (Read(1, text),), heading, None, True)
    reads, fault = _reads(text)
    return Line(text, reads, heading, header, False, fault)


def _header(text: str) -> tuple[str, str] | None:
    match = _HEADER.match(text)
    return (match["key"].strip(), match["value"].strip()) if match else None


def _heading(text: str, *, firm: bool) -> Heading | None:
    """A heading with its stated count, if the text can be one. Bare text can: the ruleset knows its headings."""
    text = text.strip()
    stated: int | None = None
    if ruled := _RULED.match(text):
        text = ruled["text"]
    elif bracketed := _BRACKETED.match(text):
        tail = bracketed["tail"].strip(" :()")
        if tail and not tail.isdecimal():
            return None
        text, stated = bracketed["text"].strip(), _small(tail)
    elif text.endswith(":") and len(text) > 1:
        text = text[:-1].rstrip()
    else:
        firm = False
    if match := _STATED.match(text):
        stated, text = _small(match["a"] or match["b"]), match["text"]
    counted = text[:1].isdecimal() or _BAD_COUNT.match(text)
    return Heading(text, stated, firm) if any(c.isalpha() for c in text) and not counted else None


def _small(digits: str | None) -> int | None:
    """A count that is small enough to mean anything."""
    return int(digits) if digits and len(digits) <= 6 else None


def _reads(text: str) -> tuple[tuple[Read, ...], str | None]:
    """The readings as a card, most literal first, or the reason why there is none.

    Whatever may be a count, a printing, a mark or a remark is taken off, one at a time and in every order; a reading
    that keeps more of the line comes first, so that a name which looks odd wins.
    """
    start = (Read(1, text), False)
    found = {start: None}
    pending = [start]
    fault = "`SB:` marks a sideboard card; put it under a heading" if _SIDEBOARD.match(text) else None
    while pending and len(found) < _MAX_READS:
        read, counted = pending.pop(0)
        nearer = [(shorter, counted) for shorter in _without_trimmings(read)]
        if not counted:
            for digits, rest in _counts(read.name):
                amount = copies(digits)
                if amount is None:
                    fault = fault or copies_fault(digits)
                elif rest:
                    nearer.append((read._replace(copies=amount, name=rest), True))
            if bullet := _BULLET.match(read.name):
                nearer.append((read._replace(name=bullet["rest"]), False))
        fresh = [state for state in nearer if state not in found]
        found |= dict.fromkeys(fresh)
        pending += fresh
    reads = dict.fromkeys(read for read, _ in found)
    return tuple(sorted(reads, key=lambda read: -len(read.name))), fault


def _counts(text: str) -> Iterator[tuple[str, str]]:
    """Every count that a text may state, with what is left of it; nothing is left of one that cannot be."""
    for pattern in (_COUNT_BARE, _COUNT_FIRST, _COUNT_LAST):
        if match := pattern.match(text):
            groups = match.groupdict()
            rest = groups.pop("rest")
            yield next(digits for digits in groups.values() if digits), rest
    if bad := _BAD_COUNT.match(text):
        yield bad["count"], ""


def _without_trimmings(read: Read) -> Iterator[Read]:
    """The reading without the mark, the printing or the remark that stands last."""
    if marker := _MARKER.match(read.name):
        yield read._replace(name=marker["rest"])
    if read.set is None and read.number is None:
        if last := _PRINTING.match(read.name):
            number = last["number"] or last["inside"] or ""
            yield Read(read.copies, last["rest"], last["set"].upper(), number.lstrip("#") or None)
        if alone := _NUMBER_ALONE.match(read.name):
            yield Read(read.copies, alone["rest"], None, alone["number"])
        if first := _PRINTING_FIRST.match(read.name):
            yield Read(read.copies, first["rest"], first["set"].upper(), first["number"].lstrip("#"))
    if remark := _TRAILING_COMMENT.match(read.name):
        yield read._replace(name=remark["rest"])
