"""The bot as a process of its own, for tests to start, kill and stop."""

import asyncio
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Self

from sandbox.wire.nursery import CAN_FORK, Life, nursery
from sandbox.wire.server import Wire
from sandbox.wire.signals import PATIENCE, Signal

ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the packages are that the process imports."""
_NEW_GROUP: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows alone knows it
START: Final = 60.0
"""How many seconds a bot may take to log in, and to stop."""


class BotProcess:
    """An unmodified bot in a process group of its own, against a wire.

    It can be started again after its end: each time is a new process with the same database. It never outlives whoever
    has started it.
    """

    def __init__(  # noqa: PLR0913 # all that makes a process
        self,
        wire: Wire,
        folder: Path,
        *,
        command: Sequence[str] = ("run",),
        environment: Mapping[str, str] | None = None,
        module: str = "bot",
        imported: Sequence[str] = (),
    ) -> None:
        """folder: where it works, and keeps its database unless the environment says otherwise. imported: modules that
        need not be imported anew at each start, where the system can do without.
        """
        self.log: list[str] = []
        """The lines that it has written, of all its lives."""
        self.database = folder / "wire.sqlite3"
        self._wire = wire
        self._folder = folder
        self._module = module
        self._imported = tuple(imported)
        self._arguments = tuple(command)
        self._environment = dict(environment or {})
        self._process: asyncio.subprocess.Process | Life | None = None
        self._watch: asyncio.Task[None] | None = None
        self._said = Signal()
        self._identified = 0

    async def __aenter__(self) -> Self:
        await self.start()
        await self.ready()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill()

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None, "it was never started"
        return self._process.pid

    async def start(self) -> None:
        """Start it; `ready` tells when it is there."""
        assert not self.running, "it runs already"
        self._identified = self._wire.world.identifies
        self._process = await (self._forked() if CAN_FORK and self._imported else self._executed())
        self._watch = asyncio.create_task(self._read(self._process))

    async def _executed(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandbox.wire.launch", "--module", self._module),
            *("--address", self._wire.address, "--", *self._arguments),
            cwd=self._folder,
            env={**self._surroundings(), **self._environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=sys.platform != "win32",
            creationflags=_NEW_GROUP,
        )

    async def _forked(self) -> Life:
        surroundings = self._surroundings()
        order = {
            "module": self._module,
            "address": self._wire.address,
            "arguments": self._arguments,
            "folder": str(self._folder),
            "environment": {**surroundings, **self._environment},
        }
        return await nursery(self._imported, _python()).start(order)

    def _surroundings(self) -> dict[str, str]:
        ours = {"DISCORD_TOKEN": self._wire.token, "DATABASE": str(self.database)}
        return {**os.environ, **dict(_python()), **ours}

    async def ready(self, within: float = START) -> None:
        """Wait until it has logged in: its commands are registered, and the gateway has greeted it.

        Raises:
            RuntimeError: it has ended instead.
        """

        def there() -> bool:
            if not self.running:
                raise RuntimeError("\n".join(["the bot has ended:", *self.log[-20:]]))
            return self._wire.world.identifies > self._identified and bool(self._wire.gateway.connected)

        await self._wire.until(there, within, what="the bot's login")

    def abandon(self) -> None:
        """Let go of it, as the end of this process would: it ends by itself."""
        assert self._process is not None, "it was never started"
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def kill(self) -> None:
        """Kill it and whatever it has started, at once."""
        if self.running:
            _kill_group(self.pid)
        await self._ended()

    async def terminate(self, within: float = START) -> int:
        """Ask it to stop; its exit code."""
        assert self._process is not None, "it was never started"
        if self.running:
            self._process.terminate()
        return await self.ended(within)

    async def ended(self, within: float = START) -> int:
        """Wait until it has ended; its exit code."""
        assert self._process is not None, "it was never started"
        async with asyncio.timeout(within):
            await self._ended()
        assert self._process.returncode is not None
        return self._process.returncode

    async def logged(self, text: str, within: float = PATIENCE) -> str:
        """Wait until it has written a line with this text; the line."""
        find = lambda: next((line for line in self.log if text in line), None)  # noqa: E731
        return str(await self._said.until(find, within, what=f"{text!r} in the log"))

    async def _ended(self) -> None:
        if self._watch is not None:
            await asyncio.shield(self._watch)

    async def _read(self, process: asyncio.subprocess.Process | Life) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode(errors="replace").rstrip())
            self._said.fire()
        await process.wait()
        self._wire.world.changed.fire()


@cache
def _bytecode() -> str:
    """A folder for what the processes of this one compile; it goes with it."""
    folder = tempfile.mkdtemp(prefix="wire-bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _python() -> tuple[tuple[str, str], ...]:
    """What Python is told by its environment."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    plain = {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    if sys.dont_write_bytecode:  # it would compile everything anew at each start
        plain |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": _bytecode()}
    return tuple(plain.items())


def _kill_group(pid: int) -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(pid)], check=False, capture_output=True)  # noqa: S603, S607
    else:
        os.killpg(pid, signal.SIGKILL)
