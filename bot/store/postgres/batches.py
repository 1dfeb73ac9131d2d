"""Carry out together all requests that wait for a connection. Everything here runs in the connection's thread.

Writes are SERIALIZABLE: each sees the database as if no other write, of any process, ran at the same time. The server
may undo a transaction to keep that promise (a serialization failure). All its requests then run again.
"""

import random
import time
from collections.abc import Sequence
from typing import Final

import psycopg
from psycopg.pq import TransactionStatus

from bot.store.errors import MaybeCommittedError, StoreError
from bot.store.postgres.faults import CONFLICTS, is_lost
from bot.store.postgres.pipeline import Pipeline
from bot.store.postgres.statements import Statements
from bot.store.request import Answer, Work, carry_out

_TOGETHER: Final = 3
"""The number of attempts at a batch as one transaction; after them, each request gets a transaction of its own."""
_ALONE: Final = 30
"""The number of attempts at a request in a transaction of its own."""
_LONGEST_PAUSE: Final = 0.1
"""The longest wait before a request is tried again, in seconds. All attempts together take a second or two."""
_BEGIN: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"


def commit(rows: Statements, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in one transaction, and return the answer to each once those that succeeded are committed.

    If one raises, all are undone and run again, each in a savepoint, so that only the failing one is undone. After a
    serialization failure all run again, and after several failures each runs in its own transaction. A request that
    keeps conflicting with others even then fails, and has changed nothing. If the connection is lost, every request
    gets that error.
    """
    rows.pipeline.begin()
    for _ in range(_TOGETHER):
        answers = _committed(rows, works)
        if answers is not None:
            return answers
    return [_alone(rows, work) for work in works]


def read(rows: Statements, works: Sequence[Work]) -> list[Answer]:
    """Carry out reads on a snapshot of everything committed before they begin, and return the answer to each."""
    pipeline, answers, is_open = rows.pipeline, list[Answer](), False
    pipeline.begin()
    for work in works:
        try:
            if not is_open:
                pipeline.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            answers.append(_answer(rows, work))
            is_open = True
        except BaseException as error:  # noqa: BLE001 # its caller gets it
            answers.append(Answer(error=error))
            _undo(pipeline)
            is_open = False
    if is_open:
        pipeline.finish("COMMIT")
    return answers


def end_transaction(rows: Statements) -> None:
    """Undo the transaction that the connection is in, if it is in one.

    Raises:
        psycopg.Error: the connection is lost.
    """
    _undo(rows.pipeline)
    rows.pipeline.end()


def _undo(pipeline: Pipeline) -> None:
    if not pipeline.is_synchronized:
        pipeline.recover()
    if pipeline.connection.pgconn.transaction_status != TransactionStatus.IDLE:
        pipeline.finish("ROLLBACK")


def _alone(rows: Statements, work: Work) -> Answer:
    for attempt in range(_ALONE):
        answers = _committed(rows, [work])
        if answers is not None:
            return answers[0]
        time.sleep(random.uniform(0, min(_LONGEST_PAUSE, 0.001 * 2**attempt)))  # noqa: S311 # no secret
    return Answer(error=StoreError("Other programs kept changing the same rows; nothing was changed."))


def _committed(rows: Statements, works: Sequence[Work]) -> list[Answer] | None:
    """Return the answers after one attempt; None if a conflict has undone the whole attempt."""
    failure: BaseException = StoreError()
    for attempt in (_all_or_none, _one_by_one):
        try:
            return attempt(rows, works)
        except CONFLICTS:
            _undo(rows.pipeline)
            return None
        except BaseException as error:  # noqa: BLE001 # every caller gets it
            failure = error
            if is_lost(error) or isinstance(error, MaybeCommittedError):
                break
            _undo(rows.pipeline)
    return [Answer(error=failure)] * len(works)


def _all_or_none(rows: Statements, works: Sequence[Work]) -> list[Answer]:
    """Commit the changes of all requests and return the answers, or raise with nothing committed."""
    rows.pipeline.send(_BEGIN)
    answers = [_answer(rows, work) for work in works]
    _end(rows.pipeline)
    return answers


def _one_by_one(rows: Statements, works: Sequence[Work]) -> list[Answer]:
    """Commit the changes of all requests that did not raise, and return all answers."""
    pipeline, answers = rows.pipeline, list[Answer]()
    pipeline.send(_BEGIN)
    for work in works:
        pipeline.send("SAVEPOINT request")
        try:
            answer = _answer(rows, work)
            pipeline.wait()
        except CONFLICTS:
            raise
        except BaseException as error:
            if is_lost(error):
                raise
            pipeline.recover()
            pipeline.send("ROLLBACK TO request")
            answer = Answer(error=error)
        pipeline.send("RELEASE request")
        answers.append(answer)
    try:
        _end(pipeline)
    except MaybeCommittedError as error:
        return [answer if answer.error else Answer(error=error) for answer in answers]
    return answers


def _answer(rows: Statements, work: Work) -> Answer:
    """Return the answer to a request. Raise the error that it raises, or that of a statement if the request suppressed
    it.
    """
    answer = Answer(carry_out(work, rows))
    if rows.pipeline.failure is not None:
        raise rows.pipeline.failure
    return answer


def _end(pipeline: Pipeline) -> None:
    """Commit.

    Raises:
        MaybeCommittedError: the connection was lost meanwhile.
    """
    pipeline.settle()
    try:
        pipeline.finish("COMMIT")
    except psycopg.Error as error:
        if is_lost(error):
            raise MaybeCommittedError("The connection to the database was lost during a commit.") from None
        raise
