"""Matches that begin with puzzles: the solver has what the puzzle says, and the seed decides what it hides."""

from collections import Counter
from functools import cache

import pytest

from bot.content.seeds import load_game
from bot.puzzles.booklet import Entry, load_booklet
from bot.puzzles.offers import Offer, Offers
from rules.circuitry.limits import GOLD_AT_START, HAND
from rules.circuitry.puzzle.opening import opponents
from rules.circuitry.state import CircuitryState
from rules.core.digest import digest
from rules.core.events import visible
from rules.core.play import State, advance
from rules.core.puzzles import SOLVER
from rules.core.rng import split
from rules.tnb.puzzle.puzzle import ENEMY, puzzle_of
from rules.tnb.state import TnbState

KEYS = ["tnb", "circuitry"]


@cache
def offer(key: str) -> Offer:
    return Offers({key: load_game(key)}).of(key)


def opened(key: str, entry: Entry, seed: int = 1) -> State:
    return offer(key).puzzles.opening(entry.puzzle, seed)


def played(key: str, entry: Entry) -> State:
    """Return the state after the solution was played in a match."""
    g = opened(key, entry)
    for action in entry.solution:
        advance(g, SOLVER, offer(key).game.parse(action))
    return g


@pytest.mark.parametrize("key", KEYS)
def test_every_puzzle_of_the_booklet_begins_a_match_by_its_own_terms(key: str) -> None:
    game, puzzles = offer(key).game, offer(key).puzzles
    for entry in load_booklet(offer(key)):
        terms, g = puzzles.terms(entry.puzzle), opened(key, entry)
        assert game.agreed(terms.seats, terms.options, terms.decks)
        assert g.phase.waiting == (SOLVER,)
        assert digest(g) == digest(opened(key, entry)) != digest(opened(key, entry, 2))
        for seat in range(terms.seats):
            view = game.view(g, seat)
            assert game.view(game.determinize(view, 1), seat) == view


@pytest.mark.parametrize("key", KEYS)
def test_the_solver_and_spectators_see_nothing_that_the_seed_has_drawn(key: str) -> None:
    game = offer(key).game
    for entry in load_booklet(offer(key)):
        one, other = opened(key, entry, 1), opened(key, entry, 2)
        for seat in (SOLVER, None):
            assert game.view(one, seat) == game.view(other, seat)
            assert visible(one.events, seat) == visible(other.events, seat)


@pytest.mark.parametrize("key", KEYS)
def test_such_matches_come_to_an_end(key: str) -> None:
    game = offer(key).game
    for number, entry in enumerate(load_booklet(offer(key))[::6]):
        g, ply = opened(key, entry, number), 0
        while g.phase.waiting:
            seat, ply = g.phase.waiting[0], ply + 1
            advance(g, seat, game.greedy(game.view(g, seat), split(number, ply)))
        assert g.outcome is not None


def test_a_solution_wins_the_match_of_t_and_b_if_the_enemy_has_had_its_turn() -> None:
    for entry in load_booklet(offer("tnb")):
        g = played("tnb", entry)
        assert isinstance(g, TnbState)
        if SOLVER in g.phase.waiting:
            advance(g, SOLVER, offer("tnb").game.parse("done"))
        if entry.puzzle.answers:
            assert g.phase.waiting == (ENEMY,), "the enemy's turn follows"
        else:
            assert g.outcome is not None
            assert g.outcome.winners == (SOLVER,)


def test_what_a_puzzle_of_t_and_b_hides_is_drawn_and_the_rest_is_as_it_says() -> None:
    for entry in load_booklet(offer("tnb"))[::5]:
        hands, is_known = set[str](), False
        for seed in range(20):
            g = opened("tnb", entry, seed)
            assert isinstance(g, TnbState)
            assert puzzle_of(g, SOLVER) == entry.puzzle
            enemy = g.sides[ENEMY]
            hands.add(" ".join(sorted(card.id for card in enemy.hand)))
            is_known = not (enemy.hand and enemy.deck)
        assert is_known or len(hands) > 1


def test_a_solution_reaches_the_goal_in_circuitry_whatever_the_opponents_hold() -> None:
    for entry in load_booklet(offer("circuitry")):
        g = played("circuitry", entry)
        assert offer("circuitry").puzzles.is_met(entry.puzzle, g)


def test_players_of_circuitry_hold_what_they_need_and_every_mini_card_is_there_once() -> None:
    for entry in load_booklet(offer("circuitry")):
        g, puzzle = opened("circuitry", entry), entry.puzzle
        assert isinstance(g, CircuitryState)
        mine, *others = g.sides
        assert [card.id for card in mine.minis] == list(puzzle.minis)
        assert [side.colour for side in others] == [pawn.colour for pawn in opponents(puzzle)]
        laid = {placed.card.number for placed in g.board.placed}
        held = [card.number for side in g.sides for card in side.circuits]
        assert len(set(held)) == len(held)
        assert not laid & set(held)
        cards = [placed.card for placed in g.board.placed] + [card for side in g.sides for card in side.circuits]
        assert {side.colour for side in g.sides} <= {card.charge for card in cards}, (
            "a player without a charge point could not win"
        )
        for seat, side in enumerate(others, 1):
            assert len(side.minis) == GOLD_AT_START[len(g.sides)][seat]
            assert sum(card.charge is None for card in side.circuits) == HAND
        piles = [g.gold, *g.piles.values(), *(side.minis for side in g.sides)]
        minis = offer("circuitry").game.content.minis  # type: ignore[attr-defined]
        assert Counter(card.id for pile in piles for card in pile) == {card.id: card.copies for card in minis}
