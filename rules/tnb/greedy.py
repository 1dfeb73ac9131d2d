"""The quick player of T&B."""

from rules.core.notation import Action
from rules.tnb.first_greedy import Thought
from rules.tnb.view import TnbView


def choose(view: TnbView, random: int) -> Action:
    """The best of the view's options, or one of the best."""
    return Thought(view).best(random)
