"""The quick player."""

from rules.circuitry.first_greedy import Thinker, choose, interrupt

__all__ = ["Thinker", "choose", "interrupt"]
