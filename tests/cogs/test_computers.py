"""Computers on Discord: added, played against, and never asked to press."""

from functools import partial

from bot.application.thinking.computers import PAUSE
from bot.computer.levels import Level, choose
from bot.model.match import COMPUTERS, Status
from bot.model.position import Position
from cogs.messages.lobby import UNRATED
from cogs.presses.hint import hint_text
from cogs.widgets import purposes
from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Harvesting
from tests.cogs.pressing import by_presses
from tests.cogs.test_whole_match import same
from tests.cogs.town import Town, menus, offers, press, private
from tests.rules.arms_dealer.tables import BEN, GAME, table


async def test_a_player_plays_against_a_computer_by_buttons_alone(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", deck="steep")
    offered = await town.more(town.ada, "Add a computer")
    said = private(await town.ada.select(offered, ["expert"], custom_id=menus(offered)[0]["custom_id"]))
    assert "Expert bot has joined match #1." in said.content
    assert "2. Expert bot" in town.board().content
    assert UNRATED in town.board().content
    await press(town.ada, town.board(), purposes.START)
    position = await follow(town)
    while position.match.status is Status.LIVE:
        assert f"<@{COMPUTERS}>" not in town.board().content
        words = await town.choice(position.match.id, town.ada.id)
        hand = private(await press(town.ada, town.board(), purposes.HAND))
        await by_presses(town.ada, partial(same, hand), words)
        position = await follow(town)
    assert position.match.status is Status.OVER
    assert UNRATED in town.board().content
    assert "points (" not in town.board().content
    assert {user for pinged in town.pings() for user in pinged} <= {town.ada.id}
    await press(town.ada, town.board(), purposes.REMATCH)
    assert (await town.match(2)).status is Status.LIVE


async def follow(town: Town) -> Position:
    """Return the present state after the computer players have moved."""
    number = (await town.match()).id
    while town.app.computers.next_of(await town.app.positions.get(number)) is not None:
        await town.wait(PAUSE)
        await town.app.computers.settled()
        await town.app.timers.settled()
        await town.env.settle()
    return await town.app.positions.get(number)


async def test_a_new_match_with_a_computer_begins_at_once(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", computer="novice"))
    assert "has started" in said.content
    assert (await town.match()).status is Status.LIVE
    assert offers(town.board(), purposes.HAND)
    hint = private(await town.ada.slash(town.tavern, "match hint"))
    choice = hint.content.removeprefix("The expert would choose: **")
    assert choice.startswith(("Bid a card", "Fold**"))  # it depends on the computer's moves meanwhile
    assert "Estimated chance to win" in hint.content


def test_a_hint_says_so_where_nothing_tells_the_choices_apart() -> None:
    view = observe(table(phase=Harvesting((BEN,), 2)), BEN)
    text = hint_text(GAME, view, choose(GAME, view, 1, Level.EXPERT))
    assert text.startswith("The expert would choose: **Harvest")
    assert text.endswith("As far as you can know, your other moves are just as good.")


async def test_computers_fill_the_seats_that_are_not_reserved(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", computer="novice", seats=4, ask=town.bo)
    assert len((await town.match()).computers) == 2
    await town.bo.slash(town.tavern, "match join")
    assert (await town.match()).status is Status.LIVE


async def test_a_computer_comes_and_goes_by_a_command(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    refused = private(await town.bo.slash(town.tavern, "match computer", level="expert"))
    assert "Only the host" in refused.content
    await town.ada.slash(town.tavern, "match computer", level="expert")
    assert len((await town.match()).players) == 2
    await town.ada.slash(town.tavern, "match computer", level="none")
    assert len((await town.match()).players) == 1


async def test_a_player_who_resigns_to_computers_is_told_that_the_match_ends(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", computer="novice", seats=3)
    asked = private(await town.ada.slash(town.tavern, "match resign"))
    assert "ends without a result" in asked.content
    await press(town.ada, asked, purposes.RESIGN)
    assert (await town.match()).status is Status.ABANDONED
