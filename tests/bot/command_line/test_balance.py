import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab.balance import Row
from bot.lab.contest import Arena, Contest
from bot.lab.deck_search import exchanged
from bot.lab.score import Score
from rules.core.play import Outcome
from rules.core.rng import split

Program = Callable[..., tuple[int, str, str]]
FEW = ("--games", "4", "--processes", "1")


@pytest.fixture
def report(hidden_hand: Program) -> Callable[..., dict[str, Any]]:
    def run(*words: str) -> dict[str, Any]:
        code, out, err = hidden_hand("balance", *FEW, "--json", *words)
        assert (code, err) == (0, "")
        found: dict[str, Any] = json.loads(out)
        return found

    return run


def test_it_measures_seats_and_decks(report: Callable[..., dict[str, Any]]) -> None:
    found = report("tnb", "--player", "random", "--part", "seats", "--part", "decks")
    assert list(found) == ["seats", "decks"]
    assert sum(row["won"] for row in found["seats"]) == pytest.approx(100)
    decks = load_game("tnb").decks
    assert {row["who"] for row in found["decks"] if row["against"] == "the field"} == set(decks)
    pairs = [row for row in found["decks"] if row["against"] != "the field"]
    assert len(pairs) == len(decks) * (len(decks) + 1) // 2
    for row in found["seats"] + found["decks"]:
        low, high = row["interval"]
        assert 0 <= low <= row["won"] <= high <= 100


def test_many_seats_are_measured_too(report: Callable[..., dict[str, Any]]) -> None:
    found = report("circuitry", "--seats", "3", "--player", "random", "--part", "seats")
    assert [row["hoped"] for row in found["seats"]] == [[30, 36]] * 3


def test_a_search_ends_with_its_best_deck_measured_again(report: Callable[..., dict[str, Any]]) -> None:
    found = report("tnb", "--player", "random", "--part", "search", "--steps", "3", "--games", "24")["search"]
    game = load_game("tnb")
    assert len(found) >= 2
    assert found[-1]["cards"] == found[-2]["cards"]
    assert found[-1]["matches"] > found[-2]["matches"]
    assert not any(game.deck_faults(deck["cards"]) for deck in found)


def test_the_table_is_readable(hidden_hand: Program) -> None:
    code, out, err = hidden_hand("balance", "tnb", "--player", "random", "--part", "decks", *FEW)
    assert (code, err) == (0, "")
    assert out.startswith("T&B, 2 players, seed 1\n\nDECKS")
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("chess",), "there is no game 'chess'"),
        (("tnb", "--against", "deep-blue"), "--against: 'deep-blue' is none of random, greedy, novice"),
        (("tnb", "--player", "nobody"), "--player: 'nobody' is none of"),
        (("tnb", "--script", "nothing"), "--script: T&B has no script 'nothing'"),
        (("tnb", "--seats", "3"), "--seats: T&B is for 2 players"),
        (("circuitry", "--part", "decks"), "--part: Circuitry has no decks to be measured"),
        (("tnb", "--games", "1"), "'1' is not a whole number from 2"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_line(hidden_hand: Program, words: tuple[str, ...], why: str) -> None:
    code, out, err = hidden_hand("balance", *words)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_the_same_seed_gives_the_same_matches_on_any_number_of_processors() -> None:
    contest = Contest(game="tnb", players=("random", "greedy"), options={})
    with Arena(1) as one, Arena(2) as two:
        assert list(one.play(contest, 18, 5)) == list(two.play(contest, 18, 5))


def test_every_seed_is_played_from_every_seat() -> None:
    contest = Contest(game="circuitry", players=("greedy", "random", "random"), options={})
    with Arena(1) as arena:
        assert [match.seat for match in arena.play(contest, 6, 5)] == [0, 1, 2, 0, 1, 2]


def test_no_match_is_counted_twice_where_all_play_alike() -> None:
    contest = Contest(game="tnb", players=("random",) * 2, options={})
    with Arena(1) as arena:
        played = list(arena.play(contest, 6, 5))
    assert [match.seat for match in played] == [0] * 6
    assert len({(match.plies, match.shares, match.turns) for match in played}) > 3
    mirror = Contest(game="tnb", players=("random",) * 2, options={}, decks=("vanguard", "vanguard"))
    assert (mirror.places, Contest(game="tnb", players=("greedy", "random"), options={}).places) == (1, 2)


def test_a_win_is_shared_by_those_who_won_and_a_draw_by_all() -> None:
    def of(*ranks: int) -> list[float]:
        return [Outcome("last_resort", ranks).share(seat) for seat in range(len(ranks))]

    assert of(1, 2) == [1, 0]
    assert of(1, 1, 3) == [0.5, 0.5, 0]
    assert of(1, 1) == [0.5, 0.5]


def test_the_interval_of_a_score_is_wilsons() -> None:
    low, high = Score(10, 8).interval
    assert (round(low, 1), round(high, 1)) == (49.0, 94.3)
    assert Score(10, 8) + Score(2, 0.5) == Score(12, 8.5)


@pytest.mark.parametrize(("wins", "verdict"), [(20, "no"), (46, "unsure"), (40, "yes"), (5, "yes")])
def test_a_hope_is_missed_only_where_the_measurement_excludes_it(wins: int, verdict: str) -> None:
    row = Row("turtle", "greedy", score=Score(100 if wins > 20 else 21, wins), most=45)
    assert row.verdict == verdict


@pytest.mark.parametrize("key", ["allocator", "alchemy", "tnb"])
def test_an_exchange_of_cards_leaves_a_deck_legal_and_changes_it(key: str) -> None:
    game = load_game(key)
    cards = next(iter(game.decks.values())).cards
    for number in range(200):
        _, other = exchanged(game, cards, split(number, 3))
        assert game.deck_faults(other) == []
        assert Counter(other) != Counter(cards)
        cards = other
