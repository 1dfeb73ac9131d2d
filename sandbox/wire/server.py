"""The simulated Discord as a server on a loopback socket."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Final, Self

from aiohttp import web

from sandbox.wire.api import PREFIX, Api
from sandbox.wire.checks import check_event
from sandbox.wire.clock import Clock
from sandbox.wire.conditions import Conditions
from sandbox.wire.errors import Json
from sandbox.wire.faults import Faults
from sandbox.wire.gateway import Gateway
from sandbox.wire.interactions import Interactions
from sandbox.wire.journal import Journal, Violation
from sandbox.wire.model import Account, Channel, ChannelType, Guild, Interaction, InteractionType, Message
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.signals import WAIT_TIMEOUT, Result
from sandbox.wire.world import World

HOST: Final = "127.0.0.1"


class Wire:
    """A simulated Discord that runs inside `async with`.

    `violations` must be empty in the end: it lists everything that the bot did and a well-made bot never does, and
    every breach of the published description by this package itself.
    """

    def __init__(self, options: Options | None = None, *, port: int = 0, clock: Clock | None = None) -> None:
        """port: the port of the server; 0 takes any free one. clock: Discord's clock; None: one by the machine's."""
        self.options = options or Options()
        self.clock = clock or Clock()
        self.violations: list[Violation] = []
        self.world = World(self.clock, self.options)
        self.world.listeners.append(lambda event: check_event(event, self._api.check_object))
        self.gateway = Gateway(self.world, self.options, self.violations)
        self.address = ""
        """The address of the server, such as `http://127.0.0.1:40001`."""
        self._api = Api(self.world, self.options, self.violations)
        self._interactions = Interactions(self.world, self.options)
        self._users: dict[str, User] = {}
        self._port = port
        self._resources = AsyncExitStack()

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=1 << 30)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_get("/attachments/{channel}/{attachment}/{filename}", self._attachment)
        application.router.add_route("*", "/{path:.*}", self._api.serve)
        # A handler is cancelled when its client is gone, so a request that was held before Discord acted is never done.
        runner = web.AppRunner(application, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        self._resources.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, HOST, self._port)
        await site.start()
        port = runner.addresses[0][1]
        self.address = self._api.address = f"http://{HOST}:{port}"
        self.gateway.address = f"ws://{HOST}:{port}/gateway"
        return self

    async def __aexit__(self, *error: object) -> None:
        self.clock.stop()
        self.gateway.drop()
        await self._resources.aclose()

    # for tests to look at

    @property
    def requests(self) -> Journal:
        """All requests of the bot to the REST interface."""
        return self._api.requests

    @property
    def faults(self) -> Faults:
        """The faults that strike the bot's requests."""
        return self._api.faults

    @property
    def conditions(self) -> Conditions:
        """The conditions in which Discord refuses requests."""
        return self._api.conditions

    @property
    def invalid(self) -> int:
        """The number of invalid requests in the latest ten minutes."""
        return len(self._api.invalid)

    @property
    def token(self) -> str:
        """The present token of the bot."""
        return self.world.bot_token

    @property
    def api(self) -> str:
        """The address of the REST interface."""
        return f"{self.address}{PREFIX}"

    async def until(
        self,
        predicate: Callable[[], Result | None],
        within: float | None = WAIT_TIMEOUT,
        *,
        what: str = "what was waited for",
    ) -> Result:
        """Wait until a predicate is true, trying it after every change; return its result.

        within: the longest wait in seconds; None for any time. what: words for the error.

        Raises:
            TimeoutError: the predicate is not true within this time.
        """
        return await self.world.changed.until(predicate, within, what=what)

    def assert_clean(self) -> None:
        """Raise if there are violations.

        Raises:
            AssertionError: there are violations; the message lists them.
        """
        assert not self.violations, "\n".join(map(str, self.violations))

    # people and places

    @property
    def guild(self) -> Guild:
        """The first server, created on first use."""
        return self.world.home_guild

    @property
    def channel(self) -> Channel:
        """The first channel of the first server, created on first use."""
        return self.world.home_channel

    def add_guild(self, name: str, guild_id: int | None = None, *, only_commands: bool = False) -> Guild:
        """Create another server that the bot is on, or that has only its commands."""
        return self.world.add_guild(name, self.world.developer, guild_id, only_commands=only_commands)

    def add_channel(
        self, name: str, guild: Guild | None = None, *, kind: ChannelType = ChannelType.GUILD_TEXT
    ) -> Channel:
        """Create another channel, on the first server unless another is given."""
        return self.world.add_channel(guild or self.guild, name, kind)

    def user(self, name: str, guild: Guild | None = None) -> User:
        """Return the person with this name as a member of `guild`. New people join the first server by default."""
        if name not in self._users:
            self._users[name] = User(self.world, self._interactions, self.world.account(name))
            guild = guild or self.guild
        if guild is not None:
            self.world.join(guild, self._users[name].account)
        return self._users[name]

    def conversation(self, *users: User) -> Channel:
        """Create the direct messages between two people, or a group of more, without the bot."""
        return self.world.conversation(*(user.account for user in users))

    # for tests to act on the bot

    def revoke(self, channel: Channel, permissions: int) -> None:
        """Take permissions in a channel away from the bot, and return those that an earlier call took away there."""
        assert channel.guild is not None
        self.world.allow(channel, channel.guild.members[self.world.bot.id], deny=permissions)

    def interact(
        self, user: Account, channel: Channel, kind: InteractionType, data: Json, origin: Message | Interaction | None
    ) -> Interaction:
        """Start an interaction and deliver it to the bot; see `Interactions.start`."""
        return self._interactions.start(user, channel, kind, data, origin)

    def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot once more."""
        self._interactions.deliver(interaction)

    def give_up(self, interaction: Interaction) -> None:
        """Stop waiting for a first answer at once; see `Interactions.give_up`."""
        self._interactions.give_up(interaction)

    async def _attachment(self, request: web.Request) -> web.Response:
        """Serve a file of a message; answer 404 once the message has lost the file."""
        attachment = self.world.attachments.get(int(request.match_info["attachment"]))
        if attachment is None:
            raise web.HTTPNotFound
        return web.Response(body=attachment.data, content_type=attachment.content_type)
