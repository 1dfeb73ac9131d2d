"""Many presses at once on one decision, on a simulated Discord: one effect, and a private answer for everyone."""

from collections import Counter
from random import Random
from typing import Final

import simcord

from bot.model.match import Status
from bot.model.position import Position
from rules.core.notation import words
from tests.chaos.simulated_server import answer_faults, request_faults, small_town
from tests.chaos.tally import Tally
from tests.cogs.town import Press, Town
from tests.tiny_game import Tiny

GAMES: Final = (Tiny.key, "allocator", "tnb")
MOST: Final = 50
"""The maximum number of presses at once."""


async def races_on_discord(bursts: int, seed: int) -> Tally:
    """Send this many bursts to one match after another in one channel."""
    tally, random = Tally(), Random(seed)  # noqa: S311 # the same trial for the same seed
    async with small_town(tally) as town:
        for number in range(bursts):
            position = await town.app.matches.in_channel(town.tavern.id)
            if position is None:
                game = town.games[GAMES[number % len(GAMES)]]
                await town.open(game.key, *random.sample(town.people[:3], len(town.party(game))))
                position = await town.app.matches.in_channel(town.tavern.id)
            assert position is not None
            await _burst(town, position, random, tally)
            now = (await town.app.positions.get(position.match.id)).match
            if now.status is Status.LIVE and now.ply > 2 and random.random() < 0.2:
                await town.give_up(now)
    return tally


async def _burst(town: Town, before: Position, random: Random, tally: Tally) -> None:
    """Let everyone press at once on the present decision; some presses reach the bot twice."""
    match, users = before.match, [chair.user for chair in before.match.players]
    asked = [users[seat] for seat in before.seen.state.phase.waiting]
    everybody = random.choice([[asked[0]], [*users, town.stranger.id]])
    pressing = [asked[0], *(random.choice(everybody) for _ in range(random.randint(1, MOST - 1)))]
    sent = len(town.env.http_requests)
    results = await town.all_at_once([_press(town, before, user, random) for user in pressing], twice=0.1, draw=random)
    await town.delivered(match.id)
    after = await town.app.positions.get(match.id)
    tally.done["bursts"] += 1
    tally.done["presses"] += len(pressing)
    tally.done["plies"] += after.match.ply - match.ply
    faults = [fault for result in results for fault in answer_faults(result)]
    faults += [f"{result._interaction.user_id} got no words" for result in results if not _explained(result)]
    faults += request_faults(town, town.env.http_requests[sent:])
    rows = await town.house[0].read(
        lambda db: db.rows("SELECT seat FROM plies WHERE match_id = ? AND ply > ?", match.id, match.ply)
    )
    each = Counter(row[0] for row in rows)
    if not each or max(each.values()) > 1 or len(rows) != after.match.ply - match.ply:
        faults.append(f"the plies are {each}")
    if await town.behind(match.id):
        faults.append(f"somebody is not shown it: {await town.behind(match.id)}")
    tally.faults += [f"burst {tally.done['bursts']} on {match.game}: {fault}" for fault in faults]


def _press(town: Town, position: Position, user: int, random: Random) -> Press:
    """Return a press on the board or on one of the user's choices. A user without any choices presses another
    player's.
    """
    table_view = position.view_for(user)
    offered = table_view.view.options
    if not offered:
        asked = position.match.players[table_view.view.waiting[0]].user
        offered = position.view_for(asked).view.options
    action = " ".join(words(random.choice(offered)))
    board = next(message for message in reversed(town.public()) if message.attachments)  # pings may follow it
    return Press(town.person(user), board, f"act/{position.match.key}/{table_view.decision}/{action}")


def _explained(result: simcord.InteractionResult) -> bool:
    """Return whether the user got an answer, or the pressed message is up to date."""
    messages = [*result.followups, *([result.response] if result.response is not None else [])]
    return bool(messages) and all(each.content for each in messages)
