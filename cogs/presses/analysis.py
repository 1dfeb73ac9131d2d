"""The review of a finished match: the user's costliest decisions."""

import asyncio
from functools import partial

from bot.application.thinking.analyses import Progress
from bot.model.match import MatchId
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.analysis import analysis_message, progress_message
from cogs.presses.router import answers
from cogs.widgets import purposes


class Reviews:
    """Shows the expert's findings. The analysis runs in the background: no answer stays open for it."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.ANALYSIS)
    async def show(self, answer: Answer, *, match_id: MatchId, page: int = 0, hand: bool = False) -> None:
        """Show a decision with the board or the hand as the user saw it then. If the analysis is still running, show
        its progress instead.
        """
        position, result = await self._host.app.analyses.of(match_id, answer.user)
        if isinstance(result, Progress):
            await answer.show(progress_message(position, result))
            return
        names = await self._host.app.names.of(position.match)
        await answer.show(await asyncio.to_thread(partial(analysis_message, position, result, names, page, hand=hand)))
