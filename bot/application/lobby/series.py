"""Begin the next game of a series, with sides swapped."""

from dataclasses import replace
from typing import Final

from bot.application.lobby.lobbies import Lobbies
from bot.application.lobby.lobby import choose, player, still_options, variants
from bot.application.lobby.seated import SeatedMatches
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.decks.deck import is_own
from bot.decks.decks import Decks
from bot.model.match import Match, MatchId, Player, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.reasons.lobby import NextGameWaits
from bot.model.refusals import ChannelTaken, TooManyMatches
from bot.model.series import Series
from bot.store import comparisons, matches
from bot.store import series as sql
from bot.store.database import Rows
from rules.core.game import Game

PAUSE: Final = 4.0
"""Seconds between the end of a game and the start of the next one, so that players see the result."""


class SeriesGames:
    """A duty (see `Duty`) that begins each game of a series once the game before it is over. Moments are seconds since
    1970-01-01 UTC.
    """

    def __init__(
        self, positions: Positions, lobbies: Lobbies, seated: SeatedMatches, decks: Decks, clock: Clock
    ) -> None:
        self._positions = positions
        self._clock = clock
        self._lobbies = lobbies
        self._seated = seated
        self._decks = decks

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return each match after which another game of its series must begin, with the moment for that."""
        return [(at + PAUSE, MatchId(number)) for at, number in await self._positions.read(sql.unfinished)]

    async def carry_out(self, match_id: MatchId) -> Position:
        """Begin the game after a match if its series goes on, and return the match. Options stay the same, and players
        keep their decks. If the series is part of a comparison, the next game has the cards of the other draft.

        Raises:
            Unavailable: the channel or the server has too many matches now.
        """
        position = await self._positions.get(match_id)
        match, before = position.match, position.match.series
        if before is None or not goes_on(match):
            return position
        coming = Series(first_id=before.first_id, game_number=before.game_number + 1, best_of=before.best_of)

        async def earlier(db: Rows) -> MatchId | None:
            number = await sql.game(db, coming.first_id, coming.game_number)
            return None if number is None else MatchId(number)

        async def record(db: Rows, made: MatchId) -> None:
            await matches.raise_revision(db, match_id, await matches.revision(db, match_id))
            await sql.insert(db, made, coming)
            if other is not None:
                await comparisons.add_match(db, made, other[1])

        other = await self._positions.read(lambda db: comparisons.other_draft(db, match_id))
        game = await self._lobbies.game(match.game if other is None else other[0])
        new = NewMatch(
            guild=match.guild,
            channel=match.channel,
            in_conversation=match.in_conversation,
            host=match.host,
            game=game.key,
            options=choose(game, still_options(game, variants(position.game, match.options))),
            pace=match.pace,
        )
        players = [await self._again(game, seated) for seated in reversed(match.players)]
        try:
            await self._seated.begin(new, players, earlier=earlier, record=record)
        except (ChannelTaken, TooManyMatches) as error:
            raise NextGameWaits from error
        self._positions.drop(match_id)
        return await self._positions.get(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return when the game after this match begins; None if no game follows."""
        return self._clock().timestamp() + PAUSE if goes_on(position.match) else None

    async def _again(self, game: Game, seated: Player) -> Player:
        """Return a player with the deck of the last game, or with another deck if that one can no longer be played."""
        deck = await self._decks.still(seated.user, game.key, seated.deck) if seated.deck else None
        if deck is not None and is_own(deck):
            return replace(seated, since=0)
        return replace(player(game, seated.user, deck, ()), computer=seated.computer)


def goes_on(match: Match) -> bool:
    """Return whether another game of the series must begin after this match: it is the latest game, nobody has won the
    series, and neither player's data was deleted.
    """
    series = match.series
    return (
        series is not None
        and match.status is Status.OVER
        and series.next_id is None
        and not series.is_decided(match.outcome)
        and all(seated.computer or seated.user >= 0 for seated in match.players)
    )
