"""Threads that are archived, locked or both, and the types of channels: what Discord refuses in each."""

import pytest

from sandbox.wire.channel_types import ALLOWED
from sandbox.wire.model import Channel, ChannelType
from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.wire.callers import BUTTON, Bot, logged_in, row

ARCHIVED, LOCKED = {"archived": True}, {"locked": True}
BOTH = {**ARCHIVED, **LOCKED}


@pytest.fixture
def thread(wire: Wire) -> Channel:
    return wire.world.add_thread(wire.channel, "a match", wire.world.bot)


@pytest.fixture
async def path(bot: Bot, thread: Channel) -> str:
    """Send a message in the thread; return its path."""
    _, sent = await bot.ask("POST", f"/channels/{thread.id}/messages", {"content": "one", "components": [row(BUTTON)]})
    return f"/channels/{thread.id}/messages/{sent['id']}"


def manage(wire: Wire, channel: Channel) -> None:
    assert channel.guild is not None
    wire.world.allow(channel, channel.guild.members[wire.world.bot.id], allow=Permission.MANAGE_THREADS)


@pytest.mark.parametrize(
    ("state", "refusals"),
    [
        ({}, [None, None, None]),
        (ARCHIVED, [50083, 50083, None]),
        (LOCKED, [160005, None, 160005]),
        (BOTH, [50083, 50083, 50083]),
    ],
)
async def test_a_thread_refuses_what_its_state_forbids(
    bot: Bot, thread: Channel, path: str, state: dict[str, bool], refusals: list[int | None]
) -> None:
    """An edit, a deletion, and a further message."""
    wire = bot.wire
    wire.world.set_thread(thread, **state)
    requests = [("PATCH", path, {"content": "two"}), ("DELETE", path, None)]
    requests.append(("POST", f"/channels/{thread.id}/messages", {"content": "three"}))
    answers = [(await bot.ask(*request))[1] or {} for request in requests]
    assert [answer.get("code") for answer in answers] == refusals
    wire.assert_clean()


async def test_a_message_reopens_an_archived_thread_and_the_bot_is_told(wire: Wire, bot: Bot, thread: Channel) -> None:
    async with logged_in(wire) as gateway:
        wire.world.set_thread(thread, archived=True)
        assert (await gateway.event("THREAD_UPDATE"))["thread_metadata"]["archived"]
        await bot.ask("POST", f"/channels/{thread.id}/messages", {"content": "three"})
        assert not (await gateway.event("THREAD_UPDATE"))["thread_metadata"]["archived"]
    wire.assert_clean()


async def test_with_manage_threads_a_locked_thread_is_like_any_other(
    wire: Wire, bot: Bot, thread: Channel, path: str
) -> None:
    manage(wire, wire.channel)
    wire.world.set_thread(thread, **BOTH)
    assert (await bot.ask("POST", f"/channels/{thread.id}/messages", {"content": "three"}))[0] == 200
    assert not thread.archived
    assert (await bot.ask("PATCH", path, {"content": "two"}))[0] == 200


@pytest.mark.parametrize(("state", "code"), [(ARCHIVED, None), (BOTH, 50013)])
async def test_a_bot_can_reopen_its_thread_unless_a_moderator_locked_it(
    wire: Wire, bot: Bot, thread: Channel, state: dict[str, bool], code: int | None
) -> None:
    wire.world.set_thread(thread, **state)
    assert (await bot.ask("PATCH", f"/channels/{thread.id}", {"archived": False}))[1].get("code") == code
    assert thread.archived is (code is not None)


async def test_others_threads_are_reopened_by_their_members_and_changed_by_nobody(wire: Wire, bot: Bot) -> None:
    thread = wire.world.add_thread(wire.channel, "a talk", wire.user("Ada").account)
    wire.world.set_thread(thread, archived=True)
    assert (await bot.ask("PATCH", f"/channels/{thread.id}", {"archived": False}))[1]["code"] == 50013
    await bot.ask("POST", f"/channels/{thread.id}/messages", {"content": "hello"})
    wire.world.set_thread(thread, archived=True)
    assert (await bot.ask("PATCH", f"/channels/{thread.id}", {"archived": False}))[0] == 200
    assert (await bot.ask("PATCH", f"/channels/{thread.id}", {"name": "mine"}))[1]["code"] == 50013


async def test_nothing_but_its_state_is_changed_in_an_archived_thread(wire: Wire, bot: Bot, thread: Channel) -> None:
    wire.world.set_thread(thread, archived=True)
    assert (await bot.ask("PATCH", f"/channels/{thread.id}", {"name": "other"}))[1]["code"] == 50083


