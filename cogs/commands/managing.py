"""The permission to manage a server."""

from cogs.delivery.answer import Answer
from cogs.host import server_of
from cogs.widgets.refusals import SpokenRefusal


def managed(answer: Answer) -> int:
    """Return the server that the user manages.

    Raises:
        Refusal: the user may not change its settings.
    """
    interaction = answer.interaction
    guild = server_of(interaction)
    if guild is None:
        raise SpokenRefusal("Use this command in a channel of the server.")
    if not interaction.permissions.manage_guild:
        raise SpokenRefusal("You need the “Manage Server” permission for this. Your own settings are in `/settings`.")
    return guild
