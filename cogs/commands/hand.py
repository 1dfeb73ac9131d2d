"""`/hand`: the user's hand, from any channel."""

from discord import SelectOption, app_commands

from bot.application.table.participations import Participation
from bot.model.match import Status
from bot.model.position import Position
from cogs.commands.feature import Feature
from cogs.commands.match_ids import my_numbers
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import NO_MATCH
from cogs.messages.message import Message
from cogs.widgets.items import OPTIONS, menu, option
from cogs.widgets.purposes import PICK
from cogs.widgets.refusals import SpokenRefusal


class HandCommand(Feature):
    """Finds the match; the presses show the hand."""

    @app_commands.command(name="hand", description="See your hand (only you see it)")
    @app_commands.describe(number="match number (leave empty for the match in this channel, or your only one)")
    @app_commands.rename(number="match")
    async def hand(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/hand`."""
        host = self.host
        async with host.answering(interaction) as answer:
            await host.meet(interaction)
            if number is not None:
                await self._show(answer, await host.app.positions.get((await host.here(interaction, number=number)).id))
                return
            here = await host.app.matches.in_channel(interaction.channel_id or 0)
            sittings = await host.app.participations.of(answer.user)
            live = [sitting for sitting in sittings if sitting.position.match.status is Status.LIVE]
            if here is not None and (not live or here.match.id in [each.position.match.id for each in live]):
                await self._show(answer, here)
            elif len(live) == 1:
                await self._show(answer, live[0].position)
            elif live:
                options = [_option(sitting) for sitting in live[:OPTIONS]]
                await answer.say(Message("Which hand?", [menu("Your matches …", PICK(), options)]))
            else:
                raise SpokenRefusal(NO_MATCH)

    @hand.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)

    async def _show(self, answer: Answer, position: Position) -> None:
        await self.presses.hands.show(answer, position)
        await self.host.deliverer.refresh(position.match.id)


def _option(sitting: Participation) -> SelectOption:
    number, title = sitting.position.match.id, sitting.position.game.title
    return option(f"Match #{number} · {title}", str(number), "Your turn" if sitting.waits else "")
