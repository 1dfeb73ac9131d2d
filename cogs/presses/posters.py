"""Show a player their own poster of a finished match."""

import asyncio
from functools import partial

from bot.model.match import MatchId, Status
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.result import own_poster
from cogs.presses.router import answers
from cogs.widgets.purposes import POSTER
from cogs.widgets.refusals import SpokenRefusal

NO_POSTER = "Only its players have a poster of their own, once the match is over."


class Posters:
    """Draws posters for one player alone."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(POSTER)
    async def show(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the user their poster.

        Raises:
            Refusal: the match is not over, or the user was not in it.
        """
        app = self._host.app
        position = await app.positions.get(match_id)
        seat = position.match.seat_of(answer.user)
        if seat is None or position.match.status is not Status.OVER:
            raise SpokenRefusal(NO_POSTER)
        position = (await app.finished.with_table(position)).for_user(answer.user)
        names, chances = await app.names.of(position.match), await app.chances.of(position)
        changes = await app.ratings.changes(match_id)
        is_first = await app.profiles.is_first_win(answer.user, position.match)
        drawn = partial(own_poster, position, names, changes, chances, seat, is_first_win=is_first)
        await answer.show(await asyncio.to_thread(drawn))
