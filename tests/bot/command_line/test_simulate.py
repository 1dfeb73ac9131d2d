import json
import signal
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from bot.lab.simulate import Statistics, as_text, spread
from rules.core.events import Drew, Event, Played
from rules.core.play import LAST_RESORT, Outcome, Over
from rules.core.rng import split
from tests.pennies_game import Pennies
from tests.tiny_game import CARDS, Tiny, TinyState

Program = Callable[..., tuple[int, str, str]]
KEYS = ["game", "games", "seats", "players", "wins", "draws", "turns", "plies", "endings"]
KEYS += ["moves_per_second", "cards", "decks"]


@pytest.fixture
def report(hidden_hand: Program) -> Callable[..., dict[str, Any]]:
    def run(*words: str) -> dict[str, Any]:
        code, out, err = hidden_hand("simulate", "allocator", "--json", *words)
        assert (code, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    return run


@pytest.mark.parametrize("players", ["random", "greedy", "random,greedy"])
def test_the_numbers_agree_with_each_other(report: Callable[..., dict[str, Any]], players: str) -> None:
    found = report("--games", "6", "--players", players)
    assert list(found) == KEYS
    assert (found["game"], found["games"], found["seats"], found["players"]) == ("allocator", 6, 2, players)
    assert sum(found["wins"]) + found["draws"] == 6
    assert sum(found["endings"].values()) == 6
    assert found["endings"].keys() == load_game("allocator").endings.keys()
    for spread_of in ("turns", "plies"):
        assert 0 < found[spread_of]["p10"] <= found[spread_of]["median"] <= found[spread_of]["p90"]
    assert isinstance(found["moves_per_second"], int)
    assert found["moves_per_second"] > 0


def test_every_card_and_deck_of_the_game_is_there(report: Callable[..., dict[str, Any]]) -> None:
    found, game = report("--games", "1"), load_game("allocator")
    assert list(found["cards"]) == list(game.cards)
    assert list(found["decks"]) == list(game.decks)
    for card in found["cards"].values():
        assert 0 <= card["won_when_played"] <= card["played"]
    assert {"drawn": 0, "played": 0, "won_when_played": 0} in found["cards"].values()


def test_players_have_different_decks_by_themselves(report: Callable[..., dict[str, Any]]) -> None:
    found = report("--games", "12")
    assert sum(deck["games"] for deck in found["decks"].values()) == 24
    assert sum(deck["wins"] for deck in found["decks"].values()) == sum(found["wins"])
    assert max(deck["games"] for deck in found["decks"].values()) <= 12


def test_decks_can_be_chosen_by_seat(report: Callable[..., dict[str, Any]]) -> None:
    one = report("--games", "3", "--deck", "iron-tide")["decks"]
    assert one["iron-tide"]["games"] == 3
    both = report("--games", "3", "--deck", "iron-tide", "--deck", "iron-tide")["decks"]
    assert both["iron-tide"] == {"games": 6, "wins": 3}


def test_the_same_seed_gives_the_same_numbers(report: Callable[..., dict[str, Any]]) -> None:
    def numbers(*words: str) -> dict[str, Any]:
        return {**report("--games", "3", *words), "moves_per_second": None}

    assert numbers("--seed", "7") == numbers("--seed", "7")
    assert numbers("--seed", "7") != numbers("--seed", "8")
    assert numbers("--seed", "7") != numbers("--seed", "7", "--option", "first_attack=off")


def test_without_json_there_is_a_table_to_read(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("simulate", "allocator", "--games", "2")
    assert (code, err) == (0, "")
    assert out.startswith("Allocator: 2 matches, 2 players (random)\n")
    game = load_game("allocator")
    for word in (*game.cards, *game.decks, "won by seat 1", "ended by last_resort", "median", "moves per second"):
        assert word in out


class Scripted(Tiny):
    """A game that ends after its only decision, in a different way each time."""

    def __init__(self, *endings: tuple[Outcome, tuple[Event, ...]]) -> None:
        super().__init__()
        self.scripted = list(endings)

    def deal(self, **arguments: Any) -> TinyState:
        g = super().deal(**arguments)
        outcome, events = self.scripted.pop(0)
        g.phase = Over((), outcome)
        g.events = list(events)
        return g


def test_what_is_counted() -> None:
    one, two, three = list(CARDS)[:3]
    game = Scripted(
        (Outcome("goal", (1, 2, 3)), (Drew(seat=0, cards=(one, one, two)), Played(seat=0, card=one))),
        (Outcome("goal", (1, 1, 3)), (Played(seat=1, card=one), Played(seat=2, card=two))),
        (Outcome(LAST_RESORT, (1, 1, 1)), (Played(seat=0, card=one),)),
    )
    setup = Setup(game=game, players=("random",) * 3, options={}, decks=("steep", "steep", "level"))
    numbers, more = Statistics(), Statistics()
    for seed in range(3):
        (numbers if seed == 0 else more).add(setup, seed)
    numbers.merge(more)
    report = numbers.report(setup)
    assert report["wins"] == [2, 1, 0]  # the second match has two winners
    assert report["draws"] == 1
    assert report["endings"] == {"goal": 2, LAST_RESORT: 1}
    assert report["cards"][one] == {"drawn": 2, "played": 3, "won_when_played": 2}
    assert report["cards"][two] == {"drawn": 1, "played": 1, "won_when_played": 0}
    assert report["cards"][three] == {"drawn": 0, "played": 0, "won_when_played": 0}
    assert report["decks"] == {
        "steep": {"games": 6, "wins": 3},
        "level": {"games": 3, "wins": 0},
        "mixed": {"games": 0, "wins": 0},
    }
    assert report["plies"] == {"p10": 0, "median": 0, "p90": 0}
    assert report["moves_per_second"] == 0
    assert any("66.7 %" in line for line in as_text(report, "Tiny"))


def test_an_ending_that_a_game_does_not_have_is_not_counted() -> None:
    setup, numbers = Setup(game=Pennies({}), players=("random",) * 2, options={}), Statistics()
    numbers.add(setup, 1)
    report = numbers.report(setup)
    assert report["endings"] == {"rounds": 1}
    assert not any(LAST_RESORT in line for line in as_text(report, "Pennies"))


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([5], (5, 5, 5)),
        (range(1, 101), (10, 50, 90)),
        (range(1, 11), (1, 5, 9)),
        ([1, 1, 1, 9], (1, 1, 9)),
        ([9, 3], (3, 3, 9)),
    ],
)
def test_percentiles_are_by_nearest_rank(values: list[int], wanted: tuple[int, int, int]) -> None:
    assert tuple(spread(Counter(values)).values()) == wanted


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("after", [0, 8])
def test_a_signal_ends_it_with_what_is_known(
    hidden_hand: Program, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, after: int
) -> None:
    add = Statistics.add

    def stopped(self: Statistics, setup: Setup, seed: int) -> None:
        if seed == split(1, after):
            signal.raise_signal(number)
        add(self, setup, seed)

    monkeypatch.setattr(Statistics, "add", stopped)
    code, out, _ = hidden_hand("simulate", "tnb", "--games", "20", "--json")
    assert code == 130
    assert (json.loads(out)["games"] if out else 0) == after
