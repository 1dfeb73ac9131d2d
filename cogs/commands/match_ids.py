"""Name a match by its number in a command: suggest the user's matches."""

from typing import Final

from discord import app_commands

from bot.application.table.participations import Participation
from bot.model.match import Status
from cogs.commands.games import NOTHING, in_time
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.widgets.choices import Choice

NUMBER: Final = "match number (leave empty for the match in this channel)"

_STATES: Final = {Status.LOBBY: "not started", Status.LIVE: "in progress", Status.QUARANTINED: "paused"}


async def my_numbers(host: Host, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
    """Return the user's matches, those where it is their turn first."""

    async def offered() -> list[Choice]:
        return [_choice(sitting) for sitting in await host.app.participations.of(interaction.user.id)]

    suggestions = await in_time(offered(), str(typed).strip())
    return [app_commands.Choice(name=each.name, value=int(each.value)) for each in suggestions if each.value != NOTHING]


def _choice(sitting: Participation) -> Choice:
    position = sitting.position
    state = "your turn" if sitting.waits else _STATES[position.match.status]
    return Choice(str(position.match.id), f"#{position.match.id} {position.game.title}", state)
