"""The games that offer puzzles, and the game of each day's puzzle."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.puzzles.refusals import NoPuzzles, NoPuzzlesOfGame
from rules.core.game import Game
from rules.core.puzzles import PuzzleSet


@dataclass(frozen=True, slots=True)
class Offer:
    """An installed game with its puzzles."""

    game: Game
    puzzles: PuzzleSet
    name: str
    """The word for a puzzle of this game in messages. It has the game's title if several games offer puzzles."""


class Offers:
    """All games that offer puzzles, in the catalog's order."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        """games: all installed games, by key."""
        offering = [(game, game.puzzles) for game in games.values() if game.puzzles is not None]
        self.all = tuple(
            Offer(game, puzzles, "Puzzle" if len(offering) == 1 else f"{game.title} puzzle")
            for game, puzzles in offering
        )

    def of(self, key: str) -> Offer:
        """Return the offer of the game with this key.

        Raises:
            Refusal: the game is not installed, or offers no puzzles.
        """
        for offer in self.all:
            if offer.game.key == key:
                return offer
        raise NoPuzzlesOfGame

    def of_day(self, day: date) -> Offer:
        """Return the offer of a date: the games take turns, each for a week from Monday to Sunday.

        Raises:
            Refusal: no game offers puzzles.
        """
        if not self.all:
            raise NoPuzzles
        return self.all[week(day) % len(self.all)]


def week(day: date) -> int:
    """Return the number of a date's week, which begins on Monday."""
    return (day.toordinal() - 1) // 7
