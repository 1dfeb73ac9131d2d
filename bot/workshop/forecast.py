"""Foretell a comparison of two drafts from matches that the lab plays: what it will find, and how long it will take."""

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.lab.contest import Contest, matches_of
from bot.model.comparison import Question
from bot.workshop.sequential import Trial
from rules.core.game import Game

_RUNS: Final = 100
"""The number of comparisons that are played through."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The course of a comparison if people played as the lab does."""

    simulated: int
    """The number of simulated matches of each draft."""
    means: tuple[float, float]
    """The mean of the numbers, by draft."""
    matches: int | None
    """The number of matches after which half of such comparisons are decided; None: fewer than half are."""
    decided: float
    """The share of such comparisons that are decided before the largest number of matches."""


def numbers_of(game: Game, contest: Contest, numbers: range, seed: int, question: Question) -> tuple[float, ...]:
    """Play the matches of a contest with these numbers, and return what a comparison asks of each.

    Raises:
        ValueError: the question is about people's opinions, which the lab cannot foretell.
    """
    if question is Question.AGAIN:
        raise ValueError("the lab has no opinions")
    found = list[float]()
    for match in matches_of(game, contest, numbers, seed):
        if question is Question.SEATS:
            found.append(match.shares[0])
        elif question is Question.LENGTH:
            found.append(float(match.turns))
        else:
            found.append(float(len(set(match.shares)) == 1))
    return tuple(found)


def foresee(
    _: Game, first: tuple[float, ...], second: tuple[float, ...], question: Question, most: int, seed: int
) -> Forecast:
    """Play through comparisons whose matches are drawn from these numbers of each draft, by the rule of real ones."""
    drawn, needed = Random(seed), list[int]()  # noqa: S311 # no secret
    for _run in range(_RUNS):
        trial = Trial()
        for pair in range(1, most // 2 + 1):
            if trial.see(question.difference(drawn.choice(first), drawn.choice(second))) is not None:
                needed.append(2 * pair)
                break
    needed.sort()
    half = _RUNS // 2
    return Forecast(
        simulated=min(len(first), len(second)),
        means=(sum(first) / len(first), sum(second) / len(second)),
        matches=needed[half - 1] if len(needed) >= half else None,
        decided=len(needed) / _RUNS,
    )
