"""The permission to manage a server."""

from bot.model.refusals import Refusal
from cogs.delivery.answer import Answer


def managed(answer: Answer) -> int:
    """Return the server that the user manages.

    Raises:
        Refusal: the user may not change its settings.
    """
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise Refusal("Use this command in a channel of the server.")
    if not interaction.permissions.manage_guild:
        raise Refusal("You need the “Manage Server” permission for this. Your own settings are in `/settings`.")
    return interaction.guild_id
