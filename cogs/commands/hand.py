"""`/hand`: one's own hand, wherever it is asked for."""

from typing import Any

from discord import SelectOption, app_commands

from bot.application.table.participations import Sitting
from bot.model.match import Status
from bot.model.position import Position
from bot.model.refusals import Refusal
from cogs.commands.match_ids import my_numbers
from cogs.delivery.answer import Answer, Answering, AnyInteraction
from cogs.host import NO_MATCH, Host
from cogs.messages.message import Message
from cogs.presses.hand import Hands
from cogs.widgets.items import OPTIONS, menu, option
from cogs.widgets.purposes import PICK


def hand_command(host: Host, answering: Answering, hands: Hands) -> app_commands.Command[Any, ..., None]:
    """`/hand`."""

    @app_commands.command(name="hand", description="Show your hand, to you alone")
    @app_commands.describe(number="its number; none: the match of this channel, or the only one that you play")
    @app_commands.rename(number="match")
    async def hand(interaction: AnyInteraction, number: int | None = None) -> None:
        async with answering(interaction) as answer:
            await host.meet(interaction)
            if number is not None:
                await _show(answer, await host.app.positions.get((await host.here(interaction, number=number)).id))
                return
            there = await host.app.matches.in_channel(interaction.channel_id or 0)
            sittings = await host.app.participations.of(answer.user)
            mine = [sitting for sitting in sittings if sitting.position.match.status is Status.LIVE]
            if there is not None and (not mine or there.match.id in [each.position.match.id for each in mine]):
                found = there
            elif len(mine) == 1:
                found = mine[0].position
            elif mine:
                shown = [_option(sitting) for sitting in mine[:OPTIONS]]
                await answer.say(Message("Which hand?", [menu("Your matches …", PICK(), shown)]))
                return
            else:
                raise Refusal(NO_MATCH)
            await _show(answer, found)

    async def _show(answer: Answer, found: Position) -> None:
        await hands.show(answer, found)
        await host.deliverer.bring(found.match.id)

    @hand.autocomplete("number")
    async def numbers(interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(host, interaction, typed)

    return hand


def _option(sitting: Sitting) -> SelectOption:
    number, title = sitting.position.match.id, sitting.position.game.title
    return option(f"Match #{number} · {title}", str(number), "It waits for you" if sitting.waits else "")
