"""All requests that wait for a connection, carried out in one go; everything here runs in the connection's thread."""

import sqlite3
from collections.abc import Sequence

from bot.store.errors import StoreError
from bot.store.request import Answer, Statements, Work, carried_out


def commit(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out writes in one transaction; the answer to each, when all that succeeded is committed.

    If one raises, all are undone and run again, each in a savepoint, so that it undoes only itself. If the transaction
    cannot be begun or committed, or SQLite ends it by itself (a full disk), that is everybody's error.
    The connection may be left in a transaction only if it could not be undone (`undo`).
    """
    answers: Sequence[Answer] = [Answer()] * len(works)
    try:
        answers = _together(connection, works) or _apart(connection, works)
        connection.execute("COMMIT")
    except BaseException as error:  # noqa: BLE001 # everybody gets it
        return [answer if answer.error else Answer(error=error) for answer in answers]
    return list(answers)


def look(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """Carry out reads, each on a snapshot of all that is committed when it begins; the answer to each."""
    return [_seen(connection, work) for work in works]


def undo(connection: sqlite3.Connection) -> None:
    """End whatever transaction the connection is in.

    Raises:
        sqlite3.Error: it cannot be ended; the connection is of no use any more.
    """
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _together(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """What each returned, in an open transaction; [] if one of them raised, in none."""
    connection.execute("BEGIN IMMEDIATE")
    rows = Statements(connection)
    try:
        return [Answer(carried_out(work, rows)) for work in works]
    except BaseException:  # noqa: BLE001 # it will be raised again
        undo(connection)
        return []


def _apart(connection: sqlite3.Connection, works: Sequence[Work]) -> list[Answer]:
    """What each returned or raised, in an open transaction; what those did that raised is undone."""
    connection.execute("BEGIN IMMEDIATE")
    rows, answers = Statements(connection), []
    for work in works:
        connection.execute("SAVEPOINT request")
        try:
            answer = Answer(carried_out(work, rows))
        except BaseException as error:
            if not connection.in_transaction:  # SQLite has undone what the others did, too
                if isinstance(error, sqlite3.Error):
                    raise
                raise StoreError("The database has undone this transaction. Is the disk full?") from error
            connection.execute("ROLLBACK TO request")
            answer = Answer(error=error)
        connection.execute("RELEASE request")
        answers.append(answer)
    return answers


def _seen(connection: sqlite3.Connection, work: Work) -> Answer:
    try:
        connection.execute("BEGIN")
        answer = Answer(carried_out(work, Statements(connection)))
    except BaseException as error:  # noqa: BLE001 # whoever asked gets it
        answer = Answer(error=error)
    undo(connection)
    return answer
