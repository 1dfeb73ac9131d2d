"""Missing permissions, and no others, are named as in Discord's settings."""

from itertools import combinations

import discord
import pytest

from bot.application.match.outbox import Kind
from bot.model.match import Status
from cogs.delivery.error_texts import NAMES, permission_names
from cogs.delivery.permissions import PERMISSIONS, THREADS, missing
from cogs.presses.missing_picture import NOT_DRAWN
from cogs.shards.refused import MOST_REFUSED
from cogs.widgets import purposes
from tests.cogs.test_retries import asked, letters, pass_on
from tests.cogs.town import BACKOFF, Town, offers, private

NEEDED = {
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""The permissions that a text channel can deny while commands still work in it, with their names in the settings."""


def test_every_permission_that_is_needed_has_its_name() -> None:
    assert {name for name, needed in PERMISSIONS | THREADS if needed} == set(NAMES)


@pytest.mark.parametrize("in_thread", [False, True])
def test_threads_and_channels_have_a_right_to_write_each(in_thread: bool) -> None:
    found = missing(discord.Permissions.none(), in_thread=in_thread)
    assert found.send_messages_in_threads == in_thread
    assert found.send_messages == (not in_thread)
    assert missing(PERMISSIONS, in_thread=in_thread).value == 0
    assert missing(discord.Permissions.all(), in_thread=in_thread).value == 0


async def test_no_lobby_is_opened_where_something_is_missing_and_exactly_that_is_named(town: Town) -> None:
    for denied in [names for size in (1, 2, 3) for names in combinations(NEEDED, size)]:
        await town.permit(town.tavern, **{name: name not in denied for name in NEEDED})
        said = private(await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")).content
        named = said.partition("permissions ")[2].partition(". ")[0].split(", ")
        assert sorted(named) == sorted(NEEDED[name] for name in denied)
        assert await town.app.matches.in_channel(town.tavern.id) is None


async def test_permissions_missing_in_a_thread_are_named_as_threads_have_them(town: Town) -> None:
    await town.permit(town.tavern, send_messages_in_threads=False)
    thread = town.env.backend.create_thread(town.tavern.id, "duel", owner_id=town.ada.id)
    await town.env.settle()
    handle = next(found for found in town.tavern.threads if found.id == thread.id)
    said = private(await town.ada.slash(handle, "match new", against="people here", game="allocator")).content
    assert "I'm missing the permissions Send Messages in Threads." in said


def boards_sent(town: Town) -> int:
    """Return how often the bot tried to send a board in the tavern."""
    sent = town.requests("POST", f"/channels/{town.tavern.id}/messages")
    return sum("Your turn in match" not in (request.json or {})["content"] for request in sent)


async def test_a_right_that_was_taken_away_is_named_to_the_players_once_and_the_board_comes_when_it_is_back(
    town: Town,
) -> None:
    await town.open("allocator", town.ada, town.bo)
    await town.permit(town.tavern, send_messages=False, read_message_history=False)
    await town.env.advance_time(51 * 60)  # so that the board must be sent again
    _, answer = await pass_on(town)
    assert private(answer).content == f"{NOT_DRAWN} My DM explains why.", "no player reads the same twice"
    assert await town.behind()
    for player in (town.ada, town.bo):
        texts = [message.content for message in town.direct(player) if "I can't show the board" in message.content]
        assert len(texts) == 1
        assert "I lack a permission there: Send Messages, Read Message History." in texts[0]
    tried = boards_sent(town)
    await town.wait(BACKOFF.wait)
    assert boards_sent(town) == tried, "it is not tried again and again"
    await town.permit(town.tavern, send_messages=True, read_message_history=True)
    await town.delivered()
    assert not await town.behind()
    assert offers(town.board(), purposes.HAND)
    assert len([message for message in town.public() if offers(message, purposes.HAND)]) == 1
    assert (await town.match()).status is Status.LIVE


async def test_after_very_many_refusals_a_refused_board_waits_and_nothing_else_does(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    await town.permit(town.tavern, send_messages=False)
    await town.env.advance_time(51 * 60)  # so that the board must be sent again
    await pass_on(town)
    tried = len(town.requests("POST", f"/channels/{town.tavern.id}/messages"))
    for _ in range(MOST_REFUSED):
        town.client.refused.count(is_refused=True)
        town.client.refused.count(is_refused=False)
    assert town.client.refused.is_spent
    await pass_on(town)
    assert len(town.requests("POST", f"/channels/{town.tavern.id}/messages")) == tried
    assert [row.kind for row in await town.behind()] == [Kind.BOARD], "the hands are shown"
    await town.permit(town.tavern, send_messages=True)
    town.client.refused._refused.clear()
    await pass_on(town)
    assert not await town.behind()


async def test_a_player_without_direct_messages_reads_in_the_answer_which_permission_is_missing(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    for player in (town.ada, town.bo):
        town.env.inject_error("POST", letters(player), status=403, code=50007, times=None)
    await town.permit(town.tavern, send_messages=False)
    await town.env.advance_time(51 * 60)  # so that the board must be sent again
    answer = await (await asked(town)).slash(town.tavern, "allocator decline")
    assert "I lack a permission there: Send Messages." in private(answer).content


def test_permissions_are_listed_by_name() -> None:
    found = permission_names(discord.Permissions(attach_files=True, send_messages_in_threads=True))
    assert sorted(found.split(", ")) == ["Attach Files", "Send Messages in Threads"]
