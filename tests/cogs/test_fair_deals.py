"""Cards are dealt by a message that everyone in the channel sees: it commits to a secret, and its id is mixed in."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest

from bot.application.lobby.dealing import Dealing
from bot.model.commitment import UNPOSTED, draw_secret
from bot.model.deal_message import DealMessage
from bot.model.match import Match, MatchId, Status
from bot.model.reasons.database import NotSaved
from bot.store import matches as sql
from cogs.messages.fairness import UNCHECKED
from cogs.presses.lobby import POSTING
from cogs.presses.opening import CANNOT_WRITE
from cogs.replays.purposes import FORK, MATCH_FILE
from cogs.widgets import purposes
from tests.cogs.test_tournaments import crowd, sign_up, start
from tests.cogs.town import Town, buttons, press, private


@pytest.fixture(autouse=True)
def real_deals(town: Town) -> None:
    town.app.starts._dealing = Dealing()


def deals(town: Town, match: Match) -> list[discord.Message]:
    """Return the messages in the tavern that deal the cards of a match."""
    return [message for message in town.public() if match.commitment in message.content]


async def checked(town: Town, number: int = 1) -> discord.Message:
    """Check that a match was dealt by the one message in its channel that shows its hash, and that its board came
    later. Return that message.
    """
    match = await town.match(number)
    assert match.status in (Status.LIVE, Status.OVER)
    [dealing] = deals(town, match)
    seed = (await town.app.database.read(lambda db: sql.deal_of(db, MatchId(number)))).seed
    secret = await town.app.database.read(lambda db: sql.secret_of(db, MatchId(number)))
    assert secret.commitment == match.commitment
    assert seed == secret.mixed(dealing.id)
    assert dealing.edited_at is None
    boards = [message for message in town.public() if f"Match #{number} " in message.content and message.attachments]
    assert all(board.id > dealing.id for board in boards), "no message shows the deal before"
    return dealing


async def by_pressing_start(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)


async def by_command(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)


async def by_joining(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", ask=town.bo.user)
    await press(town.bo, town.board(), purposes.JOIN)


async def by_finding(town: Town) -> None:
    await town.ada.slash(town.tavern, "match find", game="tiny", pace="live")
    said = private(await town.bo.slash(town.tavern, "match find", game="tiny", pace="live"))
    assert "It has started." in said.content


async def by_one_press(town: Town) -> None:
    private(await town.ada.click(private(await town.ada.slash(town.tavern, "play")), label="Allocator"))


async def by_a_computer(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", computer="novice"))
    assert "Match #1 has started." in said.content


@pytest.mark.parametrize("way", [by_pressing_start, by_command, by_joining, by_finding, by_one_press, by_a_computer])
async def test_every_match_is_dealt_by_one_message_that_stands_before_its_board(
    town: Town, way: Callable[[Town], Awaitable[None]]
) -> None:
    await way(town)
    await checked(town)
    await town.app.computers.close()


async def test_rematches_and_further_games_of_a_series_are_dealt_by_messages_of_their_own(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", series="Best of 3", ask=town.bo.user)
    await town.bo.slash(town.tavern, "match join")
    for number in (1, 2):
        await checked(town, number)
        await press(town.bo, private(await town.bo.slash(town.tavern, "match resign")), purposes.RESIGN)
        await town.wait(10)
        await town.delivered(number)
    result = town.board()
    await press(town.ada, result, purposes.REMATCH)
    lobby = next(message for message in town.public() if "Join" in buttons(message))
    await press(town.bo, lobby, purposes.JOIN)
    assert len({(await checked(town, number)).content.split("`")[1] for number in (1, 2, 3)}) == 3


async def test_each_match_of_a_tournament_is_dealt_by_a_message_in_its_thread(town: Town) -> None:
    await sign_up(town, await crowd(town, 4))
    await start(town)
    assert len(town.tavern.threads) == 2
    for thread in town.tavern.threads:
        here = await town.app.matches.in_channel(thread.id)
        assert here is not None
        first, *_ = [message for message in town.public(thread) if message.author == town.guild.me]
        message = await town.app.matches.deal_message(here.match.id)
        assert here.match.commitment in first.content
        assert message == DealMessage(guild=town.guild.id, channel=thread.id, id=first.id)


async def test_a_start_costs_one_message_besides_the_board(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await press(town.bo, town.board(), purposes.JOIN)
    path = f"/channels/{town.tavern.id}/messages"
    before = [len(town.requests(method, path)) for method in ("POST", "PATCH", "DELETE")]
    await press(town.ada, town.board(), purposes.START)
    after = [len(town.requests(method, path)) for method in ("POST", "PATCH", "DELETE")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [2, 0, 0], "the press changes the lobby"


async def test_neither_lobby_nor_board_shows_the_hash_and_the_message_is_small(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    assert (await town.match()).commitment not in town.board().content
    await press(town.bo, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    dealing = await checked(town)
    assert dealing.content.startswith("-# Match #1 ")
    assert "\n" not in dealing.content
    assert not dealing.attachments
    assert (await town.match()).commitment not in town.board().content


async def test_the_board_and_the_result_tell_how_the_deal_can_be_checked(town: Town) -> None:
    await by_command(town)
    dealing = await checked(town)
    link = f"https://discord.com/channels/{town.guild.id}/{town.tavern.id}/{dealing.id}"
    live = private(await press(town.stranger, town.board(), purposes.FAIRNESS)).content
    assert link in live
    assert f"<t:{int(dealing.created_at.timestamp())}:f>" in live
    assert "When the match is over, press **Replay**" in live
    await town.give_up(await town.match())
    over = private(await press(town.stranger, town.board(), purposes.FAIRNESS)).content
    assert link in over
    assert "When the match is over" not in over
    shown = private(await press(town.stranger, town.board(), purposes.REPLAY))
    assert link in private(await press(town.stranger, shown, MATCH_FILE)).content


async def test_a_fork_tells_that_its_deal_is_known(town: Town) -> None:
    await by_command(town)
    await town.give_up(await town.match())
    shown = private(await town.cleo.slash(town.tavern, "match replay", match=1))
    await town.cleo.click(private(await press(town.cleo, shown, FORK)), label="Against novice computers")
    told = private(await press(town.cleo, town.board(), purposes.FAIRNESS)).content
    assert "continues match #1 with the same deal" in told
    await town.app.computers.close()


async def test_two_presses_at_once_post_one_message(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await press(town.bo, town.board(), purposes.JOIN)
    lobby = town.board()
    await town.at_once((town.ada, lobby, "Start"), (town.ada, lobby, "Start"))
    await checked(town)


async def test_a_message_that_discord_did_not_take_is_sent_again(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await town.bo.slash(town.tavern, "match join")
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=500)
    said = await town.ada.slash(town.tavern, "match start")
    assert (await town.match()).status is Status.LOBBY
    assert any(POSTING in message.content for message in (said.response, *said.followups) if message)
    await town.wait()
    await checked(town)


async def test_another_press_on_start_tries_again_at_once(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await town.bo.slash(town.tavern, "match join")
    town.env.inject_error("POST", f"/channels/{town.tavern.id}/messages", status=403, code=50013)
    await town.ada.slash(town.tavern, "match start")
    assert (await town.match()).status is Status.LOBBY
    await town.ada.slash(town.tavern, "match start")
    await checked(town)


async def test_where_the_bot_may_not_write_a_match_starts_once_it_may(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await town.bo.slash(town.tavern, "match join")
    await town.permit(town.tavern, send_messages=False)
    await town.ada.slash(town.tavern, "match start")
    assert (await town.match()).status is Status.LOBBY
    await town.permit(town.tavern, send_messages=True)
    await town.wait()
    await checked(town)


async def test_a_start_survives_a_restart_between_the_message_and_the_deal(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await town.bo.slash(town.tavern, "match join")

    async def dies(*_: object) -> None:
        raise NotSaved

    monkeypatch.setattr(town.client.interface.deliverer._in_channels._notes, "_start", dies)
    await town.ada.slash(town.tavern, "match start")
    match = await town.match()
    assert (match.status, len(deals(town, match))) == (Status.LOBBY, 1)
    await town.restart()
    town.app.starts._dealing = Dealing()
    await town.wait(24 * 3600)
    await checked(town)


@pytest.mark.sqlite
async def test_a_lobby_that_comes_back_from_a_backup_is_dealt_by_another_message(town: Town, tmp_path: Path) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", against="people here")
    await town.bo.slash(town.tavern, "match join")
    town.back_up(tmp_path / "backup")
    await town.ada.slash(town.tavern, "match start")
    lost = await checked(town)
    await town.restart(backup=tmp_path / "backup")
    town.app.starts._dealing = Dealing()
    await town.app.database.write(lambda db: sql.save_secret(db, MatchId(1), draw_secret()))  # as `restore` does
    town.app.positions.drop(MatchId(1))
    await town.ada.slash(town.tavern, "match start")
    await town.wait()
    match = await town.match()
    [dealing] = deals(town, match)
    assert match.status is Status.LIVE
    assert dealing.id > lost.id
    seed = (await town.app.database.read(lambda db: sql.deal_of(db, match.id))).seed
    assert seed == (await town.app.database.read(lambda db: sql.secret_of(db, match.id))).mixed(dealing.id)


async def test_of_a_match_in_closed_direct_messages_nobody_can_check_the_deal(town: Town) -> None:
    channel = await town.client.create_dm(discord.Object(town.ada.id))
    town.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)
    said = await town.ada.user.slash("match new", game="tiny", computer="novice")
    contents = [message.content for message in (said.response, *said.followups) if message]
    assert f"{CANNOT_WRITE} {UNCHECKED}" in contents
    match = await town.match()
    assert match.status is Status.LIVE
    assert await town.app.matches.deal_message(match.id) is None
    secret = await town.app.database.read(lambda db: sql.secret_of(db, match.id))
    assert (await town.app.database.read(lambda db: sql.deal_of(db, match.id))).seed == secret.mixed(UNPOSTED)
    await town.app.computers.close()


async def test_a_match_in_direct_messages_is_dealt_by_a_message_there(town: Town) -> None:
    await town.ada.user.slash("match new", game="tiny", computer="novice")
    await town.delivered()
    match = await town.match()
    dealing = next(message for message in town.direct(town.ada) if match.commitment in message.content)
    message = await town.app.matches.deal_message(match.id)
    assert message is not None
    assert message.link == f"https://discord.com/channels/@me/{dealing.channel.id}/{dealing.id}"
    await town.app.computers.close()
