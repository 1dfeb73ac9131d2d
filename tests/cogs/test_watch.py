"""`/watch`: live matches that a user may see, and the messages to those who follow one."""

import pytest

from cogs.widgets import purposes
from tests.cogs.town import Town, menus, press, private


async def followed(town: Town) -> None:
    """Let Cleo follow match #1."""
    shown = private(await town.cleo.slash(town.tavern, "watch"))
    await town.cleo.select(shown, ["1"], custom_id="follow")


async def test_live_matches_are_listed_with_their_boards(town: Town) -> None:
    assert "no live matches here" in private(await town.cleo.slash(town.tavern, "watch")).content
    await town.open("tiny", town.ada, town.bo)
    shown = private(await town.cleo.slash(town.tavern, "watch"))
    assert "#1 · Tiny · " in shown.content
    assert f"<#{town.tavern.id}> · [board](" in shown.content
    assert [menu["custom_id"] for menu in menus(shown)] == ["follow"]
    own = private(await town.ada.slash(town.tavern, "watch"))
    assert "yours" in own.content
    assert not menus(own)


async def test_a_match_in_a_hidden_channel_is_neither_listed_nor_followed(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await town.permit(town.tavern, view_channel=False)
    assert "no live matches" in private(await town.cleo.slash(town.attic, "watch")).content
    assert await town.client.app.watching.followed(town.cleo.id) == []


async def test_a_follower_is_told_the_end_by_direct_message_and_nothing_before(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await followed(town)
    await town.bo.slash(town.tavern, "tiny fold")
    await town.client.app.watching.settled()
    await town.delivered()
    assert not town.direct(town.cleo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    await town.client.app.watching.settled()
    await town.delivered()
    [note] = town.direct(town.cleo)
    assert "It's over" in note.content


async def test_the_menu_stops_it_too(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await followed(town)
    shown = private(await town.cleo.user.slash("watch"))
    assert "Matches that you follow" in shown.content
    await town.cleo.user.select(shown, ["1"], custom_id="unfollow")
    assert "You aren't following any match" in shown.content
    assert await town.client.app.watching.followed(town.cleo.id) == []


@pytest.mark.parametrize("way", ["left", "closed"])
async def test_a_follower_who_cannot_be_told_follows_no_more(town: Town, way: str) -> None:
    await town.open("tiny", town.ada, town.bo)
    await followed(town)
    if way == "left":
        await town.leave(town.cleo)
    else:
        dm = town.cleo.user.dm_channel.id
        town.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    await town.client.app.watching.settled()
    await town.delivered()
    assert not town.direct(town.cleo)
    assert not [row for row in await town.rows() if row.is_pending]
