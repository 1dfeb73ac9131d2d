"""`/setup`: one page with all settings of a server, for those who manage it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from discord import ChannelType, app_commands, ui

from bot.model import settings as model
from bot.model.pace import Kind
from bot.model.preferences import ServerPreferences, Threads
from bot.model.seasons import DatedSeasons, Season, SeasonPlan, read_day
from cogs.commands.feature import Feature
from cogs.commands.managing import managed
from cogs.commands.season_dates import season_dates, season_form
from cogs.commands.settings import THEMES
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.error_texts import permission_names
from cogs.delivery.permissions import missing_in
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.messages.season import LENGTHS, OWN_DATES, PRESENT_DATES, days_to_fill_in, plan_words, proposed_message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose
from cogs.widgets.items import Item, button, menu, option
from cogs.widgets.pages import MENUS, page_of, paged
from cogs.widgets.refusals import SpokenRefusal
from cogs.widgets.settings import Channels, Entry, OneId, OneOf, SomeOf


class SeasonEntry(OneOf[SeasonPlan | None]):
    """A menu of the lengths that seasons can have by the calendar. Its last option asks for dates."""

    def words(self, value: SeasonPlan | None) -> str:
        return plan_words(value)

    def item(self, value: SeasonPlan | None, purpose: Purpose) -> Item:
        options = [
            option(self.named(each), "none" if each is None else str(each), default=each == value)
            for each in self.values
        ]
        if isinstance(value, DatedSeasons):
            options.append(option(self.named(value), PRESENT_DATES, default=True))
        own = option(f"{self.title}: {'other' if isinstance(value, DatedSeasons) else 'own'} dates…", OWN_DATES)
        return menu(self.title, purpose(self.setting.field), [*options, own])


ENTRIES: Final[Mapping[str, Entry[Any]]] = {
    entry.setting.field: entry
    for entry in (
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
        OneId(
            setting=model.PUZZLE_CHANNEL,
            title="Daily puzzle",
            none="not posted",
            mention="posted in <#{}> at midnight UTC, with a list of who solved it",
            select=partial(ui.ChannelSelect, channel_types=[ChannelType.text]),
            help="Anyone can play it with `/puzzle daily`.",
        ),
        OneOf(
            setting=model.SERVER_THEME,
            title="Colours",
            values=THEMES,
            help="Boards already posted change colour with the next move.",
        ),
        SeasonEntry(
            setting=model.SEASON,
            title="Seasons",
            values=LENGTHS,
            help="For `/leaderboard`, in UTC. Winners are recorded; ratings then move halfway to a new player's.",
        ),
        OneId(
            setting=model.SEASON_CHANNEL,
            title="Season results",
            none="posted where the last match was played",
            mention="posted in <#{}>",
            select=partial(ui.ChannelSelect, channel_types=[ChannelType.text]),
            help="Posted once a season. It pings nobody.",
        ),
        OneOf(
            setting=model.RULES,
            title="Rules",
            values={rules: RULE_SETS[rules] for rules in model.RULES.values},
            help="For matches between people, unless the host chooses. Matches with computers are by house rules.",
        ),
        OneOf(
            setting=model.FIGURES,
            title="Figures for designers",
            values={True: "count matches here", False: "count nothing here"},
            help="Counts of how games are played. They name nobody.",
        ),
        OneId(
            setting=model.DESIGNERS,
            title="Designers",
            none="only managers of the server",
            mention="<@&{}> and managers of the server",
            select=ui.RoleSelect,
            help="They can look at the figures with `/design`.",
        ),
    )
}

_PLAY_HERE: Final = "**Play here**: a permanent message in this channel with all games, lessons and opponents."


class Setup(Feature):
    """Shows the pages, and stores what is chosen on them."""

    @app_commands.command(name="setup", description="Settings of this server: channels, paces, pings, colours")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def setup(self, interaction: AnyInteraction) -> None:
        """Answer `/setup`."""
        async with self.host.answering(interaction) as answer:
            guild = managed(answer)
            await answer.say(await self._page(guild, 0))

    @answers(purposes.SETUP)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page."""
        await answer.show(await self._page(managed(answer), page))

    async def _page(self, guild: int, page: int) -> Message:
        preferences = await self.host.app.preferences.of_server(guild)
        return setup_page(preferences, page, await self.host.app.seasons.present(guild))

    @answers(purposes.SERVER_SETTING)
    async def choose(self, answer: Answer, *, setting: str, chosen: Sequence[str]) -> None:
        """Choose values from the menu of a setting."""
        guild, entry = managed(answer), ENTRIES[setting]
        if entry.setting is model.SEASON and set(chosen) & {OWN_DATES, PRESENT_DATES}:
            await self._ask_dates(answer, guild)
            return
        value = entry.read(chosen)
        is_everyone = value == guild  # Discord's role of everyone has the id of the server
        if is_everyone and entry.setting in (model.STARTERS, model.DESIGNERS):
            value = None
        if entry.setting in (model.PUZZLE_CHANNEL, model.SEASON_CHANNEL):
            _check_can_post(answer, value)
        preferences = await self.host.app.preferences.choose_for_server(guild, entry.setting, value)
        await self._show(answer, guild, preferences, setting)

    async def _show(self, answer: Answer, guild: int, preferences: ServerPreferences, setting: str) -> None:
        """Show the page that has the menu of a setting."""
        page = page_of(_menus(preferences), purposes.SERVER_SETTING(setting))
        await answer.show(setup_page(preferences, page, await self.host.app.seasons.present(guild)))

    async def _ask_dates(self, answer: Answer, guild: int) -> None:
        """Ask for the dates of a season in a form."""
        plan = (await self.host.app.preferences.of_server(guild)).seasons
        today = self.host.app.clock().date()
        days = days_to_fill_in(plan, await self.host.app.seasons.present(guild), today)
        await answer.ask(season_form(*days))

    @answers(purposes.SEASON_FORM)
    async def propose_dates(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Explain what the dates written in the form mean, before anything is changed."""
        proposed = await self.host.app.seasons.proposed(managed(answer), season_dates(texts))
        await answer.show(proposed_message(proposed))

    @answers(purposes.SEASON_DATES)
    async def choose_dates(self, answer: Answer, *, season: int, first: str, last: str, then: str) -> None:
        """Choose the dates. If another season has begun since they were explained, explain them again instead."""
        guild = managed(answer)
        plan = DatedSeasons(read_day(first), read_day(last), then == "again")
        proposed = await self.host.app.seasons.proposed(guild, plan)
        if season != (0 if proposed.running is None else proposed.running.number):
            await answer.show(proposed_message(proposed))
            return
        await self._show(answer, guild, await self.host.app.seasons.choose(guild, plan), model.SEASON.field)

    @answers(purposes.SEASON_KEEP)
    async def keep_season(self, answer: Answer) -> None:
        """Leave the seasons as they are."""
        guild = managed(answer)
        await self._show(answer, guild, await self.host.app.preferences.of_server(guild), model.SEASON.field)

    @answers(purposes.POST_MAIN_MENU)
    async def post_main_menu(self, answer: Answer) -> None:
        """Post the main menu in this channel for good."""
        managed(answer)
        channel = answer.interaction.channel_id or 0
        _check_can_post(answer, channel)
        await self.presses.main_menu.post(channel, f"main-menu/{answer.interaction.id}")
        await answer.say("Posted. Pin it so everyone can find it; it won't expire.")


def setup_page(preferences: ServerPreferences, page: int, season: Season | None) -> Message:
    """Return a page with a server's present settings. season: the one that is running."""
    lines = [entry.line(getattr(preferences, field)) for field, entry in ENTRIES.items()]
    if season is not None:
        lines.append(
            f"-# Season {season.number} runs until {season.last_day}. If you choose another length, or none, it "
            "applies after that. With dates of your own, you can change when it ends."
        )
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
