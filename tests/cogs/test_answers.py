"""Every user is answered: by the interaction's own callback if that is soon, else after an acknowledgement."""

import asyncio
from typing import Any

import pytest
import simcord
from aiohttp import ServerDisconnectedError
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.application.table import tips
from bot.model.match import Match
from cogs.delivery.answer import ACKNOWLEDGED_AFTER, ONE_MOMENT
from cogs.delivery.error_texts import untaken_words
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, menus, press, private, updated

CALLBACKS = "/interactions/"
WEBHOOKS = "/webhooks/"


def callbacks(town: Town) -> list[dict[str, Any]]:
    return [dict(request.json or {}) for request in town.requests("POST", CALLBACKS)]


def further(town: Town) -> list[simcord.types.HttpLogEntry]:
    """The requests after a callback; they count against Discord's limit."""
    return [request for request in town.env.http_requests if request.path.startswith(WEBHOOKS)]


def lose_a_reply(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let Discord take the first callback and lose the reply; return the interactions to which that has happened."""
    respond, lost = AsyncWebhookAdapter.create_interaction_response, list[int]()

    async def reply_lost_once(adapter: AsyncWebhookAdapter, interaction: int, *rest: Any, **more: Any) -> Any:
        taken = await respond(adapter, interaction, *rest, **more)
        if not lost:
            lost.append(interaction)
            raise ServerDisconnectedError
        return taken

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", reply_lost_once)
    return lost


def slow_down(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay every answer that contains names beyond the time of an acknowledgement."""
    found = town.client.app.names.of

    async def of(match: Match) -> tuple[str, ...]:
        await asyncio.sleep(ACKNOWLEDGED_AFTER + 0.5)
        return await found(match)

    monkeypatch.setattr(town.client.app.names, "of", of)


async def test_a_command_is_answered_by_its_callback_alone(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    town.env.http_requests.clear()
    for command in ("hand", "match status", "help", "match resign"):
        private(await town.ada.slash(town.tavern, command))
    assert [body["type"] for body in callbacks(town)] == [4, 4, 4, 4]
    assert not further(town)


async def test_a_press_changes_its_message_by_its_callback_alone(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tips, "NEWCOMER", 0)
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    panel = private(await press(person, town.board(), purposes.HAND))
    town.env.http_requests.clear()
    assert updated(await person.click(panel, label="Go on without a boost"))
    assert (await town.match()).ply == 1
    assert "End and attack" in buttons(panel)
    direct = town.direct(person)[-1]
    offered = menus(direct)[0]
    assert updated(await person.user.select(direct, [offered["options"][0]["value"]], custom_id=offered["custom_id"]))
    assert (await town.match()).ply == 2
    assert [body["type"] for body in callbacks(town)] == [7, 7]
    assert not further(town)


async def test_a_press_on_the_board_that_stays_brings_its_change(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, town.cleo)
    board = town.board()
    town.env.http_requests.clear()
    assert updated(await town.bo.click(board, label="Fold"))
    assert town.board().id == board.id
    assert not town.requests("PATCH", f"/channels/{town.tavern.id}/messages")


async def test_a_press_on_a_lobby_brings_its_change(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    town.env.http_requests.clear()
    for purpose in (purposes.JOIN, purposes.LEAVE, purposes.JOIN):
        assert updated(await press(town.bo, town.board(), purpose))
    assert not town.requests("PATCH", f"/channels/{town.tavern.id}/messages")
    assert len(further(town)) == len(["Join", "Join"]), "the lesson is offered to a new player"


async def test_a_command_that_takes_longer_has_its_place_held_and_then_taken(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    slow_down(town, monkeypatch)
    town.env.http_requests.clear()
    result = await town.ada.slash(town.tavern, "hand")
    assert [body["data"]["content"] for body in callbacks(town)] == [ONE_MOMENT]
    assert [request.method for request in further(town)] == ["PATCH"]
    assert result.response is not None
    assert result.response.attachments
    assert ONE_MOMENT not in result.response.content
    assert not result.followups


async def test_a_place_that_was_held_without_our_hearing_of_it_is_taken_all_the_same(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    slow_down(town, monkeypatch)
    lost = lose_a_reply(monkeypatch)
    result = await town.ada.slash(town.tavern, "hand")
    assert lost
    assert result.response is not None
    assert result.response.attachments
    assert ONE_MOMENT not in result.response.content


async def test_a_press_that_takes_longer_is_acknowledged_and_then_answered(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    slow_down(town, monkeypatch)
    board = town.board()
    town.env.http_requests.clear()
    result = await press(town.ada, board, purposes.HAND)
    assert [body["type"] for body in callbacks(town)] == [6], "the board stays as it is"
    (answer,) = result.followups
    assert answer.ephemeral
    assert answer.attachments
    assert town.board().content == board.content


async def test_no_answer_stays_at_thinking_for_ever(town: Town) -> None:
    assert "thinking" not in ONE_MOMENT
    await town.open("allocator", town.ada, town.bo)
    assert 5 not in [body["type"] for body in callbacks(town)]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_callback_that_failed_is_tried_again(town: Town, times: int) -> None:
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=500, times=times)
    assert "/match new" in private(await town.ada.slash(town.tavern, "help")).content


async def test_an_answer_that_was_taken_without_our_hearing_of_it_is_not_given_twice(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = lose_a_reply(monkeypatch)
    said = private(await town.ada.slash(town.tavern, "help"))
    assert lost
    assert "/match new" in said.content
    assert not further(town)


async def test_a_failed_request_after_a_callback_is_tried_once_more(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    slow_down(town, monkeypatch)
    town.env.inject_error("PATCH", f"{WEBHOOKS}*", status=503)
    result = await town.ada.slash(town.tavern, "hand")
    assert result.response is not None
    assert result.response.attachments
    assert ONE_MOMENT not in result.response.content
    assert not result.followups


async def test_a_lost_request_after_a_callback_is_sent_once_more(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    await town.open("allocator", town.ada, town.bo)
    slow_down(town, monkeypatch)
    edit, lost = AsyncWebhookAdapter.edit_original_interaction_response, list[int]()

    async def lost_once(adapter: AsyncWebhookAdapter, webhook: int, *rest: Any, **more: Any) -> Any:
        if not lost:
            lost.append(webhook)
            raise ServerDisconnectedError
        return await edit(adapter, webhook, *rest, **more)

    monkeypatch.setattr(AsyncWebhookAdapter, "edit_original_interaction_response", lost_once)
    result = await town.ada.slash(town.tavern, "hand")
    assert lost
    assert result.response is not None
    assert result.response.attachments


async def test_a_user_is_told_that_an_answer_was_refused_twice(town: Town) -> None:
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=400, code=50035, times=2)
    result = await town.ada.slash(town.tavern, "help")
    assert private(result).content == untaken_words(ValueError())
    assert len(callbacks(town)) == 3
    assert not further(town)


@pytest.mark.parametrize(
    ("status", "code", "said"),
    [(413, 40005, "doesn't take the file"), (400, 200000, "AutoMod stops my messages")],
)
async def test_an_answer_that_is_refused_for_its_content_is_sent_once_and_the_reason_is_told(
    town: Town, status: int, code: int, said: str
) -> None:
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=status, code=code, times=1)
    result = await town.ada.slash(town.tavern, "help")
    assert said in private(result).content
    assert len(callbacks(town)) == 2


async def test_while_discord_turns_us_away_a_press_costs_two_calls(town: Town) -> None:
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=403, code=40333, times=None)
    await town.ada.slash(town.tavern, "help")
    assert len(callbacks(town)) == 2, "the answer, and the acknowledgement a moment later"


async def test_nothing_is_said_where_it_is_too_late_for_any_answer(town: Town) -> None:
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=404, code=10062, times=None)
    await town.ada.slash(town.tavern, "help")
    answer, acknowledgement = callbacks(town)
    assert "/match new" in answer["data"]["content"]
    assert acknowledgement["data"]["content"] == ONE_MOMENT
    assert not further(town)


async def test_a_stop_waits_for_unfinished_answers(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    await town.open("allocator", town.ada, town.bo)
    asked, go_on, found = asyncio.Event(), asyncio.Event(), town.client.app.names.of

    async def of(match: Match) -> tuple[str, ...]:
        asked.set()
        await go_on.wait()
        return await found(match)

    monkeypatch.setattr(town.client.app.names, "of", of)
    answering = asyncio.create_task(town.ada.slash(town.tavern, "match status"))
    await asked.wait()
    closing = asyncio.create_task(town.client.interface.working.close())
    await asyncio.sleep(0)
    waited = not closing.done()
    go_on.set()
    assert private(await answering).attachments
    await closing
    assert waited


async def test_an_answer_that_discord_never_takes_is_logged_and_changes_nothing_else(town: Town) -> None:
    await town.open("heist", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    town.env.inject_error("POST", f"{CALLBACKS}*/callback", status=404, code=10062, times=None)
    town.env.http_requests.clear()
    await person.click(town.board(), label="Take: 1 coin")
    assert [body["type"] for body in callbacks(town)] == [7, 6], "the change and the acknowledgement, each once"
    assert (await town.match()).ply == 1
    assert not await town.behind()


@pytest.mark.parametrize("identity", ["hand/1/0", "hand/1/99"])
async def test_buttons_of_boards_of_every_age_show_the_hand(town: Town, identity: str) -> None:
    await town.open("allocator", town.ada, town.bo)
    said = private(await town.forge(town.ada, town.board(), identity))
    assert said.attachments[0].filename.startswith("hand-")
    await town.restart()
    assert private(await town.forge(town.ada, town.board(), identity)).attachments
