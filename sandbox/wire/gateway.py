"""The gateway: connections over which a bot is told what happens ("Gateway")."""

import asyncio
import contextlib
import json
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from sandbox.wire.compression import PACKERS, Packer
from sandbox.wire.errors import Json
from sandbox.wire.guild_objects import guild_create
from sandbox.wire.journal import Violation
from sandbox.wire.objects import own_user_object
from sandbox.wire.options import Options
from sandbox.wire.sessions import KNOWN, PRIVILEGED, Session
from sandbox.wire.world import Event, World

HEARTBEAT: Final = 1
IDENTIFY: Final = 2
PRESENCE_UPDATE: Final = 3
RESUME: Final = 6
RECONNECT: Final = 7
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

UNKNOWN_OPCODE: Final = 4001
DECODE_ERROR: Final = 4002
NOT_AUTHENTICATED: Final = 4003
AUTHENTICATION_FAILED: Final = 4004
ALREADY_AUTHENTICATED: Final = 4005
INVALID_SEQUENCE: Final = 4007
TOO_MANY: Final = 4008
TIMED_OUT: Final = 4009
INVALID_SHARD: Final = 4010
INVALID_VERSION: Final = 4012
INVALID_INTENTS: Final = 4013
DISALLOWED_INTENTS: Final = 4014

SENT_A_MINUTE: Final = 120
"""What a bot may send over one connection ("Gateway", Rate Limiting)."""

CARELESS: Final = frozenset({4001, 4002, 4003, 4005, 4007, 4008, 4012, 4013})
"""Close codes that no well-made bot meets."""


