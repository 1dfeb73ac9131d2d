"""What is proposed in a match, as everybody sees it: a line with buttons."""

from collections.abc import Sequence

import discord

from bot.model.match import Status
from bot.model.position import Position
from cogs.text import escaped
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import AGREE, REFUSE
from rules.core.words import together


def proposal_lines(position: Position, names: Sequence[str]) -> Sequence[str]:
    """Who would like what, who is still asked, and until when."""
    found = []
    for proposal in position.proposals:
        asked = together([f"<@{position.match.players[seat].user}>" for seat in proposal.asks(position.seen)])
        who = escaped(names[proposal.seat])
        until = f"It lapses <t:{proposal.due:.0f}:R>."
        found.append(f"**{who} would like to {proposal.wish}.** {asked}, do you agree? {until}")
    return found


def proposal_items(position: Position) -> Sequence[Item]:
    """Buttons that answer it, in a row of their own."""
    number = position.match.id
    return [
        item
        for proposal in position.proposals
        if position.match.status is Status.LIVE
        for item in (
            button("Agree", AGREE(number, proposal.made), discord.ButtonStyle.success, row=2),
            button("Refuse", REFUSE(number, proposal.made), row=2),
        )
    ]
