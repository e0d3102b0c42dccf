"""XML with line numbers, for the two deck formats that use it. No entities, no DTD, no network.

expat is fed text, not bytes, so that a declaration such as `encoding="ISO-8859-1"` in a file that an editor has
since saved as UTF-8 does no harm. A `DOCTYPE` without declarations is blanked out: expat would otherwise skip
unknown entities in silence, and half a card name would be gone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from fade_deck.decklists.source import line_at, shorten, split_lines, unread
from fade_deck.errors import InputError
from fade_deck.models import Entry
from fade_deck.text import squash

MAX_ELEMENTS = 600_000
"""200,000 copies as Lackey writes them: a card, its name and its set."""
MAX_DEPTH = 32

_COMMENTS = r"(?:<!--(?>.*?-->)\s*+)*+"
_PROLOG = re.compile(
    rf"\s*+(?:<\?(?>.*?\?>)\s*+)?{_COMMENTS}(?P<doctype><!(?i:DOCTYPE)[^\[<>]*+(?:\[(?>.*?\]\s*>)|>)\s*+)?{_COMMENTS}",
    re.DOTALL,
)
_TAG = re.compile(r"<([A-Za-z_][\w.:-]*+)([^<>]*+)>")
# Deck builders that paste XML together forget to escape `&`; bare, it can mean nothing else.
_BARE_AMPERSAND = re.compile(r"&(?!#?\w+;)")


@dataclass(slots=True)
class Element:
    """One element, the line on which it starts, and the text that stands directly in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def inner(self) -> str:
        """All text in the element and below it, on one line."""
        return squash(" ".join([self.text, *(child.inner() for child in self.children)]))

    def raw(self) -> str:
        """The element as a report quotes it; its line in the file may be the whole file."""
        attributes = "".join(f' {key}="{value}"' for key, value in self.attributes.items())
        return shorten(f"<{self.tag}{attributes}>{self.inner()}", 200)


def root_tag(text: str) -> tuple[str, str] | None:
    """Name and attributes of the root element, found without parsing: enough to tell the formats apart."""
    prolog = _PROLOG.match(text)
    found = _TAG.match(text, prolog.end() if prolog else 0)
    return (found[1], found[2]) if found else None


def parse(text: str, path: str, root: str) -> Element:
    """The tree of a file whose root element must be `root`."""
    builder = _Builder(path)
    tree = builder.build(_mended("\n".join(split_lines(text))))
    if tree.tag != root:
        raise InputError(f"the root element is `<{tree.tag}>`, not `<{root}>`", path=path, line=tree.line)
    return tree


def header_name(element: Element) -> str:
    """What a header is called: its element's tag, or the name that `<header name="Player ID">` gives."""
    return squash(element.attributes.get("name", "")) if element.tag == "header" else element.tag


def strays(element: Element, known: str) -> list[Entry]:
    """What stands in an element and should not: elements other than the known one, and text between them."""
    others = [child for child in element.children if child.tag != known]
    found = [unread(child.line, child.raw(), f"`<{child.tag}>` has no place in `<{element.tag}>`") for child in others]
    return found + stray_text(element)


def stray_text(element: Element) -> list[Entry]:
    """Text that stands between elements, where the formats have none."""
    words = shorten(squash(element.text), 200)
    return [unread(element.line, words, f"text has no place in `<{element.tag}>`")] if words else []


def _mended(text: str) -> str:
    """The text with the DOCTYPE blanked out, its lines kept, and with stray ampersands escaped."""
    prolog = _PROLOG.match(text)
    if prolog and prolog["doctype"] and "[" not in prolog["doctype"]:
        start, end = prolog.span("doctype")
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text if "<![CDATA[" in text else _BARE_AMPERSAND.sub("&amp;", text)


class _Builder:
    """Builds the tree from expat's events, and counts while it does."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.stack: list[Element] = []
        self.texts: list[list[str]] = []
        self.root: Element | None = None
        self.elements = 0
        self.skipped = 0
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.words
        self.parser.EndDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.entity

    def build(self, text: str) -> Element:
        """Parse to the end. Blank lines before the declaration are forgiven, and counted."""
        body = text.lstrip()
        self.skipped = line_at(text[: len(text) - len(body)]) - 1
        try:
            self.parser.Parse(body.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            why = expat.ErrorString(error.code)
            raise self.refusal(f"this is not well-formed XML: {why}", error.lineno + self.skipped) from None
        if self.root is None:
            raise self.refusal("this is not well-formed XML: no element found", 1)
        return self.root

    def refusal(self, message: str, line: int | None = None) -> InputError:
        """An error at a line, or where the parser stands."""
        return InputError(message, path=self.path, line=line or self.here())

    def here(self) -> int:
        """The line where the parser stands."""
        return self.parser.CurrentLineNumber + self.skipped

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element opens."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise self.refusal(f"more than {MAX_ELEMENTS:,} elements; a decklist has at most that many")
        if len(self.stack) >= MAX_DEPTH:
            raise self.refusal(f"elements are nested more than {MAX_DEPTH} deep")
        element = Element(tag, attributes, self.here())
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)
        self.texts.append([])

    def end(self, _tag: str) -> None:
        """An element closes. Its text is joined only now: a million pieces must not be copied a million times."""
        self.stack.pop().text = "".join(self.texts.pop())

    def words(self, text: str) -> None:
        """Text stands in the element that is open."""
        self.texts[-1].append(text)

    def entity(self, name: str, *_: object) -> None:
        """Entities are how a small file becomes a huge one; no deck needs them."""
        raise self.refusal(f"`<!ENTITY {shorten(name, 40)}` is refused: a decklist declares no entities")

    def doctype(self) -> None:
        """A DOCTYPE that was not blanked out has declarations, which could change what the deck says."""
        raise self.refusal("a `<!DOCTYPE` with declarations is refused: remove it")
