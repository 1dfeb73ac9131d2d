from collections.abc import Callable

import pytest

from bot.lab.autoplay import Setup
from bot.lab.playthrough import playthrough
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import State
from tests.heist_game import Heist, HeistView
from tests.tiny_game import Tiny, TinyView

Program = Callable[..., tuple[int, str, str]]
SETUP = Setup(game=Tiny(), players=("random", "greedy"), options={}, decks=("steep", "mixed"))


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(playthrough(SETUP, 1))


def test_it_begins_with_what_is_played_and_by_whom(lines: list[str]) -> None:
    assert lines[:3] == ["Tiny, seed 1, goal=2", "Seat 0: random, deck steep", "Seat 1: greedy, deck mixed"]


def test_every_decision_is_a_numbered_line_in_notation(lines: list[str]) -> None:
    g, _ = SETUP.begin(1)
    played = [f"{n}. Seat {seat}: {action}" for n, (seat, action) in enumerate(SETUP.play(g, 1), start=1)]
    assert [line.split("  [")[0] for line in lines if line[:1].isdigit()] == played


def held(setup: Setup, g: State, seat: Seat) -> tuple[CardId, ...]:
    view = setup.game.view(g, seat)
    assert isinstance(view, TinyView | HeistView)
    return view.hand


def test_a_secret_stands_beside_those_who_know_it(lines: list[str]) -> None:
    g, _ = SETUP.begin(1)
    assert not any(
        line.startswith(("  all see: hand =", "  spectator hears: Drew", "  all hears: Drew")) for line in lines
    )
    for seat in (0, 1):
        hand = held(SETUP, g, seat)
        assert f"  seat {seat} sees: hand = ({' '.join(hand)})" in lines
        assert f"  seat {seat} may: bid {'|'.join(hand)}; fold" in lines


def test_an_interrupt_stands_beside_the_one_who_holds_it() -> None:
    setup = Setup(game=Heist(), players=("random",) * 4, options={"sides": "pairs"})
    g, _ = setup.begin(2)
    bells = {seat for seat in range(4) if held(setup, g, seat) == ("bell",)}
    assert bells
    start = "\n".join(playthrough(setup, 2)).partition("\n1. ")[0]
    for seat in range(1, 4):
        assert (f"  seat {seat} may out of turn: ring 1|2" in start) == (seat in bells)
        assert (f"  seat {seat} reads: Seat 0 is to take one or two coins; you may ring" in start) == (seat in bells)
    assert "  seat 0 may: take 1|2" in start


def test_what_did_not_change_is_not_repeated(lines: list[str]) -> None:
    assert sum("see: goal" in line for line in lines) == 1


def test_it_ends_with_the_outcome(lines: list[str]) -> None:
    assert lines[-1].startswith("  over: ")
    assert sum(line.startswith("  over:") for line in lines) == 1


def test_the_same_match_is_written_alike_and_another_one_not() -> None:
    assert list(playthrough(SETUP, 1)) == list(playthrough(SETUP, 1))
    assert list(playthrough(SETUP, 1)) != list(playthrough(SETUP, 2))


def test_the_command_writes_it(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("playthrough", "allocator", "--seed", "3", "--option", "first_attack=off")
    assert (code, err) == (0, "")
    assert out.startswith("Allocator, seed 3, first_attack=off siege=on")
    assert "\n1. Seat 0: " in out
    assert out.splitlines()[-1].startswith("  over: ")


def test_a_match_is_played_as_written_with_any_further_option(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("playthrough", "allocator", "--seed", "3", "--rules", "as-written")
    assert (code, err) == (0, "")
    assert out.startswith("Allocator, seed 3, first_attack=no_points siege=off")
    words = ("playthrough", "allocator", "--rules", "as-written", "--option", "siege=on")
    assert hidden_hand(*words)[1].startswith("Allocator, seed 1, first_attack=no_points siege=on")
