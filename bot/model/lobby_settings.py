"""Settings of a lobby: its invitations, number and order of players, and closing time."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from bot.model.comparison import Compared
from bot.model.match_request import MatchRequest

STANDS: Final = 24 * 60 * 60
"""The seconds without a change after which a lobby closes automatically."""

REMATCH_STANDS: Final = 60 * 60
"""The seconds after which the lobby of a rematch closes automatically, even if it was changed meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySettings:
    """The settings of a lobby besides its players, by user ids. They lose their meaning once the match begins."""

    asked: tuple[int, ...] = ()
    """The users who were invited, whatever their answer."""
    declined: tuple[int, ...] = ()
    """The invited users who declined."""
    asked_in: tuple[tuple[int, int], ...] = ()
    """The direct messages in which invited users of the common queue are asked: users with channels."""
    wanted: int | None = None
    """The number of players at which the match begins automatically; None: the host starts it."""
    order: tuple[int, ...] = ()
    """The order of the seats; users who are not listed sit behind those who are. (): the order is drawn at random."""
    rematch: int | None = None
    """The id of the match of which this is a rematch; None: it is not a rematch."""
    closes: float = 0.0
    """The moment at which the lobby closes automatically, in seconds since 1970-01-01 UTC."""
    timed_out: bool = False
    """Whether the lobby was closed automatically."""
    request: MatchRequest | None = None
    """The request that suits all players of a lobby open to matchmaking; None: it is not open to matchmaking."""
    requests: tuple[tuple[int, MatchRequest], ...] = ()
    """The requests of the players, by user."""
    code: str = ""
    """The code with which anyone who has it can join, from any place; "": nobody has asked for one."""
    merged: int | None = None
    """The id of the match to which the players of this lobby have moved; None: they have not."""
    compared: Compared | None = None
    """The comparison of drafts that draws the cards of the match; None: its host has chosen them."""

    def open_to(self, seated: frozenset[int]) -> tuple[int, ...]:
        """Return the invited users who have neither taken a seat nor declined."""
        return tuple(user for user in self.asked if user not in seated and user not in self.declined)

    def with_request(self, user: int, request: MatchRequest, common: MatchRequest) -> "LobbySettings":
        """Return the settings with a user's request added, and `common` as the request that suits all."""
        return replace(self, request=common, requests=(*self._besides(user), (user, request)))

    def without(self, user: int) -> "LobbySettings":
        """Return the settings without a user's request, which may widen the common request."""
        others = self._besides(user)
        common = reduce(_met, [request for _, request in others]) if others else self.request
        return replace(self, request=common, requests=others) if others != self.requests else self

    def _besides(self, user: int) -> tuple[tuple[int, MatchRequest], ...]:
        return tuple((other, request) for other, request in self.requests if other != user)


def _met(one: MatchRequest, other: MatchRequest) -> MatchRequest:
    return one.met(other) or one


OPEN_LOBBY: Final = LobbySettings()
