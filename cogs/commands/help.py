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
        """Answer `/help`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(guide(self.host.games))


def guide(by_key: Games) -> str:
    """Return everything that a new player needs to know."""
    games = [f"• **{game.title}** (`/{key}`): {game.summary}" for key, game in by_key.items()]
    lines = [
        "**How to play**",
        "New to a game? `/learn` teaches you in a first match, step by step. Only you see it.",
        "1. `/match new` opens a match in a channel. Other players press **Join**, then you press **Start**.",
        "   Looking for players? `/match find` shows open seats on this server, or opens a match for anyone to join.",
        "   Nobody around? Press **Add a computer**.",
        "2. The board is posted in the channel. You're pinged if you don't notice it's your turn.",
        "3. Press **My hand** under the board to see your cards and moves. Only you can see them. (`/hand` works too.)",
        "4. Press a button, or use the game's command: it suggests legal moves and asks for anything missing.",
        "",
        *games,
        "",
        "• Your matches: `/matches` · The board: `/match status` · Undo: `/match undo` · Resign: `/match resign`",
        "• Rules: `/rules` · Ranking: `/leaderboard` · Your own decks: `/deck`",
        "• A private note: `/match note` · A message to your team: `/match whisper` · Block a player: `/block`",
        "• Your settings: `/settings` · Your data: `/data`",
        "• A new puzzle every day, for one player: `/puzzle daily`",
    ]
    return shortened("\n".join(lines), 2000)
