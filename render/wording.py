"""Write the sentences that the pictures and texts of every game share."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeVar

from render.renderer import Names
from rules.core.cards import Card
from rules.core.events import Event, Seat
from rules.core.folding import starts_turn
from rules.core.game import Game
from rules.core.play import View
from rules.core.words import times

AT_REST: Final = "You have nothing to decide now."
"""The sentence above a hand while its owner has nothing to decide."""
V = TypeVar("V", bound=View)
C = TypeVar("C", bound=Card)


def headline(game: Game, view: View, names: Names) -> str:
    """Return the question that the players have to answer now, or the result of a finished match. It tells nothing of
    the viewer's own options, since a table may be shown to others.
    """
    return game.prompt(replace(view, options=()), names) if view.outcome is None else game.result(view.outcome, names)


def question(game: Game, view: View, names: Names) -> str:
    """Return the sentence above a hand: its owner's options, or the result of a finished match, or `AT_REST`."""
    return AT_REST if at_rest(view) else headline(game, view, names)


def aim(game: Game, view: View) -> str:
    """Return the line that says the aim of the match; "" if the game gives none."""
    words = game.aim(view)
    return f"Goal: {words}" if words else ""


def at_rest(view: View) -> bool:
    """Return whether the match goes on and the view's seat can do nothing now.

    The seat's hand then shows only what the seat has; the question and other players' actions are on the table. So the
    hand's picture stays the same until the seat may act, or something in its hand changes.
    """
    return view.outcome is None and not view.options


def hand_view(view: V) -> V:
    """Return the view from which to draw a hand: without the latest events while the seat can do nothing."""
    return replace(view, events=()) if at_rest(view) else view


def recent_events(game: Game, view: View, names: Names, *, skip: tuple[type[Event], ...] = ()) -> list[str]:
    """Return a sentence for each recent public event, except events of the kinds in `skip`.

    The start of a turn that the question announces is left out, too. Equal sentences in a row are merged: “Ada takes a
    gold card, twice”.
    """
    public = (
        event
        for event in view.events
        if event.seats is None and not isinstance(event, skip) and not starts_turn(event, view.waiting)
    )
    runs = groupby(game.narrate(event, names) for event in public)
    return [_often(sentence, len([*repeats])) for sentence, repeats in runs if sentence]


def _often(sentence: str, count: int) -> str:
    return sentence if count == 1 else f"{sentence.removesuffix('.')}, {times(count)}."


def private_events(game: Game, view: View, names: Names) -> str:
    """Return the sentences about the latest events that only the view's seat may read."""
    return " ".join(game.narrate(event, names) for event in view.events if event.seats is not None)


def hand_remark(game: Game, view: View, names: Names, framed: str) -> str:
    """Return the remark after the question above a hand: `framed`, which explains frames, and the private events."""
    return f"{framed} {private_events(game, view, names)}".strip()


def player_label(view: View, seat: Seat, name: str) -> str:
    """Return a player's number, name and status: “1 Alice (decides)”."""
    note = status(view, seat)
    return f"{seat + 1} {name}{f' ({note})' if note else ''}"


def with_copies(cards: Mapping[C, int]) -> list[str]:
    """Return the names of cards with their numbers of copies: “Fire 3 x2”, “Water 1”."""
    return [f"{card.name} x{count}" if count > 1 else card.name for card, count in cards.items()]


def status(view: View, seat: Seat) -> str:
    """Return the status beside a player's name: “decides”, “winner”, or "" for none."""
    if view.outcome is not None:
        return "winner" if seat in view.outcome.winners else ""
    return "decides" if seat in view.waiting else ""
