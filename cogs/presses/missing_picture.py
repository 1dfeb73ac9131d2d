"""Tell the user that their action worked but the board could not be drawn."""

from typing import Final

from bot.model.match import MatchId, UserId
from cogs.delivery.answer import Answer
from cogs.host import Host

NOT_DRAWN: Final = "Done, but I couldn't draw the board."


async def say_if_undrawn(host: Host, answer: Answer, match_id: MatchId) -> None:
    """If the board does not show the user's action, tell them why. If a direct message has told them the reason, only
    refer to it.
    """
    failure = await host.deliverer.settled(match_id)
    if failure is not None:
        is_explained = failure.explained_by_dm and await _all_arrived(host, answer.user, match_id)
        await answer.say(f"{NOT_DRAWN} {'My DM explains why.' if is_explained else failure.why}")


async def _all_arrived(host: Host, user: UserId, match_id: MatchId) -> bool:
    """Return whether all direct messages to a player about a match have arrived."""
    seat = (await host.app.positions.get(match_id)).match.seat_of(user)
    return seat is not None and not await host.app.outbox.notes(match_id, seat)
