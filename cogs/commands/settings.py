"""`/settings`: one page for everything that a person may like otherwise."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.model.preferences import PATIENCES, REMINDERS, Preferences
from bot.model.refusals import NotUnderstood
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import Host
from cogs.messages.active_hours import waking_form, waking_text
from cogs.messages.message import Message
from cogs.presses.presses import Presses
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose
from cogs.widgets.items import Item, button, menu, option
from render.palette import Theme

T = TypeVar("T")

_CALLS: Final[Mapping[int | None, str]] = dict(
    zip(PATIENCES, ("At once", "After 45 seconds", "After 5 minutes", "After an hour", "Never"), strict=True)
)
THEMES: Final[Mapping[Theme, str]] = {
    Theme.DARK: "Dark",
    Theme.LIGHT: "Light",
    Theme.CONTRAST: "High contrast",
}

_REMINDERS: Final[Mapping[int | None, str]] = dict(
    zip(REMINDERS, ("After 4 hours", "After 12 hours", "After a day", "Never"), strict=True)
)

_PICTURES: Final = {
    False: "as they are, with a description for screen readers",
    True: "with what they show in words above them",
}
_HANDS: Final = {
    True: "by direct message, one for each match, kept up to date",
    False: "only when you ask, by My hand or `/hand`; a hand that I have sent you stays up to date",
}
_WRITE_OUT: Final = {False: "Write pictures out", True: "Pictures alone"}
_SEND: Final = {False: "Send me my hands", True: "Do not send me hands"}
"""What can be chosen instead."""


class Settings(Feature):
    """Shows the page, and changes what is chosen on it."""

    def __init__(self, host: Host, presses: Presses) -> None:
        super().__init__(host, presses)
        self._book = host.app.preferences

    @app_commands.command(name="settings", description="How I treat you: calls, colours, waking hours")
    async def settings(self, interaction: AnyInteraction) -> None:
        """`/settings`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(page(await self._book.of(answer.user)))

    @answers(purposes.WORDS_FIRST)
    async def choose_words(self, answer: Answer, *, wanted: int) -> None:
        """Choose whether pictures are written out."""
        await answer.show(page(await self._book.choose_words(answer.user, words=bool(wanted))))

    @answers(purposes.HANDS_SENT)
    async def choose_hands(self, answer: Answer, *, wanted: int) -> None:
        """Choose whether hands come by direct message."""
        await answer.show(page(await self._book.choose_hands(answer.user, hands=bool(wanted))))

    @answers(purposes.CALLED_AFTER)
    async def choose_patience(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose when to be called."""
        seconds = chosen_of({_value(seconds): seconds for seconds in PATIENCES}, values, "settings")
        await answer.show(page(await self._book.choose_patience(answer.user, seconds)))

    @answers(purposes.THEME)
    async def choose_theme(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose the colours of one's own pictures."""
        theme = chosen_of({theme.value: theme for theme in Theme}, values, "settings")
        await answer.show(page(await self._book.choose_theme(answer.user, theme)))

    @answers(purposes.WAKING)
    async def ask_waking(self, answer: Answer) -> None:
        """Ask for one's waking hours."""
        await answer.ask(waking_form((await self._book.of(answer.user)).waking))

    @answers(purposes.WAKING_SET)
    async def choose_waking(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Choose when one's clock runs."""
        await answer.show(page(await self._book.choose_waking(answer.user, waking_text(texts))))

    @answers(purposes.REMIND_AFTER)
    async def choose_reminders(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose when to be called again by correspondence."""
        seconds = chosen_of({_value(seconds): seconds for seconds in REMINDERS}, values, "settings")
        await answer.show(page(await self._book.choose_reminders(answer.user, seconds)))


def page(preferences: Preferences) -> Message:
    """All that a person may choose, each with what is chosen."""
    text = (
        "**Your settings**, for you alone, on every server\n"
        f"**Calls**: {_CALLS[preferences.patience].lower()}. When a match waits for you and you do nothing, I call you "
        "in its channel, once. The call goes when you act. It counts from the next time that you are asked.\n"
        f"**Colours**: {THEMES[preferences.theme].lower()}, in pictures that you alone see.\n"
        f"**Pictures** for you alone: {_PICTURES[preferences.words]}.\n"
        f"**Hands**: {_HANDS[preferences.hands]}.\n"
        f"**Waking hours**: {preferences.waking}. By correspondence your clock runs in them alone, as far as the table "
        "lets you; nobody else is told. They count from the next time that you are asked.\n"
        f"**Reminders**: {_REMINDERS[preferences.reminders].lower()}. By correspondence I call you again so long after "
        "the last call, and before your time is over; not more than three times before you act."
    )
    again = [option(words, _value(each), default=each == preferences.reminders) for each, words in _REMINDERS.items()]
    calls = [option(words, _value(each), default=each == preferences.patience) for each, words in _CALLS.items()]
    buttons = [
        button("Waking hours …", purposes.WAKING(), row=4),
        _toggle(_WRITE_OUT, purposes.WORDS_FIRST, on=preferences.words),
        _toggle(_SEND, purposes.HANDS_SENT, on=preferences.hands),
    ]
    colours, reminders = (
        themes(purposes.THEME(), preferences.theme),
        menu("Remind me …", purposes.REMIND_AFTER(), again),
    )
    return Message(text, [menu("Call me …", purposes.CALLED_AFTER(), calls), colours, reminders, *buttons])


def _toggle(labels: Mapping[bool, str], purpose: Purpose, *, on: bool) -> Item:
    """A button that chooses the other one."""
    return button(labels[on], purpose(int(not on)), row=4)


def themes(identity: str, chosen: Theme) -> discord.ui.Select[Any]:
    """A menu of colours."""
    return menu("Colours …", identity, [option(THEMES[each], each.value, default=each is chosen) for each in Theme])


def chosen_of(known: Mapping[str, T], values: Sequence[str], command: str) -> T:
    """What was chosen.

    Raises:
        NotUnderstood: it is none of these.
    """
    if values[0] not in known:
        raise NotUnderstood(f"That cannot be chosen. `/{command}` shows what can.")
    return known[values[0]]


def _value(seconds: int | None) -> str:
    return "never" if seconds is None else str(seconds)
