"""What decks are counted to be made of, how the charts are drawn, and how two decks compare."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fade_deck import charts
from fade_deck.carddb import load_cards
from fade_deck.comparing import Comparison, Difference, summary, told
from fade_deck.decklists import read_text
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.resources import shipped_cards
from fade_deck.stats import Measure, Stats, as_data, as_html, as_markdown, as_rows, measure
from tests.command import ROOT

STORM_RUSH = (ROOT / "examples" / "faroe" / "storm-rush.txt").read_text(encoding="utf-8")
NASTY = '<b>&"x"</b>'
CARDS: dict[str, Any] = {
    "schema": 1,
    "game": "faroe",
    "set": "X",
    "cards": [
        {"name": "Jab", "types": ["Skill"], "elements": ["Storm", "Fire"], "rank": "Special", "cost": {"tp": 1}},
        {"name": "Hook", "types": ["Skill", "Item"], "elements": ["Fire"], "rank": "Normal", "cost": {"tp": 4}},
        {"name": "Cup", "types": ["Item"], "keywords": ["Aura 2", "Aura 3", "Equip"], "archetypes": [NASTY]},
        {"name": "Ann", "types": ["Character"], "level": 2, "rarity": "Rare", "keywords": ["Equip"]},
        {"name": "Bo", "types": ["Character"], "level": 5, "rarity": "Common", "aliases": ["Robert"]},
    ],
}


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    path = tmp_path_factory.mktemp("cards") / "cards.json"
    path.write_text(json.dumps(CARDS), encoding="utf-8")
    return Checker(load_cards([path]), fallback="faroe")


def counted(text: str, checker: Checker) -> Stats:
    return measure(make_listing(read_text(text), checker))


def rows(stats: Stats, field: str, part: int = 0) -> list[tuple[object, int, int]]:
    return [(row.value, row.copies, row.different) for row in found(stats, field, part).rows]


def found(stats: Stats, field: str, part: int = 0) -> Measure:
    (only,) = [m for m in stats.parts[part].measures if m.field == field]
    return only


DECK = "Deck\n3 Jab\n2 Hook\n4 Cup\nFighter Pool\n2 Ann\n1 Bo\n"


def test_words_stand_in_the_order_of_the_ruleset_and_count_for_each_card_that_has_them(checker: Checker) -> None:
    stats = counted(DECK, checker)
    assert rows(stats, "type") == [("Skill", 5, 2), ("Item", 6, 2)]
    assert rows(stats, "element") == [("Fire", 5, 2), ("Storm", 3, 1), (None, 4, 1)]
    assert rows(stats, "rank") == [("Normal", 2, 1), ("Special", 3, 1), (None, 4, 1)]
    assert rows(stats, "rarity", 1) == [("Common", 1, 1), ("Rare", 2, 1)]


def test_numbers_form_a_curve_with_its_gaps(checker: Checker) -> None:
    stats = counted(DECK, checker)
    assert rows(stats, "tp") == [(1, 3, 1), (2, 0, 0), (3, 0, 0), (4, 2, 1), (None, 4, 1)]
    assert (found(stats, "tp").total, found(stats, "tp").mean) == (11, 2.2)
    assert rows(stats, "level", 1) == [(2, 2, 1), (3, 0, 0), (4, 0, 0), (5, 1, 1)]
    assert found(stats, "level", 1).remark == "9 in all, 3.0 on average"


def test_a_keyword_counts_once_for_a_card_and_the_most_frequent_comes_first(checker: Checker) -> None:
    stats = counted("Deck\n3 Jab\n1 Cup\n2 Ann\n", checker)
    assert rows(stats, "keyword") == [("Equip", 3, 2), ("Aura", 1, 1), (None, 3, 1)]


def test_sections_are_counted_apart_and_what_no_card_has_is_left_out(checker: Checker) -> None:
    deck, pool = counted(DECK, checker).parts
    assert (deck.title, deck.copies, deck.different) == ("Deck", 9, 3)
    assert (pool.title, pool.copies, pool.different) == ("Fighter Pool", 3, 2)
    assert [m.field for m in pool.measures] == ["type", "rarity", "level", "keyword"]


def test_unknown_cards_are_counted_and_said(checker: Checker) -> None:
    stats = counted("Deck\n3 Jab\n2 Nobody\n", checker)
    assert stats.parts[0].summary == "5 cards, 2 different; 2 cards unknown and in no table"
    assert rows(stats, "type") == [("Skill", 3, 1)]


def test_an_empty_deck(checker: Checker) -> None:
    stats = counted("Ruleset: faroe\n", checker)
    assert stats.parts == []
    assert "no cards" in as_html(stats)
    assert as_data(stats)["sections"] == []
    assert list(as_rows(stats)) == []


def test_the_example_adds_up() -> None:
    """Levels as the example's own comment adds them: 96 over 18 fighters."""
    stats = counted(STORM_RUSH, Checker(load_cards([shipped_cards()])))
    assert [(p.title, p.copies) for p in stats.parts] == [("Deck", 40), ("Fighter Pool", 18)]
    assert found(stats, "level", 1).total == 96
    for part in stats.parts:
        for measured in part.measures:
            assert sum(row.copies for row in measured.rows) >= part.copies  # a card may count under several
    assert sum(row.copies for row in found(stats, "rarity").rows) == 40


