"""Rate the strength of players, per server and game, by Plackett-Luce ratings (openskill).

People see points: 1000 for a new player, later `1000 + 40 * (mu - 3 * sigma)`, never below 0. Points are a lower bound
of strength, so they rise with wins and with certainty; 40 points are one unit of openskill.
A match counts when it has ended, by resignation too; a lobby that never began and a quarantined match do not.
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
    "If you hand over your seat, a loss still costs you points but a win earns none. The substitute's rating doesn't "
    "change."
)
"""The rule for rating a seat that changes hands, as told to players beforehand. Other seats are rated as usual."""
_STAKES: Final = {
    Kind.DRAW: "A draw is rated: the player with more points loses some to the others.",
    Kind.ABANDON: "No one's points change.",
    Kind.UNDO: "An undo changes no points. Cards you drew go back and are redrawn.",
    Kind.SEAT: CHANGED_HANDS,
    Kind.COMPUTER: CHANGED_HANDS,
    Kind.LATE: "Ending the match counts as resigning. More time or a skipped turn costs no points.",
}

_START: Final = 1000
_SCALE: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """Hold the estimated strength of a player at one game on one server."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """Return the strength in points, as people see it."""
        return max(0, round(_START + _SCALE * (self.mu - 3 * self.sigma)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Hold one line of a leaderboard."""

    place: int
    """The place, from 1 for the best; players with equal points share a place."""
    user: UserId
    points: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """Hold one page of a leaderboard, read at one moment."""

    standings: Sequence[Standing]
    """The lines, best first; among equal points, the player with more matches first."""
    own: Standing | None
    """The line of the user who asked, on this page or not; None if they are not on the leaderboard."""
    players: int
    """The number of players on all pages."""


def at_stake(match: Match, kind: Kind) -> str:
    """Return a sentence that tells voters how a proposal of this kind would affect points."""
    if not match.is_rated and kind is not Kind.UNDO:
        return "A computer has played from the beginning: nobody's points change."
    return _STAKES[kind]


Teams = Sequence[Sequence[Seat]]
"""The seats that win and lose together; every seat is in exactly one team."""


def rated(ratings: Sequence[Rating], outcome: Outcome, teams: Teams = ()) -> list[Rating]:
    """Return the ratings by seat after a match with this outcome; without teams, each seat is its own team.

    Members of a team are rated together, not against each other. If all seats are one team, strength is unchanged.
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
    """Store the new ratings of the players of a match, in the transaction that ends it (see `CHANGED_HANDS`).

    Store nothing if a computer has played from the beginning.
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
    """Read leaderboards and changes of points. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def changes(self, match_id: MatchId) -> Mapping[Seat, tuple[int, int]]:
        """Return the points of each player before and after a finished match, by seat.

        Seats that changed hands are left out.
        """
        return await self._database.read(lambda db: sql.changes(db, match_id))

    async def leaderboard(self, guild: int, game: str, *, first: int, count: int, user: UserId | None) -> Leaderboard:
        """Return one page of the leaderboard of a game on a server, with the line of this user.

        `first` is the number of players on earlier pages; `count` is the most that this page holds.
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
    ranked = await sql.ranked(db, guild, game, user)
    if ranked is None:
        return None
    better, points, games, wins = ranked
    return Standing(place=better + 1, user=user, points=points, games=games, wins=wins)
