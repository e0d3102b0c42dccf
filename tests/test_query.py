"""The card query language, on five cards whose answers can be read off by hand, and on the shipped ones."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fade_deck import resources
from fade_deck.carddb import CardDB, load_cards
from fade_deck.errors import QueryError
from fade_deck.keywords import Keyword, parse_keyword
from fade_deck.models import Card, Printing
from fade_deck.query import FIELDS, FLAGS, Query, Vocabulary, compile_query, field_values, is_known_field
from fade_deck.ruleset import load_ruleset

VOCABULARY = Vocabulary(
    types=("Character", "Skill", "Item", "World Rule"),
    elements=("Fire", "Water", "Storm"),
    ranks=("Normal", "Special", "Hyper", "Ultra"),
    rarities=("Common", "Uncommon", "Rare", "Super Rare"),
    keywords=("Aura", "Raider", "Immune", "Level Up", "Poison Counter", "Friendship", "Mythical"),
)
ATTRIBUTES = ("power", "mood", "Any-Name")

ROOK = Card(
    "Rook",
    "faroe",
    {
        "types": ["Character"],
        "elements": ["Fire"],
        "level": 3,
        "cost": {"tp": 3},
        "hp": 12,
        "plv": 4,
        "def": 1,
        "agi": 2,
        "keywords": ["Aura 3", "Mythical"],
        "archetypes": ["Bird"],
        "attributes": {"power": 5, "mood": "calm", "tags": ["red", "blue"], "Any-Name": 4, "best": "agi"},
    },
    (Printing("ST1", "001", "Common", "Ann Lee", "Old stone.", "rook.png", "Draw 2 cards."),),
)
WING = Card(
    "Wing, the Swift",
    "faroe",
    {
        "types": ["Character"],
        "elements": ["Fire", "Water"],
        "level": 5,
        "cost": {"cs": 2},
        "def": 2,
        "agi": 2,
        "keywords": ["Raider", "Aura 5", "Level Up: Rook, the Bold + Wing"],
    },
    (Printing("ST1", "002", "Rare"), Printing("ST2", "010a", "Super Rare")),
    ("Feather",),
)
BLAST = Card(
    "Blast",
    "faroe",
    {"types": ["Skill"], "rank": "Hyper", "cost": {"tp": 0}, "keywords": ["Raider Immune"], "copy_limit": 7},
    (Printing("ST2", "003", "Uncommon", text="Deal 3 damage to a Character."),),
)
TONIC = Card(
    "Tonic",
    "faroe",
    {
        "types": ["Item", "Skill"],
        "elements": ["Water"],
        "rank": "Normal",
        "cost": {"tp": 2},
        "keywords": ["2 Poison Counters", "Fire, Storm Friendship 3"],
        "copy_limit": "any",
        "unique_to": "Old King",
        "styles": ["Kick", "Fist"],
        "fighter": "Rook",
        "attack": 20,
        "health": 100,
        "actions": 2,
        "attributes": {"power": -1.5},
    },
    (Printing("ST2", "12"),),
)
LAW = Card("Law", "faroe", {"types": ["World Rule"]})
CARDS = {"R": ROOK, "W": WING, "B": BLAST, "T": TONIC, "L": LAW}


def found(text: str, vocabulary: Vocabulary = VOCABULARY, attributes: tuple[str, ...] = ()) -> str:
    """The first letters of the cards that fit, in their order here."""
    query = compile_query(text, vocabulary, attributes)
    return "".join(letter for letter, card in CARDS.items() if query(card))


def table(rows: str) -> list[Any]:
    """Rows of `query => letters`; no letters where no card fits."""
    split = [row.rpartition("=> ") for row in rows.strip().splitlines() if row.strip()]
    return [pytest.param(query.strip(), letters.strip().strip("-"), id=query.strip()) for query, _, letters in split]


# --- every operator on every kind of field ---------------------------------------------------------------------

NUMBERS = """
    level:3 => R
    level=3 => R
    level!=3 => W
    level<5 => R
    level<=5 => RW
    level>3 => W
    level>=3 => RW
    LV>=3 => RW
    l:5 => W
    level:3.0 => R
    level="3" => R
    level>-1 => RW
    level>=+3 => RW
    level:2..4 => R
    level=2..4 => R
    level:3..3 => R
    level:..3 => R
    level:3.5.. => W
    level!=2..4 => W
    level:3|5 => RW
    level:1..2|5 => W
    level!=3|4 => W
    level!=3|5 => -
    -level=3 => WBTL
    -level!=3 => RBTL
    hp:12 => R
    hp!=12 => -
    plv>=4 => R
    def<2 => R
    agi:2 => RW
    cost:2 => WT
    cost>=0 => RWBT
    cost!=2 => RB
    tp:2 => T
    tp=0 => B
    tp<=2 => BT
    cost.tp:3 => R
    cs>=1 => W
    cost.cs>2 => -
    attack:20 => T
    atk>20 => -
    health>=100 => T
    actions<3 => T
    limit:7 => B
    limit>4 => BT
    copy_limit<100 => B
    limit:any => T
    limit!=any => B
    limit!=7 => T
