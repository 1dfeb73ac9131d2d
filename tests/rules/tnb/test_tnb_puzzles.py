"""T&B's puzzles: a plain solver, which plays every turn and every answer by the rules, confirms what they claim."""

from collections.abc import Hashable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from bot.content.seeds import load_games
from bot.puzzles.attempts import replayed
from bot.puzzles.booklet import Entry, load_booklet
from bot.puzzles.offers import Offers
from rules.core.notation import Action
from rules.core.play import Over, apply, options
from rules.core.puzzles import SOLVER
from rules.tnb.actions import Attack, Block, Done, Draw
from rules.tnb.cards import attack_sums, block_sums
from rules.tnb.puzzle.making import LEVELS, MOST_KEYS
from rules.tnb.puzzle.puzzle import ENEMY
from rules.tnb.state import TnbState
from tests.examples import thorough

OFFER = Offers(load_games()).of("tnb")
PUZZLES = OFFER.puzzles
BOOKLET = load_booklet(OFFER)
FIRST = [min((e for e in BOOKLET if e.level == level.number), key=lambda e: len(str(e.puzzle))) for level in LEVELS]
QUICK = FIRST[::2]
"""A puzzle of each level whose enemy has had its turn."""
SLOW = [entry for entry in BOOKLET if entry not in QUICK]


def wins(g: TnbState) -> bool:
    """Return whether the solver wins if its turn ends now, by playing every answer with every card that the enemy may
    hold or draw.
    """
    if g.phase.waiting == (SOLVER,):
        g = apply(g, SOLVER, Done())
    enemy = g.sides[ENEMY]
    held = len(enemy.hand)
    edge = [(held, g.clone())]
    edge[0][1].sides[ENEMY].hand += enemy.deck
    seen = set()
    while edge:
        held, state = edge.pop()
        for left, after in _answered(held, state):
            if after.phase.waiting != (ENEMY,):
                assert isinstance(after.phase, Over) or after.turn > g.turn
                if not isinstance(after.phase, Over) or after.phase.outcome.winners != (SOLVER,):
                    return False
            elif (key := (left, _decisive(after))) not in seen:
                seen.add(key)
                edge.append((left, after))
    return True


def _answered(held: int, g: TnbState) -> Iterator[tuple[int, TnbState]]:
    """Yield the states after each action of the enemy. Its hand has all hidden cards: `held` of them can be played, and
    a draw makes that one more.
    """
    enemy = g.sides[ENEMY]
    for action in options(g, ENEMY):
        if action.verb != "play" or held:
            yield held - (action.verb == "play"), apply(g, ENEMY, action)
    if g.phase.tag == "Tactics" and enemy.tactical_points and len(enemy.hand) > held:
        drawn = g.clone()
        drawn.sides[ENEMY].tactical_points -= 1
        yield held + 1, drawn


def _decisive(g: TnbState) -> Hashable:
    side = g.sides[ENEMY]
    points = side.tactical_points
    able = frozenset((at.card.id, at.tile, at.free) for at in side.board if at.free or (points and not at.taken))
    hand = frozenset(card.id for card in side.hand) if points else None
    return points, able, hand, side.occupied, (*attack_sums(side.attacks),), (*block_sums(side.blocks),), g.phase.tag


def winning(entry: Entry) -> list[frozenset[Action]]:
    """Return every winning set of actions of the least size, found by playing all turns."""
    start = PUZZLES.begin(entry.puzzle)
    assert isinstance(start, TnbState)
    edge: dict[frozenset[Action], TnbState] = {frozenset(): start}
    while edge:
        if won := [actions for actions, g in edge.items() if wins(g)]:
            return won
        edge = {
            actions | {action}: apply(g, SOLVER, action)
            for actions, g in edge.items()
            if g.phase.waiting == (SOLVER,)
            for action in options(g, SOLVER)
            if not isinstance(action, Draw | Done)
        }
    return []


@pytest.mark.parametrize("entry", [*QUICK, *thorough(*SLOW)], ids=lambda entry: f"{entry.level}-{BOOKLET.index(entry)}")
def test_the_least_number_of_actions_and_the_solutions_are_those_that_the_rules_give(entry: Entry) -> None:
    solution = PUZZLES.solve(entry.puzzle)
    won = winning(entry)
    assert {len(actions) for actions in won} == {entry.least} == {solution.least}
    assert solution.count == len(won)
    keys = {tuple(sorted(_key(action) for action in actions)) for actions in won}
    assert set(solution.keys) == keys
    assert len(keys) <= MOST_KEYS
    g = replayed(OFFER, entry.puzzle, entry.solution)
    assert PUZZLES.is_met(entry.puzzle, g)
    assert PUZZLES.cost(entry.puzzle, g) == entry.least == len(entry.solution)


def _key(action: Action) -> str:
    return str(action) if isinstance(action, Attack | Block) else " ".join(str(action).split()[:2])


@pytest.mark.parametrize("entry", FIRST, ids=lambda entry: str(entry.level))
def test_a_turn_that_does_not_win_is_answered_by_name(entry: Entry) -> None:
    """The sentence names the enemy's cards, and a hint says that nothing more helps."""
    g = apply(PUZZLES.begin(entry.puzzle), SOLVER, Done())
    assert not PUZZLES.is_met(entry.puzzle, g)
    assert PUZZLES.hint(entry.puzzle, g) is None
    attacked = replayed(OFFER, entry.puzzle, entry.solution[:-1])
    if attacked.phase.waiting == (SOLVER,):
        hint = PUZZLES.hint(entry.puzzle, attacked)
        assert hint is not None
        assert PUZZLES.is_met(entry.puzzle, apply(attacked, SOLVER, hint))
    told = PUZZLES.refutation(entry.puzzle, attacked)
    assert told == "" or told.startswith("The enemy could ")


@pytest.mark.parametrize("level", [1, *thorough(2, 3, 4)])
def test_a_seed_makes_the_puzzle_again(level: int) -> None:
    made = PUZZLES.numbered(level, 3, 0)
    assert PUZZLES.make(level, made.seed, made.attempt) == made
    assert made.puzzle.answers is LEVELS[level - 1].answers
    assert PUZZLES.read(PUZZLES.written(made.puzzle)) == made.puzzle


FAULTS: list[tuple[str, Any]] = [
    ("two sides", {"sides": []}),
    ("another form", {"answers": "yes"}),
    ("another form", {"round": "1"}),
    ("has a card twice", {"sides": {"removed": ["decoy", "decoy"]}}),
    ("unknown card", {"sides": {"removed": ["nobody"]}}),
    ("unknown card", {"sides": {"board": ["decoy z9 1"]}}),
    ("no Health", {"sides": {"board": ["decoy a1 99"], "hand": [], "removed": []}}),
    ("no Life Point", {"sides": {"life": 0}}),
    ("another form", {"sides": {"life": "3"}}),
]


@pytest.mark.parametrize(("words", "change"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_file_with_a_fault_is_refused_and_says_which(words: str, change: dict[str, Any]) -> None:
    entry = next(entry for entry in BOOKLET if "decoy" in entry.puzzle.sides[SOLVER].deck)
    written = deepcopy(PUZZLES.written(entry.puzzle))
    assert isinstance(written, dict)
    if isinstance(change.get("sides"), dict):
        written["sides"][SOLVER] |= change["sides"]
    else:
        written |= change
    with pytest.raises(ValueError, match=words):
        PUZZLES.read(written)
