"""The shipped starter sets: complete, well formed, at home in their edition's vocabulary, and labelled as invented."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

from fade_deck.carddb import CardDB, load_cards
from fade_deck.decklists import read_text
from fade_deck.keywords import Keyword, parse_keyword
from fade_deck.linter import Linter
from fade_deck.models import Finding
from fade_deck.resources import shipped_cards, shipped_rulesets
from fade_deck.ruleset import load_ruleset
from fade_deck.text import fold

Raw = dict[str, Any]


class Edition(NamedTuple):
    file: str
    code: str
    ruleset: str
    least: int
    level_up: str = "Level Up"


FDE = Edition("fade/starter.json", "FDE", "fade", 120)
F34 = Edition("fade/starter-3.4.json", "F34", "fade-3.4", 100)
FST = Edition("faroe/starter.json", "FST", "faroe", 140, "Level-Up")
ARN = Edition("arena/starter.json", "ARN", "arsenal", 12 + 12 * 7 + 5 * 20 + 10 + 1)
EDITIONS = (FDE, F34, FST, ARN)
TRADING = (FDE, F34, FST)  # with levels, ranks, elements and costs; the arena game has none of them

COMMON = set("name number types keywords rarity text flavor artist aliases".split())
PLAYED = COMMON | set("elements level rank cost hp plv copy_limit".split())
KEYS = {
    FDE: PLAYED,
    F34: PLAYED | {"def", "agi"},
    FST: PLAYED | {"archetypes", "unique_to"},
    ARN: COMMON | set("styles fighter attack health actions".split()),
}
RANKED = {"Skill", "Reaction", "Item", "Augment"}
FREE = {"Zone", "World Rule", "Legend"}


@cache
def card_file(edition: Edition) -> Raw:
    data: Raw = json.loads((shipped_cards() / edition.file).read_text(encoding="utf-8"))
    return data


def cards(edition: Edition, *types: str) -> list[Raw]:
    """The cards of a set; with types, those that have one of them."""
    found: list[Raw] = card_file(edition)["cards"]
    return [card for card in found if not types or set(types) & set(card["types"])]


def names(*editions: Edition) -> set[str]:
    return {card["name"] for edition in editions for card in cards(edition)}


@cache
def vocabulary(edition: Edition) -> Raw:
    words: Raw = tomllib.loads((shipped_rulesets() / f"{edition.ruleset}.toml").read_text(encoding="utf-8"))
    return words["vocabulary"]  # type: ignore[no-any-return]


@cache
def keyword_names(edition: Edition) -> tuple[str, ...]:
    return tuple(keyword["name"] for keyword in vocabulary(edition)["keywords"])


def parsed(edition: Edition, card: Raw) -> list[Keyword]:
    return [parse_keyword(text, keyword_names(edition)) for text in card.get("keywords", ())]


def has_keyword(edition: Edition, card: Raw, name: str) -> bool:
    return any(keyword.name == name for keyword in parsed(edition, card))


@cache
def shipped() -> CardDB:
    return load_cards([shipped_cards()])


every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: e.code)
every_trading_edition = pytest.mark.parametrize("edition", TRADING, ids=lambda e: e.code)


# --- the files ---------------------------------------------------------------------------------------------


@every_edition
def test_set_is_large_enough(edition: Edition) -> None:
    assert len(cards(edition)) >= edition.least


@every_edition
def test_file_says_that_its_cards_are_invented(edition: Edition) -> None:
    data = card_file(edition)
    assert data["set"] == edition.code
    assert "invented by fade-deck" in data["name"]
    assert re.fullmatch(r"\d+\.\d+", data["version"])
    assert {card["artist"] for card in cards(edition)} == {"fade-deck"}


@every_edition
def test_numbers_run_without_gap_or_repeat(edition: Edition) -> None:
    assert [card["number"] for card in cards(edition)] == [f"{n:03}" for n in range(1, len(cards(edition)) + 1)]


@every_edition
def test_cards_only_have_what_their_edition_prints(edition: Edition) -> None:
    assert {key for card in cards(edition) for key in card} <= KEYS[edition]


@every_edition
def test_every_card_has_text_and_rarity(edition: Edition) -> None:
    assert [card["name"] for card in cards(edition) if not card.get("text") or not card.get("rarity")] == []


@every_edition
def test_no_two_texts_differ_only_in_number_element_or_name(edition: Edition) -> None:
    def stamp(card: Raw) -> str:
        text = card["text"].replace(card["name"], "~")
        for element in vocabulary(edition).get("elements", ()):
            text = re.sub(rf"\b{element}\b", "*", text)
        return re.sub(r"\d+", "#", text)

    texts = Counter(stamp(card) for card in cards(edition))
    assert [text for text, count in texts.items() if count > 1] == []


# --- the vocabulary ----------------------------------------------------------------------------------------


@every_edition
def test_every_type_and_rarity_occurs_and_no_other(edition: Edition) -> None:
    assert {t for card in cards(edition) for t in card["types"]} == set(vocabulary(edition)["types"])
    assert {card["rarity"] for card in cards(edition)} == set(vocabulary(edition)["rarities"])


@every_trading_edition
def test_every_element_and_rank_occurs_and_no_other(edition: Edition) -> None:
    assert {e for card in cards(edition) for e in card.get("elements", ())} == set(vocabulary(edition)["elements"])
    assert {card["rank"] for card in cards(edition) if "rank" in card} == set(vocabulary(edition)["ranks"])
    assert any("elements" not in card for card in cards(edition)), "a Null-type card"


@every_edition
def test_every_keyword_of_the_edition_occurs_and_no_other(edition: Edition) -> None:
    used = {keyword.name for card in cards(edition) for keyword in parsed(edition, card)}
    assert used == set(keyword_names(edition))


COST = re.compile(r"\d+ (?:TP|CS)")
TARGET = re.compile(r"(?:[\w ]+ )?(?:Character|Player|Legend)")


def is_argument(edition: Edition, kind: str, argument: str) -> bool:
    """Whether this is what the vocabulary's kind of value looks like. Signature alone may have a cost for a trigger."""
    parts = argument.split(", ")
    fits = {
        "elements": 1 <= len(parts) <= 2 and set(parts) <= set(vocabulary(edition).get("elements", ())),
        "directions": len(parts) == len(set(parts)) and set(parts) <= {"Up", "Down", "Left", "Right"},
        "cost": COST.fullmatch(argument) is not None,
        "trigger": argument.startswith("when "),
        "target": TARGET.fullmatch(argument) is not None,
        "names": set(argument.split(" + ")) <= names(edition),
        "effect": argument[:1].isalpha(),
    }
    return fits[kind]


