"""Interactions: how they are answered, and for how long."""

import pytest

from sandbox.wire.model import InteractionType
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, row, slash

EPHEMERAL = 64


@pytest.fixture(autouse=True)
async def commands(bot: Bot) -> None:
    assert (await bot.register())[0] == 200


async def test_an_answer_is_a_message_that_others_see(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    status, answer = await bot.respond(done, 4, {"content": "yes"})
    assert (status, answer["resource"]["message"]["content"]) == (200, "yes")
    assert wire.user("Bo").messages() == [done.message]
    assert not done.ephemeral
    wire.assert_clean()


async def test_an_ephemeral_answer_is_seen_by_one_person(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    await bot.respond(done, 4, {"content": "yes", "flags": EPHEMERAL})
    assert done.ephemeral
    assert wire.user("Ada").messages() == [done.message]
    assert wire.user("Bo").messages() == wire.channel.messages == []
    path = f"{bot.messages}/{done.message.id}"
    assert (await bot.ask("GET", path))[1]["code"] == 10008
    assert (await bot.ask("GET", bot.messages))[1] == []


async def test_what_comes_late_is_unknown(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    wire.clock.advance(3.1)
    assert done.failed
    assert (await bot.respond(done, 4, {"content": "yes"}))[1]["code"] == 10062


async def test_what_is_given_up_has_failed_at_once_and_is_unknown(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    wire.give_up(done)
    assert done.failed
    assert done.given_up
    assert (await bot.respond(done, 4, {"content": "yes"}))[1]["code"] == 10062
    wire.assert_clean()


async def test_what_was_answered_cannot_be_given_up(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    await bot.respond(done, 4, {"content": "yes"})
    wire.give_up(done)
    assert not done.failed
    assert not done.given_up


async def test_nothing_is_answered_twice(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    await bot.respond(done, 5)
    assert (await bot.respond(done, 4, {"content": "yes"}))[1]["code"] == 40060
    wire.clock.advance(10)
    assert (await bot.respond(done, 4, {"content": "yes"}))[1]["code"] == 40060
    wire.assert_clean()


async def test_a_token_serves_for_fifteen_minutes(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    await bot.respond(done, 5)
    wire.clock.advance(15 * 60 - 10)
    assert (await bot.ask("POST", bot.hook(done), {"content": "late"}))[0] == 200
    wire.clock.advance(11)
    status, answer = await bot.ask("POST", bot.hook(done), {"content": "too late"})
    assert (status, answer["code"]) == (401, 50027)


async def test_a_token_serves_nobody_before_an_answer(wire: Wire, bot: Bot) -> None:
    assert (await bot.ask("POST", bot.hook(slash(wire)), {"content": "x"}))[1]["code"] == 10015


async def test_the_first_followup_takes_the_place_of_a_deferred_answer(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    _, answer = await bot.respond(done, 5, {"flags": EPHEMERAL})
    assert answer["interaction"]["response_message_loading"]
    settled = [done.settled]
    _, first = await bot.ask("POST", bot.hook(done), {"content": "first"})
    assert first["id"] == answer["interaction"]["response_message_id"]
    assert [*settled, done.settled] == [False, True]
    assert done.ephemeral
    _, second = await bot.ask("POST", bot.hook(done), {"content": "second"})
    assert second["id"] != first["id"]
    assert [message.ephemeral for message in done.messages] == [True, False]
    wire.assert_clean()


async def test_the_answer_is_read_changed_and_deleted(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    await bot.respond(done, 4, {"content": "one"})
    original = bot.hook(done, "/messages/@original")
    assert (await bot.ask("GET", original))[1]["content"] == "one"
    assert (await bot.ask("PATCH", original, {"content": "two"}))[1]["content"] == done.content == "two"
    _, more = await bot.ask("POST", bot.hook(done), {"content": "more"})
    followup = bot.hook(done, f"/messages/{more['id']}")
    assert (await bot.ask("PATCH", followup, {"content": "less"}))[1]["content"] == "less"
    assert (await bot.ask("GET", followup))[1]["content"] == "less"
    assert await bot.ask("DELETE", followup) == (204, None)
    assert await bot.ask("DELETE", original) == (204, None)
    assert (await bot.ask("GET", original))[1]["code"] == 10008
    wire.assert_clean()


async def test_a_press_changes_the_message_that_was_pressed(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    message = wire.channel.messages[0]
    done = await wire.user("Ada").press(message, "Press", wait=False)
    _, answer = await bot.respond(done, 7, {"content": "pressed", "components": []})
    assert answer["resource"]["message"]["id"] == str(message.id)
    assert (message.content, message.labels, message.edits) == ("pressed", [], 1)
    assert done.message is message
    wire.assert_clean()


async def test_a_press_can_be_acknowledged_silently(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    done = await wire.user("Ada").press(wire.channel.messages[0], custom_id="press", wait=False)
    await bot.respond(done, 6)
    assert done.settled
    original = bot.hook(done, "/messages/@original")
    assert (await bot.ask("PATCH", original, {"content": "later"}))[0] == 200
    assert wire.channel.messages[0].content == "later"


async def test_a_message_that_is_gone_cannot_be_updated(wire: Wire, bot: Bot) -> None:
    await bot.send(components=[row(BUTTON)])
    message = wire.channel.messages[0]
    done = await wire.user("Ada").press(message, "Press", wait=False)
    wire.world.delete(message)
    assert (await bot.respond(done, 7, {"content": "x"}))[1]["code"] == 10008


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 12, 99])
async def test_some_answers_do_not_fit_a_command(wire: Wire, bot: Bot, kind: int) -> None:
    assert (await bot.respond(slash(wire), kind, {}))[1]["code"] == 50035
    assert wire.violations


async def test_a_modal_is_not_answered_by_a_modal(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    text = {"type": 4, "custom_id": "why", "style": 1, "label": "Why"}
    modal = {"custom_id": "m", "title": "Why", "components": [row(text)]}
    await bot.respond(done, 9, modal)
    sent = await wire.user("Ada").submit(done, {"Why": "because"}, wait=False)
    assert sent.kind is InteractionType.MODAL_SUBMIT
    assert (await bot.respond(sent, 9, modal))[1]["code"] == 50035
    assert (await bot.respond(sent, 4, {"content": "I see"}))[0] == 200
    assert sent.content == "I see"


async def test_an_unknown_interaction_is_unknown(wire: Wire, bot: Bot) -> None:
    done = slash(wire)
    for path in (f"/interactions/{done.id}/wrong/callback", f"/interactions/5/{done.token}/callback"):
        assert (await bot.ask("POST", path, {"type": 5}))[1]["code"] == 10062
