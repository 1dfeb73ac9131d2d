"""A process that has not heard yet that another process has changed a match: it has an older state in memory."""

import asyncio

import pytest
import structlog

from bot.model.position import Position
from cogs.messages.reasons.match import LOST
from tests.cogs.town import Town, custom_ids_of
from tests.cogs.trouble import hand_is_current, live_boards
from tests.patience import PATIENT


def put_back(town: Town, position: Position) -> None:
    """Let the bot hold an older state of a match in memory, as if another process had stored the newer one."""
    town.app.positions._memory[position.match.id] = position


@pytest.fixture
async def older(town: Town) -> Position:
    """Let Ada and Bo play a round, and return the state before it."""
    match = await town.open("tiny", town.ada, town.bo, options="goal=3")
    before = await town.app.positions.get(match.id)
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    await town.delivered()
    return before


async def test_a_press_on_a_newer_message_is_taken_for_no_press_on_what_a_backup_has_lost(
    town: Town, older: Position
) -> None:
    [board] = await live_boards(town)
    put_back(town, older)
    with structlog.testing.capture_logs() as lines:
        await town.ada.click(board, label="Fold")
    assert all(LOST not in message.content for message in (*town.public(), *town.direct(town.ada)))
    assert (await town.match()).ply == older.match.ply + 3
    assert [line for line in lines if line["log_level"] == "warning"] == []


async def test_a_delivery_draws_no_older_state_than_the_one_that_is_due(town: Town, older: Position) -> None:
    [board] = await live_boards(town)
    shown = custom_ids_of(board)
    deliverer = town.client.interface.deliverer
    put_back(town, older)
    await town.app.outbox.redraw_hand(older.match.id, 0)
    deliverer.wake(older.match.id)
    async with asyncio.timeout(PATIENT):
        await deliverer.settled(older.match.id)
    assert not await town.behind()
    assert await hand_is_current(town, town.ada)
    [board] = await live_boards(town)
    assert custom_ids_of(board) == shown
