"""What the bot asked of Discord, in order, and what it did that it must not."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.wire.errors import Json
from sandbox.wire.forms import Upload


@dataclass(frozen=True)
class File:
    """A file that was uploaded: all but its bytes."""

    filename: str
    content_type: str
    size: int
    digest: str
    """SHA-256 of its bytes, in hexadecimal."""


def file_of(upload: Upload) -> File:
    """What is kept of an upload."""
    digest = hashlib.sha256(upload.data).hexdigest()
    return File(upload.filename, upload.content_type, len(upload.data), digest)


@dataclass(eq=False)
class Request:
    """One request to the REST interface, and how it went."""

    number: int
    """From 1, in the order in which they came."""
    method: str
    route: str
    """The path as Discord documents it, such as `/channels/{channel_id}/messages`; "" if there is none such."""
    path: str
    ids: Mapping[str, str]
    """What stands for the names in the route."""
    query: Mapping[str, str]
    at: float
    """When it came, by Discord's clock."""
    body: Any = None
    """The JSON in it."""
    files: tuple["File", ...] = ()
    """The files in it, without what is in them."""
    status: int | None = None
    """What was answered; none: nothing yet, or the answer was lost."""
    answer: Any = None
    acted: bool = False
    """Whether Discord did what was asked."""
    gone: bool = False
    """Whether whoever asked was gone before the answer."""
    fault: str = ""
    """What was done to it on purpose."""

    @property
    def name(self) -> str:
        """The method and the route."""
        return f"{self.method} {self.route or self.path}"

    @property
    def code(self) -> int | None:
        """The code of the error that was answered."""
        return self.answer.get("code") if isinstance(self.answer, dict) and (self.status or 0) >= 400 else None

    @property
    def counts(self) -> bool:
        """Whether it counts against the bot's 50 requests a second ("Rate Limits", Global Rate Limit).

        First answers to interactions do not. For further ones that is read in two ways: here they do.
        """
        return not self.route.startswith("/interactions/")

    def __str__(self) -> str:
        """As a line."""
        files = f" +{len(self.files)} files" if self.files else ""
        code = f"/{self.code}" if self.code else ""
        return f"{self.number} {self.name} {dict(self.ids)}{files} -> {self.status}{code} {self.fault}".rstrip()


@dataclass(frozen=True)
class Violation:
    """Something that no well-made bot does, or that this package itself does against the published description."""

    what: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        """With all its problems."""
        return "; ".join((self.what, *self.problems))


class Journal:
    """All requests, the first one first."""

    def __init__(self) -> None:
        self._requests: list[Request] = []

    def __len__(self) -> int:
        return len(self._requests)

    def __iter__(self) -> Iterator[Request]:
        return iter(self._requests)

    def __getitem__(self, index: int) -> Request:
        return self._requests[index]

    def add(self, request: Request) -> None:
        """One more."""
        self._requests.append(request)

    def since(self, number: int) -> list[Request]:
        """Those after the one of this number."""
        return self._requests[number:]

    def to(self, method: str, route: str = "") -> list[Request]:
        """Those of one method to one route, or to any."""
        return [each for each in self._requests if each.method == method and route in {"", each.route}]

    def where(self, match: Callable[[Request], bool]) -> list[Request]:
        """Those that match."""
        return [each for each in self._requests if match(each)]

    @property
    def invalid(self) -> int:
        """How many were answered by 401, 403 or 429: 10,000 in ten minutes ban ("Rate Limits", Invalid Requests)."""
        return sum(each.status in {401, 403, 429} for each in self._requests)


def brief(body: Json | None) -> str:
    """The beginning of a body, for people."""
    text = str(body)
    return text if len(text) <= 200 else f"{text[:200]}…"
