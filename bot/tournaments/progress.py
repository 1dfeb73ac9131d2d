"""Let running tournaments go on: open the matches of pairings, enter results, and begin and end rounds."""

import asyncio
from dataclasses import replace
from functools import partial

import structlog

from bot.application.application import Application
from bot.application.lobby.lobby import choose, player
from bot.decks.refusals import BadDeck, NoSuchDeck
from bot.model.absence import Place as Somewhere
from bot.model.match import COMPUTERS, Match, MatchId, Player
from bot.model.match import Status as MatchStatus
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.refusals import NotLive, Refusal, Unavailable
from bot.model.series import SIDES, seat_in
from bot.store.availability import readable
from bot.store.database import Rows
from bot.tournaments import store as sql
from bot.tournaments.rounds import Facts, Place, gone_on, settled
from bot.tournaments.tournaments import Tournaments
from bot.tournaments.values import Pairing, Status, Tournament
from rules.core.events import Seat
from rules.core.options import RULES

log = structlog.stdlib.get_logger(__name__)


class Progress:
    """Carry out what a running tournament does by itself. Every method may raise `Unavailable`."""

    def __init__(self, application: Application, tournaments: Tournaments) -> None:
        self._app = application
        self._tournaments = tournaments
        self._database = application.database
        application.positions.clocks.pauses.endings.append(sql.credit)

    async def advance(self, tournament_id: int) -> Tournament:
        """Let a running tournament go on as far as it can by itself, and return it. This enters results, ends the
        round, begins the next one, or ends the tournament. While its channel cannot be reached, it stands still.
        """
        while True:
            before = await self._tournaments.get(tournament_id)
            if before.status is not Status.RUNNING or await self.is_paused(before):
                return before
            after = await self._advanced(before)
            if after == before:
                await self._resign_forfeited(before)
                return before
            await self._tournaments.save(before, after)

    async def begin(self, tournament: Tournament, pairing: Pairing, thread: int) -> Position:
        """Open the match of a pairing in a thread. Repeated calls open only one. The match begins as soon as its
        commitment is posted. Each player has the deck chosen for the tournament, else their default deck, else a random
        one.

        Raises:
            ChannelTaken, TooManyMatches: the match cannot be opened now.
        """
        game = await self._app.lobbies.game(tournament.game)
        taken: list[Player] = []
        for number in pairing.entries:
            taken.append(await self._player(tournament, number, taken))

        async def earlier(db: Rows) -> MatchId | None:
            number = await sql.match_of(db, tournament.id, pairing.round, pairing.board)
            return None if number is None else MatchId(number)

        async def record(db: Rows, made: MatchId) -> None:
            await sql.set_match(db, tournament, pairing, made)

        new = NewMatch(
            guild=tournament.guild,
            channel=thread,
            host=tournament.organizer,
            game=tournament.game,
            options=choose(game, {RULES: tournament.rules}),
            pace=tournament.pace,
            best_of=tournament.best_of if tournament.best_of > 1 else None,
        )
        return await self._app.seated.begin(new, taken, earlier=earlier, record=record)

    async def is_paused(self, tournament: Tournament) -> bool:
        """Return whether a tournament stands still, since its channel cannot be reached."""
        place = Somewhere(tournament.guild, tournament.channel)
        return await self._app.positions.clocks.pauses.since(place) is not None

    async def _advanced(self, before: Tournament) -> Tournament:
        """Return the tournament after one step, or unchanged if there is nothing to do."""
        now = self._tournaments.now
        is_late = before.deadline is not None and before.deadline <= now
        facts = await self._facts(before, is_late=is_late)
        done = settled(before, facts, now)
        if done != before:
            return done
        return await asyncio.to_thread(gone_on, before, facts, now)

    async def _facts(self, tournament: Tournament, *, is_late: bool) -> Facts:
        results: dict[Place, tuple[int, int] | None] = {}
        left: dict[Place, int] = {}
        slower: dict[Place, int] = {}
        for pairing in tournament.current:
            if pairing.scores is None and pairing.match is not None:
                if (gone := await self._left(tournament, pairing, pairing.match)) is not None:
                    left[pairing.round, pairing.board] = gone
                    continue
                with readable():
                    has_ended, scores = await self._database.read(partial(sql.result, match_id=pairing.match))
                if has_ended:
                    results[pairing.round, pairing.board] = scores
                elif is_late and (entry := await self._slower(pairing, pairing.match)) is not None:
                    slower[pairing.round, pairing.board] = entry
        return Facts(results=results, left=left, slower=slower, blocked=await self._tournaments.blocked(tournament))

    async def _left(self, tournament: Tournament, pairing: Pairing, first_match: int) -> int | None:
        """Return the entry whose user has left the lobby of their match before it began, or None."""
        with readable():
            present = await self._database.read(partial(sql.lobby_of, match_id=first_match))
        if present is None:
            return None
        entries = [tournament.entry(number) for number in pairing.entries]
        return next((each.number for each in entries if each.user is not None and each.user not in present), None)

    async def _slower(self, pairing: Pairing, first_match: int) -> int | None:
        """Return the entry that has thought for longer in the present match of a pairing. Return None if neither has,
        or if no match is being played.
        """
        with readable():
            number = await self._database.read(lambda db: sql.latest_game(db, first_match))
        position = await self._app.positions.get(MatchId(number))
        if position.match.status is not MatchStatus.LIVE:
            return None
        try:
            spent = await self._app.matches.thinking_times(position)
        except NotLive:  # the match's log does not replay
            return None
        if spent[0] == spent[1]:
            return None
        return _at_seat(pairing, position.match, spent.index(max(spent)))

    async def _resign_forfeited(self, tournament: Tournament) -> None:
        """End the live matches of forfeited pairings by letting the losers resign."""
        for pairing in tournament.pairings:
            if pairing.loser is None or pairing.match is None:
                continue
            with readable():
                number = await self._database.read(partial(sql.latest_game, match_id=pairing.match))
            match = (await self._app.positions.get(MatchId(number))).match
            if match.status is not MatchStatus.LIVE:
                continue
            seat = next(seat for seat in range(SIDES) if _at_seat(pairing, match, seat) == pairing.loser)
            try:
                await self._app.matches.resign(match.id, match.players[seat].user, interaction=None)
            except Unavailable:
                raise
            except Refusal:  # the match has just ended
                log.info("a forfeited match had ended", match=match.id)

    async def _player(self, tournament: Tournament, number: int, taken: list[Player]) -> Player:
        entry = tournament.entry(number)
        game = await self._app.lobbies.game(tournament.game)
        if entry.user is None:
            return replace(player(game, COMPUTERS, None, taken), computer=entry.computer)
        chosen = entry.deck if entry.deck and await self._tournaments.has_deck(tournament, entry) else None
        try:
            deck = await self._app.decks.pick(entry.user, tournament.game, chosen)
        except (BadDeck, NoSuchDeck):
            deck = None
        return player(game, entry.user, deck, taken)


def _at_seat(pairing: Pairing, match: Match, seat: Seat) -> int:
    """Return the entry of a pairing that has this seat in one of its matches."""
    game = 1 if match.series is None else match.series.game_number
    return pairing.entries[seat_in(game, seat, 1)]
