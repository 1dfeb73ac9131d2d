"""States of Discord in which it refuses requests for five seconds, a minute, or until somebody ends them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sandbox.wire.conditions import CONDITIONS
from sandbox.wire.faults import Fault
from sandbox.wire.journal import Request
from sandbox.wire.model import Channel
from sandbox.wire.server import Wire
from tests.chaos.stored import Stored

Undo = Callable[[], None]

_DURATIONS: Final[Mapping[str, float | None]] = {"for 5 s": 5.0, "for a minute": 60.0, "for ever": None}
_EVERYWHERE: Final = frozenset({"address blocked", "address limited", "overloaded"})
"""States that refuse all requests, answers to presses as well."""
_ELSEWHERE: Final = frozenset({"commands", "participants", "quarantine", "titles", "slow mode"})
"""Conditions of requests that no match makes once it is open; with slow mode, discord.py waits by itself."""
_LONG: Final = 28 * 24 * 3600.0
"""The longest timeout that a moderator can give, in seconds."""


def _archive(wire: Wire, place: Channel, _: float | None) -> Undo:
    wire.world.set_thread(place, archived=True)
    return _nothing


def _lock(wire: Wire, place: Channel, seconds: float | None) -> Undo:
    return _set(wire, place, seconds, archived=False)


def _close(wire: Wire, place: Channel, seconds: float | None) -> Undo:
    return _set(wire, place, seconds, archived=True)


def _set(wire: Wire, place: Channel, seconds: float | None, *, archived: bool) -> Undo:
    def reopen() -> None:
        if place.locked:
            wire.world.set_thread(place, archived=False, locked=False)

    wire.world.set_thread(place, archived=archived, locked=True)
    if seconds is not None:
        wire.clock.alarm(wire.clock.now() + seconds, reopen)
    return reopen


def _time_out(wire: Wire, place: Channel, seconds: float | None) -> Undo:
    guild = place.guild
    assert guild is not None
    wire.world.time_out(guild, _LONG if seconds is None else seconds)

    def end() -> None:
        guild.members[wire.world.bot.id].timed_out_until = 0.0  # as time ends it: no event tells the bot

    return end


def _condition(name: str) -> Callable[[Wire, Channel, float | None], Undo]:
    def begin(wire: Wire, place: Channel, seconds: float | None) -> Undo:
        at = None if name in _EVERYWHERE else place
        if seconds is None:
            wire.conditions.begin(name, at)
        else:
            wire.conditions.begin(name, at, seconds)
        return lambda: wire.conditions.end(name, at)

    return begin


def _nothing() -> None: ...


_BEGIN: Final[Mapping[str, Callable[[Wire, Channel, float | None], Undo]]] = {
    "archived": _archive,
    "locked": _lock,
    "closed and locked": _close,
    "timed out": _time_out,
    **{name: _condition(name) for name in CONDITIONS if name not in _ELSEWHERE},
}

STATES: Final[Mapping[str, tuple[str, float | None]]] = {
    f"{name} {words}": (name, seconds)
    for name in _BEGIN
    for words, seconds in _DURATIONS.items()
    if name != "archived" or seconds is None  # any message ends that
}
"""The names of all states, with their seconds; None: until it is undone."""


MOST_REFUSED: Final = 1_000
"""The number of refused calls in ten minutes that no state may cause."""
_SEE_DM: Final = "My DM explains why"
_DM: Final = "I can't show the board"


def misunderstood(wire: Wire, stored: Stored) -> Iterator[str]:
    """Yield what the bot has concluded wrongly from the refusals of a state that is over, or told people untruly."""
    closed = [row for row in stored.behind() if row.trouble == "closed"]
    if closed:
        yield f"taken for closed direct messages: {closed}"
    if wire.invalid > MOST_REFUSED:
        yield f"{wire.invalid} refused calls in ten minutes"
    for interaction in wire.world.interactions.values():
        if any(_SEE_DM in message.content for message in interaction.messages):
            letters = wire.world.direct_messages(interaction.user).messages
            if not any(_DM in letter.content for letter in letters):
                yield f"{interaction.user.username} was told of a direct message that never came"


class StateStrike(Fault):
    """A state that begins with the first request in the channel of a match. It has the interface of a strike."""

    kills = False
    silences = True

    def __init__(self, wire: Wire, kind: str) -> None:
        self.kind = kind
        self.requests: list[Request] = []
        """The request with which the state began."""
        self.reached = False
        state, self.seconds = STATES[kind]
        self._begin = _BEGIN[state]
        self._is_everywhere = state in _EVERYWHERE
        self._wire = wire
        self._undo: Undo = _nothing

    @property
    def name(self) -> str:
        return self.kind

    async def before(self, request: Request) -> None:
        """Begin the state, unless it has begun."""
        if self.requests:
            return
        place = self._wire.world.channels.get(int(request.ids.get("channel_id", 0)))
        if place is None or place.guild is None:
            interaction = self._wire.world.interactions.get(int(request.ids.get("interaction_id", 0)))
            place = interaction.channel if interaction is not None and self._is_everywhere else None
        if place is not None:
            self.requests.append(request)
            self._undo = self._begin(self._wire, place, self.seconds)

    def spent(self) -> None:
        """Do nothing: a state kills nobody."""

    def undo(self) -> None:
        """End the state."""
        self._undo()
        self._undo = _nothing
