"""The application: matches from their lobby to their result. It knows no Discord."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot import lobby, ratings
from bot.clock import Clock, seconds, system_clock
from bot.decks import Decks
from bot.keeper import Held, Keeper, Resumed, rules_of
from bot.lobby import AnyGame
from bot.match import Chair, Look, Match, MatchId, Status, UserId
from bot.refusals import (
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
    StaleWindow,
    TableFull,
    TooFewPlayers,
    Unavailable,
    echo,
)
from bot.store import matches as sql
from bot.store.database import Database, Rows
from bot.table import Table
from rules.core.events import Seat
from rules.core.notation import Action, NotationError

__all__ = [
    "AlreadyAtThisTable",
    "BadTable",
    "Chair",
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
    "Refusal",
    "Resumed",
    "StaleWindow",
    "Status",
    "TableFull",
    "TooFewPlayers",
    "Unavailable",
    "UserId",
]

_NOTATION: Final = re.compile(r"[a-z0-9+., -]{1,300}")
_CHOOSE: Final = "Choose from what you are offered while you type, or press a button."


def _draw_seed() -> int:
    return secrets.randbits(63)


class Matches:
    """Every method is safe to call from many tasks at once; whoever commits a ply first wins.

    `interaction` is the id of the Discord interaction that asks: the same id delivered twice acts once and answers
    alike. Every method that changes something has committed it when it returns. Every method that takes a match may
    raise `NoSuchMatch` and `Unavailable`; nothing but a `Refusal` is ever raised.
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyGame],
        *,
        clock: Clock = system_clock,
        draw_seed: Callable[[], int] = _draw_seed,
        kept: int = 256,
    ) -> None:
        """Matches of these games; draw_seed gives integers in [0, 2**63), kept is how many stay in memory."""
        self._games = games
        self._clock = clock
        self._draw_seed = draw_seed
        self._keeper = Keeper(database, games, kept=kept)
        self.decks = Decks(database, games)
        """The decks that users have built."""

    async def resume(self) -> Resumed:
        """Replay every live match; to be called once, before anything is served."""
        return await self._keeper.resume()

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
    ) -> Match:
        """A lobby with its host as the first chair. deck: the id of a ready-made deck or of one of the host's own;
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
        first = lobby.chair(self._games[game], host, await self.decks.pick(host, game, deck), ())

        async def work(db: Rows) -> MatchId | None:
            if (earlier := await sql.claimed_by(db, interaction)) is not None:
                return earlier
            new = sql.NewMatch(game=game, guild=guild, channel=channel, host=host)
            if (created := await sql.insert(db, new, seconds(self._clock))) is not None:
                await sql.claim(db, interaction, created)
                await sql.save_options(db, created, chosen)
                await sql.save_chairs(db, created, [first])
            return created

        created = await self._keeper.write(work)
        if created is None:
            raise ChannelTaken(
                "This channel has a match already. Finish it, or have its host leave the lobby; or open a thread and "
                "play there."
            )
        return await self.get(created)

    async def join(self, match: MatchId, user: UserId, *, deck: str | None = None, interaction: int) -> Match:
        """Take a chair; the deck as for `create`.

        Raises:
            NotALobby, AlreadyAtThisTable, TableFull, BadTable: it cannot be taken.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        chosen = await self.decks.pick(user, (await self.get(match)).game, deck)
        return await self._arrange(match, interaction, lambda m, game: lobby.join(m, game, user, chosen))

    async def leave(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """The host's leaving closes the lobby.

        Raises:
            NotALobby, NotAtThisTable: there is nothing to leave.
        """
        return await self._arrange(match, interaction, lambda m, _: lobby.leave(m, user))

    async def choose_deck(self, match: MatchId, user: UserId, deck: str, *, interaction: int) -> Match:
        """Play with another deck, by its id: a ready-made one or one of the user's own.

        Raises:
            NotALobby, NotAtThisTable, BadTable: it cannot be chosen.
            NoSuchDeck, BadDeck: the user has no such deck, or it cannot be played.
        """
        chosen = await self.decks.pick(user, (await self.get(match)).game, deck)
        return await self._arrange(match, interaction, lambda m, game: lobby.choose_deck(m, game, user, chosen))

    async def choose_option(self, match: MatchId, user: UserId, name: str, value: str, *, interaction: int) -> Match:
        """Set an option of the rules; for the host.

        Raises:
            NotALobby, NotTheHost, BadTable: it cannot be set.
        """
        return await self._arrange(match, interaction, lambda m, game: lobby.choose_option(m, game, user, name, value))

    async def start(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """Deal; for the host. Seats are drawn at random. The seed comes from the system's generator and never leaves
        the store; the decks are stored as they are now, and later changes to them do not touch the match.

        Raises:
            NotALobby, NotTheHost, TooFewPlayers: it cannot begin.
            BadTable: it cannot begin; says which options do not go with so many players, or whose deck must be chosen
                again.
        """
        async with self._keeper.hold(match) as held:
            if interaction in held.interactions:
                return held.match
            game, seed = self._keeper.game(held.match), self._draw_seed()
            seated = lobby.seat(held.match, game, user, seed)
            frozen = await self.decks.freeze(seated.game, seated.chairs, user)
            seated = replace(seated, chairs=tuple(chair for chair, _ in frozen))
            decks = tuple(cards for _, cards in frozen) if game.decks else ()
            with rules_of(seated):
                table = Table.deal(game, seats=len(seated.chairs), options=seated.options, decks=decks, seed=seed)
            deal = sql.Deal(seed=seed, decks=decks, digest=table.digest)
            return await self._keeper.change(
                held,
                seated,
                table,
                interaction,
                lambda db: sql.start(db, match, seated.chairs, deal, seconds(self._clock)),
            )

    async def act(self, match: MatchId, user: UserId, action: str, *, window: int | None, interaction: int) -> Match:
        """Play an action given in notation. window: the one of the look that the button was made from; None: by a
        command, which always means the present window.

        Raises:
            NotLive, NotAtThisTable, NotYourDecision: it is not for this user to act.
            StaleWindow: the button was made for a decision that has passed.
            NotUnderstood: the text is no action of this game.
            NotAllowed: the rules refuse it now.
        """
        async with self._keeper.hold(match) as held:
            if interaction in held.interactions:
                return held.match
            table, seat = _seat_in_play(held, user)
            if table.opened[seat] is None:
                raise NotYourDecision("It is not your decision now. You will be asked here when it is.")
            if window is not None and not table.is_open(seat, window):
                raise StaleWindow("The table has moved on since that button was made. Here is how it stands now.")
            with rules_of(held.match):
                played = _read(table.game, action)
                after = table.play(seat, played)
            return await self._ply(held, after, seat, str(played), interaction)

    async def resign(self, match: MatchId, user: UserId, *, interaction: int) -> Match:
        """Give up, at any time while the match is live. It ends, with the ending `RESIGNED`.

        Whoever resigns is ranked last, with their team. Ruling: with more than two at the table too, the match ends
        for everybody, and all others share the first rank (`bot.table.Table.resign` says why).

        Raises:
            NotLive, NotAtThisTable: there is nothing to resign.
        """
        async with self._keeper.hold(match) as held:
            if interaction in held.interactions:
                return held.match
            table, seat = _seat_in_play(held, user)
            with rules_of(held.match):
                after = table.resign(seat)
            return await self._ply(held, after, seat, None, interaction)

    async def get(self, match: MatchId) -> Match:
        """A match as it stands."""
        async with self._keeper.hold(match) as held:
            return held.match

    async def in_channel(self, channel: int) -> Match | None:
        """The lobby or live match of a channel: there is at most one."""
        found = await self._keeper.read(lambda db: sql.in_channel(db, channel))
        return None if found is None else await self.get(found)

    async def of_user(self, user: UserId) -> Sequence[Match]:
        """Lobbies and live matches that the user sits at, newest first."""
        return [await self.get(found) for found in await self._keeper.read(lambda db: sql.of_user(db, user))]

    async def look(self, match: MatchId, user: UserId | None, *, since: int | None = None) -> Look:
        """The table as this user sees it; anybody who does not sit there, and None, is a spectator. A match that is
        over can still be looked at. since: the ply after which the story is wanted, as far back as it is held; None:
        as `Look.story` says.

        Raises:
            NotLive: there is no table yet, or no longer.
        """
        async with self._keeper.hold(match) as held:
            table = _in_play(held)
            seat = None if user is None else held.match.seat_of(user)
            with rules_of(held.match):
                view = table.game.view(table.state, seat)
            return Look(
                match=held.match,
                view=view,
                window=table.window(seat),
                story=table.story(seat, None if since is None else max(since, table.told_from - 1)),
                passed=table.passed,
            )

    async def _arrange(self, match: MatchId, interaction: int, step: Callable[[Match, AnyGame], Match]) -> Match:
        """Take a lobby one step further."""
        async with self._keeper.hold(match) as held:
            if interaction in held.interactions:
                return held.match
            after = step(held.match, self._keeper.game(held.match))

            async def work(db: Rows) -> None:
                await sql.save_chairs(db, match, after.chairs)
                await sql.save_options(db, match, after.options)
                if after.status is Status.CLOSED:
                    await sql.close(db, match, seconds(self._clock))

            return await self._keeper.change(held, after, None, interaction, work)

    async def _ply(self, held: Held, table: Table, seat: Seat, action: str | None, interaction: int) -> Match:
        """Commit a ply with all that follows from it: the result and the ratings."""
        outcome, before, at = table.state.outcome, held.match, seconds(self._clock)
        after = replace(before, ply=table.ply, outcome=outcome, status=Status.OVER if outcome else Status.LIVE)
        ply = sql.Ply(number=table.ply, seat=seat, action=action, digest=table.digest)

        async def work(db: Rows) -> None:
            if not await sql.insert_ply(db, before.id, ply, interaction=interaction, at=at):
                raise StaleWindow("Somebody else was faster. Here is how the table stands now.")
            if outcome:
                await sql.finish(db, before.id, outcome, at)
                await ratings.record(db, before, outcome, table.teams)

        return await self._keeper.change(held, after, table, interaction, work)


def _in_play(held: Held) -> Table:
    number = held.match.id
    if held.table is not None:
        return held.table
    match held.match.status:
        case Status.LOBBY:
            raise NotLive(f"Match #{number} has not begun: its host can press Start once everybody sits.")
        case Status.CLOSED:
            raise NotLive(f"Match #{number} was closed before it began. {lobby.ANOTHER}")
        case _:
            raise NotLive(
                f"Match #{number} is set aside: this version of the bot plays it differently from the one it was begun "
                "on. Nothing is lost; whoever runs the bot can look into it."
            )


def _seat_in_play(held: Held, user: UserId) -> tuple[Table, Seat]:
    table, seat = _in_play(held), held.match.seat_of(user)
    if seat is None:
        raise NotAtThisTable(f"You do not sit at match #{held.match.id}; you are welcome to watch it.")
    if held.match.status is Status.OVER:
        raise NotLive(f"Match #{held.match.id} is over. {lobby.ANOTHER}")
    return table, seat


def _read(game: AnyGame, text: str) -> Action:
    if not _NOTATION.fullmatch(text):
        raise NotUnderstood(f"{echo(text)} is no action. {_CHOOSE}")
    try:
        return game.parse(text)
    except NotationError as error:
        raise NotUnderstood(f"That was not understood: {error}. {_CHOOSE}") from error
