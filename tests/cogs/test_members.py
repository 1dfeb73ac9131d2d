"""Members of a server and viewers of a channel are looked up at Discord, and never guessed."""

import pytest

from bot.model.reasons.database import DiscordUnreachable
from cogs.delivery.members import has_left, sees
from tests.cogs.town import Town

NOWHERE = 999


async def sees_tavern(town: Town) -> bool:
    return await sees(town.client, town.guild.id, town.tavern.id, town.bo.id)


async def test_a_member_sees_public_channels(town: Town) -> None:
    assert await sees_tavern(town)
    await town.permit(town.tavern, view_channel=False)
    assert not await sees_tavern(town)


async def test_no_user_sees_a_channel_or_a_server_that_does_not_exist(town: Town) -> None:
    assert not await sees(town.client, town.guild.id, NOWHERE, town.bo.id)
    assert not await sees(town.client, NOWHERE, town.tavern.id, town.bo.id)


async def test_a_user_who_has_left_sees_nothing_and_counts_as_gone(town: Town) -> None:
    assert not await has_left(town.client, town.guild.id, town.bo.id)
    await town.leave(town.bo)
    assert not await sees_tavern(town)
    assert await has_left(town.client, town.guild.id, town.bo.id)


@pytest.mark.parametrize("status", [403, 500])
async def test_while_discord_is_out_of_reach_no_user_is_moved_or_counts_as_gone(town: Town, status: int) -> None:
    town.env.inject_error("GET", f"/guilds/{town.guild.id}/members/*", status=status, times=2)
    with pytest.raises(DiscordUnreachable):
        await sees_tavern(town)
    assert not await has_left(town.client, town.guild.id, town.bo.id)


async def test_no_user_counts_as_gone_from_a_server_without_the_bot(town: Town) -> None:
    assert not await has_left(town.client, NOWHERE, town.bo.id)


async def test_an_answer_that_says_nothing_of_the_member_is_no_sign_that_they_left(town: Town) -> None:
    town.env.inject_error("GET", f"/guilds/{town.guild.id}/members/*", status=404, code=10004)
    assert not await has_left(town.client, town.guild.id, town.bo.id)


async def test_a_user_without_an_account_counts_as_gone(town: Town) -> None:
    town.env.inject_error("GET", f"/guilds/{town.guild.id}/members/*", status=404, code=10013)
    assert await has_left(town.client, town.guild.id, town.bo.id)
