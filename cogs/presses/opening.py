"""Open a lobby, and play a rematch."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.application.lobby.lobby_settings import is_complete, still_asked
from bot.computer.levels import Level
from bot.model.commitment import UNPOSTED
from bot.model.comparison import Compared
from bot.model.lobby_settings import LobbySettings
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Status, UserId
from bot.model.match_request import MatchRequest
from bot.model.new_match import NewMatch
from bot.model.pace import NO_CLOCK, Pace
from bot.model.position import Position
from bot.model.refusals import ChannelTaken
from bot.model.series import SIDES
from bot.people.settings import ServerPreferences, Threads
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.guilds import guild_of, place_in
from cogs.host import Host, server_of
from cogs.messages.fairness import UNCHECKED
from cogs.messages.lobby import deck_name, with_lesson
from cogs.messages.message import Message
from cogs.presses.hand import Hands
from cogs.presses.lobby import NO_PLACE, Lobbies
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.permission_to_open import NoThread, check_allowed, check_permissions, in_thread, new_thread
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.items import PEOPLE, button, people
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game
from rules.core.options import RULES, RuleSet
from rules.core.words import together

ONLY_COMPUTERS: Final = (
    "Here I can't find or invite players. `/match new` opens a match against a computer. In a direct message to me it "
    "opens one that friends join by a code, and in your own direct messages or group with friends one that they join "
    "by a press. To find players, use a server that I'm on."
)
NOBODY_TO_ASK: Final = (
    "Nobody needs an invitation here, and I can't look for others: leave that out. Everybody in this conversation can "
    "press **Join** under the table."
)
NO_THREADS: Final = "There are no threads here. Leave out the place: the table is in this conversation."
ONE_IN_CONVERSATION: Final = (
    "This conversation already has a match. Finish it, or leave its lobby: `/match status` brings its table."
)
HOW_FOR_TWO: Final = "It starts as soon as your friend presses **Join** under it."
HOW_IN_GROUP: Final = "Everybody here can press **Join** under it, then you press **Start**."
ONE_AT_A_TIME: Final = (
    "You're already playing a match in our direct messages. Finish it, or use `/match resign` or `/match leave`."
)
ELSEWHERE: Final = (
    "Its board is in our direct messages, and is kept up to date there. My messages here stop updating 15 minutes "
    "after your last command or press. Then use `/hand` or `/match status` to see the match."
)

CANNOT_WRITE: Final = (
    "I can't write to you: allow direct messages from me to see the board there. Until then, `/hand` and "
    "`/match status` show the match."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The match that a user wants to open."""

    game: str
    options: Mapping[str, str]
    """Options by name, and `RULES` for a set of rules; without that, the server or the opponent decides."""
    deck: str | None
    """The id of a deck; None: the default deck, else a random ready-made one."""
    pace: Pace | None = None
    """None: the server's default."""
    asked: Sequence[UserId] = ()
    """The invited users."""
    computer: Level | None = None
    """The level of the computers that fill all seats that are not reserved; None: no computers."""
    seats: int | None = None
    """The number of players with which the match starts automatically; None: when all invited players have joined, or
    when the host starts it.
    """
    as_they_join: bool = False
    """Whether players are seated in joining order. Otherwise seats are drawn."""
    request: MatchRequest | None = None
    """The games and paces that the user would also play, if anyone with a matching request may join."""
    thread: bool | None = None
    """Whether the match gets its own thread; None: the server decides."""
    best_of: int | None = None
    """The maximum number of games in a series of two players; None: a single match."""
    compared: Compared | None = None
    """The comparison that draws the cards by lot; None: they are those of the game."""


