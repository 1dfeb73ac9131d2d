"""The bot as a separate process, which tests can start, kill and stop."""

import asyncio
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import Final, Self

from sandbox.wire.launch import SHOW_TASKS
from sandbox.wire.nursery import CAN_FORK, ForkedProcess, nursery
from sandbox.wire.server import Wire
from sandbox.wire.signals import WAIT_TIMEOUT, Signal

ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder of the packages that the process imports."""
_NEW_GROUP: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # only on Windows


class BotProcess:
    """An unmodified bot in a separate process group, connected to a simulated Discord.

    After the process has ended, `start` starts a new one with the same database. No process outlives the one that
    started it.
    """

    def __init__(  # noqa: PLR0913 # everything that makes a process
        self,
        wire: Wire,
        folder: Path,
        *,
        command: Sequence[str] = ("run",),
        environment: Mapping[str, str] | None = None,
        module: str = "bot",
        imported: Sequence[str] = (),
    ) -> None:
        """folder: the process's working directory; its database lies there unless the environment names another.

        imported: modules to import only once instead of at each start, if the system can fork.
        """
        self.log: list[str] = []
        """The lines that the bot has written, since its first start."""
        self.database = folder / "wire.sqlite3"
        self._wire = wire
        self._folder = folder
        self._module = module
        self._imported = tuple(imported)
        self._arguments = tuple(command)
        self._environment = dict(environment or {})
        self._process: asyncio.subprocess.Process | ForkedProcess | None = None
        self._reader: asyncio.Task[None] | None = None
        self._logged = Signal()
        self._older_sessions: AbstractSet[str] = frozenset()

    async def __aenter__(self) -> Self:
        await self.start()
        await self.ready()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill()

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The id of the latest process."""
        assert self._process is not None, "it was never started"
        return self._process.pid

    async def start(self) -> None:
        """Start the process; `ready` waits for its login."""
        assert not self.running, "it is running already"
        self._older_sessions = frozenset(self._wire.gateway.sessions)
        self._process = await (self._fork() if CAN_FORK and self._imported else self._execute())
        self._reader = asyncio.create_task(self._read(self._process))

    async def _execute(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox.wire.launch", "--module", self._module),
            *("--address", self._wire.address, "--", *self._arguments),
            cwd=self._folder,
            env=self._whole_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=sys.platform != "win32",
            creationflags=_NEW_GROUP,
        )

    async def _fork(self) -> ForkedProcess:
        order = {
            "module": self._module,
            "address": self._wire.address,
            "arguments": self._arguments,
            "folder": str(self._folder),
            "environment": self._whole_environment(),
        }
        return await nursery(self._imported, _python_environment()).start(order)

    def _whole_environment(self) -> dict[str, str]:
        defaults = {"DISCORD_TOKEN": self._wire.token, "DATABASE": str(self.database)}
        return {**os.environ, **dict(_python_environment()), **defaults, **self._environment}

    async def ready(self, within: float = WAIT_TIMEOUT) -> None:
        """Wait until the process has logged in with all its shards.

        Raises:
            RuntimeError: the process ends before.
        """

        def has_logged_in() -> bool:
            if not self.running:
                raise RuntimeError("\n".join(["the bot has ended:", *self.log[-20:]]))
            sessions = [each for each in self._wire.gateway.connected if each.id not in self._older_sessions]
            return bool(sessions) and len({each.shard for each in sessions}) == sessions[-1].shards

        await self._wire.until(has_logged_in, within, what="the bot's login")

    def abandon(self) -> None:
        """Close the bot's standard input, as if this process had ended. The bot then ends by itself."""
        assert self._process is not None, "it was never started"
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def kill(self) -> None:
        """Kill the process and its children at once."""
        if self.running:
            _kill_group(self.pid)
        await self._wait_for_end()

    def show_tasks(self) -> None:
        """Let the process write the stacks of its tasks into its log, if the system has a signal for it."""
        if self.running and SHOW_TASKS is not None:
            os.kill(self.pid, SHOW_TASKS)

    async def terminate(self, within: float = WAIT_TIMEOUT) -> int:
        """Ask the process to stop; return its exit code."""
        assert self._process is not None, "it was never started"
        if self.running:
            self._process.terminate()
        return await self.ended(within)

    async def ended(self, within: float = WAIT_TIMEOUT) -> int:
        """Wait until the process has ended; return its exit code."""
        assert self._process is not None, "it was never started"
        async with asyncio.timeout(within):
            await self._wait_for_end()
        assert self._process.returncode is not None
        return self._process.returncode

    async def logged(self, text: str, within: float = WAIT_TIMEOUT) -> str:
        """Return the first line with this text in the bot's log, waiting for it if necessary."""
        find = lambda: next((line for line in self.log if text in line), None)  # noqa: E731
        return str(await self._logged.until(find, within, what=f"{text!r} in the log"))

    async def _wait_for_end(self) -> None:
        if self._reader is not None:
            await asyncio.shield(self._reader)

    async def _read(self, process: asyncio.subprocess.Process | ForkedProcess) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode(errors="replace").rstrip())
            self._logged.fire()
        await process.wait()
        self._wire.world.changed.fire()


@cache
def _bytecode_folder() -> str:
    """Return a folder for the bytecode of started processes, which is deleted when this process ends."""
    folder = tempfile.mkdtemp(prefix="wire-bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _python_environment() -> tuple[tuple[str, str], ...]:
    """Return environment variables for Python itself."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    variables = {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    if sys.dont_write_bytecode:  # without bytecode, each start would compile everything anew
        variables |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": _bytecode_folder()}
    return tuple(variables.items())


def _kill_group(pid: int) -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], check=False, capture_output=True)  # noqa: S603, S607
    else:
        os.killpg(pid, signal.SIGKILL)
