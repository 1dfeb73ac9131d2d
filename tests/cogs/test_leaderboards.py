"""`/leaderboard`: games, periods, seasons, and members who are not listed."""

import re

import pytest

from bot.model.pace import DAY
from bot.people.season_plan import CalendarSeasons
from bot.people.settings import LISTED, RULES, SEASON
from cogs.widgets import purposes
from rules.core.options import RuleSet
from tests.cogs.town import Town, menus, press, private


@pytest.fixture
async def played(town: Town) -> Town:
    """Return a town in which Bo has won a match of Allocator against Ada."""
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    return town


async def shown(town: Town, **typed: str) -> str:
    return str(private(await town.cleo.slash(town.tavern, "leaderboard", **typed)).content)


async def test_a_provisional_rating_is_marked(played: Town) -> None:
    text = await shown(played, game="allocator")
    assert re.search(r"Bo: \*\*\d+\*\*\? points, 0 of 1 won", text), "it was resigned at once"
    assert "provisional, from fewer than 10 matches" in text


async def test_the_periods_of_a_leaderboard_are_chosen_from_a_menu(played: Town) -> None:
    page = private(await played.cleo.slash(played.tavern, "leaderboard", game="all"))
    assert re.search(r"Bo: \*\*\+\d+\*\* points", page.content)
    await played.cleo.select(page, ["month"], custom_id="board-in/all/house")
    assert "this month" in page.content
    assert re.search(r"Ada: \*\*-\d+\*\* points, 0 of 1 won", page.content)
    await played.cleo.select(page, ["season"], custom_id="board-in/all/house")
    assert "has no seasons" in page.content


async def test_matches_as_written_have_a_leaderboard_of_their_own(played: Town) -> None:
    match = await played.open("allocator", played.ada, played.bo, rules="as written")
    await press(played.bo, private(await played.bo.slash(played.tavern, "match resign")), purposes.RESIGN)
    assert "Bo: **1" in (await shown(played, game="allocator")).partition("2\\. Ada")[0]
    page = private(await played.cleo.slash(played.tavern, "leaderboard", game="allocator", rules="as-written"))
    assert page.content.startswith("**Allocator, as written** · ratings now · 2 players\n1\\. Ada: **1")
    _, rules, _ = menus(page)
    assert [option["label"] for option in rules["options"]] == [
        "Rules: house rules",
        "Rules: as written",
        "Rules: custom rules",
    ]
    await played.cleo.select(page, ["custom"], custom_id=rules["custom_id"])
    assert "No one has finished a match of Allocator, custom rules here yet." in page.content
    await played.client.app.preferences.choose_for_server(played.guild.id, RULES, RuleSet.WRITTEN)
    assert "Allocator, as written" in await shown(played, game="allocator")
    assert match.id == 2


async def test_a_season_says_when_it_ends_and_who_won_earlier_ones(town: Town) -> None:
    app = town.client.app
    await app.preferences.choose_for_server(town.guild.id, SEASON, CalendarSeasons(1))
    assert "this season" in await shown(town, game="allocator", period="season")
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    text = await shown(town, game="allocator", period="season")
    assert re.search(r"season 1, until \d+-\d+-(28|29|30|31) \(UTC\)", text)
    assert "Bo" in text
    await town.wait(32 * DAY)
    text = await shown(town, game="allocator", period="season")
    assert "No one has finished a match of Allocator here this season" in text
    assert re.search(r"Season 1 \(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\): 1\\\. Bo \(\d+\), 2\\\. Ada", text)


async def test_a_member_who_left_or_opted_out_is_not_listed(played: Town) -> None:
    await played.client.app.preferences.choose(played.bo.id, LISTED, value=False)
    assert "Bo" not in await shown(played, game="allocator")
    assert "Ada" in await shown(played, game="allocator")
    await played.client.app.preferences.choose(played.bo.id, LISTED, value=True)
    await played.leave(played.ada)
    await played.wait(11 * 60)
    text = await shown(played, game="allocator")
    assert "Ada" not in text
    assert "Bo" in text
