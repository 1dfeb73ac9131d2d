"""`/privacy`: what the bot keeps about people, why, for how long, how to have it deleted, and who runs it."""

from typing import Final

from discord import app_commands

from bot.model.operator import Operator
from cogs.commands.feature import Feature
from cogs.delivery.answer import AnyInteraction
from cogs.messages.about import NO_CONTACT
from rules.core.words import counted

STORED: Final = (
    "**What I keep:** your Discord id and your name on each server; your matches with every move and its "
    "time; your ratings and places in past seasons, decks, packs, puzzles and lessons; the matches you follow, and "
    "servers you've left; your settings, holidays and usual time to move; your private notes, who you block or report, "
    "and my messages that haven't reached you."
)
FIGURES: Final = (
    "**Figures:** for the games' designers I count how you play and what is unclear, as sums over five or more "
    "players. `/settings` leaves you out."
)
WHY: Final = (
    "**Why:** to run your matches, rank players and ping you at the right time. I don't keep what people write in "
    "channels, and nothing is sold or passed on."
)
YOURS: Final = (
    "**Your choice:** `/data export` gives you all of it as a file. `/data delete` deletes it on every server; the "
    "other players keep the matches you played in, with “A former member” in your place."
)


class PrivacyCommand(Feature):
    """Shows the privacy notice."""

    @app_commands.command(name="privacy", description="See what I store about you and why, and who runs this bot")
    async def privacy(self, interaction: AnyInteraction) -> None:
        """Answer `/privacy`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(privacy_text(self.host.app.operator))


def privacy_text(operator: Operator) -> str:
    """Return the notice, with the contact and the pages of the operator."""
    lines = [
        "**Your data and this bot**",
        STORED,
        WHY,
        FIGURES,
        f"**How long:** until you delete it. {_retention(operator)}{_backups(operator)}",
        YOURS,
    ]
    lines.append(f"**Contact:** {operator.contact}" if operator.contact else NO_CONTACT)
    return "\n".join([*lines, *(f"{name}: <{url}>" for name, url in operator.pages)])


def _retention(operator: Operator) -> str:
    if not operator.log_months:
        return ""
    age = counted(operator.log_months, "month")
    return f"A match that has been over for {age} loses its moves, cards and notes, and keeps its result. "


def _backups(operator: Operator) -> str:
    text = "Backups made before you delete it still hold it"
    if not operator.backup_days:
        return f"{text}."
    days = "a day" if operator.backup_days == 1 else f"{operator.backup_days} days"
    return f"{text}; automatic ones are deleted after about {days}."
