from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from fade_deck.errors import UsageError
from fade_deck.models import Change, Finding, Gauge, Report
from fade_deck.renderers import FORMATS, ranges, render
from fade_deck.renderers.ansi import Style, cells, wrap
from tests.snapshot import check

ANSI = re.compile(r"\x1b\[[\d;]*m")
STORM_SOURCE = [
    "Name: Storm Rush",
    "[Deck]",
    "3 Ember Jab",
    "2x Rook’s Éclair (FST) 12",
    "4\tTidal Lock",
    "1 Embr Jabb",
    *(f"1 Spark {n}" for n in range(7, 30)),
    "2 ember  jab  # found one more in the binder",
    "[Fighter Pool]",
    "1 Old Rook",
]
STORM = Report(
    path="decks/storm-rush.txt",
    name="Storm Rush",
    player="Ann Otter",
    ruleset="faroe",
    ruleset_title="F.A.R.O.E. 1.0",
    legal=False,
    totals={"deck": {"cards": 61}, "fighter_pool": {"cards": 18, "level": 96}, "world_rule": {"cards": 0}},
    gauges=[
        Gauge("deck", "cards", 61, 40, 60),
        Gauge("fighter_pool", "cards", 18, None, 20),
        Gauge("fighter_pool", "level", 96, None, 100),
        Gauge("world_rule", "cards", 0, 1, 1),
    ],
    zone_titles={"deck": "Deck", "fighter_pool": "Fighter Pool", "world_rule": "World Rule"},
    findings=[
        Finding(
            "too-many-copies",
            "error",
            "5 copies of Ember Jab in Deck and Fighter Pool together, at most 4",
            help="take out 1 copy, or put a card in its place that does nearly the same, such as Tidal Lock",
            zone="deck",
            cards=["Ember Jab"],
            lines=[3, 30],
            actual=5,
            limit=4,
            source="F.A.R.O.E. rulebook, Deck Building, p. 7",
            changes=[Change(30, "1 Ember Jab  # found one more in the binder")],
        ),
        Finding(
            "wrong-printing",
            "warning",
            "Rook's Eclair has no printing `FST 12`",
            cards=["Rook's Eclair"],
            lines=[4],
            changes=[Change(4, "2 Rook's Eclair"), Change(5, None)],
        ),
        Finding(
            "unknown-card",
            "error",
            "no card is called `Embr Jabb`",
            zone="deck",
            cards=["Embr Jabb"],
            lines=[6],
            suggestions=["Ember Jab", "Ember Jar", "Amber Jab"],
        ),
        Finding(
            "too-many-cards",
            "error",
            "61 cards in Deck, at most 60",
            zone="deck",
            lines=[3, 4, 5, *range(7, 30), 30],
            actual=61,
            limit=60,
        ),
        Finding("missing-world-rule", "error", "no World Rule, exactly 1", zone="world_rule", actual=0, limit=1),
        Finding("uneven-curve", "advice", "no card costs more than 3 TP", help="a long game asks for some"),
        Finding("lonely-fighter", "advice", "only one Fighter", cards=["Old Rook"], lines=[32], actual=1),
    ],
    source=STORM_SOURCE,
    exit_code=1,
)
CALM = Report(
    path="decks/calm-sea.txt",
    name="Calm Sea",
    ruleset="faroe",
    legal=True,
    totals={"deck": {"cards": 40}},
    gauges=[Gauge("deck", "cards", 40, 40, 60)],
    zone_titles={"deck": "Deck"},
)
WARNED = Report(
    path="decks/warned.txt",
    ruleset="fade",
    legal=True,
    totals={"deck": {"cards": 40}, "extras": {"cards": 2}},
    zone_titles={"deck": "Deck"},
    findings=[Finding("few-fields", "warning", "2 Fields, most decks hold 4", lines=[9, 8], actual=2, limit=4)],
)
BROKEN = Report(
    path="decks/broken.json",
    error="the file is not JSON: a comma is missing",
    error_line=12,
    hint="`fade-deck validate --from text` reads it as plain text",
    exit_code=3,
)
SEVERAL = [STORM, CALM, WARNED, BROKEN]

