"""`pytest --engine postgres`: the same tests on a PostgreSQL server that this run starts and stops.

Tests marked `sqlite` are about SQLite alone and are skipped there; tests marked `postgres` only run with this option.
If no server can be started, all tests are skipped, and the report says why. `tests/postgres/chosen.txt` lists the files
that the gate runs with this option.
"""

import os

import pytest

from tests.postgres.server import MissingServerError, Server

_server = pytest.StashKey[Server]()
_missing = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine", choices=("sqlite", "postgres"), default="sqlite", help="the database on which the tests run"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--engine") != "postgres":
        return
    from tests.postgres import stand_in  # noqa: PLC0415 # the driver is needed for this engine alone

    if not hasattr(config, "workerinput"):
        try:
            config.stash[_server] = server = Server()
            server.start()
        except MissingServerError as error:
            config.stash[_missing] = str(error)
            return
        stand_in.make_template(str(server.folder))
        os.environ[stand_in.TEST_SERVER] = str(server.folder)
    if stand_in.is_used():
        stand_in.use()
        config.pluginmanager.register(stand_in, "databases on the server")


def pytest_report_header(config: pytest.Config) -> str | None:
    if _missing in config.stash:
        return f"no PostgreSQL server: {config.stash[_missing]}; its tests are skipped"
    return f"PostgreSQL server: {config.stash[_server].folder}" if _server in config.stash else None


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(_server, None)
    if server is not None:
        server.stop("immediate")
        server.remove()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    on_server = config.getoption("--engine") == "postgres"
    if not on_server:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("postgres")])
        items[:] = [item for item in items if not item.get_closest_marker("postgres")]
        return
    missing = "HIDDEN_HAND_TEST_SERVER" not in os.environ
    for item in items:
        if missing:
            item.add_marker(pytest.mark.skip(reason="no PostgreSQL server could be started here"))
        elif item.get_closest_marker("sqlite"):
            item.add_marker(pytest.mark.skip(reason="of SQLite alone"))
