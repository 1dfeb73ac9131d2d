"""Dates of seasons in `/setup`, and the announcement of the end of each."""

from datetime import timedelta

import pytest
import simcord

from bot.model.pace import DAY
from bot.model.reasons.database import NotSaved
from bot.people.season_plan import DatedSeasons
from bot.people.settings import LISTED
from bot.ratings.seasons import STALE
from bot.store.announcements import Announcement
from bot.store.leases import Work
from cogs.ratings.purposes import SEASON_NEWS
from cogs.widgets import purposes
from tests.cogs.test_hosting import manage
from tests.cogs.town import BACKOFF, Town, press, private

MENU = "server-setting/seasons"


async def setup_page(town: Town) -> simcord.ResponseMessage:
    """Return the page of `/setup` about seasons."""
    page = private(await town.ada.slash(town.tavern, "setup"))
    for _ in range(2):
        page = private(await town.ada.click(page, label="More …"))
    return page


async def written(town: Town, first: str, last: str) -> simcord.ResponseMessage:
    """Write the dates of a season in the form, and return the answer."""
    form = await town.ada.select(await setup_page(town), ["dates"], custom_id=MENU)
    assert form.modal is not None
    return private(await town.ada.submit_modal(form, {"first": first, "last": last}))


async def said(town: Town, answer: simcord.ResponseMessage, label: str) -> str:
    """Press a button below an answer to the form."""
    return str(private(await town.ada.click(answer, label=label)).content)


async def season_of(town: Town, days: int, *, repeats: bool = True) -> None:
    """Begin a season today, in which Bo beats Ada at Tiny in the tavern."""
    first = town.env.now().date()
    last = first + timedelta(days - 1)

    async def choose() -> None:
        await town.app.seasons.choose(town.guild.id, DatedSeasons(first, last, repeats))

    await town.receive(choose())
    await town.open("tiny", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)


async def turned(town: Town) -> None:
    await town.client.interface.ratings.delivery.rounds.settled()
    await town.env.settle()


def news(town: Town, *places: simcord.ChannelHandle) -> list[str]:
    """Return the announcements of ends of seasons."""
    return [
        message.content
        for place in places or (town.tavern, town.attic)
        for message in town.public(place)
        if "is over**" in message.content and "Season" in message.content
    ]


async def test_dates_are_explained_before_they_are_chosen(town: Town) -> None:
    await manage(town)
    answer = await written(town, "2026-01-01", "2026-01-31")
    asked = answer.content
    assert "A season from 2026-01-01 to 2026-01-31?" in asked
    assert "in UTC. Nothing has changed yet." in asked
    assert "everyone's rating moves halfway to a new player's and becomes less certain" in asked
    assert "It begins as soon as you say yes." in asked
    assert "the next one begins on 2026-02-01 and also lasts 1 month" in asked
    assert "**Seasons**: none" in await said(town, answer, "No")
    chosen = await said(town, await written(town, "2026-01-01", "2026-01-31"), "Yes, and more after it")
    assert "**Seasons**: 2026-01-01 to 2026-01-31, then every 1 month" in chosen
    assert "Season 1 runs until 2026-01-31" in chosen

    async def explained(first: str, last: str) -> str:
        return (await written(town, first, last)).content

    assert "goes on, and ends after 2026-02-15 instead of 2026-01-31" in await explained("2026-01-01", "2026-02-15")
    assert "Season 1 ends after 2026-01-09, instead of 2026-01-31." in await explained("2026-01-10", "2026-01-19")
    assert "no season until 2026-03-01" in await explained("2026-03-01", "2026-03-19")
    await town.wait(5 * DAY)
    answer = await written(town, "2026-01-06", "2026-01-19")
    assert "**ends as soon as you say yes**" in answer.content
    assert "then none" in await said(town, answer, "Yes, only this one")


async def test_dates_that_cannot_be_are_refused_in_a_sentence(town: Town) -> None:
    await manage(town)
    for first, last, sentence in [
        ("soon", "2026-02-01", "“soon” isn't a day. Write it like 2026-12-01"),
        ("2026-02-31", "2026-03-01", "isn't a day"),
        ("2025-12-01", "2026-03-01", "can't begin in the past"),
        ("2026-03-01", "2026-02-01", "is before the first one"),
        ("2026-03-01", "2036-02-01", "two years at most"),
    ]:
        assert sentence in (await written(town, first, last)).content