class Openings:
    """Opens lobbies."""

    def __init__(self, host: Host, lobbies: Lobbies, hands: Hands) -> None:
        self._host = host
        self._lobbies = lobbies
        self._hands = hands

    async def open(self, answer: Answer, wanted: Wanted) -> None:
        """Open a lobby in this channel. If the channel has another lobby whose host has left the server, close that
        lobby or give it a new host.

        Raises:
            ChannelTaken: another match is here.
            Refusal: matches cannot be opened here, or not with these settings.
        """
        interaction, guild = answer.interaction, server_of(answer.interaction)
        if answer.in_conversation:
            await self._open_in_conversation(answer, wanted)
            return
        if guild is None:
            await self._open_direct(answer, wanted)
            return
        server = await self._host.app.preferences.of_server(guild)
        check_allowed(interaction, server)
        await self._host.check_can_play(guild, wanted.asked)
        game = await self._host.app.packs.playable(wanted.game, guild)
        new = await self._new(answer, guild, interaction.channel_id or 0, wanted)
        no_thread = ""
        if in_thread(server, wanted.thread):
            await self._host.app.lobbies.check(new)
            try:
                async with new_thread(interaction, game.title) as thread:
                    position = await self._created(answer, replace(new, channel=thread))
            except NoThread as refusal:
                if server.threads is not Threads.ALWAYS:
                    raise SpokenRefusal(f"{refusal} Or leave out the place, to play in this channel.") from refusal
                position = await self._opened_here(answer, new)
                no_thread = f"\nIt has no thread of its own: {refusal.why}."
        else:
            position = await self._opened_here(answer, new)
        match = position.match
        if match.status is Status.LIVE:
            await self._hands.show(answer, position, note=f"Match #{match.id} has started.{no_thread}")
            await say_if_undrawn(self._host, answer, match.id)
            return
        asking = people("Invite players …", purposes.ASK(match.key), min(PEOPLE, max(position.game.seats) - 1))
        place = "" if match.channel == interaction.channel_id else f" in <#{match.channel}>"
        if match.settings.request is not None:
            how = "The match starts as soon as someone joins you. Press Leave to stop looking."
        elif match.settings.wanted:
            how = "It starts automatically once everyone has joined."
        else:
            how = "Other players press Join, then you press Start."
        can_be_apart = match.settings.request is None and match.series is None
        elsewhere = [button("A friend elsewhere …", purposes.INVITE(match.key))] if can_be_apart else []
        message = Message(f"Match #{match.id} is open{place}. {how}{no_thread}", [asking, *elsewhere])
        is_new = await self._host.app.lessons.is_new(answer.user, match.game)
        await answer.say(with_lesson(message, position.game) if is_new else message)
        await say_if_undrawn(self._host, answer, match.id)

    async def _opened_here(self, answer: Answer, new: NewMatch) -> Position:
        """Open a lobby in the channel of the user, without a thread.

        Raises:
            Refusal: it cannot be opened there.
        """
        check_permissions(answer.interaction)
        return await self._in_room(new.channel, lambda: self._created(answer, new))

    @answers(purposes.REMATCH)
    async def rematch(self, answer: Answer, *, match_id: MatchId) -> None:
        """Open a rematch in the same channel. The other players are invited, and it starts when all have joined.

        Raises:
            Refusal: the user did not play, or no rematch can be opened now.
        """
        host, interaction = self._host, answer.interaction
        before = (await host.app.positions.get(match_id)).match
        seat = before.seat_of(answer.user)
        if seat is None:
            raise SpokenRefusal("Only its players can ask for a rematch. `/match new` opens a new match.")
        if len(before.places) > 1:
            raise SpokenRefusal(
                f"The players of match #{match_id} sit in several places. Open the next one with `/match new`, and "
                "send them its code: `/match invite`."
            )
        deck = await host.app.decks.still(answer.user, before.game, before.players[seat].deck)
        again, channel = host.app.invitations.rematch, await self._still(before, interaction)
        if channel == interaction.channel_id and not before.is_direct:
            check_permissions(interaction)
        position = await self._in_room(
            channel, lambda: again(match_id, answer.user, deck=deck, interaction=interaction.id, channel=channel)
        )
        position = await once_committed(host, position)
        match, waiting = position.match, [f"<@{user}>" for user in still_asked(position.match)]
        text = f"Match #{match.id} is open: the rematch starts automatically once everyone has joined."
        if match.settings.wanted is None:  # a former player's data was deleted, and their seat is open
            text = f"Match #{match.id} is open. A former player is gone: press Start once you have enough players."
        if match.status is Status.LIVE:
            text = f"Match #{match.id} has started."
        elif match.host != answer.user:
            text = f"You've joined match #{match.id}. It's waiting for {together(waiting) or 'its host to start it'}."
        if match.channel != before.channel:
            text += f" The channel of match #{match_id} no longer exists, so this one is in <#{match.channel}>."
        if before.players[seat].deck and deck is None:
            now = match.players[match.seat_of(answer.user) or 0]
            text += f" Your old deck no longer exists, so you're playing **{deck_name(position.game, now)}**."
        await answer.say(text)
        await say_if_undrawn(host, answer, match.id)

    async def _still(self, before: Match, interaction: AnyInteraction) -> int:
        """Return the channel for a rematch: the channel of the match before, or the present one if that is gone.

        Raises:
            Refusal: the present channel is on another server.
        """
        if before.is_direct or interaction.channel_id == before.channel or await self._exists(before):
            return before.channel
        if interaction.guild_id != before.guild or interaction.channel_id is None:
            raise SpokenRefusal(
                f"The channel of match #{before.id} no longer exists. Use `/match status match:{before.id}` in another "
                "channel of that server, and press Rematch there."
            )
        return interaction.channel_id

    async def _exists(self, before: Match) -> bool:
        """Return whether the channel of a match exists; True if the bot is not on its server and cannot know."""
        guild = await guild_of(self._host.client, before.guild)
        try:
            return guild is None or await place_in(guild, before.channel) is not None
        except discord.Forbidden:  # the channel is hidden from the bot, so it exists
            return True

    async def _in_room(self, channel: int, made: Callable[[], Awaitable[Position]]) -> Position:
        """Make a match in a channel. If a lobby whose host has left the server is in the way, close that lobby or give
        it a new host first.
        """
        try:
            return await made()
        except ChannelTaken:
            lobby = await self._host.app.matches.in_channel(channel)
            if lobby is None or not await self._lobbies.passed_on(lobby.match.id):
                raise
            return await made()

    async def _open_direct(self, answer: Answer, wanted: Wanted) -> None:
        """Open a match in the user's direct messages with the bot: against computers, or for friends with a code.

        Raises:
            Refusal: the user wants others to be found or asked there, or already plays a match in direct messages; or
                they are elsewhere and want to play with friends.
        """
        is_for_friends = wanted.computer is None
        if wanted.asked or wanted.request is not None or (is_for_friends and not answer.interaction.context.dm_channel):
            raise SpokenRefusal(ONLY_COMPUTERS)
        channel = (await self._host.client.create_dm(discord.Object(answer.user))).id
        try:
            position = await self._created(answer, await self._new(answer, DIRECT_MESSAGES, channel, wanted))
        except ChannelTaken:
            raise SpokenRefusal(ONE_AT_A_TIME) from None
        if is_for_friends:
            await self._host.deliverer.settled(position.match.id)
            if (await self._host.app.positions.get(position.match.id)).match.status is Status.CLOSED:
                raise SpokenRefusal(NO_PLACE)
            await self._lobbies.invite(answer, match_id=position.match.id)
            return
        if position.match.status is Status.LOBBY:  # its message could not be posted in the direct messages
            await self._host.app.lobbies.start_committed(position.match.id, UNPOSTED)
            await answer.say(f"{CANNOT_WRITE} {UNCHECKED}")
            position = await self._host.app.positions.get(position.match.id)
        started = f"Match #{position.match.id} has started."
        if answer.interaction.channel_id != channel:
            started = f"{started} {ELSEWHERE}"
        await self._hands.show(answer, position, note=started)
        await say_if_undrawn(self._host, answer, position.match.id)

    async def _open_in_conversation(self, answer: Answer, wanted: Wanted) -> None:
        """Open a match in a conversation of people without the bot, for whoever presses Join under its board. Between
        two people it starts as soon as the other one has joined.

        Raises:
            Refusal: the conversation has a match, or others are to be invited or found there.
        """
        interaction, host = answer.interaction, self._host
        if wanted.asked or wanted.request is not None:
            raise SpokenRefusal(NOBODY_TO_ASK)
        if wanted.thread:
            raise SpokenRefusal(NO_THREADS)
        game = await host.app.packs.playable(wanted.game, DIRECT_MESSAGES)
        is_for_two = isinstance(interaction.channel, discord.DMChannel) and SIDES in game.seats
        if is_for_two and wanted.computer is None and wanted.seats is None:
            wanted = replace(wanted, seats=SIDES)
        new = await self._new(answer, DIRECT_MESSAGES, interaction.channel_id or 0, wanted)
        try:
            position = await self._created(answer, new)
        except ChannelTaken:
            raise SpokenRefusal(ONE_IN_CONVERSATION) from None
        match = position.match
        if match.status is Status.LIVE:
            await self._hands.show(answer, position, note=f"Match #{match.id} has started.")
        else:
            how = HOW_FOR_TWO if is_for_two else HOW_IN_GROUP
            message = Message(f"Match #{match.id} is open in this conversation. {how}")
            is_new = await host.app.lessons.is_new(answer.user, match.game)
            await answer.say(with_lesson(message, position.game) if is_new else message)
        await say_if_undrawn(host, answer, match.id)

    async def _created(self, answer: Answer, new: NewMatch) -> Position:
        position = await self._host.app.lobbies.create(new, interaction=answer.interaction.id)
        return await once_committed(self._host, position)

    async def _new(self, answer: Answer, guild: int, channel: int, wanted: Wanted) -> NewMatch:
        """Return the match that a user wants, by the settings of the server."""
        server = await self._host.app.preferences.of_server(guild)
        default = server.rated_pace if wanted.computer is None else server.pace
        if answer.in_conversation:
            default = NO_CLOCK
        pace = default if wanted.pace is None else wanted.pace
        server.check_pace(pace)
        game = await self._host.app.packs.playable(wanted.game, guild)
        settings, levels = await self._gathering(answer, wanted, game), list[Level]()
        if wanted.computer is not None:
            levels = [wanted.computer] * ((settings.wanted or 0) - 1 - len(settings.asked))
            if not levels:
                raise SpokenRefusal("There's no seat left for a computer. Leave it out, or choose more seats.")
        return NewMatch(
            guild=guild,
            channel=channel,
            in_conversation=answer.in_conversation,
            host=answer.user,
            game=wanted.game,
            options=_options(server, wanted, game),
            deck=wanted.deck,
            pace=pace,
            settings=replace(settings, compared=wanted.compared),
            levels=levels,
            best_of=wanted.best_of,
        )

    async def _gathering(self, answer: Answer, wanted: Wanted, game: Game) -> LobbySettings:
        if wanted.request is not None:
            return LobbySettings(wanted=await self._host.app.matchmaking.least(wanted.game), request=wanted.request)
        invited = tuple(user for user in dict.fromkeys(wanted.asked) if user != answer.user)
        able = game.seats
        if wanted.best_of is not None:
            able = (SIDES,)
        players = len(invited) + 1
        if wanted.computer is not None:
            players = max(players + 1, min(able))
        count = wanted.seats or (players if players > 1 else None)
        if wanted.best_of is not None and (count or SIDES) != SIDES:
            raise SpokenRefusal("A series is for two players. Leave out the seats, or the series.")
        order = (answer.user,) if wanted.as_they_join else ()
        return LobbySettings(asked=invited, wanted=count if wanted.seats or count in able else None, order=order)


def _options(server: ServerPreferences, wanted: Wanted, game: Game) -> Mapping[str, str]:
    """Return the options of the match, with the rules of the server if it is for people and the user chose none."""
    rules = server.rules
    if wanted.request is not None:
        rules = wanted.request.rules
    elif wanted.computer is not None or rules not in game.rule_sets:
        rules = RuleSet.HOUSE
    return {RULES: rules, **wanted.options}


async def once_committed(host: Host, position: Position) -> Position:
    """If a match waits only for its commitment to be posted, wait for that. Return the match as it is then."""
    if position.match.status is not Status.LOBBY or not is_complete(position.match):
        return position
    await host.deliverer.settled(position.match.id)
    return await host.app.positions.get(position.match.id)


def named_key(games: Mapping[str, Game], key: str) -> Game:
    """Return the game with this key.

    Raises:
        Refusal: there is no such game any more.
    """
    if key not in games:
        raise SpokenRefusal("That game is no longer available. `/match new` shows the ones that are.")
    return games[key]
