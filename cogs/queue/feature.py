"""The common queue put together: the service, its rounds and its presses, each built once."""

from collections.abc import Sequence

from bot.queue.queue import CommonQueue
from cogs.commands.feature import AnyCommand
from cogs.delivery.rounds import Rounds
from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.queue.presses import QueuePresses

_PAUSE = 10.0
"""Seconds before a round that failed is tried again."""


class QueueFeature:
    """Opponents from all servers."""

    def __init__(self, host: Host, presses: Presses) -> None:
        app = host.app
        self.queue = CommonQueue(app)
        self.rounds = Rounds(
            self.queue.round,
            begin=self._begin,
            now=lambda: app.clock().timestamp(),
            pause=lambda: _PAUSE,
            name="common queue",
            failure="the common queue could not be looked through",
            may_work=lambda: app.leader.is_leading,
        )
        self.queue.on_waiting = self.rounds.wake
        queue_presses = QueuePresses(host, self.queue)
        presses.matchmaking.anywhere = queue_presses.find
        self.presses = (queue_presses,)
        self.commands: Sequence[AnyCommand] = ()

    @staticmethod
    async def _begin() -> None:
        """Begin: every round reads all that it needs."""
