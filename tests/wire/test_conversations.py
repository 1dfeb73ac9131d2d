"""Conversations of people without the bot: it can do nothing there but answer interactions, and each for a time."""

import pytest

from sandbox.wire.model import Channel, Interaction, InteractionType
from sandbox.wire.permissions import Permission
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, COMMANDS, Bot, logged_in, row

ANYWHERE = {"contexts": [0, 1, 2], "integration_types": [0, 1]}


@pytest.fixture(autouse=True)
async def commands(bot: Bot) -> None:
    assert (await bot.register([{**COMMANDS[1], **ANYWHERE}]))[0] == 200


@pytest.fixture
def talk(wire: Wire) -> Channel:
    wire.user("Ada").install()
    return wire.conversation(wire.user("Ada"), wire.user("Bo"))


def told(wire: Wire, channel: Channel) -> Interaction:
    """Let Ada use a command without waiting for its answer."""
    data = {"id": "1", "name": "tell", "type": 1, "options": []}
    return wire.interact(wire.user("Ada").account, channel, InteractionType.APPLICATION_COMMAND, data, None)


async def test_the_bot_reaches_nothing_there_by_itself(wire: Wire, bot: Bot, talk: Channel) -> None:
    interaction = told(wire, talk)
    await bot.respond(interaction, 4, {"content": "hello"})
    messages = f"/channels/{talk.id}/messages"
    for method, path, body in (
        ("POST", messages, {"content": "by itself"}),
        ("GET", messages, None),
        ("GET", f"{messages}/{interaction.message.id}", None),
        ("PATCH", f"{messages}/{interaction.message.id}", {"content": "changed"}),
        ("DELETE", f"{messages}/{interaction.message.id}", None),
        ("GET", f"/channels/{talk.id}", None),
    ):
        assert (await bot.ask(method, path, body))[1]["code"] == 50001, (method, path)
    assert interaction.content == "hello"


async def test_an_interaction_says_where_it_is_and_who_has_installed_the_bot(
    wire: Wire, bot: Bot, talk: Channel
) -> None:
    async with logged_in(wire) as gateway:
        interaction = told(wire, talk)
        told_of = await gateway.event("INTERACTION_CREATE")
        assert (told_of["context"], told_of["authorizing_integration_owners"]) == (2, {"1": str(wire.user("Ada").id)})
        assert "guild_id" not in told_of
        assert [each["username"] for each in told_of["channel"]["recipients"]] == ["ada", "bo"]
        await bot.respond(interaction, 4, {"content": "board", "components": [row(BUTTON)]})
        pressed = await wire.user("Bo").press(interaction.message, "Press", wait=False)
        by_friend = await gateway.event("INTERACTION_CREATE")
        assert by_friend["user"]["username"] == "bo"
        assert by_friend["authorizing_integration_owners"] == {"1": str(wire.user("Ada").id)}
        await bot.respond(pressed, 7, {"content": "pressed"})
        assert interaction.content == "pressed"
    wire.assert_clean()


async def test_a_sixth_follow_up_is_refused_there(wire: Wire, bot: Bot, talk: Channel) -> None:
    interaction = told(wire, talk)
    await bot.respond(interaction, 4, {"content": "hello"})
    for _ in range(5):
        assert (await bot.ask("POST", bot.hook(interaction), {"content": "more"}))[0] == 200
    assert (await bot.ask("POST", bot.hook(interaction), {"content": "too much"}))[1]["code"] == 40094


async def test_after_fifteen_minutes_a_message_changes_by_a_new_press_alone(
    wire: Wire, bot: Bot, talk: Channel
) -> None:
    interaction = told(wire, talk)
    await bot.respond(interaction, 4, {"content": "board", "components": [row(BUTTON)]})
    wire.clock.advance(15 * 60 + 1)
    original = bot.hook(interaction, "/messages/@original")
    assert (await bot.ask("PATCH", original, {"content": "late"}))[1]["code"] == 50027
    pressed = await wire.user("Bo").press(interaction.message, "Press", wait=False)
    await bot.respond(pressed, 6)
    assert (await bot.ask("PATCH", bot.hook(pressed, "/messages/@original"), {"content": "new"}))[0] == 200
    assert interaction.content == "new"


async def test_only_who_has_installed_the_bot_has_its_commands_there(wire: Wire, talk: Channel) -> None:
    with pytest.raises(ImpossibleError):
        await wire.user("Bo").slash("/tell all", at=talk)
    wire.user("Ada").uninstall()
    with pytest.raises(ImpossibleError):
        await wire.user("Ada").slash("/tell all", at=talk)


async def test_a_private_answer_there_is_seen_by_one_and_outsiders_see_nothing(
    wire: Wire, bot: Bot, talk: Channel
) -> None:
    interaction = told(wire, talk)
    await bot.respond(interaction, 4, {"content": "all"})
    await bot.ask("POST", bot.hook(interaction), {"content": "one", "flags": 64})
    seen = {name: [each.content for each in wire.user(name).messages(talk)] for name in ("Ada", "Bo", "Cleo")}
    assert seen == {"Ada": ["all", "one"], "Bo": ["all"], "Cleo": []}


@pytest.mark.parametrize(("may", "kind"), [(True, 4), (False, 4), (False, 5)])
async def test_a_server_can_make_every_answer_of_a_users_app_private(
    wire: Wire, bot: Bot, *, may: bool, kind: int
) -> None:
    wire.user("Ada").install()
    wire.world.remove_bot(wire.guild)
    if not may:
        wire.guild.roles[wire.guild.id].permissions &= ~Permission.USE_EXTERNAL_APPS
    interaction = told(wire, wire.channel)
    await bot.respond(interaction, kind, {"content": "for all"} if kind == 4 else None)
    _, more = await bot.ask("POST", bot.hook(interaction), {"content": "more for all"})
    assert [message.ephemeral for message in interaction.messages] == [not may] * len(interaction.messages)
    assert bool(more["flags"] & 64) is not may