def keyword_faults(edition: Edition, text: str) -> list[str]:
    """What is wrong with a printed keyword: its spelling against the form, its values against their kinds."""
    keyword = parse_keyword(text, keyword_names(edition))
    entry = next((k for k in vocabulary(edition)["keywords"] if k["name"] == keyword.name), None)
    if entry is None:
        return ["not in the vocabulary"]
    kinds = [entry["value"]] if isinstance(entry["value"], str) else list(entry["value"])
    form = re.sub(r"<[^>]+>", "(.+)", re.escape(entry["form"]).replace(re.escape("<number>"), r"(\d+)"))
    faults = [] if re.fullmatch(form, text) else [f"not written as {entry['form']}"]
    if (keyword.number is not None) != ("number" in kinds) or (keyword.number or 1) < 1:
        faults.append(f"number {keyword.number}")
    wanted = [kind for kind in kinds if kind not in ("none", "number")]
    if (keyword.argument is not None) != bool(wanted):
        return [*faults, f"argument {keyword.argument}"]
    if keyword.name == "Signature" and COST.fullmatch(keyword.argument or ""):
        return faults
    return faults + [f"no {kind}" for kind in wanted if not is_argument(edition, kind, keyword.argument or "")]


@every_edition
def test_every_keyword_has_the_value_that_the_vocabulary_says(edition: Edition) -> None:
    faults = {
        f"{card['name']}: {text}": found
        for card in cards(edition)
        for text in card.get("keywords", ())
        if (found := keyword_faults(edition, text))
    }
    assert faults == {}


@pytest.mark.parametrize(
    "text",
    ["Aura", "Aura three", "Flash 2", "Blindness", "Level Up: Nobody", "Replay: two", "Moon Mastery", "Stun", "Equip"],
)
def test_a_wrong_keyword_would_be_noticed(text: str) -> None:
    assert keyword_faults(FDE, text)


@pytest.mark.parametrize("edition", [FDE, F34], ids=lambda e: e.code)
def test_synchronize_asks_for_no_more_cards_than_sides(edition: Edition) -> None:
    found = [k for card in cards(edition) for k in parsed(edition, card) if k.name == "Synchronize"]
    assert all((k.number or 0) <= len((k.argument or "").split(", ")) for k in found)


@every_trading_edition
def test_level_up_starts_from_weaker_characters(edition: Edition) -> None:
    levels = {card["name"]: card["level"] for card in cards(edition, "Character")}
    steps = [
        (card["level"], levels[base])
        for card in cards(edition)
        for keyword in parsed(edition, card)
        if keyword.name == edition.level_up
        for base in (keyword.argument or "").split(" + ")
    ]
    assert steps
    assert all(own > base for own, base in steps)


