"""The settings of a lobby: who is invited, the number and order of players, and when it expires."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from bot.model.match_request import Wish

STANDS: Final = 24 * 60 * 60
"""Seconds after the last change of a lobby at which it expires."""

REMATCH_STANDS: Final = 60 * 60
"""Seconds after which the lobby of a rematch expires, whatever is changed in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """The settings of a lobby besides its players; they mean nothing once the match has started. Users are ids."""

    asked: tuple[int, ...] = ()
    """The users who were invited, whatever they answered."""
    declined: tuple[int, ...] = ()
    """Those of them who declined."""
    wanted: int | None = None
    """The number of players at which the match starts by itself; None: its host starts it."""
    order: tuple[int, ...] = ()
    """The order of seats; later players come after these. (): seats are drawn."""
    rematch: int | None = None
    """The number of the match that is played once more."""
    closes: float = 0.0
    """When the lobby expires, in seconds since 1970-01-01 UTC."""
    lapsed: bool = False
    """Whether it has expired."""
    wish: Wish | None = None
    """The request that suits all players, if the lobby is matchmade; None: it is not."""
    wishes: tuple[tuple[int, Wish], ...] = ()
    """The request of each player, by user."""
    merged: int | None = None
    """The number of the match into which the lobby was merged."""

    def open_to(self, seated: frozenset[int]) -> tuple[int, ...]:
        """Return the invited users who have not answered."""
        return tuple(user for user in self.asked if user not in seated and user not in self.declined)

    def wishing(self, user: int, wish: Wish, common: Wish) -> "Gathering":
        """Return the settings with one more player's request, and the request that suits all players."""
        return replace(self, wish=common, wishes=(*self._besides(user), (user, wish)))

    def without(self, user: int) -> "Gathering":
        """Return the settings without a user's request: the others may be suited by more."""
        rest = self._besides(user)
        common = reduce(_met, [wish for _, wish in rest]) if rest else self.wish
        return replace(self, wish=common, wishes=rest) if rest != self.wishes else self

    def _besides(self, user: int) -> tuple[tuple[int, Wish], ...]:
        return tuple((other, wish) for other, wish in self.wishes if other != user)


def _met(one: Wish, other: Wish) -> Wish:
    return one.met(other) or one


NOBODY_ASKED: Final = Gathering()
