"""Tell the user that their action worked, though the board does not show it."""

from typing import Final

from bot.model.match import MatchId
from cogs.delivery.answer import Answer
from cogs.host import Host

NOT_DRAWN: Final = "Done, but the board doesn't show it yet."


async def say_if_undrawn(host: Host, answer: Answer, match_id: MatchId) -> None:
    """If the board does not show the user's action, tell them why. If a direct message has told them the reason, only
    refer to it.
    """
    failure = await host.deliverer.unshown(match_id, answer.user)
    if failure is not None:
        is_explained = answer.user in failure.explained_to
        await answer.say(f"{NOT_DRAWN} {'My DM explains why.' if is_explained else failure.why}")
