"""The heartbeats of the connection to Discord."""

from dataclasses import dataclass
from time import perf_counter

import discord


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The state of one shard's connection."""

    age: float
    """Seconds since Discord acknowledged a heartbeat, or since the connection was made; infinite without one."""
    latency: float
    """Seconds between the latest heartbeat and its acknowledgement; infinite before the first."""


def heartbeats(client: discord.Client) -> dict[int, Heartbeat]:
    """Return the heartbeat of each shard by its id; {} before the first connection.

    discord.py publishes latencies, but not the time of the latest heartbeat. We read that from private parts of
    `KeepAliveHandler` (`tests/test_library_internals.py`). If they are missing, a shard counts as not connected.
    """
    found: dict[int, Heartbeat] = {}
    for shard, socket in _sockets(client).items():
        keep_alive = getattr(socket, "_keep_alive", None)
        acknowledged = getattr(keep_alive, "_last_ack", None)
        age = float("inf") if acknowledged is None else perf_counter() - acknowledged
        found[shard] = Heartbeat(age, getattr(keep_alive, "latency", float("inf")))
    return found


def _sockets(client: discord.Client) -> dict[int, object]:
    """Return the connection of each shard, including shards that are not connected yet."""
    if not isinstance(client, discord.AutoShardedClient):
        return {client.shard_id or 0: client.ws}
    expected = client.shard_ids or range(client.shard_count or 0)
    return {
        shard: client._get_websocket(shard_id=shard) if shard in client.shards else None  # noqa: SLF001 # see above
        for shard in expected
    }
