"""The bot dies after it has sent a message but before it has recorded that: it finds the message again and does not
send another.
"""

import json
from dataclasses import replace
from typing import Any, Final

import aiohttp
import pytest
import structlog

from bot.model.pings import DEFAULT_PING_DELAY
from bot.store.errors import StoreError
from cogs.delivery.boards import MESSAGES_IN_SIGHT
from cogs.delivery.sender import Sender
from cogs.messages.message import Message
from cogs.widgets import purposes
from tests.cogs.test_retries import pass_on
from tests.cogs.town import BACKOFF, Town, custom_ids_of, press
from tests.cogs.trouble import fail, hand_is_current, heal, killed, live_boards, rows, stored

pytestmark = pytest.mark.sqlite  # a copied file stands for a backup

UNRECORDED_BOARD: Final = (
    "UPDATE outbox SET shown_version = NULL, message_id = NULL, attempt = 0, failures = 1 WHERE kind = 'board'"
)
NEVER_SENT: Final[dict[str, Any]] = dict.fromkeys(("message_id", "channel_id", "shown_version", "shown"), None) | {
    "attempt": 0
}


@pytest.fixture
async def ready(town: Town) -> Town:
    """Begin a match of three with sealed bids, in which it is everyone's turn."""
    await town.open("tiny", town.ada, town.bo, town.cleo)
    return town


async def test_a_board_that_was_sent_but_not_recorded_is_adopted(ready: Town) -> None:
    town = ready
    await town.env.advance_time(51 * 60)
    [before], older = rows(town, "board"), town.board()
    fail(town, "DELETE", town.tavern, 500, times=None)
    await town.cleo.slash(town.tavern, "tiny fold")
    fresh = town.board()
    assert fresh.id != older.id
    assert len(await live_boards(town)) == 2, "the older one has not been deleted yet"
    posted = len(town.public())
    await killed(town, before)
    assert [board.id for board in await live_boards(town)] == [fresh.id]
    assert len(town.public()) == posted - 1
    await town.ada.click(fresh, label="Fold")
    assert [board.id for board in await live_boards(town)] == [fresh.id]


