"""Run a program made with discord.py against a stand-in: `python -m sandbox.wire.launch --address URL -- ARGUMENTS`.

The program is the module `bot`, or `--module`; it runs unmodified, as by `python -m bot ARGUMENTS`. The program ends
when its standard input does, so that it cannot outlive the process that started it.
"""

import argparse
import asyncio
import os
import runpy
import signal
import sys
import threading
from collections.abc import Sequence
from typing import Final

import discord.gateway
import discord.http
import yarl

ORPHANED: Final = 70
"""The exit code of a program that ended because its standard input did."""
SHOW_TASKS: Final[signal.Signals | None] = getattr(signal, "SIGUSR2", None)
"""The signal on which a program prints the stack of each of its tasks; None on Windows."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Redirect discord.py to the stand-in, and run the program."""
    parser = argparse.ArgumentParser(prog="sandbox.wire.launch", description=__doc__)
    parser.add_argument("--address", required=True, help="address of the stand-in, such as http://127.0.0.1:8400")
    parser.add_argument("--module", default="bot", help="module to run")
    parser.add_argument("--stay", action="store_true", help="keep running when the standard input ends")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENTS", help="arguments of the program")
    options = parser.parse_args(arguments)
    redirect(options.address)
    if SHOW_TASKS is not None:
        signal.signal(SHOW_TASKS, _show_tasks)
    if not options.stay:
        threading.Thread(target=_end_with_input, name="end with the input", daemon=True).start()
    sys.argv = [options.module, *options.arguments]
    runpy.run_module(options.module, run_name="__main__", alter_sys=True)


def redirect(address: str) -> None:
    """Let every discord.py client in this process connect to the stand-in from now on."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{address.replace('http', 'ws', 1)}/gateway")
    discord.Asset.BASE = address


def _show_tasks(*_: object) -> None:
    for task in asyncio.all_tasks():
        task.print_stack(file=sys.stderr)
    sys.stderr.flush()


def _end_with_input() -> None:
    while os.read(0, 4096):
        pass
    os._exit(ORPHANED)


if __name__ == "__main__":
    main()
