"""Rate players, per server, game and set of rules, with Plackett-Luce ratings (openskill).

People see points: 1000 for a new player, later `1000 + 40 * (mu - 3 * sigma)`, never below 0. Points are a lower bound
of strength, so they rise with wins and with certainty; 40 points are one unit of openskill. A match counts once it has
ended with a result, by resignation too. How much it counts depends on who played (`bot.ratings.weights`). A player
whose time ran out at every decision of a match gains nothing by its result, and nobody gains by a match that was
resigned before every team had moved; whoever resigned it loses as usual.

At the end of a season (`bot.ratings.seasons`), ratings move halfway towards a new player's, and become less certain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

from openskill.models import PlackettLuce

from bot.clock import Clock, seconds, system_clock
from bot.model.match import Match, MatchId, UserId
from bot.model.rating_list import RatingList
from bot.model.table import Table
from bot.ratings import season_store as seasons
from bot.ratings import store as sql
from bot.ratings.season import Period, Season, month_start
from bot.ratings.season_store import Winner
from bot.ratings.standings import Counted
from bot.ratings.weights import KNOWN, WINDOW, Opponent, weight
from bot.store import plies
from bot.store.database import Database, Rows
from bot.store.seats import former, save_former_change
from rules.core.events import Seat
from rules.core.options import RuleSet
from rules.core.play import AGREED, RESIGNED, Outcome

_MODEL: Final = PlackettLuce()
_START: Final = 1000
_SCALE: Final = 40
PROVISIONAL: Final = 10
"""The number of matches after which a rating is no longer provisional."""
_LEFT_AFTER_SEASON: Final = 0.5
"""The fraction of a rating's distance from a new player's rating that is left after the end of a season."""
_DOUBT: Final = 2.0
"""The uncertainty that the end of a season adds: sigma becomes hypot(sigma, this)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The estimated strength of a player in one rating list."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    wins: int = 0
    season_games: int = 0
    """The number of matches in the server's present season."""
    season_wins: int = 0

    @property
    def points(self) -> int:
        """The strength in points, as people see it."""
        return max(0, round(_START + _SCALE * (self.mu - 3 * self.sigma)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line of a leaderboard."""

    place: int
    """The place, counted from 1; players with equal points share a place."""
    user: UserId
    points: int
    """In one game: the points. Over all games: the sum of the points above a new player's. In a month: the points
    gained.
    """
    games: int
    wins: int
    is_provisional: bool = False
    """Whether the points are a rating after fewer than `PROVISIONAL` matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """One page of a leaderboard, as it stood at one moment."""

    standings: Sequence[Standing]
    """The lines of the page, best first; of players with equal points, the one with more matches first."""
    own: Standing | None
    """The line of the user who asked, even if it is on another page; None if they are not on the leaderboard."""
    players: int
    """The number of players on all pages."""


Teams = Sequence[Sequence[Seat]]
"""Teams of seats that win and lose together. Every seat is in exactly one team."""


def rated(
    ratings: Sequence[Rating], outcome: Outcome, teams: Teams = (), weights: Sequence[float] = ()
) -> list[Rating]:
    """Return the ratings by seat after a match with this outcome. Without teams, every seat is a team of its own.

    weights: how much the match counts for each seat (`bot.ratings.weights`); without them, fully.

    Members of a team are rated together, not against each other. If all seats are in one team, strengths do not change.
    """
    teams = teams or [(seat,) for seat in range(len(ratings))]
    before = [[_MODEL.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma) for seat in team] for team in teams]
    ranks = [float(min(outcome.ranks[seat] for seat in team)) for team in teams]
    after = _MODEL.rate(before, ranks=ranks) if len(teams) > 1 else before
    new = {
        seat: rating for team, rated in zip(teams, after, strict=True) for seat, rating in zip(team, rated, strict=True)
    }
    return [
        _after_match(old, new[seat].mu, new[seat].sigma, weight=weight, won=seat in outcome.winners)
        for seat, (old, weight) in enumerate(zip(ratings, weights or [1.0] * len(ratings), strict=True))
    ]


def drawn(mu: float, sigma: float) -> tuple[float, float, int]:
    """Return mu, sigma and points of a rating at the beginning of the next season."""
    middle = Rating()
    rating = Rating(mu=middle.mu + _LEFT_AFTER_SEASON * (mu - middle.mu), sigma=min(middle.sigma, hypot(sigma, _DOUBT)))
    return rating.mu, rating.sigma, rating.points


def _after_match(old: Rating, mu: float, sigma: float, *, weight: float, won: bool) -> Rating:
    """Return a rating after a match that would change it to this mu and sigma if it counted fully."""
    return Rating(
        mu=old.mu + weight * (mu - old.mu),
        sigma=old.sigma + weight * (sigma - old.sigma),
        games=old.games + 1,
        wins=old.wins + won,
        season_games=old.season_games + 1,
        season_wins=old.season_wins + won,
    )


async def record(db: Rows, match: Match, table: Table, at: int) -> None:
    """Store the new ratings of the players of a match in the transaction that ends it, and how many plies each player
    decided. Of a seat that changed hands, its first player is rated, and only if they lose points.

    Before the ratings, end the season if its date has come. If the match is not rated, leave ratings and season alone.
    A draw that was agreed before every seat had moved changes no points, since it would be a result without a match.
    table: the end of the match. at: its moment, in seconds since 1970-01-01 UTC.
    """
    await plies.count_plies(db, match.id)
    outcome = table.state.outcome
    if outcome is None or not match.is_rated:
        return
    of = RatingList(match.rating_guild, match.game, table.game.rule_set(match.options))
    await sql.save_list(db, match.id, of)
    began = dict(reversed(await former(db, match.id)) if any(player.since for player in match.players) else ())
    users = [began.get(seat, player.user) for seat, player in enumerate(match.players)]
    await seasons.advance(db, of.guild, at, drawn)
    unmoved = await plies.unmoved_seats(db, match.id)
    is_empty = outcome.ending == AGREED and bool(unmoved)
    gainless = await plies.idle_seats(db, match.id)
    if outcome.ending == RESIGNED and any(unmoved.issuperset(team) for team in table.teams):
        gainless = frozenset(range(len(users)))
    before = [Rating(**found) if (found := await sql.find(db, of, user)) else Rating() for user in users]
    weights = await _weights(db, of, match.id, users, table.teams, at)
    after = rated(before, outcome, table.teams, weights)
    for seat, (user, rating) in enumerate(zip(users, after, strict=True)):
        gains = rating.points >= before[seat].points
        if seat in began and gains:
            continue
        result = rating
        if is_empty or (seat in gainless and gains):
            result = _after_match(before[seat], before[seat].mu, before[seat].sigma, weight=0.0, won=False)
        await sql.save(db, of, user, stored(result))
        save_change = save_former_change if seat in began else sql.save_change
        await save_change(db, match.id, seat, before[seat].points, result.points)


async def season_start(db: Rows, guild: int, at: int) -> int:
    """Return the moment since which matches count as repeated: the start of the season, or `WINDOW` ago without one."""
    season = await seasons.present(db, guild)
    return at - WINDOW if season is None else season.began_at


def points_back(rating: Rating, gained: int) -> Rating:
    """Return a rating without the points that a match has moved. Its certainty stays, and so does the effect of the
    match on later ones.
    """
    return replace(rating, mu=rating.mu - gained / _SCALE)


async def _weights(  # noqa: PLR0913, PLR0917 # the parts of a match
    db: Rows, of: RatingList, match_id: MatchId, users: Sequence[UserId], teams: Teams, at: int
) -> list[float]:
    """Return how much a match counts for each seat."""
    since = await season_start(db, of.guild, at)
    met = [await sql.opponents(db, of, user, match_id, since) for user in users]
    players = max(len(users), await sql.players_at_most(db, of, 2 * KNOWN))
    own = {seat: team for team in teams or [(seat,) for seat in range(len(users))] for seat in team}
    return [
        weight(
            [
                Opponent(matches=met[seat].get(users[other], 0), met=len({*met[other], *users} - {users[other]}))
                for other in range(len(users))
                if other not in own[seat]
            ],
            players,
        )
        for seat in range(len(users))
    ]


def stored(rating: Rating) -> sql.Ranked:
    """Return a rating in its stored form."""
    return sql.Ranked(
        mu=rating.mu,
        sigma=rating.sigma,
        games=rating.games,
        wins=rating.wins,
        season_games=rating.season_games,
        season_wins=rating.season_wins,
        points=rating.points,
    )


class Ratings:
    """Read leaderboards and changes of points. Every method may raise `bot.store.errors.StoreError`."""

    def __init__(self, database: Database, clock: Clock = system_clock) -> None:
        self._database = database
        self._clock = clock

    async def changes(self, match_id: MatchId) -> Mapping[Seat, tuple[int, int]]:
        """Return the points of each player before and after a finished match, by seat, without seats that changed
        hands.
        """
        return await self._database.read(lambda db: sql.changes(db, match_id))

    async def leaderboard(  # noqa: PLR0913 # a part of one of many lists
        self,
        guild: int,
        game: str | None,
        *,
        first: int,
        count: int,
        user: UserId | None,
        period: Period = Period.NOW,
        rules: RuleSet = RuleSet.HOUSE,
    ) -> Leaderboard:
        """Return one page of the leaderboard of a server, with the line of a user. Before that, end the season if its
        date has come.

        game: the key of a game; None: all games together. first: the number of players on earlier pages. count: the
        maximum number of players on this page. user: None for no line. period, rules: which matches count.
        """
        await self.season(guild)
        month = int(month_start(self._clock()).timestamp())

        async def work(db: Rows) -> Leaderboard:
            if period is not Period.NOW or game is None:
                return await _counted(db, Counted(period, guild, game, rules, month), first, count, user)
            of = RatingList(guild, game, rules)
            players = await sql.players(db, of)
            return Leaderboard(
                standings=await _page(db, of, first, count) if first < players else (),
                own=None if user is None else await _own(db, of, user),
                players=players,
            )

        return await self._database.read(work)

    async def season(self, guild: int) -> Season | None:
        """Return the present season of a server, or None if there is none. Before that, end it if its date has come."""
        now = seconds(self._clock)
        if await self._database.read(lambda db: seasons.is_due(db, guild, now)):
            await self._database.write(lambda db: seasons.advance(db, guild, now, drawn))
        return await self._database.read(lambda db: seasons.present(db, guild))

    async def winners(self, of: RatingList, count: int) -> Sequence[Winner]:
        """Return the best players of a rating list in its `count` latest past seasons, the latest season first."""
        return await self._database.read(lambda db: seasons.winners(db, of, count))


async def _counted(db: Rows, counted: Counted, first: int, count: int, user: UserId | None) -> Leaderboard:
    own = None if user is None else await counted.line(db, user)
    standings = [_standing(counted, line) for line in await counted.page(db, first, count)]
    return Leaderboard(
        standings=standings, own=None if own is None else _standing(counted, own), players=await counted.players(db)
    )


def _standing(counted: Counted, line: Sequence[int]) -> Standing:
    place, user, points, games, wins, ever = line
    is_rating = counted.period is Period.SEASON and counted.game is not None
    provisional = is_rating and ever < PROVISIONAL
    return Standing(place=place, user=user, points=points, games=games, wins=wins, is_provisional=provisional)


async def _page(db: Rows, of: RatingList, first: int, count: int) -> Sequence[Standing]:
    most, above = await sql.level_at(db, of, first)
    rows = await sql.page(db, of, most=most, skipped=first - above, count=count)
    places = {most: above + 1}
    return [
        _rated(places.setdefault(points, number), user, points, games, wins)
        for number, (user, points, games, wins) in enumerate(rows, start=first + 1)
    ]


async def _own(db: Rows, of: RatingList, user: UserId) -> Standing | None:
    ranked = await sql.ranked(db, of, user)
    if ranked is None:
        return None
    better, points, games, wins = ranked
    return _rated(better + 1, user, points, games, wins)


def _rated(place: int, user: UserId, points: int, games: int, wins: int) -> Standing:
    provisional = games < PROVISIONAL
    return Standing(place=place, user=user, points=points, games=games, wins=wins, is_provisional=provisional)
