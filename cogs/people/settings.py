"""`/settings`: one page with all settings of a user."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.model.active_hours import ActiveHours
from bot.model.pace import DAY, HOUR
from bot.model.pings import DEFAULT_PING_DELAY
from bot.people import settings as model
from bot.people.settings import Preferences, Setting
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.message import Message
from cogs.people import purposes
from cogs.people.active_hours import active_hours_form, active_hours_text
from cogs.people.holidays import Holiday, holiday_days, holiday_form, holiday_label, holiday_line
from cogs.presses.router import answers
from cogs.widgets.items import Item, button
from cogs.widgets.settings import OneOf, Toggle
from render.palette import Theme

THEMES: Final = {Theme.DARK: "dark", Theme.LIGHT: "light", Theme.CONTRAST: "high contrast"}

ENTRIES: Final[Mapping[str, OneOf[Any]]] = {
    entry.setting.field: entry
    for entry in (
        OneOf(
            setting=model.PING_DELAY,
            title="Ping me",
            values={
                0: "at once",
                DEFAULT_PING_DELAY: "after 45 seconds or more",
                5 * 60: "after 5 minutes",
                HOUR: "after an hour",
                None: "never",
            },
            help="At most one ping a turn; later if you usually think longer. It is deleted when you move.",
        ),
        OneOf(
            setting=model.REMINDER_INTERVAL,
            title="Remind me",
            values={4 * HOUR: "every 4 hours", 12 * HOUR: "every 12 hours", DAY: "every day", None: "never"},
            help="In slow games, and again shortly before time runs out (at most three times a turn).",
        ),
        OneOf(setting=model.THEME, title="Colours", values=THEMES, help="For pictures that only you see."),
        Toggle(
            setting=model.PHONE_PICTURES,
            title="Pictures for",
            values={False: "desktop", True: "phone"},
            help="For your hands, your choices and *Zoom*. On a phone they are narrow and tall, with larger type.",
        ),
        Toggle(
            setting=model.PICTURE_TEXTS,
            title="Text descriptions",
            values={False: "off", True: "on"},
            help="Above the pictures that only you see.",
        ),
        Toggle(
            setting=model.HANDS_BY_DM,
            title="DM me my hands",
            values={False: "off", True: "on"},
            help="One message a match, kept up to date. **My hand** and `/hand` always work.",
        ),
        Toggle(
            setting=model.MOTION,
            title="Moving pictures",
            values={False: "off", True: "on"},
            help="Off: you get still pictures instead.",
        ),
        Toggle(
            setting=model.OPEN_REPLAYS,
            title="Open my matches",
            values={False: "no", True: "yes"},
            help="Whether everyone who sees the board can replay them with all hands. Fixed when a match starts.",
        ),
        Toggle(
            setting=model.LISTED,
            title="Leaderboards",
            values={False: "without me", True: "with me"},
            help="Your points count either way.",
        ),
        Toggle(
            setting=model.PROFILE,
            title="Profile",
            values={False: "only for me", True: "for everyone on my servers"},
            help="Others can only look at it with `/profile` if you allow it.",
        ),
        Toggle(
            setting=model.IN_FIGURES,
            title="Figures for designers",
            values={False: "without me", True: "with me"},
            help="Counts of how games are played. They name nobody. Without you: none counts your matches.",
        ),
    )
}
HELP: Final = "In slow games your clock only runs during these hours. Other players can't see them."
FOOT: Final = (
    "-# Slow games are those by correspondence. Changes apply from your next turn; for DMs, from your next match."
)


class Settings(Feature):
    """Shows the page, and stores what is chosen on it."""

    @app_commands.command(name="settings", description="Your settings: pings, colours, active hours")
    async def settings(self, interaction: AnyInteraction) -> None:
        """Answer `/settings`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(await self._page(answer))

    @answers(purposes.SETTING)
    async def choose(self, answer: Answer, *, setting: str, values: Sequence[str]) -> None:
        """Choose a value from the menu of a setting."""
        entry = ENTRIES[setting]
        await self._store(answer, entry.setting, entry.read(values))

    @answers(purposes.SETTING_TO)
    async def choose_other(self, answer: Answer, *, setting: str, value: str) -> None:
        """Choose the value of a button."""
        await self.choose(answer, setting=setting, values=[value])

    @answers(purposes.ACTIVE_HOURS)
    async def ask_active_hours(self, answer: Answer) -> None:
        """Ask for active hours in a form."""
        await answer.ask(active_hours_form((await self.host.app.preferences.of(answer.user)).active_hours))

    @answers(purposes.ACTIVE_HOURS_SET)
    async def choose_active_hours(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Choose the active hours that were written in the form."""
        await self._store(answer, model.ACTIVE_HOURS, ActiveHours.read(active_hours_text(texts)))

    @answers(purposes.HOLIDAY)
    async def ask_holiday(self, answer: Answer) -> None:
        """Ask for the days of a holiday in a form."""
        await answer.ask(holiday_form(await self._holiday(answer)))

    @answers(purposes.HOLIDAY_SET)
    async def take_holiday(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Take the holiday whose days were written in the form; cancel it if none were."""
        days = holiday_days(texts)
        if days is None:
            await self.host.app.breaks.cancel(answer.user)
        else:
            await self.host.app.breaks.take(answer.user, *days)
        await answer.show(await self._page(answer))

    async def _store(self, answer: Answer, setting: Setting[Any], value: object) -> None:
        await self.host.app.preferences.choose(answer.user, setting, value)
        await answer.show(await self._page(answer))

    async def _page(self, answer: Answer) -> Message:
        return settings_page(await self.host.app.preferences.of(answer.user), await self._holiday(answer))

    async def _holiday(self, answer: Answer) -> Holiday:
        breaks, zone = self.host.app.breaks, (await self.host.app.preferences.of(answer.user)).active_hours.zone
        return Holiday(await breaks.holiday(answer.user), await breaks.days_taken(answer.user), ZoneInfo(zone))


def settings_page(preferences: Preferences, holiday: Holiday) -> Message:
    """Return the page with a user's present settings."""
    hours = f"Active hours: {preferences.active_hours}"
    lines, items = ["**Your settings**, on every server"], list[Item]()
    for field, entry in ENTRIES.items():
        value = getattr(preferences, field)
        lines.append(entry.line(value))
        items.append(entry.item(value, purposes.SETTING_TO if isinstance(entry, Toggle) else purposes.SETTING))
    lines += [f"**Active hours**: {preferences.active_hours}. {HELP}", holiday_line(holiday), FOOT]
    items += [button(hours, purposes.ACTIVE_HOURS()), button(holiday_label(holiday), purposes.HOLIDAY())]
    return Message("\n".join(lines), items)
