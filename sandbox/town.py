"""A small Discord server inside this process, shown on simcord's preview pages: one page for each place in it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from itertools import count, repeat
from time import monotonic
from typing import Any, Final, Self

import structlog
from cachetools import LRUCache
from discord import Client, ComponentType
from simcord import ChannelHandle, Env, MemberActor, UserHandle
from simcord._settlement import _next_virtual_timer, _run_due_virtual_callbacks
from simcord.preview import Preview

SERVER: Final = "The Hidden Hand"
CHANNELS: Final = {"tavern": "Play your first match here", "back-room": "Room for a second match"}
"""The text channels with their topics. The sandbox opens on the first one."""
PEOPLE: Final = ("Ada", "Bo", "Cleo")
"""The people of the town. The first one owns the server."""
INN: Final = "The Inn"
"""A second server with the bot. Nobody of the town is there, and its only member is on no other server."""
FIRESIDE: Final = "fireside"
"""Its channel."""
GUEST: Final = "Dee"
"""Its member."""
PAGES: Final = len(CHANNELS) + len(PEOPLE) + 2
"""The number of pages: one for each channel, and one for each person's direct messages."""

_ANSWER_TIMEOUT: Final = 60.0
"""The time that the bot may take to answer a press, in seconds, before the page reports that it does not. On a small or
busy machine the bot may be slow.
"""

_BACKGROUND: Final = 2.0
"""Seconds that an action on a page waits for the bot's other work."""

_MENU_STATE: Final = "~"
"""Separates the key of a menu from the time of the latest edit of its message."""

_LOOK_AROUND: Final = 1.0
"""The longest time, in seconds, until the pages show a changed private answer, and the terminal shows an error that no
page shows.
"""

_PAGE_STATES: Final = 32
"""The number of page states that a place keeps, for presses on a page that is a moment behind."""

log = structlog.get_logger(__name__)


class TownEnv(Env):
    """An environment in real time, as Discord is: a press ends once the bot has answered it, and the bot's timers go
    off while it is busy. simcord waits in both cases until the bot has nothing left to do; if that takes too long, as
    with a computer player on a slow machine, it lets no timer go off before the next press.
    """

    _pressed: Any = None
    """The latest interaction."""

    def _notify_dispatch_observers(self, interaction: Any) -> None:
        self._pressed = interaction
        super()._notify_dispatch_observers(interaction)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 # as simcord names it
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait until the bot is idle, but only `_BACKGROUND` seconds, and until it has answered a press.

        Raises:
            TimeoutError: the bot has not answered a press in time.
        """
        pressed = self._pressed if dispatch == "INTERACTION_CREATE" else None
        latest = monotonic() + self.settle_timeout
        while True:
            try:
                await super()._settle_internal(timeout=_BACKGROUND, idle=idle, dispatch=dispatch)
            except TimeoutError:
                if pressed is None or pressed.responded:
                    return
                if monotonic() >= latest:
                    raise
            else:
                return

    async def _advance_to(self, target: float, deadline: float) -> None:
        """Let the bot's timers up to this moment go off, without waiting for the work that they begin."""
        while (due := _next_virtual_timer(self._settlement_state())) is not None and due <= target:
            self._move_clock(due)
            _run_due_virtual_callbacks(self._settlement_state(), deadline)
            await asyncio.sleep(0)
        self._move_clock(target)


