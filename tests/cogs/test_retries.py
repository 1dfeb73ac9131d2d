"""Messages that Discord refused are sent again: no player is left with an old hand or board, or without one."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import simcord
import structlog

from bot.application.match.outbox import Kind
from cogs.presses.hand import COULD_NOT_WRITE
from cogs.presses.missing_picture import NOT_DRAWN
from cogs.widgets import purposes
from tests.cogs.town import BACKOFF, Games, Town, Wall, build, buttons, custom_ids_of, insisted, offers, press, private

GONE = [(404, 10008), (400, 30046), (400, 50083)]
BUSY = [(500, 0), (502, 0), (503, 0), (429, 20028)]


def letters(person: simcord.MemberActor) -> str:
    return f"/channels/{person.user.dm_channel.id}/messages"


def edits(town: Town) -> str:
    """The path of edits in the tavern."""
    return f"/channels/{town.tavern.id}/messages/*"


async def asked(town: Town) -> simcord.MemberActor:
    return await town.asked((await town.match()).id)


async def pass_on(town: Town) -> tuple[simcord.MemberActor, simcord.InteractionResult]:
    """Let the waiting player of Allocator play until it is the other's turn; return that player and the answer to the
    last command.
    """
    first = await asked(town)
    for verb in ("decline", "end", "decline", "end", "decline"):
        answer = await insisted(first, await first.slash(town.tavern, f"allocator {verb}"))
        if await asked(town) is not first:
            return await asked(town), answer
    raise AssertionError("it is still the same one's turn")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no uvloop")
def test_on_the_programs_event_loop_two_rows_can_be_due_at_once(tmp_path: Path, games: Games) -> None:
    import uvloop  # noqa: PLC0415 # not on Windows

    async def planned_twice() -> None:
        database, client = await build(tmp_path / "hidden-hand.sqlite3", games, Wall())
        deliverer = client.interface.deliverer
        try:
            await deliverer.open()
            for _ in range(2):
                deliverer._again(due=0.0)
            await deliverer.close()
        finally:
            await database.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(planned_twice())


async def test_a_lobby_in_a_thread_that_is_archived_for_a_moment_does_not_keep_its_buttons(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.bo.slash(town.tavern, "match join")
    lobby = town.public()[-1]
    town.env.inject_error("PATCH", edits(town), status=400, code=50083)
    await town.ada.slash(town.tavern, "match start")
    assert [row.kind for row in await town.behind()] == [Kind.RETIRED]
    await town.wait()
    assert not await town.behind()
    assert not buttons(next(message for message in town.public() if message.id == lobby.id))


def live_boards(town: Town) -> list[int]:
    return [message.id for message in town.public() if offers(message, purposes.HAND) and message.attachments]


@pytest.mark.parametrize(("status", "code"), [*GONE, *BUSY])
async def test_a_hand_that_could_not_be_edited_once_is_brought_up_again(town: Town, status: int, code: int) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    before = town.direct(person)[-1]
    town.env.inject_error("PATCH", f"{letters(person)}/*", status=status, code=code)
    await person.slash(town.tavern, "allocator decline")
    if (status, code) in BUSY:
        assert [row.kind for row in await town.behind()] == [Kind.HAND]
        assert town.direct(person)[-1].content == before.content
        await town.wait()
    assert not await town.behind()
    now = town.direct(person)[-1]
    assert (now.id != before.id) == ((status, code) in GONE)
    assert [label for label in buttons(now) if label == "End and attack"]
    await insisted(person.user, await person.user.click(now, label="End and attack"))
    assert (await town.match()).ply == 2


@pytest.mark.parametrize(("status", "code"), [*BUSY, (400, 40003)])
async def test_a_hand_that_could_not_be_sent_once_comes_with_the_choices_of_then(
    town: Town, status: int, code: int
) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.bo.slash(town.tavern, "match join")
    town.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=2)
    await town.ada.slash(town.tavern, "match start")
    assert [len(town.direct(person)) for person in (town.ada, town.bo)] == [0, 0]
    person = await asked(town)
    assert COULD_NOT_WRITE not in private(await person.slash(town.tavern, "hand")).content, "it arrives"
    town.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=2)
    await person.slash(town.tavern, "allocator decline")
    await town.wait(4 * BACKOFF.wait)
    assert [len(town.direct(person)) for person in (town.ada, town.bo)] == [1, 1]
    assert "End and attack" in buttons(town.direct(person)[0])
    assert not await town.behind()


async def test_a_hand_arrives_once_its_owner_opens_their_direct_messages_and_does_anything(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.bo.slash(town.tavern, "match join")
    town.env.inject_error("POST", letters(town.bo), status=403, code=50007, times=None)
    await town.ada.slash(town.tavern, "match start")
    assert [len(town.direct(person)) for person in (town.ada, town.bo)] == [1, 0]
    person = await asked(town)
    await person.slash(town.tavern, "allocator decline")
    tried = len(town.requests("POST", letters(town.bo)))
    await town.wait(6 * 24 * 3600)
    assert len(town.requests("POST", letters(town.bo))) == tried, "no player gets messages against their will"
    town.env.backend.faults.clear()
    await town.bo.slash(town.attic, "help")
    (hand,) = town.direct(town.bo)
    table_view = await town.view_for(town.bo)
    assert bool(buttons(hand)) == bool(table_view.view.options)
    if person is town.bo:
        assert "End and attack" in buttons(hand)
    assert not await town.behind()


Doing = Callable[[Town], Awaitable[Any]]
ANYTHING: dict[str, Doing] = {
    "a command": lambda town: town.bo.slash(town.attic, "rules", game="allocator", query="boost"),
    "a command in direct messages": lambda town: town.bo.user.slash("deck list"),
    "a press": lambda town: press(town.bo, town.board(), purposes.HAND),
    "typing": lambda town: town.bo.autocomplete(town.attic, "deck show", "deck", "x"),
}


@pytest.mark.parametrize("doing", ANYTHING)
async def test_any_action_of_a_user_tries_again_to_reach_them(town: Town, doing: str) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.bo.slash(town.tavern, "match join")
    town.env.inject_error("POST", letters(town.bo), status=403, code=50278)
    await town.ada.slash(town.tavern, "match start")
    assert not town.direct(town.bo)
    await ANYTHING[doing](town)
    assert len([message for message in town.direct(town.bo) if not message.flags.ephemeral]) == 1
    assert not await town.behind()


@pytest.mark.parametrize("restarted", [False, True], ids=["by itself", "after a restart"])
@pytest.mark.parametrize(("status", "code"), BUSY[:2])
async def test_a_board_that_could_not_be_edited_is_brought_up_by_itself(
    town: Town, status: int, code: int, restarted: bool
) -> None:
    await town.open("allocator", town.ada, town.bo)
    older = town.board()
    town.env.inject_error("PATCH", edits(town), status=status, code=code, times=None)
    other, answer = await pass_on(town)
    assert NOT_DRAWN in private(answer).content
    assert "I'll keep trying" in private(answer).content
    assert live_boards(town) == [older.id], "it keeps its buttons"
    assert f"<@{other.id}>" not in town.board().content
    town.env.backend.faults.clear()
    if restarted:
        await town.restart()
    await town.wait(8 * BACKOFF.wait)
    assert live_boards(town) == [older.id]
    assert f"<@{other.id}>" in town.env.backend.get_message(town.tavern.id, older.id).content
    assert not await town.behind()


@pytest.mark.parametrize(("status", "code"), BUSY[:2])
async def test_a_board_that_could_not_be_moved_is_moved_by_itself_and_the_older_one_serves_till_then(
    town: Town, status: int, code: int
) -> None:
    await town.open("tiny", town.ada, town.bo)
    older = town.board()
    await town.ada.slash(town.tavern, "tiny fold")
    await town.env.advance_time(51 * 60)
    before = town.pings()
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=status, code=code)
    await town.bo.slash(town.tavern, "tiny fold")
    assert live_boards(town) == [older.id], "the older one keeps its buttons"
    await town.wait()
    (fresh,) = live_boards(town)
    assert fresh != older.id
    both = {town.ada.id, town.bo.id}
    assert [{*users} for users in town.pings()[len(before) :]] == [both, both], "the request that failed, and the other"
    assert not await town.behind()


async def test_nothing_is_tried_before_the_time_to_try_again_has_come(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    town.env.inject_error("PATCH", edits(town), status=500, times=3)
    await town.ada.slash(town.tavern, "tiny fold")
    tried = len(town.requests("PATCH", edits(town)[:-1]))
    await town.wait(BACKOFF.wait / 2)
    assert len(town.requests("PATCH", edits(town)[:-1])) == tried
    await town.wait(BACKOFF.wait)
    assert len(town.requests("PATCH", edits(town)[:-1])) == tried + 1, (
        "the pause is twice as long after the second failure"
    )
    await town.wait(BACKOFF.wait / 2)
    assert len(town.requests("PATCH", edits(town)[:-1])) == tried + 1
    await town.wait(12 * BACKOFF.wait)
    assert len(live_boards(town)) == 1
    assert not await town.behind()


@pytest.mark.parametrize("way", ["match status", "hand", "the button"])
async def test_asking_for_the_status_updates_the_board_at_once(town: Town, way: str) -> None:
    await town.open("allocator", town.ada, town.bo)
    older = town.board()
    town.env.inject_error("PATCH", edits(town), status=500, times=None)
    other, _ = await pass_on(town)
    town.env.backend.faults.clear()
    assert f"<@{other.id}>" not in town.board().content
    await (press(other, older, purposes.HAND) if way == "the button" else other.slash(town.tavern, way))
    assert f"<@{other.id}>" in town.board().content
    assert live_boards(town) == [older.id]


async def test_when_it_cannot_even_be_told_why_something_failed_that_is_logged_and_it_is_tried_again(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("tiny", town.ada, town.bo)
    town.env.inject_error("PATCH", edits(town), status=500)

    def broken(_: object) -> bool:
        raise ZeroDivisionError

    with monkeypatch.context() as patched, structlog.testing.capture_logs() as lines:
        patched.setattr(town.client.interface.emojis, "note_error", broken)
        await town.ada.slash(town.tavern, "tiny fold")
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["a match could not be delivered"]
    assert "ZeroDivisionError" in str(lines)
    assert await town.behind()
    await town.wait(4 * BACKOFF.wait)
    assert not await town.behind()
    assert len(live_boards(town)) == 1


async def test_a_match_keeps_its_lobby_and_pings_nobody_until_its_board_is_posted(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await town.bo.slash(town.tavern, "match join")
    lobby, before = town.public()[-1], town.pings()
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=500)
    await town.ada.slash(town.tavern, "match start")
    assert [buttons(message) for message in town.public()] == [buttons(lobby)]
    tried = town.pings()[len(before) :]
    assert len(tried) == 1, "the board that failed, and no ping without it"
    await town.wait()
    assert town.pings()[len(before) :] == [*tried, *tried]
    assert not buttons(town.public()[0])
    assert len(live_boards(town)) == 1
    assert not await town.behind()


async def test_a_board_that_was_never_posted_is_not_missed(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    board = await town.client.app.outbox.board((await town.match()).id)
    assert board.message_id is not None
    exists, looked = town.client.interface.deliverer._in_channels.boards.exists, len(town.env.http_requests)
    assert await exists(replace(board, message_id=None))
    assert await exists(replace(board, channel_id=None))
    assert len(town.env.http_requests) == looked, "there is nothing to look for"
    assert await exists(board)
    town.env.backend.delete_message(town.tavern.id, board.message_id)
    assert not await exists(board)


@pytest.mark.parametrize(("status", "code"), BUSY[:2])
async def test_a_lobby_that_could_not_be_posted_appears(town: Town, status: int, code: int) -> None:
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=status, code=code)
    answer = await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    assert NOT_DRAWN in private(answer).content
    assert not town.public()
    await town.wait()
    (lobby,) = town.public()
    await press(town.bo, lobby, purposes.JOIN)
    assert "2. Bo" in town.board().content


@pytest.mark.parametrize("way", ["restart", "status", "join"])
async def test_a_lobby_that_could_not_be_posted_appears_whatever_happens_next(town: Town, way: str) -> None:
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=500)
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    assert not town.public()
    match way:
        case "restart":
            await town.restart()
            await town.wait()
        case "status":
            await town.bo.slash(town.tavern, "match status")
        case _:
            await town.bo.slash(town.tavern, "match join")
    (lobby,) = town.public()
    joining = [] if way == "join" else ["join"]  # then it is full
    assert [each.partition("/")[0] for each in custom_ids_of(lobby)] == [
        *joining,
        "start",
        "leave",
        "more",
        "differences",
    ]
