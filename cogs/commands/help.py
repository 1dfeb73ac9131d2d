"""`/help`: how to begin."""

from discord import app_commands

from cogs.commands.feature import Feature
from cogs.commands.games import Games
from cogs.delivery.answer import AnyInteraction
from cogs.text import shortened


class HelpCommand(Feature):
    """Shows the guide."""

    @app_commands.command(name="help", description="How to play here, in a minute")
    async def help(self, interaction: AnyInteraction) -> None:
        """`/help`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(guide(self.host.games))


def guide(known: Games) -> str:
    """Return all that a newcomer needs."""
    games = [f"• **{game.title}** (`/{key}`): {game.summary}" for key, game in known.items()]
    lines = [
        "**How to play**",
        "New to a game? `/learn` plays a first match with you, step by step, and nobody sees it but you.",
        "1. `/match new` opens a match in a channel. Others press **Join**, then you press **Start**.",
        "   `/match find` shows open seats on this server, and opens a match for anybody.",
        "   **Add a computer** seats one; nobody else need be there.",
        "2. The table hangs in the channel for all to see. Whoever is asked is pinged there.",
        "3. **My hand** below the table shows your hand and your choices, to you alone; so do `/hand` and my message.",
        "4. Press a button, or use the game's command: it offers what is possible now and asks for what is left out.",
        "",
        *games,
        "",
        "`/matches` lists all of yours, `/match status` shows a table, `/match note` keeps a note on your hand,",
        "`/match undo` takes back, `/match resign` gives up, `/rules` finds a rule, `/leaderboard` ranks, `/deck`",
        "builds decks of your own, `/match whisper` speaks to your team, `/block` keeps somebody from your tables,",
        "`/data` is what I keep.",
        "`/puzzle daily` is for you alone: a board, a hand, and one turn to win in, a new one every day.",
    ]
    return shortened("\n".join(lines), 2000)
