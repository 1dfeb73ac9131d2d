"""How players gather for a match: who is asked, how many are to sit there, in which order, and until when."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from bot.model.match_request import Wish

STANDS: Final = 24 * 60 * 60
"""Seconds after which a lobby closes by itself in which nothing was done."""

REMATCH_STANDS: Final = 60 * 60
"""The same for a rematch, whatever is done in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """What a lobby has besides its players; it means nothing once the match has begun. Users are ids."""

    asked: tuple[int, ...] = ()
    """Who was asked to play, whatever they answered."""
    declined: tuple[int, ...] = ()
    """Those of them who will not."""
    wanted: int | None = None
    """As soon as so many sit there, it begins by itself; None: when its host says so."""
    order: tuple[int, ...] = ()
    """Who sits in which order, whoever else joins after them; (): seats are drawn."""
    rematch: int | None = None
    """The number of the match that is played once more."""
    closes: float = 0.0
    """When it closes by itself, in seconds since 1970-01-01 UTC."""
    lapsed: bool = False
    """Whether it has closed by itself."""
    wish: Wish | None = None
    """What those who sit there would all play, if anybody who would play it too is sat down with them."""
    wishes: tuple[tuple[int, Wish], ...] = ()
    """What each of them would play, by user."""
    merged: int | None = None
    """The number of the match in which those who looked for others here sit now."""

    def open_to(self, seated: frozenset[int]) -> tuple[int, ...]:
        """Who is asked and has not answered."""
        return tuple(user for user in self.asked if user not in seated and user not in self.declined)

    def wishing(self, user: int, wish: Wish, common: Wish) -> "Gathering":
        """With somebody who would play this, so that this pleases all."""
        return replace(self, wish=common, wishes=(*self._besides(user), (user, wish)))

    def without(self, user: int) -> "Gathering":
        """Without what somebody would play: the others may be pleased by more."""
        rest = self._besides(user)
        common = reduce(_met, [wish for _, wish in rest]) if rest else self.wish
        return replace(self, wish=common, wishes=rest) if rest != self.wishes else self

    def _besides(self, user: int) -> tuple[tuple[int, Wish], ...]:
        return tuple((other, wish) for other, wish in self.wishes if other != user)


def _met(one: Wish, other: Wish) -> Wish:
    return one.met(other) or one


NOBODY_ASKED: Final = Gathering()
