"""Collect the requests that wait for one connection, and hand them to it in batches."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.store.engine import Connection
from bot.store.errors import StoreError, UnreachableError
from bot.store.outage_log import OutageLog
from bot.store.request import Answer, Request, Work

_MOST_AT_ONCE: Final = 256
"""The maximum number of requests in a batch. It limits how long the first one waits for the last."""
_PAUSE: Final = 1.0
"""Seconds between two attempts to reach a lost server."""


@dataclass(frozen=True, slots=True)
class Waits:
    """The waiting times of the requests to one connection since it was opened."""

    answered: int
    seconds: float
    """The total waiting time of all answered requests."""
    waiting: int
    """The number of requests that are not answered yet."""


class Worker:
    """Sends all requests that wait at the same time to the connection's thread as one batch: one hop there and back.

    Every request is answered, whatever happens. A connection that cannot end its transaction is closed and opened anew;
    requests that it did not carry out then wait for the new one. While the server cannot be reached, requests are
    refused at once, and the connection is retried until it succeeds. If a new connection fails for any other reason,
    `give_up` gets the reason and must call `refuse`.
    """

    def __init__(
        self, connect: Callable[[], Connection], give_up: Callable[[StoreError], None], outages: OutageLog
    ) -> None:
        """Prepare a worker that takes no request before `open`."""
        self._connect, self._give_up, self._outages = connect, give_up, outages
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Request] = deque()
        self._connection = connect()
        self._recovery: asyncio.Task[None] | None = None
        self._refusal: str | None = None
        self._asked = self._answered = 0
        self._seconds = 0.0
        self._outage: UnreachableError | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    async def open(self) -> None:
        """Open the connection.

        Raises:
            StoreError: the database cannot be opened or read.
        """
        await self._connection.open()

    @property
    def waiting(self) -> int:
        """The number of requests that wait for the next batch."""
        return len(self._waiting)

    @property
    def waits(self) -> Waits:
        """The waiting times of the requests so far."""
        return Waits(self._answered, self._seconds, self._asked - self._answered)

    def ask(self, work: Work) -> Request:
        """Return a request that will be carried out, whether or not its caller waits for it.

        Raises:
            StoreError: requests are refused, for good or at present.
        """
        self._check_usable()
        request = Request(work)
        self._waiting.append(request)
        self._asked += 1
        if self._idle.is_set():
            self._idle.clear()
            self._loop.call_soon(self._begin)  # requests made later in this turn of the loop go with it
        return request

    async def run_alone(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement between two batches, outside any transaction, and return its rows.

        Raises:
            StoreError: the database refused it, or requests are refused, for good or at present.
        """
        self._check_usable()
        return await self._connection.run_alone(sql)

    def refuse(self, error: StoreError) -> None:
        """Answer all waiting and future requests with this error."""
        self._refusal = str(error)
        self._answer_waiting(error)

    async def usable(self) -> None:
        """Wait until requests are taken again, if the server cannot be reached at present."""
        if self._recovery is not None:
            await asyncio.wait([self._recovery])

    async def close(self) -> None:
        """Take no more requests, carry out those that wait, and close the connection."""
        self._refusal = self._refusal or "The database is closed."
        if self._outage is not None and self._recovery is not None:
            self._recovery.cancel()
            await asyncio.wait([self._recovery])
        await self._idle.wait()
        await self._connection.close()

    def _check_usable(self) -> None:
        if self._refusal is not None:
            raise StoreError(self._refusal)
        if self._outage is not None:
            raise UnreachableError(str(self._outage))

    def _begin(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _MOST_AT_ONCE))]
        if not batch:
            self._idle.set()
            return
        try:
            self._connection.hand_over(partial(self._carry_out, self._connection, batch))
        except ValueError as error:
            lost = StoreError(f"The connection to the database was lost ({error}).")
            self._answer(batch, [Answer(error=lost)] * len(batch), usable=False)

    def _carry_out(self, connection: Connection, batch: Sequence[Request], raw: Any) -> None:
        """Carry out a batch of requests in the connection's thread, and send the answers back to the loop."""
        usable = True
        try:
            answers = connection.carry_out(raw, [request.work for request in batch])
        except BaseException as error:  # noqa: BLE001 # every caller gets it
            answers = [Answer(error=error)] * len(batch)
        try:
            connection.end_transaction(raw)
        except BaseException:  # noqa: BLE001 # whatever failed, only a new connection helps
            usable = False
        self._loop.call_soon_threadsafe(partial(self._answer, batch, answers, usable=usable))

    def _answer(self, batch: Sequence[Request], answers: Sequence[Answer], *, usable: bool) -> None:
        now = self._loop.time()
        repeated = []
        for request, answer in zip(batch, answers, strict=True):
            error = None if answer.error is None else self._connection.explained(answer.error)
            if type(error) is UnreachableError and not request.is_repeated:
                request.is_repeated = True
                repeated.append(request)
            else:
                self._answered += 1
                self._seconds += now - request.asked_at
                request.settle(answer if error is None else Answer(error=error))
        self._waiting.extendleft(reversed(repeated))
        if usable:
            self._loop.call_soon(self._begin)  # after the callers that were just answered: they may ask for more
        else:
            self._recovery = self._loop.create_task(self._recover(), name="database recovery")

    async def _recover(self) -> None:
        self._outages.begin()
        try:
            await self._connection.close()
            await self._reconnect()
        except asyncio.CancelledError:  # `close` cancels it
            self._idle.set()
            raise
        except BaseException as error:
            self._give_up(StoreError(f"The database was lost and cannot be opened again: {error}"))
            self._idle.set()
            if not isinstance(error, Exception):
                raise
        else:
            self._begin()

    async def _reconnect(self) -> None:
        """Open a new connection. While the server cannot be reached, refuse all requests and try again.

        Raises:
            StoreError: a new connection failed for another reason.
        """
        while True:
            self._connection = self._connect()
            try:
                await self._connection.open()
            except UnreachableError as error:
                self._outage = error
                self._outages.go_on(str(error))
                self._answer_waiting(error)
                await asyncio.sleep(_PAUSE)
            else:
                self._outage = None
                self._outages.end()
                return

    def _answer_waiting(self, error: StoreError) -> None:
        while self._waiting:
            self._answered += 1
            self._waiting.popleft().settle(Answer(error=type(error)(str(error))))
