"""Carry out together all requests that wait for a connection. Everything here runs in the connection's thread.

A durable commit costs one wait for the disk, whatever it holds. So writes that wait at the same time share a
transaction, and each still fails alone:

1. All run in one transaction. Nearly always none raises, and this costs no savepoint.
2. If one raises, everything is undone and all run again, each in a savepoint, so that only the failing one is undone.
   Requests therefore may run twice: they compute from their arguments and what they read, and change nothing outside.
3. One COMMIT for all that succeeded. Only then is any of them answered.

Some errors (a full disk, a damaged file) make SQLite undo the whole transaction and leave it, and with it the
savepoints. Going on would commit the later requests alone, in autocommit; `_one_by_one` looks for that and gives up the
batch.
"""

import sqlite3
from collections.abc import Sequence

from bot.store.errors import StoreError
from bot.store.request import Answer, Work, carry_out
from bot.store.statements import Statements


def commit(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in one transaction, and return the answer to each once those that succeeded are committed.

    If one raises, all are undone and run again, each in a savepoint, so that only the failing one is undone. If the
    transaction cannot be begun or committed, or SQLite rolls it back (as on a full disk), every request gets that
    error. The connection is left in a transaction only if that could not be undone (`end_transaction`).
    """
    answers: Sequence[Answer] = [Answer()] * len(works)
    try:
        answers = _all_or_none(connection, works) or _one_by_one(connection, works)
        connection.execute("COMMIT")
    except BaseException as error:  # noqa: BLE001 # every caller gets it
        return [answer if answer.error else Answer(error=error) for answer in answers]
    return list(answers)


def read(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out reads, each on a snapshot of everything committed before it begins, and return the answer to each."""
    return [_read_one(connection, work) for work in works]


def end_transaction(connection: sqlite3.Connection) -> None:
    """Undo the transaction that the connection is in, if it is in one.

    Raises:
        sqlite3.Error: it cannot be undone; the connection is no longer usable.
    """
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _all_or_none(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in a transaction that is left open. If one raises, undo everything and return []."""
    connection.execute("BEGIN IMMEDIATE")
    rows = Statements(connection)
    try:
        return [Answer(carry_out(work, rows)) for work in works]
    except BaseException:  # noqa: BLE001 # it will be raised again
        end_transaction(connection)
        return []


def _one_by_one(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in a transaction that is left open. A write that raises undoes only its own changes."""
    connection.execute("BEGIN IMMEDIATE")
    rows, answers = Statements(connection), []
    for work in works:
        connection.execute("SAVEPOINT request")
        try:
            answer = Answer(carry_out(work, rows))
        except BaseException as error:
            if not connection.in_transaction:  # SQLite has undone the changes of the others, too
                if isinstance(error, sqlite3.Error):
                    raise
                raise StoreError("The database has undone this transaction. Is the disk full?") from error
            connection.execute("ROLLBACK TO request")
            answer = Answer(error=error)
        connection.execute("RELEASE request")
        answers.append(answer)
    return answers


def _read_one(connection: sqlite3.Connection, work: Work) -> Answer:
    try:
        connection.execute("BEGIN")
        answer = Answer(carry_out(work, Statements(connection)))
    except BaseException as error:  # noqa: BLE001 # its caller gets it
        answer = Answer(error=error)
    end_transaction(connection)
    return answer
