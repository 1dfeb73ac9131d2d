"""Matchmaking on a server: open seats, and the queue."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import discord

from bot.application.lobby.lobby_settings import still_asked
from bot.model.match import Status
from bot.model.match_request import MatchRequest, read_pace
from bot.model.pace import Kind, Pace
from bot.model.position import Position
from bot.model.refusals import ChannelTaken, NotAllowed, NotALobby, TableFull
from bot.people.settings import Threads
from cogs.delivery.answer import Answer
from cogs.host import Host, server_of
from cogs.messages.lobby import ready
from cogs.messages.rule_sets import chosen_rules
from cogs.messages.seats import open_seats
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.opening import Openings, Wanted, named_key, once_committed
from cogs.presses.permission_to_open import can_see
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.refusals import SpokenRefusal
from rules.core.options import RuleSet


class Matchmaking:
    """Brings together players who want the same match."""

    def __init__(self, host: Host, openings: Openings) -> None:
        self._host = host
        self._openings = openings
        self.anywhere: Callable[[Answer], Awaitable[None]] | None = None
        """Looks for opponents on all servers: set by the common queue."""

    async def find(self, answer: Answer, game: str | None, pace: Pace | Kind | None, rules: RuleSet | None) -> None:
        """Show the open seats that the user can see and might want. If there are none and the user named a game, a pace
        or rules, look for players at once. rules: None: those of the server.

        In direct messages, look for opponents on all servers.

        Raises:
            Refusal: the user is on no server, the server does not allow the pace, or no game has these rules.
        """
        if self.anywhere is not None and server_of(answer.interaction) is None:
            await self.anywhere(answer)
            return
        request = await self.request(await self._games(answer) if game is None else (game,), pace, rules, answer)
        seen = await self._seen(answer, request)
        is_told = game is not None or pace is not None or rules is not None
        if not is_told or any(each.match.settings.request is None for each in seen):
            await self._show(answer, seen, request)
        else:
            await self.seek(answer, request)

    async def request(
        self, games: tuple[str, ...], pace: Pace | Kind | None, rules: RuleSet | None, answer: Answer
    ) -> MatchRequest:
        """Return the request of a user for those of these games that have the wanted rules. rules: None: those of the
        server.

        Raises:
            Refusal: the user is on no server, or none of the games has these rules.
        """
        server = await self._host.app.preferences.of_server(self._guild(answer).id)
        wanted = server.rules if rules is None else rules
        here = await self._host.games_here(answer.interaction)
        having = tuple(key for key in games if wanted in here[key].rule_sets)
        if having:
            return MatchRequest(games=having, pace=pace, rules=wanted)
        if rules is None:  # the server's rules are no choice here
            return MatchRequest(games=games, pace=pace)
        raise SpokenRefusal(f"{here[games[0]].title} is played by house rules only.")

    @answers(purposes.SEEK_PACE)
    async def choose_pace(self, answer: Answer, *, values: Sequence[str], rules: RuleSet | None = None) -> None:
        """Show the open seats at another pace."""
        request = await self.request(await self._games(answer), read_pace(values[0]), rules, answer)
        await self._show(answer, await self._seen(answer, request), request)

    @answers(purposes.SEEK_RULES)
    async def choose_rules(self, answer: Answer, *, pace: str, values: Sequence[str]) -> None:
        """Show the open seats, to look for players by other rules."""
        request = await self.request(await self._games(answer), read_pace(pace), chosen_rules(values[0]), answer)
        await self._show(answer, await self._seen(answer, request), request)

    @answers(purposes.SEEK)
    async def sought(
        self, answer: Answer, *, values: Sequence[str], pace: str = "", rules: RuleSet | None = None
    ) -> None:
        """Look for players for one of the chosen games.

        Raises:
            Refusal: matches cannot be opened here, or not at this pace.
        """
        here = await self._host.games_here(answer.interaction)
        games = tuple(named_key(here, value).key for value in values)
        await self.seek(answer, await self.request(games, read_pace(pace), rules, answer))

    async def seek(self, answer: Answer, request: MatchRequest) -> None:
        """Join a lobby of players who want the same match, or open one and wait."""
        guild, user, queue = self._guild(answer), answer.interaction.user, self._host.app.matchmaking
        server = await self._host.app.preferences.of_server(guild.id)
        server.check_pace(request.settled(server.rated_pace))
        async with queue.turn(guild.id):
            waits = await queue.where(answer.user, guild.id, request)
            if waits is not None:
                raise SpokenRefusal(
                    f"You're already looking for players in match #{waits.id}, <#{waits.channel}>. To look for "
                    "something else, leave it first."
                )
            for each in await queue.fitting(guild.id, answer.user, request):
                if can_see(guild, each.match.channel, user):
                    with suppress(TableFull, NotALobby, NotAllowed):
                        number, interaction = each.match.id, answer.interaction.id
                        joined = await queue.join(number, answer.user, request, server, interaction=interaction)
                        await self._sits(answer, joined)
                        return
            wanted = Wanted(
                game=request.games[0], options={}, deck=None, pace=request.settled(server.rated_pace), request=request
            )
            await self._wait(answer, wanted, threads=server.threads is not Threads.NEVER)

    async def _wait(self, answer: Answer, wanted: Wanted, *, threads: bool) -> None:
        """Open a matchmaking lobby: in the channel, or in a thread if the channel is taken."""
        try:
            await self._openings.open(answer, wanted)
        except ChannelTaken:
            if not threads:
                raise
            await self._openings.open(answer, replace(wanted, thread=True))

    async def _sits(self, answer: Answer, position: Position) -> None:
        match = (await once_committed(self._host, position)).match
        then = "It has started." if match.status is Status.LIVE else ready(position.game, match)
        await answer.say(f"You've joined match #{match.id}, {position.game.title}, in <#{match.channel}>. {then}")
        await say_if_undrawn(self._host, answer, match.id)

    async def _show(self, answer: Answer, seen: Sequence[Position], request: MatchRequest) -> None:
        server = await self._host.app.preferences.of_server(self._guild(answer).id)
        server.check_pace(request.settled(server.rated_pace))
        names = [await self._host.app.names.of(each.match) for each in seen]
        here = await self._host.games_here(answer.interaction)
        offered = [here[key] for key in request.games]
        lobbies = list(zip(seen, names, strict=True))
        others = {each.match.id: await self._host.app.matchmaking.titles(each.match) for each in seen}
        manages = answer.interaction.permissions.manage_guild
        await answer.show(open_seats(lobbies, others, offered, server, request, manages=manages))

    async def _seen(self, answer: Answer, request: MatchRequest) -> Sequence[Position]:
        """Return the open lobbies in channels that the user can see which fit the request, by whatever rules, or have
        invited the user.
        """
        guild, user = self._guild(answer), answer.interaction.user
        lobbies = await self._host.app.invitations.open_on(guild.id, answer.user)
        return [
            each
            for each in lobbies
            if can_see(guild, each.match.channel, user)
            and (replace(_as_wish(each), rules=request.rules).met(request) or user.id in still_asked(each.match))
        ]

    async def _games(self, answer: Answer) -> tuple[str, ...]:
        """Return the keys of all games that can be played here."""
        return tuple(await self._host.games_here(answer.interaction))

    def _guild(self, answer: Answer) -> discord.Guild:
        if answer.interaction.guild is None or server_of(answer.interaction) is None:
            raise SpokenRefusal("Use `/match find` in a server channel.")
        return answer.interaction.guild


def _as_wish(position: Position) -> MatchRequest:
    """Return the match request of a matchmaking lobby, or an equivalent request for any other lobby."""
    match = position.match
    return match.settings.request or MatchRequest(games=(match.game,), pace=match.pace)
