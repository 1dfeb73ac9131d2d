"""`/settings` and `/setup`: one page each for everything that a person, or a server, may like otherwise."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.model.pace import Kind
from bot.model.preferences import PATIENCES, Preferences, ServerPreferences
from bot.model.refusals import NotUnderstood, Refusal
from cogs.delivery.answer import Answer, Answering, AnyInteraction
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.waking import waking_form, waking_text
from cogs.widgets.items import button, menu, option
from cogs.widgets.purposes import CALLED_AFTER, PACES, SERVER_THEME, THEME, WAKING
from render.palette import Theme
from rules.core.words import together

T = TypeVar("T")

_CALLS: Final[Mapping[int | None, str]] = dict(
    zip(PATIENCES, ("At once", "After 45 seconds", "After 5 minutes", "After an hour", "Never"), strict=True)
)
_THEMES: Final[Mapping[Theme, str]] = {
    Theme.DARK: "Dark",
    Theme.LIGHT: "Light",
    Theme.CONTRAST: "High contrast",
}

_PACES: Final[Mapping[Kind, str]] = {
    Kind.NONE: "Without a clock",
    Kind.LIVE: "Live",
    Kind.CORRESPONDENCE: "By correspondence",
}


class Settings:
    """Shows the pages, and changes what is chosen on them."""

    def __init__(self, host: Host) -> None:
        self._book = host.application.preferences

    def commands(self, answering: Answering) -> Sequence[app_commands.Command[Any, ..., None]]:
        """The commands."""

        @app_commands.command(name="settings", description="How I treat you: calls, colours, waking hours")
        async def settings(interaction: AnyInteraction) -> None:
            async with answering(interaction) as answer:
                await answer.say(page(await self._book.of(answer.user)))

        @app_commands.command(name="setup", description="How I behave on this server: colours, paces of matches")
        @app_commands.guild_only()
        @app_commands.default_permissions(manage_guild=True)
        async def setup(interaction: AnyInteraction) -> None:
            async with answering(interaction) as answer:
                guild = _administered(answer)
                await answer.say(server_page(await self._book.of_server(guild)))

        return settings, setup

    async def choose_patience(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose when to be called."""
        seconds = _chosen({_value(seconds): seconds for seconds in PATIENCES}, values, "settings")
        await answer.show(page(await self._book.choose_patience(answer.user, seconds)))

    async def choose_theme(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose the colours of one's own pictures."""
        theme = _chosen({theme.value: theme for theme in Theme}, values, "settings")
        await answer.show(page(await self._book.choose_theme(answer.user, theme)))

    async def choose_server_theme(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose the colours of everybody's pictures; for those who manage the server."""
        guild = _administered(answer)
        theme = _chosen({theme.value: theme for theme in Theme}, values, "setup")
        await answer.show(server_page(await self._book.choose_server_theme(guild, theme)))

    async def ask_waking(self, answer: Answer) -> None:
        """Ask for one's waking hours."""
        await answer.ask(waking_form((await self._book.of(answer.user)).waking))

    async def choose_waking(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Choose when one's clock runs."""
        await answer.show(page(await self._book.choose_waking(answer.user, waking_text(texts))))

    async def choose_paces(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Choose which paces matches may have; for those who manage the server."""
        guild = _administered(answer)
        kinds = [_chosen({kind.value: kind for kind in Kind}, [value], "setup") for value in values]
        await answer.show(server_page(await self._book.choose_paces(guild, kinds)))


def page(preferences: Preferences) -> Message:
    """All that a person may choose, each with what is chosen."""
    text = (
        "**Your settings**, for you alone, on every server\n"
        f"**Calls**: {_CALLS[preferences.patience].lower()}. When a match waits for you and you do nothing, I call you "
        "in its channel, once. The call goes when you act. It counts from the next time that you are asked.\n"
        f"**Colours**: {_THEMES[preferences.theme].lower()}, in pictures that you alone see.\n"
        f"**Waking hours**: {preferences.waking}. By correspondence your clock runs in them alone, as far as the table "
        "lets you; nobody else is told. They count from the next time that you are asked."
    )
    calls = [option(words, _value(each), default=each == preferences.patience) for each, words in _CALLS.items()]
    hours = button("Waking hours …", WAKING(), row=4)
    return Message(text, [menu("Call me …", CALLED_AFTER(), calls), _themes(THEME(), preferences.theme), hours])


def server_page(preferences: ServerPreferences) -> Message:
    """All that may be chosen for a server, each with what is chosen."""
    text = (
        "**This server**, for everybody on it\n"
        f"**Colours**: {_THEMES[preferences.theme].lower()}, on the tables that everybody sees. What hangs there takes "
        "them on with its next change.\n"
        f"**Paces**: {together([words.lower() for kind, words in _PACES.items() if kind in preferences.paces])}, for "
        "matches that are opened from now on."
    )
    kinds = [option(words, kind.value, default=kind in preferences.paces) for kind, words in _PACES.items()]
    paces = menu("Paces …", PACES(), kinds, most=len(kinds))
    return Message(text, [_themes(SERVER_THEME(), preferences.theme), paces])


def _themes(identity: str, chosen: Theme) -> discord.ui.Select[Any]:
    return menu("Colours …", identity, [option(_THEMES[each], each.value, default=each is chosen) for each in Theme])


def _administered(answer: Answer) -> int:
    """The server of whoever asks.

    Raises:
        Refusal: they may not choose anything for it.
    """
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise Refusal("That is chosen for a server: use `/setup` in one of its channels.")
    if not interaction.permissions.manage_guild:
        raise Refusal("Those choose here who may manage the server. `/settings` is yours.")
    return interaction.guild_id


def _chosen(known: Mapping[str, T], values: Sequence[str], command: str) -> T:
    if values[0] not in known:
        raise NotUnderstood(f"That cannot be chosen. `/{command}` shows what can.")
    return known[values[0]]


def _value(seconds: int | None) -> str:
    return "never" if seconds is None else str(seconds)
