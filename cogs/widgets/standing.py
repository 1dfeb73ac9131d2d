"""What a player has said ahead, and what they could: lines and buttons of their hand."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Look
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import STAND, TAKE_BACK

_OFFERS_ROW: Final = 3
_STANDING_ROW: Final = 4
"""Below all choices (`cogs.widgets.level`)."""
_ROW: Final = 5


def said_ahead(look: Look) -> Sequence[str]:
    """What stands, in words; nobody else reads it."""
    return [f"-# Said ahead: {said.says} (rule {said.clause}). Nobody else knows." for said in look.standing]


def standing_items(look: Look) -> Sequence[Item]:
    """A button for each answer that can be said ahead, and one to take back each that stands."""
    number = look.match.id
    offers = [button(offer.says, STAND(number, str(offer)), row=_OFFERS_ROW) for offer in look.offers[:_ROW]]
    taken = [
        button(f"Take back: {standing.says}", TAKE_BACK(number, str(standing)), row=_STANDING_ROW)
        for standing in look.standing[:_ROW]
    ]
    return [*offers, *taken]
