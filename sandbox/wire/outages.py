"""Outages of single shards, caused by tests."""

from dataclasses import dataclass, field
from typing import Any

from sandbox.wire.connections import Connection


@dataclass(frozen=True)
class Login:
    """An IDENTIFY or RESUME that waits for an answer."""

    connection: Connection
    op: int
    data: Any


@dataclass
class Outages:
    """The shards that tests disturb at present."""

    stalled: set[int] = field(default_factory=set)
    """Shards to which nothing is sent."""
    lost: dict[int, list[Login]] = field(default_factory=dict)
    """Shards that cannot log in, with their logins that wait for an answer."""

    def park(self, connection: Connection, op: int, data: Any, shard: int | None) -> bool:
        """Keep a login unanswered if its shard is lost; return whether it was kept."""
        if shard is None or shard not in self.lost:
            return False
        self.lost[shard].append(Login(connection, op, data))
        return True