"""

STATS = """
    agi>def => R
    agi=def => W
    agi:def => W
    agi>=def => RW
    agi!=def => R
    agi<def => -
    agi<=def => W
    hp>level => R
    level>hp => -
    level!=hp => R
    agi>def|level => R
    agi=def|2 => RW
    agi!=def|9 => R
    agi!=def|2 => -
    cost>agi => R
    level<@power => R
    @power>level => R
    @power>=@power => RT
    @power=@power => RT
    @power!=@power => -
    @power<attr.any-name => -
    level>=number => RW
"""

SETS = """
    t:skill => BT
    T:SKILL => BT
    type:skill => BT
    types:skill => BT
    t=skill => B
    t!=skill => RWTL
    t:skill,item => T
    t=item,skill => T
    t<skill,item => B
    t<=skill,item => BT
    t>skill => T
    t>=skill => BT
    t:skill|character => RWBT
    t!=skill|character => TL
    t:item,skill|character => RWT
    t:"world rule" => L
    t:world-rule => L
    t:"world rule",skill => -
    t:/^sk/ => BT
    t:/^sk/|item => BT
    -t:/^sk/ => RWL
    style:kick => T
    style=kick => -
    style=fist,kick => T
    style>kick => T
    style<=fist,kick,claw => T
    style!=kick => T
    a:bird => R
    archetype!=bird => -
    archetypes<=bird => R
"""

ELEMENTS = """
    e:fire => RW
    element:fire => RW
    e:fire,water => W
    e=fire => R
    e=fire,water => W
    e=water,fire => W
    e=water,water => T
    e!=fire => WT
    e!=fire,water => RT
    e<=fire,water => RWBTL
    e<=fire => RBL
    e<fire,water => RBTL
    e>=fire => RW
    e>fire => W
    e:storm => -
    e:null => BL
    e=null => BL
    e:NULL => BL
    e!=null => RWT
    e>null => RWT
    e>=null => RWBTL
    e<=null => BL
    e<null => -
    e:null|water => WBTL
    e!=fire|water => W
    -e:fire => BTL
    -e:null => RWT
    e:/wat/ => WT
"""

KEYWORDS = """
    kw:aura => RW
    kw=aura => RW
    k:AURA => RW
    keywords:aura => RW
    kw:aura>=3 => RW
    kw:aura>3 => W
    kw:aura<5 => R
    kw:aura<=3 => R
    kw:aura=3 => R
    kw:aura:3 => R
    kw:aura!=3 => W
    kw:aura:4..6 => W
    kw:aura=3|5 => RW
    kw:aura!=3|5 => -
    kw!=aura>=4 => RBT
    kw!=aura => BT
    kw:raider => W
    kw=raider => W
    kw!=raider => RBT
    -kw=raider => RBTL
    kw:immune => B
    kw=immune => B
    kw:"raider immune" => B
    kw:raider-immune => B
    kw:"aura 3" => R
    kw:aura,mythical => R
    kw:aura,raider>=5 => -
    kw:raider|mythical => RW
    kw!=raider|mythical => BT
    kw:poison-counter>=2 => T
    kw:"Poison Counters">2 => -
    kw:"Poison Counters" => T
    kw:friendship>=3 => T
    kw=friendship<3 => -
    kw:mythical>=0 => -
    kw:mythical!=1 => -
    kw:level-up => W
    kw:"level up" => W
    kw:/immune$/ => B
    kw:/aura/>=4 => W
    kw:/^r/|mythical => RWB
"""

ORDERS = """
    rank:hyper => B
    rank=hyper => B
    rank!=hyper => T
    rank>normal => B
    rank>=normal => BT
    rank<hyper => T
    rank<=normal => T
    rank>hyper => -
    rank:special..ultra => B
    rank:..special => T
    rank!=special..ultra => T
    rank:hyper|normal => BT
    rank!=hyper|normal => -
    rank:/^h/ => B
    r>=rare => W
    rarity>=uncommon => WB
    r:rare => W
    r="super rare" => W
    r>=super-rare => W
    r<rare => RB
    r<=common => R
    r!=rare => RWB
    r!=rare|super-rare => RB
    r:uncommon..rare => WB
"""

TEXTS = """
    text:draw => R
    text:DRAW => R
    o:"draw 2" => R
    rules="draw 2 cards" => R
    text=draw => -
    text!="draw 2 cards" => B
    text:draw|deal => RB
    text!="draw 2 cards"|"deal 3 damage to a character" => -
    text:/\\d+ damage/ => B
    text:/DRAW \\d/ => R
    text:/deal.*character/ => B
    text=/^draw/|/^deal/ => RB
    -text:/draw/ => WBTL
    flavor:stone => R
    ft!=stone => R
    artist:lee => R
    artist="ann lee" => R
    artist!="ann lee" => -
    image:rook => R
    unique:king => T
    unique_to="old king" => T
    fighter:roo => T
    fighter=rook => T
    fighter!=rook => -
    name:rook => R
    name=wing => -
    n:wing => W
    name!=rook => WBTL
    name:/^[rw]/ => RW
    name:feather => -
    alias:feather => W
    aliases!=feather => -
    game:faroe => RWBTL
    game:far => -
    game!=faroe => -
    game!=fade => RWBTL
