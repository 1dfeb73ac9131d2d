"""The seasons of a server in `/setup`: a menu of lengths, and a form for dates of one's own."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from discord import ChannelType, ui

from bot.model.days import read_day
from bot.people.season_plan import DatedSeasons, SeasonPlan
from bot.people.settings import SEASON, SEASON_CHANNEL, ServerPreferences
from cogs.commands.managing import managed
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.presses.router import answers
from cogs.ratings import purposes
from cogs.ratings.seasons import (
    LENGTHS,
    OWN_DATES,
    PRESENT_DATES,
    days_to_fill_in,
    plan_words,
    proposed_message,
)
from cogs.widgets.forms import form, text_field
from cogs.widgets.ids import Purpose
from cogs.widgets.items import Item, menu, option
from cogs.widgets.settings import OneId, OneOf

_DAYS: Final = {"first": "First day (UTC)", "last": "Last day (UTC)"}
_EXAMPLES: Final = {"first": "2026-12-01", "last": "2027-02-28"}


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


SEASONS: Final = SeasonEntry(
    setting=SEASON,
    title="Seasons",
    values=LENGTHS,
    help="For `/leaderboard`, in UTC. Winners are recorded; ratings then move halfway to a new player's.",
)
SEASON_RESULTS: Final = OneId(
    setting=SEASON_CHANNEL,
    title="Season results",
    none="posted where the last match was played",
    mention="posted in <#{}>",
    select=partial(ui.ChannelSelect, channel_types=[ChannelType.text]),
    help="Posted once a season. It pings nobody.",
)
SERVER_SETTINGS: Final = (SEASONS, SEASON_RESULTS)


def asks_dates(chosen: Sequence[str]) -> bool:
    """Return whether the last option of the menu was chosen, or the present dates, which it shows in a form."""
    return bool(set(chosen) & {OWN_DATES, PRESENT_DATES})


class SeasonDates:
    """Asks for dates, explains what they mean, and stores them."""

    def __init__(self, host: Host, show: Callable[[Answer, int, ServerPreferences, str], Awaitable[None]]) -> None:
        """show: shows the page of a server's settings that has the menu of one setting."""
        self._host = host
        self._show = show

    async def ask(self, answer: Answer, guild: int) -> None:
        """Ask for the dates of a season in a form."""
        plan = (await self._host.app.preferences.of_server(guild)).seasons
        today = self._host.app.clock().date()
        days = days_to_fill_in(plan, await self._host.app.seasons.present(guild), today)
        await answer.ask(season_form(*days))

    @answers(purposes.SEASON_FORM)
    async def propose_dates(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Explain what the dates written in the form mean, before anything is changed."""
        proposed = await self._host.app.seasons.proposed(managed(answer), season_dates(texts))
        await answer.show(proposed_message(proposed))

    @answers(purposes.SEASON_DATES)
    async def choose_dates(self, answer: Answer, *, season: int, first: str, last: str, then: str) -> None:
        """Choose the dates. If another season has begun since they were explained, explain them again instead."""
        guild = managed(answer)
        plan = DatedSeasons(read_day(first), read_day(last), then == "again")
        proposed = await self._host.app.seasons.proposed(guild, plan)
        if season != (0 if proposed.running is None else proposed.running.number):
            await answer.show(proposed_message(proposed))
            return
        await self._show(answer, guild, await self._host.app.seasons.choose(guild, plan), SEASON.field)

    @answers(purposes.SEASON_KEEP)
    async def keep_season(self, answer: Answer) -> None:
        """Leave the seasons as they are."""
        guild = managed(answer)
        await self._show(answer, guild, await self._host.app.preferences.of_server(guild), SEASON.field)


def season_form(first: str, last: str) -> ui.Modal:
    """Return the form, filled in with these days; "" leaves a field empty."""
    values = {"first": first, "last": last}
    lines = [
        text_field(name, label, most=20, value=values[name], example=_EXAMPLES[name]) for name, label in _DAYS.items()
    ]
    return form("Dates of a season", purposes.SEASON_FORM(), *lines)


def season_dates(texts: Mapping[str, str]) -> DatedSeasons:
    """Return the dates that were written in the form.

    Raises:
        NotUnderstood: one of them is not a date.
    """
    first, last = (read_day(texts.get(name, "")) for name in _DAYS)
    return DatedSeasons(first, last)
