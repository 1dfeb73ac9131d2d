"""A user's matches on every server: whose turn it is, since when, and links to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.application.table.participations import Participation
from bot.model.clocks import next_deadline
from bot.model.match import Status
from bot.model.position import Position
from cogs.messages.message import Message
from cogs.messages.ping import table_link
from cogs.messages.place import place_text
from cogs.messages.time import moment
from cogs.text import escaped, shortened
from cogs.widgets.items import ROW, Item, button
from cogs.widgets.pages import page_buttons
from cogs.widgets.purposes import HAND, JOIN, MATCHES
from rules.core.words import together

SHOWN: Final = ROW
"""The number of matches on a page. The buttons for their hands fill a row."""

NONE: Final = "You're not in any match. `/match new` opens one."


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMatch:
    """One of a user's matches, with the facts that its lines need."""

    sitting: Participation
    names: Sequence[str]
    """The players' names by seat."""
    server: str
    """The name of the match's server; "" if the list is shown on that server."""
    board: int | None
    """The message of the match in its channel, if there is one."""


def participations_message(
    listed_matches: Sequence[ListedMatch], page: int, pages: int, invitations: Sequence[Position] = ()
) -> Message:
    """Return a page of a user's matches, for them alone. invitations: the lobbies to which they are invited."""
    lines = [
        f"You're invited to match #{each.match.id}, {each.game.title}: {place_text(each.match)}."
        for each in invitations
    ]
    items: list[Item] = [
        button(f"Join #{each.match.id}", JOIN(each.match.key), discord.ButtonStyle.success, row=2)
        for each in invitations
    ]
    if listed_matches:
        lines.append("**Your matches**" + (f", page {page + 1} of {pages}" if pages > 1 else ""))
    elif not invitations:
        lines.append(NONE)
    for listed in listed_matches:
        lines += match_lines(listed)
        match = listed.sitting.position.match
        if match.status is Status.LIVE:
            items.append(button(f"Hand of #{match.id}", HAND(match.key, match.ply), row=0))
    items += page_buttons(page, pages, MATCHES, row=1)
    return Message("\n".join(lines), items)


def match_lines(listed: ListedMatch) -> list[str]:
    """Return a match in two lines."""
    position = listed.sitting.position
    match = position.match
    place = f" on {escaped(listed.server)}" if listed.server else ""
    way = f"[to the board]({table_link(match, listed.board)})"
    return [
        f"**#{match.id} · {position.game.title}** in {place_text(match)}{place} · {way}",
        f"-# {_state(listed)}",
    ]


def _until(sitting: Participation) -> str:
    """Return when the first clock runs out; "" if none runs."""
    position = sitting.position
    running = [clock for seat, clock in enumerate(position.clocks) if seat not in position.untold]
    deadline = next_deadline(tuple(running))
    return "" if deadline is None else f" Time runs out {moment(deadline)}."


def _state(listed: ListedMatch) -> str:
    """Return whose turn it is, and since when."""
    sitting, since = listed.sitting, f"<t:{listed.sitting.since}:R>"
    match sitting.position.match.status:
        case Status.LOBBY:
            return f"Waiting for players. Opened {since}."
        case Status.LIVE if sitting.waits:
            return f"**Your turn** since {since}.{_until(sitting)}"
        case Status.LIVE:
            names = together([escaped(listed.names[seat]) for seat in sitting.asked])
            return f"Waiting for {shortened(names, 250)} since {since}.{_until(sitting)}"
        case _:
            return f"Paused. The last move was {since}."
