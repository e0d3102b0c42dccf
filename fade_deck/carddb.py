"""Card files -> CardDB: cards by exact name, alias and folded name, from JSON once and from the cache afterwards.

Loading builds no cards. A name that is asked for is looked up in the compiled database and its card built then, so
that 30,000 cards cost a deck of 40 only its own 40.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fade_deck import cache
from fade_deck.errors import CardDataError, InputError
from fade_deck.files import is_dir
from fade_deck.resources import shipped_cards
from fade_deck.text import fold, squash

if TYPE_CHECKING:
    from fade_deck.models import Card
    from fade_deck.ranking import NameIndex

Tier = Literal["exact", "alias", "folded"]
_TIERS: tuple[Tier, ...] = ("exact", "alias", "folded")
_PRINTED = ("set", "number", "rarity", "artist", "flavor", "image", "text")
MAX_CARD_FILE = 100_000_000


class Match(NamedTuple):
    """The cards that a text names, and how: more than one card means that it is ambiguous."""

    tier: Tier
    cards: tuple[Card, ...]


class SetInfo(NamedTuple):
    """A loaded set."""

    game: str
    code: str
    name: str
    version: str
    path: str
    cards: int


class GameCards:
    """The cards of one game. Remembers each name it was asked for."""

    def __init__(self, connection: sqlite3.Connection, game: str) -> None:
        self.game = game
        self._connection = connection
        self._exact: dict[str, Card | None] = {}
        self._names: dict[str, tuple[Match, ...]] = {}
        self._cards: dict[int, Card] = {}
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (f"game:{game}",)).fetchone()
        about = json.loads(row[0]) if row else {"attributes": [], "colons": []}
        self.attributes: list[str] = about["attributes"]
        self.colons: frozenset[str] = frozenset(about["colons"])
        """The names with a colon: the only ones that a line `Key: value` can be."""

    def exact(self, name: str) -> Card | None:
        """The card of exactly this name."""
        if name not in self._exact:
            cards = self._tier(0, squash(name))
            self._exact[name] = cards[0] if cards else None
        return self._exact[name]

    def lookup(self, name: str) -> tuple[Match, ...]:
        """What a text names, best tier first: its exact name, an alias, or a name that folds to the same."""
        found = self._names.get(name)
        if found is None:
            tiers = ((0, squash(name)), (1, fold(squash(name))), (2, fold(squash(name))))
            matches = ((tier, self._tier(tier, key)) for tier, key in tiers)
            found = self._names[name] = tuple(Match(_TIERS[tier], cards) for tier, cards in matches if cards)
        return found

    def _tier(self, tier: int, key: str) -> tuple[Card, ...]:
        sql = "SELECT card FROM names WHERE game = ? AND tier = ? AND key = ? ORDER BY card"
        try:
            return tuple(self._card(row[0]) for row in self._connection.execute(sql, (self.game, tier, key)))
        except UnicodeEncodeError:  # bytes of a command line that are no text name no card
            return ()

    def _card(self, number: int) -> Card:
        card = self._cards.get(number)
        if card is None:
            data = self._connection.execute("SELECT data FROM cards WHERE id = ?", (number,)).fetchone()[0]
            card = self._cards[number] = _thaw(self.game, json.loads(data))
        return card

    def seen(self) -> list[Card]:
        """The cards that were asked for so far."""
        return list(self._cards.values())

    def __iter__(self) -> Iterator[Card]:
        """All cards of the game, by name."""
        rows = self._connection.execute("SELECT id FROM cards WHERE game = ? ORDER BY name, id", (self.game,))
        return (self._card(row[0]) for row in rows.fetchall())

    def __len__(self) -> int:
        row = self._connection.execute("SELECT count(*) FROM cards WHERE game = ?", (self.game,)).fetchone()
        return int(row[0])

    def names(self) -> list[str]:
        """All card names of the game, sorted, without building cards."""
        rows = self._connection.execute("SELECT name FROM cards WHERE game = ? ORDER BY name, id", (self.game,))
        return [row[0] for row in rows]

    @cached_property
    def index(self) -> NameIndex:
        """The names and aliases, ready to be ranked by likeness; its positions are those of `names`."""
        from fade_deck.ranking import NameIndex

        row = self._connection.execute("SELECT data FROM indexes WHERE game = ?", (self.game,)).fetchone()
        return NameIndex.from_bytes(row[0]) if row else NameIndex.build([])

    def aliases(self) -> list[tuple[str, str]]:
        """All (alias, card name) pairs of the game."""
        return self._connection.execute(
            "SELECT spelt, name FROM aliases JOIN cards ON cards.id = aliases.card WHERE game = ? ORDER BY spelt",
            (self.game,),
        ).fetchall()


class CardDB:
    """A handle on all loaded cards; hold on to it, there is no global one."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._games: dict[str, GameCards] = {}

    def game(self, game: str) -> GameCards:
        """The cards of one game; empty for a game of which no set is loaded."""
        if game not in self._games:
            self._games[game] = GameCards(self._connection, game)
        return self._games[game]

    def names_from(self, beginning: str, limit: int) -> list[str]:
        """The names of all games that begin so, whatever the case of ASCII letters, without building cards."""
        safe = beginning.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        sql = "SELECT DISTINCT name FROM cards WHERE name LIKE ? ESCAPE '!' ORDER BY name LIMIT ?"
        try:
            return [row[0] for row in self._connection.execute(sql, (f"{safe}%", limit))]
        except UnicodeEncodeError:  # bytes of a command line that are no text begin no name
            return []

    def games(self) -> list[str]:
        """The games of which a set is loaded."""
        return sorted({info.game for info in self.sets()})

    @property
    def has_own_sets(self) -> bool:
        """Whether some set is not one of those shipped."""
        ours = str(shipped_cards())
        return any(not info.path.startswith(ours) for info in self.sets())

    def sets(self) -> list[SetInfo]:
        """The loaded sets, in order of game and code."""
        rows = self._connection.execute("SELECT game, code, name, version, path, cards FROM sets ORDER BY game, code")
        return [SetInfo(*row) for row in rows]


