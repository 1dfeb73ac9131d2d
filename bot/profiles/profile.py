"""A user's profile: what their finished matches and solved puzzles say about them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from bot.model.match import MatchId, UserId
from bot.model.pace import Kind
from bot.model.rating_list import RatingList
from rules.core.options import RuleSet

RELIABLE: Final = 10
"""The number of matches with a clock, in a row and none lost on time, that earn the badge of a reliable player."""
WEEK: Final = 7
"""The number of daily puzzles, solved on consecutive days, that earn the badge of a puzzle week."""


class PlayedMatch(NamedTuple):
    """A match that a user played to its end in a seat that they had from its beginning or took over."""

    match_id: MatchId
    game: str
    guild: int
    pace: str
    started_at: int
    ended_at: int
    """The moment at which the match ended, in seconds since 1970-01-01 UTC."""
    rules: RuleSet | None
    """The rules of the rating list in which it counts; None: it is not rated."""
    deck: str
    """The id of the deck, as in `Player.deck`."""
    deck_name: str
    rank: int
    points_before: int | None
    points_after: int | None
    own_plies: int | None
    """The number of plies that the user decided; None: unknown, since the seat changed hands."""
    timed_out_plies: int | None
    lost_on_time: bool
    took_over: bool
    """Whether the user took the seat over during the match."""
    players: int
    beaten: int
    """The number of players with a worse rank."""
    beaten_experts: int
    """The number of these players that were computers at the level of an expert from the beginning."""
    opponent: UserId | None
    """The other person in a match of two; None in any other."""

    @property
    def is_won(self) -> bool:
        """Return whether the user won."""
        return self.rank == 1 and self.beaten > 0

    @property
    def is_drawn(self) -> bool:
        """Return whether nobody won."""
        return self.rank == 1 and self.beaten == 0

    @property
    def has_clock(self) -> bool:
        """Return whether time could run out."""
        return not self.pace.startswith(Kind.NONE)


class BadgeKind(StrEnum):
    """The kinds of badges."""

    FIRST_WIN = "first-win"
    RELIABLE = "reliable"
    PUZZLE_WEEK = "puzzle-week"
    EXPERT_BEATEN = "expert-beaten"


class Badge(NamedTuple):
    """An achievement of a user."""

    kind: BadgeKind
    game: str = ""
    """The key of the game that was won first; "" for other badges."""


class Score(NamedTuple):
    """The results of a user against one other person in matches of two."""

    opponent: UserId
    won: int
    drawn: int
    lost: int


class Favourite(NamedTuple):
    """The deck that a user has played most at a game."""

    game: str
    deck: str
    deck_name: str
    matches: int


class Moment(NamedTuple):
    """A user's points at a game on a server from a moment on."""

    at: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The results of a user on one server; on all servers if only the user sees them."""

    user: UserId
    matches: Sequence[PlayedMatch]
    """The user's matches, in the order in which they ended."""
    given_up: int
    """The number of matches, of those played to their end, in which the user handed over their seat."""
    puzzle_days: frozenset[date]
    """The days whose puzzle the user solved on that day."""
    adjusted: Sequence[tuple[RatingList, Moment]]
    """The points in a rating list after the end of each season."""

    @property
    def won(self) -> int:
        """Return the number of matches that the user won."""
        return sum(match.is_won for match in self.matches)

    @property
    def streak(self) -> int:
        """Return the number of matches that the user has won in a row up to now."""
        count = 0
        for match in reversed(self.matches):
            if not match.is_won:
                break
            count += 1
        return count

    @property
    def best_streak(self) -> int:
        """Return the largest number of matches that the user has won in a row."""
        return max((len(list(run)) for won, run in groupby(match.is_won for match in self.matches) if won), default=0)

    @property
    def finished(self) -> float | None:
        """Return the fraction of the matches begun by the user that they neither handed over nor lost on time; None
        without such matches.
        """
        began = [match for match in self.matches if not match.took_over]
        total = len(began) + self.given_up
        return sum(not match.lost_on_time for match in began) / total if total else None

    @property
    def in_time(self) -> float | None:
        """Return the fraction of decisions under a clock that the user made in time; None: there were none."""
        clocked = [match for match in self.matches if match.has_clock]
        own = sum(match.own_plies or 0 for match in clocked)
        late = sum(match.timed_out_plies or 0 for match in clocked)
        return own / (own + late) if own + late else None

    @property
    def favourites(self) -> Sequence[Favourite]:
        """Return the deck that the user has played most at each game, the most played first."""
        counts = Counter((match.game, match.deck) for match in self.matches if match.deck)
        names = {(match.game, match.deck): match.deck_name for match in self.matches if match.deck_name}
        best: dict[str, Favourite] = {}
        for (game, deck), count in counts.most_common():
            best.setdefault(game, Favourite(game, deck, names.get((game, deck), ""), count))
        return list(best.values())

    @property
    def scores(self) -> Sequence[Score]:
        """Return the results against each person, the most frequent opponents first. Deleted users are left out."""
        met = Counter(match.opponent for match in self.matches if match.opponent is not None and match.opponent > 0)
        return [self.score(opponent) for opponent, _ in met.most_common()]

    def score(self, opponent: UserId) -> Score:
        """Return the results against one person."""
        met = [match for match in self.matches if match.opponent == opponent]
        won, drawn = sum(match.is_won for match in met), sum(match.is_drawn for match in met)
        return Score(opponent, won, drawn, len(met) - won - drawn)

    @property
    def badges(self) -> Sequence[Badge]:
        """Return the user's badges."""
        firsts = dict.fromkeys(match.game for match in self.matches if match.is_won)
        badges = [Badge(BadgeKind.FIRST_WIN, game) for game in firsts]
        if any(match.is_won and match.beaten_experts and not match.took_over for match in self.matches):
            badges.append(Badge(BadgeKind.EXPERT_BEATEN))
        kept = (not match.timed_out_plies for match in self.matches if match.has_clock and not match.took_over)
        if _longest(kept) >= RELIABLE:
            badges.append(Badge(BadgeKind.RELIABLE))
        if _days_in_a_row(self.puzzle_days) >= WEEK:
            badges.append(Badge(BadgeKind.PUZZLE_WEEK))
        return badges

    @property
    def histories(self) -> Sequence[tuple[RatingList, Sequence[Moment]]]:
        """Return the points over time by rating list, those with the most rated matches first."""
        moments: dict[RatingList, list[Moment]] = {}
        for match in self.matches:
            if match.rules is not None and match.points_before is not None and match.points_after is not None:
                history = moments.setdefault(RatingList(match.guild, match.game, match.rules), [])
                if not history:
                    history.append(Moment(match.started_at, match.points_before))
                history.append(Moment(match.ended_at, match.points_after))
        order = sorted(moments, key=lambda key: -len(moments[key]))
        for of, moment in self.adjusted:
            if of in moments:
                moments[of].append(moment)
        return [(of, sorted(moments[of], key=lambda moment: moment.at)) for of in order]


def _longest(kept: Iterable[bool]) -> int:
    return max((len(list(run)) for is_kept, run in groupby(kept) if is_kept), default=0)


def _days_in_a_row(days: Iterable[date]) -> int:
    longest, count, before = 0, 0, None
    for day in sorted(days):
        count = count + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest, before = max(longest, count), day
    return longest
