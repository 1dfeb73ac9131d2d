"""Run a scheduler or a worker of a small cluster in a separate process.

    python -m tests.bot.cluster_member scheduler [--port N] [TLS FILES] [--program TEXT]
    python -m tests.bot.cluster_member worker [TLS FILES] [--program TEXT]

It reads one line, the address of the scheduler (empty if it is the scheduler), and prints its own address once it is
ready. --program makes it claim to be another version of the program.
"""

import argparse
import asyncio
import sys
from typing import Any

from distributed import Scheduler, Worker
from distributed.security import Security

from bot.computing import program
from tests.one_more_game import enter_catalog
from tests.patience import PATIENT


def security(arguments: argparse.Namespace) -> Any:
    if arguments.ca is None:
        return None
    files = {f"tls_{role}_{part}": getattr(arguments, part) for role in ("scheduler", "worker") for part in KEY_PAIR}
    return Security(require_encryption=True, tls_ca_file=arguments.ca, **files)  # type: ignore[no-untyped-call]


KEY_PAIR = "cert", "key"


async def serve(arguments: argparse.Namespace, scheduler: str) -> None:
    common: dict[str, Any] = {"security": security(arguments), "host": "127.0.0.1"}
    if arguments.part == "scheduler":
        common["protocol"] = "tls" if arguments.ca else "tcp"
        member: Any = Scheduler(port=arguments.port, dashboard=False, **common)
    else:
        member = Worker(scheduler, nthreads=1, dashboard=False, death_timeout=PATIENT, **common)
    async with member:
        print(member.address, flush=True)  # noqa: T201 # read by the test
        await member.finished()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["scheduler", "worker"])
    parser.add_argument("--port", type=int, default=0)
    for name in ("ca", *KEY_PAIR, "program"):
        parser.add_argument(f"--{name}")
    arguments = parser.parse_args()
    enter_catalog()
    if arguments.program:
        program.fingerprint = lambda: arguments.program  # type: ignore[assignment]
    asyncio.run(serve(arguments, sys.stdin.readline().strip()))


if __name__ == "__main__":
    main()
