"""Data flows one way: a lower room never imports a higher one, and rooms side by side do not know each other."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "fade_deck"
# Lowest first. A module may import from its own line nothing, and anything from the lines above it.
ROOMS = [
    ["_version", "dates", "errors", "files", "text"],
    ["models", "resources"],
    ["cache", "charts", "config", "hashing", "keywords", "reading_rules", "query_patterns", "trigrams"],
    ["query_terms"],
    ["query", "ranking", "decklists", "checks"],
    ["schema"],
    ["carddb", "ruleset_file"],
    ["ruleset"],
    ["resolve", "manual", "doubts", "lookup", "completion"],
    ["linter", "renderers"],
    ["listing"],
    ["comparing", "exports", "odds"],
    ["stats", "editing"],
    ["fixing"],
    ["cli"],
    ["__main__"],
]
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}
HEAVY = {"pydantic", "rich", "rapidfuzz", "tomllib"}


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Modules that a file imports, and whether it does so at its top."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            module = node.module or ""
            if module == "fade_deck":
                yield from ((f"fade_deck.{alias.name}", id(node) in top) for alias in node.names)
            else:
                yield module, id(node) in top


def room(module: str) -> str:
    return module.split(".")[1]


FILES = sorted(p for p in PACKAGE.rglob("*.py") if p != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_room_imports_a_higher_one(path: Path) -> None:
    mine = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module, _ in imports(path):
        if module.startswith("fade_deck."):
            theirs = room(module)
            if theirs == mine:
                continue
            assert theirs in LEVEL, f"{theirs} has no place among the rooms"
            below = LEVEL[theirs] < LEVEL[mine]
            assert below, f"{path.name} imports {module}, which is not below it"


@pytest.mark.parametrize("folder", ["checks", "renderers", "decklists"])
def test_files_of_a_folder_do_not_know_each_other(folder: str) -> None:
    """They may share the folder's own module and helpers, but one format or check never needs another."""
    shared = {"checks": set(), "renderers": {"ansi"}, "decklists": {"source", "_xml", "_grammar", "text"}}[folder]
    for path in (PACKAGE / folder).glob("*.py"):
        if path.stem == "__init__":
            continue
        used = {m.split(".")[2] for m, _ in imports(path) if m.startswith(f"fade_deck.{folder}.")}
        assert used <= shared - {path.stem} | {path.stem}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_heavy_libraries_are_imported_where_they_are_used(path: Path) -> None:
    allowed = {"schema.py": {"pydantic"}, "ranking.py": {"rapidfuzz"}, "trigrams.py": {"rapidfuzz"}}
    heavy = {module.split(".")[0] for module, top in imports(path) if top} & HEAVY
    assert heavy <= allowed.get(path.name, set())


def test_only_the_command_line_prints_and_exits() -> None:
    for path in FILES:
        if "cli" in path.relative_to(PACKAGE).parts:
            continue
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & {"print", "exit", "quit"}, path.name


def test_a_legal_deck_loads_nothing_heavy(tmp_path: Path) -> None:
    """What start-up rests on: with a warm cache neither pydantic nor rich nor rapidfuzz nor tomllib is imported."""
    deck = PACKAGE.parent / "examples" / "faroe" / "storm-rush.txt"
    code = (
        "import sys; from fade_deck.cli import main\n"
        f"sys.argv = ['fade-deck', 'validate', {str(deck)!r}]\n"
        "try: main()\n"
        "except SystemExit: sys.stderr.write(' '.join(sys.modules))"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "LEGAL" in done.stdout
    assert not HEAVY & {module.split(".")[0] for module in done.stderr.split()}
