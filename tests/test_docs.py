"""What is generated in the documentation is fresh, its links lead somewhere, and its commands are real."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fade_deck import checks
from fade_deck.carddb import load_cards
from fade_deck.ruleset import load_ruleset

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_parts_are_fresh() -> None:
    stale = [p.name for p, text in generator().pages() if not p.exists() or p.read_text(encoding="utf-8") != text]
    assert not stale, "run `python docs/generate.py`"


def test_every_block_is_used() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert set(generator().BLOCKS) == set(re.findall(r"<!-- begin ([a-z-]+) -->", text))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [t for t in targets if "://" not in t and not (page.parent / t).exists()] == []


def blocks(page: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def test_rulesets_in_the_documentation_can_be_used(tmp_path: Path) -> None:
    texts = [text for page in ("README.md", "docs/rulesets.md") for text in blocks(page, "toml") if "[[rules]]" in text]
    kinds = set()
    for number, text in enumerate(texts):
        path = tmp_path / f"{number}.toml"
        path.write_text(text, encoding="utf-8")
        kinds |= {rule.kind for rule in load_ruleset(str(path)).rules}
    assert kinds == set(checks.kinds())


def test_card_files_in_the_documentation_can_be_loaded(tmp_path: Path) -> None:
    for page in ("README.md", "docs/cards.md"):
        (text,) = blocks(page, "json")
        path = tmp_path / "cards.json"
        path.write_text(text, encoding="utf-8")
        assert len(load_cards([path]).game("faroe"))


@pytest.mark.parametrize("page", ["README.md", "docs/api.md"])
def test_python_in_the_documentation_runs(page: str) -> None:
    for code in blocks(page, "python"):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr


def test_commands_in_the_readme_are_real(tmp_path: Path) -> None:
    """In their order, in a folder with the examples: later ones use what earlier ones made."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    for line in "".join(blocks("README.md", "console")).splitlines():
        command = line.removeprefix("$ ").partition("  #")[0].strip()
        if "--install" in command:
            continue
        run = command.replace("fade-deck ", f"{sys.executable} -m fade_deck ")
        done = subprocess.run(["bash", "-c", run], cwd=tmp_path, env=env, capture_output=True, check=False)
        assert done.returncode in (0, 1), f"{command}: {done.stderr.decode()}"
        assert done.stdout or " -o " in command, command
    assert {"sheet.pdf", "sheets.pdf", "lantern-rush.txt", "mine.txt"} <= {path.name for path in tmp_path.iterdir()}
