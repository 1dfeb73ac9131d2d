"""Matches in threads: a thread that cannot be made, or takes nothing any more, is explained with the way out."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.people.settings import THREADS, Threads
from sandbox.wire.model import Channel, ChannelType
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.permissions import Permission
from sandbox.wire.problems import ImpossibleError
from sandbox.wire.server import Wire
from tests.patience import until
from tests.wire.hosts import MATCH, begin, fold, hosting, is_shown, notes, waiting

pytestmark = pytest.mark.usefixtures("redirected")


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60, active_threads=4)


@pytest.fixture
async def app(wire: Wire, tmp_path: Path) -> AsyncIterator[Application]:
    """Run the bot on the wire."""
    async with hosting(wire, tmp_path) as bot:
        yield bot.app


def full(wire: Wire) -> None:
    for number in range(wire.options.active_threads):
        wire.world.add_thread(wire.channel, f"talk {number}", wire.user("Cleo").account)


REFUSED: dict[str, tuple[Callable[[Wire], object], str]] = {
    "a server full of threads": (full, "The server has as many active threads as Discord allows. Once somebody closes"),
    "AutoMod on titles": (lambda wire: wire.conditions.begin("titles"), "AutoMod stops the title of the thread."),
    "too many people": (lambda wire: wire.conditions.begin("participants"), "Too many people are in the thread."),
    "a timeout": (lambda wire: wire.world.time_out(wire.guild, 60.0), "A moderator has timed me out, which ends <t:"),
    "a missing permission": (
        lambda wire: wire.revoke(wire.channel, Permission.CREATE_PUBLIC_THREADS),
        "I'm missing the permissions Create Public Threads.",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
async def test_a_thread_that_cannot_be_made_is_explained_with_both_ways_out(
    wire: Wire, app: Application, why: str
) -> None:
    begin, said = REFUSED[why]
    begin(wire)
    answer = await wire.user("Ada").slash("/match new", game="tiny", place="a new thread")
    assert f"I can't create a thread here: {said}" in answer.content
    assert answer.content.endswith("Or leave out the place, to play in this channel.")
    assert await app.matches.in_channel(wire.channel.id) is None


@pytest.mark.parametrize("why", [why for why in REFUSED if why != "a timeout"])
async def test_where_the_server_asks_for_threads_a_match_without_one_is_opened_in_the_channel(
    wire: Wire, app: Application, why: str
) -> None:
    begin, said = REFUSED[why]
    await app.preferences.choose_for_server(wire.guild.id, THREADS, Threads.ALWAYS)
    begin(wire)
    answer = await wire.user("Ada").slash("/match new", game="tiny", against="people here")
    assert f"It has no thread of its own: {said.partition('. ')[0].rstrip('.')}" in answer.content
    assert await app.matches.in_channel(wire.channel.id) is not None


@pytest.mark.parametrize(
    ("kind", "thread"),
    [
        (ChannelType.GUILD_TEXT, ChannelType.PUBLIC_THREAD),
        (ChannelType.GUILD_ANNOUNCEMENT, ChannelType.ANNOUNCEMENT_THREAD),
        (ChannelType.GUILD_VOICE, None),
        (ChannelType.GUILD_STAGE_VOICE, None),
        (ChannelType.GUILD_FORUM, None),
        (ChannelType.GUILD_MEDIA, None),
    ],
)
async def test_every_type_of_channel_hosts_a_match_and_those_that_have_threads_one_in_a_thread(
    wire: Wire, app: Application, kind: ChannelType, thread: ChannelType | None
) -> None:
    ada, place = wire.user("Ada"), wire.add_channel("place", kind=kind)
    if kind in {ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA}:
        place = wire.world.add_thread(place, "a post", ada.account)
    await ada.slash("/match new", at=place, game="tiny", against="people here")
    await wire.until(lambda: place.messages, what="the lobby")
    answer = await ada.slash("/match new", at=place, game="tiny", place="a new thread")
    made = [channel for channel in wire.guild.channels.values() if channel.parent is place]
    assert [each.kind for each in made] == ([thread] if thread is not None else [])
    assert ("there are threads in text channels only" in answer.content) == (thread is None)
    wire.assert_clean()


async def live_in_a_thread(wire: Wire, app: Application) -> tuple[Channel, User, User]:
    """Begin a match of two people in a thread; return the thread and both."""
    ada, bo = await begin(wire, place="a new thread")
    return wire.world.channels[(await app.positions.get(MATCH)).match.channel], ada, bo


LOCKED = {
    "locked": ({"locked": True}, "The thread is locked. Nothing is lost", "Once a moderator unlocks it"),
    "closed and locked": (
        {"locked": True, "archived": True},
        "The thread is closed and locked. Nothing is lost",
        "Once a moderator reopens it",
    ),
}


@pytest.mark.parametrize("state", LOCKED)
async def test_players_in_a_thread_that_is_locked_are_told_and_its_board_is_back_when_it_is_open_again(
    wire: Wire, app: Application, state: str
) -> None:
    change, why, then = LOCKED[state]
    thread, ada, bo = await live_in_a_thread(wire, app)
    wire.world.set_thread(thread, **change)
    await fold(app, 1)
    await wire.until(lambda: notes(ada) and notes(bo))
    for [note] in (notes(ada), notes(bo)):
        assert why in note
        assert f"{then}, I'll post the board there again." in note
    wire.world.set_thread(thread, locked=False, archived=False)
    await until(lambda: is_shown(app))
    assert any("My hand" in message.labels for message in thread.messages)


async def test_in_an_archived_thread_nobody_is_bothered(wire: Wire, app: Application) -> None:
    thread, ada, bo = await live_in_a_thread(wire, app)
    wire.world.set_thread(thread, archived=True)
    await fold(app, 1)
    await until(lambda: is_shown(app))
    assert not thread.archived, "the new board has reopened it"
    assert notes(ada) == notes(bo) == []
    assert len([message for message in thread.messages if "My hand" in message.labels]) == 1


async def test_a_player_whose_phone_may_not_reopen_the_thread_plays_by_direct_message(
    wire: Wire, app: Application
) -> None:
    """Phones drop a press in an archived thread that they may not reopen (discord-api-docs #8474)."""
    thread, *players = await live_in_a_thread(wire, app)
    turn = await waiting(app)
    player = next(each for each in players if each.id == turn)
    wire.world.allow(wire.channel, wire.guild.members[turn], deny=Permission.SEND_MESSAGES_IN_THREADS)
    player.reopens_first = True
    wire.world.set_thread(thread, archived=True)
    board = next(message for message in thread.messages if "My hand" in message.labels)
    with pytest.raises(ImpossibleError):
        await player.press(board, "My hand")
    await player.press(player.dms[-1], "Fold")
    await until(lambda: is_shown(app))
    assert not thread.archived, "the new board has reopened it"
    await player.press(thread.messages[-1], "My hand")


async def test_a_board_that_a_server_full_of_threads_keeps_out_is_explained(wire: Wire, app: Application) -> None:
    thread, ada, _ = await live_in_a_thread(wire, app)
    wire.world.set_thread(thread, archived=True)
    full(wire)
    await fold(app, 1)
    await wire.until(lambda: notes(ada))
    assert "The server has as many active threads as Discord allows." in notes(ada)[0]
