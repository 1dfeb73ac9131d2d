"""Where bots that are started again and again come from: a process that has imported what they need is forked.

It does what `sandbox.wire.launch` does, without the second that Python takes to import everything. It needs fork.
"""

import argparse
import asyncio
import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

ROOT: Final = Path(__file__).resolve().parents[2]
CAN_FORK: Final = hasattr(os, "fork") and hasattr(socket, "AF_UNIX") and sys.platform != "darwin"
_MOST: Final = 1 << 20
"""Bytes of an order: mostly the environment."""


class Life:
    """A process that was forked, with as much of `asyncio.subprocess.Process` as `BotProcess` needs."""

    def __init__(self, nursery: "Nursery", pid: int, stdin: int, stdout: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout = stdout
        self.stdin = os.fdopen(stdin, "wb", buffering=0)
        """Whoever closes it ends the process."""
        self._nursery = nursery

    def terminate(self) -> None:
        """Ask it to end."""
        os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        """Wait until it has ended; its exit code, or the negative number of the signal that killed it."""
        if self.returncode is None:
            self.returncode = await asyncio.to_thread(self._nursery.code, self.pid)
            self.stdin.close()
        return self.returncode


class Nursery:
    """A process from which others are forked. It ends with this one."""

    def __init__(self, modules: Sequence[str], environment: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._codes: dict[int, int] = {}
        command = [sys.executable, "-m", "sandbox.wire.nursery", "--control", str(theirs.fileno()), *modules]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env={**os.environ, **environment})  # noqa: S603 # ours
        theirs.close()
        atexit.register(self._close)

    def _close(self) -> None:
        """At the end of this process."""
        self._control.close()
        self._process.wait()

    async def start(self, order: Mapping[str, Any]) -> Life:
        """A new process. order: `module`, `address`, `arguments`, `folder` and `environment`."""
        stdin, write = os.pipe()
        read, stdout = os.pipe()
        try:
            socket.send_fds(self._control, [json.dumps(order).encode()], [stdin, stdout])
        finally:
            os.close(stdin)
            os.close(stdout)
        pid = await asyncio.to_thread(self._born)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb", buffering=0)
        )
        return Life(self, pid, write, reader)

    def code(self, pid: int) -> int:
        """Wait until a process has ended; its exit code."""
        while pid not in self._codes:
            self._hear()
        return self._codes.pop(pid)

    def _born(self) -> int:
        while True:
            heard = self._hear()
            if "pid" in heard:
                return int(heard["pid"])

    def _hear(self) -> Mapping[str, int]:
        said = self._control.recv(_MOST)
        if not said:
            raise RuntimeError("the process from which others are forked has ended")
        heard: dict[str, int] = json.loads(said)
        if "ended" in heard:
            self._codes[heard["ended"]] = heard["code"]
        return heard


@cache
def nursery(modules: tuple[str, ...], environment: tuple[tuple[str, str], ...]) -> Nursery:
    """The one of this process for these modules."""
    return Nursery(modules, dict(environment))


def main() -> None:
    """Import, and fork whenever that is asked for."""
    parser = argparse.ArgumentParser(prog="sandbox.wire.nursery", description=__doc__)
    parser.add_argument("--control", required=True, type=int, help="the number of the socket by which orders come")
    parser.add_argument("modules", nargs="*", help="what to import")
    told = parser.parse_args()
    for module in told.modules:
        importlib.import_module(module)
    gc.freeze()
    control = socket.socket(fileno=told.control)

    def reap(*_: object) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            control.send(json.dumps({"ended": pid, "code": os.waitstatus_to_exitcode(status)}).encode())

    signal.signal(signal.SIGCHLD, reap)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever holds the other end decides
    while True:
        try:
            order, files, *_ = socket.recv_fds(control, _MOST, 2)
        except ConnectionError:
            order, files = b"", []
        if not order:
            os._exit(0)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # nobody hears of an end before the beginning
        pid = os.fork()
        if not pid:
            control.close()
            _live(json.loads(order), *files)
        with suppress(OSError):
            os.setpgid(pid, pid)  # the new one does it too: whoever is first, it can be killed from now on
        for file in files:
            os.close(file)
        control.send(json.dumps({"pid": pid}).encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])


def _live(order: Mapping[str, Any], stdin: int, stdout: int) -> NoReturn:
    """What the new process does."""
    from sandbox.wire import launch  # noqa: PLC0415 # here discord.py may be imported

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    os.setpgid(0, 0)
    for file, number in ((stdin, 0), (stdout, 1), (stdout, 2)):
        os.dup2(file, number)
    for name, number in (("stdout", 1), ("stderr", 2)):  # those of the nursery may have been files
        setattr(sys, name, os.fdopen(number, "w", closefd=False))
    os.closerange(3, 64)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    code: object = 1
    try:
        launch.main(["--module", order["module"], "--address", order["address"], "--", *order["arguments"]])
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 # as Python does at the end of a program
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()
