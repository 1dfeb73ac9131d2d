"""The strength of players, by server and game, as Plackett-Luce ratings (openskill).

People read points: 1000 for a new player, `1000 + 40 * (mu - 3 * sigma)` later, never below 0. Points are a lower bound
of the strength, so they rise with wins and with certainty; 40 points are one unit of openskill. A match counts once it
has ended, by resignation too; a lobby that never started and a quarantined match do not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from bot.model.match import Match, MatchId, UserId
from bot.model.proposal import Kind
from bot.store import ratings as sql
from bot.store.database import Database, Rows
from bot.store.seats import former, save_former_change
from rules.core.events import Seat
from rules.core.play import Outcome

_MODEL: Final = PlackettLuce()
CHANGED_HANDS: Final = (
    "A seat that changes hands counts for whoever began with it, and only if it costs them points: nobody gains by "
    "leaving. Whoever takes it over plays for the fun of it."
)
"""The rating of a seat that changed hands, as it is explained before that happens. All other seats are rated as usual.
"""
_STAKES: Final = {
    Kind.DRAW: "A draw is rated: whoever has more points loses some to the others.",
    Kind.ABANDON: "Nobody's points change by that.",
    Kind.UNDO: "No points change by that. What was seen stays known; what was drawn goes back, and is drawn anew.",
    Kind.SEAT: CHANGED_HANDS,
    Kind.COMPUTER: CHANGED_HANDS,
    Kind.LATE: "Giving up is rated like resigning. Nobody loses points by more time, or if I pass.",
}

_START: Final = 1000
_SCALE: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """An estimate of a player's strength at one game on one server."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """Return the strength as people read it."""
        return max(0, round(_START + _SCALE * (self.mu - 3 * self.sigma)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A line of a leaderboard."""

    place: int
    """1 for the best, equal for equal points."""
    user: UserId
    points: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """A page of a leaderboard, as it was at one moment."""

    standings: Sequence[Standing]
    """The best first; with equal points, the player with more matches first."""
    own: Standing | None
    """The line of the user who asked, on this page or another; None: they are not on the leaderboard."""
    players: int
    """On all pages."""


def at_stake(match: Match, kind: Kind) -> str:
    """Return a sentence about the effect of a proposal on points, for the players who answer it."""
    if not match.is_rated and kind is not Kind.UNDO:
        return "A computer has played from the beginning: nobody's points change."
    return _STAKES[kind]


Teams = Sequence[Sequence[Seat]]
"""The teams, which win and lose together; every seat is in one of them."""


def rated(ratings: Sequence[Rating], outcome: Outcome, teams: Teams = ()) -> list[Rating]:
    """Return the ratings by seat after a match with this outcome; without teams everyone played alone.

    Team-mates are rated together, not against each other. If all are of one team, nothing changes.
    """
    teams = teams or [(seat,) for seat in range(len(ratings))]
    before = [[_MODEL.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma) for seat in team] for team in teams]
    ranks = [float(min(outcome.ranks[seat] for seat in team)) for team in teams]
    after = _MODEL.rate(before, ranks=ranks) if len(teams) > 1 else before
    new = {
        seat: rating for team, rated in zip(teams, after, strict=True) for seat, rating in zip(team, rated, strict=True)
    }
    return [
        Rating(mu=new[seat].mu, sigma=new[seat].sigma, games=old.games + 1, wins=old.wins + (seat in outcome.winners))
        for seat, old in enumerate(ratings)
    ]


async def record(db: Rows, match: Match, outcome: Outcome, teams: Teams) -> None:
    """Rate the players of a match in the transaction that ends it (`CHANGED_HANDS`), unless a computer has played from
    the beginning.
    """
    if not match.is_rated:
        return
    guild, game = match.guild, match.game
    began = dict(reversed(await former(db, match.id)) if any(player.since for player in match.players) else ())
    users = [began.get(seat, player.user) for seat, player in enumerate(match.players)]
    before = [Rating(**found) if (found := await sql.find(db, guild, game, user)) else Rating() for user in users]
    for seat, (user, rating) in enumerate(zip(users, rated(before, outcome, teams), strict=True)):
        if seat in began and rating.points >= before[seat].points:
            continue
        stored = sql.Ranked(
            mu=rating.mu, sigma=rating.sigma, games=rating.games, wins=rating.wins, points=rating.points
        )
        await sql.save(db, guild, game, user, stored)
        save_change = save_former_change if seat in began else sql.save_change
        await save_change(db, match.id, seat, before[seat].points, rating.points)


class Ratings:
    """Reads the leaderboards. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def changes(self, number: MatchId) -> Mapping[Seat, tuple[int, int]]:
        """Return the points of each player before and after a match, by seat; seats that changed hands have none."""
        return await self._database.read(lambda db: sql.changes(db, number))

    async def leaderboard(self, guild: int, game: str, *, first: int, count: int, user: UserId | None) -> Leaderboard:
        """Return a page of the players who have finished a match of this game on this server, and the line of this
        user. first: number of players on earlier pages. count: most players on this page.
        """

        async def work(db: Rows) -> Leaderboard:
            players = await sql.players(db, guild, game)
            return Leaderboard(
                standings=await _page(db, guild, game, first, count) if first < players else (),
                own=None if user is None else await _own(db, guild, game, user),
                players=players,
            )

        return await self._database.read(work)


async def _page(db: Rows, guild: int, game: str, first: int, count: int) -> Sequence[Standing]:
    most, above = await sql.level_at(db, guild, game, first)
    rows = await sql.page(db, guild, game, most=most, skipped=first - above, count=count)
    places = {most: above + 1}
    return [
        Standing(place=places.setdefault(points, number), user=user, points=points, games=games, wins=wins)
        for number, (user, points, games, wins) in enumerate(rows, start=first + 1)
    ]


async def _own(db: Rows, guild: int, game: str, user: UserId) -> Standing | None:
    found = await sql.ranked(db, guild, game, user)
    if found is None:
        return None
    better, points, games, wins = found
    return Standing(place=better + 1, user=user, points=points, games=games, wins=wins)
