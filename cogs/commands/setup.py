"""`/setup`: one page for everything that those who manage a server may choose for it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

import discord
from discord import app_commands, ui

from bot.model.pace import Kind
from bot.model.preferences import MOSTS, ServerPreferences, Threads
from bot.model.refusals import Refusal
from cogs.commands.feature import Feature
from cogs.commands.managing import managed
from cogs.commands.settings import THEMES, chosen_of, themes
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.error_texts import permission_names
from cogs.delivery.permissions import missing_in
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.presses import Presses
from cogs.presses.router import answers
from cogs.text import listed
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose, chosen_id
from cogs.widgets.items import OPTIONS, Item, menu, option
from cogs.widgets.pages import page_of, paged
from render.palette import Theme
from rules.core.words import together

_PACES: Final[Mapping[Kind, str]] = {
    Kind.NONE: "Without a clock",
    Kind.LIVE: "Live",
    Kind.CORRESPONDENCE: "By correspondence",
}

_THREADS: Final[Mapping[Threads, str]] = {
    Threads.FREE: "In the channel, or in a thread of its own",
    Threads.ALWAYS: "Each in a thread of its own",
    Threads.NEVER: "In the channel where it is opened",
}


_CALLS: Final[Mapping[bool, str]] = {
    True: "Players are mentioned when it is their turn, as they like it",
    False: "Nobody is mentioned when it is their turn",
}
_CALLED: Final = {"on": True, "off": False}


class Setup(Feature):
    """Shows the pages, and changes what is chosen on them."""

    def __init__(self, host: Host, presses: Presses, puzzle_channel_chosen: Callable[[int], Awaitable[None]]) -> None:
        """puzzle_channel_chosen: called after a server has chosen where the daily puzzle is posted."""
        super().__init__(host, presses)
        self._book = host.app.preferences
        self._puzzle_channel_chosen = puzzle_channel_chosen

    @app_commands.command(name="setup", description="How I behave on this server: where, who, how many, colours")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: AnyInteraction) -> None:
        """`/setup`."""
        async with self.host.answering(interaction) as answer:
            guild = managed(answer)
            await answer.say(server_page(await self._book.of_server(guild), guild, 0))

    @answers(purposes.SETUP)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page."""
        guild = managed(answer)
        await answer.show(server_page(await self._book.of_server(guild), guild, page))

    @answers(purposes.SERVER_THEME)
    async def choose_theme(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose the colours of everybody's pictures."""
        guild = managed(answer)
        theme = chosen_of({theme.value: theme for theme in Theme}, values, "setup")
        await self._show(answer, guild, await self._book.choose_server_theme(guild, theme), purposes.SERVER_THEME)

    @answers(purposes.PACES)
    async def choose_paces(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose which paces matches may have."""
        guild = managed(answer)
        kinds = [chosen_of({kind.value: kind for kind in Kind}, [value], "setup") for value in values]
        await self._show(answer, guild, await self._book.choose_paces(guild, kinds), purposes.PACES)

    @answers(purposes.SERVER_CHANNELS)
    async def choose_channels(self, answer: Answer, *, chosen: Sequence[str]) -> None:
        """Choose where matches may be opened; nothing: everywhere."""
        guild = managed(answer)
        channels = [chosen_id(value) for value in chosen]
        await self._show(answer, guild, await self._book.choose_channels(guild, channels), purposes.SERVER_CHANNELS)

    @answers(purposes.SERVER_STARTERS)
    async def choose_starters(self, answer: Answer, *, chosen: Sequence[str]) -> None:
        """Choose who may open matches; nothing, or the role of everybody: everybody."""
        guild = managed(answer)
        role = next((chosen_id(value) for value in chosen), guild)
        found = await self._book.choose_starters(guild, None if role == guild else role)
        await self._show(answer, guild, found, purposes.SERVER_STARTERS)

    @answers(purposes.SERVER_MOST)
    async def choose_most(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose how many matches there may be at once."""
        guild = managed(answer)
        most = chosen_of({_number(most): most for most in MOSTS}, values, "setup")
        await self._show(answer, guild, await self._book.choose_most(guild, most), purposes.SERVER_MOST)

    @answers(purposes.SERVER_THREADS)
    async def choose_threads(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose whether matches have threads of their own."""
        guild = managed(answer)
        threads = chosen_of({threads.value: threads for threads in Threads}, values, "setup")
        await self._show(answer, guild, await self._book.choose_threads(guild, threads), purposes.SERVER_THREADS)

    @answers(purposes.SERVER_CALLS)
    async def choose_calls(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose whether players are called in channels."""
        guild = managed(answer)
        calls = chosen_of(_CALLED, values, "setup")
        await self._show(answer, guild, await self._book.choose_calls(guild, calls=calls), purposes.SERVER_CALLS)

    @answers(purposes.SERVER_PUZZLES)
    async def choose_puzzles(self, answer: Answer, *, chosen: Sequence[str]) -> None:
        """Choose where the daily puzzle is posted; nothing: nowhere."""
        guild = managed(answer)
        channel = next((chosen_id(value) for value in chosen), None)
        there = answer.interaction.guild.get_channel(channel) if channel and answer.interaction.guild else None
        if there is not None and (lacking := permission_names(missing_in(there))):
            raise Refusal(f"I lack a permission in <#{channel}>: {lacking}. Give it to me there, then choose it again.")
        preferences = await self._book.choose_puzzles(guild, channel)
        await self._puzzle_channel_chosen(guild)
        await self._show(answer, guild, preferences, purposes.SERVER_PUZZLES)

    async def _show(self, answer: Answer, guild: int, preferences: ServerPreferences, changed: Purpose) -> None:
        await answer.show(server_page(preferences, guild, page_of(_menus(preferences), changed)))


def server_page(preferences: ServerPreferences, guild: int, page: int) -> Message:
    """All that may be chosen for a server, each with what is chosen."""
    where = listed([f"<#{channel}>" for channel in preferences.channels], OPTIONS)
    who = "everybody" if preferences.starters in (None, guild) else f"<@&{preferences.starters}>"
    text = (
        "**This server**, for everybody on it\n"
        f"**Where**: {where or 'in every channel that I can see'}, and in their threads, matches may be opened.\n"
        f"**Who**: {who} may open them, and whoever manages the server. To join is open to all.\n"
        f"**Threads**: {_lower(_THREADS[preferences.threads])}.\n"
        f"**How many**: {_number(preferences.most)} at once, lobbies and matches in play.\n"
        f"**Paces**: {together([words.lower() for kind, words in _PACES.items() if kind in preferences.paces])}, for "
        "matches that are opened from now on.\n"
        f"**Calls**: {_lower(_CALLS[preferences.calls])}. Hands still come by direct message, and dates are shown in "
        "each reader's own language and time zone.\n"
        f"**Daily puzzle**: {_puzzles(preferences.puzzles)}.\n"
        f"**Colours**: {THEMES[preferences.theme].lower()}, on the tables that everybody sees. What hangs there takes "
        "them on with its next change."
    )
    return Message(text, paged(_menus(preferences), page, purposes.SETUP))


def _menus(preferences: ServerPreferences) -> list[Item]:
    threads = [option(text, each.value, default=each is preferences.threads) for each, text in _THREADS.items()]
    kinds = [option(words, kind.value, default=kind in preferences.paces) for kind, words in _PACES.items()]
    mosts = [option(_number(each), _number(each), default=each == preferences.most) for each in MOSTS]
    return [
        themes(purposes.SERVER_THEME(), preferences.theme),
        ui.ChannelSelect(
            custom_id=purposes.SERVER_CHANNELS(),
            placeholder="Where … (none: everywhere)",
            channel_types=[discord.ChannelType.text, discord.ChannelType.forum, discord.ChannelType.voice],
            min_values=0,
            max_values=OPTIONS,
            default_values=[discord.Object(channel) for channel in preferences.channels],
        ),
        ui.RoleSelect(
            custom_id=purposes.SERVER_STARTERS(),
            placeholder="Who may open matches … (none: everybody)",
            min_values=0,
            max_values=1,
            default_values=[discord.Object(preferences.starters)] if preferences.starters else [],
        ),
        menu("Threads …", purposes.SERVER_THREADS(), threads),
        menu("How many at once …", purposes.SERVER_MOST(), mosts),
        menu("Paces …", purposes.PACES(), kinds, most=len(kinds)),
        menu(
            "Calls …",
            purposes.SERVER_CALLS(),
            [option(_CALLS[calls], word, default=calls == preferences.calls) for word, calls in _CALLED.items()],
        ),
        ui.ChannelSelect(
            custom_id=purposes.SERVER_PUZZLES(),
            placeholder="Daily puzzle … (none: nowhere)",
            channel_types=[discord.ChannelType.text],
            min_values=0,
            max_values=1,
            default_values=[discord.Object(preferences.puzzles)] if preferences.puzzles else [],
        ),
    ]


def _puzzles(channel: int | None) -> str:
    if channel is None:
        return "posted nowhere; everybody can ask for it with `/puzzle daily`"
    return f"posted in <#{channel}> once a day, at midnight UTC, with a list of who solved it"


def _number(most: int | None) -> str:
    return "any number" if most is None else str(most)


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
