"""The computer's levels in games that nobody tuned them for: each is better than the one below it."""

import pytest

from bot.computer.search import Effort
from bot.content.seeds import Content
from bot.lab.contest import Arena
from bot.lab.ladder import Rung, Table, climb
from rules.catalog import GAMES
from rules.core.game import Game
from tests.examples import thorough
from tests.heist_game import Heist
from tests.pennies_game import Pennies
from tests.tiny_game import Tiny

SMALL: list[type[Game]] = [Tiny, Pennies, Heist]
QUICK_DEALS, EXPERT_DEALS = 150, 24


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in SMALL:
        monkeypatch.setitem(GAMES, game.key, game)
    monkeypatch.setattr("bot.computer.levels.EFFORT", Effort(rollouts=48, candidates=4))
    monkeypatch.setattr("bot.lab.contest.load_content", lambda key: Content.of(key, {}))


def climbed(game: type[Game], seats: int, level: str, below: str) -> Rung:
    rung = Rung(game.key, seats, level, below, least=100 / seats)
    deals = EXPERT_DEALS if level == "expert" else QUICK_DEALS
    with Arena(1) as arena:
        for _ in climb(arena, Table(game=game.key, seats=seats, options={}), rung, seats * deals, 1):
            pass
    return rung


@pytest.mark.parametrize("seats", [2, *thorough(3)])
@pytest.mark.parametrize("game", [Pennies, *thorough(Tiny, Heist)])
@pytest.mark.parametrize("level", ["novice", "regular", "expert"])
def test_a_level_wins_more_than_its_share(game: type[Game], seats: int, level: str) -> None:
    rung = climbed(game, seats, level, "random")
    assert rung.score.interval[0] > rung.least, rung.line()


@pytest.mark.parametrize("seats", [2, *thorough(3)])
def test_a_simple_quick_player_is_enough_for_an_expert_that_beats_it(seats: int) -> None:
    rung = climbed(Pennies, seats, "expert", "regular")
    assert rung.score.interval[0] > rung.least, rung.line()


@pytest.mark.parametrize(("game", "seats"), [(Tiny, 2), *thorough((Heist, 2), (Heist, 3))])
def test_the_expert_does_as_well_as_a_quick_player_that_makes_no_mistake(game: type[Game], seats: int) -> None:
    rung = climbed(game, seats, "expert", "regular")
    assert rung.score.interval[1] > rung.least, rung.line()
