from collections import Counter
from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.core import rng

SEEDS = st.integers(0, rng.SEEDS - 1)
WORD = 2**64


def states(seed: int, count: int) -> list[int]:
    """Return a seed and the states that follow it."""
    found = [seed]
    while len(found) < count:
        found.append(rng.next_bits(found[-1])[0])
    return found


STATES = st.builds(lambda seed, draws: states(seed, draws + 1)[-1], SEEDS, st.integers(0, 8))


def words(seed: int, count: int) -> list[int]:
    """Return the first words of 64 bits that a seed gives."""
    return [rng.next_bits(state)[1] for state in states(seed, count)]


def test_the_words_are_those_of_the_hash_and_each_key_comes_from_the_one_before() -> None:
    key, expected = (42).to_bytes(16), list[int]()
    for _ in range(3):
        hashed = blake2b(key).digest()
        key, handed_out = hashed[:16], hashed[16:]
        expected += [int.from_bytes(handed_out[place : place + 8]) for place in range(40, -8, -8)]
    assert words(42, 18) == expected


@given(STATES)
def test_a_state_holds_a_key_of_128_bits_and_at_most_the_words_of_one_hash(state: int) -> None:
    following, bits = rng.next_bits(state)
    assert 128 < following.bit_length() <= 513
    assert 0 <= bits < WORD
    assert following != state


@given(st.sets(SEEDS, min_size=2, max_size=5))
def test_seeds_that_differ_in_any_of_their_128_bits_give_other_words(seeds: set[int]) -> None:
    others = {seed ^ 1 << bit for seed in seeds for bit in range(128)} | seeds
    assert len({tuple(words(seed, 2)) for seed in others}) == len(others)


@given(STATES, st.integers(1, WORD))
def test_a_draw_is_below_its_bound(state: int, bound: int) -> None:
    _, value = rng.below(state, bound)
    assert 0 <= value < bound


@given(STATES)
def test_a_draw_below_all_of_64_bits_is_the_bits(state: int) -> None:
    assert rng.below(state, WORD) == rng.next_bits(state)


@pytest.mark.parametrize("bound", [0, -1, WORD + 1])
def test_a_draw_with_an_impossible_bound_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=r"from 1 to 2\*\*64"):
        rng.below(1, bound)


def _taken(word: int, bound: int, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Return the value from a 64-bit word, or None if another word is needed."""
    asked = iter((word, WORD - 1))  # this last word gives the largest value, and is always accepted
    monkeypatch.setattr(rng, "next_bits", lambda state: (state + 1, next(asked)))
    draws, value = rng.below(0, bound)
    return value if draws == 1 else None


@pytest.mark.parametrize("bound", [*range(1, 70), 2**32 + 1, 2**63 + 1, WORD - 1])
def test_every_value_is_given_by_the_same_number_of_words(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Words with the same value are adjacent, so checking both ends of a run gives its smallest and largest value.
    share = WORD // bound
    for value in {*range(min(bound, 70)), bound - 1}:
        end = -(-((value + 1) << 64) // bound)
        assert _taken(end - 1, bound, monkeypatch) == value
        assert _taken(end - share, bound, monkeypatch) == value
        if value or share * bound < WORD:
            assert _taken(end - share - 1, bound, monkeypatch) != value


@given(STATES, st.lists(st.integers(), max_size=300))
@example(1, list(range(10_000)))
def test_a_shuffle_keeps_every_item(state: int, items: list[int]) -> None:
    shuffled = items.copy()
    rng.shuffle(state, shuffled)
    assert Counter(shuffled) == Counter(items)


@pytest.mark.parametrize("size", range(2, 7))
def test_every_order_comes_from_exactly_one_draw(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    orders, bounds = Counter[tuple[int, ...]](), list[int]()

    def below(state: int, bound: int) -> tuple[int, int]:
        bounds.append(bound)
        return state, state

    monkeypatch.setattr(rng, "below", below)
    for draw in range(len(list(permutations(range(size))))):
        items = list(range(size))
        rng.shuffle(draw, items)
        orders[tuple(items)] += 1
    assert orders == Counter(permutations(range(size)))
    assert bounds == [len(orders)] * len(orders)


def test_the_draws_of_a_long_shuffle_decide_every_place_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw of 0 puts the first of the items that are left at the last of the places that are left."""
    monkeypatch.setattr(rng, "below", lambda state, _: (state, 0))
    items = list(range(1000))
    rng.shuffle(0, items)
    assert items == [*range(1, 1000), 0]


def test_a_shuffle_is_the_same_on_every_python() -> None:
    items = list("abcdefgh")
    state = rng.shuffle(42, items)
    assert ("".join(items), rng.next_bits(state)[1]) == ("hbcdagef", 6_494_965_855_773_004_155)


@given(STATES, st.integers(0, 2**128 - 1))
def test_streams_of_a_seed_differ(seed: int, stream: int) -> None:
    own = rng.split(seed, stream)
    assert 0 <= own < rng.SEEDS
    following = rng.next_bits(seed)[0]
    assert len({seed % rng.SEEDS, own, rng.split(seed, stream ^ 1), rng.split(following, stream)}) == 4
