"""The pace of a match on Discord: chosen with it, shown before joining, counted down by Discord's own timestamps."""

import re

import pytest

from bot.model.pace import HOUR, PRESETS
from tests.cogs.town import Town, menus, private

STAMP = re.compile(r"<t:([0-9]+):R>")


def stamps(content: str) -> list[int]:
    return [int(found) for found in STAMP.findall(content)]


async def begin(town: Town, **pace: str) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", **pace)
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()


async def test_the_pace_stands_in_the_lobby_and_what_happens_at_the_end(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", pace="10+15", timeout="give up")
    assert "Live: 10 minutes for each player, and 15 seconds more after every turn." in town.board().content
    assert "Whoever has no time left has given up." in town.board().content


async def test_without_a_pace_nothing_is_said_of_time(town: Town) -> None:
    await begin(town)
    for message in (town.board(), town.direct(town.ada)[-1]):
        assert "ime" not in message.content.replace("time to", "")


async def test_board_hand_and_status_say_until_when(town: Town) -> None:
    now = town.env.now().timestamp()
    await begin(town, pace="24h")
    wanted = [pytest.approx(now + 24 * HOUR, abs=60)]
    assert stamps(town.board().content) == wanted * 2, "both are asked"
    assert stamps(town.direct(town.ada)[-1].content) == wanted
    await town.ada.slash(town.tavern, "tiny fold")
    await town.delivered()
    assert stamps(town.board().content) == wanted
    assert stamps(town.direct(town.ada)[-1].content) == []
    status = private(await town.ada.slash(town.tavern, "match status")).content
    assert "By correspondence: 24 hours for each turn." in status
    assert stamps(status) == wanted


async def test_in_a_live_match_status_says_what_is_left_in_every_bank(town: Town) -> None:
    await begin(town, pace="5+10")
    await town.ada.slash(town.tavern, "tiny fold")
    status = private(await town.ada.slash(town.tavern, "match status")).content
    assert re.search(r"Ada: 5:[01][0-9] left", status)
    assert len(stamps(status)) == 1


async def test_whoever_has_no_time_left_passes_and_everybody_is_told(town: Town) -> None:
    await begin(town, pace="1+0")
    await town.ada.slash(town.tavern, "tiny fold")
    await town.wait(61)
    await town.matches.timers.settled()
    await town.delivered()
    assert (await town.match()).ply == 2
    assert "Bo had no time left: I decided instead." in town.board().content
    await town.bo.slash(town.tavern, "tiny fold")
    await town.delivered()
    assert "no time left" not in town.board().content


async def test_a_restart_costs_nobody_time_and_the_new_end_is_shown(town: Town) -> None:
    await begin(town, pace="10+0")
    before = stamps(town.board().content)
    await town.client.app.matches.timers.close()
    await town.wait(5000)
    await town.restart()
    await town.delivered()
    after = stamps(town.board().content)
    assert [new - old for old, new in zip(before, after, strict=True)] == [pytest.approx(5000, abs=60)] * 2


async def test_a_clock_that_nobody_could_play_by_is_refused(town: Town) -> None:
    for typed in ("0+0", "9999 days", "soon"):
        refused = private(await town.ada.slash(town.tavern, "match new", game="tiny", pace=typed))
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
    assert str((await town.match()).pace) == "36h default"


async def test_a_rematch_has_the_same_pace(town: Town) -> None:
    await begin(town, pace="36h")
    await town.give_up(await town.match())
    await town.ada.click(town.board(), label="Rematch")
    assert str((await town.match(2)).pace) == "36h default"
