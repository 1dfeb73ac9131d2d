"""A start skips up-to-date matches, and updates several outdated ones at once."""

import asyncio
from collections import Counter

import pytest

from bot.application.match.positions import Positions
from bot.model.match import MatchId
from bot.model.position import Position
from cogs.delivery.sender import Sender
from cogs.messages.message import Message
from tests.cogs.town import Town
from tests.cogs.trouble import stored
from tests.patience import PATIENT


@pytest.fixture
async def played(town: Town) -> Town:
    """Begin a match in each of two channels, of the same two players."""
    await town.open("tiny", town.ada, town.bo)
    await town.ada.slash(town.attic, "match new", against="people here", game="tiny")
    await town.bo.slash(town.attic, "match join")
    await town.ada.slash(town.attic, "match start")
    await town.delivered()
    return town


async def test_a_match_is_replayed_when_it_is_first_looked_at(played: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    town, loaded, load = played, Counter[int](), Positions._load

    async def counted(positions: Positions, match_id: MatchId) -> Position:
        loaded[match_id] += 1
        return await load(positions, match_id)

    monkeypatch.setattr(Positions, "_load", counted)
    await town.restart()
    assert not loaded
    await town.stranger.slash(town.attic, "match status")
    assert loaded == {2: 1}


async def test_outdated_boards_are_updated_several_at_a_time_and_ping_nobody_again(
    played: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    town, edit, under_way, both = played, Sender.edit, set[int](), asyncio.Event()
    pinged = [each for each in town.pings() if each]
    stored(town, "UPDATE outbox SET shown_version = NULL WHERE kind = 'board'")

    async def together(sender: Sender, channel: int, number: int, message: Message) -> None:
        under_way.add(number)
        if len(under_way) > 1:
            both.set()
        await both.wait()
        await edit(sender, channel, number, message)

    monkeypatch.setattr(Sender, "edit", together)
    await town.restart()
    async with asyncio.timeout(PATIENT):
        await both.wait()
    await town.delivered(1)
    await town.delivered(2)
    assert not await town.behind()
    assert [each for each in town.pings() if each] == pinged
