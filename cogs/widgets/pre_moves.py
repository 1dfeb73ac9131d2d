"""Lines and buttons of a hand for automatic replies, and its Undo button."""

from collections.abc import Sequence

from bot.model.match import Look
from cogs.widgets.items import ROW, ROWS, Item, button
from cogs.widgets.purposes import PRE_MOVE, TAKE_BACK, UNDO


def rows_left(look: Look) -> int:
    """Return the number of rows left for choices above the automatic replies."""
    return ROWS - bool(look.offers or look.may_undo) - bool(look.pre_moves)


def reply_lines(look: Look) -> Sequence[str]:
    """Return a line for each automatic reply. Only its player reads them."""
    return [
        f"-# Automatic reply: {reply.says} (rule {reply.clause}). Only you can see this." for reply in look.pre_moves
    ]


def reply_items(look: Look, *, undo: bool = False) -> Sequence[Item]:
    """Return a button for each possible automatic reply, and one to cancel each present one.

    undo: also a button that undoes the latest ply.
    """
    key, row = look.match.key, rows_left(look)
    offers = [button(offer.says, PRE_MOVE(key, str(offer)), row=row) for offer in look.offers[: ROW - undo]]
    offers += [button("Undo", UNDO(key), row=row)] if undo else []
    taken = [
        button(f"Cancel: {pre_move.says}", TAKE_BACK(key, str(pre_move)), row=ROWS - 1)
        for pre_move in look.pre_moves[:ROW]
    ]
    return [*offers, *taken]
