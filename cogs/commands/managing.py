"""The permission to manage a server."""

from cogs.delivery.answer import Answer
from cogs.widgets.refusals import SpokenRefusal


def managed(answer: Answer) -> int:
    """Return the server that the user manages.

    Raises:
        Refusal: the user may not change its settings.
    """
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise SpokenRefusal("Use this command in a channel of the server.")
    if not interaction.permissions.manage_guild:
        raise SpokenRefusal("You need the “Manage Server” permission for this. Your own settings are in `/settings`.")
    return interaction.guild_id
