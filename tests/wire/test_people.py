"""People can do and see what Discord's client lets them."""

import asyncio
from typing import Any

import pytest

from sandbox.wire.model import Interaction
from sandbox.wire.problems import ImpossibleError, NoAnswerError
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, logged_in, row

MENU = {
    "type": 3,
    "custom_id": "menu",
    "max_values": 2,
    "options": [{"label": f"Card {n}", "value": str(n)} for n in range(3)],
}


@pytest.fixture(autouse=True)
async def commands(bot: Bot) -> None:
    await bot.register()


async def test_a_command_brings_its_options(wire: Wire, bot: Bot) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    async with logged_in(wire) as gateway:
        interaction = await ada.slash("/ask", what="x", times=2, whom=bo, how="Kindly", wait=False)
        event = await gateway.event("INTERACTION_CREATE")
    values = {option["name"]: option["value"] for option in event["data"]["options"]}
    assert values == {"what": "x", "times": 2, "whom": str(bo.id), "how": "k"}
    assert event["data"]["resolved"]["users"][str(bo.id)]["username"] == "bo"
    assert (event["id"], event["member"]["user"]["id"]) == (str(interaction.id), str(ada.id))
    assert event["attachment_size_limit"] == wire.options.attachment_limit
    wire.assert_clean()


async def test_a_subcommand_is_nested_in_its_command(wire: Wire, bot: Bot) -> None:
    interaction = await wire.user("Ada").slash("/tell all", wait=False)
    assert interaction.data["options"] == [{"name": "all", "type": 1, "options": []}]


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("/nothing", {}),
        ("/ask", {}),
        ("/ask", {"what": 5}),
        ("/ask", {"what": "x", "who": "y"}),
        ("/ask", {"what": "x", "times": 10}),
        ("/ask", {"what": "x", "times": True}),
        ("/ask", {"what": "x", "how": "rudely"}),
        ("/ask nobody", {}),
        ("/tell", {}),
    ],
)
async def test_the_client_sends_no_command_that_does_not_fit(wire: Wire, line: str, given: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleError):
        await wire.user("Ada").slash(line, **given)


async def test_autocomplete_offers_the_bots_choices(wire: Wire, bot: Bot) -> None:
    typing = asyncio.create_task(wire.user("Ada").autocomplete("/ask", "what", "x", times=1))
    interaction = await wire.until(lambda: next(iter(wire.world.interactions.values()), None))
    assert interaction.data["options"][-1] == {"name": "what", "type": 3, "value": "x", "focused": True}
    choices = [{"name": "X", "value": "x"}]
    assert (await bot.respond(interaction, 8, {"choices": choices}))[0] == 200
    assert await typing == choices
    with pytest.raises(ImpossibleError):
        await wire.user("Ada").autocomplete("/ask", "times")
    wire.assert_clean()


async def test_disabled_missing_and_deleted_components_cannot_be_used(wire: Wire, bot: Bot) -> None:
    off = {**BUTTON, "label": "Off", "custom_id": "off", "disabled": True}
    link = {"type": 2, "style": 5, "label": "Link", "url": "https://example.org"}
    await bot.send(components=[row(BUTTON, off, link), row(MENU)])
    message = wire.channel.messages[0]
    ada = wire.user("Ada")
    for label in ("Off", "Link", "Nothing"):
        with pytest.raises(ImpossibleError):
            await ada.press(message, label)
    for choice in (["nothing"], ["0", "1", "2"], []):
        with pytest.raises(ImpossibleError):
            await ada.select(message, *choice)
    wire.world.delete(message)
    with pytest.raises(ImpossibleError):
        await ada.press(message, "Press")


async def test_a_menu_takes_labels_or_values(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(MENU)])
    interaction = await wire.user("Ada").select(wire.channel.messages[0], "Card 1", 2, wait=False)
    assert (interaction.data["values"], interaction.data["component_type"]) == (["1", "2"], 3)