EVIL = [
    "[foil]",
    "[/b]",
    ":x:",
    "\x1b[31mred\x1b[0m \x9b1m",
    "</failure>",
    "]]>",
    "a|b\\|c\\",
    "line\nbreak\r\n::error::x",
    "\u202eesrever",
    "忍者",
    "🔥 @everyone fixes #12 50%",
    "`code` *b* _i_ <script>&amp; $x$ ![i](http://x) ~~s~~ tail #",
    "\ufffe\uffff\x00\ud800",
]
HOSTILE = Report(
    path="decks/[foil]\x1b]0;t\x07, a:b|c%.txt",
    name=" ".join(EVIL),
    player="| ]]> </failure> [/b] \n## Heading",
    ruleset="<b>`|",
    legal=False,
    gauges=[Gauge("z|<i>", "\x1b[1m|lv", 3, None, 2)],
    findings=[
        Finding(
            f"rule,{i}:\n",
            "error",
            f"a fault of {name}",
            help=f"do without {name}",
            cards=[name],
            lines=[i],
            source=name,
            suggestions=[name, name],
            changes=[Change(i, f"1 {name}")],
        )
        for i, name in enumerate(EVIL, 1)
    ],
    source=[f"4x\t{name}" for name in EVIL],
)


def plain(text: str) -> str:
    return ANSI.sub("", text)


# --- snapshots ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMATS)
def test_snapshot_of_each_format(kind: str) -> None:
    check(f"renderers/{kind}", render(SEVERAL, kind))


@pytest.mark.parametrize("kind", FORMATS)
def test_snapshot_of_hostile_names(kind: str) -> None:
    check(f"renderers/{kind}-hostile", render([HOSTILE], kind))


@pytest.mark.parametrize("width", [40, 120])
def test_snapshot_of_widths(width: int) -> None:
    check(f"renderers/full-{width}", render([STORM], "full", width=width))


@pytest.mark.parametrize("kind", ["full", "concise"])
def test_snapshot_in_color(kind: str) -> None:
    check(f"renderers/{kind}-color", render(SEVERAL, kind, color=True))


@pytest.mark.parametrize("kind", ["full", "concise"])
def test_snapshot_when_quiet(kind: str) -> None:
    check(f"renderers/{kind}-quiet", render(SEVERAL, kind, quiet=True))


# --- every format ----------------------------------------------------------------------------------------


def test_formats() -> None:
    assert set(FORMATS) == {"full", "concise", "json", "junit", "github", "markdown"}
    assert FORMATS[0] == "full"


@pytest.mark.parametrize("kind", ["ansi", "jsn", "..json", "", "\x1b[31m"])
def test_unknown_format(kind: str) -> None:
    with pytest.raises(UsageError) as caught:
        render([], kind)
    assert "\x1b" not in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("kind", FORMATS)
def test_a_clean_legal_deck_and_no_deck(kind: str) -> None:
    silent = {"concise", "github"}
    assert (render([CALM], kind) == "") == (kind in silent)
    assert (render([], kind) == "") == (kind in silent)


def test_no_deck() -> None:
    assert render([], "full") == "no decks to check\n"
    assert render([], "full", quiet=True) == ""
    assert render([], "markdown") == "No decks to check.\n"
    assert json.loads(render([], "json")) == {"schema": 1, "tool": "fade-deck 0.1.0", "decks": []}
    assert ET.fromstring(render([], "junit")).attrib["tests"] == "0"  # noqa: S314 - we wrote it


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("width", [1, 40, 80, 120])
def test_color_changes_nothing_but_color(kind: str, width: int) -> None:
    reports = [*SEVERAL, HOSTILE]
    assert plain(render(reports, kind, color=True, width=width)) == render(reports, kind, width=width)


def test_imports_stay_light() -> None:
    code = "import sys, fade_deck.renderers as r; r.render([], 'full'); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"rich", "pydantic", "json", "xml", "textwrap", "html"} & set(run.stdout.split())


# --- full --------------------------------------------------------------------------------------------------


