"""A match whose players sit in several places: all have board and hand where they sit, and see nothing of others."""

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Any

import discord
import pytest
import simcord

from bot.model.absence import Place
from bot.model.deal_message import DealMessage
from bot.model.match import MatchId, Status
from bot.model.pace import HOUR
from bot.store.outbox_rows import Kind
from cogs.messages.fairness import APART, fairness_text
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private
from tests.examples import thorough

CODE = "`/match join code:"


class Inn:
    """A second server with the bot, on which Bo is as well."""

    def __init__(self, town: Town) -> None:
        self.guild = town.env.create_guild("The Inn")
        self.table = self.guild.create_text_channel("table")
        self.bo = self.guild.add_member(town.bo.user)
        self.eve = self.guild.add_member(town.env.create_user("eve", global_name="Eve"))


@pytest.fixture
async def inn(town: Town) -> Inn:
    made = Inn(town)
    await town.env.settle()
    return made


async def invited(town: Town, **options: object) -> str:
    """Let Ada open a match in the tavern, and return the code that she gets."""
    await town.ada.slash(town.tavern, "match new", against="people here", **{"game": "tiny", **options})
    said = private(await town.ada.slash(town.tavern, "match invite")).content
    return said.partition(CODE)[2].partition("`")[0]


async def across(town: Town, inn: Inn, **options: object) -> None:
    """Start a match of Ada in the tavern against Bo at the inn's table."""
    code = await invited(town, **options)
    await inn.bo.slash(inn.table, "match join", code=code)
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()
    assert (await town.match()).status is Status.LIVE


async def with_direct_messages(town: Town, **options: object) -> None:
    """Start a match of Ada in the tavern against Bo in direct messages."""
    code = await invited(town, **options)
    await town.bo.user.slash("match join", code=code)
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()
    assert (await town.match()).status is Status.LIVE


Sees = dict[int, tuple[simcord.MemberActor | simcord.UserHandle, Callable[[], discord.Message]]]
"""By user: who presses, and the board that they see."""


async def played_out(town: Town, sees: Sees) -> None:
    """Let all players play by the buttons of their own boards until the match is over."""
    while (match := await town.match()).status is Status.LIVE:
        actor, board = sees[(await town.asked(match.id)).id]
        hand = await press(actor, board(), purposes.HAND)
        shown = hand.response or hand.followups[-1]
        [identity, *_] = [each for each in buttons(shown).values() if purposes.ACT.read(each)]
        await actor.click(shown, custom_id=identity)
        await town.delivered()
        assert (await town.match()).ply > match.ply


async def test_a_friend_on_another_server_joins_by_code_and_has_the_board_there(town: Town, inn: Inn) -> None:
    await across(town, inn)
    match = await town.match()
    assert match.places == (Place(town.guild.id, town.tavern.id), Place(inn.guild.id, inn.table.id))
    assert [bool(purposes.HAND.read(each)) for each in buttons(town.board(inn.table)).values()].count(True) == 1
    assert town.board().attachments[0].description == town.board(inn.table).attachments[0].description
    assert match.rating_guild == 0
    assert APART in fairness_text(match, DealMessage(guild=1, channel=2, id=3))


async def test_the_answer_to_who_opens_a_match_offers_the_code(town: Town) -> None:
    opened = private(await town.ada.slash(town.tavern, "match new", against="people here", game="tiny"))
    assert CODE in private(await town.ada.click(opened, label="A friend elsewhere …")).content
    series = private(
        await town.bo.slash(town.attic, "match new", against="people here", game="tiny", series="Best of 3")
    )
    assert "A friend elsewhere …" not in buttons(series)


async def test_a_match_across_servers_is_played_to_its_end_by_the_buttons_of_both_boards(town: Town, inn: Inn) -> None:
    await across(town, inn, options="goal=3")
    sees: Sees = {
        town.ada.id: (town.ada, town.board),
        town.bo.id: (inn.bo, lambda: town.board(inn.table)),
    }
    await played_out(town, sees)
    for channel in (town.tavern, inn.table):
        assert "Rematch" not in buttons(town.board(channel))
        assert "Replay" in buttons(town.board(channel))
    replay = private(await press(inn.bo, town.board(inn.table), purposes.REPLAY))
    assert "replay, " in replay.content


