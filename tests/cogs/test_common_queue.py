"""Opponents from all servers: users and servers agree first, two are matched, and both play in direct messages."""

from functools import partial

import discord
import pytest
import simcord

from bot.model.match import Status
from bot.people.settings import ANYWHERE, COMMON_QUEUE
from bot.queue.queue import CommonQueue
from cogs.queue import purposes
from cogs.widgets import purposes as common
from tests.cogs.test_places import Inn, Sees, _board_of, played_out
from tests.cogs.town import Town, buttons, menus, press, private


@pytest.fixture
async def inn(town: Town) -> Inn:
    made = Inn(town)
    await town.env.settle()
    return made


def queue_of(town: Town) -> CommonQueue:
    return town.client.interface.queue.queue


async def choices(town: Town, person: simcord.MemberActor) -> simcord.ResponseMessage:
    """Agree to be found, by the front door of the own direct messages, and return the menus."""
    door = private(await person.user.slash("play"))
    asked = private(await person.user.click(door, label="Find an opponent"))
    if "Look on all servers" in buttons(asked):
        return private(await person.user.click(asked, label="Look on all servers"))
    return asked


async def look(town: Town, person: simcord.MemberActor) -> simcord.ResponseMessage:
    """Look for somebody who plays Tiny, and return the answer."""
    shown = await choices(town, person)
    [menu] = [each for each in menus(shown) if purposes.SEEK.read(each["custom_id"])]
    answer = private(await person.user.select(shown, ["tiny"], custom_id=menu["custom_id"]))
    await town.delivered()
    return answer


async def test_two_without_a_common_server_find_each_other_and_play_to_the_end(town: Town, inn: Inn) -> None:
    waits = await look(town, town.ada)
    assert "I'm looking on all servers for somebody who plays Tiny" in waits.content
    assert {"Play the computer", "Stop looking"} <= buttons(waits).keys()
    found = await look(town, inn.eve)
    assert "Somebody wants to play Tiny with you: match #1" in found.content
    asked = _board_of_lobby(town, town.ada)
    assert f"<@{town.ada.id}>" in asked.content
    await press(town.ada.user, asked, common.JOIN)
    await town.delivered()
    match = await town.match()
    assert match.status is Status.LIVE
    assert all(place.is_direct for place in match.places)
    texts = [message.content for person in (town.ada, inn.eve) for message in town.direct(person)]
    names = (town.guild.name, str(town.guild.id), inn.guild.name, str(inn.guild.id))
    assert not [text for text in texts for name in names if name in text]
    people = {person.id: person for person in (town.ada, inn.eve)}
    sees: Sees = {number: (each.user, partial(_board_of, town, each)) for number, each in people.items()}
    town.people.append(inn.eve)
    await played_out(town, sees)
    board = private(await town.ada.user.slash("leaderboard", game="tiny")).content
    assert "2 players" in board
    assert "lists those who look for opponents on all servers" in board


def _board_of_lobby(town: Town, person: simcord.MemberActor) -> discord.Message:
    return next(m for m in reversed(town.direct(person)) if any(map(common.JOIN.read, buttons(m).values())))


async def test_whoever_is_asked_can_decline_and_the_other_is_told_that_the_search_goes_on(town: Town, inn: Inn) -> None:
    await look(town, town.ada)
    await look(town, inn.eve)
    await press(town.ada.user, _board_of_lobby(town, town.ada), common.DECLINE)
    await queue_of(town).settled()
    await town.delivered()
    assert "You're still looking for an opponent" in town.direct(inn.eve)[-1].content
    again = private(await inn.eve.user.slash("match find"))
    assert "You're looking for somebody who plays Tiny" in again.content
    stopped = private(await press(inn.eve.user, again, purposes.STOP))
    assert "no longer looking" in stopped.content
    assert await queue_of(town).of(inn.eve.id) is None


async def test_a_server_offers_it_once_a_manager_has_allowed_it_by_one_press(town: Town, inn: Inn) -> None:
    here = private(await town.ada.slash(town.tavern, "match find"))
    assert "Look on all servers …" not in buttons(here)
    await town.bo.slash(town.tavern, "match new", against="people here", game="tiny")
    refused = private(await town.forge(town.ada, town.board(), "anywhere"))
    assert "This server doesn't offer opponents from other servers" in refused.content
    forged = private(await town.forge(town.ada, town.board(), "anywhere-allow"))
    assert "Manage Server" in forged.content
    await town.app.preferences.choose_for_server(town.guild.id, COMMON_QUEUE, value=True)
    here = private(await town.ada.slash(town.tavern, "match find"))
    assert next(iter(buttons(here))) == "Look on all servers …"
    agreement = private(await press(town.ada, here, common.ANYWHERE))
    assert "no server, no other match" in agreement.content
    shown = private(await town.ada.click(agreement, label="Look on all servers"))
    [menu] = [each for each in menus(shown) if purposes.SEEK.read(each["custom_id"])]
    waits = private(await town.ada.select(shown, ["tiny"], custom_id=menu["custom_id"]))
    assert "I write to you in our direct messages" in waits.content


async def test_whoever_takes_it_back_stops_looking(town: Town) -> None:
    shown = await choices(town, town.ada)
    await look(town, town.ada)
    said = private(await town.ada.user.click(shown, label="Don't find me any more"))
    assert "Nobody on other servers finds you any more" in said.content
    assert await queue_of(town).of(town.ada.id) is None
    assert not (await town.app.preferences.of(town.ada.id)).anywhere


async def test_who_has_not_agreed_or_takes_it_back_cannot_look(town: Town) -> None:
    shown = await choices(town, town.ada)
    await town.app.preferences.choose(town.ada.id, ANYWHERE, value=False)
    [menu] = [each for each in menus(shown) if purposes.SEEK.read(each["custom_id"])]
    refused = private(await town.ada.user.select(shown, ["tiny"], custom_id=menu["custom_id"]))
    assert "agree to be found" in refused.content
    assert await queue_of(town).of(town.ada.id) is None


async def test_whoever_waits_plays_a_computer_meanwhile_and_the_match_found_is_beside_it(town: Town, inn: Inn) -> None:
    await look(town, town.ada)
    await town.ada.user.slash("match new", game="tiny", computer="novice")
    await town.delivered()
    found = await look(town, inn.eve)
    assert "match #2" in found.content
    await press(town.ada.user, _board_of_lobby(town, town.ada), common.JOIN)
    await town.delivered()
    assert {(await town.match(number)).status for number in (1, 2)} == {Status.LIVE}
    await town.app.computers.close()


async def test_who_takes_no_direct_messages_leaves_the_queue(town: Town, inn: Inn) -> None:
    await look(town, town.ada)
    channel = town.ada.user.dm_channel
    assert channel is not None
    town.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)
    await look(town, inn.eve)
    await queue_of(town).settled()
    await town.delivered()
    assert await queue_of(town).of(town.ada.id) is None
    seeker = await queue_of(town).of(inn.eve.id)
    assert seeker is not None
    assert seeker.match_id is None
