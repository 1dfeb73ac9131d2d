"""The simple player of Alchemy."""

from rules.alchemy.first_greedy import Cards, FirstPlayer
from rules.alchemy.view import AlchemyView
from rules.core.notation import Action


def choose(cards: Cards, view: AlchemyView, random: int) -> Action:
    """A choice out of the view's options; equal ones are chosen among at random."""
    assert view.own is not None
    return FirstPlayer(cards, view, view.own).choice(random)