async def test_nothing_on_a_board_or_in_a_note_names_the_other_server_or_channel(town: Town, inn: Inn) -> None:
    await across(town, inn, pace="24h")
    await town.ada.slash(town.tavern, "match draw")
    await town.delivered()
    away = [str(town.guild.id), str(town.tavern.id), town.guild.name]
    texts = [message.content for message in (*town.public(inn.table), *town.direct(town.bo))]
    hand = private(await press(inn.bo, town.board(inn.table), purposes.HAND))
    status = private(await inn.bo.slash(inn.table, "match status"))
    listed = private(await inn.bo.slash(inn.table, "matches"))
    texts += [hand.content, status.content, listed.content]
    assert [text for text in texts for name in away if name in text] == []
    assert any("would like to end the match as a draw" in text for text in texts)
    assert f"<#{inn.table.id}>" in hand.content


async def test_nobody_elsewhere_is_mentioned_but_named_as_they_are_outside_servers(town: Town, inn: Inn) -> None:
    code = await invited(town)
    await inn.bo.slash(inn.table, "match join", code=code)
    await town.ada.slash(town.tavern, "match start")
    await town.ada.slash(town.tavern, "match draw")
    await town.delivered()
    hand = private(await press(inn.bo, town.board(inn.table), purposes.HAND))
    log = private(await inn.bo.slash(inn.table, "match log"))
    texts = [message.content for message in (*town.public(inn.table), *town.direct(town.bo))]
    texts += [hand.content, log.content]
    assert not [text for text in texts if f"<@{town.ada.id}>" in text]
    assert any("Ada would like to end the match as a draw" in text for text in texts)
    assert any(f"<@{town.bo.id}>" in text for text in texts), "players are mentioned where they sit"


async def test_a_player_in_direct_messages_has_the_board_there_and_plays_to_the_end(town: Town) -> None:
    await with_direct_messages(town, options="goal=3")
    match = await town.match()
    assert match.place_for(town.bo.id).is_direct
    sees: Sees = {
        town.ada.id: (town.ada, town.board),
        town.bo.id: (town.bo.user, lambda: _board_of(town, town.bo)),
    }
    await played_out(town, sees)
    assert (await town.match()).status is Status.OVER


def _is_board(message: discord.Message) -> bool:
    return any(purposes.HAND.read(identity) for identity in buttons(message).values())


async def test_the_boards_are_recovered_after_a_kill_and_none_is_sent_twice(town: Town, inn: Inn) -> None:
    await across(town, inn)
    await town.restart()
    await town.play(MatchId(1), await town.asked(MatchId(1)), "fold", 5_000)
    boards = await town.rows(kind=Kind.BOARD)
    assert len({row.channel_id for row in boards}) == len(boards) == 2
    assert not any(row.is_pending for row in boards)


async def test_a_channel_of_a_place_has_no_other_match_and_its_commands_mean_this_one(town: Town, inn: Inn) -> None:
    await across(town, inn)
    refused = private(await inn.eve.slash(inn.table, "match new", against="people here", game="tiny"))
    assert "#1" in refused.content or "has a match" in refused.content
    assert "Match #1" in private(await inn.bo.slash(inn.table, "hand")).content


async def test_who_leaves_the_lobby_takes_their_board_along(town: Town, inn: Inn) -> None:
    code = await invited(town)
    await inn.bo.slash(inn.table, "match join", code=code)
    await town.delivered()
    assert len(await town.rows(kind=Kind.BOARD)) == 2
    await inn.bo.slash(inn.table, "match leave")
    await town.delivered()
    assert len(await town.rows(kind=Kind.BOARD)) == 1
    assert (await town.match()).places == (Place(town.guild.id, town.tavern.id),)


async def test_a_code_is_refused_when_the_match_has_begun_or_it_is_mistyped_or_its_owner_blocked(
    town: Town, inn: Inn
) -> None:
    assert "opens no match" in private(await inn.bo.slash(inn.table, "match join", code="NONE-SUCH")).content
    code = await invited(town, seats=2)
    await town.ada.slash(town.tavern, "block", who=town.bo)
    blocked = private(await inn.bo.slash(inn.table, "match join", code=code)).content
    assert len((await town.match()).players) == 1
    assert blocked
    await inn.eve.slash(inn.table, "match join", code=code.lower())
    await town.delivered()
    assert (await town.match()).status is Status.LIVE
    assert "opens no match" in private(await inn.bo.slash(inn.table, "match join", code=code)).content


