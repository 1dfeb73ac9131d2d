"""Show a match to one user alone, as a picture or in words."""

import asyncio

from bot.model.life import ENDED
from bot.model.match import MatchId, Status
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host, seen_from
from cogs.messages.emojis import signed
from cogs.messages.ended import ended_message, ending_lines
from cogs.messages.place import as_seen_here
from cogs.messages.status import status_message
from cogs.presses.router import answers
from cogs.widgets.purposes import SHOW_TABLE, STATUS


class Statuses:
    """Answers `/match status`, and the buttons that turn the parts of its description."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(STATUS)
    async def again(self, answer: Answer, *, match_id: MatchId, in_words: bool = False) -> None:
        """Show the board again."""
        position = seen_from(await self._host.app.positions.get(match_id), answer.interaction)
        await self.show(answer, position, "words" if in_words else "picture")

    @answers(SHOW_TABLE)
    async def table(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the present state of the match in the board that was pressed, which this press can change."""
        with self._host.deliverer.carriers.offered(answer):
            await self._host.deliverer.settled(match_id)

    async def show(self, answer: Answer, position: Position, how: str | None) -> None:
        """Show the board. Of a match that has ended, show the result unless a picture or words are asked for.

        how: "picture" or "words"; None: not chosen.
        """
        app, match, ended, board = self._host.app, position.match, list[str](), await self.board(position)
        names = await app.names.of(match)
        if match.status in ENDED:
            ending = await app.finished.ending(position)
            ended = ending_lines(position, names, ending, await app.ratings.changes(match.id))
            if how is None or match.status is Status.CLOSED:
                await answer.show(ended_message(position, ended, answer.user, board))
                return
            position = await app.finished.with_table(position)
        table_view, in_words = position.view_for(answer.user), how == "words"
        message = await asyncio.to_thread(status_message, position, table_view, names, board, ended, in_words=in_words)
        message = as_seen_here(message, position.match, names)
        await answer.show(signed(message, self._host.emojis.of(position.game.key), names))

    async def board(self, position: Position) -> int | None:
        """Return the message that shows the match in its channel now."""
        match = position.match
        return (await self._host.app.outbox.board(match.id, match.channel)).message_id
