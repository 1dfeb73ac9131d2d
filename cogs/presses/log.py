"""The log of a match in pages, with those events that the user may know."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.model.admin_action import AdminAction, eras
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from bot.model.refusals import NotLive
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.emojis import signed
from cogs.messages.lobby import heading
from cogs.messages.log import act_line, remark_line
from cogs.messages.log_text import ROOM, event_lines, newest, struck
from cogs.messages.message import Message
from cogs.messages.place import as_seen_here
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.items import Item, button
from render.lengths import length
from render.picture import catch_up_picture

LINES: Final = 20
"""Lines on a page."""
NOTHING: Final = "Nothing has happened since then."


class Logs:
    """Shows a page of the log."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def show(self, answer: Answer, position: Position) -> None:
        """Show the latest page."""
        await answer.say(await self._page(answer, position, None))

    @answers(purposes.SINCE)
    async def since(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the board with all events since the user's latest ply.

        Raises:
            Refusal: the user is not in the match, or it has not started.
        """
        position = await self._host.app.positions.get(match_id)
        before, now = await self._host.app.matches.since(position, answer.user)
        assert now.seat is not None
        acts = await self._host.app.administration.acts(match_id)
        events = (await self._readable_plies(position, answer.user, acts))[position.seen.acted[now.seat] + 1 :]
        names = await self._host.app.names.of(position.match)
        lines = newest([line for lines in events for line in lines]) or [NOTHING]
        head = f"{heading(position.game, position.match)} · since your last move"
        if lines[-1] != NOTHING:
            head += " (changes are highlighted)"
        picture = await asyncio.to_thread(catch_up_picture, position.game, before, now, names)
        moving = [button("Watch it move", purposes.RECENT(position.match.key))] if lines[-1] != NOTHING else []
        message = Message("\n".join([head, *lines]), moving, picture)
        message = as_seen_here(message, position.for_user(answer.user).match, names)
        await answer.say(signed(message, self._host.emojis.of(position.game.key), names))

    @answers(purposes.LOG)
    async def turn(self, answer: Answer, *, match_id: MatchId, page: int) -> None:
        """Show another page, with the present state of the log."""
        position = await self._host.app.positions.get(match_id)
        await answer.show(await self._page(answer, position, page))

    async def _page(self, answer: Answer, position: Position, wanted: int | None) -> Message:
        match = position.match
        acts = await self._host.app.administration.acts(match.id)
        try:
            plies = await self._readable_plies(position, answer.user, acts)
        except NotLive:
            if not acts:
                raise
            entries = [act_line(act) for act in acts]
        else:
            entries = []
            for ply, lines in enumerate(plies):
                entries += [*lines, *(act_line(act) for act in acts if act.ply == ply)]
        filled = pages(entries)
        page = len(filled) - 1 if wanted is None else min(wanted, len(filled) - 1)
        turning: list[Item] = []
        if page > 0:
            turning.append(button("Earlier", purposes.LOG(match.key, page - 1)))
        if page < len(filled) - 1:
            turning.append(button("Later", purposes.LOG(match.key, page + 1)))
        head = f"{heading(position.game, match)} · log, page {page + 1} of {len(filled)}"
        message = Message("\n".join([head, *filled[page]]), turning)
        names = await self._host.app.names.of(match)
        message = as_seen_here(message, position.for_user(answer.user).match, names)
        return signed(message, self._host.emojis.of(position.game.key), names)

    async def _readable_plies(self, position: Position, user: UserId, acts: Sequence[AdminAction]) -> list[list[str]]:
        """Return the lines that a user may read about the deal and about each ply. Those of undone plies are struck
        through.
        """
        matches, match = self._host.app.matches, position.match
        plies, taken_back = await matches.log(position, user)
        remarks = await matches.remarks(position)
        entries: list[list[str]] = []
        for until, then in eras(match, acts):
            names = await self._host.app.names.of(then)
            for ply in range(len(entries), min(until + 1, len(plies))):
                lines = event_lines(position.game, [plies[ply]], names)
                lines = [struck(line) for line in lines] if ply in taken_back else lines
                entries.append([*lines, *(remark_line(each, match.pace, names) for each in remarks if each.ply == ply)])
        return entries


def pages(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines in pages of at most `LINES` that fit into a message; at least one page, perhaps empty."""
    filled: list[list[str]] = [[]]
    for line in lines:
        if len(filled[-1]) == LINES or sum(length(other) + 1 for other in (*filled[-1], line)) > ROOM:
            filled.append([])
        filled[-1].append(line)
    return filled
