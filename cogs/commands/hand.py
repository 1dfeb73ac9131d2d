"""`/hand`: one's own hand, wherever it is asked for."""

from typing import Any

from discord import app_commands

from bot.model.match import Status
from bot.model.refusals import Refusal
from cogs.delivery.answer import Answering, AnyInteraction
from cogs.host import NO_MATCH, Host
from cogs.messages.message import Message
from cogs.presses.hand import Hands
from cogs.widgets.items import OPTIONS, menu, option
from cogs.widgets.purposes import PICK


def hand_command(host: Host, answering: Answering, hands: Hands) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="hand", description="Show your hand, to you alone")
    async def hand(interaction: AnyInteraction) -> None:
        async with answering(interaction) as answer:
            await host.meet(interaction)
            there = await host.matches.in_channel(interaction.channel_id or 0)
            mine = [m for m in await host.matches.of_user(answer.user) if m.status is Status.LIVE]
            if there is not None and (not mine or there.match.id in [match.id for match in mine]):
                found = there
            elif len(mine) == 1:
                found = await host.matches.position(mine[0].id)
            elif mine:
                shown = [option(f"Match #{m.id} · {host.games[m.game].title}", str(m.id)) for m in mine[:OPTIONS]]
                await answer.say(Message("Which hand?", [menu("Your matches …", PICK(), shown)]))
                return
            else:
                raise Refusal(NO_MATCH)
            await hands.show(answer, found)
            await host.deliverer.bring(found.match.id)

    return hand
