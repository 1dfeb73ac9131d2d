"""`/settings`: one page for everything that somebody may like otherwise, on every server."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord import app_commands

from bot.model.preferences import PATIENCES, Preferences
from bot.model.refusals import NotUnderstood
from cogs.delivery.answer import Answer, Answering, AnyInteraction
from cogs.host import Host
from cogs.messages.message import Message
from cogs.widgets.items import menu, option
from cogs.widgets.purposes import CALLED_AFTER

NEVER: Final = "never"
_SPOKEN: Final[Mapping[int | None, str]] = dict(
    zip(PATIENCES, ("At once", "After 45 seconds", "After 5 minutes", "After an hour", "Never"), strict=True)
)


class Settings:
    """Shows the page, and changes what is chosen on it."""

    def __init__(self, host: Host) -> None:
        self._book = host.application.preferences

    def command(self, answering: Answering) -> app_commands.Command[Any, ..., None]:
        """The command."""

        @app_commands.command(name="settings", description="How I treat you, on every server: when I call you")
        async def settings(interaction: AnyInteraction) -> None:
            async with answering(interaction) as answer:
                await answer.say(page(await self._book.of(answer.user)))

        return settings

    async def choose_patience(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose when to be called."""
        known = {_value(seconds): seconds for seconds in PATIENCES}
        if values[0] not in known:
            raise NotUnderstood("That cannot be chosen. `/settings` shows what can.")
        await answer.show(page(await self._book.choose_patience(answer.user, known[values[0]])))


def page(preferences: Preferences) -> Message:
    """All settings, each with what is chosen."""
    spoken = _SPOKEN[preferences.patience].lower()
    text = (
        "**Your settings**, for you alone, on every server\n"
        f"**Calls**: {spoken}. When a match waits for you and you do nothing, I call you in its channel, once. The "
        "call goes when you act. It counts from the next time that you are asked."
    )
    options = [
        option(words, _value(seconds), default=seconds == preferences.patience) for seconds, words in _SPOKEN.items()
    ]
    return Message(text, [menu("Call me …", CALLED_AFTER(), options)])


def _value(seconds: int | None) -> str:
    return NEVER if seconds is None else str(seconds)
