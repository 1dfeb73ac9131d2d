"""Runs the bot and measures its processor time by stage: `python -m bench.timed FILE CHECKOUT ARGUMENTS`.

The functions at which a stage of the work begins are wrapped: the processor time that a thread uses inside belongs to
that stage, except for the time of a stage within it. A coroutine counts while it runs, not while it waits. The event
loop between two callbacks is a stage, too; the rest of the process is thread changes and the system. So the stages add
up to the time of the process. At `TELL` the sums are written to FILE.
"""

import functools
import importlib
import inspect
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

from bench import guest

TELL: Final = signal.SIGUSR1

STAGES: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("rules", "bot.model.table", ("Table.play", "Table.digest", "Table.decision")),
    ("views", "bot.model.table", ("Table.view", "Table.ply_events")),
    ("packing", "render.encode", ("png", "recoloured")),
    ("pictures", "render.picture", ("table_picture", "hand_picture", "choice_picture", "result_picture")),
    ("compose", "cogs.messages.board", ("board_message", "final_message")),
    ("compose", "cogs.messages.hand", ("hand_message", "closed_hand")),
    ("database", "bot.store.worker", ("Worker._carry_out", "Worker._answer", "Worker._begin")),
    ("database", "bot.store.database", ("Database.read", "Database.write")),
    ("application", "bot.application.match.positions", ("Positions.change", "Positions.change_both", "Positions.get")),
    ("delivery", "cogs.delivery.deliverer", ("Deliverer._serve", "Deliverer._scan", "Deliverer.settled")),
    ("event in", "discord.gateway", ("DiscordWebSocket.received_message",)),
    ("route", "cogs.client", ("HiddenHand.on_interaction", "Tree.interaction_check")),
    ("route", "discord.app_commands.tree", ("CommandTree._call",)),
    ("discord.py", "discord.http", ("HTTPClient.request",)),
    ("discord.py", "discord.webhook.async_", ("AsyncWebhookAdapter.request",)),
    ("HTTP", "aiohttp.client", ("ClientSession._request", "ClientSession.ws_connect")),
    ("HTTP", "aiohttp.web_protocol", ("RequestHandler.start",)),
    ("callbacks", "asyncio.events", ("Handle._run",)),
)
"""Each stage with the functions of a module at which it begins. Modules that import a function by name come later
and get the wrapped one.
"""
LOOP: Final = "event loop"
"""The stage of the main thread outside any other."""
REST: Final = "threads and system"
"""The rest of the processor time of the process."""
NAMES: Final = tuple(dict.fromkeys([*(stage for stage, _, _ in STAGES), LOOP, REST]))

LOOK_EVERY: Final = 0.01
"""Seconds between two looks for the sums."""

_Step = Callable[[], Any]


class Meter:
    """Adds up the processor time of threads by stage."""

    def __init__(self, file: Path, now: Callable[[], float] = time.thread_time) -> None:
        """file: where the sums are written. now: returns the processor time of this thread in seconds."""
        self._file, self._now = file, now
        self._threads = threading.local()
        self.sums: Counter[str] = Counter()

    def start(self) -> None:
        """Wrap the functions, and write the sums at each `TELL`. This thread's base is the event loop."""
        self._threads.stack, self._threads.since = [LOOP], self._now()
        for stage, module, places in STAGES:
            for place in places:
                self._wrap(importlib.import_module(module), place, stage)
        signal.signal(TELL, self._tell)

    def enter(self, stage: str) -> None:
        """Begin a stage of this thread, within the present one."""
        stack = self._count()
        stack.append(stage)

    def leave(self) -> None:
        """End the present stage of this thread."""
        self._count().pop()

    def _count(self) -> list[str]:
        """Add what this thread has used to its present stage, if it is in one; return its stages."""
        now, mine = self._now(), self._threads
        stack: list[str] = mine.__dict__.setdefault("stack", [])
        if stack:
            self.sums[stack[-1]] += now - mine.since
        mine.since = now
        return stack

    def _wrap(self, module: Any, place: str, stage: str) -> None:
        *owners, name = place.split(".")
        owner = functools.reduce(lambda kind, part: getattr(kind, part, None), owners, module)
        function = inspect.getattr_static(owner, name, None)
        if isinstance(function, property):  # an older checkout may lack any of them
            setattr(owner, name, property(self._timed(function.fget, stage)))
        elif callable(function):
            setattr(owner, name, self._timed(function, stage))

    def _timed(self, function: Any, stage: str) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            self.enter(stage)
            try:
                return function(*given, **named)
            finally:
                self.leave()

        @functools.wraps(function)
        async def run(*given: Any, **named: Any) -> Any:
            return await _Steps(function(*given, **named), self, stage)

        return run if inspect.iscoroutinefunction(function) else call

    def _tell(self, _: int, __: FrameType | None) -> None:
        self._count()
        rest = time.process_time() - sum(self.sums.values())
        unfinished = self._file.with_suffix(".unfinished")
        unfinished.write_text(json.dumps({**self.sums, REST: rest}), encoding="utf-8")
        unfinished.replace(self._file)


class _Steps:
    """Awaits a coroutine, and counts each step of it for a stage."""

    def __init__(self, work: Coroutine[Any, Any, Any], meter: Meter, stage: str) -> None:
        self._work, self._meter, self._stage = work, meter, stage

    def __await__(self) -> Generator[Any, Any, Any]:
        step: _Step = partial(self._work.send, None)
        while True:
            self._meter.enter(self._stage)
            try:
                waited_for = step()
            except StopIteration as done:
                return done.value
            finally:
                self._meter.leave()
            try:
                step = partial(self._work.send, (yield waited_for))
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as error:  # noqa: BLE001 # the coroutine gets it
                step = partial(self._work.throw, error)


def told(pid: int, file: Path) -> Mapping[str, float]:
    """Let a timed process write its sums into its file; return them: seconds of processor time by stage."""
    file.unlink(missing_ok=True)
    os.kill(pid, TELL)
    while not file.exists():
        time.sleep(LOOK_EVERY)
    sums: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
    return sums


def main() -> None:
    """Measure the bot of a checkout."""
    _, file, checkout, *arguments = sys.argv
    guest.import_from(checkout)
    Meter(Path(file)).start()
    guest.run(arguments)


if __name__ == "__main__":
    main()
