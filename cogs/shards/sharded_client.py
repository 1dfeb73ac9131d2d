"""Connect to Discord with shards that do not depend on each other.

discord.py connects its shards one after another: a shard that does not answer holds up all others, a close is not
noticed before the last has logged in, and an interrupted shard is only reported once its turn has come. Here each shard
connects by itself, and only the logins queue.

A shard is in one of three states: *connecting* (a task in `_connecting`), *connected* (a `Shard` of discord.py that
reads its socket), or *interrupted* (it has put an item into `_items` and stopped). `connect` takes the items one by
one: an interruption begins a new task, with the session to resume if there is one; anything fatal ends the client.

- A login (identify) waits for its turn *before* its socket is opened (`_socket`), since Discord closes sockets that do
  not log in. Discord.py's own hook, which would wait after that, does nothing here. A resumption needs no turn and no
  login of the day's thousand.
- An attempt that fails keeps its task and pauses longer each time. Only errors that say that Discord is out of reach
  are tried again (`_OUT_OF_REACH`); others, such as a wrong token, end the client, so that it never logs in in a loop.
- `shard_disconnect` is dispatched at once, before the new connection: clocks of the shard's servers stop from then on
  (`bot/model/shards.py`).

This relies on discord.py's internals, which `tests/test_library_internals.py` lists. These must change together with
them: the overridden `launch_shards`, `connect` and `close`, and the meaning of each `EventType`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from cogs.shards.identifies import Identifies
from cogs.shards.turns import LoginTurns
from cogs.shards.waits import Waits, pauses

_ANSWER: Final = 60.0
"""Seconds within which a connection must open."""

_OUT_OF_REACH: Final = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    TimeoutError,
    ReconnectWebSocket,
)

T = TypeVar("T")


class _Session(NamedTuple):
    """A session to resume instead of logging in."""

    id: str | None
    sequence: int | None
    gateway: Any


class ShardedClient(discord.AutoShardedClient):
    """A client whose shards connect independently. `connect` returns and raises under the same conditions as
    discord.py's.
    """

    _AutoShardedClient__shards: dict[int, Shard]

    def __init__(self, *, intents: discord.Intents, turns: LoginTurns | None = None, **options: Any) -> None:
        """Prepare to connect. turns: the queue for logins that all processes share; None: this is the only process."""
        super().__init__(intents=intents, **options)
        self.waits: Final = Waits()
        self._identifies = Identifies(self.fetch_session_start_limits, turns=turns)
        self.chose_shard_count: Final = self.shard_count is not None
        """Whether the number of shards was configured, and not taken from Discord's advice."""
        self._connecting: dict[int, asyncio.Task[None]] = {}
        self._items: asyncio.PriorityQueue[EventItem] = asyncio.PriorityQueue()
        """Reports of the shards that they were interrupted, or closed for good."""

    @property
    def own_shards(self) -> Sequence[int]:
        """The ids of the shards of this process, once their number is known."""
        return self.shard_ids or range(self.shard_count)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do nothing: the shard waited for its turn to log in before its connection was opened."""

    async def launch_shards(self) -> None:
        """Begin to connect all shards, as many as Discord advises if no number was chosen."""
        if not self.chose_shard_count:
            self.shard_count = await self._until_reached("advice on shards", self._advised)
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = list(self.own_shards)
        await self._until_reached("advice on logins", lambda: self._identifies.allowed(len(self.own_shards)))
        for shard_id in self.own_shards:
            self._begin(shard_id, None)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards, and keep them connected until the client is closed.

        Raises:
            ConnectionClosed: Discord has closed a connection for good.
            PrivilegedIntentsRequired: Discord does not grant an intent.
        """
        self._reconnect = reconnect
        await self.launch_shards()
        try:
            while not self.is_closed():
                item = await self._items.get()
                if item.type in (EventType.close, EventType.terminate):
                    await self.close()
                    assert item.error is not None
                    raise item.error
                if item.shard is not None:
                    self._interrupted(item.shard, is_valid=item.type != EventType.identify)
        finally:
            for task in self._connecting.values():
                task.cancel()

    async def close(self) -> None:
        """Leave Discord, and end `connect`."""
        await super().close()
        self._items.put_nowait(EventItem(EventType.clean_close, None, None))

    def _interrupted(self, shard: Shard, *, is_valid: bool) -> None:
        """Report a shard as disconnected, and connect it again. is_valid: whether its session can be resumed."""
        self.dispatch("shard_disconnect", shard.id)
        ws = shard.ws
        has_session = is_valid and ws.session_id is not None
        self._begin(shard.id, _Session(ws.session_id, ws.sequence, ws.gateway) if has_session else None)

    def _begin(self, shard_id: int, session: _Session | None) -> None:
        self._connecting[shard_id] = asyncio.create_task(
            self._connect_shard(shard_id, session), name=f"connect shard {shard_id}"
        )

    async def _connect_shard(self, shard_id: int, session: _Session | None) -> None:
        try:
            ws = await self._until_reached(f"shard {shard_id}", lambda: self._socket(shard_id, session))
        except Exception as error:  # noqa: BLE001 # whatever it is: `connect` raises it
            self._items.put_nowait(EventItem(EventType.terminate, None, error))
        else:
            self._AutoShardedClient__shards[shard_id] = shard = Shard(ws, self, self._items.put_nowait)
            shard.launch()

    async def _socket(self, shard_id: int, session: _Session | None) -> DiscordWebSocket:
        """Return a connection that has asked to log in, or to resume a session."""
        if session is None:
            async with self._identifies.turn(shard_id):
                return await asyncio.wait_for(DiscordWebSocket.from_client(self, shard_id=shard_id), _ANSWER)
        resumed = DiscordWebSocket.from_client(
            self,
            shard_id=shard_id,
            resume=True,
            session=session.id,
            sequence=session.sequence,
            gateway=session.gateway,
        )
        return await asyncio.wait_for(resumed, _ANSWER)

    async def _advised(self) -> int:
        shards, _, _ = await self.http.get_bot_gateway()
        return shards

    async def _until_reached(self, part: str, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of this work. While Discord cannot be reached, keep trying."""
        for pause in pauses():
            try:
                found = await work()
            except _OUT_OF_REACH as error:
                self.waits.begin(part, error, pause)
            else:
                self.waits.end(part)
                return found
            await asyncio.sleep(pause)
        raise AssertionError("the attempts never end")
