"""Explain why a command cannot do anything now, in the line that is suggested while the user types."""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import Final

from bot.model.match import UserId
from bot.model.position import Position
from rules.core.game import Game
from rules.core.notation import Action, Field, NotationError, fields_of, parse
from rules.core.play import IllegalActionError, check

TRIED: Final = 100
"""The maximum number of examples of an action, each with another card, that are tried."""


def reason(position: Position, user: UserId, kind: type[Action]) -> str:
    """Return why the user cannot take any action of this kind now: the rules' reason if they give the same one for
    every card, else a general one.
    """
    game, state, seat = position.game, position.seen.state, position.match.seat_of(user)
    if seat is None:
        return f"You're not in match #{position.match.id}."
    if state.phase.waiting and seat not in state.phase.waiting:
        return f"It's not your turn right now (rule {state.phase.clause})."
    reasons: set[str] = set()
    for action in islice(_examples(game, kind), TRIED):
        try:
            check(state, seat, action)
        except IllegalActionError as error:
            reasons.add(str(error))
    return (
        reasons.pop()
        if len(reasons) == 1
        else f"/{game.key} {kind.verb} isn't possible right now (rule {state.phase.clause})."
    )


def _examples(game: Game, kind: type[Action]) -> Iterator[Action]:
    """Yield examples of this kind of action: one, or one for each card of the game."""
    first, *others = [list(_words(game, field)) for field in fields_of(kind)] or [[""]]
    for word in first:
        try:
            yield parse((kind,), " ".join((kind.verb, word, *(words[0] for words in others if words))))
        except NotationError:
            continue


def _words(game: Game, field: Field) -> Iterable[str]:
    """Return words to try in a field."""
    if isinstance(field.parse, type) and issubclass(field.parse, Enum):
        return [str(member.value) for member in field.parse]
    return [*game.cards, "1", "0,0"]
