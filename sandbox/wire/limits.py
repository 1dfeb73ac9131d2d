"""Rate limits and their headers ("Rate Limits")."""

import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sandbox.wire.clock import Clock
from sandbox.wire.errors import RateLimitedError
from sandbox.wire.journal import Request
from sandbox.wire.options import Options

A_SECOND: Final = 50
"""The maximum number of requests from a bot in a second ("Rate Limits", Global Rate Limit)."""
TEN_MINUTES: Final = 600.0
INVALID: Final = frozenset({401, 403, 429})
"""The statuses of invalid requests ("Rate Limits", Invalid Request Limit)."""
_IN_A_WINDOW: Final = 5
_WINDOW: Final = 5.0
_GENEROUS: Final = 10_000
_MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")


@dataclass
class _Bucket:
    opened: float = float("-inf")
    used: int = 0


@dataclass
class Limits:
    """Counts requests against the rate limits.

    Discord announces the limits of a route only in headers, so the numbers here are our own choice.
    """

    clock: Clock
    options: Options
    _buckets: dict[str, _Bucket] = field(default_factory=dict)
    _recent: deque[float] = field(default_factory=deque)

    def spend(self, request: Request) -> Mapping[str, str]:
        """Count a request; return the headers of its answer.

        Raises:
            RateLimitedError: the request exceeds a limit.
        """
        self._spend_globally(request)
        name = f"{zlib.crc32(request.name.encode()):08x}"
        if not self.options.rate_limits:
            return _headers(name, _GENEROUS, _GENEROUS - 1, self.clock.now() + 1, 1.0)
        key = "+".join((name, *(request.ids[major] for major in _MAJOR if major in request.ids)))
        bucket, now = self._buckets.setdefault(key, _Bucket()), self.clock.now()
        if now - bucket.opened >= _WINDOW:
            bucket.opened, bucket.used = now, 0
        reset_after = bucket.opened + _WINDOW - now
        if bucket.used >= _IN_A_WINDOW:
            raise ExhaustedError(reset_after, _headers(name, _IN_A_WINDOW, 0, now + reset_after, reset_after))
        bucket.used += 1
        return _headers(name, _IN_A_WINDOW, _IN_A_WINDOW - bucket.used, now + reset_after, reset_after)

    def _spend_globally(self, request: Request) -> None:
        if not self.options.global_limit or not request.counts:
            return
        now = self.clock.now()
        while self._recent and now - self._recent[0] >= 1:
            self._recent.popleft()
        if len(self._recent) >= A_SECOND:
            raise RateLimitedError(max(0.001, self._recent[0] + 1 - now), everywhere=True)
        self._recent.append(now)


@dataclass
class InvalidRequests:
    """Counts the invalid requests of the latest ten minutes ("Rate Limits", Invalid Request Limit)."""

    clock: Clock
    most: int
    _recent: deque[float] = field(default_factory=deque)

    def __len__(self) -> int:
        while self._recent and self.clock.now() - self._recent[0] >= TEN_MINUTES:
            self._recent.popleft()
        return len(self._recent)

    def add(self) -> bool:
        """Count an invalid request; return whether it is the one for which the address is banned."""
        self._recent.append(self.clock.now())
        return len(self) == self.most


class ExhaustedError(RateLimitedError):
    """Raised when the limit of one route is used up."""

    def __init__(self, retry_after: float, headers: Mapping[str, str]) -> None:
        super().__init__(retry_after)
        self.headers = headers


def _headers(bucket: str, limit: int, remaining: int, reset: float, after: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{reset:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": bucket,
    }
