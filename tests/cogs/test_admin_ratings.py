"""`/admin ratings`: pairs whose results look agreed, and results that are taken out."""

from bot.ratings.pairs import LEAST
from cogs.messages.result import TAKEN_OUT
from cogs.ratings import purposes
from cogs.ratings.review import NONE
from tests.bot.table_helpers import beaten
from tests.cogs.test_hosting import log_of, manage
from tests.cogs.town import Town, press, private

RATINGS = "admin ratings"


async def farm(town: Town) -> None:
    """Let Ada win matches against Bo, who resigns after the first moves."""
    for number in range(1, LEAST + 1):
        await beaten(town.app, await town.open("tiny", town.ada, town.bo), town.bo.id)
        await town.delivered(number)


async def test_an_admin_takes_the_results_of_a_suspicious_pair_out_of_the_ratings(town: Town) -> None:
    await manage(town)
    assert private(await town.dan.slash(town.tavern, RATINGS)).content == NONE
    await farm(town)
    page = private(await town.dan.slash(town.tavern, RATINGS))
    assert f"<@{town.ada.id}> won {LEAST} of {LEAST} matches of Tiny against <@{town.bo.id}>" in page.content
    assert "the loser made at most three moves" in page.content
    value = f"tiny/house/{town.ada.id}/{town.bo.id}"
    await town.dan.select(page, [value], custom_id=purposes.RATING_PAIR())
    assert "out of the ratings, as far as" in page.content
    await press(town.dan, page, purposes.UNRATE)
    assert page.content == f"{LEAST} results are out of the ratings. Each match's log says so."
    assert f"<@{town.dan.id}>, an admin, took the result out of the ratings" in await log_of(town, town.ada)
    assert private(await town.dan.slash(town.tavern, RATINGS)).content == NONE
    board = private(await town.dan.slash(town.tavern, "leaderboard", game="tiny")).content
    assert "Ada: **1000**? points, 0 of 0 won" in board
    assert TAKEN_OUT in private(await town.ada.slash(town.tavern, "match status", match=1)).content


async def test_an_admin_who_played_cannot_take_their_own_results_out(town: Town) -> None:
    await manage(town)
    await farm(town)
    page = private(await town.bo.slash(town.tavern, RATINGS))
    await town.bo.select(page, [f"tiny/house/{town.ada.id}/{town.bo.id}"], custom_id=purposes.RATING_PAIR())
    before = await town.app.ratings.changes((await town.match(1)).id)
    said = private(await press(town.bo, page, purposes.UNRATE))
    assert "ask another admin" in said.content
    assert await town.app.ratings.changes((await town.match(1)).id) == before


async def test_only_managers_of_the_server_see_and_change_its_ratings(town: Town) -> None:
    """Discord shows them the command, but the bot refuses."""
    await farm(town)
    known = {known.name: known for known in await town.client.tree.fetch_commands()}
    town.guild.set_command_permissions(known["admin"], {town.ada: True})
    for said in (
        private(await town.ada.slash(town.tavern, RATINGS)),
        private(await town.forge(town.ada, town.board(), f"unrate/tiny/house/{town.ada.id}/{town.bo.id}")),
    ):
        assert "“Manage Server” permission" in said.content
    assert await town.app.ratings.changes((await town.match(1)).id) != {}
