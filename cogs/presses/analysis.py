"""Looking back at a match that is over, alone: which decisions cost most."""

import asyncio
from functools import partial

from bot.application.thinking.analyses import Progress
from bot.model.match import MatchId
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.analysis import analysis_message, progress_message
from cogs.presses.router import answers
from cogs.widgets import purposes


class LookingBack:
    """Shows what the expert has found. It goes on by itself: nobody waits for it with an open answer."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.ANALYSIS)
    async def show(self, answer: Answer, *, number: MatchId, page: int = 0, hand: bool = False) -> None:
        """Show a decision with what was seen then, the table or one's hand; or how far the expert has come."""
        position, found = await self._host.app.analyses.of(number, answer.user)
        if isinstance(found, Progress):
            await answer.show(progress_message(position, found))
            return
        names = await self._host.app.names.of(position.match)
        await answer.show(await asyncio.to_thread(partial(analysis_message, position, found, names, page, hand=hand)))
