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
        raise Refusal("Use this command in a channel of the server.")
    if not interaction.permissions.manage_guild:
        raise Refusal("You need the “Manage Server” permission for this. Your own settings are in `/settings`.")
    return interaction.guild_id
