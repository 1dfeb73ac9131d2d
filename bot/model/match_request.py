"""Match requests: the games, the pace and the rules that a user accepts when they look for other players."""

from dataclasses import dataclass
from typing import Final, Self

from bot.model.pace import PRESETS, Kind, Pace
from rules.core.options import RuleSet

ANY: Final = "any"
_KINDS: Final = {
    "live": Kind.LIVE,
    "by correspondence": Kind.CORRESPONDENCE,
    "correspondence": Kind.CORRESPONDENCE,
}
"""The kinds of pace, by the words that a user can type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRequest:
    """A request of one user, or the request that suits several."""

    games: tuple[str, ...]
    """The keys of the accepted games, at least one, in order of preference."""
    pace: Pace | Kind | None = None
    """The accepted pace: one pace, any pace of one kind, or any pace at all (None)."""
    rules: RuleSet = RuleSet.HOUSE
    """The accepted rules."""

    def met(self, other: "MatchRequest") -> "MatchRequest | None":
        """Return the request that suits both; None if there is none."""
        games = tuple(game for game in self.games if game in other.games)
        paces = [pace for pace in (self.pace, other.pace) if pace is not None]
        exact = [pace for pace in paces if isinstance(pace, Pace)]
        kinds = {pace.kind if isinstance(pace, Pace) else pace for pace in paces}
        if not games or len(set(exact)) > 1 or len(kinds) > 1 or self.rules is not other.rules:
            return None
        return MatchRequest(games=games, pace=exact[0] if exact else next(iter(kinds), None), rules=self.rules)

    def settled(self, default: Pace) -> Pace:
        """Return the pace of a match for this request, unless other players need another. default: the pace of matches
        whose players accept any.
        """
        if isinstance(self.pace, Pace):
            return self.pace
        if self.pace is None:
            return default
        return next(pace for pace in PRESETS.values() if pace.kind is self.pace)

    @property
    def how(self) -> str:
        """Return the pace in words that follow the name of a game."""
        match self.pace:
            case None:
                return "at any pace"
            case Kind.LIVE:
                return "live"
            case Kind.CORRESPONDENCE:
                return "by correspondence"
            case _:
                return "without a clock" if written(self.pace).startswith("none") else f"at {written(self.pace)}"

    def __str__(self) -> str:
        """Return the stored form, which `read` parses."""
        pace = str(self.pace) if isinstance(self.pace, Pace) else written(self.pace)
        return f"{self.rules} {' '.join(self.games)}: {pace}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a request that `str` wrote.

        Raises:
            BadPace: the text has no valid pace.
        """
        words, _, pace = text.partition(": ")
        rules, *games = words.split()
        return cls(games=tuple(games), pace=read_pace(pace), rules=RuleSet(rules))


def read_pace(text: str) -> Pace | Kind | None:
    """Parse an accepted pace: “live”, “by correspondence”, “any”, or a pace that `Pace.read` parses.

    Raises:
        BadPace: the text is none of these; the refusal says which forms are valid.
    """
    wanted = " ".join(text.casefold().split())
    if wanted in ("", ANY):
        return None
    return _KINDS.get(wanted) or Pace.read(text)


def written(pace: Pace | Kind | None) -> str:
    """Return an accepted pace as a user would type it: “any”, “live”, “10+15”."""
    if pace is None:
        return ANY
    return pace.clock if isinstance(pace, Pace) else pace.value
