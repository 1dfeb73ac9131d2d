"""Holidays are taken in `/settings`, and breaks by `/match pause`; boards and hands say that clocks stand still."""

from cogs.people.purposes import HOLIDAY
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private


async def slow(town: Town) -> None:
    """Start a match by correspondence between Ada and Bo, in which Ada is asked."""
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny", pace="24h")
    await town.bo.slash(town.tavern, "match join")
    await town.ada.slash(town.tavern, "match start")


async def test_a_holiday_is_taken_and_ended_in_the_settings_and_told_to_the_opponent(town: Town) -> None:
    await slow(town)
    page = private(await town.ada.slash(town.attic, "settings"))
    assert "**Holiday**: none" in page.content
    form = await town.ada.click(page, label="Holiday: none")
    page = private(await town.ada.submit_modal(form, {"first": "2026-01-01", "last": "2026-01-05"}))
    assert "**Holiday**: 2026-01-01 to 2026-01-05" in page.content
    assert "You have 25 of 30 days left this year (UTC)" in page.content
    await town.delivered()
    assert "Ada is on holiday: their clock stands still until <t:" in town.board().content
    assert any(f"<@{town.ada.id}> is on holiday from <t:" in message.content for message in town.direct(town.bo))
    own = private(await press(town.ada, town.board(), purposes.HAND))
    assert "You're on holiday: your clock stands still until <t:" in own.content
    form = await town.ada.click(page, label="Holiday: 2026-01-01 to 2026-01-05")
    page = private(await town.ada.submit_modal(form, {"first": "", "last": ""}))
    assert "**Holiday**: none" in page.content
    await town.delivered()
    assert "on holiday" not in town.board().content
    assert any("is not on holiday after all" in message.content for message in town.direct(town.bo))


async def test_a_holiday_with_impossible_days_is_refused_with_advice(town: Town) -> None:
    page = private(await town.ada.slash(town.attic, "settings"))
    for first, last, advice in [
        ("soon", "", "isn't a day. Write it like"),
        ("2025-12-24", "2026-01-02", "can't begin in the past"),
        ("2026-02-01", "2026-03-15", "you have 30 a year"),
    ]:
        form = await press(town.ada, page, HOLIDAY)
        assert advice in private(await town.ada.submit_modal(form, {"first": first, "last": last})).content


async def test_a_break_begins_with_everyones_consent_and_ends_with_one_command(town: Town) -> None:
    await slow(town)
    asked = private(await town.ada.slash(town.tavern, "match pause"))
    assert "take a break of up to 14 days, in which no clock runs" in asked.content
    await town.bo.click(town.board(), label="Yes, take a break")
    await town.delivered()
    assert "A break, as agreed: no clock runs until <t:" in town.board().content
    assert "Time runs out" not in town.board().content
    assert "Yes, take a break" not in buttons(town.board())
    await town.wait(25 * 60 * 60)
    assert "Time runs out" not in private(await town.ada.slash(town.tavern, "matches")).content
    over = private(await town.bo.slash(town.tavern, "match pause"))
    assert "The break of match #1 is over" in over.content
    await town.delivered()
    assert "Time runs out <t:" in town.board().content
    assert any("plays on, so the break is over" in message.content for message in town.direct(town.ada))
