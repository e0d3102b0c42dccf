"""Card files: what is accepted, what is refused and in which words, and the compiled cache."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fade_deck import cache, carddb
from fade_deck.carddb import load_cards
from fade_deck.errors import CardDataError, InputError

GOOD: dict[str, Any] = {"name": "Rook", "types": ["Character"], "level": 3}


def write(path: Path, *cards: dict[str, Any], **head: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"game": "g", "set": "AAA", "cards": cards, **head}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ({"name": "Rook", "types": ["A"], "levle": 3}, ["card 1 (`Rook`)", "unknown key `levle`", "`level`"]),
        ({"name": "Rook", "types": ["A"], "level": "3"}, ["card 1 (`Rook`)", "`level`"]),
        ({"name": "Rook", "types": ["A"], "level": True}, ["card 1 (`Rook`)", "`level`"]),
        ({"name": "Rook", "types": []}, ["card 1 (`Rook`): `types`: must not be empty"]),
        ({"name": "Rook", "types": ["A", ""]}, ["card 1 (`Rook`): `types`: item 2 must not be empty"]),
        ({"name": "Rook"}, ["card 1 (`Rook`)", "`types` is missing"]),
        ({"types": ["A"]}, ["card 1", "`name` is missing"]),
        ({"name": "  ", "types": ["A"]}, ["card 1: `name`: must not be empty"]),
        ({"name": "Rook", "types": ["A"], "level": -1}, ["`level`: must be a whole number from 0"]),
        ({"name": "Rook", "types": ["A"], "level": 10**7}, ["`level`: must be a whole number up to 999999"]),
        ({"name": "Rook", "types": ["A"], "copy_limit": -1}, ['`copy_limit`: must be a whole number from 0, or "any"']),
        (
            {"name": "Rook", "types": ["A"], "attributes": {"x": 10.5**15}},
            ["`x`: must be a whole number, or a number up"],
        ),
        ({"name": "Rook", "types": ["A"], "attributes": {"x": [1]}}, ["`x`: item 1 must be text in quotes"]),
        ({"name": "Rook", "types": ["A"], "attributes": {"": 1}}, ["a key of `attributes`: must not be empty"]),
        (
            {"name": "Rook", "types": ["A"], "copy_limit": "many"},
            ["card 1 (`Rook`)", '`copy_limit`: must be a whole number, or "any"'],
        ),
        ({"name": "Rook", "types": ["A"], "cost": {"mana": 1}}, ["card 1 (`Rook`)", "unknown key `mana`"]),
        (
            {"name": "Rook", "types": ["A"], "attributes": {"x": {"y": 1}}},
            ["card 1 (`Rook`)", "`x`: must be a whole number, or"],
        ),
    ],
)
def test_wrong_cards_are_named_with_file_card_and_key(tmp_path: Path, card: dict[str, Any], said: list[str]) -> None:
    path = write(tmp_path / "cards.json", card)
    with pytest.raises(CardDataError) as error:
        load_cards([path])
    assert str(path) in str(error.value)
    for words in said:
        assert words in f"{error.value}; {error.value.hint}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[]", "json: the file must be an object with `game`, `set` and `cards`"),
        ('{"set": "A", "cards": []}', "`game` is missing"),
        ('{"game": "g", "cards": []}', "`set` is missing"),
        ('{"game": "g", "set": "A"}', "`cards` is missing"),
        ('{"game": "g", "set": "A", "cards": [], "card": 1}', "unknown key `card`"),
        ('{"schema": 2, "game": "g", "set": "A", "cards": []}', "`schema`: must be 1"),
        ("[" * 100_000, ""),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text)
    with pytest.raises(CardDataError) as error:
        load_cards([path])
    assert said in str(error.value)
    assert error.value.exit_code == 3


def test_a_name_twice_in_one_file(tmp_path: Path) -> None:
    path = write(tmp_path / "cards.json", GOOD, {"name": "Wing", "types": ["A"]}, GOOD)
    with pytest.raises(CardDataError, match="`Rook` stands twice in one file: cards 1 and 3"):
        load_cards([path])


def test_a_reprint_is_one_card_with_two_printings(tmp_path: Path) -> None:
    one = write(tmp_path / "1.json", GOOD | {"number": "7", "rarity": "Rare", "artist": "Ada"})
    two = write(tmp_path / "2.json", GOOD | {"number": "9", "rarity": "Common", "aliases": ["Rk"]}, set="BBB")
    cards = load_cards([one, two]).game("g")
    card = cards.exact("Rook")
    assert card is not None
    assert len(cards) == 1
    assert [(p.set, p.number, p.rarity) for p in card.printings] == [("AAA", "7", "Rare"), ("BBB", "9", "Common")]
    assert cards.lookup("rk")[0].cards == (card,)


@pytest.mark.parametrize("key", ["level", "types", "keywords", "copy_limit", "attributes"])
def test_printings_that_disagree_on_what_rules_read(tmp_path: Path, key: str) -> None:
    other = {"level": 4, "types": ["Skill"], "keywords": ["Mythical"], "copy_limit": 2, "attributes": {"x": 1}}[key]
    one, two = write(tmp_path / "1.json", GOOD), write(tmp_path / "2.json", GOOD | {key: other}, set="BBB")
    with pytest.raises(CardDataError) as error:
        load_cards([one, two])
    for words in (str(one), str(two), f"`{key}`", "`Rook`"):
        assert words in str(error.value)


def test_a_name_in_two_games_is_two_cards(tmp_path: Path) -> None:
    db = load_cards([write(tmp_path / "1.json", GOOD), write(tmp_path / "2.json", GOOD | {"level": 9}, game="h")])
    levels = [db.game(game).exact("Rook") for game in ("g", "h")]
    assert [card and card.fields["level"] for card in levels] == [3, 9]


def test_names_resolve_exactly_by_alias_or_folded(tmp_path: Path) -> None:
    cards = load_cards(
        [write(tmp_path / "c.json", {"name": "Éowyn's Łance", "types": ["A"], "aliases": ["The Lance"]}, GOOD)]
    ).game("g")
    assert [m.tier for m in cards.lookup("Éowyn's Łance")] == ["exact", "folded"]
    assert cards.lookup("E\u0301owyn's  Łance")[0].tier == "exact", "composed or not, it is one name"
    assert [m.tier for m in cards.lookup("eowyns lance")] == ["folded"]
    assert [m.tier for m in cards.lookup("THE LANCE")] == ["alias"]
    assert cards.lookup("eowyns lanc") == ()


def test_folders_are_searched_and_missing_paths_named(tmp_path: Path) -> None:
    write(tmp_path / "sets" / "deep" / "c.json", GOOD)
    assert len(load_cards([tmp_path / "sets"]).game("g")) == 1
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "empty", tmp_path / "none.json"):
        with pytest.raises(InputError, match=path.name):
            load_cards([path])


def test_only_asked_for_cards_are_built(tmp_path: Path) -> None:
    path = write(tmp_path / "c.json", *({"name": f"Card {i}", "types": ["A"]} for i in range(3000)))
    cards = load_cards([path]).game("g")
    for i in range(40):
        assert cards.exact(f"Card {i}")
    assert len(cards._cards) == 40


# --- the cache -------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FADE_DECK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def count_builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    built: list[int] = []
    real = carddb._build

    def build(connection: sqlite3.Connection, files: Any) -> None:
        built.append(1)
        real(connection, files)

    monkeypatch.setattr(carddb, "_build", build)
    return built


def test_cache_is_used_until_the_content_changes(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = count_builds(monkeypatch)
    path = write(tmp_path / "c.json", GOOD)
    assert load_cards([path]).game("g").exact("Rook")
    assert load_cards([path]).game("g").exact("Rook")
    assert len(built) == 1
    write(tmp_path / "c.json", GOOD | {"name": "Wing"})
    cards = load_cards([path]).game("g")
    assert (len(built), cards.exact("Rook")) == (2, None)
    assert cards.exact("Wing")


def test_another_version_of_the_code_has_another_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.digest([b"x"])
    monkeypatch.setattr(cache, "__version__", "99")
    assert cache.digest([b"x"]) != before


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "not a database": lambda _: b"not a database",
    "cut": lambda whole: whole[: len(whole) // 2],
    "a page of zeros": lambda whole: whole[:4200] + bytes(4096) + whole[8296:],
    "one level changed": lambda whole: whole.replace(b'"level": 3', b'"level": 4'),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=list(DAMAGES))
def test_a_damaged_cache_is_made_again_in_silence(
    tmp_path: Path, folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = write(tmp_path / "c.json", GOOD)
    load_cards([path])
    (kept,) = folder.glob("cards-*.cache")
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    assert kept.read_bytes() != whole
    card = load_cards([path]).game("g").exact("Rook")
    assert card is not None
    assert card.fields["level"] == 3
    assert kept.read_bytes() == whole


def test_no_half_written_cache_is_left(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    assert load_cards([write(tmp_path / "c.json", GOOD)]).game("g").exact("Rook")
    assert list(folder.iterdir()) == []