async def test_a_first_board_that_was_sent_but_not_recorded_is_adopted(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(town.tavern, "match join")
    [before] = rows(town, "board")
    fail(town, "PATCH", town.tavern, 500, times=None)
    await town.ada.slash(town.tavern, "match start")
    fresh = town.board()
    await killed(town, before)
    assert [board.id for board in await live_boards(town)] == [fresh.id]
    assert len(town.public()) == 2
    assert not town.public()[0].components, "the lobby"


async def test_a_lobby_that_was_sent_but_not_recorded_is_adopted(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    [now] = rows(town, "board")
    await killed(town, now | NEVER_SENT)
    assert [lobby.id for lobby in town.public()] == [now["message_id"]]
    await press(town.bo, town.board(), purposes.JOIN)
    assert "Bo" in town.board().content
    assert len(town.public()) == 1


async def test_a_lobby_that_was_sent_but_not_recorded_is_taken_down_if_its_match_has_begun_since(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(town.tavern, "match join")
    await town.client.interface.deliverer.close()
    never = ", ".join(f"{name} = ?" for name in NEVER_SENT)
    stored(town, f"UPDATE outbox SET {never}, failures = 1 WHERE kind = 'board'", *NEVER_SENT.values())  # noqa: S608 # ours
    await town.app.lobbies.start((await town.match()).id, town.ada.id, interaction=1)
    await town.restart()
    await town.wait()
    assert [board.id for board in await live_boards(town)] == [town.board().id]
    assert not town.public()[0].components, "the lobby"
    assert not await town.behind()


async def test_a_player_invited_by_an_unrecorded_lobby_is_not_invited_again(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user)
    [now] = rows(town, "board")
    assert json.loads(now["shown"]) == {"scene": "lobby", "invited": [town.bo.id]}
    await killed(town, now | NEVER_SENT)
    assert [lobby.id for lobby in town.public()] == [now["message_id"]]
    assert town.pings() == [[town.bo.id]]
    await town.ada.slash(town.tavern, "match deck", deck="steep")
    assert town.pings() == [[town.bo.id]], "later changes are edits"


@pytest.mark.parametrize("has_acted", [False, True])
async def test_a_hand_that_was_sent_but_not_recorded_is_adopted(ready: Town, *, has_acted: bool) -> None:
    town = ready
    seat = (await town.match()).seat_of(town.ada.id)
    assert seat is not None
    [now] = rows(town, "hand", seat)
    if has_acted:
        fail(town, "PATCH", town.ada.user.dm_channel, 500, times=None)
        await town.ada.click(town.board(), label="Fold")
    await killed(town, now | NEVER_SENT)
    assert [message.id for message in town.direct(town.ada)] == [now["message_id"]]
    assert await hand_is_current(town, town.ada)


async def test_a_ping_that_was_sent_but_not_recorded_is_not_repeated_by_a_moving_board(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    await town.wait(DEFAULT_PING_DELAY + 1)
    called = town.pings()
    assert sorted(called[-2:]) == sorted([[town.ada.id], [town.bo.id]])
    stored(town, "UPDATE outbox SET is_posted = 0, message_id = NULL, failures = 1 WHERE kind = 'ping'")
    board = (await live_boards(town))[-1]
    town.env.backend.delete_message(town.tavern.id, board.id)
    await town.ada.slash(town.tavern, "match status")
    await town.wait(DEFAULT_PING_DELAY)
    assert [found for found in town.pings() if found] == [found for found in called if found]
    assert len(await live_boards(town)) == 1
    assert not await town.behind()


@pytest.mark.parametrize("has_acted", [False, True])
async def test_an_unrecorded_board_that_moved_to_ping_is_adopted(
    town: Town, monkeypatch: pytest.MonkeyPatch, *, has_acted: bool
) -> None:
    people = town.ada, town.bo, town.cleo
    await town.open("tiny", *people, options="goal=3")
    for person in people:
        await person.slash(town.tavern, "tiny fold")
    older, send, recorded = town.board(), Sender.send, list[Any]()

    async def recorded_first(sender: Sender, channel: int, message: Message, nonce: str) -> int:
        if channel == town.tavern.id:
            recorded.append((*rows(town, "board"), stored(town, "SELECT * FROM outbox WHERE kind = 'ping'")))
        return await send(sender, channel, message, nonce)

    monkeypatch.setattr(Sender, "send", recorded_first)
    for _ in range(MESSAGES_IN_SIGHT + 1):
        await town.stranger.send(town.tavern, "What are you playing?")
    fail(town, "DELETE", town.tavern, 500, times=None)
    await town.wait(DEFAULT_PING_DELAY + 1)
    fresh, called, [(board, calls)] = town.board(), town.pings(), recorded
    assert fresh.id != older.id
    assert sorted(called[-1]) == sorted(person.id for person in people)
    await town.client.interface.deliverer.close()
    if has_acted:
        await town.ada.slash(town.tavern, "tiny fold")
    for call in calls:
        before = [call[name] for name in ("is_posted", "due_at", "id")]
        stored(town, "UPDATE outbox SET is_posted = ?, due_at = ? WHERE id = ?", *before)
    await killed(town, board)
    await town.wait(DEFAULT_PING_DELAY)
    assert [found.id for found in await live_boards(town)] == [fresh.id]
    assert (f"<@{town.ada.id}>" in town.board().content) != has_acted
    assert town.pings() == called
    assert not await town.behind()


async def test_a_ping_that_could_not_be_recorded_is_not_repeated_by_a_moving_board(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    outbox = town.client.app.outbox

    async def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched, structlog.testing.capture_logs() as lines:
        patched.setattr(outbox, "record", full)
        await town.wait(DEFAULT_PING_DELAY + 1)
        called = town.pings()
        assert sorted(called[-2:]) == sorted([[town.ada.id], [town.bo.id]])
        town.env.backend.delete_message(town.tavern.id, (await live_boards(town))[0].id)
        await town.ada.slash(town.tavern, "tiny fold")
    assert {line["event"] for line in lines if line["log_level"] == "error"} == {"a match could not be delivered"}
    await town.wait(DEFAULT_PING_DELAY)
    assert [found for found in town.pings() if found] == [found for found in called if found]
    assert len(await live_boards(town)) == 1
    assert not await town.behind()


async def test_a_ping_that_is_still_posted_is_not_taken_for_the_next_turns(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert len(town.public()) == 4, "the lobby, the board, two pings"
    fail(town, "DELETE", town.tavern, 503, times=None)
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    fail(town, "POST", town.tavern, 503, times=None)
    await town.wait(DEFAULT_PING_DELAY + 1)
    heal(town)
    fail(town, "DELETE", town.tavern, 503, times=None)
    await town.wait(3600)
    assert len(town.public()) == 6, "both are pinged for their present turn"
    heal(town)
    await town.wait(2 * BACKOFF.most)
    assert len(town.public()) == 4
    assert not await town.behind()


async def test_an_unrecorded_board_does_not_count_as_a_ping_for_a_later_turn(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    first, posted = await town.asked((await town.match()).id), town.board()
    assert town.pings()[-1] == [first.id]
    await town.client.interface.deliverer.close()
    person, _ = await pass_on(town)
    stored(
        town,
        "UPDATE outbox SET shown_version = NULL, message_id = NULL, attempt = 0, failures = 1 WHERE kind = 'board'",
    )
    before = town.pings()
    await town.restart()
    assert town.pings() == before
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert town.pings() == [*before, [person.id]]
    assert [board.id for board in await live_boards(town)] == [posted.id]


async def test_a_ping_that_moved_the_board_before_its_reply_was_lost_is_not_repeated(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    send, lost = Sender.send, list[int]()
    person, _ = await pass_on(town)
    for _ in range(MESSAGES_IN_SIGHT + 1):
        await town.stranger.send(town.tavern, "What are you playing?")
    before = town.pings()

    async def send_and_lose(sender: Sender, channel: int, message: Message, nonce: str) -> int:
        number = await send(sender, channel, message, nonce)
        if not lost:
            lost.append(number)
            raise aiohttp.ServerDisconnectedError
        return number

    monkeypatch.setattr(Sender, "send", send_and_lose)
    await town.wait(DEFAULT_PING_DELAY + 1)
    await town.wait(4 * BACKOFF.wait)
    assert town.pings() == [*before, [person.id]]
    assert [board.id for board in await live_boards(town)] == lost
    assert not await town.behind()


async def test_an_adopted_board_is_recorded_before_it_changes_and_loses_its_mentions(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)
    posted, edit, seen = town.board(), Sender.edit, list[tuple[Any, ...]]()
    assert town.pings()[-1]
    await town.client.interface.deliverer.close()
    stored(
        town,
        "UPDATE outbox SET shown_version = NULL, message_id = NULL, attempt = 0, failures = 1 WHERE kind = 'board'",
    )
    stored(town, "UPDATE outbox SET is_posted = 0 WHERE kind = 'ping'")

    async def seen_first(sender: Sender, channel: int, number: int, message: Message) -> None:
        if number == posted.id:
            [board], [call] = rows(town, "board"), stored(town, "SELECT * FROM outbox WHERE kind = 'ping'")
            seen.append((board["message_id"], bool(call["is_posted"])))
        await edit(sender, channel, number, message)

    monkeypatch.setattr(Sender, "edit", seen_first)
    await town.restart()
    await town.wait(1)
    assert seen == [(posted.id, True)]
    assert not await town.behind()


async def test_an_adopted_board_that_is_too_old_to_edit_counts_as_a_ping(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    posted, pinged = town.board(), town.pings()
    assert pinged[-1]
    await town.client.interface.deliverer.close()
    stored(
        town,
        "UPDATE outbox SET shown_version = NULL, message_id = NULL, attempt = 0, failures = 1 WHERE kind = 'board'",
    )
    stored(town, "UPDATE outbox SET is_posted = 0, due_at = 4e9 WHERE kind = 'ping'")
    await town.env.advance_time(51 * 60)
    await town.restart()
    await town.wait(DEFAULT_PING_DELAY + 1)
    [board] = await live_boards(town)
    assert board.id != posted.id
    assert [found for found in town.pings() if found] == [found for found in pinged if found]


@pytest.fixture
def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every message with other words than the bot uses after its restart."""
    send = Sender.send

    async def say_otherwise(sender: Sender, channel: int, message: Message, nonce: str) -> int:
        content = message.content.replace("Match #", "Partie ").replace("Your turn", "À vous")
        return await send(sender, channel, replace(message, content=content), nonce)

    monkeypatch.setattr(Sender, "send", say_otherwise)


@pytest.mark.usefixtures("reworded")
async def test_a_board_is_known_by_its_buttons_whatever_its_words(ready: Town) -> None:
    town = ready
    [now], posted = rows(town, "board"), town.board()
    assert posted.content.startswith("-# Partie 1")
    await killed(town, now | NEVER_SENT)
    assert [board.id for board in await live_boards(town)] == [posted.id]
    assert not await town.behind()


@pytest.mark.usefixtures("reworded")
@pytest.mark.parametrize("has_choices", [True, False])
async def test_a_hand_is_known_by_its_buttons_or_the_name_of_its_picture_whatever_its_words(
    town: Town, *, has_choices: bool
) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    asked = await town.asked(match.id)
    person = asked if has_choices else next(each for each in (town.ada, town.bo) if each is not asked)
    [posted] = town.direct(person)
    assert posted.content.startswith("-# Partie 1")
    assert bool(custom_ids_of(posted)) == has_choices
    [now] = rows(town, "hand", match.seat_of(person.id))
    await killed(town, now | NEVER_SENT)
    assert [message.id for message in town.direct(person)] == [posted.id]
    assert await hand_is_current(town, person)
    assert not await town.behind()


@pytest.mark.usefixtures("reworded")
async def test_a_ping_is_known_by_its_button_whatever_its_words(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, options="goal=3")
    for person in (town.ada, town.bo):
        await person.slash(town.tavern, "tiny fold")
    await town.wait(DEFAULT_PING_DELAY + 1)
    pinged, seat = town.pings(), match.seat_of(town.ada.id)
    [now] = rows(town, "ping", seat)
    [posted] = [message for message in town.public() if message.id == now["message_id"]]
    assert posted.content.startswith("-# À vous")
    await killed(town, now | {"message_id": None, "channel_id": None, "is_posted": 0, "attempt": 0})
    assert town.pings() == pinged
    await town.ada.slash(town.tavern, "tiny fold")
    assert posted.id not in [message.id for message in town.public()]
    assert not await town.behind()
