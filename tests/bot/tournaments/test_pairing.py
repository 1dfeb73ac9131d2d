"""Pairings and standings of each system, for every number of players."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.pairing import bracket, planned_rounds
from bot.tournaments.rounds import Facts, places_to_fill, settled, started
from bot.tournaments.standings import standings
from bot.tournaments.values import DRAW, LOSS, WIN, Entry, Pairing, Part, Reason, Status, System, Tournament
from tests.bot.tournaments.helpers import (
    all_drawn,
    begun,
    dropped,
    played_out,
    signed_up,
    stronger_wins,
    with_round_played,
)


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    """Return how often each two entries were paired."""
    return Counter(frozenset(pairing.entries) for pairing in tournament.pairings if pairing.second is not None)


def byes(tournament: Tournament) -> Counter[int]:
    return Counter(pairing.first for pairing in tournament.pairings if pairing.second is None)


@pytest.mark.parametrize("players", [4, 5, 8, 13, 64])
def test_in_a_round_robin_everybody_meets_everybody_once_and_has_at_most_one_bye(players: int) -> None:
    over = played_out(begun(System.ROUND_ROBIN, players), all_drawn)
    assert len(meetings(over)) == players * (players - 1) // 2
    assert set(meetings(over).values()) == {1}
    assert set(byes(over).values()) == ({1} if players % 2 else set())
    assert over.round == planned_rounds(System.ROUND_ROBIN, players, None)


@pytest.mark.parametrize("system", list(System))
def test_in_each_round_everybody_is_paired_at_most_once(system: System) -> None:
    over = played_out(begun(system, 11), stronger_wins)
    for number in range(1, over.round + 1):
        paired = [entry for each in over.pairings if each.round == number for entry in each.entries]
        assert len(paired) == len(set(paired))


@given(st.integers(4, 24), st.integers(1, 12), st.randoms(use_true_random=False))
def test_a_swiss_never_repeats_a_pairing_or_a_bye_and_leaves_nobody_out(
    players: int, rounds: int, random: Random
) -> None:
    def by_chance(_: Pairing) -> tuple[int, int]:
        return random.choice([(WIN, LOSS), (LOSS, WIN), (DRAW, DRAW)])

    over = played_out(begun(System.SWISS, players, rounds=rounds), by_chance)
    assert set(meetings(over).values()) <= {1}
    assert set(byes(over).values()) <= {1}
    assert sum(byes(over).values()) == (over.rounds or 0) * (players % 2)
    paired = [entry for pairing in over.pairings for entry in pairing.entries]
    assert Counter(paired) == dict.fromkeys(range(1, players + 1), over.rounds)


def test_a_swiss_of_64_finds_one_unbeaten_winner_in_six_rounds() -> None:
    over = played_out(begun(System.SWISS, 64), stronger_wins)
    table = standings(over)
    assert over.round == 6
    assert (table[0].entry.number, table[0].half_points) == (1, 12)
    assert sum(row.half_points == 12 for row in table) == 1


def test_a_swiss_pairs_equal_scores_and_the_bye_goes_to_the_last() -> None:
    second = with_round_played(begun(System.SWISS, 9), stronger_wins)
    scores = {row.entry.number: row.half_points for row in standings(replace(second, pairings=second.pairings[:5]))}
    gaps = [abs(scores[a.first] - scores[a.second]) for a in second.current if a.second is not None]
    assert sum(gaps) <= 2, "five winners, of whom one is paired down"
    [free] = [pairing.first for pairing in second.current if pairing.second is None]
    assert scores[free] == min(scores.values())


@pytest.mark.parametrize("system", System)
def test_blocks_choose_no_opponents_and_whoever_blocks_one_gives_that_match_up(system: System) -> None:
    blocked = {(1, other) for other in range(2, 9)}
    free, refused = (
        played_out(begun(system, 8), stronger_wins),
        played_out(begun(system, 8, blocked=blocked), stronger_wins, blocked),
    )
    assert standings(free)[0].entry.number == 1
    met = [pairing for pairing in refused.pairings if 1 in pairing.entries]
    assert met
    assert all((pairing.loser, pairing.reason) == (1, Reason.FORFEIT) for pairing in met)


def test_two_who_block_each_other_both_give_their_match_up() -> None:
    blocked = {(1, 2), (2, 1)}
    over = played_out(begun(System.ROUND_ROBIN, 4, blocked=blocked), stronger_wins, blocked)
    [unplayed] = [pairing for pairing in over.pairings if set(pairing.entries) == {1, 2}]
    assert (unplayed.scores, unplayed.reason) == ((0, 0), Reason.FORFEIT)


def test_the_strongest_meet_last_in_a_bracket() -> None:
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for players in range(4, 65):
        seeds = bracket(players)
        size = len(seeds)
        assert sorted(seeds) == list(range(1, size + 1))
        assert all(one + other == size + 1 for one, other in zip(seeds[::2], seeds[1::2], strict=True))


@pytest.mark.parametrize("players", [4, 5, 7, 8, 33, 64])
def test_elimination_leaves_one_who_never_lost_and_byes_go_to_the_strongest(players: int) -> None:
    over = played_out(begun(System.ELIMINATION, players), stronger_wins)
    assert len(meetings(over)) == players - 1
    free = byes(over)
    assert set(free) == set(range(1, len(free) + 1))
    table = standings(over)
    assert [row.place for row in table[:3]] == [1, 2, 3]
    assert [row.entry.number for row in table[:2]] == [1, 2]
    assert table[3].place == 3, "both who lost in the semifinal share a place"


def test_a_draw_by_elimination_lets_the_better_seed_go_on() -> None:
    over = played_out(begun(System.ELIMINATION, 8), all_drawn)
    assert standings(over)[0].entry.number == 1


def test_sides_are_shared_fairly() -> None:
    over = played_out(begun(System.ROUND_ROBIN, 8), all_drawn)
    firsts = Counter(pairing.first for pairing in over.pairings)
    assert all(3 <= firsts[entry] <= 4 for entry in range(1, 9))


def test_seeds_follow_ratings_and_computers_come_last() -> None:
    start = started(signed_up(System.ELIMINATION, 6, fill="novice"), {104: 1400, 102: 1200}, Facts(), 0.0)
    seeds = {entry.seed: entry for entry in start.entries}
    assert [seeds[seed].user for seed in range(1, 7)] == [104, 102, 101, 103, 105, 106]
    assert [seeds[seed].computer for seed in (7, 8)] == ["novice", "novice"]


@pytest.mark.parametrize(
    ("system", "players", "added"),
    [
        (System.ELIMINATION, 1, 3),
        (System.ELIMINATION, 5, 3),
        (System.ELIMINATION, 8, 0),
        (System.SWISS, 2, 2),
        (System.SWISS, 7, 1),
        (System.ROUND_ROBIN, 6, 0),
    ],
)
def test_computers_fill_up_what_a_system_needs(system: System, players: int, added: int) -> None:
    assert places_to_fill(signed_up(system, players, fill="regular")) == added
    assert places_to_fill(signed_up(system, players)) == 0


@pytest.mark.parametrize("system", list(System))
def test_who_drops_out_forfeits_the_present_pairing_and_all_that_follow(system: System) -> None:
    over = played_out(dropped(begun(system, 8), 1), stronger_wins)
    own = [pairing for pairing in over.pairings if 1 in pairing.entries]
    assert own
    assert all((pairing.score(1), pairing.reason) == (LOSS, Reason.FORFEIT) for pairing in own)
    assert len(own) == (7 if system is System.ROUND_ROBIN else 1)
    assert standings(over)[-1].entry.number == 1 or system is System.ELIMINATION
    assert standings(over)[0].entry.number != 1


def test_two_who_drop_out_both_lose_their_pairing() -> None:
    start = begun(System.SWISS, 4)
    pairing = start.current[0]
    assert pairing.second is not None
    late = settled(dropped(start, *pairing.entries), Facts(), 0.0)
    assert late.current[0].scores == (LOSS, LOSS)


def test_a_tournament_whose_players_all_dropped_out_is_over() -> None:
    over = played_out(dropped(begun(System.SWISS, 4), 1, 2, 3), lambda _: None)
    assert over.status is Status.OVER
    assert standings(over)[0].entry.number == 4


def test_a_substitute_takes_the_place_the_points_and_the_later_pairings() -> None:
    second = with_round_played(begun(System.ROUND_ROBIN, 4), stronger_wins)
    late = replace(
        dropped(second, 1), entries=(*dropped(second, 1).entries, Entry(number=5, user=900, part=Part.WAITING))
    )
    third = with_round_played(late, stronger_wins)
    assert (third.entry(1).user, third.entry(1).part) == (900, Part.IN)
    assert (third.entry(5).user, third.entry(5).part) == (101, Part.OUT)
    points = {row.entry.number: row.half_points for row in standings(third)}
    assert points[1] == 2, "the win of the first round; the second one was forfeited"
    assert standings(played_out(third, stronger_wins))[0].entry.number in (1, 2)


def test_the_end_of_a_round_decides_against_the_slower_one_and_what_never_began_is_shared() -> None:
    start = started(signed_up(System.SWISS, 4, seconds=100), {}, Facts(), 50.0)
    assert start.deadline == 150.0
    slow = start.current[0].first
    facts = Facts(slower={(1, 1): slow})
    assert settled(start, facts, 149.0) == start
    late = settled(start, facts, 150.0)
    assert (late.current[0].score(slow), late.current[0].loser) == (LOSS, slow)
    assert (late.current[1].scores, late.current[1].reason) == ((DRAW, DRAW), Reason.UNPLAYED)


def test_among_equal_points_who_met_the_stronger_ones_is_ahead() -> None:
    over = played_out(begun(System.SWISS, 8), stronger_wins)
    table = standings(over)
    assert [(-row.half_points, -row.strength) for row in table] == sorted(
        (-row.half_points, -row.strength) for row in table
    )
