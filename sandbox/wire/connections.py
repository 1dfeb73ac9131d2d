"""Connections to the gateway: greeting, heartbeats, and the messages of either side ("Gateway", Connections)."""

import asyncio
import contextlib
import json
from collections import deque
from typing import Any, Final, Protocol

from aiohttp import WSMsgType, web

from sandbox.wire.compression import Packer
from sandbox.wire.errors import Json
from sandbox.wire.opcodes import CloseCode, Opcode
from sandbox.wire.sessions import Session

MESSAGES_A_MINUTE: Final = 120
"""The maximum number of messages from a bot over one connection in a minute ("Gateway", Rate Limiting)."""

LARGEST_MESSAGE: Final = 4096
"""The maximum number of bytes of a message from a bot ("Gateway", Sending Events)."""

_ENDS: Final = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})


class Listener(Protocol):
    """The methods of the gateway that a connection calls."""

    def receive(self, connection: "Connection", op: int, data: Any) -> None:
        """Act on a message from the bot."""

    def record_close(self, code: int) -> None:
        """Record that the gateway closes a connection."""


class Connection:
    """One socket. Sending only queues a message, so that no sender waits."""

    def __init__(
        self, listener: Listener, request: web.Request, socket: web.WebSocketResponse, pack: Packer | None
    ) -> None:
        self.session: Session | None = None
        """The session that the connection carries, or carried before another connection took over; None before a login.
        """
        self._listener = listener
        self._request = request
        self._socket = socket
        self._pack = pack
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._arrivals: deque[float] = deque()

    async def run(self, interval: float) -> None:
        """Greet the bot, then listen until the connection ends. Close it if the bot's heartbeats stop."""
        self.send({"op": Opcode.HELLO, "d": {"heartbeat_interval": int(interval * 1000)}})
        writer = asyncio.create_task(self._write())
        try:
            await self._listen(interval * 1.5)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer

    @property
    def open(self) -> bool:
        """Whether neither side has closed the connection."""
        return not self._socket.closed

    def send(self, message: Json) -> None:
        """Send one message."""
        self.send_text(json.dumps(message, separators=(",", ":")))

    def send_text(self, text: str) -> None:
        """Send one message that is JSON already."""
        self._outbox.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection with a code, once all queued messages are sent."""
        self._listener.record_close(code)
        self._outbox.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection at once."""
        if self._request.transport is not None:
            self._request.transport.abort()

    def stall(self) -> None:
        """Hold back everything that is sent, until `flow`."""
        self._flowing.clear()

    def flow(self) -> None:
        """Send everything that was held back, in order."""
        self._flowing.set()

    async def _write(self) -> None:
        while True:
            item = await self._outbox.get()
            await self._flowing.wait()
            if isinstance(item, int):
                await self._socket.close(code=item)
            elif self._pack is None:
                await self._socket.send_str(item)
            else:
                await self._socket.send_bytes(self._pack(item.encode()))

    async def _listen(self, patience: float) -> None:
        clock = asyncio.get_running_loop().time
        last_heartbeat = clock()
        while not self._socket.closed:
            timeout = max(last_heartbeat + patience - clock(), 0.001)
            try:
                received = await self._socket.receive(timeout=timeout)
            except TimeoutError:
                self.close(CloseCode.SESSION_TIMED_OUT)
                last_heartbeat = float("inf")
                continue
            if received.type in _ENDS:
                return
            if self._take(received.data, clock()) == Opcode.HEARTBEAT:
                last_heartbeat = clock()

    def _take(self, text: str | bytes, now: float) -> int | None:
        """Hand a message on to the gateway; return its opcode, or None if the connection is closed because of it."""
        while self._arrivals and now - self._arrivals[0] > 60:
            self._arrivals.popleft()
        self._arrivals.append(now)
        if len(self._arrivals) > MESSAGES_A_MINUTE:
            self.close(CloseCode.RATE_LIMITED)
            return None
        message = _decoded(text)
        if message is None:
            self.close(CloseCode.DECODE_ERROR)
            return None
        self._listener.receive(self, *message)
        return message[0]


def _decoded(text: str | bytes) -> tuple[int, Any] | None:
    """Return the opcode and the data of a message, or None if it is too large or malformed."""
    if len(text.encode() if isinstance(text, str) else text) > LARGEST_MESSAGE:
        return None
    try:
        message = json.loads(text)
        return int(message["op"]), message.get("d")
    except (ValueError, TypeError, KeyError):
        return None
