"""The short form of the twins, `python -m tests.chaos twins` is the long one; and the leaks that it must find."""

from collections.abc import Iterator

import pytest

from render.renderer import renderer
from rules.core.game import Game
from tests.chaos.leaks import LEAKS
from tests.chaos.planting import Secret, drawn
from tests.chaos.twins import twins
from tests.examples import TIMES
from tests.tiny_game import Tiny

PAIRS = 24 * TIMES


def test_whatever_differs_unseen_is_shown_alike(catalog_game: Game) -> None:
    tally = twins(catalog_game, PAIRS, seed=1, drawn=12)
    assert tally.faults == []
    assert tally.done[f"{catalog_game.key}: pairs"] == PAIRS
    assert tally.done[f"{catalog_game.key}: pairs with pictures"] >= PAIRS / 12


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Draw Tiny, and remove planted leaks afterwards."""
    drawn(monkeypatch)
    yield monkeypatch
    renderer.cache_clear()


def test_nothing_is_found_where_nothing_leaks(patch: pytest.MonkeyPatch) -> None:
    Secret(patch)
    assert twins(Tiny(), 60, seed=1, drawn=2).faults == []


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name: str, patch: pytest.MonkeyPatch) -> None:
    LEAKS[name](patch, Secret(patch))
    assert twins(Tiny(), 200, seed=1, drawn=2).faults != []
