"""The store and the match service on PostgreSQL, beside pgbench, and their processor time beside SQLite's.

This starts a PostgreSQL server on a socket in a temporary folder. `pgbench` has the same number of clients and writes
the same rows to the same tables, in one transaction for each ply or move, by prepared statements. To compare with the
store, these are the rows of a ply as in the entry `commits`; to compare with the service, those of a whole move.
`pgbench` reads nothing. A move of the service is complete, as in the entry `service`. The processor time is that of the
bot's process, without the server's.
"""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from bench.commits import ACTION, ALONE, DIGEST, FEWER, TABLES, TOGETHER, ours
from bench.entry import Entry, Reading, Rounds
from bench.live_matches import fill
from bench.service import FEW, HERE, MATCHES, PLIES, measured
from bot.store.address import ServerAddress
from bot.store.migrations import Migration
from bot.store.moving import move
from tests.postgres.server import Server, programs

_TABLES: Final = Migration(
    1, TABLES.name, re.sub(r"\) STRICT(, WITHOUT ROWID)?;", ");", TABLES.sql).replace("INTEGER", "BIGINT")
)
_PLY: Final = f"""\\set number random(1, 1000000000000000)
BEGIN;
INSERT INTO interactions (id, match_id) VALUES (:number, 1) ON CONFLICT DO NOTHING RETURNING id;
INSERT INTO plies (match_id, ply, action, digest, interaction_id) VALUES (1, :number, '{ACTION}', '{DIGEST}', :number);
COMMIT;
"""  # noqa: S608 # ours
_MOVE: Final = f"""\\set number random(1, 1000000000000000)
\\set match :client_id + 1
\\set ply :ply + 1
BEGIN;
INSERT INTO interactions (id, match_id) VALUES (:number, :match) ON CONFLICT DO NOTHING RETURNING id;
UPDATE matches SET revision = revision + 1, version = version + 1 WHERE id = :match;
INSERT INTO plies (match_id, ply, seat, kind, action, digest, source, interaction_id, played_at)
VALUES (:match, :ply, 0, 'action', '{ACTION}', '{DIGEST}', 'interaction', :number, 0);
UPDATE outbox SET version = version + 1, due_at = 0 WHERE match_id = :match AND kind IN ('board', 'hand');
INSERT INTO answer_times (user_id, seconds) VALUES (:match, 0)
ON CONFLICT (user_id) DO UPDATE SET seconds = excluded.seconds;
UPDATE outbox SET wanted = 'deleted', due_at = 0 WHERE match_id = :match AND kind = 'ping' AND wanted = 'posted';
INSERT INTO outbox (match_id, kind, seat, asked_ply, wanted, is_posted, due_at)
VALUES (:match, 'ping', 0, :ply, 'posted', 0, 0);
COMMIT;
"""  # noqa: S608 # ours
"""A pgbench script that writes the rows of a move. Each client plays a different match."""


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings round by round."""
    fewer, plies = (FEWER, FEW) if quick else (1, PLIES)
    full = place / "full"
    played = asyncio.run(fill(full, MATCHES, HERE.of))
    with running() as server:
        for number in count():
            beside, moves = {}, {}
            for n in (1, 50):
                make(server, f"ply_{number}_{n}")
                _run("psql", server, f"ply_{number}_{n}", "--quiet", "--command", _TABLES.sql)
                beside[n] = _pgbench(server, f"ply_{number}_{n}", _PLY, n, fewer)
                make(server, f"move_{number}_{n}")
                move(full, address_on(server, f"move_{number}_{n}"))
                moves[n] = _pgbench(server, f"move_{number}_{n}", _MOVE, n, fewer)
                make(server, f"store_{number}_{n}")
            store = {
                n: asyncio.run(ours(address_on(server, f"store_{number}_{n}"), n, transactions // fewer, _TABLES))
                for n, transactions in ((1, ALONE), (50, TOGETHER))
            }
            service, used, used_by_sqlite = {}, {}, {}
            for n, each in ((1, max(1, plies // 4)), (MATCHES, plies)):
                make(server, f"service_{number}_{n}")
                address = address_on(server, f"service_{number}_{n}")
                move(full, address)
                service[n], used[n] = asyncio.run(measured(address, played, n, each))
                copy = Path(shutil.copy(full, place / f"{number} {n}"))
                _, used_by_sqlite[n] = asyncio.run(measured(copy, played, n, each))
            yield [
                *(Reading(f"store, {n} in flight", "/s", store[n], {"pgbench": beside[n]}) for n in store),
                *(Reading(f"match service, {n} in flight", "/s", service[n], {"pgbench": moves[n]}) for n in service),
                *(
                    Reading(f"processor a move, {n} in flight", "us", 1e6 * used[n], {"SQLite": 1e6 * each})
                    for n, each in used_by_sqlite.items()
                ),
            ]


@contextmanager
def running() -> Iterator[Server]:
    """Run a server that confirms a commit only once it is on the disk, until the context ends."""
    server = Server(durable=True)
    try:
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        server.remove()


def address_on(server: Server, database: str) -> ServerAddress:
    """Return the address of a database."""
    return ServerAddress(server.url(database))


def make(server: Server, database: str) -> None:
    """Make an empty database."""
    _run("psql", server, "postgres", "--quiet", "--command", f"CREATE DATABASE {database}")


def _pgbench(server: Server, database: str, text: str, clients: int, fewer: int) -> float:
    """Return the transactions per second of pgbench."""
    script = server.folder / "transaction.sql"
    script.write_text(text, encoding="utf-8")
    each = (ALONE if clients == 1 else TOGETHER // clients) // min(fewer, 10)
    counts = [f"--client={clients}", "--jobs=1", f"--transactions={each}", "--protocol=prepared", "--no-vacuum"]
    counts.append("--define=ply=1000")
    output = _run("pgbench", server, database, *counts, f"--file={script}")
    found = re.search(r"tps = ([0-9.]+) \(without", output)
    assert found is not None, output
    return float(found[1])


def _run(program: str, server: Server, database: str, *options: str) -> str:
    command = [str(programs() / program), "--host", str(server.folder), "--username", "postgres", *options, database]
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ}).stdout  # noqa: S603 # ours


ENTRY: Final = Entry(
    name="postgres",
    summary="the store and the match service on PostgreSQL, beside pgbench and SQLite's processor time",
    rounds=rounds,
)