class Gateway:
    """All connections and sessions of the bot, and what tests do to them."""

    def __init__(self, world: World, options: Options, violations: list[Violation]) -> None:
        self.address = ""
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.closes: list[int] = []
        """The codes with which this side closed connections."""
        self.deaf = False
        """Whether heartbeats are not acknowledged."""
        self._world = world
        self._options = options
        self._violations = violations
        self._identified: dict[int, float] = {}
        world.listeners.append(self._hear)

    async def serve(self, asked: web.Request) -> web.StreamResponse:
        """Hold one connection until it ends."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 4)
        await socket.prepare(asked)
        query = asked.query
        version = query.get("v") == "10" and query.get("encoding", "json") == "json"
        name = query.get("compress")
        if not version or (name is not None and name not in PACKERS):
            self.closed(INVALID_VERSION)
            await socket.close(code=INVALID_VERSION)
            return socket
        connection = Connection(self, asked, socket, PACKERS[name]() if name is not None else None)
        self.connections.append(connection)
        try:
            await connection.run(self._options.heartbeat_interval)
        finally:
            self.connections.remove(connection)
            if connection.session is not None and connection.session.connection is connection:
                connection.session.connection = None
            self._world.changed.fire()
        return socket

    def _hear(self, event: Event) -> None:
        for session in tuple(self.sessions.values()):
            session.hear(event, self._world)

    @property
    def connected(self) -> list[Session]:
        """The sessions that are held on a connection."""
        return [session for session in self.sessions.values() if session.connection is not None]

    # what tests do

    def drop(self) -> None:
        """Every connection is cut, without a word."""
        for connection in tuple(self.connections):
            connection.abort()

    def ask_to_reconnect(self) -> None:
        """Opcode 7: every bot is to connect anew and to resume."""
        for connection in tuple(self.connections):
            connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Opcode 9: no session is valid any more; if it can be resumed, it is."""
        for connection in tuple(self.connections):
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            connection.send({"op": INVALID_SESSION, "d": resumable})

    def close(self, code: int) -> None:
        """Every connection is closed with a code."""
        for connection in tuple(self.connections):
            connection.close(code)

    def forget_sessions(self) -> None:
        """No session can be resumed any more."""
        self.sessions.clear()

    # what connections ask

    def identify(self, connection: "Connection", data: Json) -> None:
        """A bot logs in ("Gateway Events", Identify)."""
        shard, shards = data.get("shard") or (0, 1)
        intents = data.get("intents")
        if data.get("token") != self._world.bot_token or self._world.identifies >= self._options.identifies_a_day:
            return connection.close(AUTHENTICATION_FAILED)
        if not 0 <= shard < shards:
            return connection.close(INVALID_SHARD)
        if not isinstance(intents, int) or intents & ~KNOWN:
            return connection.close(INVALID_INTENTS)
        if intents & PRIVILEGED & ~self._options.privileged_intents:
            return connection.close(DISALLOWED_INTENTS)
        bucket, now = shard % self._options.max_concurrency, self._world.clock.now()
        if now - self._identified.get(bucket, float("-inf")) < self._options.identify_every:
            return connection.send({"op": INVALID_SESSION, "d": False})
        self._identified[bucket] = now
        self._world.identifies += 1
        for old in [each for each in self.sessions.values() if each.shard == shard and each.connection is None]:
            del self.sessions[old.id]  # what would resume it has begun anew
        session = Session(shard, shards, intents)
        self.sessions[session.id] = session
        session.connection, connection.session = connection, session
        self._greet(session)
        self._world.changed.fire()
        return None

    def _greet(self, session: Session) -> None:
        world = self._world
        there = [guild for guild in world.guilds.values() if world.bot.id in guild.members]
        guilds = [guild for guild in there if (guild.id >> 22) % session.shards == session.shard]
        ready = {
            "v": 10,
            "user": own_user_object(world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "shard": [session.shard, session.shards],
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            session.hear(Event("GUILD_CREATE", guild_create(guild, world.bot), guild), world)

    def resume(self, connection: "Connection", data: Json) -> None:
        """A bot goes on with a session ("Gateway Events", Resume)."""
        if data.get("token") != self._world.bot_token:
            return connection.close(AUTHENTICATION_FAILED)
        session, sequence = self.sessions.get(str(data.get("session_id"))), data.get("seq")
        if session is None or not isinstance(sequence, int):
            return connection.send({"op": INVALID_SESSION, "d": False})
        if sequence > session.sequence:
            return connection.close(INVALID_SEQUENCE)
        if not session.can_replay(sequence):
            del self.sessions[session.id]
            return connection.send({"op": INVALID_SESSION, "d": False})
        if session.connection is not None:
            session.connection.abort()
        session.connection, connection.session = connection, session
        session.replay(sequence)
        session.dispatch("RESUMED", {})
        self._world.changed.fire()
        return None

    def closed(self, code: int) -> None:
        """This side has closed a connection."""
        self.closes.append(code)
        if code in CARELESS:
            self._violations.append(Violation(f"the gateway was closed with {code}"))


class Connection:
    """One socket. What is sent is queued, so that whoever sends need not wait."""

    def __init__(
        self, gateway: Gateway, asked: web.Request, socket: web.WebSocketResponse, pack: Packer | None
    ) -> None:
        self.session: Session | None = None
        self._gateway = gateway
        self._asked = asked
        self._socket = socket
        self._pack = pack
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()
        self._received: deque[float] = deque()

    async def run(self, interval: float) -> None:
        """Greet, listen until the end, and see that the heart beats."""
        self.send({"op": HELLO, "d": {"heartbeat_interval": int(interval * 1000)}})
        writer = asyncio.create_task(self._write())
        try:
            await self._listen(interval * 1.5)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await writer

    def send(self, message: Json) -> None:
        """Send one message."""
        self.send_text(json.dumps(message, separators=(",", ":")))

    def send_text(self, text: str) -> None:
        """Send one message that is JSON already."""
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close with a code, after what has been sent."""
        self._gateway.closed(code)
        self._queue.put_nowait(code)

    def abort(self) -> None:
        """Cut it."""
        if self._asked.transport is not None:
            self._asked.transport.abort()

    async def _write(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self._socket.close(code=item)
            elif self._pack is None:
                await self._socket.send_str(item)
            else:
                await self._socket.send_bytes(self._pack(item.encode()))

    async def _listen(self, patience: float) -> None:
        beat = asyncio.get_running_loop().time()
        while not self._socket.closed:
            left = beat + patience - asyncio.get_running_loop().time()
            try:
                received = await self._socket.receive(timeout=max(left, 0.001))
            except TimeoutError:
                self.close(TIMED_OUT)
                beat = float("inf")
                continue
            if received.type in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR}:
                return
            op = self._take(received.data)
            beat = asyncio.get_running_loop().time() if op == HEARTBEAT else beat

    def _take(self, text: Any) -> int | None:
        """Do what a message asks; its opcode."""
        now = asyncio.get_running_loop().time()
        while self._received and now - self._received[0] > 60:
            self._received.popleft()
        self._received.append(now)
        if len(self._received) > SENT_A_MINUTE:
            self.close(TOO_MANY)
            return None
        try:
            message = json.loads(text)
            op, data = message["op"], message.get("d")
        except (ValueError, TypeError, KeyError):
            self.close(DECODE_ERROR)
            return None
        self._do(op, data)
        return int(op)

    def _do(self, op: int, data: Any) -> None:
        if op == HEARTBEAT:
            if not self._gateway.deaf:
                self.send({"op": HEARTBEAT_ACK, "d": None})
        elif op in {IDENTIFY, RESUME}:
            if self.session is not None:
                self.close(ALREADY_AUTHENTICATED)
            elif op == IDENTIFY:
                self._gateway.identify(self, data)
            else:
                self._gateway.resume(self, data)
        elif op == PRESENCE_UPDATE:
            if self.session is None:
                self.close(NOT_AUTHENTICATED)
        else:
            self.close(UNKNOWN_OPCODE)
