"""The proposals in a match, as everyone sees them: a line with buttons for each."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.match import Status
from bot.model.pace import lasting
from bot.model.position import Position
from bot.model.proposal import CLOCKED, VOTES, Kind, Proposal, Verdict
from cogs.messages.proposed import ANSWERS, proposed_text
from cogs.messages.stakes import at_stake
from cogs.text import escaped
from cogs.widgets.items import ROWS, Item, button
from cogs.widgets.purposes import AGREE, REFUSE, TAKE, VOTE, VOTE_END
from rules.core.events import Seat
from rules.core.words import together

COMPUTER_TAKES: Final = "a computer takes the seat"

FIRST: Final = 2
"""The row of buttons below those that play and zoom."""

BESIDE: Final = 2
"""The number of offered seats in a row."""


def proposal_lines(position: Position, names: Sequence[str]) -> Sequence[str]:
    """Return lines about each proposal: its author, the players who have not answered, its deadline, and its effect on
    points.
    """
    lines = []
    for proposal in position.proposals:
        if proposal.kind is Kind.SEAT:
            to = f"<@{proposal.to}>" if proposal.to else "anyone on the server who hasn't played in this match"
            lines.append(f"**{escaped(names[proposal.seat])}'s seat is offered:** {to} can take it, with its hand.")
            continue
        waiting = [f"<@{position.match.players[seat].user}>" for seat in proposal.asks(position.seen)]
        who, voters = escaped(names[proposal.seat]), together(waiting) if waiting else ""
        if proposal.kind is Kind.CLAIM:
            lines.append(_claim(position, proposal, who, voters))
        elif not waiting:
            continue  # it is decided, and about to be carried out
        elif proposal.kind is Kind.LATE:
            lines.append(_late(position, proposal, who, voters))
        else:
            until = f"This expires <t:{proposal.due:.0f}:R>."
            lines.append(f"**{who} would like to {proposed_text(proposal.terms)}.** {voters}, do you agree? {until}")
        lines.append(f"-# {at_stake(position.match, proposal.kind)}")
    return lines


def proposal_items(position: Position, names: Sequence[str]) -> Sequence[Item]:
    """Return the buttons of as many proposals as there is room for. Each proposal has a row, but several offered seats
    share one.
    """
    rows: list[list[Item]] = []
    seats: list[Item] = []
    for proposal in position.proposals if position.match.status is Status.LIVE else ():
        if proposal.kind is Kind.SEAT:
            seats += _seat(position, proposal, names[proposal.seat])
        elif proposal.asks(position.seen):
            rows.append(_answers(position, proposal, names[proposal.seat]))
    width = 2 * BESIDE
    rows += [seats[first : first + width] for first in range(0, len(seats), width)]
    placed = []
    for row, items in enumerate(rows[: ROWS - FIRST], FIRST):
        for item in items:
            item.row = row
        placed += items
    return placed


def refused_by_moving(position: Position, seat: Seat) -> Proposal | None:
    """Return the proposal that this seat has not answered, and that its next move would refuse; None if none is."""
    falling = (each for each in position.proposals if each.kind in VOTES and each.kind is not Kind.BREAK)
    return next((each for each in falling if seat in each.asks(position.seen)), None)


def question_before_moving(proposal: Proposal, names: Sequence[str]) -> str:
    """Return the question to a player who is about to move without having answered a proposal."""
    who, what = escaped(names[proposal.seat]), proposed_text(proposal.terms)
    return f"{who} would like to {what}. If you move now, you refuse that."


def answer_items(position: Position, proposal: Proposal, names: Sequence[str], row: int) -> list[Item]:
    """Return the buttons that answer a proposal, in this row."""
    items = _answers(position, proposal, names[proposal.seat])
    for item in items:
        item.row = row
    return items


def _answers(position: Position, proposal: Proposal, name: str) -> list[Item]:
    key, made = position.match.key, proposal.made
    if proposal.kind not in CLOCKED:
        yes, no = ANSWERS[proposal.kind]
        return [button(yes, AGREE(key, made), discord.ButtonStyle.success), button(no, REFUSE(key, made))]
    more = lasting(position.match.pace.extension)
    give = button(f"{more} more for {name}", VOTE(key, made, Verdict.MORE), discord.ButtonStyle.success)
    if proposal.kind is Kind.CLAIM:
        claim = VOTE(key, made, Verdict.END)
        return [give, button(f"Claim that {name} is absent", claim, discord.ButtonStyle.danger)]
    return [
        give,
        button(f"Skip {name}'s turn", VOTE(key, made, Verdict.PASS)),
        button(f"End {name}'s match …", VOTE_END(key, made), discord.ButtonStyle.danger),
    ]


def _seat(position: Position, proposal: Proposal, name: str) -> list[Item]:
    key, made = position.match.key, proposal.made
    take = button(f"Take {name}'s seat", TAKE(key, made), discord.ButtonStyle.primary)
    return [take, button(f"Keep {name}'s seat", REFUSE(key, made))]


def _late(position: Position, proposal: Proposal, who: str, voters: str) -> str:
    """Return the line about a vote on a player who has run out of time, and about what happens without a majority."""
    more = lasting(position.match.pace.extension)
    return (
        f"**{who} is out of time.** {voters}: vote to give {more} more, skip {who}'s turn, or end {who}'s match. The "
        f"majority decides. Without a majority, I skip the turn <t:{proposal.due:.0f}:R>. {who} can still move."
    )


def _claim(position: Position, claim: Proposal, who: str, voters: str) -> str:
    """Return the line about the absence of a player: who can claim it, or what follows from the claim."""
    pace, due = position.match.pace, f"<t:{claim.due:.0f}:R>"
    if claim.verdict is not None:
        then = COMPUTER_TAKES if claim.computer else pace.absence
        return f"**{who} is claimed to be absent.** If {who} doesn't move {due}, {then}."
    since = f"**{who} hasn't moved for {lasting(pace.seconds)}.**"
    if not voters:
        return f"{since} Everyone else is to move as well. If nobody moves, the match ends without a result {due}."
    majority = " The majority of those who wait decides." if len(claim.asks(position.seen)) > 1 else ""
    return (
        f"{since} {voters}: give more time, or claim the absence. Then {who} has 24 hours to move; if not, "
        f"{pace.absence}.{majority} Without a claim, the match ends without a result {due}."
    )
