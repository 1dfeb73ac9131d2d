"""The database on which trials run: SQLite files, or databases on a PostgreSQL server that the trial starts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from tests.postgres.server import Server


@contextmanager
def running_on(engine: str) -> Iterator[None]:
    """Run trials on an engine, `sqlite` or `postgres`, in this process and the bots that it starts.

    Raises:
        MissingServerError: no server can be started.
    """
    if engine == "sqlite":
        yield
        return
    from tests.postgres import stand_in  # noqa: PLC0415 # the driver is needed for this engine alone

    server = Server()
    try:
        server.start()
        stand_in.make_template(str(server.folder))
        os.environ[stand_in.TEST_SERVER] = str(server.folder)
        stand_in.use()
        yield
    finally:
        server.stop("immediate")
        server.remove()
