"""The bot is removed from a server, or a channel is deleted, during a match: clocks stop, and nobody loses time."""

from typing import Any

import pytest
from simcord.backend import serializers

from bot.computer.levels import Level
from bot.model.absence import DAY
from bot.model.match import MatchId, Status
from bot.model.pace import HOUR
from bot.model.pauses import Reason
from bot.people.settings import PUZZLE_CHANNEL, ServerPreferences
from bot.store import pauses as sql
from tests.cogs.town import Town
from tests.cogs.trouble import fail, heal

MANY_HOURS = 4 * HOUR


class Removal:
    """Takes the bot from the server, and brings it back with everything that was there."""

    def __init__(self, town: Town) -> None:
        self.town = town
        backend: Any = town.env.backend
        self.backend = backend
        self.guild = backend.guilds[town.guild.id]
        self.channels = {number: backend.channels[number] for number in (town.tavern.id, town.attic.id)}
        self.messages = {number: backend.messages[number] for number in self.channels if number in backend.messages}

    async def go(self) -> None:
        self.backend.remove_guild(self.guild.id)
        await self.town.env.settle()

    async def come_back(self) -> None:
        self.backend.guilds[self.guild.id] = self.guild
        self.backend.channels.update(self.channels)
        self.backend.messages.update(self.messages)
        self.backend.emit("GUILD_CREATE", serializers.guild_create_payload(self.backend, self.guild))
        await self.town.env.settle()


async def remaining(town: Town) -> float:
    """Return the seconds that a waiting player has."""
    position = await town.app.positions.get((await town.match()).id)
    return min(clock.deadline for clock in position.clocks if clock.deadline) - town.clock().timestamp()


async def absent(town: Town) -> list[tuple[int, int]]:
    pauses = await town.house[0].read(sql.load)
    return [tuple(pause.place) for pause in pauses if pause.reason is Reason.ABSENT]


async def test_a_removal_stops_the_clocks_and_the_return_gives_back_what_was_left(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    removal, before = Removal(town), await remaining(town)
    await removal.go()
    await town.wait(MANY_HOURS)
    assert (await town.match()).status is Status.LIVE
    await removal.come_back()
    assert await absent(town) == []
    assert await remaining(town) == pytest.approx(before, abs=60)
    await town.wait(before + 60)
    assert (await town.match()).status is Status.OVER


async def test_a_removal_is_remembered_over_a_restart(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    removal, before = Removal(town), await remaining(town)
    await removal.go()
    await town.restart()
    await town.wait(MANY_HOURS)
    assert (await town.match()).status is Status.LIVE
    await removal.come_back()
    assert await remaining(town) == pytest.approx(before, abs=60)


async def test_a_removal_and_a_return_while_the_bot_was_down_are_found(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    removal = Removal(town)
    town.env.backend.guilds.pop(town.guild.id)
    await town.restart()
    assert await absent(town) == [(town.guild.id, 0)]
    town.env.backend.guilds[town.guild.id] = removal.guild
    await town.restart()
    assert await absent(town) == []
    assert (await town.match()).status is Status.LIVE


async def test_a_server_that_discord_has_lost_for_a_while_is_not_absent(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    town.env.backend.emit("GUILD_DELETE", {"id": str(town.guild.id), "unavailable": True})
    await town.env.settle()
    assert await absent(town) == []


async def test_after_an_outage_of_a_server_the_board_shows_what_was_played_meanwhile(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    outage = Removal(town)
    town.env.backend.emit("GUILD_DELETE", {"id": str(town.guild.id), "unavailable": True})
    fail(town, "PATCH", town.tavern, 503, times=None)
    player = await town.asked(MatchId(1))
    await player.slash(town.tavern, "tiny fold")
    assert await town.behind()
    heal(town)
    await outage.come_back()
    await town.wait()
    await town.delivered()
    assert not await town.behind()
    assert not [message for message in town.direct(player) if "I can't" in message.content]


async def test_the_deletion_of_a_channel_stops_the_clocks_of_its_match(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    town.env.backend.delete_channel(town.tavern.id)
    await town.env.settle()
    assert await absent(town) == [(town.guild.id, match.channel)]
    await town.wait(MANY_HOURS)
    assert (await town.match()).status is Status.LIVE


async def test_the_deletion_of_a_thread_stops_the_clocks_of_its_match(town: Town) -> None:
    await town.permit(town.tavern, create_public_threads=True, send_messages_in_threads=True)
    await town.ada.slash(town.tavern, "match new", game="tiny", place="a new thread")
    match = await town.match()
    assert [thread.id for thread in town.tavern.threads] == [match.channel]
    town.env.backend.delete_channel(match.channel)
    await town.env.settle()
    assert await absent(town) == [(town.guild.id, match.channel)]


async def test_a_channel_in_which_nothing_is_played_is_not_remembered(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    town.env.backend.delete_channel(town.attic.id)
    await town.env.settle()
    assert await absent(town) == []


async def test_a_channel_that_was_deleted_while_the_bot_was_down_is_found(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    town.env.backend.channels.pop(town.tavern.id)
    guild: Any = town.env.backend.guilds[town.guild.id]
    guild.channel_ids.remove(town.tavern.id)
    await town.restart()
    assert await absent(town) == [(town.guild.id, match.channel)]


async def test_a_channel_that_is_there_after_all_is_found(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    before = await remaining(town)
    await town.app.absences.leave(town.guild.id, town.tavern.id)
    await town.wait(MANY_HOURS)
    await town.restart()
    assert await absent(town) == []
    assert await remaining(town) == pytest.approx(before, abs=60)


async def test_a_permission_that_is_taken_away_stops_no_clock(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    await town.permit(town.tavern, view_channel=False, send_messages=False)
    await town.restart()
    assert await absent(town) == []
    await town.wait(HOUR + 60)
    assert (await town.match()).status is Status.OVER


async def test_whoever_is_still_reached_plays_on_by_direct_message_without_a_clock(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, pace="1h", timeout="resign")
    town.env.backend.delete_channel(town.tavern.id)
    await town.env.settle()
    for person in (town.ada, town.bo):
        await person.user.click(town.direct(person)[0], label="Fold")
        await town.delivered()
    assert (await town.match()).ply == 2
    said = [message.content for message in town.direct(town.ada)]
    assert any("The clocks are stopped until I can reach it again." in content for content in said)
    await town.wait(MANY_HOURS)
    assert (await town.match()).status is Status.LIVE


async def test_a_computer_waits_for_the_return_too(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", computer=Level.NOVICE.value)
    removal = Removal(town)
    await removal.go()
    await town.wait()
    ply = (await town.match()).ply
    await town.ada.user.click(town.direct(town.ada)[0], label="Fold")
    await town.wait()
    assert (await town.match()).ply == ply + 1
    await removal.come_back()
    await town.wait()
    assert (await town.match()).ply > ply + 1


async def test_after_thirty_days_the_match_ends_without_a_result_and_the_settings_are_deleted(town: Town) -> None:
    await town.app.preferences.choose_for_server(town.guild.id, PUZZLE_CHANNEL, town.attic.id)
    await town.open("tiny", town.ada, town.bo)
    removal = Removal(town)
    await removal.go()
    await town.wait(31 * DAY)
    assert (await town.match()).status is Status.ABANDONED
    assert await town.app.preferences.of_server(town.guild.id) == ServerPreferences()
    for person in (town.ada, town.bo):
        assert "ended without a result" in town.direct(person)[-1].content
        assert not any("cannot show the table" in message.content for message in town.direct(person))
