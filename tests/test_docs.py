"""What is generated in the documentation is fresh, its links lead somewhere, and its commands are real."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

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
