"""The pace of a match on Discord: chosen with it, shown before joining, counted down by Discord's own timestamps."""

import re

import discord
import pytest
import simcord

from bot.model.active_hours import ActiveHours
from bot.model.pace import HOUR, PRESETS
from bot.people.settings import ACTIVE_HOURS
from bot.store.pings import AWAY, LONGEST_DELAY
from cogs.widgets import purposes
from tests.cogs.town import Town, menus, press, private

STAMP = re.compile(r"<t:([0-9]+):R>")


def stamps(content: str) -> list[int]:
    return [int(found) for found in STAMP.findall(content)]


async def begin(town: Town, **pace: str) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", **pace)
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()


async def test_the_lobby_names_the_pace_and_the_timeout(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", pace="10+15", timeout="resign")
    assert "Live: 10 minutes for each player, and 15 seconds more after every turn." in town.board().content
    assert "A player who runs out of time resigns." in town.board().content


async def test_without_a_pace_nothing_is_said_of_time(town: Town) -> None:
    await begin(town)
    for message in (town.board(), town.direct(town.ada)[-1]):
        assert "ime" not in message.content.replace("time to", "")


async def test_board_hand_and_status_say_until_when(town: Town) -> None:
    now = town.env.now().timestamp()
    await begin(town, pace="24h")
    wanted = [pytest.approx(now + 24 * HOUR, abs=60)]
    assert stamps(town.board().content) == wanted, "it is both players' turn, with the same deadline"
    assert stamps(town.direct(town.ada)[-1].content) == wanted
    await town.ada.slash(town.tavern, "tiny fold")
    await town.delivered()
    assert stamps(town.board().content) == wanted
    assert stamps(town.direct(town.ada)[-1].content) == []
    status = private(await town.ada.slash(town.tavern, "match status")).content
    assert "Slow: 24 hours for each turn." in status
    assert stamps(status) == wanted


async def test_in_a_live_match_the_status_says_every_players_remaining_time(town: Town) -> None:
    await begin(town, pace="5+10")
    await town.ada.slash(town.tavern, "tiny fold")
    status = private(await town.ada.slash(town.tavern, "match status")).content
    assert re.search(r"Ada: 5:[01][0-9] left", status)
    assert len(stamps(status)) == 1


async def test_a_player_out_of_time_passes_and_everyone_is_told(town: Town) -> None:
    await begin(town, pace="1+0")
    await town.ada.slash(town.tavern, "tiny fold")
    await town.wait(61)
    await town.app.timers.settled()
    await town.delivered()
    assert (await town.match()).ply == 2
    assert "Bo ran out of time. I moved for them." in town.board().content
    await town.bo.slash(town.tavern, "tiny fold")
    await town.delivered()
    assert "ran out of time" not in town.board().content


async def test_a_restart_costs_no_time_and_the_new_deadline_is_shown(town: Town) -> None:
    await begin(town, pace="10+0")
    before = stamps(town.board().content)
    await town.client.app.timers.close()
    await town.wait(5000)
    await town.restart()
    await town.delivered()
    after = stamps(town.board().content)
    assert [new - old for old, new in zip(before, after, strict=True)] == [pytest.approx(5000, abs=60)]


async def test_an_unplayable_clock_is_refused(town: Town) -> None:
    for typed in ("0+0", "9999 days", "soon"):
        refused = private(
            await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", pace=typed)
        )
        assert "10+15" in refused.content or "24h" in refused.content
    assert town.public() == []


async def test_paces_are_offered_by_name_and_as_they_are_typed(town: Town) -> None:
    offered = await town.ada.autocomplete(town.tavern, "match new", "pace", "")
    assert [choice["value"] for choice in offered] == [pace.clock for pace in PRESETS.values()]
    [own, *_] = await town.ada.autocomplete(town.tavern, "match new", "pace", "36 hours")
    assert own["value"] == "36h"
    assert await town.ada.autocomplete(town.tavern, "match new", "pace", "0+0") == []


async def test_a_menu_of_games_keeps_the_pace(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "match new", pace="36h"))
    await town.ada.select(asked, ["tiny"], custom_id=menus(asked)[0]["custom_id"])
    await town.ada.click(asked, label="People here")
    assert str((await town.match()).pace) == "36h default"


async def test_a_rematch_has_the_same_pace(town: Town) -> None:
    await begin(town, pace="36h")
    await town.give_up(await town.match())
    await press(town.ada, town.board(), purposes.REMATCH)
    assert str((await town.match(2)).pace) == "36h default"


def calls(town: Town) -> list[discord.Message]:
    return [message for message in town.public() if "Your turn" in message.content]


def pinged(town: Town, person: simcord.MemberActor) -> int:
    return sum(person.id in users for users in town.pings())


async def test_a_ping_names_the_deadline_is_repeated_before_it_and_can_be_muted(town: Town) -> None:
    await begin(town, pace="1h")
    await town.ada.slash(town.tavern, "tiny fold")
    await town.wait(AWAY)
    await town.bo.slash(town.tavern, "tiny fold")
    await town.wait(2)
    [call] = calls(town)
    assert f"<@{town.ada.id}>" in call.content, "Bo has just acted"
    assert len(stamps(call.content)) == 1
    await town.wait(LONGEST_DELAY)
    assert len(calls(town)) == 2
    before = pinged(town, town.ada), pinged(town, town.bo)
    said = private(await press(town.ada, call, purposes.MUTE))
    assert "Your clock keeps running" in said.content
    await town.delivered()
    assert len(calls(town)) == 1
    await town.wait(HOUR * 9 / 10)
    await town.delivered()
    assert (pinged(town, town.ada), pinged(town, town.bo)) == (before[0], before[1] + 1)
    again = private(await town.forge(town.bo, town.board(), "mute/1/0"))
    assert "has passed" in again.content


async def test_the_host_chooses_another_pace_in_the_lobby_and_everyone_sees_it(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", pace="36h")
    options = await town.more(town.ada, "Options")
    [shown] = [menu for menu in menus(options) if menu["custom_id"] == town.named("pace/1")]
    assert [option["value"] for option in shown["options"] if option.get("default")] == ["36h default"]
    assert "5+10 forfeit" in [option["value"] for option in shown["options"]]
    await town.ada.select(options, ["5+10 forfeit"], custom_id=town.named("pace/1"))
    await town.delivered()
    assert str((await town.match()).pace) == "5+10 forfeit"
    assert "Live: 5 minutes for each player" in town.board().content
    for forged in ("0+0", "soon", "9999h default"):
        refused = private(await town.forge(town.ada, town.board(), "pace/1", forged))
        assert "10+15" in refused.content or "24h" in refused.content
    refused = private(await town.forge(town.bo, town.board(), "pace/1", "none"))
    assert "Only the host" in refused.content
    await town.restart()
    assert str((await town.match()).pace) == "5+10 forfeit"


async def test_of_waking_hours_others_see_nothing_but_the_moment_that_results(town: Town) -> None:
    await town.client.app.preferences.choose(town.ada.id, ACTIVE_HOURS, ActiveHours.read("Europe/Rome 08:00-12:00"))
    await begin(town, pace="24h")
    ada, bo = sorted(stamps(town.board().content), reverse=True)
    assert ada - bo == 48 * HOUR
    for content in (town.board().content, town.direct(town.bo)[-1].content):
        assert "Rome" not in content
        assert "08:00" not in content
