"""Cause faults between the bot and Discord, and check that people see what was committed."""

import sqlite3
from contextlib import closing
from typing import Any

import discord
import simcord

from bot.model.match import MatchId
from cogs.messages.board import board_shown
from cogs.messages.hand import WHOLE, hand_message
from tests.cogs.town import Town, custom_ids_of
from tests.raw_database import connect_raw

Row = dict[str, Any]


def fail(  # Discord's answer, and how often
    town: Town, method: str, channel: simcord.ChannelHandle, status: int, code: int = 0, *, times: int | None = 1
) -> None:
    """Let Discord refuse the next messages (POST), edits (PATCH) or deletions (DELETE) in a channel. times: how often;
    None: until `heal`.
    """
    path = f"/channels/{channel.id}/messages" + ("" if method == "POST" else "/*")
    town.env.inject_error(method, path, status=status, code=code, times=times)


def lock(town: Town, thread: simcord.ChannelHandle, *, archived: bool = False) -> None:
    """Lock a thread, or close and lock it, until `unlock`: Discord then takes no message there, and no edit."""
    town.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True, "archived": archived})
    status, code = (400, 50083) if archived else (403, 160005)
    for method in ("POST", "PATCH"):
        fail(town, method, thread, status, code, times=None)


def unlock(town: Town, thread: simcord.ChannelHandle) -> None:
    """Reopen and unlock a thread."""
    heal(town)
    town.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": False, "archived": False})


def heal(town: Town) -> None:
    """Let Discord refuse nothing any longer."""
    town.env.backend.faults.clear()


async def live_boards(town: Town, number: int = 1) -> list[discord.Message]:
    """Return the messages in the tavern that show a match and have buttons."""
    match = await town.match(number)
    return [m for m in town.public() if board_shown(custom_ids_of(m), match) is not None]


async def hand_is_current(town: Town, person: simcord.MemberActor, number: int = 1) -> bool:
    """Return whether the latest direct message shows a player's present hand and choices."""
    position = await town.app.positions.get(MatchId(number))
    names = await town.client.app.names.of(position.match)
    table_view = position.view_for(person.id)
    footer = await town.app.hand_footers.of(table_view, person.id, position.game.tip(table_view.view))
    wanted = hand_message(position, table_view, names, WHOLE, footer)
    found = town.direct(person)
    if not found:
        return False
    ids = [item.to_component_dict()["custom_id"] for item in wanted.items]
    return found[-1].content == wanted.content and custom_ids_of(found[-1]) == ids


def stored(town: Town, sql: str, *values: object) -> list[Row]:
    """Read or change rows of the database file behind the bot's back."""
    with closing(connect_raw(town.path)) as db, db:
        db.row_factory = sqlite3.Row
        return [dict(row) for row in db.execute(sql, values)]


def rows(town: Town, kind: str, seat: int | None = None, number: int = 1) -> list[Row]:
    """Return the records of the messages of a kind that show a match."""
    sql = "SELECT * FROM outbox WHERE match_id = ? AND kind = ? AND seat IS NOT DISTINCT FROM ?"
    return stored(town, sql, number, kind, seat)


async def killed(town: Town, before: Row) -> None:
    """Let the bot die after it has sent a message but before it has recorded that; then heal Discord and start the bot
    again. The record stays as before, except for the version to show.
    """
    await town.client.interface.deliverer.close()
    kept = {name: value for name, value in before.items() if name not in ("id", "version", "is_pending")}
    changed = ", ".join(f"{name} = ?" for name in kept)
    stored(town, f"UPDATE outbox SET {changed} WHERE id = ?", *kept.values(), before["id"])  # noqa: S608 # ours
    stored(town, "DELETE FROM outbox WHERE match_id = ? AND kind = 'retired'", before["match_id"])
    heal(town)
    await town.restart()
    await town.wait()