async def test_dates_whose_meaning_has_changed_are_explained_again(town: Town) -> None:
    await manage(town)
    await season_of(town, 3)
    answer = await written(town, "2026-01-06", "2026-01-19")
    await town.wait(3 * DAY)
    said_again = await said(town, answer, "Yes, only this one")
    assert "Season 2 ends after 2026-01-05, instead of 2026-01-06." in said_again
    assert "then none" in await said(town, answer, "Yes, only this one")


async def test_the_end_of_a_season_is_announced_once_where_it_was_last_played_and_pings_nobody(town: Town) -> None:
    await season_of(town, 10)
    await town.wait(10 * DAY)
    await turned(town)
    [text] = news(town, town.tavern)
    assert text.startswith("🏁 **Season 1 is over** (2026-01-01 to 2026-01-10)\n**Tiny**: 🥇 Bo (")
    assert "🥈 Ada (" in text
    assert "Everyone's rating has moved halfway to a new player's and become less certain" in text
    assert "Season 2 runs from 2026-01-11 to 2026-01-20." in text
    assert "<@" not in text
    await town.restart()
    await turned(town)
    assert len(news(town)) == 1
    [message] = [each for each in town.public() if "Season 1 is over" in each.content]
    picture = message.attachments[0]
    assert picture.filename == "season.png"
    assert (picture.description or "").startswith("2026-01-01 to 2026-01-10. Season 1 is over\nTiny: 1. Bo, ")
    shown = private(await press(town.cleo, message, SEASON_NEWS))
    assert "this season" in shown.content
    await town.wait(10 * DAY)
    await turned(town)
    assert len(news(town)) == 1, "nobody played in the second season"


async def test_it_is_announced_in_the_chosen_channel_and_names_only_listed_members(town: Town) -> None:
    await manage(town)
    page = await setup_page(town)
    await town.ada.select(page, [town.attic], custom_id="server-setting/season_channel_id")
    await season_of(town, 10, repeats=False)
    await town.app.preferences.choose(town.bo.id, LISTED, value=False)
    await town.leave(town.ada)
    await town.wait(10 * DAY)
    await turned(town)
    [text] = news(town, town.attic)
    assert news(town, town.tavern) == []
    assert "Bo" not in text
    assert "Ada" not in text
    assert "No further season is planned." in text


async def test_an_announcement_that_was_sent_unrecorded_is_not_sent_again(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await season_of(town, 10)

    async def failed(announcement: Announcement) -> None:
        raise NotSaved

    monkeypatch.setattr(town.app.announcements, "save", failed)
    await town.wait(10 * DAY)
    await turned(town)
    assert len(news(town)) == 1
    await town.restart()
    await town.wait(60 * BACKOFF.wait)
    await turned(town)
    assert len(news(town)) == 1
    assert await town.app.announcements.guilds_due(Work.SEASONS, 1) == []
    assert await town.app.announcements.next_due(Work.SEASONS) is None


async def test_where_it_may_not_be_announced_it_is_quiet_until_it_may(town: Town) -> None:
    await season_of(town, 10)
    await town.permit(town.tavern, send_messages=False)
    await town.wait(10 * DAY)
    await turned(town)
    assert news(town) == []
    await town.permit(town.tavern, send_messages=True)
    await turned(town)
    assert len(news(town, town.tavern)) == 1


async def test_a_season_that_ended_a_week_ago_is_no_news(town: Town) -> None:
    await season_of(town, 10)
    await town.permit(town.tavern, send_messages=False)
    await town.wait(10 * DAY)
    await town.wait(STALE + DAY)
    await town.permit(town.tavern, send_messages=True)
    await turned(town)
    assert news(town) == []
    assert await town.app.announcements.guilds_due(Work.SEASONS, 1) == []
    assert await town.app.announcements.next_due(Work.SEASONS) is None