def test_rarity_is_that_of_the_printing_that_is_played(tmp_path: Path) -> None:
    for code, rarity in (("A", "Common"), ("B", "Rare")):
        card = {"name": "Jab", "types": ["Skill"], "rarity": rarity}
        (tmp_path / f"{code}.json").write_text(json.dumps({"schema": 1, "game": "faroe", "set": code, "cards": [card]}))
    stats = counted("Deck\n2 Jab (A)\n1 Jab\n", Checker(load_cards([tmp_path]), fallback="faroe"))
    assert rows(stats, "rarity") == [("Common", 2, 1), ("Rare", 1, 1)]
    assert stats.parts[0].different == 1


# --- pages -----------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """All elements of a page, with the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_html_is_one_page_without_scripts_or_anything_to_load(checker: Checker) -> None:
    page = Tags(as_html(counted(f"Name: {NASTY}<script>alert(1)</script>\n{DECK}", checker)))
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "link", "img", "iframe", "b", "object", "use", "image"}
    assert not [a for _, attrs in page.tags for a in attrs if a in ("src", "href") or a.startswith("on")]
    assert NASTY in page.text  # as text: the deck's name, and an archetype
    policy = next(a["content"] for t, a in page.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert dict(page.tags)["html"] == {"lang": "en"}
    assert "prefers-color-scheme: dark" in page.text


def test_each_chart_tells_its_numbers_to_a_screen_reader(checker: Checker) -> None:
    stats = counted(DECK, checker)
    page = Tags(as_html(stats))
    drawn = [attrs for tag, attrs in page.tags if tag == "svg"]
    assert len(drawn) == sum(len(part.measures) for part in stats.parts)
    assert all(attrs["role"] == "img" for attrs in drawn)
    assert drawn[0]["aria-label"] == "Types. Skill: 5; Item: 6"


def svg(figure: str) -> ET.Element:
    text = figure[figure.index("<svg") : figure.index("</figure>")]
    return ET.fromstring(text)  # noqa: S314 - our own


def widths(figure: str) -> list[float]:
    return [float(rect.attrib["width"]) for rect in svg(figure).iter("rect")]


def test_bars_are_as_long_as_their_numbers() -> None:
    long, half, none = widths(charts.bars("T", "", [("a", 40), ("b", 20), ("c", 0)]))
    assert half == pytest.approx(long / 2, abs=0.1)
    assert none == 0
    heights = [float(r.attrib["height"]) for r in svg(charts.columns("T", "", [("1", 30), ("2", 10)])).iter("rect")]
    assert heights[1] == pytest.approx(heights[0] / 3, abs=0.1)


def test_a_number_that_is_tiny_beside_another_can_be_seen() -> None:
    assert min(widths(charts.bars("T", "", [("a", 9999), ("b", 1)]))) == 2


@given(st.lists(st.tuples(st.text(max_size=80), st.integers(0, 10**9)), max_size=40))
def test_charts_are_well_formed_and_nothing_leaves_the_picture(drawn: list[tuple[str, int]]) -> None:
    for draw in (charts.bars, charts.columns):
        root = svg(draw("T", "", drawn))
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        for rect in root.iter("rect"):
            x, y, w, h = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
            assert x >= 0 <= y
            assert x + w <= wide + 0.2
            assert y + h <= high


def test_a_long_label_stands_above_its_bar_and_is_told_whole() -> None:
    label = "A name that goes on for much longer than there is room beside a bar, or above it"
    figure = charts.bars("T", "", [(label, 3)])
    (shown, number) = [text.text or "" for text in svg(figure).iter("text")]
    assert shown.endswith("…")
    assert number == "3"
    assert label in svg(figure).attrib["aria-label"]


def test_markdown_escapes_names_and_has_a_table_for_each_measure(checker: Checker) -> None:
    text = as_markdown(counted(f"Name: a|b {NASTY}\n{DECK}", checker))
    assert "| Skill | 5 | 2 |" in text
    assert '## a\\|b &lt;b&gt;&amp;"x"&lt;/b&gt;' in text
    assert "<b>" not in text


# --- comparing -------------------------------------------------------------------------------------------------


def listed(text: str, checker: Checker) -> Listing:
    return make_listing(read_text(text), checker)


def compared(old: str, new: str, checker: Checker) -> Comparison:
    return Comparison(listed(old, checker), listed(new, checker))


def test_in_out_changed_and_moved(checker: Checker) -> None:
    new = "Deck\n2 Jab\n1 Bo\nFighter Pool\n2 Ann\n3 Nobody\n"
    result = compared("Deck\n3 Jab\n2 Hook\nFighter Pool\n2 Ann\n1 Bo\n", new, checker)
    assert result.differences == [
        Difference("out", "Hook", 2, "Deck", None, 2, 0),
        Difference("in", "Nobody", 3, "Fighter Pool", None, 0, 3),
        Difference("changed", "Jab", 1, "Deck", None, 3, 2),
        Difference("moved", "Bo", 1, "Fighter Pool", "Deck"),
    ]
    assert [told(d) for d in result.differences] == [
        "2 Hook (Deck)",
        "3 Nobody (Fighter Pool)",
        "3 -> 2 Jab (Deck)",
        "1 Bo (Fighter Pool -> Deck)",
    ]
    assert summary(result) == "3 cards out, 3 cards in, 1 card moved; Deck 5 -> 3; Fighter Pool 3 -> 5"


def test_a_move_comes_first_and_the_rest_is_a_change(checker: Checker) -> None:
    """2 in the Deck become 3 in the Pool: two moved and one came in; the old Pool had none."""
    result = compared("Deck\n2 Bo\n", "Fighter Pool\n3 Bo\n", checker)
    assert result.differences == [
        Difference("in", "Bo", 1, "Fighter Pool", None, 0, 3),
        Difference("moved", "Bo", 2, "Deck", "Fighter Pool"),
    ]


def test_spelling_order_lines_format_and_headers_do_not_matter(checker: Checker) -> None:
    other = (
        "section,qty,name\nFighter Pool,1,ROBERT\nDeck,2,jab\nDeck,1,Jab\nFighter Pool,2,ann\nDeck,2,Hook\nDeck,4,cup\n"
    )
    assert compared("Deck\n2 Nobody's Own\n", "Deck\n2 NOBODYS OWN\n", checker).same  # no card, but one name
    result = compared(f"Name: One\n{DECK}", other, checker)
    assert result.same
    assert summary(result) == "the same deck"


_LINES = st.lists(
    st.tuples(st.sampled_from(["Deck", "Fighter Pool"]), st.integers(1, 4), st.sampled_from("Jab Hook Bo Zzz".split())),
    max_size=6,
)


@given(_LINES, _LINES)
def test_differences_lead_from_old_to_new_and_none_means_one_hash(
    checker: Checker, old: list[tuple[str, int, str]], new: list[tuple[str, int, str]]
) -> None:
    before, after = (
        "Ruleset: faroe\n" + "".join(f"{zone}\n{n} {name}\n" for zone, n, name in lines) for lines in (old, new)
    )
    result = compared(before, after, checker)
    counts: dict[tuple[str, str], int] = {}
    for zone, n, name in old:
        counts[zone, name] = counts.get((zone, name), 0) + n
    had = dict(counts)
    for d in sorted(result.differences, key=lambda d: d.kind != "moved"):
        assert d.copies > 0
        if d.to is not None:
            counts[d.section, d.card] -= d.copies
            counts[d.to, d.card] = counts.get((d.to, d.card), 0) + d.copies
        else:
            assert had.get((d.section, d.card), 0) == d.before
            more = d.copies if d.kind == "in" or (d.kind == "changed" and d.after > d.before) else -d.copies
            counts[d.section, d.card] = counts.get((d.section, d.card), 0) + more
            assert counts[d.section, d.card] == d.after
    for zone, n, name in new:
        counts[zone, name] -= n
    assert not any(counts.values())
    assert result.same == (result.old.hash == result.new.hash)
