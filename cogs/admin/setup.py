"""`/setup`: one page with all settings of a server, for those who manage it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord import app_commands, ui
from discord.ext import commands

from bot.model.pace import Kind
from bot.people import settings as model
from bot.people.settings import ServerPreferences, Threads
from bot.ratings.season import Season
from cogs.admin import purposes
from cogs.commands.managing import managed
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.error_texts import permission_names
from cogs.delivery.permissions import missing_in
from cogs.designers import settings as designers
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.people.settings import THEMES
from cogs.presses.main_menu import MainMenu
from cogs.presses.router import answers
from cogs.puzzles import settings as puzzles
from cogs.queue import settings as queue
from cogs.ratings import dates as seasons
from cogs.ratings.dates import SEASONS, SeasonDates, asks_dates
from cogs.ratings.seasons import season_note
from cogs.widgets.items import Item, button
from cogs.widgets.pages import MENUS, page_of, paged
from cogs.widgets.refusals import SpokenRefusal
from cogs.widgets.settings import Channels, Entry, OneId, OneOf, SomeOf

_OWN: Final[tuple[Entry[Any], ...]] = (
    Channels(
        setting=model.CHANNELS,
        title="Channels",
        none="all channels that I can see",
        help="Matches can be opened there and in their threads.",
    ),
    OneId(
        setting=model.STARTERS,
        title="Members who can open matches",
        none="everyone",
        mention="<@&{}>",
        select=ui.RoleSelect,
        help="Managers of the server always can. Anyone can join.",
    ),
    OneOf(
        setting=model.THREADS,
        title="Threads",
        values={Threads.FREE: "as the host chooses", Threads.ALWAYS: "always", Threads.NEVER: "never"},
        help="Whether each match gets its own thread.",
    ),
    OneOf(
        setting=model.MATCH_LIMIT,
        title="Matches at once",
        values={count: "no limit" if count is None else str(count) for count in model.MATCH_LIMIT.values},
        help="Lobbies count too.",
    ),
    SomeOf(
        setting=model.PACES,
        title="Paces",
        values={
            Kind.NONE: "no clock",
            Kind.LIVE: "live",
            Kind.CORRESPONDENCE: "slow (by correspondence)",
        },
        help="For matches opened from now on.",
    ),
    OneOf(
        setting=model.PINGS,
        title="Ping players",
        values={True: "on their turn, according to their own settings", False: "never"},
        help="Their hands still arrive by DM.",
    ),
    OneOf(
        setting=model.SERVER_THEME,
        title="Colours",
        values=THEMES,
        help="Boards already posted change colour with the next move.",
    ),
    OneOf(
        setting=model.SERVER_MOTION,
        title="Moving boards",
        values={True: "decisive moves are shown in motion, once", False: "boards never move"},
        help="For two seconds, for example at a capture or a delivery.",
    ),
    OneOf(
        setting=model.RULES,
        title="Rules",
        values={rules: RULE_SETS[rules] for rules in model.RULES.values},
        help="For matches between people, unless the host chooses. Matches with computers are by house rules.",
    ),
)
_OF_SUBJECTS: Final = (
    *puzzles.SERVER_SETTINGS,
    *seasons.SERVER_SETTINGS,
    *designers.SERVER_SETTINGS,
    *queue.SERVER_SETTINGS,
)
_BY_FIELD: Final = {entry.setting.field: entry for entry in (*_OWN, *_OF_SUBJECTS)}
ENTRIES: Final[Mapping[str, Entry[Any]]] = {field: _BY_FIELD[field] for field in model.OF_SERVER}
"""All settings, those of subjects among them, by field and in the order of their lines and menus."""

_PLAY_HERE: Final = "**Play here**: a permanent message in this channel with all games, lessons and opponents."


class Setup(commands.Cog):
    """Shows the pages, and stores what is chosen on them."""

    def __init__(self, host: Host, main_menu: MainMenu) -> None:
        self._host = host
        self._main_menu = main_menu
        self.dates = SeasonDates(host, self.show)

    @app_commands.command(name="setup", description="Settings of this server: channels, paces, pings, colours")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: AnyInteraction) -> None:
        """Answer `/setup`."""
        async with self._host.answering(interaction) as answer:
            guild = managed(answer)
            await answer.say(await self._page(guild, 0))

    @answers(purposes.SETUP)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page."""
        await answer.show(await self._page(managed(answer), page))

    async def _page(self, guild: int, page: int) -> Message:
        preferences = await self._host.app.preferences.of_server(guild)
        return setup_page(preferences, page, await self._host.app.seasons.present(guild))

    @answers(purposes.SERVER_SETTING)
    async def choose(self, answer: Answer, *, setting: str, chosen: Sequence[str]) -> None:
        """Choose values from the menu of a setting."""
        guild, entry = managed(answer), ENTRIES[setting]
        if entry is SEASONS and asks_dates(chosen):
            await self.dates.ask(answer, guild)
            return
        value = entry.read(chosen)
        is_role = isinstance(entry, OneId) and entry.select is ui.RoleSelect
        if is_role and value == guild:  # Discord's role of everyone has the id of the server
            value = None
        if entry.setting.posted:
            _check_can_post(answer, value)
        preferences = await self._host.app.preferences.choose_for_server(guild, entry.setting, value)
        await self.show(answer, guild, preferences, setting)

    async def show(self, answer: Answer, guild: int, preferences: ServerPreferences, setting: str) -> None:
        """Show the page that has the menu of a setting."""
        page = page_of(_menus(preferences), purposes.SERVER_SETTING(setting))
        await answer.show(setup_page(preferences, page, await self._host.app.seasons.present(guild)))

    @answers(purposes.POST_MAIN_MENU)
    async def post_main_menu(self, answer: Answer) -> None:
        """Post the main menu in this channel for good."""
        managed(answer)
        channel = answer.interaction.channel_id or 0
        _check_can_post(answer, channel)
        await self._main_menu.post(channel, f"main-menu/{answer.interaction.id}")
        await answer.say("Posted. Pin it so everyone can find it; it won't expire.")


def setup_page(preferences: ServerPreferences, page: int, season: Season | None) -> Message:
    """Return a page with a server's present settings. season: the one that is running."""
    lines = [entry.line(getattr(preferences, field)) for field, entry in ENTRIES.items()]
    if season is not None:
        lines.append(season_note(season))
    text = "\n".join(["**Settings of this server**, for everyone here", *lines, _PLAY_HERE])
    here = button("Play here: post it in this channel", purposes.POST_MAIN_MENU(), row=MENUS)
    return Message(text, [*paged(_menus(preferences), page, purposes.SETUP), here])


def _menus(preferences: ServerPreferences) -> list[Item]:
    return [entry.item(getattr(preferences, field), purposes.SERVER_SETTING) for field, entry in ENTRIES.items()]


def _check_can_post(answer: Answer, channel: int | None) -> None:
    """Raise Refusal if the bot lacks a permission in the channel."""
    guild = answer.interaction.guild
    place = guild.get_channel(channel) if channel and guild else None
    if place is not None and (lacking := permission_names(missing_in(place))):
        raise SpokenRefusal(
            f"I lack a permission in <#{channel}>: {lacking}. Give it to me there, then choose it again."
        )
