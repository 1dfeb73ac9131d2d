"""The gateway: sessions over which a bot receives events, and the disturbances that tests cause ("Gateway")."""

from typing import Any

from aiohttp import web

from sandbox.wire.compression import PACKERS
from sandbox.wire.connections import Connection
from sandbox.wire.errors import Json
from sandbox.wire.guild_objects import guild_create
from sandbox.wire.journal import Violation
from sandbox.wire.model import Guild
from sandbox.wire.objects import member_object, own_user_object
from sandbox.wire.opcodes import CARELESS, CloseCode, Opcode
from sandbox.wire.options import Options
from sandbox.wire.outages import Outages
from sandbox.wire.sessions import KNOWN, PRIVILEGED, Session, shard_of
from sandbox.wire.world import Event, World


class Gateway:
    """All connections and sessions of the bot.

    Tests disturb the connections of one shard, or of all shards: `shard=None`.
    """

    def __init__(self, world: World, options: Options, violations: list[Violation]) -> None:
        self.address = ""
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.closes: list[int] = []
        """The codes with which the gateway has closed connections."""
        self.deaf = False
        """Whether the gateway leaves heartbeats without an acknowledgement."""
        self._world = world
        self._options = options
        self._violations = violations
        self._outages = Outages()
        self._refusal: int | None = None
        world.listeners.append(self._hear)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        query = request.query
        is_v10 = query.get("v") == "10" and query.get("encoding", "json") == "json"
        compression = query.get("compress")
        if not is_v10 or (compression is not None and compression not in PACKERS):
            self.record_close(CloseCode.INVALID_VERSION)
            await socket.close(code=CloseCode.INVALID_VERSION)
            return socket
        connection = Connection(self, request, socket, PACKERS[compression]() if compression is not None else None)
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
        """The sessions that a connection carries."""
        return [session for session in self.sessions.values() if session.connection is not None]

    # disturbances by tests

    def drop(self, shard: int | None = None) -> None:
        """Cut connections at once, without a closing message."""
        for connection in self._of(shard):
            connection.abort()

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """Send opcode 7, which asks the bot to connect anew and resume."""
        for connection in self._of(shard):
            connection.send({"op": Opcode.RECONNECT, "d": None})

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Send opcode 9, which ends the sessions unless they are `resumable`."""
        for connection in self._of(shard):
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
            _refuse_session(connection, resumable=resumable)

    def close(self, code: int, shard: int | None = None) -> None:
        """Close connections with a code."""
        for connection in self._of(shard):
            connection.close(code)

    def refuse(self, code: int) -> None:
        """Close all connections with a code, and every later one that logs in or resumes.

        Later ones too, because a client can miss the code if its connection ends at the same moment.
        """
        self._refusal = code
        self.close(code)

    def forget_sessions(self, shard: int | None = None) -> None:
        """Forget sessions, so that the bot cannot resume them."""
        for session in tuple(self.sessions.values()):
            if shard in {None, session.shard}:
                del self.sessions[session.id]

    def stall(self, shard: int) -> None:
        """Hold back everything that is sent to a shard, on new connections too, until `release`."""
        self._outages.stalled.add(shard)
        for connection in self._of(shard):
            connection.stall()

    def release(self, shard: int) -> None:
        """Send a stalled shard everything that was held back."""
        self._outages.stalled.discard(shard)
        for connection in self._of(shard):
            connection.flow()

    def lose(self, shard: int) -> None:
        """Cut the connections of a shard, and leave its logins unanswered until `restore`."""
        self._outages.lost.setdefault(shard, [])
        self.drop(shard)

    def restore(self, shard: int) -> None:
        """Answer the waiting logins of a lost shard."""
        for login in self._outages.lost.pop(shard, []):
            if login.connection.open:
                self.receive(login.connection, login.op, login.data)

    def _of(self, shard: int | None) -> list[Connection]:
        if shard is None:
            return self.connections.copy()
        return [each for each in self.connections if each.session is not None and each.session.shard == shard]

    # messages from the bot

    def receive(self, connection: Connection, op: int, data: Any) -> None:
        """Act on a message from the bot."""
        if op == Opcode.HEARTBEAT:
            if not self.deaf:
                connection.send({"op": Opcode.HEARTBEAT_ACK, "d": None})
        elif op in {Opcode.IDENTIFY, Opcode.RESUME}:
            self._log_in(connection, op, data)
        elif op in {Opcode.PRESENCE_UPDATE, Opcode.REQUEST_GUILD_MEMBERS}:
            if connection.session is None:
                connection.close(CloseCode.NOT_AUTHENTICATED)
            elif op == Opcode.REQUEST_GUILD_MEMBERS:
                self._send_members(connection.session, data)
        else:
            connection.close(CloseCode.UNKNOWN_OPCODE)

    def record_close(self, code: int) -> None:
        """Record that the gateway closes a connection; a code that a well-made bot never causes is a violation."""
        self.closes.append(code)
        if code in CARELESS:
            self._violations.append(Violation(f"the gateway was closed with {int(code)}"))

    def _log_in(self, connection: Connection, op: int, data: Any) -> None:
        if connection.session is not None:
            return connection.close(CloseCode.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict):
            return connection.close(CloseCode.DECODE_ERROR)
        if data.get("token") != self._world.bot_token:
            return connection.close(CloseCode.AUTHENTICATION_FAILED)
        if self._refusal is not None:
            return connection.close(self._refusal)
        if self._outages.park(connection, op, data, self._shard_to_log_in(op, data)):
            return None
        return self._identify(connection, data) if op == Opcode.IDENTIFY else self._resume(connection, data)

    def _shard_to_log_in(self, op: int, data: Json) -> int | None:
        if op == Opcode.RESUME:
            session = self.sessions.get(str(data.get("session_id")))
            return session.shard if session is not None else None
        shard = _requested_shard(data)
        return shard[0] if shard is not None else None

    def _identify(self, connection: Connection, data: Json) -> None:
        """Start a session ("Gateway Events", Identify)."""
        starts = self._world.session_starts
        if not starts.spend():
            return self._take_token_away()
        shard = _requested_shard(data)
        if shard is None:
            return connection.close(CloseCode.INVALID_SHARD)
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN:
            return connection.close(CloseCode.INVALID_INTENTS)
        if intents & PRIVILEGED & ~self._options.privileged_intents:
            return connection.close(CloseCode.DISALLOWED_INTENTS)
        session = Session(*shard, intents)
        guilds = self._guilds(session)
        if len(guilds) > self._options.guilds_a_shard:
            return connection.close(CloseCode.SHARDING_REQUIRED)
        if not starts.claim(session.shard):
            return _refuse_session(connection)
        for old in [each for each in self.sessions.values() if each.shard == session.shard and each.connection is None]:
            del self.sessions[old.id]  # its shard has begun anew
        self._carry(session, connection)
        session.dispatch("READY", self._ready(session, guilds, data))
        for guild in guilds:
            session.hear(Event("GUILD_CREATE", guild_create(guild, self._world.bot), guild), self._world)
        self._world.changed.fire()
        return None

    def _send_members(self, session: Session, data: Json) -> None:
        """Send at most 100 requested users who are members of a guild ("Gateway Events", Request Guild Members)."""
        guild = next((each for each in self._guilds(session) if str(each.id) == str(data.get("guild_id"))), None)
        if guild is None:
            return
        asked = [int(each) for each in data.get("user_ids", [])][:100]
        chunk = {
            "guild_id": str(guild.id),
            "members": [member_object(guild.members[each]) for each in asked if each in guild.members],
            "not_found": [str(each) for each in asked if each not in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    def _take_token_away(self) -> None:
        """End all sessions and reset the bot's token, because it has identified too often today ("Gateway", Rate
        Limiting).
        """
        self._world.reset_token()
        self.forget_sessions()
        self.close(CloseCode.AUTHENTICATION_FAILED)

    def _guilds(self, session: Session) -> list[Guild]:
        bot = self._world.bot.id
        joined = [guild for guild in self._world.guilds.values() if bot in guild.members]
        return [guild for guild in joined if shard_of(guild, session.shards) == session.shard]

    def _ready(self, session: Session, guilds: list[Guild], data: Json) -> Json:
        bot = self._world.bot
        return {
            "v": 10,
            "user": own_user_object(bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            **({"shard": [session.shard, session.shards]} if data.get("shard") is not None else {}),
            "application": {"id": str(bot.id), "flags": 0},
        }

    def _resume(self, connection: Connection, data: Json) -> None:
        """Go on with a session ("Gateway Events", Resume)."""
        session, sequence = self.sessions.get(str(data.get("session_id"))), data.get("seq")
        if session is None or not isinstance(sequence, int):
            return _refuse_session(connection)
        if sequence > session.sequence:
            return connection.close(CloseCode.INVALID_SEQUENCE)
        if not session.can_replay(sequence):
            del self.sessions[session.id]
            return _refuse_session(connection)
        if session.connection is not None:
            session.connection.abort()
        self._carry(session, connection)
        session.replay(sequence)
        session.dispatch("RESUMED", {})
        self._world.changed.fire()
        return None

    def _carry(self, session: Session, connection: Connection) -> None:
        self.sessions[session.id] = session
        session.connection, connection.session = connection, session
        if session.shard in self._outages.stalled:
            connection.stall()


def _refuse_session(connection: Connection, *, resumable: bool = False) -> None:
    connection.send({"op": Opcode.INVALID_SESSION, "d": resumable})


def _requested_shard(data: Json) -> tuple[int, int] | None:
    """Return the shard and the number of shards that an IDENTIFY asks for; None if they are impossible."""
    pair = data.get("shard")
    if pair is None:
        return 0, 1
    if not isinstance(pair, list) or [type(number) for number in pair] != [int, int]:
        return None
    shard, shards = pair
    return (shard, shards) if 0 <= shard < shards else None