async def test_a_lost_or_absent_server_stops_the_match_until_it_is_back(town: Town, inn: Inn) -> None:
    await across(town, inn, pace="1h")
    await town.receive(town.app.absences.leave(inn.guild.id))
    await town.wait(2 * HOUR)
    assert (await town.match()).ply == 0, "no time runs out"
    await town.receive(town.app.absences.come_back(inn.guild.id))
    await town.wait(HOUR - 120)
    assert (await town.match()).ply == 0, "the time that was left is still there"
    await town.wait(HOUR)
    assert (await town.match()).ply > 0


async def test_a_ply_costs_one_call_more_for_each_further_place(town: Town, inn: Inn) -> None:
    await town.open("tiny", town.ada, town.cleo)
    await town.ada.slash(town.attic, "match new", against="people here", game="tiny")
    code = private(await town.ada.slash(town.attic, "match invite")).content.partition(CODE)[2].partition("`")[0]
    await inn.bo.slash(inn.table, "match join", code=code)
    await town.ada.slash(town.attic, "match start")
    await town.delivered(2)
    calls = []
    for match_id in (MatchId(1), MatchId(2)):
        before = len(town.env.http_requests)
        await town.play(match_id, await town.asked(match_id), "fold", 5_000 + match_id)
        calls.append(sorted(f"{call.method} {call.path.split('/')[1]}" for call in town.env.http_requests[before:]))
    assert len(await town.rows(1, Kind.BOARD)) == 1
    assert calls[1] == sorted([*calls[0], "PATCH channels"]), calls


@pytest.mark.parametrize("places", [1, 4, *thorough(2, 3)])
async def test_four_players_at_four_places_cost_three_edits_more_a_ply_than_at_one(town: Town, places: int) -> None:
    far = town.env.create_guild("Far")
    tables = [far.create_text_channel(f"table-{number}") for number in range(places - 1)]
    guests = [far.add_member(person.user) for person in (town.bo, town.cleo, town.dan)]
    await town.env.settle()
    code = await invited(town, game="heist")
    for guest, here, table in zip_longest(guests, (town.bo, town.cleo, town.dan), tables):
        if table is None:
            await here.slash(town.tavern, "match join", code=code)
        else:
            await guest.slash(table, "match join", code=code)
    await town.ada.slash(town.tavern, "match start")
    await town.delivered()
    assert len((await town.match()).places) == places
    before = len(town.env.http_requests)
    position = await town.app.positions.get(MatchId(1))
    user = position.match.players[position.seen.state.phase.waiting[0]].user
    action = str(position.view_for(user).view.options[0])
    await town.app.matches.act(MatchId(1), user, action, decision=None, interaction=7_000)
    await town.delivered()
    calls = [f"{call.method} {call.path.split('/')[1]}" for call in town.env.http_requests[before:]]
    assert calls == ["PATCH channels"] * (places + 4), "a board in each place, and four hands"


async def test_spectators_of_the_other_server_watch_and_replay_at_their_own_board(town: Town, inn: Inn) -> None:
    await across(town, inn)
    listed = private(await inn.eve.slash(inn.table, "watch"))
    assert f"<#{inn.table.id}>" in listed.content
    assert str(town.tavern.id) not in listed.content
    await inn.eve.select(listed, ["1"])
    await town.app.matches.resign(MatchId(1), town.bo.id, interaction=6_000)
    await town.delivered()
    note = town.direct(inn.eve)[-1]
    assert f"<#{inn.table.id}>" in note.content
    assert "replay, " in private(await press(inn.eve, town.board(inn.table), purposes.REPLAY)).content


async def test_two_friends_play_each_in_their_own_direct_messages(town: Town) -> None:
    opened = private(await town.ada.user.slash("match new", against="people here", game="tiny", options="goal=3"))
    code = opened.content.partition(CODE)[2].partition("`")[0]
    await town.bo.user.slash("match join", code=code)
    await town.ada.user.slash("match start")
    await town.delivered()
    match = await town.match()
    assert [place.is_direct for place in match.places] == [True, True]
    assert match.rating_guild == 0

    await played_out(
        town, {person.id: (person.user, partial(_board_of, town, person)) for person in (town.ada, town.bo)}
    )
    assert (await town.match()).status is Status.OVER


async def test_every_place_offers_only_what_works_there(town: Town) -> None:
    here = private(await town.ada.slash(town.tavern, "play"))
    assert {"Find an opponent", "Open a table"} <= buttons(here).keys()
    direct = private(await town.ada.user.slash("play"))
    assert {"Find an opponent", "Open a table"} <= buttons(direct).keys()
    assert "to look on all servers" in direct.content
    assert "friends join by a code" in direct.content


