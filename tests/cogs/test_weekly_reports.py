"""The weekly report for designers: posted on Mondays where the server wants it, once, and only if something is new."""

from datetime import date, timedelta

from bot.store.figures import monday
from cogs.designers.purposes import FIGURES_OF
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.designers.reports import NOTHING_NEW
from tests.cogs.test_design import may_manage, publish
from tests.cogs.test_hosting import chosen, manage
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, press, private


async def posted(town: Town) -> None:
    await town.client.interface.designers.delivery.rounds.settled()
    await town.env.settle()


def this_week(town: Town) -> str:
    return monday(town.client.app.clock())


def last_week(town: Town) -> str:
    return str(date.fromisoformat(this_week(town)) - timedelta(days=7))


async def choose(town: Town) -> str:
    return await chosen(town, "server-setting/report_channel_id", town.attic)


async def test_a_report_is_posted_once_when_its_week_is_over(town: Town) -> None:
    await manage(town)
    await publish(town, this_week(town), "tiny")
    assert f"posted in <#{town.attic.id}> on Mondays" in await choose(town)
    await posted(town)
    assert town.public(town.attic) == [], "the week is not over"
    await publish(town, last_week(town), "tiny")
    await choose(town)
    await posted(town)
    [post] = town.public(town.attic)
    assert post.content.startswith(f"**How people played here in the week of {last_week(town)}**")
    assert "- **Tiny**: 40 new matches between people. Seat " in post.content
    await town.restart()
    await posted(town)
    assert town.public(town.attic) == [post]


async def test_whoever_chooses_a_channel_sees_the_report_of_last_week_at_once(town: Town) -> None:
    await manage(town)
    await publish(town, last_week(town), "tiny")
    await choose(town)
    await posted(town)
    [post] = town.public(town.attic)
    await may_manage(town)
    shown = private(await press(town.ada, post, FIGURES_OF))
    assert shown.content.startswith("**Tiny with 2 players: what people did**")
    [file] = shown.attachments
    assert file.filename.startswith("tiny-figures.")


async def test_a_report_that_was_sent_unrecorded_is_found_again(town: Town) -> None:
    await manage(town)
    await publish(town, last_week(town), "tiny")
    await choose(town)
    await posted(town)
    [post] = town.public(town.attic)
    await town.house[0].write(lambda db: db.rows("UPDATE announcements SET message_id = NULL, shown = 0, failures = 1"))
    await town.restart()
    await posted(town)
    assert town.public(town.attic) == [post]


async def test_nothing_is_posted_without_a_channel_without_figures_or_where_they_are_switched_off(town: Town) -> None:
    await manage(town)
    await choose(town)
    await posted(town)
    assert town.public(town.attic) == []
    await publish(town, last_week(town), "tiny")
    await chosen(town, "server-setting/figures", "false")
    await choose(town)
    await posted(town)
    assert town.public(town.attic) == []
    await chosen(town, "server-setting/figures", "true")
    assert "**Weekly report for designers**: not posted" in await chosen(town, "server-setting/report_channel_id")
    await posted(town)
    assert town.public(town.attic) == []


async def test_a_designer_sees_the_report_of_this_week_on_request(town: Town) -> None:
    assert private(await town.bo.slash(town.tavern, "design report")).content == DESIGNERS_ONLY
    await may_manage(town)
    assert private(await town.ada.slash(town.tavern, "design report")).content == NOTHING_NEW
    await publish(town, this_week(town), "tiny")
    said = private(await town.ada.slash(town.tavern, "design report"))
    assert "- **Tiny**: 40 new matches between people." in said.content


async def test_the_button_of_a_report_is_for_designers_alone(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await manage(town)
    await publish(town, last_week(town), "tiny")
    await choose(town)
    await posted(town)
    await grant(town, had)
    [post] = town.public(town.attic)
    assert private(await press(town.bo, post, FIGURES_OF)).content == DESIGNERS_ONLY
