from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from math import factorial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.core import rng

STATES = st.integers(0, 2**64 - 1)

# The first outputs for these seeds, as published: for 1234567 with Rosetta Code's task “Splitmix64”, for 0 with
# OpenJDK's and several other implementations of the generator.
PUBLISHED = {
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B),
}


@pytest.mark.parametrize("seed", PUBLISHED)
def test_the_bits_are_those_of_splitmix64(seed: int) -> None:
    state, outputs = seed, []
    for _ in PUBLISHED[seed]:
        state, bits = rng.next_bits(state)
        outputs.append(bits)
    assert tuple(outputs) == PUBLISHED[seed]


@given(STATES)
def test_states_and_bits_stay_within_64_bits(state: int) -> None:
    following, bits = rng.next_bits(state)
    assert 0 <= following < 2**64
    assert 0 <= bits < 2**64
    assert following != state


@given(STATES, st.integers(1, 2**64))
def test_a_draw_is_below_its_bound(state: int, bound: int) -> None:
    _, value = rng.below(state, bound)
    assert 0 <= value < bound


@given(STATES)
def test_a_draw_below_all_of_64_bits_is_the_bits(state: int) -> None:
    assert rng.below(state, 2**64) == rng.next_bits(state)


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_draw_with_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=r"from 1 to 2\*\*64"):
        rng.below(1, bound)


def _taken(word: int, bound: int, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Return the value from a 64-bit word, or None if another word is needed."""
    asked = iter((word, 2**64 - 1))  # this last word gives the largest value, and is always accepted
    monkeypatch.setattr(rng, "next_bits", lambda state: (state + 1, next(asked)))
    draws, value = rng.below(0, bound)
    return value if draws == 1 else None


@pytest.mark.parametrize("bound", [*range(1, 70), 2**32 + 1, 2**63 + 1, 2**64 - 1])
def test_every_value_is_given_by_the_same_number_of_words(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Words with the same value are adjacent, so checking both ends of a run gives its smallest and largest value.
    share = 2**64 // bound
    for value in {*range(min(bound, 70)), bound - 1}:
        end = -(-((value + 1) << 64) // bound)
        assert _taken(end - 1, bound, monkeypatch) == value
        assert _taken(end - share, bound, monkeypatch) == value
        if value or share * bound < 2**64:
            assert _taken(end - share - 1, bound, monkeypatch) != value


@given(STATES, st.lists(st.integers()))
def test_a_shuffle_keeps_every_item(state: int, items: list[int]) -> None:
    shuffled = items.copy()
    rng.shuffle(state, shuffled)
    assert Counter(shuffled) == Counter(items)


def _swapped(draws: Iterable[int], items: list[str]) -> None:
    """Shuffle as Fisher and Yates do, drawing an item for each place from the last to the second."""
    for place, drawn in zip(range(len(items) - 1, 0, -1), draws, strict=True):
        items[place], items[drawn] = items[drawn], items[place]


def test_every_order_comes_from_exactly_one_sequence_of_draws() -> None:
    # 4 items take draws below 4, 3 and 2: 24 sequences of draws for 24 orders.
    orders = set()
    for row in range(factorial(4)):
        items = list("abcd")
        _swapped((row % 4, row // 4 % 3, row // 12), items)
        orders.add(tuple(items))
    assert orders == set(permutations("abcd"))


FIRST_WORD_IS_0 = 2**64 - 0x9E3779B97F4A7C15
"""With this state a draw below 3 needs a second word."""


@given(STATES, st.integers(0, 12))
@example(FIRST_WORD_IS_0, 3)
@example(FIRST_WORD_IS_0, 4)
def test_a_shuffle_draws_once_for_each_place(state: int, size: int) -> None:
    items, swapped, draws, after = [*map(str, range(size))], [*map(str, range(size))], [], state
    for bound in range(size, 1, -1):
        after, drawn = rng.below(after, bound)
        draws.append(drawn)
    _swapped(draws, swapped)
    assert rng.shuffle(state, items) == after
    assert items == swapped


def test_a_shuffle_is_the_same_on_every_python() -> None:
    items = list("abcdefgh")
    state = rng.shuffle(42, items)
    assert ("".join(items), state) == ("edcahgbf", 6_018_027_440_424_182_973)


@given(STATES, st.integers(0, 2**40))
def test_streams_of_a_seed_differ(seed: int, stream: int) -> None:
    assert 0 <= rng.split(seed, stream) < 2**64
    assert len({seed, rng.split(seed, stream), rng.split(seed, stream + 1), rng.split(seed + 1, stream)}) == 4
