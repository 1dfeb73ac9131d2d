"""The table of routes, and what a handler gets and gives."""

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
"""A status, and the JSON that goes with it."""

NOTHING: Final[Answer] = (204, None)


@dataclass(frozen=True)
class Call:
    """One request, for the handler of its route."""

    world: World
    options: Options
    request: Request
    uploads: Uploads
    """The files that came with it."""
    address: str
    """Where this server is, for links to attachments."""
    published: Sequence[Problem]
    """What the published description finds wrong with the body."""

    @property
    def body(self) -> Json:
        """The body, where it is an object."""
        if not isinstance(self.request.body, dict):
            raise FormError([Problem((), "needs an object", "body")])
        return self.request.body

    @property
    def ids(self) -> Mapping[str, str]:
        """What stands for the names in the route."""
        return self.request.ids

    def number(self, name: str) -> int:
        """An id in the route."""
        return int(self.ids[name])

    def need(self, find: Callable[[], list[Problem]]) -> None:
        """See that a form is as it must be, by the rules of its table and by the published description.

        Raises:
            FormError: it is not.
        """
        try:
            problems = find()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            # The tables take the types for granted that the description asks for.
            problems = [Problem((), f"is not of the types that it must be: {error!r}", "types")]
        problems += self.published
        if problems:
            raise FormError(problems)

    def message_form(self, use: MessageUse, body: Json, before: Message | None = None) -> MessageForm:
        """The form of a message, found to be as it must be.

        Raises:
            FormError: it is not.
            ApiError: a file is too large.
        """
        form = MessageForm(use, body, self.uploads, before, self.options.attachment_limit, self.world.emojis.keys())
        self.need(lambda: MESSAGES.problems(form))
        large = [number for number, each in form.uploads.items() if len(each.data) > form.attachment_limit]
        if large:
            raise FormError([Problem(("files", large[0]), "The file is too large.", "file size")], code=40005)
        return form


Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    """A method and a path as Discord documents them, and who serves it."""

    method: str
    template: str
    handler: Handler
    query: frozenset[str]
    """The query parameters that there are."""
    pattern: re.Pattern[str]

    @property
    def authorized(self) -> bool:
        """Whether the bot's token is needed, since no other is in the path."""
        return "_token}" not in self.template


ROUTES: Final[list[Route]] = []


def route(method: str, template: str, query: str = "") -> Callable[[Handler], Handler]:
    """Serve a route."""
    pattern = re.sub(r"\\{(\w+_)(id|token)\\}", _placeholder, re.escape(template))

    def put(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, frozenset(query.split()), re.compile(pattern)))
        return handler

    return put


def _placeholder(found: re.Match[str]) -> str:
    return f"(?P<{found[1]}{found[2]}>{r'[0-9]+' if found[2] == 'id' else '[^/]+'})"


def find_route(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a request, with the ids in it."""
    for each in ROUTES:
        found = each.pattern.fullmatch(path) if each.method == method else None
        if found is not None:
            return each, found.groupdict()
    return None


def whole_number(text: str | None, usual: int, most: int) -> int:
    """A number in a query.

    Raises:
        ApiError: it is none, or too great.
    """
    if text is None:
        return usual
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise ApiError(50035)
    return int(text)
