"""The reason why the expert prefers one move to another: how the sampled cases after the two moves differ."""

from typing import Final

from bot.computer.review import Comparison

_PLAIN: Final = 10
"""If the two moves differ in quick wins or losses in one of this many cases, these are named as the reason."""


def reason(comparison: Comparison, better: str, other: str) -> str:
    """Return the main difference between the cases after the two moves as a sentence without its full stop.

    better, other: the moves as they are named in “after …”.
    """
    first, second = comparison.better.worths, comparison.made.worths
    pairs = list(zip(first, second, strict=False))
    cases = len(pairs)
    won, other_won = (sum(pair[move] >= 1 for pair in pairs) for move in (0, 1))
    lost, other_lost = (sum(pair[move] <= 0 for pair in pairs) for move in (0, 1))
    if other_lost - lost >= cases / _PLAIN:
        return f"after {other}, others soon win in {other_lost} of {cases} cases; after {better}, in {lost}"
    if won - other_won >= cases / _PLAIN:
        return f"after {better}, you soon win in {won} of {cases} cases; after {other}, in {other_won}"
    ahead, behind = comparison.ahead
    return f"{better} is better for you in {ahead} of {cases} cases, and worse in {behind}"
