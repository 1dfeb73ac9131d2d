"""Send statements without waiting for the answers to earlier ones (libpq's pipeline mode).

A transaction of twenty statements would cost twenty round trips. Here a request waits only where it needs rows; all
else is sent ahead, and the answers are taken in order later.

- `_unanswered` holds one check for each answer to come, in the order of sending. Every way that sends must add exactly
  one, or answers go to the wrong check: a prepared statement that is sent for the first time adds two.
- A check that raises makes the *failure*, the first one since `begin` or `recover`. The server skips all statements
  after a failed one until it is synchronized, and so does this class: every method raises the failure again.
- A statement that must give a row (`expect`) fails here, not on the server, which would commit. So the transaction is
  *doubtful* until its answer was read: `settle` reads it before anything is committed. A new pipeline is doubtful, too,
  since the server may be gone.
- `is_synchronized` says whether the server has told the state of its transaction since the last statement. Only then
  can psycopg's own methods be used.

The loop in `_next` waits by itself: libpq's own wait would hold Python's lock, and every other thread with it.
"""

import selectors
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

import psycopg
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from bot.store.errors import StoreError
from bot.store.postgres.dialect import numbered, sent, type_of

Value = str | float | None

_Key = tuple[str, tuple[int, ...]]
_Check = Callable[[PGresult], None]
"""A function that takes the answer to a statement, and raises if the statement has failed."""

_MOST_PREPARED: Final = 1000
"""The number of prepared statements above which all are dropped; the program uses some 300 different ones."""


class Pipeline:
    """The statements of one connection, prepared when they are first sent and carried out in order.

    After a failure, every method except `recover` raises it again: later statements were not carried out, or must be
    undone. psycopg's own methods can be used before `begin` and after `end`.
    """

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.connection: Final = connection
        self.failure: BaseException | None = None
        """The first failure since `begin` or `recover`."""
        self._raw: Final[PGconn] = connection.pgconn
        self._reader: Final = Transformer.from_context(connection)
        self._prepared: dict[_Key, bytes] = {}
        self._numbers = count()
        self._unanswered: deque[_Check] = deque()
        self._is_doubtful = False
        """Whether the server may be gone, or may not know that an unanswered statement has failed (`expect`)."""
        self.is_synchronized = True
        """Whether nothing was sent since the server last reported the state of its transaction."""
        self._socket: Final = selectors.DefaultSelector()
        self._socket.register(self._raw.socket, selectors.EVENT_READ)

    def begin(self) -> None:
        """Enter pipeline mode."""
        self.failure, self._is_doubtful = None, True
        if len(self._prepared) > _MOST_PREPARED:
            self.connection.execute("DEALLOCATE ALL")
            self._prepared.clear()
        self._raw.enter_pipeline_mode()

    def end(self) -> None:
        """Leave pipeline mode.

        Raises:
            psycopg.Error: a statement is still unanswered; the connection cannot be used any longer.
        """
        self._raw.exit_pipeline_mode()

    def close(self) -> None:
        """Stop using the connection, which stays open."""
        self._socket.close()

    def send(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Send a statement whose rows are not needed. If it fails, a later call raises the error."""
        self._send(sql, values, _check)

    def expect(self, error: Exception, sql: str, values: Sequence[Value] = ()) -> None:
        """Send a statement that must give a row. If it gives none, a later call raises this error."""

        def check(answer: PGresult) -> None:
            _check(answer)
            if not answer.ntuples:
                raise error

        self._send(sql, values, check)
        self._is_doubtful = True

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement gives, or raise the first failure."""
        rows: list[tuple[Any, ...]] = []

        def read(answer: PGresult) -> None:
            _check(answer)
            if answer.ntuples:
                self._reader.set_pgresult(answer)
                rows.extend(self._reader.load_rows(0, answer.ntuples, tuple))

        self._send(sql, values, read)
        self.wait()
        return rows

    def settle(self) -> None:
        """Wait until the server is known to be reachable, and to refuse a commit after any failure from now on; or
        raise the first failure.
        """
        if self._is_doubtful:
            self.wait()

    def wait(self) -> None:
        """Wait until all sent statements are carried out, or raise the first failure."""
        self._raw.send_flush_request()
        self._wait()

    def finish(self, sql: str) -> None:
        """Send the statement that ends a transaction, and wait until all statements are carried out, or raise the first
        failure.
        """
        self._send(sql, (), _check)
        self._synchronize()
        self._wait()
        self.is_synchronized = True

    def recover(self) -> None:
        """Clear a failure, so that more statements can be sent. The transaction stays in the state in which the failure
        left it.

        Raises:
            psycopg.Error: the connection is lost.
        """
        self._synchronize()
        self._take_answers()
        self.failure, self.is_synchronized = None, True

    def _send(self, sql: str, values: Sequence[Value], check: _Check) -> None:
        if self.failure is not None:
            raise self.failure
        texts = [sent(value) for value in values]
        key = sql, tuple([type_of(value) for value in values])
        name = self._prepared.get(key) or self._prepare(key)
        self.is_synchronized = False
        self._raw.send_query_prepared(name, texts)
        self._unanswered.append(check)

    def _prepare(self, key: _Key) -> bytes:
        sql, types = key
        name = b"s%d" % next(self._numbers)

        def check(answer: PGresult) -> None:
            if answer.status != ExecStatus.COMMAND_OK:
                self._prepared.pop(key)
            _check(answer)

        self._raw.send_prepare(name, numbered(sql).encode(), types)
        self._unanswered.append(check)
        self._prepared[key] = name
        return name

    def _synchronize(self) -> None:
        self._raw.pipeline_sync()
        self._unanswered.append(_check)

    def _wait(self) -> None:
        self.failure = self._take_answers()
        if self.failure is not None:
            raise self.failure

    def _take_answers(self) -> BaseException | None:
        """Wait for the answer to each statement that was sent, and return the first failure.

        Raises:
            psycopg.OperationalError: the connection is lost.
        """
        failure: BaseException | None = None
        while self._unanswered:
            answer = self._next()
            try:
                self._unanswered.popleft()(answer)
            except Exception as error:  # noqa: BLE001 # it is raised by the caller
                failure = failure or error
            if self._raw.status == ConnStatus.BAD:
                raise psycopg.OperationalError("the connection was lost") from failure
        self._is_doubtful = False
        return failure

    def _next(self) -> PGresult:
        """Wait for an answer and return it. Other threads run meanwhile; if libpq waited itself, they could not."""
        while True:
            while (is_full := self._raw.flush()) or self._raw.is_busy():
                self._socket.modify(self._raw.socket, selectors.EVENT_READ | (selectors.EVENT_WRITE * is_full))
                self._socket.select()
                self._raw.consume_input()
            answer = self._raw.get_result()
            if answer is not None:
                return answer
            if self._raw.status == ConnStatus.BAD:
                raise psycopg.OperationalError("the connection was lost")


def _check(answer: PGresult) -> None:
    status = answer.status
    if status == ExecStatus.FATAL_ERROR:
        raise error_from_result(answer)
    if status == ExecStatus.PIPELINE_ABORTED:
        raise StoreError("An earlier statement has failed.")
