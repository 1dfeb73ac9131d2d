from typing import Any, NoReturn

import pytest

from bot.lab.autoplay import Setup
from rules.core.events import Seat
from rules.core.game import TableError
from tests.heist_game import COINS, Heist, HeistState
from tests.tiny_game import Tiny, TinyState


def play(setup: Setup, seed: int) -> list[tuple[Seat, str]]:
    g, _ = setup.begin(seed)
    return [(seat, str(action)) for seat, action in setup.play(g, seed)]


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "greedy", "random")])
def test_the_same_setup_and_seed_make_the_same_match(players: tuple[str, ...]) -> None:
    setup = Setup(game=Tiny(), players=players, options={})
    assert play(setup, 5) == play(setup, 5)
    assert len({tuple(play(setup, seed)) for seed in range(20)}) > 1


def test_any_of_several_who_are_asked_may_act_first() -> None:
    setup = Setup(game=Tiny(), players=("random",) * 3, options={})
    assert {play(setup, seed)[0][0] for seed in range(30)} == {0, 1, 2}


def test_random_players_choose_from_everything_and_look_at_nothing() -> None:
    class Unseen(Tiny):
        def view(self, g: TinyState, seat: Seat | None) -> NoReturn:
            raise AssertionError("nobody looks")

    setup = Setup(game=Unseen(), players=("random",) * 2, options={})
    first = {play(setup, seed)[0][1].split()[0] for seed in range(30)}
    assert first == {"bid", "fold"}


def test_greedy_players_do_as_their_game_says_and_see_their_own_view() -> None:
    seen: list[Seat | None] = []

    class Watched(Tiny):
        def greedy(self, view: Any, random: int) -> Any:
            seen.append(view.seat)
            return view.options[0]

    setup = Setup(game=Watched(), players=("random", "greedy"), options={})
    moves = [text for seat, text in play(setup, 3) if seat == 1]
    assert set(seen) == {1}
    assert len(seen) == len(moves)


def test_random_players_interrupt_now_and_then() -> None:
    setup = Setup(game=Heist(), players=("random",) * 6, options={})
    rung = [sum(text.startswith("ring") for _, text in play(setup, seed)) for seed in range(30)]
    assert min(rung) < max(rung)
    first = [play(setup, seed)[0][1].split()[0] for seed in range(60)]
    assert first.count("take") > first.count("ring") > 0


def test_greedy_players_interrupt_as_their_game_says_and_see_their_own_view() -> None:
    seen: list[tuple[Seat | None, bool]] = []

    class Watched(Heist):
        def react(self, view: Any, random: int) -> Any:
            seen.append((view.seat, view.seat in view.waiting))
            return super().react(view, random)

    setup = Setup(game=Watched(), players=("greedy",) * 4, options={})
    g: Any = setup.begin(3)[0]
    before = g.pot
    for _, action in setup.play(g, 3):
        assert action.verb != "ring" or before <= COINS
        before = g.pot
    assert seen
    assert not any(asked for _, asked in seen)


def test_nobody_is_asked_for_an_interrupt_who_has_none() -> None:
    class Deaf(Heist):
        def deal(self, **known: Any) -> HeistState:
            g = super().deal(**known)
            g.hands = [[card for card in hand if card.id != "bell"] for hand in g.hands]
            return g

        def react(self, view: Any, random: int) -> NoReturn:
            raise AssertionError("there is nothing to interrupt with")

    play(Setup(game=Deaf(), players=("greedy",) * 3, options={}), 1)
    play(Setup(game=Tiny(), players=("greedy",) * 3, options={}), 1)


@pytest.mark.parametrize("seed", range(12))
def test_decks_that_are_not_chosen_are_drawn_and_differ(seed: int) -> None:
    _, decks = Setup(game=Tiny(), players=("random",) * 3, options={}).begin(seed)
    assert sorted(decks) == ["level", "mixed", "steep"]
    _, decks = Setup(game=Tiny(), players=("random",) * 3, options={}, decks=("mixed",)).begin(seed)
    assert decks[0] == "mixed"
    assert sorted(decks) == ["level", "mixed", "steep"]


def test_decks_come_twice_when_there_are_no_more() -> None:
    game = Tiny()
    game.decks = {"steep": game.decks["steep"]}
    assert Setup(game=game, players=("random",) * 3, options={}).begin(1)[1] == ("steep",) * 3


def test_a_game_without_ready_made_decks_is_dealt_without() -> None:
    class Deckless(Tiny):
        def deal(self, **arguments: Any) -> TinyState:
            assert arguments["decks"] == []
            return super().deal(**{**arguments, "decks": [tuple(self.cards)[:5]] * arguments["seats"]})

    game = Deckless()
    game.decks = {}
    assert Setup(game=game, players=("random",) * 2, options={}).begin(1)[1] == ()


def test_what_the_game_refuses_is_told() -> None:
    with pytest.raises(TableError, match="no option size"):
        Setup(game=Tiny(), players=("random",) * 2, options={"size": "big"}).begin(1)
