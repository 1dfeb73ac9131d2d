"""All matches of a person, on every server: which wait for them, since when, and the ways there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.application.table.participations import Sitting
from bot.model.clocks import next_deadline
from bot.model.match import Status
from bot.model.position import Position
from cogs.messages.message import Message
from cogs.messages.ping import table_link
from cogs.messages.time import moment
from cogs.text import escaped, shortened
from cogs.widgets.items import ROW, Item, button
from cogs.widgets.purposes import HAND, JOIN, MATCHES
from rules.core.words import together

SHOWN: Final = ROW
"""Matches on a page: a button for the hand of each fills a row."""

NONE: Final = "You're not in any match. `/match new` opens one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A sitting with what it takes to tell of it."""

    sitting: Sitting
    names: Sequence[str]
    """By seat."""
    server: str
    """What the server is called; "" where it is the one that is looked at from."""
    board: int | None
    """The message of the match in its channel, as far as one hangs."""


def sittings_message(sights: Sequence[Sight], page: int, pages: int, asked: Sequence[Position] = ()) -> Message:
    """One page of somebody's matches, for them alone. asked: the lobbies to which they are asked."""
    lines = [f"You're invited to match #{each.match.id}, {each.game.title}: <#{each.match.channel}>." for each in asked]
    items: list[Item] = [
        button(f"Join #{each.match.id}", JOIN(each.match.key), discord.ButtonStyle.success, row=2) for each in asked
    ]
    if sights:
        lines.append("**Your matches**" + (f", page {page + 1} of {pages}" if pages > 1 else ""))
    elif not asked:
        lines.append(NONE)
    for sight in sights:
        lines += told(sight)
        match = sight.sitting.position.match
        if match.status is Status.LIVE:
            items.append(button(f"Hand of #{match.id}", HAND(match.key, match.ply), row=0))
    if page > 0:
        items.append(button("Previous", MATCHES(page - 1), row=1))
    if page < pages - 1:
        items.append(button("Next", MATCHES(page + 1), row=1))
    return Message("\n".join(lines), items)


def told(sight: Sight) -> list[str]:
    """A match in two lines."""
    position = sight.sitting.position
    match = position.match
    place = f" on {escaped(sight.server)}" if sight.server else ""
    way = f"[to the board]({table_link(match, sight.board)})"
    return [
        f"**#{match.id} · {position.game.title}** in <#{match.channel}>{place} · {way}",
        f"-# {_state(sight)}",
    ]


def _until(sitting: Sitting) -> str:
    """Until when they have time, whoever's is over first; "" where none is counted."""
    deadline = next_deadline(sitting.position.clocks)
    return "" if deadline is None else f" Time runs out {moment(deadline)}."


def _state(sight: Sight) -> str:
    """Who is waited for, and since when."""
    sitting, since = sight.sitting, f"<t:{sight.sitting.since}:R>"
    match sitting.position.match.status:
        case Status.LOBBY:
            return f"Waiting for players. Opened {since}."
        case Status.LIVE if sitting.waits:
            return f"**Your turn** since {since}.{_until(sitting)}"
        case Status.LIVE:
            names = together([escaped(sight.names[seat]) for seat in sitting.asked])
            return f"Waiting for {shortened(names, 250)} since {since}.{_until(sitting)}"
        case _:
            return f"Paused. The last move was {since}."
