"""Positions in which some choices would be stupid by the judgement of a good player. Neither regular computers nor
experts make them.
"""

from dataclasses import dataclass

from rules.core.game import Game
from rules.core.play import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A position with the choices that are not acceptable in it."""

    name: str
    """The situation in a few words."""
    game: Game
    state: State
    refused: tuple[str, ...]
    """The beginnings of the choices that are not acceptable: “forfeit”, “attack fire-1”."""
    reason: str
    """The reason why they are not, in a sentence."""
    is_open: bool = True
    """Whether nothing hidden decides what is best. If not, an expert may judge the hidden cards otherwise, and is not
    asked.
    """
