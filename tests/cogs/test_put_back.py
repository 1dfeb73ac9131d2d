"""`hidden-hand restore` restores an older backup: the next start shows every match in its stored state, without a
press, and pings nobody again.
"""

from pathlib import Path

import pytest

from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.backup.restoring import Restored, restore
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.store.deletion_list import DeletionList
from bot.store.pings import LONGEST_DELAY
from tests.cogs.test_hosting import chosen, manage
from tests.cogs.test_puzzle_posts import DAY, posted
from tests.cogs.town import Town, buttons, custom_ids_of
from tests.cogs.trouble import hand_is_current, live_boards, stored

pytestmark = pytest.mark.sqlite  # backups are copies of a file

MINUTE = 60


async def fold(town: Town) -> None:
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")


def pinged(town: Town) -> list[list[int]]:
    return [users for users in town.pings() if users]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saved"


async def put_back(town: Town, file: Path, folder: Path) -> Restored:
    """Restart the bot with a backup restored in between."""
    results: list[Restored] = []

    async def meanwhile() -> None:
        library = Library.of(dict(town.games))
        results.append(
            await restore(file, town.path, library, lists=[DeletionList(folder, town.clock)], clock=town.clock)
        )

    await town.restart(meanwhile=meanwhile)
    [done] = results
    return done


def back_up(town: Town, folder: Path) -> Path:
    return make_backup(town.path, folder, Reason.MANUAL, town.clock).file


async def test_boards_and_hands_are_current_within_a_minute_and_nobody_is_pinged_for_a_finished_turn(
    town: Town, folder: Path
) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    file = back_up(town, folder)
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    before = pinged(town)
    assert before
    done = await put_back(town, file, folder)
    assert [each.difference for each in done.live] == [None]
    await town.wait(MINUTE)
    [board] = await live_boards(town)
    assert custom_ids_of(board)[0].endswith("/2")
    assert await hand_is_current(town, town.ada)
    assert await hand_is_current(town, town.bo)
    assert not await town.behind()
    await town.wait(LONGEST_DELAY + 1)
    assert pinged(town) == before
    assert not stored(town, "SELECT 1 FROM outbox WHERE is_pending")
    await fold(town)
    await town.wait(LONGEST_DELAY + 1)
    assert len(pinged(town)) == len(before) + 2, "except for their next turns"


async def test_pings_that_were_still_to_come_when_the_backup_was_made_are_not_sent_either(
    town: Town, folder: Path
) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    file = back_up(town, folder)
    await fold(town)
    before = pinged(town)
    await put_back(town, file, folder)
    await town.wait(LONGEST_DELAY + MINUTE)
    assert pinged(town) == before


async def test_a_lobby_that_had_begun_since_is_a_lobby_again(town: Town, folder: Path) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(town.tavern, "match join")
    file = back_up(town, folder)
    await town.ada.slash(town.tavern, "match start")
    await put_back(town, file, folder)
    await town.wait(MINUTE)
    assert "Start" in buttons(town.board())
    assert len(await live_boards(town)) == 1
    assert not await town.behind()


async def test_a_match_that_had_ended_since_is_played_on(town: Town, folder: Path) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    file = back_up(town, folder)
    while (await town.match()).status is Status.LIVE:
        await fold(town)
    await put_back(town, file, folder)
    await town.wait(MINUTE)
    [board] = await live_boards(town)
    assert custom_ids_of(board)[0].endswith("/2")
    assert await hand_is_current(town, town.ada)
    await fold(town)
    assert (await town.match()).ply == 4


async def test_the_match_of_a_user_who_deleted_their_data_since_ends_and_frees_its_channel(
    town: Town, folder: Path
) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await fold(town)
    file = back_up(town, folder)
    while (await town.match()).status is Status.LIVE:
        await fold(town)
    DeletionList(folder, town.clock).add(town.bo.id)
    await town.app.user_data.delete(town.bo.id)
    done = await put_back(town, file, folder)
    assert done.deleted == 1
    await town.wait(MINUTE)
    assert (await town.app.positions.get(MatchId(1))).match.status is Status.ABANDONED
    assert not await town.behind()
    assert await town.app.matches.in_channel(town.tavern.id) is None
    assert not stored(town, f"SELECT 1 FROM players WHERE user_id = {town.bo.id}")  # noqa: S608 # a number


async def test_the_daily_puzzle_that_was_posted_since_is_not_posted_again(town: Town, folder: Path) -> None:
    await manage(town)
    await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await posted(town)
    file = back_up(town, folder)
    await town.wait(DAY)
    await posted(town)
    before = town.public(town.attic)
    assert len(before) == 2
    await put_back(town, file, folder)
    await posted(town)
    await town.wait(MINUTE)
    assert town.public(town.attic) == before
