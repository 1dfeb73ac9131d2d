"""The live matches of a server as a list, with menus to follow them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.position import Position
from cogs.messages.message import Message
from cogs.messages.ping import table_link
from cogs.text import escaped, listed, plain
from cogs.widgets.items import Item, menu, option
from cogs.widgets.pages import page_buttons
from cogs.widgets.purposes import FOLLOW, UNFOLLOW, WATCH
from rules.core.words import together

NONE: Final = "There are no live matches here that you can see. `/match new` opens one."
NONE_DIRECT: Final = "You aren't following any match. Use `/watch` in a server channel to see its live matches."
PROMISE: Final = "-# I DM you at the turning points and at the end of each match that you follow."


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedMatch:
    """A live match in the list."""

    position: Position
    names: Sequence[str]
    board: int | None
    """The message of the match in its channel, if there is one."""
    is_followed: bool
    is_own: bool
    """Whether the user plays in it."""


def watch_message(matches: Sequence[WatchedMatch], page: int, pages: int, *, is_direct: bool) -> Message:
    """Return a page of live matches. is_direct: it is shown in direct messages."""
    if not matches:
        return Message(NONE_DIRECT if is_direct else NONE)
    title = "**Matches that you follow**" if is_direct else "**Live matches here**"
    lines = [title + (f", page {page + 1} of {pages}" if pages > 1 else ""), *map(_line, matches), PROMISE]
    items: list[Item] = []
    for purpose, verb, chosen in (
        (FOLLOW, "Follow", [each for each in matches if not each.is_followed and not each.is_own]),
        (UNFOLLOW, "Stop following", [each for each in matches if each.is_followed]),
    ):
        if chosen:
            options = [option(_label(each), str(each.position.match.id)) for each in chosen]
            items.append(menu(f"{verb} …", purpose(), options))
    items += page_buttons(page, pages, WATCH)
    return Message("\n".join(lines), items)


def _line(watched: WatchedMatch) -> str:
    match = watched.position.match
    players = listed([escaped(name) for name in watched.names], 6)
    mark = " · **followed**" if watched.is_followed else " · yours" if watched.is_own else ""
    way = f"[board]({table_link(match, watched.board)})"
    return f"#{match.id} · {watched.position.game.title} · {players} · <#{match.channel}> · {way}{mark}"


def _label(watched: WatchedMatch) -> str:
    names = together([plain(name) for name in watched.names])
    return f"#{watched.position.match.id} {watched.position.game.title}: {names}"
