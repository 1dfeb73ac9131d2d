"""Team-mates send each other messages that no one else reads."""

import pytest
import simcord
import structlog

from bot.model.match import Match
from cogs.widgets import purposes
from tests.cogs.town import Town, press, private

WHISPER = "the bell is mine **now** @everyone [x](http://y)"


@pytest.fixture
async def pairs(town: Town) -> list[simcord.MemberActor]:
    """Return four players in pairs, by seat: the first with the third."""
    match = await town.open("heist", town.ada, town.bo, town.cleo, town.dan, options="sides=pairs")
    return seated(town, match)


def seated(town: Town, match: Match) -> list[simcord.MemberActor]:
    return [town.person(player.user) for player in match.players]


def name(person: simcord.MemberActor) -> str:
    return str(person.user.global_name)


async def test_it_comes_as_a_direct_message_to_the_team_alone(town: Town, pairs: list[simcord.MemberActor]) -> None:
    sender, _, mate, _ = pairs
    before = {person.id: len(town.direct(person)) for person in pairs}
    with structlog.testing.capture_logs() as lines:
        said = private(await sender.slash(town.tavern, "match whisper", text=WHISPER))
    assert said.content == f"You whispered to {name(mate)}."
    assert {person.id: len(town.direct(person)) - before[person.id] for person in pairs} == {
        person.id: int(person is mate) for person in pairs
    }
    texts = town.direct(mate)[-1]
    assert f"Match #1 · Heist · <#{town.tavern.id}>" in texts.content
    assert f"<@{sender.id}> whispers to you:\n> the bell is mine" in texts.content
    assert "**now**" not in texts.content
    assert "@everyone" not in texts.content
    assert "](http" not in texts.content
    assert not texts.mention_everyone
    assert not any("bell is mine" in message.content for message in town.public())
    assert "bell is mine" not in str(lines)
    await town.restart()
    assert "bell is mine" not in town.path.read_bytes().decode("latin-1")


async def test_it_can_be_whispered_in_direct_messages(town: Town, pairs: list[simcord.MemberActor]) -> None:
    sender, _, mate, _ = pairs
    await sender.user.slash("match whisper", text="psst")
    assert "> psst" in town.direct(mate)[-1].content


async def test_a_player_with_closed_direct_messages_reads_it_with_their_hand(
    town: Town, pairs: list[simcord.MemberActor]
) -> None:
    sender, other, mate, _ = pairs
    town.env.inject_error("POST", f"/channels/{mate.user.dm_channel.id}/messages", status=403, code=50007, times=None)
    said = private(await sender.slash(town.tavern, "match whisper", text="psst"))
    assert f"{name(mate)}, who will see it the next time they open **My hand**" in said.content
    [exported] = (await town.app.user_data.export(sender.id))["waiting_whispers"]
    assert "> psst" in exported["note"]
    assert (await town.app.user_data.export(mate.id))["waiting_whispers"] == []
    await press(other, town.board(), purposes.HAND)
    result = await press(mate, town.board(), purposes.HAND)
    hand, (whispered,) = result.response, result.followups
    assert hand is not None
    assert "Hand: " in str(hand.attachments[0].description)
    assert "> psst" in whispered.content
    assert whispered.ephemeral
    assert not (await press(mate, town.board(), purposes.HAND)).followups, "it was read"


async def test_none_of_many_that_wait_is_dropped_and_each_is_read_once(
    town: Town, pairs: list[simcord.MemberActor]
) -> None:
    sender, _, mate, _ = pairs
    town.env.inject_error("POST", f"/channels/{mate.user.dm_channel.id}/messages", status=403, code=50007, times=None)
    for number in range(5):
        await sender.slash(town.tavern, "match whisper", text=f"{number} {'*' * 298}")
    await town.restart()
    said = (await press(mate, town.board(), purposes.HAND)).followups
    assert [message.content.partition("\n> ")[2][:1] for message in said] == list("01234")
    assert all(message.ephemeral and len(message.content) <= 2000 for message in said)
    town.env.backend.faults.clear()
    before = len(town.direct(mate))
    await mate.slash(town.tavern, "match status")
    await town.wait()
    assert not any("whispers" in message.content for message in town.direct(mate)[before:])


async def test_a_waiting_whisper_comes_by_direct_message_once_its_reader_is_back(
    town: Town, pairs: list[simcord.MemberActor]
) -> None:
    sender, _, mate, _ = pairs
    town.env.inject_error("POST", f"/channels/{mate.user.dm_channel.id}/messages", status=403, code=50007, times=2)
    for word in ("first", "second"):
        await sender.slash(town.tavern, "match whisper", text=word)
    await mate.slash(town.tavern, "match status")
    texts = [message.content for message in town.direct(mate) if "whispers" in message.content]
    assert [text.partition("\n> ")[2] for text in texts] == ["first", "second"]
    assert not (await press(mate, town.board(), purposes.HAND)).followups


async def test_its_lines_stay_lines_and_none_of_them_leaves_the_quotation(
    town: Town, pairs: list[simcord.MemberActor]
) -> None:
    sender, _, mate, _ = pairs
    await sender.slash(town.tavern, "match whisper", text="one\n\n# two\r\n> three\u2028@here")
    quoted = town.direct(mate)[-1].content.splitlines()[2:]
    assert quoted == ["> one", "> \\# two", "> \\> three", "> \\@\u200bhere"]


async def test_it_is_refused_to_players_without_a_team(town: Town) -> None:
    await town.open("heist", town.ada, town.bo)
    said = private(await town.ada.slash(town.tavern, "match whisper", text="psst"))
    assert "There are no teams in match #1" in said.content
    said = private(await town.stranger.slash(town.tavern, "match whisper", text="psst"))
    assert "You're not in match #1" in said.content
    assert not any("psst" in message.content for person in town.people[:2] for message in town.direct(person))


async def test_a_lobby_has_no_teams_yet(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", options="sides=pairs")
    assert "hasn't started" in private(await town.ada.slash(town.tavern, "match whisper", text="psst")).content


async def test_a_form_asks_for_the_whisper(town: Town, pairs: list[simcord.MemberActor]) -> None:
    sender, _, mate, _ = pairs
    form = await sender.slash(town.tavern, "match whisper")
    said = private(await sender.submit_modal(form, {"text": "psst"}))
    assert said.content == f"You whispered to {name(mate)}."
    assert "> psst" in town.direct(mate)[-1].content
