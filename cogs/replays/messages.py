"""A moment of a finished match, as one viewer may see it, with buttons to the other moments."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.computer.levels import Level
from bot.exports.animation import Animation
from bot.exports.page import Page
from bot.replay.moments import Moment, ply_predicate, sentences_of
from bot.replay.replays import Watched
from bot.store.plies import PlyKind
from cogs.messages.lobby import heading
from cogs.messages.log_text import closing, newest, struck
from cogs.messages.message import Message
from cogs.replays.purposes import FORK, FORK_COMPUTER, FORK_FRIEND, FORK_SCRIPT, MATCH_FILE, REPLAY_GIF, REPLAY_PAGE
from cogs.text import escaped
from cogs.widgets.items import Item, button, menu, option, people
from cogs.widgets.purposes import REPLAY
from render.picture import Picture, open_picture
from rules.core.scripts import Script

STILL: Final = "Moving pictures are off in your `/settings`, so this is a still one."


def replay_message(watched: Watched, ply: int) -> Message:
    """Return the message of a moment; plies past the end mean the end. It takes long, and may run in any thread."""
    replay, match = watched.replay, watched.match
    moment = replay.moments[min(ply, replay.last)]
    names = [escaped(name) for name in watched.names]
    where = f"move {moment.ply} of {replay.last}" if moment.ply else f"the {replay.beginning}"
    how = "all hands" if watched.seat is None else f"as {names[watched.seat]} saw it"
    lines = [f"• {sentence}" for sentence in sentences_of(moment, names, watched.seat, all_hands=watched.seat is None)]
    if moment.played is not None and moment.played.kind is not PlyKind.ACTION:
        lines = [f"• {names[moment.played.seat]} {ply_predicate(moment.played)}.", *lines]
    if moment.is_undone:
        lines = [*map(struck, lines), "-# Taken back later."]
    point = next((each for each in replay.turning_points if each.ply == moment.ply), None)
    if point is not None and match.is_open:
        name, sentences = point.told(names)
        lines.append(f"**{name}** {sentences}")
    if moment.ply == replay.last and match.outcome is not None:
        lines.append(f"**{replay.game.result(match.outcome, names)}** {closing(replay.game, match.outcome)}".rstrip())
    text = "\n".join([f"{heading(replay.game, match)} · replay, {where} · {how}", *newest(lines)])
    again = REPLAY(match.key, moment.ply, "all" if watched.seat is None else watched.seat, "view")
    return Message(text, _items(watched, moment), replay_picture(watched, moment), "replay.png", again=again)


def moving_message(watched: Watched, start: int, moving: Animation) -> Message:
    """Return a moving picture of a match."""
    match, seen = watched.match, "" if watched.seat is None else f" · as {escaped(watched.names[watched.seat])} saw it"
    lines = [f"{heading(watched.replay.game, match)}{f' · from move {start} on' if start else ''}{seen}"]
    if moving.shown < moving.of:
        lines.append(f"Shows {moving.shown} of {moving.of} moments, as many as fit into a moving picture.")
    return Message("\n".join(lines), file=(f"match-{match.id}.gif", moving.gif), file_text=moving.alt)


def page_message(watched: Watched, page: Page) -> Message:
    """Return a match as a page."""
    match = watched.match
    text = f"Match #{match.id} as a page: save it, and open it in a browser. The arrow keys step through it. "
    if watched.seat is None:
        text += f"It contains all hands, and checks its own deal. Its fingerprint: `{page.fingerprint}`"
    else:
        text += f"It contains what {escaped(watched.names[watched.seat])} saw."
    return Message(text, file=(f"match-{match.id}.html", page.html.encode()))


def replay_picture(watched: Watched, moment: Moment) -> Picture:
    """Draw a moment: the table with all hands, or with the hand of the seat from which it is seen."""
    seat, names = watched.seat, watched.names
    if seat is None:
        return open_picture(moment.game, moment.view(None), moment.hands, names)
    return open_picture(moment.game, moment.view(seat), [moment.view(seat)], names)


def _items(watched: Watched, moment: Moment) -> list[Item]:
    match, last, now = watched.match, watched.replay.last, moment.ply
    viewer = "all" if watched.seat is None else watched.seat
    turns = [point.ply for point in watched.replay.turning_points] if match.is_open else []
    steps = [
        ("First", "first", 0, now > 0),
        ("Back", "back", now - 1, now > 0),
        ("Next", "on", now + 1, now < last),
        ("Last", "last", last, now < last),
    ]
    items: list[Item] = [
        button(label, REPLAY(match.key, ply, viewer, step)) for label, step, ply, is_there in steps if is_there
    ]
    if turns and turns != [now]:
        following = next((ply for ply in turns if ply > now), turns[0])
        style = discord.ButtonStyle.primary
        items.append(button("Turning point", REPLAY(match.key, following, viewer, "turn"), style))
    from_here = 0 < now < last
    items += [
        button(
            "Moving picture from here" if from_here else "Moving picture",
            REPLAY_GIF(match.key, now if from_here else 0, viewer),
            row=2,
        ),
        button("Web page", REPLAY_PAGE(match.key, viewer), row=2),
    ]
    if not match.is_open:
        return items
    if watched.seat is not None:
        items.append(button("All hands", REPLAY(match.key, now, "all", "view"), row=1))
    elif watched.own is not None:
        items.append(button("As I saw it", REPLAY(match.key, now, watched.own, "view"), row=1))
    if moment.table.state.phase.waiting:
        items.append(button("Play on from here", FORK(match.key, now), row=1))
    items.append(button("Match file", MATCH_FILE(match.key), row=1))
    return items


def fork_message(watched: Watched, ply: int, scripts: Mapping[str, Script]) -> Message:
    """Return the message that asks for opponents to play on against, from a moment of a match. scripts: those that are
    offered, by name.
    """
    match = watched.match
    where, hidden = f"move {ply}", "its deal is the same, known to anyone who has seen the replay."
    if not ply and watched.replay.record.deal.puzzle:
        where, hidden = "the puzzle", "its hidden cards are dealt anew, so nobody knows them."
    text = (
        f"Play on from {where} of match #{match.id}, in this channel? You take the seat whose turn it is. The match "
        f"is unrated, and {hidden}"
    )
    computers: list[Item] = [
        button(f"Against {level} computers", FORK_COMPUTER(match.key, ply, level)) for level in Level
    ]
    items = [*computers, people("Against a friend …", FORK_FRIEND(match.key, ply), 1)]
    if scripts:
        offered = [option(name, name, script.summary) for name, script in scripts.items()]
        items.append(menu("Against a script of the lab …", FORK_SCRIPT(match.key, ply), offered))
    return Message(text, items)
