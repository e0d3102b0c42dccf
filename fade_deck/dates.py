"""Days as rulesets, decks and options write them: YYYY-MM-DD and nothing else, so that texts compare as dates do."""

from __future__ import annotations

from datetime import date


def iso_date(text: object) -> date | None:
    """The day, or None. Python itself would also read 20260201 and 2026-W05-7."""
    try:
        found = date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return found if found and found.isoformat() == text else None
