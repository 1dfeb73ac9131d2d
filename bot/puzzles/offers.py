"""The games that offer puzzles, and which of them has the puzzle of a day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.model.refusals import Refusal
from rules.core.game import Game
from rules.core.puzzles import PuzzleSet


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that is played here, with its puzzles."""

    game: Game
    puzzles: PuzzleSet
    name: str
    """What messages call a puzzle of it: with the game's title where several games offer puzzles."""


class Offers:
    """All games that offer puzzles, in the catalog's order."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        """games: all that are played here, by key."""
        offering = [(game, game.puzzles) for game in games.values() if game.puzzles is not None]
        self.all = tuple(
            Offer(game, puzzles, "Puzzle" if len(offering) == 1 else f"{game.title} puzzle")
            for game, puzzles in offering
        )

    def of(self, key: str) -> Offer:
        """Return the offer of the game with this key.

        Raises:
            Refusal: it is not played here, or offers none.
        """
        for offer in self.all:
            if offer.game.key == key:
                return offer
        raise Refusal("There are no puzzles of that game here any more.")

    def of_day(self, day: date) -> Offer:
        """Return the offer whose turn it is: from Monday to Sunday one game's, then the next one's.

        Raises:
            Refusal: no game offers puzzles.
        """
        if not self.all:
            raise Refusal("There are no puzzles here: no game that is played here has any.")
        return self.all[week(day) % len(self.all)]


def week(day: date) -> int:
    """Return the number of a date's week, which begins on Monday."""
    return (day.toordinal() - 1) // 7
