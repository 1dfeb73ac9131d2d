"""Nobody loses for not being told: each turn has its notice, in the channel or by direct message."""

from collections.abc import Sequence

import discord
import pytest
import simcord

from bot.model.match import Status
from bot.model.pace import HOUR
from bot.people.settings import PING_DELAY
from bot.store.pings import LONGEST_DELAY
from cogs.widgets import purposes
from tests.cogs.test_retries import pass_on
from tests.cogs.town import Town, custom_ids_of, private
from tests.cogs.trouble import fail, heal, killed, rows

TURNS = 4


def notices(town: Town, person: simcord.MemberActor) -> list[discord.Message]:
    """Return the messages in sight of a player that tell them of their turn."""
    messages = [*town.public(), *town.direct(person)]
    return [m for m in messages if any(purposes.PINGED.read(each) for each in custom_ids_of(m))]


async def told(town: Town) -> list[int]:
    """Play some turns in which everybody waits for their notice. Return the number of notices of each turn."""
    counts = []
    for _ in range(TURNS):
        person, _ = await pass_on(town)
        assert notices(town, person) == [], "the notice of the turn before is deleted"
        await town.wait(LONGEST_DELAY + 5)
        counts.append(len(notices(town, person)))
    return counts


async def test_each_turn_has_one_notice_in_an_open_channel(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    assert await told(town) == [1] * TURNS


async def test_each_turn_has_one_notice_by_direct_message_where_the_channel_refuses_messages(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    fail(town, "POST", town.tavern, 403, 50013, times=None)
    assert await told(town) == [1] * TURNS


async def test_each_turn_has_one_notice_by_direct_message_where_the_channel_refuses_everything(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    await town.permit(town.tavern, view_channel=True, send_messages=False, read_message_history=False)
    fail(town, "PATCH", town.tavern, 403, 50013, times=None)
    assert await told(town) == [1] * TURNS


async def test_a_notice_by_direct_message_that_was_not_recorded_is_found_there_and_not_repeated(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    fail(town, "POST", town.tavern, 403, 50013, times=None)
    person, _ = await pass_on(town)
    [before] = [row for row in rows(town, "ping", (await town.match()).seat_of(person.id)) if not row["is_posted"]]
    await town.wait(LONGEST_DELAY + 5)
    [call] = notices(town, person)
    direct = person.user.dm_channel.id
    assert call.channel.id == direct
    await killed(town, before | {"channel_id": direct})
    assert [each.id for each in notices(town, person)] == [call.id]
    await pass_on(town)
    assert notices(town, person) == []


def standing(messages: Sequence[discord.Message]) -> list[bool]:
    """Return of each message whether it says that a clock stands still."""
    return ["clock stands still" in message.content for message in messages]


async def begun(town: Town) -> simcord.MemberActor:
    """Begin a match at an hour for each decision, and close both ways to the player whose turn comes. Return them."""
    await town.open("allocator", town.ada, town.bo, pace="1h", timeout="resign")
    for person in (town.ada, town.bo):
        fail(town, "POST", person.user.dm_channel, 403, 50007, times=None)
    fail(town, "POST", town.tavern, 403, 50013, times=None)
    person, _ = await pass_on(town)
    await town.wait(LONGEST_DELAY + 5)
    return person


async def test_a_player_whom_nothing_reaches_loses_no_time_and_everybody_sees_it(town: Town) -> None:
    person = await begun(town)
    [other] = {town.ada, town.bo} - {person}
    assert notices(town, person) == []
    assert standing([town.board(), town.direct(person)[-1], town.direct(other)[-1]]) == [True, True, True]
    name = {town.ada: "Ada", town.bo: "Bo"}[person]
    assert f"I can't reach {name}" in town.direct(other)[-1].content
    assert "clock stands still" in private(await other.slash(town.tavern, "match status")).content


@pytest.mark.parametrize("way", ["the channel", "direct messages"])
async def test_a_clock_goes_on_as_soon_as_one_way_opens(town: Town, way: str) -> None:
    person = await begun(town)
    await town.wait(5 * HOUR)
    assert (await town.match()).status is Status.LIVE
    heal(town)
    if way == "the channel":
        fail(town, "POST", person.user.dm_channel, 403, 50007, times=None)
    else:
        fail(town, "POST", town.tavern, 403, 50013, times=None)
    [trying] = [row for row in rows(town, "ping", (await town.match()).seat_of(person.id)) if not row["is_posted"]]
    await town.wait(trying["due_at"] - town.env.now().timestamp() + 5)
    assert len(notices(town, person)) == 1
    shown = [town.board()] if way == "the channel" else []  # an old board is sent anew, which the channel refuses
    assert not any(standing([*shown, *town.direct(town.ada), *town.direct(town.bo)]))
    await town.wait(HOUR)
    assert (await town.match()).status is Status.OVER, "time runs out as usual once the player was told"


async def test_a_player_who_wants_no_pings_is_not_taken_for_untold(town: Town) -> None:
    for person in (town.ada, town.bo):
        await town.app.preferences.choose(person.id, PING_DELAY, None)
    await begun(town)
    assert not any(standing([*town.public(), *town.direct(town.ada), *town.direct(town.bo)]))
    await town.wait(HOUR)
    assert (await town.match()).status is Status.OVER