def pointed(line: str, card: str, width: int = 80) -> str:
    """What stands above the pointer, by rich's idea of how wide characters are."""
    report = Report("d.txt", legal=False, source=[line], findings=[Finding("r", "error", "m", cards=[card], lines=[1])])
    quoted, pointer = render([report], "full", width=width).split("\n")[3:5]
    assert "^" in pointer
    first, last = pointer.index("^"), len(pointer)
    return "".join(c for i, c in enumerate(quoted) if first <= cell_len(quoted[:i]) < last)


@pytest.mark.parametrize(
    ("line", "card", "seen"),
    [
        ("3 Ember Jab", "Ember Jab", "Ember Jab"),
        ("3x ember  JAB (FST) 1", "Ember Jab", "ember  JAB"),
        ("4\tTidal Lock", "Tidal Lock", "Tidal Lock"),
        ("火 4 忍者 x", "忍者", "忍者"),
        ("🔥🔥 Nova", "Nova", "Nova"),
        ("2 E\u0301clair du Roi", "Eclair du Roi", "Éclair du Roi"),
        ("2 \u1112\u1161\u11ab\u1100\u1173\u11af Blade", "Blade", "Blade"),
        ("1 Rook´s Nest", "Rook's Nest", "Rook´s Nest"),
        ("1 [foil] \x1b[31m Rook", "[foil]", "[foil]"),
        ("1 a\x1bb", "a\x1bb", "a�b"),
    ],
)
def test_pointer_stands_under_the_name(line: str, card: str, seen: str) -> None:
    assert pointed(line, card) == seen


def test_pointer_of_the_longest_name() -> None:
    report = Report("d", legal=False, source=["1 Ember Jab"])
    report.findings = [Finding("r", "error", "m", cards=["Jab", "Ember Jab", ""], lines=[1])]
    assert "  |   ^^^^^^^^^\n" in render([report], "full")


def test_long_lines_are_cut_where_the_name_can_be_seen() -> None:
    line = "x" * 300 + " Ember Jab " + "y" * 5_000_000
    assert pointed(line, "Ember Jab", 40) == "Ember Jab"
    assert pointed("忍" * 300, "忍" * 300, 40) == "忍" * 17
    report = Report("d", legal=False, source=[line], findings=[Finding("r", "error", "m", lines=[1])])
    assert render([report], "full", width=40).split("\n")[3] == "1 | " + "x" * 35 + "…"


def test_lines_that_the_source_does_not_hold() -> None:
    report = Report(
        "d", legal=False, findings=[Finding("r", "error", "m", lines=[9, 4, 5, 0])], source=["", "", "a", "b"]
    )
    assert render([report], "full").startswith("error[r]: m\n --> d:0\n  |\n4 | b\n  … and 2 more lines: 5, 9\n")


def test_nothing_is_wider_than_asked_but_whole_words_and_changes() -> None:
    for width in (40, 60):
        wide = [line for line in render([STORM], "full", width=width).splitlines() if cells(line) > width]
        assert all("= change line" in line for line in wide)


def test_wrap_loses_no_word() -> None:
    words = ["a", "message", "of", "忍者", "and", "a_word_that_is_longer_than_the_line", "at", "last"]
    assert wrap(words, 12, 2) == "a message of\n  忍者 and\n  a_word_that_is_longer_than_the_line\n  at last"


def test_verdicts_that_have_no_findings_to_count() -> None:
    assert render([Report("d.txt", legal=False)], "full") == "d.txt: ILLEGAL\n"
    assert render([Report("d.txt", name=" ", ruleset="fade", legal=True)], "full") == "d.txt (fade): LEGAL\n"
    assert render([Report("d.txt")], "full") == "d.txt: cannot be checked: no reason is known\n"
    assert render([CALM], "full", quiet=True) == ""


def test_ranges() -> None:
    assert ranges([]) == ""
    assert ranges([20, 3, 9, 10, 11, 3, 21]) == "3, 9-11, 20-21"


def test_paint() -> None:
    assert Style(color=True).paint("x", "red", "bold") == "\x1b[31;1mx\x1b[0m"
    assert Style().paint("x", "red") == "x"
    assert Style(color=True).paint("", "red") == ""


