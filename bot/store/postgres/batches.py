"""Carries out all requests that wait for a connection at once; everything here runs in the connection's thread.

Writes are SERIALIZABLE: each sees the database as if no other write, of any process, ran at the same time.
The server may undo a transaction to keep that promise (a serialization failure). All its requests then run again.
"""

import random
import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg
from psycopg.pq import TransactionStatus

from bot.store.errors import MaybeCommittedError, StoreError
from bot.store.postgres.faults import CONFLICTS, is_lost
from bot.store.postgres.statements import Statements
from bot.store.request import Answer, Work, carry_out

_TOGETHER: Final = 3
"""How often a batch is tried as one transaction; then each request gets a transaction of its own."""
_ALONE: Final = 12
"""How often a request is tried in a transaction of its own."""
_LONGEST_PAUSE: Final = 0.05
"""Most seconds before a request is tried again."""

_Raw = psycopg.Connection[Any]


def commit(connection: _Raw, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in one transaction, and return the answer to each once those that succeeded are committed.

    If one raises, all are undone and run again, each in a savepoint, so that it undoes only itself. After a
    serialization failure all run again, at last each in a transaction of its own: only a request that keeps meeting
    others fails then, and it has changed nothing. If the connection is lost, every request gets that error.
    """
    for _ in range(_TOGETHER):
        answers = _committed(connection, works)
        if answers is not None:
            return answers
    return [_alone(connection, work) for work in works]


def read(connection: _Raw, works: Sequence[Work]) -> list[Answer]:
    """Carry out reads, each on a snapshot of everything committed before it begins, and return the answer to each."""
    return [_read_one(connection, work) for work in works]


def end_transaction(connection: _Raw) -> None:
    """Undo the transaction that the connection is in, if it is in one.

    Raises:
        psycopg.Error: the connection is lost.
    """
    status = connection.pgconn.transaction_status
    if status != TransactionStatus.IDLE:
        _run(connection, "ROLLBACK")


def _alone(connection: _Raw, work: Work) -> Answer:
    for attempt in range(_ALONE):
        answers = _committed(connection, [work])
        if answers is not None:
            return answers[0]
        time.sleep(random.uniform(0, min(_LONGEST_PAUSE, 0.001 * 2**attempt)))  # noqa: S311 # no secret
    return Answer(error=StoreError("Other programs kept changing the same rows; nothing was changed."))


def _committed(connection: _Raw, works: Sequence[Work]) -> list[Answer] | None:
    """Return the answers after one attempt; None if a conflict has undone all of it."""
    answers: Sequence[Answer] = [Answer()] * len(works)
    is_ending = False
    try:
        answers = _all_or_none(connection, works) or _one_by_one(connection, works)
        is_ending = True
        _run(connection, "COMMIT")
    except CONFLICTS:
        end_transaction(connection)
        return None
    except BaseException as error:  # noqa: BLE001 # every caller gets it
        fault: BaseException = error
        if is_ending and is_lost(error):
            fault = MaybeCommittedError("The connection to the database was lost during a commit.")
        return [answer if answer.error else Answer(error=fault) for answer in answers]
    return list(answers)


def _all_or_none(connection: _Raw, works: Sequence[Work]) -> list[Answer]:
    """Return the answers, in an open transaction; [] if one raised, with everything undone."""
    _run(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE")
    rows = Statements(connection)
    try:
        return [_answer(connection, work, rows) for work in works]
    except CONFLICTS:
        raise
    except BaseException as error:
        if is_lost(error):
            raise
        end_transaction(connection)
        return []


def _one_by_one(connection: _Raw, works: Sequence[Work]) -> list[Answer]:
    """Return the answers, in an open transaction, with the changes of those that raised undone."""
    _run(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE")
    rows, answers = Statements(connection), []
    for work in works:
        _run(connection, "SAVEPOINT request")
        try:
            answer = _answer(connection, work, rows)
        except CONFLICTS:
            raise
        except BaseException as error:
            if is_lost(error):
                raise
            if connection.pgconn.transaction_status == TransactionStatus.IDLE:
                raise StoreError("A request has ended the transaction that it shares with others.") from None
            _run(connection, "ROLLBACK TO request")
            answer = Answer(error=error)
        _run(connection, "RELEASE request")
        answers.append(answer)
    return answers


def _answer(connection: _Raw, work: Work, rows: Statements) -> Answer:
    """Return the answer to a request. Raise if it hid an error after which the server refuses to commit."""
    answer = Answer(carry_out(work, rows))
    if connection.pgconn.transaction_status != TransactionStatus.INTRANS:
        raise StoreError("The database has undone this transaction.")
    return answer


def _read_one(connection: _Raw, work: Work) -> Answer:
    try:
        _run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        answer = Answer(carry_out(work, Statements(connection)))
    except BaseException as error:  # noqa: BLE001 # its caller gets it
        answer = Answer(error=error)
    if not connection.closed:
        end_transaction(connection)
    return answer


def _run(connection: _Raw, sql: str) -> None:
    psycopg.RawCursor(connection).execute(sql.encode())
