"""`python -m tests.bench`: start-up, batches and growth as ratios within this run; exit 1 if a target is missed.

Timings of one machine say little, ratios between things measured side by side say much. Nothing here is part of the
test suite: a busy machine must not fail it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else no module is ever compiled, and start-up is not measured
    with tempfile.TemporaryDirectory(prefix="fade-deck-bench-") as folder:
        os.environ["FADE_DECK_CACHE"] = str(Path(folder) / "cache")
        from tests.bench import batch, cards, editing, lookup, sheets, startup, stats

        missed = 0
        for part in (startup, lookup, editing, stats, sheets, batch, cards):
            for line in part.measure(Path(folder)):
                missed += not line.met
                print(line, flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
