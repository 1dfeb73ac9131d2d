"""An older backup is restored: Discord shows later states that are lost, until a press or a message of the bot reveals
it.
"""

from pathlib import Path

import pytest

from bot.store.pings import LONGEST_DELAY
from cogs.delivery.boards import MESSAGES_IN_SIGHT
from cogs.messages.reasons.match import LOST
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose
from tests.cogs.town import Town, buttons, custom_ids_of, press, private
from tests.cogs.trouble import hand_is_current, live_boards, stored

pytestmark = pytest.mark.sqlite  # a copied file stands for a backup


async def fold(town: Town, rounds: int = 1) -> None:
    for _ in range(rounds):
        for person in (town.ada, town.bo):
            await person.slash(town.tavern, "tiny fold")


def pinged(town: Town) -> list[list[int]]:
    return [users for users in town.pings() if users]


@pytest.fixture
async def lost(town: Town, tmp_path: Path) -> Town:
    """Let Ada and Bo play one more round after a backup, with pings before and after, and restore the backup."""
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    town.back_up(tmp_path / "backup")
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    await town.restart(backup=tmp_path / "backup")
    assert (await town.match()).ply == 2
    return town


@pytest.mark.parametrize("purpose", [purposes.HAND, purposes.ACT])
async def test_a_press_that_names_a_later_decision_shows_the_match_again_at_once(lost: Town, purpose: Purpose) -> None:
    town = lost
    before = pinged(town)
    [future] = await live_boards(town)
    assert custom_ids_of(future)[0].endswith("/4")
    said = private(await press(town.ada, future, purpose))
    assert (LOST in said.content) == (purpose is purposes.ACT)
    assert (await town.match()).ply == 2
    await town.wait(1)
    [board] = await live_boards(town)
    assert custom_ids_of(board)[0].endswith("/2")
    assert await hand_is_current(town, town.ada)
    assert await hand_is_current(town, town.bo)
    await town.wait(LONGEST_DELAY + 1)
    assert pinged(town) == before, "nobody is pinged for a finished turn"
    assert not await town.behind()
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    assert len(pinged(town)) == len(before) + 2, "except for their next turns"


async def test_a_press_in_a_hand_that_names_a_later_decision_does_so_too(lost: Town) -> None:
    town = lost
    hand = town.direct(town.bo)[-1]
    assert "4" in custom_ids_of(hand)[0].split("/")
    await town.bo.user.click(hand, label="Fold")
    assert (await town.match()).ply == 2
    await town.wait(1)
    [board] = await live_boards(town)
    assert custom_ids_of(board)[0].endswith("/2")
    hand = town.direct(town.bo)[-1]
    assert LOST in hand.content
    assert "2" in custom_ids_of(hand)[0].split("/")


async def test_pings_for_lost_turns_are_deleted(lost: Town) -> None:
    town = lost
    ids = [identity for message in town.public() for identity in custom_ids_of(message)]
    assert len([identity for identity in ids if identity.startswith("pinged/")]) == 2
    await press(town.ada, (await live_boards(town))[0], purposes.HAND)
    await town.wait(1)
    ids = [identity for message in town.public() for identity in custom_ids_of(message)]
    assert [identity for identity in ids if identity.startswith("pinged/")] == []


async def test_a_board_that_moved_down_in_the_lost_time_is_adopted(town: Town, tmp_path: Path) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    town.back_up(tmp_path / "backup")
    older = town.board()
    for _ in range(MESSAGES_IN_SIGHT + 1):
        await town.stranger.send(town.tavern, "What are you playing?")
    await town.wait(LONGEST_DELAY + 1)
    await fold(town)
    future = (await live_boards(town))[-1]
    assert future.id != older.id
    before = pinged(town)
    await town.restart(backup=tmp_path / "backup")
    await press(town.ada, (await live_boards(town))[-1], purposes.HAND)
    await town.wait(LONGEST_DELAY + 1)
    assert [board.id for board in await live_boards(town)] == [future.id]
    assert custom_ids_of((await live_boards(town))[0])[0].endswith("/2")
    assert pinged(town) == before
    assert not await town.behind()


async def test_a_lobby_whose_match_was_lost_is_a_lobby_again(town: Town, tmp_path: Path) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(town.tavern, "match join")
    town.back_up(tmp_path / "backup")
    lobby = town.board()
    await town.ada.slash(town.tavern, "match start")
    [future] = await live_boards(town)
    await town.restart(backup=tmp_path / "backup")
    private(await press(town.ada, future, purposes.HAND))
    await town.wait(1)
    assert [board.id for board in await live_boards(town)] == [lobby.id]
    assert "Start" in buttons(town.board())
    assert not await town.behind()


async def test_a_ping_due_at_the_start_finds_the_loss_before_any_press(town: Town, tmp_path: Path) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    town.back_up(tmp_path / "backup")
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    before = pinged(town)
    await town.restart(backup=tmp_path / "backup")
    await town.wait(LONGEST_DELAY + 1)
    assert pinged(town) == before
    [board] = await live_boards(town)
    assert custom_ids_of(board)[0].endswith("/2")
    assert await hand_is_current(town, town.ada)
    assert not stored(town, "SELECT 1 FROM outbox WHERE kind = 'ping' AND is_pending")


async def test_without_a_restore_nothing_is_shown_again(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    edits = len(town.requests("PATCH", f"/channels/{town.tavern.id}/messages"))
    await town.restart()
    await press(town.ada, town.board(), purposes.HAND)
    await town.wait(1)
    assert len(town.requests("PATCH", f"/channels/{town.tavern.id}/messages")) == edits
