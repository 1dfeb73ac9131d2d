"""The table of routes, and the arguments and answers of their handlers."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sandbox.wire.errors import ApiError, FormError, Json, Problem
from sandbox.wire.forms import MessageForm, MessageUse, Uploads
from sandbox.wire.journal import Request
from sandbox.wire.message_rules import MESSAGES
from sandbox.wire.model import Message
from sandbox.wire.options import Options
from sandbox.wire.world import World

Answer = tuple[int, Any]
"""The status of an answer, and its JSON."""

NOTHING: Final[Answer] = (204, None)


@dataclass(frozen=True)
class Call:
    """A request, as its handler gets it."""

    world: World
    options: Options
    request: Request
    uploads: Uploads
    """The files of the request."""
    address: str
    """The address of this server, for links to attachments."""
    published: Sequence[Problem]
    """The problems that the published description finds in the body."""

    @property
    def body(self) -> Json:
        """The JSON of the request.

        Raises:
            FormError: it is no object.
        """
        if not isinstance(self.request.body, dict):
            raise FormError([Problem((), "needs an object", "body")])
        return self.request.body

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids and tokens in the path, by their names in the route."""
        return self.request.ids

    def number(self, name: str) -> int:
        """Return an id in the path, by its name in the route."""
        return int(self.ids[name])

    def need(self, find: Callable[[], list[Problem]]) -> None:
        """Raise if the body breaks our rules or the published description.

        find: returns the problems by our rules.

        Raises:
            FormError: the body has problems; the error lists all of them.
        """
        try:
            problems = find()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            # The rules rely on the types that the description demands.
            problems = [Problem((), f"has values of wrong types: {error!r}", "types")]
        problems += self.published
        if problems:
            raise FormError(problems)

    def message_form(self, use: MessageUse, body: Json, before: Message | None = None) -> MessageForm:
        """Return the form of a message, after checking it.

        Raises:
            FormError: the form has problems.
            ApiError: a file is too large.
        """
        form = MessageForm(use, body, self.uploads, before, self.options.attachment_limit, self.world.emojis.keys())
        self.need(lambda: MESSAGES.problems(form))
        sizes = {number: len(each.data) for number, each in form.uploads.items()}
        promised = max(self.options.promised_limit or 0, form.attachment_limit)
        if broken := [number for number, size in sizes.items() if size > promised]:
            raise FormError([Problem(("files", broken[0]), "The file is too large.", "file size")], code=40005)
        if any(size > form.attachment_limit for size in sizes.values()):
            raise ApiError(40005)  # Discord broke its promise
        return form


Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    """A method and a path template as Discord documents them, and their handler."""

    method: str
    template: str
    handler: Handler
    query: frozenset[str]
    """The names of the allowed query parameters."""
    pattern: re.Pattern[str]

    @property
    def authorized(self) -> bool:
        """Whether a request needs the bot's token: its path contains no token of an interaction."""
        return "_token}" not in self.template


ROUTES: Final[list[Route]] = []


def route(method: str, template: str, query: str = "") -> Callable[[Handler], Handler]:
    """Return a decorator that makes a function the handler of a route."""
    pattern = re.sub(r"\\{(\w+_)(id|token)\\}", _placeholder, re.escape(template))

    def add(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, frozenset(query.split()), re.compile(pattern)))
        return handler

    return add


def _placeholder(name: re.Match[str]) -> str:
    return f"(?P<{name[1]}{name[2]}>{r'[0-9]+' if name[2] == 'id' else '[^/]+'})"


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """Return the route of a request and the ids in its path; None if the route is unknown."""
    for each in ROUTES:
        match = each.pattern.fullmatch(path) if each.method == method else None
        if match is not None:
            return each, match.groupdict()
    return None


def whole_number(text: str | None, default: int, most: int) -> int:
    """Return a number in a query, or `default` if the query has none.

    Raises:
        ApiError: the text is not a number from 1 to `most`.
    """
    if text is None:
        return default
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise ApiError(50035)
    return int(text)
