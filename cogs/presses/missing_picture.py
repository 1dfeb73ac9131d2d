"""What whoever changed a match is told when its table could not be drawn."""

from typing import Final

from bot.model.match import MatchId, UserId
from cogs.delivery.answer import Answer
from cogs.host import Host

NOT_DRAWN: Final = "Done, but I couldn't draw the board."


async def say_if_undrawn(host: Host, answer: Answer, number: MatchId) -> None:
    """Nothing, if the board shows what was done. Else why it does not: once, so where a direct message has told its
    players, they are pointed to that.
    """
    found = await host.deliverer.settled(number)
    if found is not None:
        told = found.is_told and await _was_told(host, answer.user, number)
        await answer.say(f"{NOT_DRAWN} {'My DM explains why.' if told else found.why}")


async def _was_told(host: Host, user: UserId, number: MatchId) -> bool:
    """Whether all direct messages to somebody about a match at which they sit have arrived."""
    seat = (await host.app.positions.get(number)).match.seat_of(user)
    return seat is not None and not await host.app.outbox.notes(number, seat)
