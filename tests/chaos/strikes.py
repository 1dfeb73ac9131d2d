"""Strikes: faults for one request of the bot, and ways to undo them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sandbox.wire.faults import Fault, Hold, Limit, LoseReply, LoseRequest, Refuse
from sandbox.wire.journal import Request
from sandbox.wire.model import Account, Channel, ChannelType, Message
from sandbox.wire.permissions import Permission
from sandbox.wire.server import Wire

CALLBACK: Final = "/interactions/{interaction_id}/{interaction_token}/callback"

_NOTHING: Final = 0

_ABOUT: Final = {"channel_id", "interaction_id", "webhook_token"}
"""Path parameters of requests about a match or an interaction."""


class Strike(Fault):
    """A fault that strikes one request, and is recorded."""

    kills = False
    """Whether the bot is killed while the request is held."""

    redone = False
    """Whether people repeat their action because they saw it fail."""

    silences = False
    """Whether a person's action can have no answer."""

    def __init__(self, wire: Wire, kind: str) -> None:
        self.kind = kind
        self.request: Request | None = None
        self.reached = False
        """Whether the request has reached the point of the strike."""
        self._wire = wire
        self._undo: list[Callable[[], None]] = []
        self._inner = Fault()

    @property
    def name(self) -> str:
        return self.kind

    @property
    def requests(self) -> list[Request]:
        """The struck requests."""
        return [self.request] if self.request is not None else []

    async def before(self, request: Request) -> None:
        self.request = request
        self._inner = self.choose(request)
        if not self.kills:
            self.reached = True
        await self._inner.before(request)

    async def after(self, request: Request) -> None:
        await self._inner.after(request)

    def choose(self, request: Request) -> Fault:
        """Return the fault for this request."""
        return _PLAIN[self.kind]()

    def spent(self) -> None:
        """Record that the bot was killed."""
        self.reached = False

    def undo(self) -> None:
        """Restore the normal state of Discord."""
        while self._undo:
            self._undo.pop()()

    def _place(self, request: Request) -> Channel | None:
        return self._wire.world.channels.get(int(request.ids.get("channel_id", 0)))


class Forbidden(Strike):
    """403, once: nothing tells the bot when to retry."""

    def choose(self, request: Request) -> Fault:
        return Refuse(50007 if _direct(self._place(request)) else 50013)


class Hidden(Strike):
    """403, once: the channel is hidden, or bot and user share no server."""

    def choose(self, request: Request) -> Fault:
        return Refuse(50278 if _direct(self._place(request)) else 50001)


