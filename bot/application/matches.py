"""The application: matches from their lobby to their result. It knows no Discord."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.application import lobby
from bot.application.decks import Decks, is_own
from bot.application.news import owe_news
from bot.application.plies import ply_change
from bot.application.positions import Change, Positions
from bot.application.replay import replayed_story
from bot.application.seats import seat_in_play
from bot.application.standing import StandingAnswers, pause
from bot.application.timers import Timers
from bot.clock import Clock, seconds, system_clock
from bot.content.library import Library
from bot.model import life
from bot.model.life import Step
from bot.model.match import Look, Match, MatchId, Player, Status, UserId
from bot.model.position import Position, rules_of
from bot.model.refusals import (
    AlreadyAtThisTable,
    BadTable,
    ChannelTaken,
    NoSuchGame,
    NoSuchMatch,
    NotAllowed,
    NotALobby,
    NotAtThisTable,
    NotLive,
    NotTheHost,
    NotUnderstood,
    NotYourDecision,
    Refusal,
    StaleDecision,
    TableFull,
    TooFewPlayers,
    Unavailable,
    echo,
)
from bot.model.table import ForgottenError, Table
from bot.store import matches as sql
from bot.store import outbox
from bot.store.database import Database, Rows
from rules.core.events import Event
from rules.core.game import Game
from rules.core.notation import Action, NotationError

__all__ = [
    "AlreadyAtThisTable",
    "BadTable",
    "ChannelTaken",
    "Look",
    "Match",
    "MatchId",
    "Matches",
    "NoSuchGame",
    "NoSuchMatch",
    "NotALobby",
    "NotAllowed",
    "NotAtThisTable",
    "NotLive",
    "NotTheHost",
    "NotUnderstood",
    "NotYourDecision",
    "Player",
    "Position",
    "Refusal",
    "StaleDecision",
    "Status",
    "TableFull",
    "TooFewPlayers",
    "Unavailable",
    "UserId",
]

_NOTATION: Final = re.compile(r"[a-z0-9+., -]{1,300}")
_CHOOSE: Final = "Choose from what you are offered while you type, or press a button."


def draw_seed() -> int:
    """A seed from the system's generator, in [0, 2**63)."""
    return secrets.randbits(63)


IDLE: Final = 7 * 24 * 60 * 60
"""Seconds after which a match in which nothing was done may be abandoned by any of its players."""


