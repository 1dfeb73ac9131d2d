"""Series: matches of two players in a row, with sides swapped, until a player's lead can no longer be made up."""

from dataclasses import dataclass
from typing import Final

from rules.core.events import Seat
from rules.core.play import Outcome

LENGTHS: Final = (3, 5)
"""The choices for the maximum number of games of a series (`Series.best_of`)."""
DRAFTS: Final = 2
"""The number of games of a series in which two players play both drafts of a comparison."""
SIDES: Final = 2
"""The number of players of a series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The place of a match in its series."""

    first_id: int
    """The number of the match whose lobby began the series."""
    game_number: int = 1
    """The number of this game in the series, counted from 1."""
    best_of: int
    wins: tuple[int, ...] = (0, 0)
    """The games that each seat of this match has won before it. A seat that changed hands keeps them."""
    next_id: int | None = None
    """The number of the next match; None: it has not begun."""

    def score(self, outcome: Outcome | None) -> tuple[int, ...]:
        """Return the games won by each seat of this match, including this game if it has an outcome."""
        if outcome is None:
            return self.wins
        return tuple(won + (outcome.winners == (seat,)) for seat, won in enumerate(self.wins))

    def is_decided(self, outcome: Outcome | None) -> bool:
        """Return whether no further game can change the winner, once this one has this outcome."""
        if outcome is None:
            return False
        ahead, behind = sorted(self.score(outcome), reverse=True)
        return ahead - behind > self.best_of - self.game_number or self.game_number == self.best_of

    def winner(self, outcome: Outcome | None) -> Seat | None:
        """Return the seat that has won the series; None: the series continues, or is drawn."""
        score = self.score(outcome)
        return score.index(max(score)) if self.is_decided(outcome) and score[0] != score[1] else None


def seat_in(game_number: int, seat: Seat, other_game: int) -> Seat:
    """Return the seat that the player of this seat in one game of a series has in another game."""
    return (seat + other_game - game_number) % SIDES
