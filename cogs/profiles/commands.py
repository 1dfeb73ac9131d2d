"""`/profile`: a user's matches, ratings over time, decks, opponents, reliability and badges."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.model.match import DIRECT_MESSAGES, UserId
from bot.people.names import NOBODY
from bot.profiles.profiles import matches_csv
from cogs.commands.feature import AnyCommand
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import Host, server_of
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.profiles import purposes
from cogs.profiles.messages import OPPONENTS, ShownProfile, profile_message, profile_picture, profile_text
from cogs.text import NAME_LIMIT, escaped, plain
from cogs.widgets.items import button
from cogs.widgets.refusals import SpokenRefusal

PROFILE_OF: Final = "Profile"
"""The name of the command in the context menu of a user."""
HIDDEN: Final = "{name} keeps their profile to themselves."
LEFT: Final = "{name} isn't on this server."
PERSON: Final = "{name} is a bot. `/leaderboard` shows the players here."


class ProfileCommand(commands.Cog):
    """Shows profiles. On a server, a profile covers the matches on it. In direct messages, users see only their own
    profile, with the matches on all servers.
    """

    def __init__(self, host: Host) -> None:
        self._host = host

    def offered(self) -> Sequence[AnyCommand]:
        """Return `/profile`, and the command in the context menu of another user."""
        return [*self.get_app_commands(), app_commands.ContextMenu(name=PROFILE_OF, callback=self.profile_of)]

    async def profile_of(self, interaction: AnyInteraction, user: discord.User | discord.Member) -> None:
        """Answer a choice in the context menu of a user as `/profile` with this player."""
        async with self._host.answering(interaction) as answer:
            await self._show(answer, user)

    @app_commands.command(name="profile", description="Your matches, ratings and badges, or those of another player")
    @app_commands.describe(player="whose profile (leave empty for your own)")
    async def profile(self, interaction: AnyInteraction, player: discord.User | discord.Member | None = None) -> None:
        """Answer `/profile`."""
        async with self._host.answering(interaction) as answer:
            await self._show(answer, player)

    @answers(purposes.MATCHES_CSV)
    async def export(self, answer: Answer) -> None:
        """Answer with the user's own matches as a file."""
        profile = await self._host.app.profiles.of(answer.user, None)
        text = matches_csv(profile, await self._host.app.packs.titles(match.game for match in profile.matches))
        file = ("my-matches.csv", text.encode("utf-8-sig"))  # the byte order mark tells spreadsheets the encoding
        await answer.say(Message("Your finished matches, on every server.", file=file))

    async def _show(self, answer: Answer, player: discord.User | discord.Member | None) -> None:
        """Show the profile of a player; None: the user's own."""
        interaction = answer.interaction
        await self._host.meet(interaction)
        user = interaction.user.id if player is None else player.id
        if player is not None and user != interaction.user.id:
            await self._check(answer, player)
        await answer.say(await self._message(answer, user, player or interaction.user))

    async def _check(self, answer: Answer, player: discord.User | discord.Member) -> None:
        """Raise Refusal unless the user may see this profile."""
        guild, name = server_of(answer.interaction), escaped(player.display_name, NAME_LIMIT)
        if guild is None:
            raise SpokenRefusal("Here you can only see your own profile. Use `/profile` in a server channel.")
        if player.bot:
            raise SpokenRefusal(PERSON.format(name=name))
        if await self._host.leavers.of(guild, [player.id]):
            await self._host.app.membership.left(guild, player.id)
            raise SpokenRefusal(LEFT.format(name=name))
        if not (await self._host.app.preferences.of(player.id)).has_profile:
            raise SpokenRefusal(HIDDEN.format(name=name))

    async def _message(self, answer: Answer, user: UserId, player: Any) -> Message:
        guild = server_of(answer.interaction)
        profile = await self._host.app.profiles.of(user, guild)
        opponents = [score.opponent for score in profile.scores[:OPPONENTS]]
        names = {}
        for opponent in opponents:  # by their name on the server of the latest match against them
            server = next(match.guild for match in reversed(profile.matches) if match.opponent == opponent)
            [name] = (await self._host.app.names.on(server, [opponent])).values()
            elsewhere = await self._host.app.names.on(DIRECT_MESSAGES, [opponent])  # they sat in another place
            names[opponent] = elsewhere[opponent] if name == NOBODY else name
        shown = ShownProfile(
            profile=profile,
            viewer=answer.user,
            names={**names, user: plain(player.display_name, NAME_LIMIT)},
            games=await self._host.games_here(answer.interaction),
            titles=await self._host.app.packs.titles(match.game for match in profile.matches),
            is_public=(await self._host.app.preferences.of(user)).has_profile,
        )
        is_own, has_matches = user == answer.user, bool(profile.matches)
        items = [button("My matches as a table (CSV)", purposes.MATCHES_CSV())] if is_own and has_matches else []
        picture = await asyncio.to_thread(profile_picture, shown) if has_matches else None
        return profile_message(profile_text(shown), picture, items)
