"""Where nobody is on the clock, those who wait claim an absence below the board, and everybody learns who ended it."""

import re

import pytest

from bot.model.match import Status
from bot.model.pace import DAY
from bot.people import settings as preferences
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private

DEFAULT = preferences.RATED


async def passed(town: Town, days: float) -> None:
    await town.wait(days * DAY)
    await town.app.timers.settled()
    await town.delivered()


async def test_the_lobby_says_after_how_many_days_an_absence_can_be_claimed(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", pace="none 3d computer", against="people here")
    assert "If a player doesn't move for 3 days, those who wait can claim that." in town.board().content
    assert "a computer takes the seat" in town.board().content


async def test_a_rated_match_has_three_days_a_turn_unless_its_lobby_says_that_it_has_no_clock(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.people.settings.RATED", DEFAULT)
    for options, pace in (
        ({"against": "people here"}, "72h default"),
        ({"ask": town.bo.user}, "72h default"),
        ({"against": "anyone on the server"}, "72h default"),
        ({"against": "people here", "timeout": "resign"}, "72h forfeit"),
        ({"against": "people here", "pace": "none"}, "none forfeit"),
        ({"computer": "novice"}, "none forfeit"),
    ):
        said = private(await town.ada.slash(town.tavern, "match new", game="tiny", **options))
        number = int(re.findall(r"#(\d+)", said.content)[0])
        match = await town.match(number)
        assert str(match.pace) == pace, options
        await town.app.administration.end(match.id, town.stranger.id, interaction=number)
    await town.app.computers.close()


async def test_the_one_press_door_and_rematches_have_the_pace_too(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.settings.RATED", DEFAULT)
    asked = private(await town.ada.slash(town.tavern, "match new", game="tiny"))
    await town.ada.click(asked, label="People here")
    assert str((await town.match()).pace) == "72h default"
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    await town.give_up(await town.match())
    await press(town.bo, town.board(), purposes.REMATCH)
    assert str((await town.match(2)).pace) == "72h default"


async def test_against_a_computer_no_absence_is_spoken_of(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", computer="novice", pace="none")
    assert all("doesn't move" not in message.content for message in town.public())
    await town.app.computers.close()


async def test_whoever_waits_claims_below_the_board_and_the_absent_player_is_told_and_then_loses(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    absent = await town.asked((await town.match()).id)
    waiting = next(person for person in (town.ada, town.bo) if person.id != absent.id)
    await waiting.slash(town.tavern, "tiny fold")
    name = absent.user.name.capitalize()
    await passed(town, 6.9)
    assert not any("Claim" in label for label in buttons(town.board()))
    await passed(town, 0.2)
    assert f"**{name} hasn't moved for 7 days.**" in town.board().content
    assert any("You can claim that" in message.content for message in town.direct(waiting))
    refused = private(await absent.click(town.board(), label=f"Claim that {name} is absent"))
    assert "You can still move" in refused.content
    await waiting.click(town.board(), label=f"Claim that {name} is absent")
    await town.delivered()
    assert f"**{name} is claimed to be absent.**" in town.board().content
    assert any("claim that you're absent" in message.content for message in town.direct(absent))
    await passed(town, 1.1)
    assert (await town.match()).status is Status.OVER
    log = private(await town.stranger.slash(town.tavern, "match log")).content
    assert f"{name} was absent, which counts as resigning" in log


async def test_everybody_is_told_who_ended_a_match_without_a_result(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await passed(town, 1)
    said = private(await town.ada.slash(town.tavern, "match abandon"))
    await press(town.ada, said, purposes.PROPOSE)
    await press(town.bo, town.board(), purposes.AGREE)
    await town.delivered()
    assert (await town.match()).status is Status.ABANDONED
    ended = f"<@{town.ada.id}> ended the match without a result; everyone had agreed"
    assert ended in town.board().content
    assert any(ended in message.content for message in town.direct(town.bo))
