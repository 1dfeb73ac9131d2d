"""A match that a new version plays differently: its players are notified and can end it, and it resumes
automatically.
"""

from collections.abc import Iterator

import pytest
import structlog

from bot.model.match import Status
from bot.model.pings import DEFAULT_PING_DELAY
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private

END = "End the match without a result"


@pytest.fixture
def nothing_unforeseen() -> Iterator[None]:
    """Check that the operator is told once, and without a secret."""
    with structlog.testing.capture_logs() as lines:
        yield
    [error] = [line for line in lines if line["log_level"] == "error"]
    assert error == {
        "log_level": "error",
        "event": "a match does not replay",
        "match": 1,
        "game": "tiny",
        "ply": 0,
        "cause": "the state is another one",
    }


async def deface(town: Town, digest: str) -> str:
    """Make the stored match look as if another version had played it; return the original value."""

    async def work(db: object) -> str:
        [(before,)] = await town.house[0].rows("SELECT initial_digest FROM matches WHERE id = 1")
        await town.house[0].rows("UPDATE matches SET initial_digest = ? WHERE id = 1", digest)
        return str(before)

    return str(await town.house[0].write(work))


async def set_aside(town: Town) -> str:
    """Return a match of two players that another version played, a bot that has not loaded it yet, and the value that
    repairs it.
    """
    await town.open("tiny", town.ada, town.bo)
    digest = await deface(town, "0" * 16)
    await town.restart()
    assert await town.stored_status() == "live", "no one has looked at it"
    return digest


async def test_the_first_to_look_is_told_and_all_players_are_pinged_by_a_fresh_board(town: Town) -> None:
    await set_aside(town)
    older = town.board()
    said = private(await press(town.ada, older, purposes.HAND))
    assert "Match #1 is paused" in said.content
    assert "Nothing is lost" in said.content
    assert (await town.match()).status is Status.QUARANTINED
    shown = town.board()
    assert shown.id != older.id
    assert shown.content.startswith("-# Match #1 · Tiny\n")
    assert "is paused" in shown.content
    assert {user.id for user in shown.mentions} == {town.ada.id, town.bo.id}
    assert set(town.pings()[-1]) == {town.ada.id, town.bo.id}
    assert list(buttons(shown)) == [END]
    assert older.id not in [message.id for message in town.public()]
    assert not await town.behind()


async def test_everyone_is_told_once_however_often_they_look(town: Town) -> None:
    await set_aside(town)
    for _ in range(2):
        for person in (town.ada, town.bo, town.stranger):
            said = private(await person.slash(town.tavern, "match status", match=1))
            assert "is paused" in said.content
    await town.restart()
    assert len([found for found in town.pings() if len(found) == 2]) == 2, "to the first board, and to this one"
    for person in (town.ada, town.bo):
        assert "is paused" in town.direct(person)[-1].content
        assert not town.direct(person)[-1].components


async def test_its_channel_is_free_for_another_match_meanwhile(town: Town) -> None:
    digest = await set_aside(town)
    await press(town.ada, town.board(), purposes.HAND)
    await town.cleo.slash(town.tavern, "match new", against="people here", game="tiny")
    assert (await town.match(2)).status is Status.LOBBY
    await deface(town, digest)
    await town.restart()
    assert (await town.match()).status is Status.QUARANTINED, "it waits until the channel is free again"
    await town.cleo.slash(town.tavern, "match leave")
    assert private(await town.ada.slash(town.tavern, "match status", match=1)).attachments, "it is played as before"
    await town.delivered()
    assert (await town.match()).status is Status.LIVE


async def test_it_resumes_by_itself_and_pings_the_waiting_players(town: Town) -> None:
    digest = await set_aside(town)
    await press(town.ada, town.board(), purposes.HAND)
    shown = town.board()
    await deface(town, digest)
    await town.restart()
    fresh = town.board()
    assert (await town.match()).status is Status.LIVE
    assert fresh.id == shown.id
    assert offers(fresh, purposes.HAND)
    assert len(town.pings()[-1]) == 2, "when it was paused"
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert sorted(town.pings()[-2:]) == sorted([[town.ada.id], [town.bo.id]])
    for person in (town.ada, town.bo):
        assert buttons(town.direct(person)[-1])
    await town.ada.click(fresh, label="Fold")
    assert (await town.match()).ply == 1


async def test_each_player_can_end_it_without_a_result(town: Town) -> None:
    await set_aside(town)
    await press(town.ada, town.board(), purposes.HAND)
    shown = town.board()
    for stranger in (town.stranger, town.cleo):
        assert "You're not in match #1" in private(await stranger.click(shown, label=END)).content
    assert (await town.match()).status is Status.QUARANTINED
    await town.bo.click(shown, label=END)
    assert (await town.match()).status is Status.ABANDONED
    assert town.board().id == shown.id
    assert "was ended without a result" in town.board().content
    assert not town.board().components
    assert "was ended without a result" in town.direct(town.ada)[-1].content
    ranked = private(await town.ada.slash(town.tavern, "leaderboard", game="tiny"))
    assert "No one has finished a match of Tiny" in ranked.content
    assert "was ended without a result" in private(await town.forge(town.ada, shown, "abandon/1")).content


async def test_it_can_be_ended_by_its_number_from_anywhere(town: Town) -> None:
    await set_aside(town)
    await press(town.ada, town.board(), purposes.HAND)
    said = private(await town.bo.user.slash("match abandon", match=1))
    assert "Match #1 has ended without a result" in said.content
    assert (await town.match()).status is Status.ABANDONED
