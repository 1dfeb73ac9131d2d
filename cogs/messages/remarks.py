"""Remarks of computer players: a greeting before anyone has moved, and last words at the end. Both depend on public
facts alone.
"""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match
from bot.model.position import Position
from cogs.text import escaped
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import Outcome
from rules.core.voice import Character

REMARKS_SHOWN: Final = 2
"""The maximum number of computers that speak at once."""


def greetings(position: Position, names: Sequence[str]) -> list[str]:
    """Return the greetings of a match's computers; [] once a person has moved."""
    match, acted = position.match, position.seen.acted
    if any(acted[seat] >= 0 for seat in range(len(names)) if seat not in match.computers):
        return []
    said = [(seat, each.greets) for seat, each in _characters(position.game, match)]
    return _lines(said, names)


def last_words(game: Game, match: Match, outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Return what the computers of a match say at its end; [] after a match without a winner."""
    if not outcome.winners:
        return []
    said = [(seat, each.wins if seat in outcome.winners else each.loses) for seat, each in _characters(game, match)]
    return _lines(said, names)


def _characters(game: Game, match: Match) -> list[tuple[Seat, Character]]:
    known = game.voice.characters
    return [
        (seat, known[player.computer])
        for seat, player in enumerate(match.players)
        if player.computer in known and not player.since
    ]


def _lines(said: Sequence[tuple[Seat, str]], names: Sequence[str]) -> list[str]:
    return [f"💬 **{escaped(names[seat])}**: “{words}”" for seat, words in said if words][:REMARKS_SHOWN]