# --- shapes ------------------------------------------------------------------------------------------------


@every_trading_edition
def test_characters_have_level_hp_and_plv_and_nothing_else_has_a_level(edition: Edition) -> None:
    characters = cards(edition, "Character")
    assert all({"level", "hp", "plv"} <= card.keys() for card in characters)
    assert all(1 <= card["level"] <= 100 for card in characters)
    assert [card["name"] for card in cards(edition) if "level" in card and card not in characters] == []


@every_trading_edition
def test_skills_reactions_items_and_augments_have_a_rank_and_nothing_else_has(edition: Edition) -> None:
    assert [c["name"] for c in cards(edition) if ("rank" in c) != bool(RANKED & set(c["types"]))] == []


@every_trading_edition
def test_at_most_two_different_elements(edition: Edition) -> None:
    for card in cards(edition):
        elements = card.get("elements", ["Null"])
        assert 1 <= len(elements) <= 2, card["name"]
        assert len(set(elements)) == len(elements), card["name"]


@every_trading_edition
def test_zones_world_rules_and_legends_cost_nothing_and_all_else_does(edition: Edition) -> None:
    for card in cards(edition):
        if not has_keyword(edition, card, "Raider"):  # never played, so that a cost says nothing
            assert ("cost" in card) != bool(FREE & set(card["types"])), card["name"]


@every_trading_edition
def test_costs_are_in_the_unit_of_the_edition(edition: Edition) -> None:
    for card in cards(edition):
        unit = "cs" if edition is F34 and "Character" in card["types"] else "tp"
        assert list(card.get("cost", {unit: 0})) == [unit], card["name"]


@pytest.mark.parametrize("edition", [FDE, F34], ids=lambda e: e.code)
def test_raiders_are_characters(edition: Edition) -> None:
    raiders = [card for card in cards(edition) if has_keyword(edition, card, "Raider")]
    assert raiders
    assert all(card["types"] == ["Character"] for card in raiders)


def test_fade_cards_have_one_type() -> None:
    assert all(len(card["types"]) == 1 for edition in (FDE, F34) for card in cards(edition))


def test_v34_characters_have_def_and_agi() -> None:
    assert all({"def", "agi"} <= card.keys() for card in cards(F34, "Character"))


# --- what each game asks for -------------------------------------------------------------------------------


def test_faroe_has_cards_of_several_supertypes() -> None:
    several = [card for card in cards(FST) if len(card["types"]) > 1]
    assert len(several) >= 12
    assert all(len(set(card["types"])) == len(card["types"]) for card in several)


def test_faroe_has_three_legends_with_unique_cards_of_their_own() -> None:
    legends = {card["name"] for card in cards(FST, "Legend")}
    unique = Counter(card["unique_to"] for card in cards(FST) if "unique_to" in card)
    assert len(legends) == 3
    assert set(unique) == legends
    assert min(unique.values()) >= 8
    assert not any("unique_to" in card for card in cards(FST, "Legend"))


def test_arena_has_twelve_fighters_with_seven_abilities_each() -> None:
    fighters = {card["name"] for card in cards(ARN, "Fighter")}
    assert len(fighters) == 12
    assert Counter(card["fighter"] for card in cards(ARN, "Ability")) == dict.fromkeys(fighters, 7)


def test_arena_has_five_styles_with_twenty_supports_each() -> None:
    styles = {style for card in cards(ARN, "Fighter") for style in card["styles"]}
    supports = Counter(style for card in cards(ARN, "Support") for style in card["styles"])
    assert len(styles) == 5
    assert set(supports) == styles
    assert min(supports.values()) >= 20


def test_arena_has_minions_and_tokens() -> None:
    assert len(cards(ARN, "Minion")) == 10
    tokens = cards(ARN, "Token")
    assert tokens
    assert {card["fighter"] for card in tokens} <= {card["name"] for card in cards(ARN, "Fighter")}


def test_arena_cards_say_what_their_type_needs() -> None:
    fights = {"attack", "health", "actions"}
    needs = {"Fighter": fights | {"styles"}, "Minion": fights, "Support": {"styles"}, "Ability": {"fighter"}}
    for card in cards(ARN):
        assert needs.get(card["types"][0], {"fighter"}) <= card.keys(), card["name"]
        assert ("styles" in card) == (card["types"][0] in ("Fighter", "Support")), card["name"]


