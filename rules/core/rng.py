"""Randomness as one integer: BLAKE2b as a fast-key-erasure generator (D. J. Bernstein, 2017).

A generator hashes a key of 128 bits. 128 bits of the hash are its next key, the others are handed out in six words of
64 bits. Its state is one integer: a 1, the next key, and the words that are left. Every draw takes a state and returns
the next one, so the same seed and the same calls give the same results on every Python version. From draws, or from a
later state, nobody can work out other draws.
"""

from hashlib import blake2b
from math import perm
from typing import Final, TypeVar

T = TypeVar("T")

SEEDS: Final = 1 << 128
"""The number of seeds. A seed, in [0, SEEDS), is the state of a generator with this key and no words."""

_WORD: Final = 64
_WORDS: Final = 1 << _WORD
_MASK: Final = _WORDS - 1
_NO_WORDS: Final = SEEDS << 1
"""A smaller state has no words left."""
_HASHED: Final = 1 << 512
_KEY_BYTES: Final = 16
_STATE_BYTES: Final = 65


def next_bits(state: int) -> tuple[int, int]:
    """Return the next state and 64 random bits."""
    if state < _NO_WORDS:
        state = _HASHED | int.from_bytes(blake2b((state % SEEDS).to_bytes(_KEY_BYTES)).digest())
    return state >> _WORD, state & _MASK


def below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state and an integer in [0, bound), every value equally likely.

    Raises:
        ValueError: bound is not in 1..2**64.
    """
    if not 0 < bound <= _WORDS:
        raise ValueError(f"a draw needs a bound from 1 to 2**64, not {bound}")
    while True:
        state, bits = next_bits(state)
        scaled = bits * bound  # Lemire's multiplication: without the redraw, a few values would be likelier
        low = scaled & _MASK
        if low >= bound or low >= _WORDS % bound:
            return state, scaled >> _WORD


def shuffle(state: int, items: list[T]) -> int:
    """Shuffle the list in place, every order equally likely (Fisher-Yates), and return the next state."""
    left = len(items)
    while left > 1:
        # One draw decides as many places as it has bits for: sampled states are shuffled all the time.
        places = min(left - 1, _WORD // left.bit_length())
        state, order = below(state, perm(left, places))
        for i in range(left - 1, left - 1 - places, -1):
            order, j = divmod(order, i + 1)
            items[i], items[j] = items[j], items[i]
        left -= places
    return state


def split(seed: int, stream: int) -> int:
    """Return the seed of an independent stream, such as one for the cards and one for each player.

    seed: a seed or a state. stream: an integer in [0, 2**128).
    """
    joined = seed.to_bytes(_STATE_BYTES) + stream.to_bytes(_KEY_BYTES)
    return int.from_bytes(blake2b(joined, digest_size=_KEY_BYTES).digest())