def _closed(town: Town, person: simcord.MemberActor) -> None:
    """Let a user's direct messages refuse everything from now on."""
    channel = person.user.dm_channel
    assert channel is not None
    town.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50007, times=None)


async def test_whoever_takes_no_direct_messages_is_told_and_leaves_the_lobby_again(town: Town) -> None:
    code = await invited(town)
    await town.bo.user.slash("play")
    _closed(town, town.bo)
    said = private(await town.bo.user.slash("match join", code=code))
    await town.delivered()
    match = await town.match()
    assert "Allow direct messages from me and try again" in said.content
    assert (match.status, [player.user for player in match.players]) == (Status.LOBBY, [town.ada.id])
    assert "they've left the lobby again" in town.direct(town.ada)[-1].content
    await town.bo.slash(town.attic, "match join", code=code)
    await town.delivered()
    assert [player.user for player in (await town.match()).players] == [town.ada.id, town.bo.id]


async def test_a_lobby_in_direct_messages_that_are_closed_is_closed_at_once(town: Town) -> None:
    await town.ada.user.slash("play")
    _closed(town, town.ada)
    said = private(await town.ada.user.slash("match new", against="people here", game="tiny"))
    assert "I can't write to you here" in said.content
    assert (await town.match()).status is Status.CLOSED


async def test_a_code_serves_each_user_once_and_no_bot(town: Town, inn: Inn) -> None:
    code = await invited(town)
    await inn.bo.slash(inn.table, "match join", code=code)
    again = private(await inn.bo.slash(inn.table, "match join", code=code))
    elsewhere = private(await town.bo.slash(town.attic, "match join", code=code))
    assert "already" in again.content
    assert "already" in elsewhere.content
    assert (await town.match()).place_for(town.bo.id) == Place(inn.guild.id, inn.table.id)


async def test_a_player_elsewhere_may_delete_their_data_once_they_have_given_up(town: Town, inn: Inn) -> None:
    await across(town, inn)
    refused = private(await inn.bo.slash(inn.table, "data delete"))
    assert "You're still in match #1" in refused.content
    await town.app.matches.resign(MatchId(1), town.bo.id, interaction=6_000)
    asked = private(await inn.bo.slash(inn.table, "data delete"))
    await inn.bo.click(asked, label=next(label for label in buttons(asked) if "elete" in label))
    await town.delivered()
    match = await town.match()
    assert match.status is Status.OVER
    assert match.seat_of(town.bo.id) is None
    assert "replay, " in private(await town.ada.slash(town.tavern, "match replay", match=1)).content


async def test_a_server_that_removes_the_bot_in_mid_match_moves_its_player_to_direct_messages(
    town: Town, inn: Inn
) -> None:
    await across(town, inn, options="goal=3", pace="1h")
    backend: Any = town.env.backend
    backend.remove_guild(inn.guild.id)
    await town.delivered()
    match = await town.match()
    assert match.place_for(town.bo.id).is_direct
    assert any("its board is here from now on" in message.content for message in town.direct(town.bo))
    sees: Sees = {town.ada.id: (town.ada, town.board), town.bo.id: (town.bo.user, lambda: _board_of(town, town.bo))}
    await played_out(town, sees)
    assert (await town.match()).status is Status.OVER


async def test_a_removal_while_the_bot_was_down_is_found_and_the_server_where_it_was_opened_may_be_gone(
    town: Town, inn: Inn
) -> None:
    await across(town, inn, options="goal=3")
    backend: Any = town.env.backend
    backend.guilds.pop(town.guild.id)
    await town.restart()
    await town.delivered()
    match = await town.match()
    assert set(match.places) == {match.place_for(town.ada.id), Place(inn.guild.id, inn.table.id)}
    assert match.place_for(town.ada.id).is_direct
    sees: Sees = {
        town.ada.id: (town.ada.user, lambda: _board_of(town, town.ada)),
        town.bo.id: (inn.bo, lambda: town.board(inn.table)),
    }
    await played_out(town, sees)
    assert (await town.match()).status is Status.OVER


def _board_of(town: Town, person: simcord.MemberActor) -> discord.Message:
    """Return the board in a user's direct messages."""
    return next(message for message in reversed(town.direct(person)) if _is_board(message))
