"""What a player has said ahead, what they could, and Undo: lines and buttons of their hand."""

from collections.abc import Sequence

from bot.model.match import Look
from cogs.widgets.items import ROW, ROWS, Item, button
from cogs.widgets.purposes import STAND, TAKE_BACK, UNDO


def rows_left(look: Look) -> int:
    """How many rows of a message stay free for choices, above what is said ahead."""
    return ROWS - bool(look.offers or look.may_undo) - bool(look.standing)


def said_ahead(look: Look) -> Sequence[str]:
    """What stands, in words; nobody else reads it."""
    return [
        f"-# Automatic reply: {reply.says} (rule {reply.clause}). Only you can see this." for reply in look.standing
    ]


def standing_items(look: Look, *, undo: bool = False) -> Sequence[Item]:
    """A button for each answer that can be said ahead, and one to take back each that stands.

    undo: another one to take back what was done last.
    """
    key, row = look.match.key, rows_left(look)
    offers = [button(offer.says, STAND(key, str(offer)), row=row) for offer in look.offers[: ROW - undo]]
    offers += [button("Undo", UNDO(key), row=row)] if undo else []
    taken = [
        button(f"Cancel: {standing.says}", TAKE_BACK(key, str(standing)), row=ROWS - 1)
        for standing in look.standing[:ROW]
    ]
    return [*offers, *taken]
