"""Welcome each server that the bot joins with the main menu, once."""

import discord
import structlog

from bot.people.pending_welcomes import PendingWelcomes
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.permissions import missing_in
from cogs.delivery.retries import Retries
from cogs.delivery.sender import Sender
from cogs.presses.main_menu import MainMenu
from cogs.widgets.purposes import COMPUTERS_OF

log = structlog.stdlib.get_logger(__name__)


class Welcomes:
    """Posts the main menu where new members of a server are welcomed, or in the first channel in which the bot may
    write. A failed attempt is repeated: soon, after a restart, and whenever something changes on the server.
    """

    def __init__(self, client: discord.Client, main_menu: MainMenu, pending: PendingWelcomes, retries: Retries) -> None:
        self._client = client
        self._sender = Sender(client)
        self._main_menu = main_menu
        self._stored = pending
        self._retries = retries
        self._pending: set[int] = set()

    async def open(self) -> None:
        """Try all welcomes that are pending since an earlier start."""
        self._pending |= await self._stored.all()
        for guild in list(self._pending):
            await self.reachable(guild)

    async def joined(self, guild: int) -> None:
        """Welcome a server that the bot has just joined."""
        self._pending.add(guild)

        async def work() -> None:
            await self._stored.add(guild)
            await self._welcome(guild)

        await self._retries.run(_name(guild), work)

    async def reachable(self, guild: int) -> None:
        """Try again, because something has changed on a server."""
        if guild in self._pending:
            await self._retries.run(_name(guild), lambda: self._welcome(guild))

    async def left(self, guild: int) -> None:
        """Forget a server that the bot was removed from."""
        if guild in self._pending:
            self._pending.discard(guild)
            await self._retries.run(_name(guild), lambda: self._stored.remove(guild))

    async def _welcome(self, guild_id: int) -> None:
        """Post the main menu, unless it was posted already. If the bot may not write, the welcome stays pending."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild_id not in self._pending:
            return
        places = [*filter(None, [guild.system_channel]), *guild.text_channels]
        place = next((channel for channel in places if not missing_in(channel).value), None)
        if place is None:
            log.info("no channel to welcome a server in", server=guild_id)
            return
        try:
            if not await self._is_welcomed(place.id):
                await self._main_menu.post(place.id, f"welcome/{guild_id}")
        except Exception as error:
            if meaning(error) not in (Meaning.FORBIDDEN, Meaning.FILTERED):
                raise
            log.info("a server was not welcomed", server=guild_id)
            return
        await self._stored.remove(guild_id)
        self._pending.discard(guild_id)

    async def _is_welcomed(self, channel: int) -> bool:
        """Return whether the main menu was posted in a channel without being recorded."""
        ours = await self._sender.ours(channel, None)
        return any(COMPUTERS_OF.read(identity) is not None for sent in ours for identity in sent.custom_ids)


def _name(guild: int) -> str:
    return f"welcome {guild}"
