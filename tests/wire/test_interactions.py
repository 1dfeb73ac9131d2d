"""Answers to interactions, and the time for them."""

import pytest

from sandbox.wire.model import InteractionType
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, logged_in, row, slash

EPHEMERAL = 64


@pytest.fixture(autouse=True)
async def commands(bot: Bot) -> None:
    assert (await bot.register())[0] == 200


async def test_others_see_an_answer(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    status, answer = await bot.respond(interaction, 4, {"content": "yes"})
    assert (status, answer["resource"]["message"]["content"]) == (200, "yes")
    assert wire.user("Bo").messages() == [interaction.message]
    assert not interaction.ephemeral
    wire.assert_clean()


async def test_only_one_user_sees_an_ephemeral_answer(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    await bot.respond(interaction, 4, {"content": "yes", "flags": EPHEMERAL})
    assert interaction.ephemeral
    assert wire.user("Ada").messages() == [interaction.message]
    assert wire.user("Bo").messages() == wire.channel.messages == []
    path = f"{bot.messages}/{interaction.message.id}"
    assert (await bot.ask("GET", path))[1]["code"] == 10008
    assert (await bot.ask("GET", bot.messages))[1] == []


async def test_a_late_answer_is_refused(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    wire.clock.advance(3.1)
    assert interaction.failed
    assert (await bot.respond(interaction, 4, {"content": "yes"}))[1]["code"] == 10062


async def test_an_interaction_given_up_fails_at_once_and_cannot_be_answered(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    wire.give_up(interaction)
    assert interaction.failed
    assert interaction.given_up
    assert (await bot.respond(interaction, 4, {"content": "yes"}))[1]["code"] == 10062
    wire.assert_clean()


async def test_an_answered_interaction_cannot_be_given_up(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    await bot.respond(interaction, 4, {"content": "yes"})
    wire.give_up(interaction)
    assert not interaction.failed
    assert not interaction.given_up


async def test_a_second_answer_is_refused(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    await bot.respond(interaction, 5)
    assert (await bot.respond(interaction, 4, {"content": "yes"}))[1]["code"] == 40060
    wire.clock.advance(10)
    assert (await bot.respond(interaction, 4, {"content": "yes"}))[1]["code"] == 40060
    wire.assert_clean()


async def test_a_token_is_valid_for_fifteen_minutes(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    await bot.respond(interaction, 5)
    wire.clock.advance(15 * 60 - 10)
    assert (await bot.ask("POST", bot.hook(interaction), {"content": "late"}))[0] == 200
    wire.clock.advance(11)
    status, answer = await bot.ask("POST", bot.hook(interaction), {"content": "too late"})
    assert (status, answer["code"]) == (401, 50027)


async def test_a_token_is_not_valid_before_an_answer(wire: Wire, bot: Bot) -> None:
    assert (await bot.ask("POST", bot.hook(slash(wire)), {"content": "x"}))[1]["code"] == 10015


async def test_the_first_followup_replaces_a_deferred_answer(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    _, answer = await bot.respond(interaction, 5, {"flags": EPHEMERAL})
    assert answer["interaction"]["response_message_loading"]
    settled = [interaction.settled]
    _, first = await bot.ask("POST", bot.hook(interaction), {"content": "first"})
    assert first["id"] == answer["interaction"]["response_message_id"]
    assert [*settled, interaction.settled] == [False, True]
    assert interaction.ephemeral
    _, second = await bot.ask("POST", bot.hook(interaction), {"content": "second"})
    assert second["id"] != first["id"]
    assert [message.ephemeral for message in interaction.messages] == [True, False]
    wire.assert_clean()


async def test_answers_and_followups_can_be_read_edited_and_deleted(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    await bot.respond(interaction, 4, {"content": "one"})
    original = bot.hook(interaction, "/messages/@original")
    assert (await bot.ask("GET", original))[1]["content"] == "one"
    assert (await bot.ask("PATCH", original, {"content": "two"}))[1]["content"] == interaction.content == "two"
    _, second = await bot.ask("POST", bot.hook(interaction), {"content": "more"})
    followup = bot.hook(interaction, f"/messages/{second['id']}")
    assert (await bot.ask("PATCH", followup, {"content": "less"}))[1]["content"] == "less"
    assert (await bot.ask("GET", followup))[1]["content"] == "less"
    assert await bot.ask("DELETE", followup) == (204, None)
    assert await bot.ask("DELETE", original) == (204, None)
    assert (await bot.ask("GET", original))[1]["code"] == 10008
    wire.assert_clean()


async def test_a_press_can_be_answered_by_editing_its_message(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    message = wire.channel.messages[0]
    interaction = await wire.user("Ada").press(message, "Press", wait=False)
    _, answer = await bot.respond(interaction, 7, {"content": "pressed", "components": []})
    assert answer["resource"]["message"]["id"] == str(message.id)
    assert (message.content, message.labels, message.edits) == ("pressed", [], 1)
    assert interaction.message is message
    wire.assert_clean()


async def test_a_press_can_be_acknowledged_silently(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    interaction = await wire.user("Ada").press(wire.channel.messages[0], custom_id="press", wait=False)
    await bot.respond(interaction, 6)
    assert interaction.settled
    original = bot.hook(interaction, "/messages/@original")
    assert (await bot.ask("PATCH", original, {"content": "later"}))[0] == 200
    assert wire.channel.messages[0].content == "later"


async def test_a_deleted_message_cannot_be_updated(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    message = wire.channel.messages[0]
    interaction = await wire.user("Ada").press(message, "Press", wait=False)
    wire.world.delete(message)
    assert (await bot.respond(interaction, 7, {"content": "x"}))[1]["code"] == 10008


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, 99])
async def test_some_answers_do_not_fit_a_command(wire: Wire, bot: Bot, kind: int) -> None:
    assert (await bot.respond(slash(wire), kind, {}))[1]["code"] == 50035
    assert wire.violations


async def test_a_modal_cannot_be_answered_by_a_modal(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    text = {"type": 4, "custom_id": "why", "style": 1, "label": "Why"}
    modal = {"custom_id": "m", "title": "Why", "components": [row(text)]}
    await bot.respond(interaction, 9, modal)
    sent = await wire.user("Ada").submit(interaction, {"Why": "because"}, wait=False)
    assert sent.kind is InteractionType.MODAL_SUBMIT
    assert (await bot.respond(sent, 9, modal))[1]["code"] == 50035
    assert (await bot.respond(sent, 4, {"content": "I see"}))[0] == 200
    assert sent.content == "I see"


async def test_an_unknown_interaction_is_unknown(wire: Wire, bot: Bot) -> None:
    interaction = slash(wire)
    for path in (f"/interactions/{interaction.id}/wrong/callback", f"/interactions/5/{interaction.token}/callback"):
        assert (await bot.ask("POST", path, {"type": 5}))[1]["code"] == 10062


@pytest.mark.parametrize(
    "options", [Options(identify_every=0, interactions_endpoint="https://example.org/interactions")]
)
async def test_with_an_endpoint_no_interaction_comes_by_the_gateway(wire: Wire, bot: Bot) -> None:
    _, application = await bot.ask("GET", "/applications/@me")
    assert application["interactions_endpoint_url"] == "https://example.org/interactions"
    assert wire.guild is not None
    async with logged_in(wire) as gateway:
        await gateway.event("GUILD_CREATE")
        slash(wire)
        wire.add_channel("later")
        assert (await gateway.receive())["t"] == "CHANNEL_CREATE"
