"""The last message of a match: who won, what it changed, and the way to the next one."""

import re
from collections.abc import Sequence
from typing import Any

import discord

from bot.client import HiddenHand
from bot.matches import Match, MatchId, NotAtThisTable, Refusal, Status
from cogs import custom_ids
from cogs.custom_ids import MATCH
from cogs.desk import desk
from cogs.errors import AnyInteraction
from cogs.items import Press
from cogs.lobby_message import join
from cogs.opening import open_lobby
from cogs.story import result_line
from cogs.text import escaped
from rules.core.game import Game


class Rematch(Press, template=custom_ids.template("rematch", MATCH)):
    """Opens a lobby for the same game, or joins the one that another player has just opened."""

    purpose = "rematch"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        at = desk(interaction)
        at.names.meet(interaction)
        before: Match = await at.matches.get(MatchId(int(match["match"])))
        seat = before.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtThisTable("A rematch is for those who played. `/match new` starts a match of your own.")
        deck = await at.matches.decks.still(interaction.user.id, before.game, before.chairs[seat].deck)
        there: Match | None = await at.matches.in_channel(before.channel)
        if there is None:
            await open_lobby(interaction, before.channel, before.game, before.options, deck)
        elif there.status is Status.LOBBY and there.game == before.game:
            await join(interaction, there.id, deck)
        else:
            raise Refusal(f"Match #{there.id} is in this channel now. Press Rematch when it is over.")


def result_text(game: Game[Any, Any], match: Match, names: Sequence[str], changes: Sequence[tuple[int, int]]) -> str:
    """Who won and how, and the ranking with each player's points before and after."""
    outcome = match.outcome
    assert outcome is not None
    lines = [result_line(game, outcome, names)]
    for seat in sorted(range(len(names)), key=lambda seat: outcome.ranks[seat]):
        before, after = changes[seat]
        lines.append(f"{outcome.ranks[seat]}. {escaped(names[seat])}: {after} points ({after - before:+})")
    return "\n".join(lines)


def result_items(match: Match) -> Sequence[Press]:
    """The way to the next match."""
    return [Rematch.make(match.id, label="Rematch", style=discord.ButtonStyle.success)]


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(Rematch)
