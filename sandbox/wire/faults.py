"""Faults on demand: matching requests are refused, lost, delayed or held."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NoReturn, TypeVar

from sandbox.wire.errors import ApiError, RateLimitedError
from sandbox.wire.journal import Request
from sandbox.wire.signals import WAIT_TIMEOUT, Signal

Match = Callable[[Request], bool]


def on(method: str = "", route: str = "", **ids: int) -> Match:
    """Return a predicate for requests with this method, this route and these ids. An argument that is left out matches
    any.
    """

    def match(request: Request) -> bool:
        wanted = all(request.ids.get(name) == str(number) for name, number in ids.items())
        return method in {"", request.method} and route in {"", request.route} and wanted

    return match


every_request: Match = on()
"""A predicate that is true for every request."""


class Dropped(Exception):  # noqa: N818 # nothing went wrong here
    """Raised to cut the connection without an answer."""


class Fault:
    """A disturbance of one request. This base class does nothing."""

    @property
    def name(self) -> str:
        """The fault's name in the journal."""
        return type(self).__name__

    async def before(self, request: Request) -> None:
        """Disturb the request before Discord acts.

        Raises:
            ApiError: Discord answers with this error and does nothing.
            Dropped: Discord does nothing, and there is no answer.
        """

    async def after(self, request: Request) -> None:
        """Disturb the request after Discord has acted, before it answers.

        Raises:
            ApiError: Discord answers with this error, although it has acted.
            Dropped: there is no answer.
        """


@dataclass
class Refuse(Fault):
    """Discord answers with an error and does nothing: `Refuse(50001)`, `Refuse(0, status=502)`.

    acted: whether Discord acts nevertheless before it answers with the error.
    """

    code: int
    status: int | None = None
    message: str | None = None
    acted: bool = False

    @property
    def name(self) -> str:
        """The fault's name with the code and the status."""
        return f"Refuse({self.code}, status={self.status})"

    async def before(self, request: Request) -> None:
        """Raise the error, unless `acted` is set."""
        if not self.acted:
            self._refuse()

    async def after(self, request: Request) -> None:
        """Raise the error if `acted` is set: the request has been carried out."""
        if self.acted:
            self._refuse()

    def _refuse(self) -> NoReturn:
        broken = f"{self.status}: {HTTPStatus(self.status).phrase}" if self.status is not None else None
        raise ApiError(self.code, self.message or broken, status=self.status)


@dataclass
class Limit(Fault):
    """Discord answers 429, and does nothing."""

    retry_after: float
    everywhere: bool = False
    """Whether the limit is the global one, for all requests of the bot."""

    async def before(self, request: Request) -> None:
        """Raise the error."""
        raise RateLimitedError(self.retry_after, everywhere=self.everywhere)


class LoseRequest(Fault):
    """The connection drops before Discord acts."""

    async def before(self, request: Request) -> None:
        """Drop the connection."""
        raise Dropped


class LoseReply(Fault):
    """Discord acts, and the connection drops before it answers."""

    async def after(self, request: Request) -> None:
        """Drop the connection."""
        raise Dropped


@dataclass
class Delay(Fault):
    """Discord answers a few seconds late.

    acting_too: whether Discord also acts late.
    """

    seconds: float
    acting_too: bool = False

    async def before(self, request: Request) -> None:
        """Wait if Discord also acts late."""
        if self.acting_too:
            await asyncio.sleep(self.seconds)

    async def after(self, request: Request) -> None:
        """Wait if only the answer is late."""
        if not self.acting_too:
            await asyncio.sleep(self.seconds)


@dataclass
class Hold(Fault):
    """The request is held until it is released or its sender is gone.

    acted: whether Discord acts at once, so that only its answer is held. Otherwise Discord never acts if the sender
    goes before the release.
    """

    acted: bool = False
    _signal: Signal = field(default_factory=Signal, repr=False)
    _held: list[Request] = field(default_factory=list)
    _released: bool = False

    async def reached(self, within: float = WAIT_TIMEOUT) -> Request:
        """Wait until a request is held; return the first one."""
        return (await self._signal.until(lambda: self._held, within, what="a request to hold"))[0]

    def release(self) -> None:
        """Let all held requests go on, and do not hold later ones."""
        self._released = True
        self._signal.fire()

    async def before(self, request: Request) -> None:
        """Hold the request, unless `acted` is set."""
        if not self.acted:
            await self._hold(request)

    async def after(self, request: Request) -> None:
        """Hold the answer if `acted` is set."""
        if self.acted:
            await self._hold(request)

    async def _hold(self, request: Request) -> None:
        self._held.append(request)
        self._signal.fire()
        await self._signal.until(lambda: self._released, None, what="a release")


@dataclass
class Script(Fault):
    """Discord calls a function of the test before it acts, which may delete a channel or revoke permissions, for
    example.
    """

    happens: Callable[[Request], None]

    async def before(self, request: Request) -> None:
        """Call the function."""
        self.happens(request)


@dataclass
class _Armed:
    match: Match
    fault: Fault
    skip: int
    remaining: int | None
    """The number of requests that the fault will still strike; None for all."""


AnyFault = TypeVar("AnyFault", bound=Fault)


class Faults:
    """The faults that tests have asked for. The first one that matches a request strikes it; the others do not."""

    def __init__(self) -> None:
        self._armed: list[_Armed] = []

    def once(self, match: Match, fault: AnyFault, *, skip: int = 0) -> AnyFault:
        """Strike one matching request, after `skip` others have passed; return the fault."""
        self._armed.append(_Armed(match, fault, skip, remaining=1))
        return fault

    def nth(self, number: int, fault: AnyFault) -> AnyFault:
        """Strike the nth request from now on, of whatever kind; return the fault."""
        return self.once(every_request, fault, skip=number - 1)

    def always(self, match: Match, fault: AnyFault) -> AnyFault:
        """Strike every matching request from now on, until `clear`; return the fault."""
        self._armed.append(_Armed(match, fault, 0, remaining=None))
        return fault

    def clear(self) -> None:
        """Remove all faults. Held requests stay held."""
        self._armed.clear()

    @property
    def waiting(self) -> int:
        """The number of faults that are to strike one request and have not struck yet."""
        return sum(armed.remaining is not None for armed in self._armed)

    def strike(self, request: Request) -> Fault:
        """Return the fault that strikes this request; usually one that does nothing."""
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
        if struck.remaining is not None:
            self._armed.remove(struck)
        request.fault = struck.fault.name
        return struck.fault
