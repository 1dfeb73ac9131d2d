"""The matches of a user to list: all of them, those of one game, or those with one other player."""

from typing import Final, NamedTuple

from bot.model.match import Match, UserId


class Filter(NamedTuple):
    """The game and the other player that all listed matches have in common."""

    game: str = ""
    """The key of their game; "" for any game."""
    opponent: UserId = 0
    """Another player who has a seat in them; 0 for anyone."""

    def fits(self, match: Match) -> bool:
        """Return whether a match is to be listed."""
        is_game = self.game in ("", match.game)
        return is_game and (not self.opponent or match.seat_of(self.opponent) is not None)


ANY: Final = Filter()
