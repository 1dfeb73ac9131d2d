"""Starts bots quickly: they are forked from a process that has already imported their modules.

This does the same as `sandbox.wire.launch`, without the second that Python takes to import everything. It works only
where the system can fork.
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
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final, NoReturn

ROOT: Final = Path(__file__).resolve().parents[2]
CAN_FORK: Final = hasattr(os, "fork") and hasattr(socket, "AF_UNIX") and sys.platform != "darwin"
_LONGEST_ORDER: Final = 1 << 20
"""The maximum number of bytes of an order. The environment takes up most of an order."""


class ForkedProcess:
    """A forked process, with those parts of `asyncio.subprocess.Process` that `BotProcess` needs."""

    def __init__(self, nursery: "Nursery", pid: int, stdin: int, stdout: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout = stdout
        self.stdin = os.fdopen(stdin, "wb", buffering=0)
        """The standard input; closing it ends the process."""
        self._nursery = nursery

    def terminate(self) -> None:
        """Ask the process to stop."""
        os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        """Wait until the process has ended; return its exit code, or the negated number of the signal that ended it."""
        if self.returncode is None:
            self.returncode = await asyncio.to_thread(self._nursery.exit_code, self.pid)
            self.stdin.close()
        return self.returncode


class Nursery:
    """A process that imports modules once and forks others on order. It ends when this process ends."""

    def __init__(self, modules: Sequence[str], environment: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._orders = count()
        self._reported = threading.Condition()
        """Guards `_pids`, `_exit_codes` and `_has_ended`; notified of each change."""
        self._pids: dict[int, int] = {}
        """The ids of started processes, by the number of the order."""
        self._exit_codes: dict[int, int] = {}
        self._has_ended = False
        command = [sys.executable, "-m", "sandbox.wire.nursery", "--control", str(theirs.fileno()), *modules]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env={**os.environ, **environment})  # noqa: S603 # ours
        theirs.close()
        threading.Thread(target=self._read, name="nursery", daemon=True).start()
        atexit.register(self._close)

    def _close(self) -> None:
        with suppress(OSError):  # the other end may be closed already
            self._control.shutdown(socket.SHUT_RDWR)
        self._process.wait()
        self._control.close()

    async def start(self, order: Mapping[str, Any]) -> ForkedProcess:
        """Fork a process that runs a module. order: `module`, `address`, `arguments`, `folder` and `environment`."""
        number = next(self._orders)
        stdin, write = os.pipe()
        read, stdout = os.pipe()
        try:
            socket.send_fds(self._control, [json.dumps({**order, "number": number}).encode()], [stdin, stdout])
        finally:
            os.close(stdin)
            os.close(stdout)
        pid = await asyncio.to_thread(self._take, self._pids, number)
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb", buffering=0)
        )
        return ForkedProcess(self, pid, write, reader)

    def exit_code(self, pid: int) -> int:
        """Wait until a process has ended; return its exit code. Several threads may wait at the same time.

        Raises:
            RuntimeError: the nursery has ended.
        """
        return self._take(self._exit_codes, pid)

    def _take(self, reports: dict[int, int], key: int) -> int:
        """Wait for a report, remove it, and return it.

        Raises:
            RuntimeError: the nursery has ended.
        """
        with self._reported:
            self._reported.wait_for(lambda: key in reports or self._has_ended)
            if key not in reports:
                raise RuntimeError("the process from which others are forked has ended")
            return reports.pop(key)

    def _read(self) -> None:
        """Store all reports until the nursery ends.

        Only one thread reads, so that no thread takes the report that another one waits for.
        """
        while packet := self._control.recv(_LONGEST_ORDER):
            report = json.loads(packet)
            with self._reported:
                if "ended" in report:
                    self._exit_codes[report["ended"]] = report["code"]
                else:
                    self._pids[report["number"]] = report["pid"]
                self._reported.notify_all()
        with self._reported:
            self._has_ended = True
            self._reported.notify_all()


@cache
def nursery(modules: tuple[str, ...], environment: tuple[tuple[str, str], ...]) -> Nursery:
    """Return this process's nursery for these modules and environment variables, starting it on first use."""
    return Nursery(modules, dict(environment))


def main() -> None:
    """Import the modules, then fork a process for every order, until the other end of the socket closes."""
    parser = argparse.ArgumentParser(prog="sandbox.wire.nursery", description=__doc__)
    parser.add_argument("--control", required=True, type=int, help="file descriptor of the socket that brings orders")
    parser.add_argument("modules", nargs="*", help="modules to import")
    arguments = parser.parse_args()
    for module in arguments.modules:
        importlib.import_module(module)
    gc.freeze()
    control = socket.socket(fileno=arguments.control)

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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the process at the other end ends the nursery
    while True:
        try:
            order, files, *_ = socket.recv_fds(control, _LONGEST_ORDER, 2)
        except ConnectionError:
            order, files = b"", []
        if not order:
            os._exit(0)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])  # report the start of a process before its end
        pid = os.fork()
        if not pid:
            control.close()
            _run(json.loads(order), *files)
        with suppress(OSError):
            os.setpgid(pid, pid)  # the child does this too: it can be killed as soon as one of both has
        for file in files:
            os.close(file)
        control.send(json.dumps({"number": json.loads(order)["number"], "pid": pid}).encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])


def _run(order: Mapping[str, Any], stdin: int, stdout: int) -> NoReturn:
    """Run the module of an order in this forked process, then end the process."""
    from sandbox.wire import launch  # noqa: PLC0415 # discord.py is imported only here

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    os.setpgid(0, 0)
    for file, number in ((stdin, 0), (stdout, 1), (stdout, 2)):
        os.dup2(file, number)
    for name, number in (("stdout", 1), ("stderr", 2)):  # the nursery's own streams may have been files
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