async def test_buttons_of_an_ephemeral_answer_are_for_its_user_alone(wire: Wire, bot: Bot) -> None:
    interaction = await wire.user("Ada").slash("/ask", what="x", wait=False)
    await bot.respond(interaction, 4, {"content": "yours", "flags": 64, "components": [row(BUTTON)]})
    with pytest.raises(ImpossibleError):
        await wire.user("Bo").press(interaction, "Press")
    pressed = await wire.user("Ada").press(interaction, "Press", wait=False)
    assert pressed.source is interaction.message


async def test_a_modal_takes_only_values_that_fit(wire: Wire, bot: Bot) -> None:
    interaction = await wire.user("Ada").slash("/ask", what="x", wait=False)
    why = {"type": 4, "custom_id": "why", "style": 1, "label": "Why", "max_length": 5}
    how = {"type": 18, "label": "How", "component": {"type": 4, "custom_id": "how", "style": 1, "required": False}}
    await bot.respond(interaction, 9, {"custom_id": "m", "title": "M", "components": [row(why), how]})
    for fields in ({"Why": "too long"}, {}, {"Why": "x", "Who": "y"}):
        with pytest.raises(ImpossibleError):
            await wire.user("Ada").submit(interaction, fields)
    sent = await wire.user("Ada").submit(interaction, {"Why": "x", "how": "y"}, wait=False)
    first, second = sent.data["components"]
    assert (first["components"][0]["value"], second["component"]["value"]) == ("x", "y")
    with pytest.raises(ImpossibleError):
        await wire.user("Bo").submit(interaction, {"Why": "x"})


async def test_a_radio_group_sends_the_chosen_value_its_default_or_nothing(wire: Wire, bot: Bot) -> None:
    interaction = await wire.user("Ada").slash("/ask", what="x", wait=False)
    options = [{"label": "Yes", "value": "yes"}, {"label": "No", "value": "no"}]
    again = {"type": 21, "custom_id": "again", "options": options, "required": False}
    signed = {"type": 21, "custom_id": "signed", "options": [options[0], {**options[1], "default": True}]}
    parts = [{"type": 18, "label": name, "component": group} for name, group in (("Again", again), ("Signed", signed))]
    await bot.respond(interaction, 9, {"custom_id": "m", "title": "M", "components": parts})
    with pytest.raises(ImpossibleError):
        await wire.user("Ada").submit(interaction, {"again": "perhaps"})
    sent = await wire.user("Ada").submit(interaction, {}, wait=False)
    assert [part["component"]["value"] for part in sent.data["components"]] == [None, "no"]


async def test_a_missing_bot_is_not_waited_for(wire: Wire) -> None:
    asking = asyncio.create_task(wire.user("Ada").slash("/ask", what="x"))
    await wire.until(lambda: wire.world.interactions)
    wire.clock.advance(wire.options.first_answer)
    with pytest.raises(NoAnswerError):
        await asking


async def test_an_interaction_can_be_delivered_twice(wire: Wire) -> None:
    wire.user("Ada")
    async with logged_in(wire) as gateway:
        interaction: Interaction = await wire.user("Ada").slash("/ask", what="x", wait=False)
        wire.deliver(interaction)
        events = [await gateway.event("INTERACTION_CREATE") for _ in range(2)]
    assert events[0] == events[1]


async def test_waiting_ends_by_a_time_limit_or_an_error(wire: Wire) -> None:
    with pytest.raises(TimeoutError, match="the moon"):
        await wire.until(lambda: False, 0.01, what="the moon")
    waiting = asyncio.create_task(wire.until(lambda: 1 / len(wire.channel.messages)))
    with pytest.raises(ZeroDivisionError):
        await waiting


async def test_a_user_who_cannot_see_a_channel_can_do_nothing_there(wire: Wire) -> None:
    ada = wire.user("Ada")
    channel = wire.add_channel("hidden", wire.add_guild("elsewhere"))
    assert ada.messages(channel) == []
    with pytest.raises(ImpossibleError):
        await ada.slash("/ask", at=channel, what="x")
