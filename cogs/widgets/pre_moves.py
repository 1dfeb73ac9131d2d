"""Lines, menu and buttons of a hand for automatic replies, and its Undo button."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import TableView
from cogs.widgets.items import OPTIONS, ROW, ROWS, Item, button, menu, option
from cogs.widgets.purposes import PRE_MOVE, TAKE_BACK, UNDO

CANCEL: Final = "Cancel reply"


def rows_left(table_view: TableView) -> int:
    """Return the number of rows left for choices above the automatic replies."""
    return ROWS - bool(table_view.offers) - bool(table_view.may_undo or table_view.pre_moves)


def reply_lines(table_view: TableView) -> Sequence[str]:
    """Return a line for each automatic reply. Only its player reads them."""
    several = len(table_view.pre_moves) > 1
    return [
        f"-# Automatic reply{f' {number}' if several else ''}: {reply.text}. Only you can see this."
        for number, reply in enumerate(table_view.pre_moves, 1)
    ]


def reply_items(table_view: TableView, *, undo: bool = False) -> Sequence[Item]:
    """Return a menu of the possible automatic replies, and a button to cancel each present one.

    undo: also a button that undoes the latest ply.
    """
    key = table_view.match.key
    replies = [option(offer.text, str(offer), f"Rule {offer.clause}") for offer in table_view.offers[:OPTIONS]]
    offers: list[Item] = (
        [menu("Reply automatically …", PRE_MOVE(key), replies, row=rows_left(table_view))] if replies else []
    )
    several = len(table_view.pre_moves) > 1
    taken = [
        button(f"{CANCEL} {number}" if several else CANCEL, TAKE_BACK(key, str(reply)), row=ROWS - 1)
        for number, reply in enumerate(table_view.pre_moves[: ROW - undo], 1)
    ]
    undone = [button("Undo", UNDO(key), row=ROWS - 1)] if undo else []
    return [*offers, *taken, *undone]
