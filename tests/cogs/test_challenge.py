"""*Challenge* and *Profile* in the context menu of a user."""

from cogs.commands.challenge import CHALLENGE
from cogs.profiles.commands import PROFILE_OF
from tests.cogs.town import Town, private


async def test_a_challenge_invites_the_player_to_the_chosen_game_in_this_channel(town: Town) -> None:
    asked = private(await town.ada.context_menu(town.tavern, CHALLENGE, town.bo))
    await town.ada.select(asked, ["tiny"])
    match = await town.match()
    assert (match.game, match.channel, match.settings.asked) == ("tiny", town.tavern.id, (town.bo.id,))
    assert [town.bo.id] in town.pings()


async def test_no_one_challenges_themselves(town: Town) -> None:
    refused = private(await town.ada.context_menu(town.tavern, CHALLENGE, town.ada))
    assert refused.content.startswith("You can't challenge yourself.")


async def test_the_profile_in_the_menu_is_that_of_the_command(town: Town) -> None:
    by_menu = private(await town.ada.context_menu(town.tavern, PROFILE_OF, town.bo))
    by_command = private(await town.ada.slash(town.tavern, "profile", player=town.bo))
    assert by_menu.content == by_command.content == "Bo hasn't finished a match here yet."
