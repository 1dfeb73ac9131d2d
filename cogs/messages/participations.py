"""A user's matches on every server: first those in play, with whose turn it is, then the finished ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.application.table.participations import Participation
from bot.model.clocks import next_deadline
from bot.model.history import ANY, Filter
from bot.model.match import Status
from bot.model.position import Position
from cogs.messages.history import ListedFinish, finished_lines, rematch_buttons, replay_buttons
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

NONE: Final = "You haven't played a match yet. `/match new` opens one."
NONE_SUCH: Final = "You have no such matches."


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPage:
    """A page of a user's matches."""

    only: Filter
    page: int
    pages: int
    present: Sequence[ListedMatch]
    """The matches that have not ended."""
    finished: Sequence[ListedFinish]
    invitations: Sequence[Position]
    """The lobbies to which the user is invited."""


def participations_message(shown: MatchesPage, game: str) -> Message:
    """Return a page of a user's matches, for them alone. game: the title of the game to which the list is limited."""
    lines = [
        f"You're invited to match #{each.match.id}, {each.game.title}: {place_text(each.match)}."
        for each in shown.invitations
    ]
    items: list[Item] = [
        button(f"Join #{each.match.id}", JOIN(each.match.key), discord.ButtonStyle.success, row=2)
        for each in shown.invitations
    ]
    if shown.present or shown.finished:
        page = f", page {shown.page + 1} of {shown.pages}" if shown.pages > 1 else ""
        lines.append(f"**Your matches{_limits(shown.only, game)}**{page}")
    elif not shown.invitations:
        lines.append(NONE if shown.only == ANY else NONE_SUCH)
    for listed in shown.present:
        lines += match_lines(listed)
        match = listed.sitting.position.match
        if match.status is Status.LIVE:
            items.append(button(f"Hand of #{match.id}", HAND(match.key, match.ply), row=0))
    if shown.finished:
        lines.append("**Finished**")
    for finish in shown.finished:
        lines += finished_lines(finish)
    items += page_buttons(shown.page, shown.pages, lambda page: MATCHES(page, *_limiting(shown.only)), row=1)
    items += [*replay_buttons(shown.finished, row=3), *rematch_buttons(shown.finished, row=4)]
    return Message("\n".join(lines), items)


def _limits(only: Filter, game: str) -> str:
    """Return the words that say which matches are listed."""
    return (f" of {game}" if game else "") + (f" with <@{only.opponent}>" if only.opponent else "")


def _limiting(only: Filter) -> list[str | int]:
    """Return the last arguments of the id of a page, which say which matches are listed."""
    return [each for each in only if each]


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
    running = [clock for seat, clock in enumerate(position.deadlines) if not position.stands_still(seat)]
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