"""

PRINTINGS = """
    set:ST1 => RW
    s:st2 => WBT
    set:st => -
    set:/^st/ => RWBT
    set:st1|st2 => RWBT
    set!=ST1 => WBT
    set!=ST1|ST2 => -
    -set:ST1 => BTL
    number:1 => R
    number:001 => R
    num:"001" => R
    no:"1" => -
    number:010a => W
    number:010A => W
    number>=3 => BT
    number<2 => R
    number:2..3 => WB
    number:12|1 => RT
    number!=1 => WBT
    number!="001" => WBT
    number:/a$/ => W
    set:st1 number:2 => W
"""

ATTRIBUTE_QUERIES = """
    @power>2 => R
    attr.power<0 => T
    ATTR.Power<0 => T
    @power=-1.5 => T
    @power:4..6 => R
    @power!=5 => T
    @mood:calm => R
    @mood=CALM => R
    @mood:cal => -
    @mood!=calm => -
    @mood!=angry => R
    @mood!=5 => R
    @mood>3 => -
    @mood:/^c/ => R
    @tags:red => R
    @tags:green|blue => R
    @tags!=red => R
    @tags!=red|blue => -
    @any-name:4 => R
    @best:agi => R
    @best=agi|def => R
    @best!=agi => -
    @level=3 => -
    @nothing=1 => -
    @nothing!=1 => -
    power>2 => R
    mood:calm => R
    any-name>=4 => R
    ANY_NAME:4 => R
    power>any-name => R
    agi<power => R
"""

FLAG_QUERIES = """
    is:multitype => T
    is:reprint => W
    is:unlimited => T
    is:limited => B
    is:unique => T
    is:vanilla => WTL
    is:null => BL
    IS:Null => BL
    is=null => BL
    -is:null => RWT
    is:multitype|reprint => WT
    has:level => RW
    has:lv|rank => RWBT
    has:text => RB
    has:keyword => RWBT
    has:element => RWT
    has:limit => BT
    has:set => RWBT
    has:tp => RBT
    has:@mood => R
    has:power => RT
    has:alias => W
    -has:cost => L
"""

NAMES = """
    => RWBTL
    rook => R
    ROOK => R
    rÖÖk => R
    swift wing => W
    "wing, the" => W
    "the wing" => -
    feather => W
    rook|feather => RW
    "rook"|law => RL
    -rook => WBTL
    -"wing the" => RBTL
    !rook => R
    !"Wing, the Swift" => W
    !"wing the swift" => W
    !wing => -
    !feather => W
    !rook|feather|to => RW
    -!rook => WBTL
    "\\"rook\\"" => R
    /rook => R
    ,  => W
"""

STRUCTURE = """
    t:skill t:item => T
    t:skill and t:item => T
    t:skill AND t:item => T
    t:item or t:character => RWT
    t:item OR t:character => RWT
    t:character or t:skill e:water => RWT
    t:skill e:water or t:character => RWT
    t:skill and e:water or t:character => RWT
    (t:character or t:skill) e:water => WT
    e:water (t:character or t:skill) => WT
    (t:character)(e:water) => W
    ((t:character) (e:water)) => W
    -t:skill e:water => W
    not t:skill e:water => W
    not t:skill or t:item => RWTL
    not (t:skill or t:item) => RWL
    not(t:skill or t:item) => RWL
    -(t:skill e:water) => RWBL
    -(-t:item) => T
    --t:item => T
    not not t:item => T
    not -t:item => T
    t:item or t:character or t:"world rule" => RWTL
    level=3 or level=5 or rank:hyper => RWB
    e:null -(t:skill or level>3) => L
    ( t:item ) => T
    "or" => -
