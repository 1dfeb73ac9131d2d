"""Which messages on Discord show which match, and which of them are behind."""

from bot.announcements import LOBBY, Announcement, Announcements
from bot.matches import Matches
from bot.store.database import Database
from tests.bot.table_helpers import ANN, CHANNEL, begin, fresh, open_lobby, play_on


async def test_a_board_that_was_never_sent_or_shows_the_lobby_is_behind_a_live_match(
    matches: Matches, database: Database
) -> None:
    announcements = Announcements(database)
    await open_lobby(matches, channel=CHANNEL + 1)
    match = await begin(matches)
    assert await announcements.board(match.id) is None
    assert await announcements.boards_behind() == [match.id]
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, LOBBY))
    assert await announcements.boards_behind() == [match.id]
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, 0))
    assert await announcements.boards_behind() == []


async def test_every_ply_leaves_board_and_hands_behind_until_they_are_drawn_again(
    matches: Matches, database: Database
) -> None:
    announcements = Announcements(database)
    match = await begin(matches)
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, 0))
    await announcements.record_hand(match.id, 1, Announcement(70, 2, 0))
    match = await play_on(matches, match, 1)
    assert await announcements.boards_behind() == [match.id]
    assert await announcements.hands_behind() == [(match.id, 1)]
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, 1))
    await announcements.record_hand(match.id, 1, Announcement(70, 2, 1))
    assert await announcements.boards_behind() == []
    assert await announcements.hands_behind() == []


async def test_the_end_of_a_match_is_announced_too(matches: Matches, database: Database) -> None:
    announcements = Announcements(database)
    match = await begin(matches)
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, 0))
    over = await matches.resign(match.id, ANN, interaction=fresh())
    assert await announcements.boards_behind() == [match.id]
    await announcements.record_board(match.id, Announcement(CHANNEL, 1, over.ply))
    assert await announcements.boards_behind() == []


async def test_the_slower_of_two_drawings_of_a_message_does_not_count_back(
    matches: Matches, database: Database
) -> None:
    announcements = Announcements(database)
    match = await begin(matches)
    for shown in (Announcement(CHANNEL, 1, 4), Announcement(CHANNEL, 1, 3)):
        await announcements.record_board(match.id, shown)
        await announcements.record_hand(match.id, 0, shown)
    assert await announcements.board(match.id) == Announcement(CHANNEL, 1, 4)
    assert await announcements.hand(match.id, 0) == Announcement(CHANNEL, 1, 4)


async def test_a_new_message_takes_the_place_of_the_old_one(matches: Matches, database: Database) -> None:
    announcements = Announcements(database)
    match = await begin(matches)
    for shown in (Announcement(CHANNEL, 1, 4), Announcement(CHANNEL, 2, 0)):
        await announcements.record_board(match.id, shown)
        await announcements.record_hand(match.id, 0, shown)
    assert await announcements.board(match.id) == Announcement(CHANNEL, 2, 0)
    assert await announcements.hand(match.id, 0) == Announcement(CHANNEL, 2, 0)
    assert await announcements.hand(match.id, 1) is None
