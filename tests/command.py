"""Runs fade-deck as a person does: another process, its own folder, nothing shared but the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def fade_deck(*args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, **env: str) -> Result:
    """Run the command; names in capitals are set in its environment."""
    done = subprocess.run(
        [sys.executable, "-m", "fade_deck", *map(str, args)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        check=False,
        cwd=cwd or ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | env,
    )
    result = Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))
    assert "Traceback" not in result.err, result.err
    return result
