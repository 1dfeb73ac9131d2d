"""The request of a user who looks for players: games, and a pace or any."""

from dataclasses import dataclass
from typing import Final, Self

from bot.model.pace import PRESETS, Kind, Pace
from bot.model.preferences import ServerPreferences

ANY: Final = "any"
_KINDS: Final = {
    "live": Kind.LIVE,
    "by correspondence": Kind.CORRESPONDENCE,
    "correspondence": Kind.CORRESPONDENCE,
}
"""Kinds of pace as they may be typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The games and paces that suit a user, or all of several users."""

    games: tuple[str, ...]
    """Keys of games, at least one; the first one is played unless others want another."""
    pace: Pace | Kind | None = None
    """A pace; any of a kind; None: any."""

    def met(self, other: "Wish") -> "Wish | None":
        """Return the request that suits both; None: there is none."""
        games = tuple(game for game in self.games if game in other.games)
        paces = [pace for pace in (self.pace, other.pace) if pace is not None]
        exact = [pace for pace in paces if isinstance(pace, Pace)]
        kinds = {pace.kind if isinstance(pace, Pace) else pace for pace in paces}
        if not games or len(set(exact)) > 1 or len(kinds) > 1:
            return None
        return Wish(games=games, pace=exact[0] if exact else next(iter(kinds), None))

    def settled(self, server: ServerPreferences) -> Pace:
        """Return the pace that is played on a server, unless others want another."""
        if isinstance(self.pace, Pace):
            return self.pace
        if self.pace is None:
            return server.pace
        return next(pace for pace in PRESETS.values() if pace.kind is self.pace)

    def check(self, server: ServerPreferences) -> None:
        """Raise BadPace unless the request can be played on a server.

        Raises:
            BadPace: those who manage it want none of this kind.
        """
        if self.pace is not None:
            server.check_pace(self.settled(server))

    @property
    def how(self) -> str:
        """Return the pace in words that follow a game's title."""
        match self.pace:
            case None:
                return "at any pace"
            case Kind.LIVE:
                return "live"
            case Kind.CORRESPONDENCE:
                return "by correspondence"
            case _:
                return "without a clock" if written(self.pace) == "none" else f"at {written(self.pace)}"

    def __str__(self) -> str:
        """Return the request as it is stored, and read by `read`."""
        pace = str(self.pace) if isinstance(self.pace, Pace) else written(self.pace)
        return f"{' '.join(self.games)}: {pace}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the request that `str` wrote.

        Raises:
            BadPace: it is none.
        """
        games, _, pace = text.partition(": ")
        return cls(games=tuple(games.split()), pace=read_pace(pace))


def read_pace(text: str) -> Pace | Kind | None:
    """Return the pace that the text describes: a pace as `Pace.read` reads it, “live”, “by correspondence”, or “any”.

    Raises:
        BadPace: it is none of these; says what to write.
    """
    wanted = " ".join(text.casefold().split())
    if wanted in ("", ANY):
        return None
    return _KINDS.get(wanted) or Pace.read(text)


def written(pace: Pace | Kind | None) -> str:
    """Return a pace as a user would write it: “any”, “live”, “10+15”."""
    if pace is None:
        return ANY
    return pace.clock if isinstance(pace, Pace) else pace.value
