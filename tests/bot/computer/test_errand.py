import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bot.computer.errand import Errand, run
from bot.computer.levels import Level, choose
from bot.content.library import load_library

LIBRARY = load_library()


def errand(version: int, level: Level) -> Errand:
    content = LIBRARY.content("tnb")
    game = LIBRARY.game("tnb", version, content)
    g = game.begin(seats=2, options={}, decks=[deck.cards for deck in game.decks.values()][:2], seed=4)
    return Errand.of(game, content, game.view(g, g.phase.waiting[0]), 7, level)


def test_an_errand_is_run_in_another_process_as_here_by_earlier_rules_too() -> None:
    errands = [errand(1, Level.REGULAR), errand(2, Level.REGULAR), errand(2, Level.NOVICE)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(run, errands)) == [run(each) for each in errands]


def test_an_errand_can_be_sent_and_does_what_its_level_would() -> None:
    sent: Errand = pickle.loads(pickle.dumps(errand(2, Level.REGULAR)))  # noqa: S301 # our own
    game = LIBRARY.game("tnb", 2, sent.content)
    g = game.begin(seats=2, options={}, decks=[deck.cards for deck in game.decks.values()][:2], seed=4)
    assert run(sent) == choose(game, game.view(g, g.phase.waiting[0]), 7, Level.REGULAR)


def test_an_errand_says_nothing_of_what_it_carries() -> None:
    assert repr(errand(2, Level.EXPERT)) == "Errand(tnb, expert)"