async def test_a_locked_thread_takes_private_answers_and_a_closed_one_none(
    wire: Wire, bot: Bot, thread: Channel
) -> None:
    await bot.register()
    ada = wire.user("Ada")
    wire.world.set_thread(thread, locked=True)
    public = await ada.slash("/ask", what="x", at=thread, wait=False)
    assert (await bot.respond(public, 4, {"content": "for all"}))[1]["code"] == 50083
    assert (await bot.respond(public, 4, {"content": "for you", "flags": 64}))[0] == 200
    assert (await bot.ask("POST", bot.hook(public), {"content": "for all"}))[1]["code"] == 50083
    assert (await bot.ask("POST", bot.hook(public), {"content": "for you", "flags": 64}))[0] == 200
    wire.world.set_thread(thread, archived=True)
    private = await ada.slash("/ask", what="x", at=thread, wait=False)
    status, answer = await bot.respond(private, 4, {"content": "for you", "flags": 64})
    assert (status, answer["code"]) == (403, 50083)
    assert (await bot.ask("PATCH", bot.hook(public, "/messages/@original"), {"content": "x"}))[1]["code"] == 50083


async def test_buttons_in_a_locked_thread_are_dead(wire: Wire, thread: Channel, path: str) -> None:
    ada, message = wire.user("Ada"), thread.messages[0]
    wire.world.set_thread(thread, locked=True)
    with pytest.raises(ImpossibleError):
        await ada.press(message, "Press", wait=False)
    wire.world.set_thread(thread, locked=False)
    assert (await ada.press(message, "Press", wait=False)).source is message


async def test_a_phone_reopens_an_archived_thread_before_a_press_or_drops_the_press(
    wire: Wire, thread: Channel, path: str
) -> None:
    ada, bo, message = wire.user("Ada"), wire.user("Bo"), thread.messages[0]
    wire.world.set_thread(thread, archived=True)
    assert (await bo.press(message, "Press", wait=False)).source is message
    assert thread.archived, "the client for desktops just sends the press"
    wire.world.allow(wire.channel, wire.guild.members[ada.id], deny=Permission.SEND_MESSAGES_IN_THREADS)
    ada.reopens_first = bo.reopens_first = True
    with pytest.raises(ImpossibleError):
        await ada.press(message, "Press", wait=False)
    await bo.press(message, "Press", wait=False)
    assert not thread.archived


@pytest.mark.parametrize(
    "kind", [kind for kind in ChannelType if kind not in (1, 3, 10, 11, 12)], ids=lambda kind: kind.name
)
async def test_each_type_of_channel_allows_its_messages_and_threads(wire: Wire, bot: Bot, kind: ChannelType) -> None:
    channel, allowed = wire.add_channel("place", kind=kind), ALLOWED[kind]
    _, sent = await bot.ask("POST", f"/channels/{channel.id}/messages", {"content": "one"})
    assert sent.get("code") == allowed.no_messages
    for thread_kind in (ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD):
        body = {"name": "a match", "type": int(thread_kind)}
        _, made = await bot.ask("POST", f"/channels/{channel.id}/threads", body)
        assert made.get("code") == (None if thread_kind is allowed.threads else 50024)
    if allowed.no_messages is None:
        _, made = await bot.ask("POST", f"/channels/{channel.id}/messages/{sent['id']}/threads", {"name": "a match"})
        assert made.get("type" if allowed.threads else "code") == (allowed.threads or 50024)
    wire.assert_clean()


async def test_a_post_in_a_forum_is_a_thread_with_messages(wire: Wire, bot: Bot) -> None:
    forum = wire.add_channel("forum", kind=ChannelType.GUILD_FORUM)
    post = wire.world.add_thread(forum, "a question", wire.user("Ada").account)
    assert (await bot.ask("POST", f"/channels/{post.id}/messages", {"content": "an answer"}))[0] == 200
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(active_threads=2)])
async def test_a_server_has_a_limited_number_of_active_threads(wire: Wire, bot: Bot) -> None:
    first = wire.world.add_thread(wire.channel, "first", wire.world.bot)
    wire.world.set_thread(first, archived=True)
    threads = f"/channels/{wire.channel.id}/threads"
    codes = [(await bot.ask("POST", threads, {"name": "more", "type": 11}))[1].get("code") for _ in range(3)]
    assert codes == [None, None, 160006]
    assert (await bot.ask("POST", f"/channels/{first.id}/messages", {"content": "again"}))[1]["code"] == 160006
    news = wire.add_channel("news", kind=ChannelType.GUILD_ANNOUNCEMENT)
    path, body = f"/channels/{news.id}/threads", {"name": "more", "type": 10}
    assert [(await bot.ask("POST", path, body))[1].get("code") for _ in range(3)] == [None, None, 160007]
