"""Find the handler of a press, a choice in a menu or a submitted form by its id alone, even after a restart.

Each handler declares what it answers: `@answers(purposes.JOIN)`. The router collects these methods from the objects it
is given. We do not use discord.py's own solution, `DynamicItem`, for these reasons (as of discord.py 2.7.1):

- It does not cover forms. A form that is submitted after a restart is dropped with a line in the log.
- It drops an id that no class matches. We answer that the button has expired.
- It logs errors. We explain them to the user.
- It needs a class for each of some hundred types of ids, to make its ids and to answer them. Here, messages make ids in
  a layer below the answers.
- It takes 480 microseconds to find the class of a press on a board, instead of 1.4, since it tries all patterns and
  builds the message's view anew.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, getmembers, isfunction, signature
from typing import Any, Final, TypeVar

import discord

from bot.model.life import BUSY
from bot.model.match import MatchKey
from bot.model.pasted import pasted
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.widgets.ids import DECISION, MATCH, PLY, Purpose
from cogs.widgets.purposes import IN_WORDS, REMATCH
from cogs.widgets.refusals import SpokenRefusal

Handler = Callable[..., Awaitable[None]]
"""A method that answers a press. It takes the answer and, by name, the fields of the id and any parts of `_SENT`."""

H = TypeVar("H", bound=Handler)

_SENT: Final = frozenset({"values", "chosen", "texts"})
"""The parts of a press besides its id: the values of a menu; those of a menu that may be left empty; the texts of a
form.
"""

_ANSWERS: Final = "__answers__"

OLD_BUTTON: Final = "That button has expired. Use the latest board in this channel, or `/hand`."


EXPIRED: Final = (
    "That button has expired: its match no longer exists. Use the latest board in this channel, or `/hand`."
)


def answers(purpose: Purpose | str) -> Callable[[H], H]:
    """Declare which ids a method answers, by their type. A base class names the attribute that holds a
    subclass's type.
    """

    def declare(handler: H) -> H:
        setattr(handler, _ANSWERS, purpose)
        return handler

    return declare


@dataclass(frozen=True, slots=True)
class Route:
    """A type of ids, and the handler that answers it."""

    purpose: Purpose
    handler: Handler
    sent: frozenset[str]
    """The parts of `_SENT` that the handler takes."""


class Router:
    """A table of types of ids and their handlers."""

    def __init__(self, host: Host, features: Iterable[object]) -> None:
        """Collect the handlers of the features.

        Raises:
            TypeError: two handlers answer one purpose, or a handler does not take the fields of its purpose.
        """
        self._host = host
        self.routes: Final[dict[str, Route]] = {}
        for feature in features:
            for route in _routes(feature):
                name = route.purpose.name
                if name in self.routes:
                    raise TypeError(f"two handlers answer {name!r}: {self.routes[name].handler}, {route.handler}")
                self.routes[name] = route

    async def dispatch(self, interaction: AnyInteraction) -> None:
        """Answer an interaction that has a custom id; ignore any other."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        async with self._host.answering(interaction) as answer:
            identity = str(data.get("custom_id", ""))
            if (turned := IN_WORDS.read(identity)) is not None:
                answer.words_page, identity = turned["page"], turned["again"]
            route = self.routes.get(identity.partition("/")[0])
            arguments = route.purpose.read(identity) if route else None
            if route is None or arguments is None:
                raise SpokenRefusal(OLD_BUTTON)
            sent = _sent(interaction, data, route.sent)
            if sent.keys() != route.sent:  # not our item, e.g. a menu's id from a button
                raise SpokenRefusal(OLD_BUTTON)
            await self._host.meet(interaction)
            if isinstance(key := arguments.get(MATCH.name), MatchKey):
                arguments[MATCH.name] = key.id
                await self._check(key, route.purpose, arguments)
                await self._host.deliverer.pressed(answer, key.id)
            await route.handler(answer, **arguments, **sent)

    async def _check(self, key: MatchKey, purpose: Purpose, arguments: Mapping[str, Any]) -> None:
        """Check that a button was made for this match. If it was made for a later state than the stored one, show the
        match again.

        Raises:
            NoSuchMatch: no match has this number.
            Refusal: the button was made for another match with this number.
        """
        plies = [arguments[name] for name in (DECISION.name, PLY.name) if name in arguments]
        made = arguments.get("made", 0)
        position = await self._host.app.positions.get(key.id, version=made, ply=max(plies, default=None))
        if position.match.key != key:
            raise SpokenRefusal(EXPIRED)
        is_early = purpose.name == REMATCH.name and position.match.status in BUSY
        if is_early or any(map(position.has_lost, plies)) or made > position.match.version:
            await self._host.deliverer.recover(key.id)


def _routes(feature: object) -> Iterable[Route]:
    """Yield the routes that the methods of an object declare."""
    for name, declared in _declared(type(feature)):  # type: ignore[arg-type] # a class has a hash
        purpose = getattr(feature, declared) if isinstance(declared, str) else declared
        yield _route(purpose, getattr(feature, name))


@cache
def _declared(kind: type) -> list[tuple[str, Purpose | str]]:
    """Return the methods of a class that declare which ids they answer. Cached, because this is slow and bots may be
    many.
    """
    methods = [(name, getattr(function, _ANSWERS, None)) for name, function in getmembers(kind, isfunction)]
    return [(name, declared) for name, declared in methods if declared is not None]


def _route(purpose: Purpose, handler: Handler) -> Route:
    """Return the route from a type of ids to its handler.

    Raises:
        TypeError: the handler does not take the fields of the purpose.
    """
    return Route(purpose, handler, _taken(purpose, getattr(handler, "__func__", handler)))


@cache
def _taken(purpose: Purpose, function: Handler) -> frozenset[str]:
    """Return the parts of `_SENT` that a function takes which answers a type of ids. Cached, because this is slow and
    bots may be many.

    Raises:
        TypeError: it does not take the fields of the purpose.
    """
    parameters = signature(function).parameters.values()
    named = {each.name: each for each in parameters if each.kind is Parameter.KEYWORD_ONLY}
    needs = {name for name, each in named.items() if each.default is Parameter.empty} - _SENT
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in parameters)
    if not purpose.required.keys() >= needs or not (takes_any or named.keys() >= purpose.fields.keys()):
        raise TypeError(f"{function} does not take the fields of {purpose}: {', '.join(purpose.fields)}")
    return _SENT & named.keys()


def _sent(interaction: AnyInteraction, data: Mapping[str, Any], wanted: frozenset[str]) -> dict[str, Any]:
    """Return what came with a press besides its id."""
    if interaction.type is discord.InteractionType.modal_submit:
        return {"texts": _texts(data)}
    if "values" in data and "chosen" in wanted:
        return {"chosen": [str(value) for value in data["values"]]}
    if data.get("values"):
        return {"values": [str(value) for value in data["values"]]}
    return {}


def _texts(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a form by the ids of its inputs (Discord: Receiving and Responding, "Modal Submit"), as
    `bot.model.pasted` reads what people paste.
    """
    texts: dict[str, str] = {}
    for row in data.get("components", ()):
        for component in (*row.get("components", ()), *filter(None, [row.get("component")])):
            if component.get("value") is not None:  # None: nothing was chosen
                texts[str(component["custom_id"])] = pasted(str(component["value"]))
    return texts