class Matches:
    """Every method is safe to call from many tasks at once; whoever commits a ply first wins.

    `interaction` is the id of the Discord interaction that asks: the same id delivered twice acts once and answers
    alike. Every method that changes something returns what it committed: nobody needs to look again. Every method that
    takes a match may raise `NoSuchMatch` and `Unavailable`; nothing but a `Refusal` is ever raised.
    """

    def __init__(  # noqa: PLR0913 # what tests stand in for
        self,
        database: Database,
        library: Library,
        *,
        clock: Clock = system_clock,
        seeds: Callable[[], int] = draw_seed,
        kept: int = 256,
        wait: Callable[[], float] = pause,
    ) -> None:
        """Matches of these games; seeds are integers in [0, 2**63), kept is how many matches stay in memory, wait gives
        the seconds after which what was said ahead is given.
        """
        self._library = library
        self._games = library.games
        self._clock = clock
        self._seeds = seeds
        self._positions = Positions(database, library, clock, self._committed, kept=kept, wait=wait)
        self.listeners: list[Callable[[MatchId], None]] = []
        """Each is told of every match that owes somebody something, right after the commit."""
        self.decks = Decks(database, library.games)
        """The decks that users have built."""
        self.standing = StandingAnswers(self._positions, clock)
        """What players say ahead."""
        self.timers = Timers(self.standing, clock)
        """What happens by itself."""

    def _committed(self, position: Position) -> None:
        for said in position.standing:
            if said.due is not None:
                self.timers.schedule(position.match.id, said.due)
        for listener in self.listeners:
            listener(position.match.id)

    async def create(  # noqa: PLR0913 # what the command asks for
        self,
        *,
        guild: int,
        channel: int,
        host: UserId,
        game: str,
        options: Mapping[str, str],
        deck: str | None,
        interaction: int,
    ) -> Position:
        """A lobby with its host as the first player. deck: the id of a ready-made deck or of one of the host's own;
        None: the host's default, else a ready-made one by chance.

        Raises:
            NoSuchGame: no game has this key.
            BadTable: the game has no such option or deck.
            NoSuchDeck, BadDeck: the host has no such deck, or it cannot be played.
            ChannelTaken: the channel has a lobby or a live match.
        """
        if game not in self._games:
            raise NoSuchGame(f"There is no game {echo(game)}. The games are: {', '.join(self._games)}.")
        chosen = lobby.choose(self._games[game], options)
        first = lobby.player(self._games[game], host, await self.decks.pick(host, game, deck), ())

        async def work(db: Rows) -> MatchId | None:
            if (earlier := await sql.claimed_by(db, interaction)) is not None:
                return earlier
            new = sql.NewMatch(game=game, guild=guild, channel=channel, host=host)
            if (created := await sql.insert(db, new, seconds(self._clock))) is not None:
                await sql.claim(db, interaction, created)
                await sql.save_options(db, created, chosen)
                await sql.save_players(db, created, [first])
                await outbox.owe_board(db, created, 1, self._clock().timestamp())
            return created

        created = await self._positions.write(work)
        if created is None:
            raise ChannelTaken(await self._taken(channel))
        position = await self._positions.get(created)
        self._committed(position)
        return position

    async def join(self, number: MatchId, user: UserId, *, deck: str | None = None, interaction: int) -> Position:
        """Take a seat; the deck as for `create`.

        Raises:
            NotALobby, AlreadyAtThisTable, TableFull, BadTable: it cannot be taken.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        game = (await self.position(number)).match.game
        chosen = await self.decks.pick(user, game, deck)
        return await self._arrange(number, interaction, lambda m, game: lobby.join(m, game, user, chosen))

    async def leave(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """The host's leaving closes the lobby.

        Raises:
            NotALobby, NotAtThisTable: there is nothing to leave.
        """
        return await self._arrange(number, interaction, lambda m, _: lobby.leave(m, user))

    async def pass_on(self, number: MatchId, gone: UserId) -> Position:
        """Take somebody who has left the server out of a lobby. If they were its host, whoever has sat there longest is
        host now; a lobby in which nobody is left is closed.

        Raises:
            NotALobby, NotAtThisTable: there is nobody to take out.
        """
        return await self._arrange(number, None, lambda m, _: lobby.pass_on(m, gone))

    async def choose_deck(self, number: MatchId, user: UserId, deck: str, *, interaction: int) -> Position:
        """Play with another deck, by its id: a ready-made one or one of the user's own.

        Raises:
            NotALobby, NotAtThisTable, BadTable: it cannot be chosen.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        game = (await self.position(number)).match.game
        chosen = await self.decks.pick(user, game, deck)
        return await self._arrange(number, interaction, lambda m, game: lobby.choose_deck(m, game, user, chosen))

    async def choose_option(
        self, number: MatchId, user: UserId, name: str, value: str, *, interaction: int
    ) -> Position:
        """Set an option of the rules; for the host.

        Raises:
            NotALobby, NotTheHost, BadTable: it cannot be set.
        """
        return await self._arrange(number, interaction, lambda m, game: lobby.choose_option(m, game, user, name, value))

    async def decks_changed(self, user: UserId) -> None:
        """A user has changed decks of their own: the lobbies in which they sit with one show what that means."""
        for found in await self.of_user(user):
            seat = found.seat_of(user)
            if found.status is Status.LOBBY and seat is not None and is_own(found.players[seat].deck):
                await self._arrange(found.id, None, lambda m, _: m)

    async def start(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """Deal; for the host. Seats are drawn at random. The seed comes from the system's generator and never leaves
        the store; the decks are stored as they are now, and later changes to them do not touch the match, nor do later
        changes of the game's content.

        Raises:
            NotALobby, NotTheHost, TooFewPlayers: it cannot begin.
            BadTable: it cannot begin; says which options do not go with so many players, or whose deck must be chosen
                again.
        """

        async def begin(before: Position) -> Change:
            game, seed = before.game, self._seeds()
            seated = lobby.seat(before.match, game, user, seed)
            frozen = await self.decks.freeze(seated.game, seated.players, user)
            seated = replace(seated, players=tuple(player for player, _ in frozen))
            decks = tuple(cards for _, cards in frozen) if game.decks else ()
            with rules_of(seated):
                table = Table.deal(game, seats=len(seated.players), options=seated.options, decks=decks, seed=seed)
            deal = sql.Deal(seed=seed, decks=decks, digest=table.digest)
            content = self._library.content(seated.game)
            origin = sql.Origin(rules=game.version, content=content, deal=deal)

            async def work(db: Rows) -> None:
                await sql.start(db, seated, origin, seconds(self._clock))
                now = self._clock().timestamp()
                await outbox.owe_hands(db, number, len(seated.players), 1, now)
                await owe_news(db, seated, game, now)

            return Change(match=seated, table=table, work=work)

        return await self._positions.change(number, interaction, begin)

    async def act(
        self, number: MatchId, user: UserId, action: str, *, decision: int | None, interaction: int
    ) -> Position:
        """Play an action given in notation. decision: the one of the look that the button was made from; None: by a
        command, which always means the present one.

        Raises:
            NotLive, NotAtThisTable, NotYourDecision: it is not for this user to act.
            StaleDecision: the button was made for a decision that has passed.
            NotUnderstood: the text is no action of this game.
            NotAllowed: the rules refuse it now.
        """

        async def play(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if table.opened[seat] is None:
                raise NotYourDecision("It is not your decision now. You will be asked here when it is.")
            if decision is not None and not table.is_open(seat, decision):
                raise StaleDecision("The table has moved on since that button was made. Here is how it stands now.")
            with rules_of(before.match):
                played = _read(table.game, action)
                after = table.play(seat, played)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, str(played), cause)

        return await self._positions.change(number, interaction, play)

    async def resign(self, number: MatchId, user: UserId, *, interaction: int) -> Position:
        """Give up, at any time while the match is live: the others play on, or it ends with the ending `RESIGNED`
        (`bot.model.table.Table.resign`).

        Raises:
            NotLive, NotAtThisTable, NotAllowed: there is nothing to resign.
        """

        async def give_up(before: Position) -> Change:
            table, seat = seat_in_play(before, user)
            if seat in table.left:
                raise NotAllowed(f"Match #{number} goes on without that player already. Nothing was changed.")
            with rules_of(before.match):
                after = table.resign(seat)
            cause = sql.Cause.interaction(interaction, seconds(self._clock))
            return ply_change(before.match, after, seat, None, cause)

        return await self._positions.change(number, interaction, give_up)

    async def abandon(self, number: MatchId, user: UserId, *, moderates: bool, interaction: int) -> Position:
        """End a match without a result: nobody is rated, and its channel is free. A lobby is closed.

        Whoever moderates the channel may; a player may while the match is quarantined, or once nothing was done in it
        for `IDLE` seconds.

        Raises:
            NotLive: it has ended already.
            NotAllowed, NotAtThisTable: it is not for this user to end it.
        """

        async def end(before: Position) -> Change:
            match = before.match
            step = Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON
            after = life.after(match, step)
            if not moderates:
                await self._check_abandoned(match, user)
            return Change(match=after, table=None, work=_nothing)

        return await self._positions.change(number, interaction, end)

    def forget(self, user: UserId) -> None:
        """Let go of what is in memory of matches that a user played."""
        self._positions.forget(user)

    async def position(self, number: MatchId) -> Position:
        """A match as it was committed last; it waits for nobody's change."""
        return await self._positions.get(number)

    async def in_channel(self, channel: int) -> Position | None:
        """The lobby or live match of a channel: there is at most one."""
        found = await self._positions.read(lambda db: sql.in_channel(db, channel))
        if found is None:
            return None
        there = await self.position(found)
        return there if there.match.status in life.BUSY else None  # it may just have been quarantined

    async def of_user(self, user: UserId) -> Sequence[Match]:
        """Lobbies, live and quarantined matches that the user sits at, newest first."""
        found = await self._positions.read(lambda db: sql.of_user(db, user))
        return [(await self.position(number)).match for number in found]

    async def quarantined(self) -> Sequence[Match]:
        """The matches that do not replay, oldest first: each has just been tried once more."""
        found = await self._positions.read(lambda db: sql.with_status(db, Status.QUARANTINED))
        tried = [(await self.position(number)).match for number in found]
        return [match for match in tried if match.status is Status.QUARANTINED]

    async def story(self, position: Position, first: int, last: int) -> tuple[tuple[Event, ...], ...]:
        """What everybody may read of the plies from the first to the last one, both included; the deal is ply 0."""
        try:
            return position.seen.story(None, first - 1, last)
        except ForgottenError:
            stored = await self._positions.read(lambda db: sql.load(db, position.match.id))
            assert stored is not None
            assert stored.deal is not None
            told = replayed_story(position.game, position.match, stored.deal, stored.plies[:last], None)
            return told[first : last + 1]

    async def _arrange(
        self, number: MatchId, interaction: int | None, step: Callable[[Match, Game], Match]
    ) -> Position:
        """Take a lobby one step further."""

        async def make(before: Position) -> Change:
            after = step(before.match, before.game)

            async def work(db: Rows) -> None:
                await sql.save_players(db, number, after.players)
                await sql.save_options(db, number, after.options)

            return Change(match=after, table=None, work=work)

        return await self._positions.change(number, interaction, make)

    async def _check_abandoned(self, match: Match, user: UserId) -> None:
        if match.seat_of(user) is None:
            raise NotAtThisTable(
                f"You do not sit at match #{match.id}. Its players can end it, and whoever may manage this channel."
            )
        if match.status is Status.QUARANTINED:
            return
        idle = seconds(self._clock) - await self._positions.read(lambda db: sql.touched(db, match.id))
        if idle < IDLE:
            raise NotAllowed(
                f"Match #{match.id} is being played: it can be ended without a result once nothing has happened in it "
                "for 7 days, or by whoever may manage this channel. `/match resign` gives it up now."
            )

    async def _taken(self, channel: int) -> str:
        found = await self.in_channel(channel)
        if found is None:
            return "This channel had a match a moment ago. Try again."
        idle = seconds(self._clock) - await self._positions.read(lambda db: sql.touched(db, found.match.id))
        stale = f" Nothing has happened in match #{found.match.id} for {idle // 86400} days: `/match abandon` ends it."
        return (
            "This channel has a match already. Finish it, or have its host leave the lobby; or open a thread and "
            f"play there.{stale if idle >= IDLE else ''}"
        )


async def _nothing(_: Rows) -> None: ...


def _read(game: Game, text: str) -> Action:
    if not _NOTATION.fullmatch(text):
        raise NotUnderstood(f"{echo(text)} is no action. {_CHOOSE}")
    try:
        return game.parse(text)
    except NotationError as error:
        raise NotUnderstood(f"That was not understood: {error}. {_CHOOSE}") from error
