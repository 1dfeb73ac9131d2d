"""Limits on a bot's logins ("Gateway", Rate Limiting, Session Start Limit Object and Max Concurrency)."""

from typing import Final

from sandbox.wire.clock import Clock
from sandbox.wire.options import Options

DAY: Final = 24 * 60 * 60.0


class SessionStarts:
    """Counts the bot's IDENTIFY calls, for the daily limit and for the limit of each rate limit key.

    Discord does not say whether a refused call counts. Here every call counts towards the daily limit, but only a call
    that starts a session makes the other shards of its rate limit key wait.
    """

    def __init__(self, clock: Clock, options: Options) -> None:
        self._clock = clock
        self._options = options
        self._day_began = float("-inf")
        self._used = 0
        self._last_start: dict[int, float] = {}

    @property
    def remaining(self) -> int:
        """The number of IDENTIFY calls left until the limit is reset."""
        return self._options.identifies_a_day - (self._used if self.reset_after > 0 else 0)

    @property
    def reset_after(self) -> float:
        """The seconds until the limit is reset; 0 if the bot has its full number of calls."""
        return max(0.0, self._day_began + DAY - self._clock.now())

    def spend(self) -> bool:
        """Count one call; return whether the daily limit allows it."""
        if self.reset_after == 0:
            self._day_began, self._used = self._clock.now(), 0
        allowed = self.remaining > 0
        self._used += allowed
        return allowed

    def claim(self, shard: int) -> bool:
        """Return whether the shard may identify by its rate limit key; if so, its key must wait again from now on."""
        key, now = shard % self._options.max_concurrency, self._clock.now()
        if now - self._last_start.get(key, float("-inf")) < self._options.identify_every:
            return False
        self._last_start[key] = now
        return True
