"""What is proposed in a match, as everybody sees it: a line with buttons."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.match import Status
from bot.model.position import Position
from bot.model.proposal import Kind
from cogs.text import escaped
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import AGREE, REFUSE, TAKE
from rules.core.words import together

SEATS: Final = 4
"""Offered seats that have buttons: two rows."""


def proposal_lines(position: Position, names: Sequence[str]) -> Sequence[str]:
    """Who would like what, who is still asked, and until when; which seats are offered."""
    found = []
    for proposal in position.proposals:
        if proposal.kind is Kind.SEAT:
            to = f"<@{proposal.to}>" if proposal.to else "anybody on this server who has not played in this match"
            found.append(f"**{escaped(names[proposal.seat])}'s seat is offered:** {to} may take it, with its hand.")
            continue
        asked = together([f"<@{position.match.players[seat].user}>" for seat in proposal.asks(position.seen)])
        who = escaped(names[proposal.seat])
        until = f"It lapses <t:{proposal.due:.0f}:R>."
        found.append(f"**{who} would like to {proposal.wish}.** {asked}, do you agree? {until}")
    return found


def proposal_items(position: Position, names: Sequence[str]) -> Sequence[Item]:
    """Buttons that answer it, in rows of their own: for as many seats as there is room for."""
    number, found, seats = position.match.id, [], 0
    for proposal in position.proposals if position.match.status is Status.LIVE else ():
        if proposal.kind is not Kind.SEAT:
            found.append(button("Agree", AGREE(number, proposal.made), discord.ButtonStyle.success, row=2))
            found.append(button("Refuse", REFUSE(number, proposal.made), row=2))
        elif seats < SEATS:
            row, name = 3 + seats // 2, names[proposal.seat]
            take = button(f"Take {name}'s seat", TAKE(number, proposal.made), discord.ButtonStyle.primary, row=row)
            found += [take, button(f"Keep {name}'s seat", REFUSE(number, proposal.made), row=row)]
            seats += 1
    return found