def load_cards(paths: Sequence[Path]) -> CardDB:
    """Load card files and folders of card files; `CardDataError` says what is wrong with which card."""
    files = [(path, _read(path)) for path in card_files(paths)]
    key = cache.digest(part for path, data in files for part in (str(path).encode("utf-8", "replace"), data))
    return CardDB(cache.open_or_build("cards", key, lambda connection: _build(connection, files)))


def card_files(paths: Iterable[Path]) -> list[Path]:
    """The card files that some files and folders hold, sorted within a folder."""
    found: list[Path] = []
    for path in paths:
        if is_dir(path):
            inside = _below(path)
            if not inside:
                raise InputError("no card files (*.json) in this folder", path=str(path))
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def _below(folder: Path) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise InputError((error.strerror or str(error)).lower(), path=str(error.filename)) from error

    names = [os.path.join(where, name) for where, _, names in os.walk(folder, onerror=refuse) for name in names]  # noqa: PTH118
    return sorted(Path(name) for name in names if name.endswith(".json"))


def _read(path: Path) -> bytes:
    try:
        if path.is_fifo():
            raise InputError("a pipe cannot be read as cards, for they are looked at in every run", path=str(path))
        with path.open("rb") as file:
            data = file.read(MAX_CARD_FILE + 1)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), path=str(path)) from error
    except ValueError as error:  # a NUL in the path
        raise InputError("no such path", path=str(path)) from error
    if len(data) > MAX_CARD_FILE:
        raise CardDataError(f"larger than {MAX_CARD_FILE // 1_000_000} MB", path=str(path))
    return data.removeprefix(b"\xef\xbb\xbf")


# --- compiling -------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class _Entry:
    """A card while it is put together from its printings."""

    game: str
    name: str
    path: str
    fields: dict[str, Any]
    printings: list[list[str | None]] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)


def _build(connection: sqlite3.Connection, files: list[tuple[Path, bytes]]) -> None:
    connection.executescript(
        """CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
        CREATE TABLE cards (id INTEGER PRIMARY KEY, game TEXT, name TEXT, data TEXT);
        CREATE TABLE names (game TEXT, tier INTEGER, key TEXT, card INTEGER,
                            PRIMARY KEY (game, tier, key, card)) WITHOUT ROWID;
        CREATE TABLE aliases (card INTEGER, spelt TEXT);
        CREATE TABLE indexes (game TEXT PRIMARY KEY, data BLOB);
        CREATE TABLE sets (game TEXT, code TEXT, name TEXT, version TEXT, path TEXT, cards INTEGER);"""
    )
    entries: dict[tuple[str, str], _Entry] = {}
    for path, data in files:
        info = _add_file(entries, str(path).encode("utf-8", "replace").decode(), data)
        connection.execute("INSERT INTO sets VALUES (?, ?, ?, ?, ?, ?)", info)
    for number, entry in enumerate(entries.values(), 1):
        _store(connection, number, entry)
    for game in {entry.game for entry in entries.values()}:
        mine = [entry for entry in entries.values() if entry.game == game]
        attributes = sorted({name for entry in mine for name in entry.fields.get("attributes", ())})
        about = {"attributes": attributes, "colons": [entry.name for entry in mine if ":" in entry.name]}
        connection.execute("INSERT INTO meta VALUES (?, ?)", (f"game:{game}", json.dumps(about)))
        _store_index(connection, game)


