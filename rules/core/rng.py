"""Randomness as one integer: SplitMix64, the counter-based generator of Steele, Lea and Flood (OOPSLA 2014).

A state is an integer below 2**64. Every draw takes a state and returns the next one, so the same seed and the same
calls give the same results on every Python version.
"""

from typing import TypeVar

T = TypeVar("T")

_SIZE = 1 << 64
_MASK = _SIZE - 1
_GAMMA = 0x9E3779B97F4A7C15


def next_bits(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits."""
    state = (state + _GAMMA) & _MASK
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state and an integer in [0, bound), every value equally likely.

    Raises:
        ValueError: bound is not in 1..2**64.
    """
    if not 0 < bound <= _SIZE:
        raise ValueError(f"a draw needs a bound from 1 to 2**64, not {bound}")
    while True:
        state, bits = next_bits(state)
        scaled = bits * bound  # Lemire's multiplication: without the redraw, a few values would be likelier
        low = scaled & _MASK
        if low >= bound or low >= _SIZE % bound:
            return state, scaled >> 64


def shuffle(state: int, items: list[T]) -> int:
    """Shuffle the list in place, every order equally likely (Fisher-Yates), and return the next state."""
    for i in range(len(items) - 1, 0, -1):
        # The same as `below`, inlined: sampled states are shuffled all the time.
        following = (state + _GAMMA) & _MASK
        z = ((following ^ (following >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        scaled = (z ^ (z >> 31)) * (i + 1)
        if scaled & _MASK > i:
            state, j = following, scaled >> 64
        else:
            state, j = below(state, i + 1)
        items[i], items[j] = items[j], items[i]
    return state


def split(seed: int, stream: int) -> int:
    """Return a state for an independent stream of the same seed, such as one for the cards and one for each player."""
    return next_bits((seed ^ next_bits(stream & _MASK)[1]) & _MASK)[1]
