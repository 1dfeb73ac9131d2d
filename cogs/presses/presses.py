"""The handlers of presses that commands use as well. Each is built once."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self

from cogs.host import Host
from cogs.presses.analysis import Reviews
from cogs.presses.closeup import CloseUps
from cogs.presses.consent import Consents
from cogs.presses.ending import Endings
from cogs.presses.fairness import Fairness
from cogs.presses.hand import Hands
from cogs.presses.lobby import Lobbies
from cogs.presses.log import Logs
from cogs.presses.main_menu import MainMenu
from cogs.presses.match_menu import MatchMenu
from cogs.presses.matchmaking import Matchmaking
from cogs.presses.opening import Openings
from cogs.presses.posters import Posters
from cogs.presses.seats import Seats
from cogs.presses.statuses import Statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class Presses:
    """All these presses in one value. They are built in the order of their dependencies."""

    hands: Hands
    lobbies: Lobbies
    openings: Openings
    matchmaking: Matchmaking
    main_menu: MainMenu
    closeups: CloseUps
    fairness: Fairness
    logs: Logs
    reviews: Reviews
    consents: Consents
    endings: Endings
    seats: Seats
    statuses: Statuses
    posters: Posters
    match_menu: MatchMenu

    @classmethod
    def build(cls, host: Host) -> Self:
        """Build all presses."""
        hands, lobbies = Hands(host), Lobbies(host)
        openings = Openings(host, lobbies, hands)
        matchmaking = Matchmaking(host, openings)
        consents, endings = Consents(host, hands), Endings(host)
        return cls(
            hands=hands,
            lobbies=lobbies,
            openings=openings,
            matchmaking=matchmaking,
            main_menu=MainMenu(host, openings, matchmaking, hands),
            closeups=CloseUps(host),
            fairness=Fairness(host),
            logs=Logs(host),
            reviews=Reviews(host),
            consents=consents,
            endings=endings,
            seats=Seats(host, hands),
            statuses=Statuses(host),
            posters=Posters(host),
            match_menu=MatchMenu(host, consents, endings),
        )

    def __iter__(self) -> Iterator[object]:
        return (getattr(self, field.name) for field in fields(self))
