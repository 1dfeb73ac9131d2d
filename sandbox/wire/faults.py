"""Faults on demand: what Discord, or the way to it, does wrong with the requests that match."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

from sandbox.wire.errors import ApiError
from sandbox.wire.journal import Request
from sandbox.wire.signals import PATIENCE, Signal

Match = Callable[[Request], bool]


def on(method: str = "", route: str = "", **ids: int) -> Match:
    """Requests of this method, to this route, with these ids in it; each only if it is given."""

    def match(request: Request) -> bool:
        wanted = all(request.ids.get(name) == str(number) for name, number in ids.items())
        return method in {"", request.method} and route in {"", request.route} and wanted

    return match


every_request: Match = on()
"""Any request at all."""


class Dropped(Exception):  # noqa: N818 # not an error of anybody here
    """The connection is to be cut without an answer."""


class Fault:
    """What happens to one request. This one does nothing."""

    @property
    def name(self) -> str:
        """As the journal calls it."""
        return type(self).__name__

    async def before(self, request: Request) -> None:
        """Happens before Discord acts.

        Raises:
            ApiError: it answers this instead.
            Dropped: there is no answer.
        """

    async def after(self, request: Request) -> None:
        """Happens after Discord has acted, before it answers.

        Raises:
            ApiError: it answers this, though it has acted.
            Dropped: there is no answer.
        """


@dataclass
class Refuse(Fault):
    """Discord answers with an error and does nothing: `Refuse(50001)`, `Refuse(0, status=502)`.

    acted: it has done it all the same, as when a request comes twice.
    """

    code: int
    status: int | None = None
    message: str | None = None
    acted: bool = False

    @property
    def name(self) -> str:
        """With its code."""
        return f"Refuse({self.code}, status={self.status})"

    async def before(self, request: Request) -> None:
        """Refuse, unless it is to be done."""
        if not self.acted:
            self._refuse()

    async def after(self, request: Request) -> None:
        """Refuse what was done."""
        if self.acted:
            self._refuse()

    def _refuse(self) -> NoReturn:
        broken = f"{self.status}: {HTTPStatus(self.status).phrase}" if self.status is not None else None
        raise ApiError(self.code, self.message or broken, status=self.status)


@dataclass
class Limit(Fault):
    """Discord answers 429."""

    retry_after: float
    everywhere: bool = False
    """Whether it is the limit of the whole bot."""

    async def before(self, request: Request) -> None:
        """Refuse for a while."""
        raise RateLimitedError(self.retry_after, everywhere=self.everywhere)


class RateLimitedError(ApiError):
    """429 ("Rate Limits", Exceeding A Rate Limit)."""

    def __init__(self, retry_after: float, *, everywhere: bool = False) -> None:
        super().__init__(0, "You are being rate limited.", status=429)
        self.retry_after = retry_after
        self.everywhere = everywhere

    def body(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {**super().body(), "retry_after": self.retry_after, "global": self.everywhere}


class LoseRequest(Fault):
    """The connection drops before Discord acts."""

    async def before(self, request: Request) -> None:
        """Drop."""
        raise Dropped


class LoseReply(Fault):
    """Discord acts, and the connection drops before it answers."""

    async def after(self, request: Request) -> None:
        """Drop."""
        raise Dropped


@dataclass
class Delay(Fault):
    """Discord acts, and answers so many seconds later; or it also acts later."""

    seconds: float
    acting_too: bool = False

    async def before(self, request: Request) -> None:
        """Wait, if acting waits too."""
        if self.acting_too:
            await asyncio.sleep(self.seconds)

    async def after(self, request: Request) -> None:
        """Wait, if only the answer waits."""
        if not self.acting_too:
            await asyncio.sleep(self.seconds)


@dataclass
class Hold(Fault):
    """The request stays where it is until it is released, or whoever sent it is gone.

    acted: Discord has acted, and only the answer is held. If the sender goes before that, it never acts.
    """

    acted: bool = False
    _signal: Signal = field(default_factory=Signal, repr=False)
    _held: list[Request] = field(default_factory=list)
    _released: bool = False

    async def reached(self, within: float = PATIENCE) -> Request:
        """Wait until a request is held; the first one that was."""
        return (await self._signal.until(lambda: self._held, within, what="a request to hold"))[0]

    def release(self) -> None:
        """Let it go on."""
        self._released = True
        self._signal.fire()

    async def before(self, request: Request) -> None:
        """Hold it, if it is to be held before Discord acts."""
        if not self.acted:
            await self._hold(request)

    async def after(self, request: Request) -> None:
        """Hold it, if it is to be held after Discord has acted."""
        if self.acted:
            await self._hold(request)

    async def _hold(self, request: Request) -> None:
        self._held.append(request)
        self._signal.fire()
        await self._signal.until(lambda: self._released, None, what="a release")


@dataclass
class Script(Fault):
    """Something of your own happens to the world, before Discord acts: a channel goes, permissions are revoked."""

    happens: Callable[[Request], None]

    async def before(self, request: Request) -> None:
        """Let it happen."""
        self.happens(request)


@dataclass
class _Armed:
    match: Match
    fault: Fault
    skip: int
    left: int | None


AnyFault = TypeVar("AnyFault", bound=Fault)


class Faults:
    """Which faults are waiting for which requests. The first that matches strikes; one request meets one fault."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []

    def once(self, match: Match, fault: AnyFault, *, skip: int = 0) -> AnyFault:
        """Strike one matching request from now on, after so many that are spared; returns the fault."""
        self._armed.append(_Armed(match, fault, skip, left=1))
        return fault

    def nth(self, number: int, fault: AnyFault) -> AnyFault:
        """Strike the nth request of any kind from now on."""
        return self.once(every_request, fault, skip=number - 1)

    def always(self, match: Match, fault: AnyFault) -> AnyFault:
        """Strike every matching request from now on, until the faults are cleared."""
        self._armed.append(_Armed(match, fault, 0, left=None))
        return fault

    def clear(self) -> None:
        """Nothing strikes any more. What is being held stays held."""
        self._armed.clear()

    @property
    def waiting(self) -> int:
        """How many faults have not struck as often as they should."""
        return sum(armed.left is not None for armed in self._armed)

    def strike(self, request: Request) -> Fault:
        """The fault that this request meets: one that does nothing, mostly."""
        struck: _Armed | None = None
        for armed in self._armed:
            if not armed.match(request):
                continue
            if armed.skip:
                armed.skip -= 1
            elif struck is None:
                struck = armed
        if struck is None:
            return Fault()
        if struck.left is not None:
            self._armed.remove(struck)
        request.fault = struck.fault.name
        return struck.fault
