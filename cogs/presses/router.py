"""Who answers a press, a choice in a menu, or a form that was sent: found by the id alone, after any restart."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import signature
from typing import Any, Final

import discord

from bot.model.refusals import Refusal
from cogs.delivery.answer import Answering, AnyInteraction
from cogs.host import Host
from cogs.widgets.ids import Purpose

Handler = Callable[..., Awaitable[None]]
"""Is given the answer, and by name the arguments of the id; `values` of a menu, `chosen` of one in which
nothing may be chosen too, `texts` of a form."""

_SENT: Final = frozenset({"values", "chosen", "texts"})
"""What comes with a press besides its id: of a menu; of a menu in which nothing may be chosen too; of a form."""

OLD_BUTTON: Final = (
    "I do not know that button any more. The table that hangs lowest in this channel has fresh ones, and `/hand` shows "
    "your hand and your choices."
)


class Router:
    """A table of purposes and who answers them."""

    def __init__(self, host: Host, answering: Answering, routes: Mapping[Purpose, Handler]) -> None:
        self._host = host
        self._answering = answering
        self.routes: Final = {purpose.name: (purpose, handler) for purpose, handler in routes.items()}

    async def dispatch(self, interaction: AnyInteraction) -> None:
        """Answer whatever has a custom id; anything else is left alone."""
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        async with self._answering(interaction) as answer:
            identity = str(data.get("custom_id", ""))
            purpose, handler = self.routes.get(identity.partition("/")[0], (None, None))
            arguments = purpose.read(identity) if purpose else None
            if purpose is None or handler is None or arguments is None:
                raise Refusal(OLD_BUTTON)
            more: dict[str, Any] = {}
            wanted = _SENT.intersection(signature(handler).parameters)
            if interaction.type is discord.InteractionType.modal_submit:
                more["texts"] = _texts(data)
            elif "values" in data and "chosen" in wanted:
                more["chosen"] = [str(value) for value in data["values"]]
            elif data.get("values"):
                more["values"] = [str(value) for value in data["values"]]
            if more.keys() != wanted:  # no item of ours: what is a menu was pressed, or the like
                raise Refusal(OLD_BUTTON)
            await self._host.meet(interaction)
            await handler(answer, **arguments, **more)


def _texts(data: Mapping[str, Any]) -> dict[str, str]:
    """What was written in a form, by the ids of its inputs (Discord: Receiving and Responding, "Modal Submit")."""
    found: dict[str, str] = {}
    for row in data.get("components", ()):
        for component in (*row.get("components", ()), *filter(None, [row.get("component")])):
            if "value" in component:
                found[str(component["custom_id"])] = str(component["value"])
    return found
