"""The services that every command and press uses: the application, the delivery, and the members of servers."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.application.application import Application
from bot.model.match import DIRECT_MESSAGES, Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.refusals import NoSuchGame, NotAllowed
from cogs.delivery.answer import Answering, AnyInteraction, in_conversation
from cogs.delivery.deliverer import Deliverer
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.guilds import guild_of
from cogs.delivery.members import Leavers, has_left
from cogs.messages.games import Company
from cogs.messages.place import place_text
from cogs.text import NAME_LIMIT, plain
from cogs.widgets.decks import DeckSource
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat
from rules.core.game import Game, catalog_key

NO_MATCH: Final = "There's no match in this channel. `/match new` opens one."


class Host:
    """The services of the bot that handlers need."""

    def __init__(
        self,
        client: discord.Client,
        application: Application,
        deliverer: Deliverer,
        emojis: EmojiBook,
        answering: Answering,
    ) -> None:
        """Hold the services. answering: begins the answer to an interaction."""
        self.client = client
        self.app = application
        self.deliverer = deliverer
        self.emojis = emojis
        self.answering = answering
        self.leavers = Leavers(client)

    @property
    def games(self) -> Mapping[str, Game]:
        """The games of the catalog, by key."""
        return self.app.library.games

    async def games_here(self, interaction: AnyInteraction) -> Mapping[str, Game]:
        """Return the games that can be played where a user is, by key: those of the catalog, and those of the server's
        content packs.
        """
        return await self.app.packs.games_of(server_of(interaction) or DIRECT_MESSAGES)

    async def decks_here(self, interaction: AnyInteraction) -> DeckSource:
        """Return the decks for the games that can be played where a user is."""
        return DeckSource(await self.games_here(interaction), self.app.decks, self.app.packs)

    async def meet(self, interaction: AnyInteraction) -> None:
        """Remember the user's display name, and try again to send what failed to reach them."""
        guild, user = server_of(interaction), interaction.user
        self.app.names.meet(DIRECT_MESSAGES, user.id, plain(user.global_name or user.name, NAME_LIMIT))
        if guild is not None:
            self.app.names.meet(guild, user.id, plain(user.display_name, NAME_LIMIT))
            await self.app.membership.met(guild, user.id)
        await self.deliverer.retry(user.id)

    async def has_left(self, guild: int, user: UserId) -> bool:
        """Return whether a user has left a server; False if Discord does not tell."""
        return await has_left(self.client, guild, user)

    async def is_designer(self, interaction: AnyInteraction) -> bool:
        """Return whether a user may see what designers see on this server: a manager, or one with the chosen role."""
        guild = server_of(interaction)
        if guild is None:
            return False
        role = (await self.app.preferences.of_server(guild)).designer_role_id
        roles = {each.id for each in interaction.user.roles} if isinstance(interaction.user, discord.Member) else set()
        return interaction.permissions.manage_guild or role in roles

    async def check_can_play(self, guild: int, users: Sequence[UserId]) -> None:
        """Raise unless all users are members of the server and none of them is a bot.

        Raises:
            Refusal: one of them is not; the message names them.
        """
        server = await guild_of(self.client, guild)
        for user in users:
            try:
                member = None if server is None else await server.fetch_member(user)
            except discord.NotFound:
                member = None
            if member is None:
                raise SpokenRefusal(f"<@{user}> isn't on this server. You can only invite its members.")
            if member.bot:
                raise SpokenRefusal(f"<@{user}> is a bot and can't play.")

    async def gone(self, position: Position) -> list[Seat]:
        """Return the seats in a live match whose players have left the server without leaving the match."""
        match = position.match
        if match.status is not Status.LIVE:
            return []
        settled = position.seen.left.union(match.computers)
        present = [(seat, player.user) for seat, player in enumerate(match.players) if seat not in settled]
        guilds = [(seat, user, match.place_of(seat).guild) for seat, user in present]
        return [seat for seat, user, guild in guilds if guild != DIRECT_MESSAGES and await self.has_left(guild, user)]

    async def game_here(self, interaction: AnyInteraction) -> Game | None:
        """Return the game of the latest match in the user's channel; None if there was none."""
        key = await self.app.matches.game_of_channel(interaction.channel_id or 0)
        if key is None:
            return None
        try:
            return await self.app.packs.game(key)
        except (NoSuchGame, NotAllowed):  # of a content pack that this program cannot play
            return None

    async def position_here(self, interaction: AnyInteraction, game: str) -> Position | None:
        """Return the match of this game whose rules a user means: the present or else the latest one in their channel,
        or else the only one that they play in; None if there is no such match.
        """
        matches, channel = self.app.matches, interaction.channel_id or 0
        here = await matches.in_channel(channel)
        if here is None and (latest := await matches.latest_of_channel(channel)) is not None:
            here = await self.app.positions.get(latest)
        if here is not None and here.match.game == game:
            return here
        own_matches = [match for match in await self._mine(interaction) if match.game == game]
        return await self.app.positions.get(own_matches[0].id) if len(own_matches) == 1 else None

    async def here(self, interaction: AnyInteraction, *, game: str | None = None, number: int | None = None) -> Match:
        """Return the match that the user means: the one with this number, the one in this channel, or in direct
        messages their only one. game: the key of the game in the catalog; a match with a content pack is one of it.

        Raises:
            Refusal: there is none, or there are several; the message lists their channels.
        """
        if number is not None:
            return await self._numbered(interaction, number, game)
        here_position = await self.app.matches.in_channel(interaction.channel_id or 0)
        if server_of(interaction) is not None:
            if here_position is not None and game in (None, catalog_key(here_position.match.game)):
                return here_position.match
            if here_position is not None:
                raise SpokenRefusal(
                    f"The match in this channel is {here_position.game.title} (match #{here_position.match.id}). "
                    + await self._elsewhere(interaction, game)
                )
            raise SpokenRefusal(f"{NO_MATCH} {await self._elsewhere(interaction, game)}".rstrip())
        own_matches = await self._mine(interaction, game)
        if here_position is not None and (here_position.match in own_matches or here_position.match.in_conversation):
            return here_position.match
        if len(own_matches) == 1:
            return own_matches[0]
        if not own_matches:
            raise SpokenRefusal("You're not in any match. `/match new` opens one.")
        raise SpokenRefusal(
            f"You're in several matches. Use the command in the channel of the one you mean. {places(own_matches)}"
        )

    async def _numbered(self, interaction: AnyInteraction, number: int, game: str | None) -> Match:
        """Return a match of this server, or one in which the user has a seat."""
        match = (await self.app.positions.get(MatchId(number))).match
        is_here = server_of(interaction) in {place.guild for place in match.places}
        is_here = is_here or (match.in_conversation and match.channel == interaction.channel_id)
        if not is_here and match.seat_of(interaction.user.id) is None:
            where = "of yours" if server_of(interaction) is None else "on this server"
            raise SpokenRefusal(f"There's no match #{number} {where}.")
        if game not in (None, catalog_key(match.game)):
            raise SpokenRefusal(f"Match #{number} is a different game.")
        return match

    async def _mine(self, interaction: AnyInteraction, game: str | None = None) -> list[Match]:
        matches = await self.app.matches.of_user(interaction.user.id)
        return [match for match in matches if game in (None, catalog_key(match.game))]

    async def _elsewhere(self, interaction: AnyInteraction, game: str | None) -> str:
        matches = [match for match in await self._mine(interaction, game) if match.guild == server_of(interaction)]
        return places(matches)


def server_of(interaction: AnyInteraction) -> int | None:
    """Return the server of an interaction; None in direct messages, and where only its user has installed the bot."""
    is_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return None if is_alone else interaction.guild_id


def company_of(interaction: AnyInteraction) -> Company:
    """Return with whom a match can be played that is opened where this interaction is."""
    if server_of(interaction) is not None:
        return Company.SERVER
    if in_conversation(interaction):
        return Company.CONVERSATION
    return Company.FRIENDS if interaction.context.dm_channel else Company.NOBODY


def seen_from(position: Position, interaction: AnyInteraction) -> Position:
    """Return a match as it is looked at from the place of a user's seat; for others, from the channel in which they
    are.
    """
    match, user = position.match, interaction.user.id
    seated = match.seat_of(user) is not None
    return position.at(match.place_for(user) if seated else match.place_in(interaction.channel_id))


def places(matches: list[Match]) -> str:
    """Return a sentence about the channels of these matches; "" for no matches."""
    if not matches:
        return ""
    channels = ", ".join(f"#{match.id} is in {place_text(match)}" for match in matches[:10])
    return f"Your match {channels}." if len(matches) == 1 else f"Your matches: {channels}."
