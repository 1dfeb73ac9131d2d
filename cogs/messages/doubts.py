"""The question before an action that its player may not mean: it costs more than it seems, or it refuses a proposal."""

from collections.abc import Sequence

from bot.model.match import TableView
from bot.model.position import Position
from bot.model.proposal import Proposal
from cogs.messages.message import Message
from cogs.messages.proposal import answer_items, question_before_moving, refused_by_moving
from cogs.widgets.choice_level import sure_button
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import SHOW


def is_doubtful(position: Position, place: Cursor) -> bool:
    """Return whether an action is played only after its player has confirmed it."""
    return bool(place.warning) or _refused(position, place) is not None


def doubt(position: Position, place: Cursor, names: Sequence[str]) -> str:
    """Return the question before a doubtful action."""
    refused = _refused(position, place)
    question = question_before_moving(refused, names) if refused else ""
    return "\n".join(filter(None, (question, place.warning)))


def doubted(position: Position, place: Cursor, table_view: TableView, names: Sequence[str]) -> list[Item]:
    """Return the buttons to confirm an action, to answer the proposal that it would refuse, or to go back."""
    back = button("Back", SHOW(table_view.match.key, table_view.decision, 0, ""), row=0)
    return [sure_button(place, table_view), back, *_answers(position, place, names)]


def doubt_message(
    position: Position, place: Cursor, table_view: TableView, names: Sequence[str], *, alone: bool
) -> Message:
    """Return a message that only asks for confirmation. alone: no hand is shown once the action is confirmed."""
    sure = sure_button(place, table_view, alone=alone)
    return Message(doubt(position, place, names), [sure, *_answers(position, place, names)])


def _answers(position: Position, place: Cursor, names: Sequence[str]) -> list[Item]:
    refused = _refused(position, place)
    return answer_items(position, refused, names, row=1) if refused else []


def _refused(position: Position, place: Cursor) -> Proposal | None:
    """Return the unanswered proposal that a whole action would refuse, if there is one."""
    seat = place.view.seat
    return refused_by_moving(position, seat) if place.is_whole and seat is not None else None
