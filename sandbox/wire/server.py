"""The stand-in itself: a server on a loopback socket, and the world behind it."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final, Self

from aiohttp import web

from sandbox.wire.api import PREFIX, Api
from sandbox.wire.checks import check_event
from sandbox.wire.clock import Clock
from sandbox.wire.errors import Json
from sandbox.wire.faults import Faults
from sandbox.wire.gateway import Gateway
from sandbox.wire.journal import Journal, Violation
from sandbox.wire.model import Account, Channel, Guild, Interaction, InteractionType, Message
from sandbox.wire.objects import interaction_object
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.signals import PATIENCE, Found
from sandbox.wire.world import Event, World, new_token

HOST: Final = "127.0.0.1"


class Wire:
    """Discord, from `async with` to its end.

    `violations` must be empty in the end: it holds all that no well-made bot does, and all that this package itself
    does against the published description.
    """

    def __init__(self, options: Options | None = None, *, port: int = 0) -> None:
        """The port is any that is free, unless it is given."""
        self.options = options or Options()
        self.clock = Clock()
        self.violations: list[Violation] = []
        self.world = World(self.clock, self.options.name)
        self.world.listeners.append(lambda event: check_event(event, self._api.check_object))
        self.gateway = Gateway(self.world, self.options, self.violations)
        self.address = ""
        """Where it is, such as `http://127.0.0.1:40001`."""
        self._api = Api(self.world, self.options, self.violations)
        self._users: dict[str, User] = {}
        self._port = port
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=1 << 30)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_get("/attachments/{channel}/{attachment}/{filename}", self._attachment)
        application.router.add_route("*", "/{path:.*}", self._api.serve)
        # A handler ends when whoever asked is gone: what was held before Discord acted is then never done.
        runner = web.AppRunner(application, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        self._open.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, HOST, self._port)
        await site.start()
        port = runner.addresses[0][1]
        self.address = self._api.address = f"http://{HOST}:{port}"
        self.gateway.address = f"ws://{HOST}:{port}/gateway"
        return self

    async def __aexit__(self, *error: object) -> None:
        self.clock.stop()
        self.gateway.drop()
        await self._open.aclose()

    # what a harness looks at

    @property
    def requests(self) -> Journal:
        """All that the bot has asked of the REST interface."""
        return self._api.requests

    @property
    def faults(self) -> Faults:
        """What goes wrong on purpose."""
        return self._api.faults

    @property
    def token(self) -> str:
        """The token of the bot."""
        return self.world.bot_token

    @property
    def api(self) -> str:
        """Where the REST interface is."""
        return f"{self.address}{PREFIX}"

    async def until(
        self,
        predicate: Callable[[], Found | None],
        within: float | None = PATIENCE,
        *,
        what: str = "what was waited for",
    ) -> Found:
        """Wait until something is so, looking whenever anything has happened here; what the predicate returns.

        Raises:
            TimeoutError: it is not so within this time.
        """
        return await self.world.changed.until(predicate, within, what=what)

    def assert_clean(self) -> None:
        """See that nothing was done that must not be.

        Raises:
            AssertionError: with all that was.
        """
        assert not self.violations, "\n".join(map(str, self.violations))

    # people and places

    @property
    def guild(self) -> Guild:
        """The first server, made when it is asked for."""
        return next(iter(self.world.guilds.values()), None) or self.add_guild("Tavern")

    @property
    def channel(self) -> Channel:
        """The first channel of the first server, made when it is asked for."""
        texts = (channel for channel in self.guild.channels.values() if not channel.is_thread)
        return next(texts, None) or self.add_channel("table")

    def add_guild(self, name: str, number: int | None = None) -> Guild:
        """One more server with the bot on it."""
        return self.world.add_guild(name, self.world.developer, number)

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """One more text channel, of the first server unless another is given."""
        return self.world.add_channel(guild or self.guild, name)

    def user(self, name: str, guild: Guild | None = None) -> User:
        """Somebody by name, the same one every time: at first a member of the first server, or of the one given."""
        if name not in self._users:
            self._users[name] = User(self, self.world.account(name))
            guild = guild or self.guild
        if guild is not None:
            self.world.join(guild, self._users[name].account)
        return self._users[name]

    # what happens to the bot

    def revoke(self, channel: Channel, permissions: int) -> None:
        """The bot loses permissions in a channel; those it lost there before it has again."""
        assert channel.guild is not None
        self.world.allow(channel, channel.guild.members[self.world.bot.id], deny=permissions)

    def interact(
        self, user: Account, channel: Channel, kind: InteractionType, data: Json, origin: Message | Interaction | None
    ) -> Interaction:
        """Somebody does something with the bot.

        origin: the message whose component is used, or for a modal what it was the answer to.
        """
        world = self.world
        made = Interaction(world.ids.make(), new_token(), kind, user, channel, self.clock.now(), data)
        made.source = origin if isinstance(origin, Message) else origin.source if origin is not None else None
        made.parent = origin if isinstance(origin, Interaction) else None
        world.interactions[made.id] = world.tokens[made.token] = made
        self.clock.alarm(made.created + self.options.first_answer, lambda: self._give_up(made))
        self.deliver(made)
        return made

    def deliver(self, interaction: Interaction) -> None:
        """Tell the bot of an interaction; a second time, if it was told of it already."""
        shown = interaction_object(interaction, self.world.bot, self.options.attachment_limit)
        self.world.emit(Event("INTERACTION_CREATE", shown, interaction.channel.guild))

    def give_up(self, interaction: Interaction) -> None:
        """Wait no longer for a first answer: the user is told that there was none, and one that comes is too late."""
        interaction.created = self.clock.now() - self.options.first_answer - 1
        interaction.given_up = not interaction.acknowledged
        self._give_up(interaction)

    def _give_up(self, interaction: Interaction) -> None:
        if not interaction.acknowledged:
            interaction.failed = True
            self.world.touch(interaction)

    async def _attachment(self, asked: web.Request) -> web.Response:
        """A file of a message, while the message has it."""
        attachment = self.world.attachments.get(int(asked.match_info["attachment"]))
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.data, content_type=attachment.content_type)
