"""`/profile`: the user's own, another player's, and one that is hidden."""

import pytest

from bot.people.settings import PROFILE
from cogs.profiles.purposes import MATCHES_CSV
from cogs.widgets import purposes
from tests.cogs.town import Town, press, private


@pytest.fixture
async def played(town: Town) -> Town:
    """Return a town in which Bo has won a match of Allocator against Ada."""
    await town.open("allocator", town.ada, town.bo)
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    return town


@pytest.mark.drawn
async def test_your_own_profile_is_a_chart_with_a_table_of_your_matches(played: Town) -> None:
    shown = private(await played.bo.slash(played.tavern, "profile"))
    assert "1 match, 1 won" in shown.content
    assert "First win at Allocator" in shown.content
    assert "against Ada (1 won)" in shown.content
    [picture] = shown.attachments
    assert "Allocator: 1000 points on" in str(picture.description)
    table = private(await press(played.bo, shown, MATCHES_CSV))
    [file] = table.attachments
    assert file.filename == "my-matches.csv"


async def test_a_profile_without_a_match_says_how_to_begin(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "profile"))
    assert "You haven't finished a match here yet" in shown.content
    assert not shown.attachments


async def test_another_players_profile_begins_with_the_score_against_you(played: Town) -> None:
    shown = private(await played.ada.slash(played.tavern, "profile", player=played.bo))
    assert "against you (1 won)" in shown.content
    assert not shown.components


async def test_a_hidden_profile_is_seen_by_its_user_alone(played: Town) -> None:
    await played.client.app.preferences.choose(played.bo.id, PROFILE, value=False)
    shown = private(await played.ada.slash(played.tavern, "profile", player=played.bo))
    assert shown.content == "Bo keeps their profile to themselves."
    assert "Only you can see this" in private(await played.bo.slash(played.tavern, "profile")).content


async def test_a_user_who_left_the_server_or_deleted_their_data_has_no_profile_here(played: Town) -> None:
    await played.client.app.user_data.delete(played.bo.id)
    shown = private(await played.ada.slash(played.tavern, "profile", player=played.bo))
    assert shown.content == "Bo hasn't finished a match here yet."
    assert "Bo" not in private(await played.ada.slash(played.tavern, "profile")).content
    await played.leave(played.bo)
    await played.wait(11 * 60)
    shown = private(await played.ada.slash(played.tavern, "profile", player=played.bo.user))
    assert shown.content == "Bo isn't on this server."


async def test_in_direct_messages_your_profile_counts_all_servers(played: Town) -> None:
    shown = private(await played.ada.user.slash("profile"))
    assert "1 match, 0 won" in shown.content
    refused = private(await played.ada.user.slash("profile", player=played.bo.user))
    assert "only see your own profile" in refused.content
