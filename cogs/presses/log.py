"""The whole story of a match, in pages, to whoever asks: what they may read of it."""

from collections.abc import Sequence
from typing import Final

from bot.model.act import Act, Deed
from bot.model.match import MatchId
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.lobby import heading
from cogs.messages.message import Message
from cogs.messages.story import ROOM, story_lines, struck
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import LOG

LINES: Final = 20
"""Lines on a page."""


class Logs:
    """Shows a page of the log."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def show(self, answer: Answer, position: Position) -> None:
        """Show the latest page."""
        await answer.say(await self._page(answer, position, None))

    async def turn(self, answer: Answer, *, number: MatchId, page: int) -> None:
        """Show another page, of the log as it is now."""
        position = await self._host.matches.position(number)
        await answer.show(await self._page(answer, position, page))

    async def _page(self, answer: Answer, position: Position, wanted: int | None) -> Message:
        match = position.match
        acts = await self._host.matches.administration.acts(match.id)
        names = await self._host.names.of(match)
        told: list[str] = []
        if position.table is not None or not acts:
            plies, taken_back = await self._host.matches.log(position, answer.user)
            for ply, events in enumerate(plies):
                lines = story_lines(position.game, [events], names)
                told += [struck(line) for line in lines] if ply in taken_back else lines
                told += [act_line(act) for act in acts if act.ply == ply]
        else:
            told = [act_line(act) for act in acts]
        found = pages(told)
        page = len(found) - 1 if wanted is None else min(wanted, len(found) - 1)
        turning: list[Item] = []
        if page > 0:
            turning.append(button("Earlier", LOG(match.id, page - 1)))
        if page < len(found) - 1:
            turning.append(button("Later", LOG(match.id, page + 1)))
        head = f"{heading(position.game, match)} · log, page {page + 1} of {len(found)}"
        return Message("\n".join([head, *found[page]]), turning)


def act_line(act: Act) -> str:
    """What an admin did."""
    who = f"<@{act.user}>" if act.user >= 0 else "A former member"
    whom = "a former member" if act.about is None or act.about < 0 else f"<@{act.about}>"
    done = {
        Deed.ENDED: "ended it without a result",
        Deed.HELD: "set it aside",
        Deed.REVIVED: "let it go on",
        Deed.KICKED: f"took {whom} out of the lobby",
    }
    return f"• *{who}, an admin, {done[act.deed]} <t:{act.at}:R>.*"


def pages(lines: Sequence[str]) -> list[list[str]]:
    """The lines in pages of at most `LINES`, as long as a message may be; at least one, perhaps empty."""
    found: list[list[str]] = [[]]
    for line in lines:
        if len(found[-1]) == LINES or sum(len(other) + 1 for other in (*found[-1], line)) > ROOM:
            found.append([])
        found[-1].append(line)
    return found