class Revoked(Strike):
    """403, until an admin grants the permission, or a user opens their direct messages."""

    def choose(self, request: Request) -> Fault:
        place = self._place(request)
        if place is None:
            return Refuse(50013)
        if place.guild is not None:
            self._wire.revoke(place, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
            self._undo.append(lambda: self._wire.revoke(place, _NOTHING))
        elif place.recipient is not None:
            self._close(place.recipient)
        return Fault()

    def _close(self, account: Account) -> None:
        account.closed_dms = True
        self._undo.append(lambda: setattr(account, "closed_dms", False))


class Refused(Strike):
    """One of Discord's further errors for such a request, a different one for each request."""

    redone = True
    _code: int | None = None

    async def before(self, request: Request) -> None:
        codes = _CODES.get(f"{request.method} {request.route}", ())
        elsewhere = _IN_SERVERS if _direct(self._place(request)) else _IN_PRIVATE
        codes = [code for code in codes if self._place(request) is None or code not in elsewhere]
        self._code = codes[request.number % len(codes)] if codes else None
        self.silences = self._code in {10015, 50027}
        await super().before(request)

    def choose(self, request: Request) -> Fault:
        if self._code is None:
            self.request = None
            return Fault()
        if self._code == 10062:
            self._wire.give_up(self._wire.world.interactions[int(request.ids["interaction_id"])])
            return Fault()
        return Refuse(self._code, acted=self._code == 40060)


class Gone(Strike):
    """404: the message of the request was deleted a moment before."""

    def choose(self, request: Request) -> Fault:
        message = self._about(request)
        if message is None or message.deleted:
            return Refuse(10008)
        self._wire.world.delete(message)
        return Refuse(10008) if request.route == CALLBACK else Fault()

    def _about(self, request: Request) -> Message | None:
        world, place = self._wire.world, self._place(request)
        if place is not None and "message_id" in request.ids:
            return place.store.get(int(request.ids["message_id"]))
        if request.route == CALLBACK:
            return world.interactions[int(request.ids["interaction_id"])].source
        if "@original" in request.route:
            return world.tokens[request.ids["webhook_token"]].original
        return None


class Kill(Strike):
    """The request is held, before or after Discord acts, until the trial kills the bot."""

    kills = redone = True

    def choose(self, request: Request) -> Fault:
        return Hold(acted=self.kind == "killed after")

    async def before(self, request: Request) -> None:
        if self.kind == "killed before":
            self._now()
        await super().before(request)

    async def after(self, request: Request) -> None:
        self._now()
        await super().after(request)

    def _now(self) -> None:
        self.reached = True
        self._wire.world.changed.fire()


class Strikes(Fault):
    """Fails every request once, and lets its retry pass.

    A killing strike takes one request at a time. A repeated action of a person counts as the same request, because it
    is identified by its button or command, not by its interaction.
    """

    def __init__(self, wire: Wire, kind: str, begun: set[tuple[object, ...]]) -> None:
        """begun: the requests of a start that were already struck; they belong to no match."""
        self.kind = kind
        self.kills = KINDS[kind].kills
        self._wire = wire
        self._begun = begun
        self._met: set[tuple[object, ...]] = set()
        self._at: dict[int, Strike] = {}

    @property
    def requests(self) -> list[Request]:
        """Return the struck requests."""
        return [request for made in self._at.values() for request in made.requests]

    @property
    def reached(self) -> bool:
        """Whether a request has reached the point at which to kill the bot."""
        return self.kills and any(made.reached for made in self._at.values())

    @property
    def silences(self) -> bool:
        """Whether a person's action can have no answer."""
        return any(made.silences for made in self._at.values())

    def spent(self) -> None:
        """Record that the bot was killed."""
        for made in self._at.values():
            made.reached = False

    async def before(self, request: Request) -> None:
        struck = self._begun if self.kills and not _ABOUT & request.ids.keys() else self._met
        what = self._what(request)
        if what not in struck and not self.reached:
            struck.add(what)
            self._at[request.number] = strike(self._wire, self.kind)
            await self._at[request.number].before(request)

    async def after(self, request: Request) -> None:
        if request.number in self._at:
            await self._at[request.number].after(request)

    def undo(self) -> None:
        """Restore the normal state of Discord."""
        for made in self._at.values():
            made.undo()

    def _what(self, request: Request) -> tuple[object, ...]:
        if not KINDS[self.kind].redone:
            return (request.name, *sorted(request.ids.items()))
        places = sorted((name, value) for name, value in request.ids.items() if name in {"channel_id", "message_id"})
        return (request.name, *places, *self._done(request))

    def _done(self, request: Request) -> tuple[str, ...]:
        """Return the person's action that this request answers."""
        world, ids = self._wire.world, request.ids
        if "interaction_id" in ids:
            interaction = world.interactions.get(int(ids["interaction_id"]))
        else:
            interaction = world.tokens.get(ids.get("webhook_token", ""))
        if interaction is None:
            return ()
        action = str(interaction.data.get("custom_id") or interaction.data.get("name"))
        return (str(interaction.user.id), action.partition("/")[0])


def _direct(place: Channel | None) -> bool:
    return place is not None and place.kind is ChannelType.DM


_MESSAGES: Final = "/channels/{channel_id}/messages"
_HOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"

_CODES: Final[Mapping[str, Sequence[int]]] = {
    f"POST {CALLBACK}": (10062, 40060),
    "POST /users/@me/channels": (10013, 40003, 50007, 50278),
    f"GET {_MESSAGES}": (10004, 10003),
    f"GET {_MESSAGES}/{{message_id}}": (10004, 10003),
    f"POST {_MESSAGES}": (10004, 10013, 40003, 160005),
    f"PATCH {_MESSAGES}/{{message_id}}": (10004, 30046, 50083, 160005),
    f"DELETE {_MESSAGES}/{{message_id}}": (10003, 10004, 50083, 160005),
    **{
        f"{method} {_HOOK}{rest}": (10015, 50027)
        for method, rest in [
            ("POST", ""),
            ("GET", "/messages/@original"),
            ("PATCH", "/messages/@original"),
            ("DELETE", "/messages/@original"),
            ("PATCH", "/messages/{message_id}"),
            ("DELETE", "/messages/{message_id}"),
        ]
    },
}
"""Further errors of Discord by kind of request, which no other strike covers."""

_IN_SERVERS: Final = frozenset({10004, 50083, 160005})
_IN_PRIVATE: Final = frozenset({10013, 40003})

_PLAIN: Final[dict[str, Callable[[], Fault]]] = {
    "unknown channel": lambda: Refuse(10003),
    "limited": lambda: Limit(0.05),
    "internal error": lambda: Refuse(0, status=500),
    "unavailable": lambda: Refuse(0, status=503),
    "lost reply": LoseReply,
    "dropped": LoseRequest,
}

KINDS: Final[dict[str, type[Strike]]] = {
    "forbidden": Forbidden,
    "hidden": Hidden,
    "revoked": Revoked,
    "gone": Gone,
    "refused": Refused,
    **dict.fromkeys(_PLAIN, Strike),
    "killed before": Kill,
    "killed after": Kill,
}


def strike(wire: Wire, kind: str) -> Strike:
    """Return a new strike of this kind."""
    return KINDS[kind](wire, kind)
