"""A crew goes on without a cluster that is lost."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import Any, cast

from bot.computing.cluster import Cluster
from bot.content.seeds import load_game
from bot.lab.crew import Crew
from rules.core.game import Game


class Silent(Executor):
    """An executor that never answers, as Dask's is for what was on its way when the connection ended."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        return Future()


def numbered(game: Game, number: int) -> str:
    return f"{game.key} {number}"


def test_calls_that_a_lost_cluster_never_answers_are_carried_out_here() -> None:
    place, told = SimpleNamespace(address="tcp://lost"), list[str]()
    lost = SimpleNamespace(
        executor=Silent(), is_reachable=False, place=place, workers=lambda: 1, close=lambda: told.append("closed")
    )
    game = load_game("tiny")
    with Crew(1, cast(Cluster, lost), told.append) as crew:
        results = crew.results(numbered, [(game, (number,)) for number in range(3)])
        assert list(results) == ["tiny 0", "tiny 1", "tiny 2"]
    assert told == ["The cluster tcp://lost is lost; processes of this machine go on.", "closed"]
