"""Who manages a server."""

from bot.model.refusals import Refusal
from cogs.delivery.answer import Answer


def managed(answer: Answer) -> int:
    """The server of whoever asks.

    Raises:
        Refusal: they may not choose anything for it.
    """
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise Refusal("That is chosen for a server: use the command in one of its channels.")
    if not interaction.permissions.manage_guild:
        raise Refusal("Those choose here who may manage the server. `/settings` is yours.")
    return interaction.guild_id
