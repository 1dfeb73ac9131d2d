"""A permission is taken from the bot's role and given back: meanwhile the match continues by hands."""

import discord
import simcord

from bot.model.match import Status
from tests.cogs.town import Town, buttons
from tests.cogs.trouble import live_boards


def me(town: Town) -> int:
    assert town.client.user is not None
    return town.client.user.id


def letters(town: Town, person: simcord.MemberActor) -> list[discord.Message]:
    """Return the direct messages that stay."""
    return [message for message in town.direct(person) if not message.flags.ephemeral]


async def grant(town: Town, permissions: int) -> None:
    """Give these permissions to everyone on the server, and to the bot's own role."""
    own = town.env.backend.get_guild(town.guild.id).members[me(town)].role_ids[-1]
    for role in (own, town.guild.id):
        town.env.backend.edit_role(town.guild.id, role, {"permissions": permissions})
    await town.env.settle()


async def test_a_permission_that_the_role_loses_and_gets_back_during_a_match(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had & ~discord.Permissions(view_channel=True).value)
    posted = len(town.public())
    for _ in range(2):
        for person in (town.ada, town.bo):
            await person.user.click(letters(town, person)[0], label="Fold")
    await town.wait(60 * 60)
    assert (await town.match()).ply == 4
    assert (await town.match()).status is Status.LIVE
    assert len(town.public()) == posted
    for person in (town.ada, town.bo):
        hand, *others = letters(town, person)
        assert "Fold" in buttons(hand), "the hand asks for the next round"
        assert [each for each in others if "I lack a permission there: View Channel." in each.content]
    await grant(town, had)
    await town.delivered()
    assert len(town.public()) == posted
    assert [board.id for board in await live_boards(town)] == [town.board().id]
    await town.ada.click(town.board(), label="Fold")
    assert (await town.match()).ply == 5
