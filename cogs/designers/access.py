"""The check that a user is a designer of the server: a manager, or one with the role that managers chose."""

from cogs.delivery.answer import Answer
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.host import Host, server_of
from cogs.widgets.refusals import SpokenRefusal


async def server_of_designer(host: Host, answer: Answer) -> int:
    """Return the server on which a designer pressed or called.

    Raises:
        SpokenRefusal: the user is no designer there, or it is no server.
    """
    guild = server_of(answer.interaction)
    if guild is None or not await host.is_designer(answer.interaction):
        raise SpokenRefusal(DESIGNERS_ONLY)
    return guild