# --- json, junit, github, markdown -------------------------------------------------------------------------


def test_json_holds_what_the_report_holds() -> None:
    data = json.loads(render([STORM, BROKEN, Report("x")], "json"))
    assert list(data) == ["schema", "tool", "decks"]
    storm, broken, bare = data["decks"]
    assert list(storm) == ["path", "name", "player", "ruleset", "legal", "totals", "findings"]
    assert storm["totals"] == STORM.totals
    assert storm["findings"][0] == {
        "rule": "too-many-copies",
        "severity": "error",
        "message": STORM.findings[0].message,
        "help": STORM.findings[0].help,
        "zone": "deck",
        "cards": ["Ember Jab"],
        "lines": [3, 30],
        "actual": 5,
        "limit": 4,
        "source": STORM.findings[0].source,
        "suggestions": [],
        "changes": [{"line": 30, "to": "1 Ember Jab  # found one more in the binder"}],
    }
    assert (broken["legal"], broken["error"], broken["line"]) == (None, BROKEN.error, 12)
    assert bare["legal"] is None
    assert "line" not in bare


def test_json_keeps_strings_but_for_half_surrogates() -> None:
    (deck,) = json.loads(render([HOSTILE], "json"))["decks"]
    assert deck["path"] == HOSTILE.path
    assert deck["name"] == str(HOSTILE.name).replace("\ud800", "�")


def test_json_has_no_infinity() -> None:
    report = Report("d", legal=True, totals={"z": {"level": float("nan")}})
    report.findings = [Finding("r", "error", "m", actual=1.5, limit=float("inf"))]
    text = render([report], "json")
    (deck,) = json.loads(text, parse_constant=lambda name: pytest.fail(name))["decks"]
    assert (deck["findings"][0]["actual"], deck["findings"][0]["limit"]) == (1.5, "inf")


def suites(reports: list[Report]) -> list[ET.Element]:
    return list(ET.fromstring(render(reports, "junit")))  # noqa: S314 - we wrote it


def test_junit_counts_and_places() -> None:
    storm, calm, warned, broken = suites(SEVERAL)
    assert (storm.get("tests"), storm.get("failures"), storm.get("errors")) == ("4", "4", "0")
    assert [failure.get("type") for failure in storm.iter("failure")] == [
        finding.rule for finding in STORM.findings if finding.severity == "error"
    ]
    assert "uneven-curve" in storm.findtext("system-out", "")
    assert (calm.get("tests"), calm.get("failures")) == ("1", "0")
    assert (warned.get("tests"), warned.get("failures")) == ("1", "0")
    assert "few-fields" in warned.findtext("system-out", "")
    assert (broken.get("tests"), broken.get("errors")) == ("1", "1")


def test_junit_fails_a_deck_that_only_warnings_made_illegal() -> None:
    (suite,) = suites([Report("d", legal=False, findings=WARNED.findings)])
    assert [failure.get("type") for failure in suite.iter("failure")] == ["few-fields"]
    (suite,) = suites([Report("d", legal=False)])
    assert suite.get("failures") == "1"


def test_junit_is_ascii_and_gives_names_back() -> None:
    assert render([HOSTILE], "junit").isascii()
    (suite,) = suites([HOSTILE])
    messages = [failure.get("message", "") for failure in suite.iter("failure")]
    assert messages[4:6] == ["a fault of </failure>", "a fault of ]]>"]
    assert messages[9] == "a fault of 忍者"


def test_github_escapes() -> None:
    lines = render([HOSTILE, BROKEN], "github").splitlines()
    assert len(lines) == len(EVIL) + 1
    assert lines[0].startswith("::error file=decks/[foil]�]0;t�%2C a%3Ab|c%25.txt,line=1,title=rule%2C1%3A::a fault of")
    assert lines[-1].startswith("::error file=decks/broken.json,line=12,title=unreadable::")
    assert [line.split(" ")[0] for line in render([STORM], "github").splitlines()] == [
        "::error",
        "::warning",
        "::error",
        "::error",
        "::error",
        "::notice",
        "::notice",
    ]


