"""One measured ratio and its target."""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    what: str
    ratio: float
    target: float
    detail: str = ""

    @property
    def met(self) -> bool:
        return self.ratio <= self.target

    def __str__(self) -> str:
        word = "ok    " if self.met else "MISSED"
        return f"{word} {self.what:<58} {self.ratio:6.2f}  (at most {self.target:g})  {self.detail}"
