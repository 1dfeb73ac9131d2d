"""Rows of the table of goals."""

from dataclasses import dataclass
from math import inf
from typing import Any

from bot.lab.score import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The results of one measurement, with its bounds."""

    game: str
    """The game's key."""
    name: str
    """The measurement in a few words. No other row of the game has the same name."""
    measured: Estimate
    bounds: tuple[float, float]
    seed: int
    """The seed with which the goal can be measured again."""
    detail: str = ""
    """The deck or the like that was measured, if the name does not say so."""

    @property
    def met(self) -> str:
        """Whether the goal is met: yes, no or unsure."""
        return self.measured.lies(*self.bounds)

    @property
    def wanted(self) -> str:
        """The bounds in words: “48-52”, “up to 58”, “from 50”."""
        least, most = self.bounds
        if least == -inf:
            return f"up to {most:.3g}"
        return f"from {least:.3g}" if most == inf else f"{least:.3g}-{most:.3g}"

    @property
    def line(self) -> str:
        """The row as a line of text."""
        return f"{self.game}: {self.name} {self.measured}, wanted {self.wanted}: {self.met}"

    @property
    def written(self) -> dict[str, Any]:
        """The row as data for JSON."""
        measured, (least, most) = self.measured, self.bounds
        return {
            "game": self.game,
            "name": self.name,
            "value": round(measured.value, 3),
            "interval": [round(measured.low, 3), round(measured.high, 3)],
            "matches": measured.matches,
            "least": None if least == -inf else least,
            "most": None if most == inf else most,
            "seed": self.seed,
            "detail": self.detail,
        }

    @classmethod
    def read(cls, data: Any) -> "Row":
        """Read a row that was written.

        Raises:
            KeyError, TypeError: the data is something else.
        """
        low, high = data["interval"]
        least, most = data["least"], data["most"]
        return cls(
            game=data["game"],
            name=data["name"],
            measured=Estimate(data["value"], low, high, data["matches"]),
            bounds=(-inf if least is None else least, inf if most is None else most),
            seed=data["seed"],
            detail=data["detail"],
        )
