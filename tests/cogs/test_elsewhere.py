"""A server that another process is told about: this process asks Discord, and concludes nothing from not knowing the
server.
"""

from typing import cast

import pytest

from bot.model.match import Status
from cogs.commands.matches import MatchesList
from cogs.delivery.answer import Answering
from cogs.delivery.guilds import guild_of
from cogs.delivery.members import has_left, sees
from cogs.delivery.unshown import unshown
from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.widgets import purposes
from cogs.widgets.refusals import SpokenRefusal
from tests.cogs.town import Town, press, private

NOWHERE = 999


def host_of(town: Town) -> Host:
    interface = town.client.interface
    return Host(town.client, town.app, interface.deliverer, interface.emojis, cast("Answering", None))


@pytest.fixture
def elsewhere(town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """A town about which this process is told nothing."""
    monkeypatch.setattr(town.client, "get_guild", lambda _: None)
    return town


async def test_a_server_is_found_and_one_without_the_bot_is_not(elsewhere: Town) -> None:
    found = await guild_of(elsewhere.client, elsewhere.guild.id)
    assert found is not None
    assert found.name == "The Hidden Hand"
    assert await guild_of(elsewhere.client, NOWHERE) is None


async def test_who_has_left_is_told_from_who_has_not(elsewhere: Town) -> None:
    client, guild, user = elsewhere.client, elsewhere.guild.id, elsewhere.bo.id
    assert not await has_left(client, guild, user)
    await elsewhere.leave(elsewhere.bo)
    assert await has_left(client, guild, user)


async def test_who_sees_a_channel_or_a_thread_is_told_by_their_roles(elsewhere: Town) -> None:
    client, guild, user = elsewhere.client, elsewhere.guild.id, elsewhere.bo.id
    thread = elsewhere.env.backend.create_thread(elsewhere.tavern.id, "duel", owner_id=elsewhere.ada.id)
    assert await sees(client, guild, elsewhere.tavern.id, user)
    assert await sees(client, guild, thread.id, user)
    assert not await sees(client, guild, NOWHERE, user)
    await elsewhere.permit(elsewhere.tavern, view_channel=False)
    assert not await sees(client, guild, elsewhere.tavern.id, user)
    assert not await sees(client, guild, thread.id, user)


async def test_members_may_play_and_others_may_not(elsewhere: Town) -> None:
    host, guild = host_of(elsewhere), elsewhere.guild.id
    await host.check_can_play(guild, [elsewhere.ada.id, elsewhere.bo.id])
    await elsewhere.leave(elsewhere.bo)
    with pytest.raises(SpokenRefusal, match="isn't on this server"):
        await host.check_can_play(guild, [elsewhere.ada.id, elsewhere.bo.id])


async def test_a_lacking_permission_is_named_and_a_channel_that_is_there_is_not_called_deleted(elsewhere: Town) -> None:
    match = await elsewhere.open("tiny", elsewhere.ada, elsewhere.bo)
    position = await elsewhere.app.positions.get(match.id)
    await elsewhere.permit(elsewhere.tavern, send_messages=False)
    assert "I lack a permission there: Send Messages" in (await unshown(elsewhere.client, position, ValueError())).why
    elsewhere.env.inject_error("GET", f"/channels/{elsewhere.tavern.id}", status=500, times=9)
    assert "deleted" not in (await unshown(elsewhere.client, position, ValueError())).why


async def test_a_deleted_channel_is_called_deleted(elsewhere: Town) -> None:
    match = await elsewhere.open("tiny", elsewhere.ada, elsewhere.bo)
    position = await elsewhere.app.positions.get(match.id)
    elsewhere.env.backend.delete_channel(elsewhere.tavern.id)
    await elsewhere.env.settle()
    assert "it was deleted" in (await unshown(elsewhere.client, position, ValueError())).why


async def test_a_manager_of_the_channel_ends_a_match_from_another_one(elsewhere: Town) -> None:
    await elsewhere.open("tiny", elsewhere.ada, elsewhere.bo)
    private(await elsewhere.stranger.slash(elsewhere.attic, "match abandon", match=1))
    assert (await elsewhere.match()).status is Status.LIVE
    await elsewhere.permit(elsewhere.tavern, manage_channels=True)
    said = private(await elsewhere.stranger.slash(elsewhere.attic, "match abandon", match=1))
    assert "has ended without a result" in said.content


async def test_a_rematch_is_played_in_the_old_channel(elsewhere: Town) -> None:
    await elsewhere.give_up(await elsewhere.open("tiny", elsewhere.ada, elsewhere.bo))
    await elsewhere.delivered()
    over = private(await elsewhere.ada.slash(elsewhere.attic, "match status", match=1))
    private(await press(elsewhere.ada, over, purposes.REMATCH))
    assert (await elsewhere.match(2)).channel == elsewhere.tavern.id


async def test_a_rematch_without_its_channel_is_played_in_the_present_one(elsewhere: Town) -> None:
    await elsewhere.give_up(await elsewhere.open("tiny", elsewhere.ada, elsewhere.bo))
    await elsewhere.delivered()
    elsewhere.env.backend.delete_channel(elsewhere.tavern.id)
    await elsewhere.env.settle()
    over = private(await elsewhere.ada.slash(elsewhere.attic, "match status", match=1))
    said = private(await press(elsewhere.ada, over, purposes.REMATCH))
    assert "The channel of match #1 no longer exists" in said.content


async def test_a_list_of_matches_names_their_servers(elsewhere: Town) -> None:
    listing = MatchesList(host_of(elsewhere), cast("Presses", None))
    assert await listing._server(elsewhere.guild.id) == "The Hidden Hand"
    assert await listing._server(NOWHERE) == "a server I've left"
    elsewhere.env.inject_error("GET", f"/guilds/{elsewhere.guild.id}", status=403, code=0)
    assert await listing._server(elsewhere.guild.id) == "another server"
