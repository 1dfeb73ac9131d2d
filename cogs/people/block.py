"""`/block` and `/unblock`: the players whom a user does not want to meet. Only the user knows.

Blocked strangers, whom the user knows from a match over several servers, are shown by the name that they have outside
servers, never by their account, and are unblocked by a menu.
"""

from collections.abc import Sequence
from hashlib import blake2b

import discord
from discord import app_commands

from bot.model.match import DIRECT_MESSAGES, UserId
from bot.people.names import NOBODY
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import server_of
from cogs.messages.message import Message
from cogs.people.purposes import UNBLOCK
from cogs.presses.router import answers
from cogs.text import escaped, listed
from cogs.widgets.items import OPTIONS, menu, option


class BlockCommands(Feature):
    """The commands. The application stores the blocks."""

    @app_commands.command(name="block", description="Block a player from your matches; they aren't told")
    @app_commands.describe(who="the player to block (leave empty to see who you've blocked)")
    async def block(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """Answer `/block`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await self._say_whom(answer)
                return
            await blocks.block(answer.user, who.id)
            await answer.say(
                f"You've blocked <@{who.id}>. They can't join a match with you, their invitations don't reach "
                "you, and they aren't told. Matches you're both in continue. To undo this, use `/unblock`."
            )

    @app_commands.command(name="unblock", description="Unblock a player")
    @app_commands.describe(who="the player to unblock (leave empty to see who you've blocked)")
    async def unblock(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """Answer `/unblock`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await self._say_whom(answer)
            elif await blocks.unblock(answer.user, who.id):
                await answer.say(f"You and <@{who.id}> can play together again.")
            else:
                await answer.say(f"You hadn't blocked <@{who.id}>.")

    @answers(UNBLOCK)
    async def chosen(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Unblock the player who was chosen in the menu."""
        for user in await self.host.app.blocks.of(answer.user):
            if _value(answer.user, user) == values[0]:
                await self.host.app.blocks.unblock(answer.user, user)
        await answer.show(await self._whom(answer))

    async def _say_whom(self, answer: Answer) -> None:
        await answer.say(await self._whom(answer))

    async def _whom(self, answer: Answer) -> Message:
        blocked = await self.host.app.blocks.of(answer.user)
        if not blocked:
            return Message("You haven't blocked anyone.")
        here = await self.host.app.names.on(server_of(answer.interaction) or DIRECT_MESSAGES, blocked)
        outside = await self.host.app.names.on(DIRECT_MESSAGES, blocked)
        names = {user: outside[user] if here[user] == NOBODY else here[user] for user in blocked}
        options = [option(names[user], _value(answer.user, user)) for user in blocked[:OPTIONS]]
        mentions = [f"<@{user}>" if names[user] == NOBODY else escaped(names[user]) for user in blocked]
        return Message(f"You've blocked {listed(mentions, 50)}.", [menu("Unblock …", UNBLOCK(), options)])


def _value(user: UserId, blocked: UserId) -> str:
    """Return what stands for a blocked user in the menu of another one, since an account is nobody's business."""
    return blake2b(f"{user}/{blocked}".encode(), digest_size=8).hexdigest()
