"""Notes that a player makes for themselves in a match: on their hand, and nowhere else."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.application.table.hand_footers import NOTE_LIMIT
from bot.model.match import MatchId, MatchKey
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.presses.router import answers
from cogs.widgets import purposes


class PrivateNotes(Feature):
    """Keeps what was written in a form."""

    @answers(purposes.NOTE)
    async def written(self, answer: Answer, *, number: MatchId, texts: Mapping[str, str]) -> None:
        """Note it, in the match from which the form was opened."""
        await write_note(self.host, answer, number, texts.get("text", ""))


def note_form(key: MatchKey, noted: str) -> ui.Modal:
    """Asks what to note. noted: what was noted before."""
    form = ui.Modal(title="A note to yourself", custom_id=purposes.NOTE(key), timeout=None)
    text: ui.TextInput[Any] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.paragraph,
        required=False,
        default=noted or None,
        max_length=NOTE_LIMIT,
    )
    form.add_item(ui.Label(text="Only you see it. Leave empty to delete it.", component=text))
    return form


async def write_note(host: Host, answer: Answer, number: MatchId, text: str) -> None:
    """Note something for whoever asks.

    Raises:
        Refusal: they have no hand in this match, or it is too long.
    """
    await host.app.hand_footers.write(number, answer.user, text)
    host.deliverer.wake(number)
    await answer.say("Your note is on your hand. Only you can see it." if text.strip() else "Your note was deleted.")
