"""What the pictures and the texts of every game say in sentences."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeVar

from render.artist import Names
from rules.core.cards import Card
from rules.core.events import Event, Seat
from rules.core.game import Game
from rules.core.play import View
from rules.core.words import times

AT_REST: Final = "You have nothing to decide now."
"""What a hand says above the cards while its owner can do nothing."""
V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Card)


def headline(game: Game, view: View, names: Names) -> str:
    """What is to be decided, or how the match ended."""
    return game.prompt(view, names) if view.outcome is None else game.result(view.outcome, names)


def question(game: Game, view: View, names: Names) -> str:
    """What is said above a hand: what its owner has to decide or may do, how the match ended, or else `AT_REST`."""
    return AT_REST if at_rest(view) else headline(game, view, names)


def at_rest(view: View) -> bool:
    """Whether the view's seat can do nothing now in a match that goes on.

    Its hand then says nothing but what its owner has: what others do and whom the match waits for is on the table, and
    the hand stays as it is until its owner's own things change or they may act.
    """
    return view.outcome is None and not view.options


def in_hand(view: V) -> V:
    """The view as a hand is made of it: at rest, without what has just happened."""
    return replace(view, events=()) if at_rest(view) else view


def news(game: Game, view: View, names: Names, *, but: tuple[type[Event], ...] = ()) -> list[str]:
    """What just happened for everybody to see, a sentence each; without events of these kinds. What happened several
    times in a row is said once: “Ada takes a gold card, twice.”
    """
    public = (event for event in view.events if event.seats is None and not isinstance(event, but))
    told = groupby(game.tell(event, names) for event in public)
    return [_often(sentence, len([*again])) for sentence, again in told if sentence]


def _often(sentence: str, count: int) -> str:
    return sentence if count == 1 else f"{sentence.removesuffix('.')}, {times(count)}."


def learned(game: Game, view: View, names: Names) -> str:
    """What the view's seat may read of the latest action, and not everybody."""
    return " ".join(game.tell(event, names) for event in view.events if event.seats is not None)


def aside(game: Game, view: View, names: Names, framed: str) -> str:
    """What is said above a hand beside the question: why cards are framed, and what was just learned."""
    return f"{framed} {learned(game, view, names)}".strip()


def player(view: View, seat: Seat, name: str) -> str:
    """“1 Alice (decides)”."""
    said = standing(view, seat)
    return f"{seat + 1} {name}{f' ({said})' if said else ''}"


def each(cards: Mapping[C, int]) -> list[str]:
    """“Fire 3 x2”, “Water 1”: the names of cards, with how often each is there."""
    return [f"{card.name} x{count}" if count > 1 else card.name for card, count in cards.items()]


def standing(view: View, seat: Seat) -> str:
    """What is said beside a player's name: that they decide, or that they won."""
    if view.outcome is not None:
        return "winner" if seat in view.outcome.winners else ""
    return "decides" if seat in view.waiting else ""
