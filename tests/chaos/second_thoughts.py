"""People with second thoughts: they undo, agree on an undo or a draw, or hand their seat over."""

from collections.abc import Iterator
from random import Random

from bot.application.application import Application
from bot.model.position import Position
from bot.model.proposal import Kind
from rules.core.events import Seat
from tests.chaos.tally import Tally


async def think_again(  # noqa: PLR0917 # it needs them all
    app: Application,
    position: Position,
    seat: Seat,
    member: int,
    random: Random,
    interactions: Iterator[int],
    tally: Tally,
) -> None:
    """Let a seat undo its latest ply if that is safe; otherwise the seat proposes something, or a member takes the seat
    over.
    """
    number, user = position.match.id, position.match.players[seat].user
    if position.view_for(user).may_undo:
        await app.consents.undo(number, user, interaction=next(interactions))
        tally.done["steps taken back freely"] += 1
        return
    if random.random() < 0.3:
        offer = await app.substitutes.offer(number, user, to=member, interaction=next(interactions))
        await app.substitutes.take(number, member, offer.proposals[-1].made, interaction=next(interactions))
        tally.done["seats handed over"] += 1
        return
    kind = random.choice([Kind.UNDO] * 5 + [Kind.DRAW])
    proposed = await app.consents.propose(number, user, kind, interaction=next(interactions))
    proposal = proposed.proposals[-1]
    asked = proposal.asks(proposed.seen)
    refuses = random.random() < 0.3
    for other in asked:
        answer = app.consents.refuse if refuses else app.consents.agree
        await answer(number, position.match.players[other].user, proposal.made, interaction=next(interactions))
        if refuses:
            break
    tally.done[f"proposals {'refused' if refuses else 'agreed on'}: {kind}"] += 1