def _add_file(entries: dict[tuple[str, str], _Entry], path: str, data: bytes) -> SetInfo:
    from fade_deck.schema import CardFile, CardModel

    parsed = _validated(path, data)
    assert isinstance(parsed, CardFile)  # noqa: S101 - tells the type checker
    seen: dict[str, int] = {}
    for number, model in enumerate(parsed.cards, 1):
        assert isinstance(model, CardModel)  # noqa: S101 - tells the type checker
        card = model.model_dump(by_alias=True, exclude_none=True)
        name = squash(card.pop("name"))
        if name in seen:
            raise CardDataError(f"card `{name}` stands twice in one file: cards {seen[name]} and {number}", path=path)
        seen[name] = number
        _add_card(entries, parsed.game, parsed.set, name, card, path)
    return SetInfo(parsed.game, parsed.set, parsed.name or parsed.set, parsed.version or "", path, len(seen))


def _validated(path: str, data: bytes) -> Any:
    """The file's model, or an error that names card and key."""
    from pydantic import ValidationError

    from fade_deck.schema import CardFile, CardModel, CostModel, explain

    try:
        return CardFile.model_validate_json(data)
    except ValidationError as error:
        known = [f.alias or n for m in (CardModel, CardFile, CostModel) for n, f in m.model_fields.items()]
        complaints = explain(error, known)
        said = [_complaint(data, place, sentence) for place, sentence in complaints[:4]]
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        raise CardDataError(said[0] + more, path=path, hint="; ".join(said[1:]) or None) from None
    except RecursionError:
        raise CardDataError("nested too deeply", path=path) from None


def _complaint(data: bytes, place: tuple[Any, ...], said: str) -> str:
    said = _plainly(place, said)
    if len(place) >= 2 and place[0] == "cards":
        try:
            name = json.loads(data)["cards"][place[1]].get("name")
        except (ValueError, LookupError, AttributeError, TypeError, RecursionError):
            name = None
        whole = f"card {place[1] + 1}" + (f" (`{name}`)" if isinstance(name, str) and name.strip() else "")
        return f"{whole}: {said}"
    return said


def _plainly(place: tuple[Any, ...], said: str) -> str:
    """A complaint in words for a person, an item of a list by its number."""
    if not place and said.startswith("``: "):
        return "the file must be an object with `game`, `set` and `cards`"
    if place[-2:-1] == ("attributes",):
        return said.replace("a whole number from", "a number from").replace("a whole number up to", "a number up to")
    if place[-1:] == ("[key]",):
        return said.replace("`[key]`", f"a key of `{place[-3]}`")
    if place and isinstance(place[-1], int):
        keys = [part for part in place[2:] if isinstance(part, str) and not part.startswith("list[")]
        item = f"`{keys[-1]}`: item {place[-1] + 1} " if keys else ""
        return item + said.removeprefix(f"`{place[-1]}`: ")
    return said


def _add_card(
    entries: dict[tuple[str, str], _Entry], game: str, code: str, name: str, card: dict[str, Any], path: str
) -> None:
    """Add a printing; the first one makes the card, later ones must agree on what rules read."""
    card["set"] = code
    printing = [card.pop(key, None) for key in _PRINTED]
    aliases = [squash(alias) for alias in card.pop("aliases", ())]
    entry = entries.get((game, name))
    if entry is None:
        entry = entries[game, name] = _Entry(game, name, path, card)
    elif entry.fields != card:
        keys = sorted(k for k in {*entry.fields, *card} if entry.fields.get(k) != card.get(k))
        said = ", ".join(f"`{k}`: {entry.fields.get(k)!r} there, {card.get(k)!r} here" for k in keys)
        raise CardDataError(f"card `{name}` disagrees with its printing in {entry.path} on {said}", path=path)
    entry.printings.append(printing)
    entry.aliases += [alias for alias in aliases if alias not in entry.aliases]


def _store(connection: sqlite3.Connection, number: int, entry: _Entry) -> None:
    data = json.dumps([entry.name, entry.fields, entry.printings, entry.aliases], ensure_ascii=False)
    connection.execute("INSERT INTO cards VALUES (?, ?, ?, ?)", (number, entry.game, entry.name, data))
    keys = [(0, entry.name), (2, fold(entry.name)), *((1, fold(alias)) for alias in entry.aliases)]
    rows = [(entry.game, tier, key, number) for tier, key in dict.fromkeys(keys)]
    connection.executemany("INSERT INTO names VALUES (?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO aliases VALUES (?, ?)", [(number, alias) for alias in entry.aliases])


def _store_index(connection: sqlite3.Connection, game: str) -> None:
    from fade_deck.ranking import NameIndex

    cards = GameCards(connection, game)
    names = cards.names()
    place = {name: i for i, name in enumerate(names)}
    index = NameIndex.build(names, [(alias, place[name]) for alias, name in cards.aliases()])
    connection.execute("INSERT INTO indexes VALUES (?, ?)", (game, index.to_bytes()))


def _thaw(game: str, data: list[Any]) -> Card:
    from fade_deck.models import Card, Printing  # TAB asks for names alone, and should not wait for these

    name, fields, printings, aliases = data
    return Card(name, game, fields, tuple(Printing(*p) for p in printings), tuple(aliases))
