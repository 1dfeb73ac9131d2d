"""A player's private note about a match, shown on their hand alone."""

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
    """Stores the note written in a form."""

    @answers(purposes.NOTE)
    async def written(self, answer: Answer, *, match_id: MatchId, texts: Mapping[str, str]) -> None:
        """Store the note for the match from which the form was opened."""
        await write_note(self.host, answer, match_id, texts.get("text", ""))


def note_form(key: MatchKey, noted: str) -> ui.Modal:
    """Return the form for a note. noted: the present note."""
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


async def write_note(host: Host, answer: Answer, match_id: MatchId, text: str) -> None:
    """Store the user's note.

    Raises:
        Refusal: the user has no hand in this match, or the note is too long.
    """
    await host.app.hand_footers.write(match_id, answer.user, text)
    host.deliverer.wake(match_id)
    await answer.say("Your note is on your hand. Only you can see it." if text.strip() else "Your note was deleted.")