def markdown_texts(source: str) -> list[str]:
    """The text of every heading, paragraph and cell; nothing else than text may have come of the data."""
    texts = []
    for block in MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(source):
        assert block.type not in {"html_block", "code_block", "fence", "hr", "blockquote_open"}
        for inline in block.children or []:
            assert inline.type in {"text", "text_special", "strong_open", "strong_close"}, inline
        if block.type == "inline":
            texts.append("".join(inline.content for inline in block.children or []))
    return texts


def test_markdown_has_the_hash_among_the_facts_where_it_is_known() -> None:
    facts = "Player: Ann Otter · Ruleset: F.A.R.O.E. 1.0 · File: decks/storm-rush.txt"
    assert facts in markdown_texts(render([STORM], "markdown"))
    assert f"{facts} · Hash: M59SJPCG50" in markdown_texts(render([replace(STORM, hash="M59SJPCG50")], "markdown"))


def test_markdown_shows_names_as_they_are() -> None:
    shown = markdown_texts(render([HOSTILE], "markdown"))
    for name in EVIL[:3] + EVIL[4:7] + EVIL[9:12]:
        assert f"a fault of {name}" in [text.replace("\u200b", "") for text in shown]
    assert not re.search(r":x:|@\w|#\w", "\n".join(shown))


# --- any text in any field ---------------------------------------------------------------------------------

texts = st.one_of(
    st.sampled_from(EVIL), st.text(st.characters(), max_size=12), st.text("\x1b[]|`\\<>&:%\n\r \u202e@#1a*_")
)
numbers = st.one_of(st.none(), st.integers(), st.floats(), texts)
counts = st.one_of(st.integers(), st.floats())
findings = st.builds(
    Finding,
    rule=texts,
    severity=st.sampled_from(["error", "warning", "advice"]),
    message=texts,
    help=texts,
    zone=st.none() | texts,
    cards=st.lists(texts, max_size=3),
    lines=st.lists(st.integers(0, 9), max_size=6),
    actual=numbers,
    limit=numbers,
    source=texts,
    suggestions=st.lists(texts, max_size=3),
    changes=st.lists(st.builds(Change, st.integers(1, 9), st.none() | texts), max_size=2),
)
any_report = st.builds(
    Report,
    path=texts,
    name=st.none() | texts,
    player=st.none() | texts,
    ruleset=st.none() | texts,
    ruleset_title=st.none() | texts,
    legal=st.sampled_from([True, False, None]),
    totals=st.dictionaries(texts, st.dictionaries(texts, counts, max_size=2), max_size=2),
    gauges=st.lists(st.builds(Gauge, texts, texts, counts, st.none() | counts, st.none() | counts), max_size=3),
    zone_titles=st.dictionaries(texts, texts, max_size=2),
    findings=st.lists(findings, max_size=3),
    source=st.lists(texts, max_size=6),
    error=st.none() | texts,
    error_line=st.none() | st.integers(1, 9),
    hint=st.none() | texts,
)
any_reports = st.lists(any_report, max_size=3)


@given(any_reports, st.integers(0, 130), st.booleans())
def test_any_text_is_safe_in_every_format(reports: list[Report], width: int, quiet: bool) -> None:
    for kind in FORMATS:
        text = render(reports, kind, width=width, quiet=quiet)
        text.encode()
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text), kind
        assert text == "" or text.endswith("\n")
        assert plain(render(reports, kind, width=width, quiet=quiet, color=True)) == text


@given(any_reports)
def test_any_text_can_be_read_back(reports: list[Report]) -> None:
    found = sum(len(report.findings) + (report.legal is None) for report in reports)
    assert len(render(reports, "concise").splitlines()) == found
    commands = render(reports, "github").splitlines()
    assert len(commands) == found
    assert all(re.match(r"::(error|warning|notice) file=[^:,]*,line=\d+,title=[^:,]*::", line) for line in commands)
    decks = json.loads(render(reports, "json"), parse_constant=lambda name: pytest.fail(name))["decks"]
    assert [deck["legal"] for deck in decks] == [report.legal for report in reports]
    assert len(suites(reports)) == len(reports)
    markdown_texts(render(reports, "markdown"))
