"""A player's private note about a match, shown on their hand alone."""

from collections.abc import Mapping

from discord import ui

from bot.application.table.hand_footers import NOTE_LIMIT
from bot.model.match import MatchId, MatchKey
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.forms import form, text_field


class PrivateNotes(Feature):
    """Stores the note written in a form."""

    @answers(purposes.NOTE)
    async def written(self, answer: Answer, *, match_id: MatchId, texts: Mapping[str, str]) -> None:
        """Store the note for the match from which the form was opened."""
        await write_note(self.host, answer, match_id, texts.get("text", ""))


def note_form(key: MatchKey, noted: str) -> ui.Modal:
    """Return the form for a note. noted: the present note."""
    label = "Only you see it. Leave empty to delete it."
    text = text_field("text", label, most=NOTE_LIMIT, value=noted, is_optional=True, is_long=True)
    return form("A note to yourself", purposes.NOTE(key), text)


async def write_note(host: Host, answer: Answer, match_id: MatchId, text: str) -> None:
    """Store the user's note.

    Raises:
        Refusal: the user has no hand in this match, or the note is too long.
    """
    await host.app.hand_footers.write(match_id, answer.user, text)
    host.deliverer.wake(match_id)
    await answer.say("Your note is on your hand. Only you can see it." if text.strip() else "Your note was deleted.")