class Place(Preview):
    """The page of one place: a channel, or a person's direct messages with the bot.

    simcord shows one channel on one page, and after a press updates only the page on which it happened. A town has
    several places, and this class keeps the pages of all of them up to date. Only this class and `TownEnv` use private
    parts of simcord.
    """

    def __init__(
        self, town: "Town", title: str, channel: ChannelHandle, viewers: Sequence[MemberActor | UserHandle], port: int
    ) -> None:
        super().__init__(
            town.env,
            channel,
            tuple(viewers),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.title = title
        self._town = town
        self._shown = LRUCache[tuple[str, int], Mapping[str, Any]](_PAGE_STATES)
        """The messages that each page showed, by the page's id and revision."""

    async def __aenter__(self) -> Self:
        self.env._preview = None
        await super().__aenter__()
        return self

    def publish(self, *, but: str | None) -> None:
        """Update every open page except the one with the id `but`; None updates all."""
        self._advance_presentation_time()
        for page in tuple(self._pages.values()):
            if page.id != but:
                self._publish(page)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._town.turn(context_id):
            self._advance_presentation_time()
            known = {**self._caught_up(context_id, body)}
            if isinstance(key := known.get("control_key"), str):
                known["control_key"] = key.partition(_MENU_STATE)[0]
            return await super()._action(context_id, known)

    def _publish(self, page: Any, **reason: Any) -> None:
        super()._publish(page, **reason)
        for message in page.snapshot.get("messages", {}).values():
            _reset_menus(message)
        self._shown[page.id, page.revision] = page.snapshot.get("messages", {})

    def _caught_up(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an action as if its page had shown the newest state already. Return it unchanged if the button or menu
        that it uses has changed since.

        simcord refuses every action of a page that is not up to date; Discord does not.
        """
        page, seen = self._pages.get(context_id or ""), body.get("published_revision")
        if page is None or seen == page.revision:
            return body
        target = str(body.get("target_id"))
        before = self._shown.get((page.id, seen), {}).get(target, {}) if isinstance(seen, int) else {}
        now = page.snapshot.get("messages", {}).get(target, {})
        is_bound = body.get("kind") in {"click", "select"}
        if is_bound and (not before or before.get("components") != now.get("components")):
            return body
        return {**body, "published_revision": page.revision}


def _reset_menus(message: dict[str, Any]) -> None:
    """Give the menus of a message new keys after each edit. By its key, simcord keeps showing the latest choice of a
    menu, and ignores the same choice when it is made again.
    """
    for row in message.get("components", ()):
        for component in row.get("components", ()):
            if component.get("type") == ComponentType.string_select.value and "control_key" in component:
                component["control_key"] += f"{_MENU_STATE}{message.get('edited_timestamp')}"


class Town:
    """The server and its people, among them the bot; it exists inside `async with`.

    People and channels have the same ids every time, so that a later run can use the same database.
    """

    def __init__(self, client: Client, *, port: int = 0) -> None:
        """Set up the server. Its pages use `port` and the ports after it; if `port` is 0, any free ports."""
        self.env = TownEnv(client, settle_timeout=_ANSWER_TIMEOUT, check_errors=False)
        self.env.backend.bot_user.name = SERVER
        users = [self.env.create_user(name.lower(), global_name=name) for name in PEOPLE]
        self.guild = self.env.create_guild(SERVER, owner=users[0])
        self.people = [self.guild.add_member(user) for user in users]
        rooms = [(f"#{name}", self.guild.create_text_channel(name, topic=topic)) for name, topic in CHANNELS.items()]
        ports = count(port) if port else repeat(0)
        self.places = [
            *(Place(self, title, room, self.people, next(ports)) for title, room in rooms),
            *(
                Place(self, f"{name}'s direct messages", user.dm_channel, [user], next(ports))
                for name, user in zip(PEOPLE, users, strict=True)
            ),
        ]
        guest = self.env.create_user(GUEST.lower(), global_name=GUEST)
        inn = self.env.create_guild(INN, owner=guest)
        topic = f"Another server: {GUEST} plays with people of {SERVER} by a code (/match invite, /match join)"
        fireside = inn.create_text_channel(FIRESIDE, topic=topic)
        self.places += [
            Place(self, f"#{FIRESIDE} of {INN}", fireside, [inn.add_member(guest)], next(ports)),
            Place(self, f"{GUEST}'s direct messages", guest.dm_channel, [guest], next(ports)),
        ]
        self._changed: set[int] = set()
        """The ids of the channels that have changed since their pages were updated."""
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()
        self._told = 0
        self._read = 0
        """The number of lines of simcord's transcript that were searched for private answers."""
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Open all places.

        Raises:
            SetupError: a port is taken, or parts of simcord are missing.
        """
        async with AsyncExitStack() as stack:
            self._set_clock()
            self.env.backend.subscribers.append(self._hear)
            await self.env.start()
            stack.push_async_callback(self.env.shutdown)
            for place in self.places:
                await stack.enter_async_context(place)
            keeper = asyncio.create_task(self._keep_fresh(), name="keep pages fresh")
            stack.callback(keeper.cancel)
            self._open = stack.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._open.aclose()

    async def announce(self, text: str) -> None:
        """Post in the first channel, in the name of the server's owner."""
        async with self.turn():
            await self.people[0].send(self.places[0].channel, text)

    async def post(self, post: Callable[[int, str], Awaitable[None]]) -> None:
        """Let the bot post in the first channel.

        post: a function that posts; it takes the id of the channel and a nonce.
        """
        async with self.turn():
            await post(self.places[0].channel.id, "sandbox")
            await self.env.settle()

    async def ended(self) -> None:
        """Wait until someone ends the sandbox from the menu of a page."""
        waiting = [asyncio.create_task(place.wait_closed()) for place in self.places]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    @asynccontextmanager
    async def turn(self, context: str | None = None) -> AsyncIterator[None]:
        """Wait until nothing else acts on the server, and let the caller act. At the end, update all pages except
        `context`, which updates itself.
        """
        async with self._turn:
            self._set_clock()
            try:
                yield
            finally:
                self._publish(but=context)

    def _set_clock(self) -> None:
        """Move the server's clock, which does not run by itself, to the present time."""
        self.env.backend.clock.advance(max(0.0, (datetime.now(UTC) - self.env.now()).total_seconds()))

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_"):
            self._changed.add(int(payload["channel_id"]))
            self._news.set()

    def _publish(self, *, but: str | None) -> None:
        is_private_news = self._has_private_news()
        for place in self.places:
            if is_private_news or place.channel.id in self._changed:
                place.publish(but=but)
        self._changed.clear()
        self._news.clear()
        for error in self.env.errors_since(self._told):
            log.error("the bot failed", exc_info=error)
        self._told = self.env.error_cursor

    def _has_private_news(self) -> bool:
        """Return whether the bot has sent or changed private answers since the last call. Discord announces none."""
        transcript = self.env.backend.transcript
        news, self._read = transcript[self._read :], len(transcript)
        return any(kind == "HTTP" and "/webhooks/" in line for kind, line, _ in news)

    async def _keep_fresh(self) -> None:
        """Show changes and errors that no press has caused, for as long as the town exists: the bot also acts by
        itself.
        """
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), timeout=_LOOK_AROUND)
            async with self._turn:
                self._publish(but=None)