# --- names, aliases, limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("editions", [(FDE, F34), (FST,), (ARN,)], ids=["fade", "faroe", "arena"])
def test_names_are_as_awkward_as_real_ones(editions: tuple[Edition, ...]) -> None:
    assert any(not name.isascii() for name in names(*editions))
    assert any("'" in name for name in names(*editions))
    assert any("aliases" in card for edition in editions for card in cards(edition))


@pytest.mark.parametrize("editions", [(FDE, F34), (FST,), (ARN,)], ids=["fade", "faroe", "arena"])
def test_no_name_or_alias_hides_another_card_of_its_game(editions: tuple[Edition, ...]) -> None:
    """Names are distinct even when folded, over both editions of F.A.D.E.: both are loaded together."""
    every = [card for edition in editions for card in cards(edition)]
    owner = {fold(card["name"]): card["name"] for card in every}
    assert len(owner) == len(every)
    assert [alias for card in every for alias in card.get("aliases", ()) if fold(alias) in owner] == []


SHARED = {
    (FDE, "Odile"): ["Odile, Crane Hand", "Odile, Queen of Cranes", "Odile, Shift Boss"],
    (FDE, "Imre"): ["Captain Imre Vadas", "Constable Imre Vadas"],
    (F34, "Vow"): ["Vow of Silence", "Vow of Stone"],
    (FST, "Maren"): ["Maren Holt, Weir Captain", "Maren of the Low Gate"],
    (FST, "Tamsin"): ["Tamsin Clay-Hands", "Tamsin, Kiln Master"],
}


def findings(ruleset: str, line: str) -> list[Finding]:
    report = Linter(load_ruleset(ruleset), shipped()).lint(read_text(f"Deck\n{line}\n"))
    return [f for f in report.findings if f.lines == [2]]


@pytest.mark.parametrize(("edition", "alias"), SHARED, ids=lambda part: part if isinstance(part, str) else part.code)
def test_a_shared_alias_is_ambiguous(edition: Edition, alias: str) -> None:
    found = [f for f in findings(edition.ruleset, f"2 {alias}") if f.rule == "ambiguous-card"]
    assert [sorted(f.suggestions) for f in found] == [SHARED[edition, alias]]


def test_aliases_are_shared_on_purpose_only() -> None:
    games: dict[tuple[str, str], set[Edition]] = {}
    count: Counter[tuple[str, str]] = Counter()
    for edition in EDITIONS:
        for card in cards(edition):
            for alias in card.get("aliases", ()):
                key = (card_file(edition)["game"], fold(alias))
                games.setdefault(key, set()).add(edition)
                count[key] += 1
    shared = {(edition, key[1]) for key, n in count.items() if n > 1 for edition in games[key]}
    assert shared == {(edition, fold(alias)) for edition, alias in SHARED}


@every_trading_edition
def test_some_cards_print_a_copy_limit_and_their_text_says_so(edition: Edition) -> None:
    limits = {card["name"]: card["copy_limit"] for card in cards(edition) if "copy_limit" in card}
    assert "any" in limits.values()
    assert any(isinstance(limit, int) for limit in limits.values())
    for card in cards(edition):
        limit = card.get("copy_limit")
        words = {"any": "any number of", 1: "1 copy|one copy"}.get(limit, f"{limit} copies")
        assert limit is None or re.search(words, card["text"]), card["name"]


# --- through the real loader -------------------------------------------------------------------------------


def test_all_sets_load_together() -> None:
    loaded = {(info.game, info.code): info.cards for info in shipped().sets()}
    assert loaded == {(card_file(e)["game"], e.code): len(cards(e)) for e in EDITIONS}


@every_edition
def test_every_card_is_found_by_its_name_in_its_set(edition: Edition) -> None:
    game = shipped().game(card_file(edition)["game"])
    for raw in cards(edition):
        card = game.exact(raw["name"])
        assert card is not None
        assert [(p.set, p.number) for p in card.printings] == [(edition.code, raw["number"])]


def test_what_a_character_costs_tells_the_editions_of_fade_apart() -> None:
    """Both editions share a game: the unit of a Character's cost is what a ruleset can go by, set codes aside."""
    ruleset = load_ruleset("fade")
    in_slots, in_points = ruleset.query("t:character cs>=0"), ruleset.query("t:character tp>=0")
    fade = list(shipped().game("fade"))
    assert {card.name for card in fade if in_slots(card)} == {card["name"] for card in cards(F34, "Character")}
    played = {card["name"] for card in cards(FDE, "Character") if not has_keyword(FDE, card, "Raider")}
    assert {card.name for card in fade if in_points(card)} == played
