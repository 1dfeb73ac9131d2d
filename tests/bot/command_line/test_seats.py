"""The number of players, if a game allows several and an option suits only some of them."""

import json
from collections.abc import Callable

import pytest

from rules.catalog import GAMES
from tests.heist_game import Heist

Program = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _heist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "heist", Heist)
    monkeypatch.setattr("bot.process.reading.load_game", lambda _: Heist())


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ("", 2),
        ("--seats 5", 5),
        ("--seats 6 --option sides=pairs", 6),
        ("--option sides=pairs", 4),
        ("--players greedy,random,random", 3),
        ("--players greedy,random,random,greedy --option sides=pairs", 4),
        ("--players greedy,random,random,greedy,random,random --option sides=pairs", 6),
    ],
)
def test_as_many_play_as_are_named_or_as_the_options_need_at_least(
    hidden_hand: Program, words: str, seats: int
) -> None:
    code, out, err = hidden_hand("simulate", "heist", "--games", "3", "--json", *words.split())
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["seats"] == len(report["wins"]) == seats


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--seats 7", "--seats: Heist is for 2 to 6 players, not 7"),
        ("--seats 1", "--seats: Heist is for 2 to 6 players, not 1"),
        ("--seats 5 --option sides=pairs", "Pairs are for four or six thieves (rule 1.5)."),
        ("--players random,random,random --seats 4", "--players: write one name, or one for each of 4 seats, not 3"),
        ("--option sides=trios", "--option: The option sides is alone or pairs."),
        ("--option size=2", "--option: Heist has no option size."),
    ],
)
def test_what_does_not_go_together_is_told_in_a_line(hidden_hand: Program, words: str, said: str) -> None:
    assert hidden_hand("simulate", "heist", *words.split()) == (2, "", f"hidden-hand simulate: {said}\n")


def test_a_whole_match_of_six_is_written_down_with_its_interrupts(hidden_hand: Program) -> None:
    code, out, _ = hidden_hand("playthrough", "heist", "--seats", "6", "--players", "greedy", "--seed", "4")
    assert code == 0
    assert "may out of turn: ring 1|2" in out
    assert ": ring 2  [" in out
    assert "seat 5: " in out