"""


@pytest.mark.parametrize(
    ("query", "letters"),
    [
        row
        for rows in (NUMBERS, STATS, SETS, ELEMENTS, KEYWORDS, ORDERS, TEXTS, PRINTINGS, NAMES, STRUCTURE)
        for row in table(rows)
    ],
)
def test_query_finds(query: str, letters: str) -> None:
    assert found(query) == letters


@pytest.mark.parametrize(("query", "letters"), table(ATTRIBUTE_QUERIES + FLAG_QUERIES))
def test_query_with_attributes_finds(query: str, letters: str) -> None:
    assert found(query, attributes=ATTRIBUTES) == letters


@pytest.mark.parametrize(
    ("query", "letters"),
    table("""
    kw=raider => W
    kw:raider => W
    kw:immune => B
    kw=immune => -
    kw:"raider immune" => B
    kw:friendship>=3 => T
    kw:aura>=5 => W
    kw:poison-counter=2 => T
    kw:level-up => W
    kw:unheard-of => -
    kw!=raider => RBT
    t:unheard => -
    e!=unheard => RWT
    rank:hyper => B
    r!=rare => RWB
    """),
)
def test_query_without_vocabulary_finds(query: str, letters: str) -> None:
    assert found(query, Vocabulary()) == letters


@pytest.mark.parametrize("space", ["\t", "\n", "\r\n", "\u00a0", "\u2003"])
def test_any_space_parts_terms(space: str) -> None:
    assert found(f"level>=3{space}e:water") == "W"
    assert found(f"level:3{space}or{space}rank:hyper") == "RB"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("op", [":", "=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("value", ["3", "fire", "hyper", "rare", "aura", "skill"])
def test_absent_value_satisfies_no_comparison(field: str, op: str, value: str) -> None:
    bare = Card("", "", {})
    try:
        query = compile_query(f"{field}{op}{value}", VOCABULARY)
    except QueryError:
        return  # an operator or a value that this field does not take
    always_there = ("name", "game")
    within = field == "element" and op in ("<", "<=")  # no element is a part of every set of elements
    assert field in always_there or query(bare) is within


# --- errors ----------------------------------------------------------------------------------------------------

ERRORS = [
    ("levl>3", 1, "unknown field `levl`", "did you mean `level`?"),
    ("t:skill  levle>3", 10, "unknown field `levle`", "did you mean `level`?"),
    ("(t:skill or -hpp=2)", 14, "unknown field `hpp`", "`hp`"),
    ("zzzz=3", 1, "unknown field", "quote it"),
    ("powr>3", 1, "unknown field", "did you mean `power`?"),
    ("@>3", 1, "unknown field", None),
    ("attr.=3", 1, "unknown field", None),
    ("t:skil", 3, "unknown type `skil`", "did you mean `Skill`?"),
    ('t:"wrld rule"', 4, "unknown type", "did you mean `World Rule`?"),
    ("t:skill|itm", 9, "unknown type `itm`", "`Item`"),
    ("t:xyz", 3, "unknown type `xyz`", "known: Character, Skill, Item, World Rule"),
    ("e:fier", 3, "unknown element `fier`", "did you mean `Fire`?"),
    ("e=fire,watr", 8, "unknown element `watr`", "`Water`"),
    ("rank>hypr", 6, "unknown rank `hypr`", "`Hyper`"),
    ("rank:hyper..ultr", 13, "unknown rank `ultr`", "`Ultra`"),
    ("r:rar", 3, "unknown rarity `rar`", "`Rare`"),
    ("kw:ara", 4, "unknown keyword `ara`", "did you mean `Aura`?"),
    ("kw:aura|raidr", 9, "unknown keyword `raidr`", "`Raider`"),
    ("kw!=ara>=3", 5, "unknown keyword `ara`", "`Aura`"),
    ("kw:qqqq", 4, "unknown keyword `qqqq`", "known: Aura, Raider,"),
    ("is:multitipe", 4, "unknown flag `multitipe`", "`multitype`"),
    ("has:levl", 5, "unknown field `levl`", "`level`"),
    ("has:/level/", 6, "takes no regular expression", None),
    ("is:null,unique", 4, "unknown flag", None),
    ("is!=null", 3, "`is` takes `:`", "`-`"),
    ("has>level", 4, "`has` takes `:`", None),
    ("(t:skill", 1, "never closed", None),
    ("((t:skill)", 1, "never closed", None),
    ("rook (", 6, "never closed", None),
    ("t:skill)", 8, "closes nothing", None),
    (")", 1, "closes nothing", None),
    ("rook ()", 6, "empty parentheses", None),
    ('"rook', 1, "never closed", None),
    ('rook"', 5, "never closed", None),
    ('name:"rook', 6, "never closed", None),
    ('"rook\\"', 1, "never closed", None),
    ("text:/rook", 6, "never closed", None),
    ('""', 1, "empty", None),
    ('"  "', 1, "empty", None),
    ('"\\ "', 1, "empty", None),
    ('name:""', 6, "empty", None),
    ("text://", 6, "empty", None),
    ('!""', 2, "empty", None),
    ("level:", 6, "`:` needs a value", None),
    ("level>=", 6, "`>=` needs a value", None),
    ("level>= 3", 6, "`>=` needs a value", None),
    ("level>=)", 6, "`>=` needs a value", None),
    ("level=>3", 6, "`=` needs a value", None),
    ("level >=3", 7, "`>=` needs a field", "no spaces"),
    ("!=3", 1, "`!=` needs a field", None),
    ("t:skill,", 8, "`,` needs a value", None),
    ("t:skill|", 8, "`|` needs a value", None),
    ("t:,skill", 2, "`:` needs a value", None),
    ("level:3||4", 8, "`|` needs a value", None),
    ("is:", 3, "`:` needs a value", None),
    ("kw:aura>=", 8, "`>=` needs a value", None),
    ("!", 1, "`!` needs a value", None),
    ("! rook", 1, "`!` needs a value", None),
    ("rook|", 5, "`|` needs a value", None),
    ("|rook", 1, "`|` needs a value on both sides", None),
    ("level:three", 7, "compares with a number or another stat", None),
    ("level>levle", 7, "compares with a number", "`level`"),
    ("level:name", 7, "compares with a number", None),
    ("level:3,4", 7, "compares with a number", None),
    ("level:2..x", 10, "compares with a number", None),
    ("level:x..2", 7, "compares with a number", None),
    ("level:4..2", 7, "from less to more", None),
    ("level:..", 7, "from less to more", None),
    ("rank:ultra..normal", 6, "from less to more", None),
    ("level>2..4", 6, "cannot be compared with `>`", "a range goes with `:`"),
    ("level:/3/", 8, "no regular expression fits a number", None),
    ("level:" + "9" * 400, 7, "more digits than any number", None),
    ("@power>much", 8, "compares with a number", None),
    ("kw:aura>=x", 10, "`keyword` compares with a number, not `x`", None),
    ("kw:aura>=level", 10, "`keyword` compares with a number", None),
    ("kw:aura>=/3/", 11, "no regular expression", None),
    ("kw>=aura", 3, "cannot be compared with `>=`", "`kw:aura>=3`"),
    ("kw!=/aura/", 3, "cannot be compared with `!=`", "`-`"),
    ("name>rook", 5, "cannot be compared with `>`", None),
    ("set>=ST1", 4, "cannot be compared with `>=`", None),
    ("text!=/x/", 5, "cannot be compared with `!=`", "`-`"),
    ("t<=/x/", 2, "cannot be compared with `<=`", None),
    ("text:/a(/", 8, "regular expression: missing )", None),
    ("text:/" + "a" * 201 + "/", 7, "longer than 200", None),
    ("e:fire,null", 3, "stand alone", None),
    ("t:skill,/x/", 3, "stand alone", None),
    ("or rook", 1, "`or` needs a term before", None),
    ("rook or", 6, "`or` needs a term after", None),
    ("rook or or law", 6, "`or` needs a term after", None),
    ("(rook or) law", 7, "`or` needs a term after", None),
    ("and rook", 1, "`and` needs a term before", None),
    ("rook and", 6, "`and` needs a term after", None),
    ("rook and or law", 6, "`and` needs a term after", None),
    ("rook and and law", 10, "`and` needs a term before", None),
    ("not", 1, "nothing here to negate", None),
    ("rook not", 6, "nothing here to negate", None),
    ("(not) rook", 2, "nothing here to negate", None),
    ("-", 1, "`-` needs a term directly after", None),
    ("rook - law", 6, "`-` needs a term directly after", "quote it"),
    ("-)", 1, "nothing here to negate", None),
    ("level:3(rook)", 8, "the value ends before `(`", "in quotes"),
    ('level:3"x"', 8, "the value ends before", None),
    ('level:"3",4', 10, "the value ends before `,`", None),
    ("t:skill:item", 8, "the value ends before `:`", None),
    ("level:3>2", 8, "the value ends before `>`", None),
    ("rook\x00", 5, "control character U+0000", None),
    ("\u202erook", 1, "control character U+202E", None),
    ("\x1b[31mrook", 1, "control character U+001B", None),
    ("x" * 10_001, 1, "at most 10000 characters", None),
    ("(" * 51 + "rook" + ")" * 51, 51, "at most 50 deep", None),
    ("(" * 9_999, 51, "at most 50 deep", None),
]


@pytest.mark.parametrize(("text", "column", "message", "hint"), ERRORS, ids=[repr(row[0][:40]) for row in ERRORS])
def test_error_says_what_and_where(text: str, column: int, message: str, hint: str | None) -> None:
    with pytest.raises(QueryError) as caught:
        compile_query(text, VOCABULARY, ATTRIBUTES)
    assert caught.value.column == column
    assert message in caught.value.message
    assert hint is None or hint in (caught.value.hint or "")


@pytest.mark.parametrize("query", ["rank>hyper", "rank:normal..hyper", "r>=rare"])
def test_order_needs_a_vocabulary(query: str) -> None:
    with pytest.raises(QueryError, match="no order of"):
        compile_query(query)


def test_attribute_by_its_own_name_must_be_one_of_the_loaded_cards() -> None:
    with pytest.raises(QueryError, match="unknown field `power`"):
        compile_query("power>3", VOCABULARY)


def test_messages_never_repeat_a_long_word_whole() -> None:
    for text in ("x" * 9_000 + "=3", "t:" + "x" * 9_000, "level:" + "x" * 9_000, "kw:" + "x" * 9_000):
        with pytest.raises(QueryError) as caught:
            compile_query(text, VOCABULARY)
        assert len(caught.value.message) < 120


# --- large and hostile input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("(" * 50 + "rook" + ")" * 50, "R"),
        ("(rook)" * 60, "R"),
        ("-" * 9_990 + "rook", "R"),
        ("-" * 9_991 + "rook", "WBTL"),
        ("not " * 2_000 + "rook", "R"),
        ("rook or " * 1_200 + "law", "RL"),
        ("rook " * 2_000, "R"),
        ("level:" + "9|" * 4_000 + "3", "R"),
        ("t:" + "skill," * 1_500 + "item", "T"),
        ("x" * 10_000, ""),
        (" " * 10_000, "RWBTL"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_large_queries_are_answered(text: str, letters: str) -> None:
    assert found(text) == letters


COSTLY = [
    "(a+)+$",
    "(a*)*b",
    "(a|a)*b",
    "(a|aa)+$",
    "(.*a){20}",
    "(x+x+)+y",
    "a*a*a*a*b",
    ".*.*.*.*x",
    "a.*a.*a.*a.*b",
    "(?=(a+)+b)",
    "(?:(?:a?){9}){9}b",
    r"(a+)\1+b",
    "a{0,999}a{0,999}a{0,999}a{0,999}b",
    "a?" * 20 + "b",
    "(a|a)" * 30 + "b",
    "a{4000000000}",
    "a{99999999999999999999}",
    "(" * 60 + "a*" + ")*" * 60,
]


@pytest.mark.parametrize("pattern", COSTLY)
def test_pattern_that_could_hang_is_refused(pattern: str) -> None:
    with pytest.raises(QueryError, match="costly"):
        compile_query(f"text:/{pattern}/")


@pytest.mark.parametrize(
    "pattern",
    [
        r"draw (two|three|\d+) cards?",
        r"deal.*damage.*to",
        r"^[a-z]+ing\b",
        r"\bTP\b|\bCS\b",
        "(?:draw|discard) [0-9]{1,2}",
        r"\d+\s*damage",
        "colou?r",
        "(a|b)?(c|d)?",
    ],
)
def test_patterns_that_people_write_are_allowed(pattern: str) -> None:
    expected = re.search(pattern, "Deal 3 damage to a Character.", re.IGNORECASE) is not None
    assert compile_query(f"text:/{pattern}/")(BLAST) is expected


def text_card(text: str) -> Card:
    return Card("Long", "faroe", {"types": ["Skill"]}, (Printing("ST1", text=text),))


def test_pattern_refuses_a_text_on_which_it_could_hang() -> None:
    query = compile_query("text:/a*a*b/")
    assert query(text_card("a" * 400)) is False
    with pytest.raises(QueryError, match="too costly for a text of 50000 characters") as caught:
        query(text_card("a" * 50_000))
    assert caught.value.column == 7


def test_plain_pattern_searches_any_text() -> None:
    assert compile_query("text:/needle/")(text_card("hay " * 100_000 + "needle"))


# --- the compiled query ----------------------------------------------------------------------------------------


def test_call_remembers_and_matches_does_not() -> None:
    query = compile_query("level=3")
    card = Card("Changing", "faroe", {"level": 3})
    assert query(card)
    assert query.matches(card)
    card.fields["level"] = 4
    assert query(card)
    assert not query.matches(card)


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("rook level>=3 bold", ("rook", "bold"), "level>=3"),
        ('"dark rook" t:skill', ("dark rook",), "t:skill"),
        ("rook and law", ("rook", "law"), ""),
        ("-rook law", ("law",), "-rook"),
        ("!rook law|rook law", ("law",), "!rook law|rook"),
        ("(rook) law", ("law",), "(rook)"),
        ("rook or law", (), "rook or law"),
        ("t:skill not  e:fire rook", ("rook",), "t:skill not  e:fire"),
        ("", (), ""),
    ],
)
def test_words_and_the_query_without_them(text: str, words: tuple[str, ...], rest: str) -> None:
    query = compile_query(text)
    assert query.text == text
    assert query.words == words
    assert query.without_words().text == rest
    assert query.without_words().words == ()
    again = compile_query(rest)
    assert [query.without_words()(c) for c in CARDS.values()] == [again(c) for c in CARDS.values()]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("", set()),
        ("rook", {"name"}),
        ("lv>=3 (e:fire or -kw:aura)", {"level", "element", "keyword"}),
        ("agi>def", {"agi", "def"}),
        ("is:multitype has:rank", {"type", "rank"}),
        ("@Any-Name>attr.power", {"@any-name", "@power"}),
    ],
)
def test_fields_are_those_asked_for(text: str, fields: set[str]) -> None:
    assert compile_query(text).fields == fields


def test_fields_have_distinct_words_and_help() -> None:
    words = [word for name, field in FIELDS.items() for word in (name, *field.aliases)]
    assert len(words) == len(set(words))
    assert all(field.help for field in FIELDS.values())
    assert all(flag.help and flag.field in FIELDS for flag in FLAGS.values())


# --- keywords and field values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "keyword"),
    [
        ("Mythical", Keyword("Mythical")),
        ("mythical", Keyword("Mythical")),
        ("Aura 3", Keyword("Aura", 3)),
        ("Aura  3", Keyword("Aura", 3)),
        ("Aura -1", Keyword("Aura", -1)),
        ("Aura 1.5", Keyword("Aura", 1.5)),
        ("2 Poison Counters", Keyword("Poison Counter", 2)),
        ("1 Poison Counter", Keyword("Poison Counter", 1)),
        ("Raider Immune", Keyword("Immune", None, "Raider")),
        ("Fire, Storm Friendship 3", Keyword("Friendship", 3, "Fire, Storm")),
        ("Level Up: Rook", Keyword("Level Up", None, "Rook")),
        ("Level-Up: Rook", Keyword("Level Up", None, "Rook")),
        ("Level Up 2: Rook: Reborn", Keyword("Level Up", 2, "Rook: Reborn")),
        ("Made Up 4", Keyword("Made Up", 4)),
    ],
)
def test_keyword_is_taken_apart(printed: str, keyword: Keyword) -> None:
    assert parse_keyword(printed, VOCABULARY.keywords) == keyword


def test_keyword_that_ends_like_a_longer_one_is_another() -> None:
    vocabulary = Vocabulary(keywords=("Counter", "Poison Counter"))
    assert found("kw:counter", vocabulary) == ""
    assert found("kw:poison-counter", vocabulary) == "T"


def test_keyword_without_vocabulary_stays_whole() -> None:
    assert parse_keyword("Raider Immune") == Keyword("Raider Immune")
    assert parse_keyword("Fire, Storm Friendship 3") == Keyword("Fire, Storm Friendship", 3)


@pytest.mark.parametrize(
    ("card", "field", "values"),
    [
        (ROOK, "name", ["Rook"]),
        (ROOK, "Lv", [3]),
        (LAW, "level", []),
        (BLAST, "tp", [0]),
        (WING, "cost", [2]),
        (WING, "element", ["Fire", "Water"]),
        (BLAST, "element", []),
        (WING, "set", ["ST1", "ST2"]),
        (WING, "alias", ["Feather"]),
        (TONIC, "limit", [math.inf]),
        (TONIC, "style", ["Kick", "Fist"]),
        (TONIC, "keyword", ["Poison Counter", "Friendship"]),
        (TONIC, "keyword:friendship", ["Fire, Storm"]),
        (BLAST, "keyword", ["Immune"]),
        (BLAST, "kw:Immune", ["Raider"]),
        (WING, "keyword:Level Up", ["Rook, the Bold", "Wing"]),
        (WING, "keyword:level-up", ["Rook, the Bold", "Wing"]),
        (ROOK, "keyword:Level Up", []),
        (ROOK, "attr.power", [5]),
        (ROOK, "@any name", [4]),
        (ROOK, "tags", ["red", "blue"]),
        (ROOK, "unheard of", []),
    ],
)
def test_field_values(card: Card, field: str, values: list[object]) -> None:
    assert field_values(card, field, VOCABULARY) == values


@pytest.mark.parametrize(
    ("argument", "names"),
    [
        ("Rook+Wing", ["Rook+Wing"]),
        ("Rook and Wing", ["Rook and Wing"]),
        ("A, the Bold + B", ["A, the Bold", "B"]),
        ("A  +  B + C", ["A", "B", "C"]),
    ],
)
def test_names_are_parted_only_by_a_plus_between_spaces(argument: str, names: list[str]) -> None:
    card = Card("Climber", "faroe", {"keywords": [f"Level Up: {argument}"]})
    assert field_values(card, "keyword:Level Up", VOCABULARY) == names


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("level", True),
        ("LV", True),
        ("keyword:Level Up", True),
        ("keyword:", False),
        ("level:x", False),
        ("attr.anything", True),
        ("@", False),
        ("power", False),
        ("", False),
    ],
)
def test_is_known_field(name: str, known: bool) -> None:
    assert is_known_field(name) is known


def test_attribute_is_a_known_field_where_cards_have_it() -> None:
    assert is_known_field("any name", ATTRIBUTES)


# --- properties ------------------------------------------------------------------------------------------------

PIECES = """( ) - ! | , " / \\ : = != < <= > >= .. @ attr. or and not is has level lv agi def t e kw r rank set number
    name text limit skill fire null aura hyper rare 3 4.5 -1 rook a* [a (?: + ? {2}""".split()
QUERY_TEXTS = st.one_of(st.text(), st.lists(st.sampled_from([*PIECES, " ", " "]), max_size=20).map("".join))


def attempt(text: str) -> Query | QueryError:
    try:
        return compile_query(text, VOCABULARY, ATTRIBUTES)
    except QueryError as error:
        return error


@given(QUERY_TEXTS)
def test_any_text_compiles_or_says_where_not(text: str) -> None:
    query = attempt(text)
    if isinstance(query, QueryError):
        assert 1 <= query.column <= len(text) + 1
        return
    answers = [query.matches(card) for card in CARDS.values()]
    assert set(map(type, answers)) == {bool}
    words = [compile_query('"' + re.sub(r'(["\\])', r"\\\1", word) + '"') for word in query.words]
    rest = compile_query(query.without_words().text, VOCABULARY, ATTRIBUTES)
    assert answers == [rest(card) and all(word(card) for word in words) for card in CARDS.values()]


ATOMS = {
    "t:skill": "BT",
    "e:fire": "RW",
    "level>=5": "W",
    "rook": "R",
    "is:null": "BL",
    '!"law"': "L",
    "kw:aura=3": "R",
}
Node = tuple[Any, ...]
LEAVES = st.sampled_from(sorted(ATOMS)).map(lambda atom: ("atom", atom))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.just("not"), st.sampled_from(["-", "not ", "NOT  "]), inner),
        st.tuples(st.just("and"), st.sampled_from([" ", " and ", "  AND "]), st.lists(inner, min_size=2, max_size=3)),
        st.tuples(st.just("or"), st.sampled_from([" or ", "  OR "]), st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=8,
)
BINDING = {"or": 0, "and": 1, "not": 2, "atom": 3}


def written(node: Node, within: int = 0) -> str:
    """The tree as a query, with parentheses only where precedence needs them."""
    kind = node[0]
    if kind == "atom":
        return str(node[1])
    if kind == "not":
        return str(node[1]) + written(node[2], BINDING["not"])
    text = str(node[1]).join(written(child, BINDING[kind]) for child in node[2])
    return f"({text})" if BINDING[kind] < within else text


def plainly(node: Node) -> set[str]:
    if node[0] == "atom":
        return set(ATOMS[node[1]])
    if node[0] == "not":
        return set(CARDS) - plainly(node[2])
    join = set.intersection if node[0] == "and" else set.union
    return join(*map(plainly, node[2]))


@given(TREES)
def test_structure_agrees_with_plain_sets(tree: Node) -> None:
    assert set(found(written(tree))) == plainly(tree)


# --- the shipped cards, with the queries of the shipped rulesets -----------------------------------------------

Raw = dict[str, Any]
PLAIN: dict[str, Callable[[Raw], bool]] = {
    "t:character": lambda card: "Character" in card["types"],
    "t=character": lambda card: card["types"] == ["Character"],
    "t:legend": lambda card: "Legend" in card["types"],
    't:"world rule"': lambda card: "World Rule" in card["types"],
    't:"world rule" or kw=raider': lambda card: "World Rule" in card["types"] or "Raider" in card.get("keywords", ()),
    "t:character -kw=raider": lambda card: "Character" in card["types"] and "Raider" not in card.get("keywords", ()),
    "t:ability or t:token": lambda card: not {"Ability", "Token"}.isdisjoint(card["types"]),
    "kw=raider": lambda card: "Raider" in card.get("keywords", ()),
    "kw=mythical": lambda card: "Mythical" in card.get("keywords", ()),
    'kw="level up"': lambda card: any(k.startswith("Level Up:") for k in card.get("keywords", ())),
    "kw=level-up": lambda card: any(k.startswith("Level-Up:") for k in card.get("keywords", ())),
    "is:unique": lambda card: "unique_to" in card,
    "tp>10": lambda card: card.get("cost", {}).get("tp", 0) > 10,
    "cs>6": lambda card: card.get("cost", {}).get("cs", 0) > 6,
    "r>=rare rank>hyper": lambda card: (
        card.get("rarity") in ("Rare", "Super Rare", "Ultra Rare", "Omega Rare")
        and card.get("rank") in ("Ultra", "Devastation", "Legendary")
    ),
    "e=fire,water or e:null": lambda card: sorted(card.get("elements", ())) in (["Fire", "Water"], []),
}
USES = [
    ("fade", "fade/starter.json", ["t:character", 't:"world rule"', "kw=raider", "kw=mythical", 'kw="level up"']),
    ("fade", "fade/starter.json", ['t:"world rule" or kw=raider', "t:character -kw=raider", "r>=rare rank>hyper"]),
    ("fade-3.4", "fade/starter-3.4.json", ["kw=raider", "kw=mythical", 'kw="level up"', "t:character -kw=raider"]),
    ("faroe", "faroe/starter.json", ["t:character", "t=character", "t:legend", "kw=mythical", "kw=level-up"]),
    ("faroe-legend", "faroe/starter.json", ["is:unique", "t:legend", "e=fire,water or e:null"]),
    ("voidbreakers", "arena/starter.json", ["t:ability or t:token"]),
]
BOUNDS = [("faroe", "faroe/starter.json", ["tp>10"]), ("fade-3.4", "fade/starter-3.4.json", ["cs>6"])]


@pytest.fixture(scope="module")
def shipped() -> CardDB:
    return load_cards([resources.shipped_cards()])


@pytest.mark.parametrize(("ruleset", "file", "query"), [(r, f, q) for r, f, qs in USES + BOUNDS for q in qs])
def test_queries_of_rulesets_on_shipped_cards(shipped: CardDB, ruleset: str, file: str, query: str) -> None:
    data = json.loads((resources.shipped_cards() / file).read_text(encoding="utf-8"))
    fits = compile_query(query, load_ruleset(ruleset).vocabulary)
    cards = shipped.game(data["game"])
    names = [card.name for card in cards if any(p.set == data["set"] for p in card.printings) and fits(card)]
    expected = [raw["name"] for raw in data["cards"] if PLAIN[query](raw)]
    assert sorted(names) == sorted(expected)
    assert query in ("tp>10", "cs>6") or 0 < len(names) < len(data["cards"])
