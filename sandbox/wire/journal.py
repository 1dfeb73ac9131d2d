"""The bot's requests in order, and the rules that it violated."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.wire.errors import Json
from sandbox.wire.forms import Upload


@dataclass(frozen=True)
class File:
    """An uploaded file without its bytes."""

    filename: str
    content_type: str
    size: int
    digest: str
    """SHA-256 of the file's bytes, in hexadecimal."""


def file_of(upload: Upload) -> File:
    """Return an upload without its bytes, for the journal."""
    digest = hashlib.sha256(upload.data).hexdigest()
    return File(upload.filename, upload.content_type, len(upload.data), digest)


@dataclass(eq=False)
class Request:
    """One request to the REST interface and its outcome."""

    number: int
    """The request's place in the journal, from 1."""
    method: str
    route: str
    """The path as Discord documents it, such as `/channels/{channel_id}/messages`; "" if the route is unknown."""
    path: str
    ids: Mapping[str, str]
    """The ids and tokens in the path, by their names in the route."""
    query: Mapping[str, str]
    at: float
    """The time of arrival by Discord's clock, in seconds since 1970."""
    body: Any = None
    """The JSON of the request."""
    files: tuple["File", ...] = ()
    """The files of the request, without their bytes."""
    status: int | None = None
    """The status of the answer; None if there is no answer yet, or the answer was lost."""
    answer: Any = None
    acted: bool = False
    """Whether Discord did what the request asked for."""
    gone: bool = False
    """Whether the sender had gone before the answer."""
    fault: str = ""
    """The name of the fault that struck the request; "" if none did."""

    @property
    def name(self) -> str:
        """The method and the route, or the path if the route is unknown."""
        return f"{self.method} {self.route or self.path}"

    @property
    def code(self) -> int | None:
        """The error code in the answer; None if the answer is no error."""
        return self.answer.get("code") if isinstance(self.answer, dict) and (self.status or 0) >= 400 else None

    @property
    def counts(self) -> bool:
        """Whether the request counts against the bot's 50 requests a second ("Rate Limits", Global Rate Limit).

        First answers to interactions do not count. Discord's documentation can be read both ways about followups; here
        they do.
        """
        return not self.route.startswith("/interactions/")

    def __str__(self) -> str:
        """Return the request as a line."""
        files = f" +{len(self.files)} files" if self.files else ""
        code = f"/{self.code}" if self.code else ""
        return f"{self.number} {self.name} {dict(self.ids)}{files} -> {self.status}{code} {self.fault}".rstrip()


@dataclass(frozen=True)
class Violation:
    """Something that a well-made bot never does, or a breach of the published description by this package itself."""

    what: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the violation as a line with all its problems."""
        return "; ".join((self.what, *self.problems))


class Journal:
    """All requests, oldest first."""

    def __init__(self) -> None:
        self._requests: list[Request] = []

    def __len__(self) -> int:
        return len(self._requests)

    def __iter__(self) -> Iterator[Request]:
        return iter(self._requests)

    def __getitem__(self, index: int) -> Request:
        return self._requests[index]

    def add(self, request: Request) -> None:
        """Append a request."""
        self._requests.append(request)

    def since(self, number: int) -> list[Request]:
        """Return the requests after the one with this number; 0 for all."""
        return self._requests[number:]

    def to(self, method: str, route: str = "") -> list[Request]:
        """Return the requests of one method, to one route or to any."""
        return [each for each in self._requests if each.method == method and route in {"", each.route}]

    def where(self, match: Callable[[Request], bool]) -> list[Request]:
        """Return the requests for which `match` is true."""
        return [each for each in self._requests if match(each)]

    @property
    def invalid(self) -> int:
        """The number of answers 401, 403 and 429; 10,000 in ten minutes ban a bot ("Rate Limits", Invalid Requests)."""
        return sum(each.status in {401, 403, 429} for each in self._requests)


def brief(body: Json | None) -> str:
    """Return the beginning of a body, for a report."""
    text = str(body)
    return text if len(text) <= 200 else f"{text[:200]}…"
