"""The menu of a match in a conversation without the bot, where only those who have installed it have commands."""

import discord

from bot.model.match import MatchId, Status
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.consent import Consents
from cogs.presses.ending import Endings
from cogs.presses.hand import seat_view
from cogs.presses.hint import give_hint
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.items import button


class MatchMenu:
    """Offers by buttons what elsewhere are commands: undo, hint, draw and resignation."""

    def __init__(self, host: Host, consents: Consents, endings: Endings) -> None:
        self._host = host
        self._consents = consents
        self._endings = endings

    @answers(purposes.MATCH_MENU)
    async def show(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show a player what they can do besides their moves."""
        position = await self._live(match_id)
        seat_view(position, answer)
        key = position.match.key
        offered = [
            button("Undo", purposes.UNDO(key)),
            button("Hint", purposes.HINT(key)),
            button("Offer a draw", purposes.DRAW(key)),
            button("Resign …", purposes.ASK_RESIGN(key), discord.ButtonStyle.danger),
        ]
        await answer.say(Message(f"Match #{match_id}: what do you want to do?", offered))

    @answers(purposes.HINT)
    async def hint(self, answer: Answer, *, match_id: MatchId) -> None:
        """Tell the user what the expert would do."""
        await give_hint(self._host, answer, await self._live(match_id))

    @answers(purposes.DRAW)
    async def draw(self, answer: Answer, *, match_id: MatchId) -> None:
        """Offer the other players a draw."""
        await self._consents.draw(answer, await self._live(match_id))

    @answers(purposes.ASK_RESIGN)
    async def resign(self, answer: Answer, *, match_id: MatchId) -> None:
        """Ask the user whether they resign."""
        await self._endings.ask(answer, await self._live(match_id))

    async def _live(self, match_id: MatchId) -> Position:
        position = await self._host.app.positions.get(match_id)
        if position.match.status is not Status.LIVE:
            raise MatchNotLive(match=position.match)
        return position
