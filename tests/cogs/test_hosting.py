"""The settings of a server, admin actions on matches, threads, and matchmaking."""

import discord
import pytest
import simcord

from bot.application.match.outbox import Kind
from bot.model.match import MatchId, Status
from bot.model.pace import Pace
from bot.people.settings import Threads
from cogs.delivery.permissions import THREADS
from cogs.messages.reasons.settings import NOT_OFFERED
from cogs.widgets import purposes
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, buttons, menus, offers, press, private
from tests.cogs.trouble import lock, unlock


async def manage(town: Town, *, also: discord.Permissions = THREADS) -> None:
    """Let everyone manage the server."""
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | also.value | discord.Permissions(manage_guild=True).value)


async def threads_allowed(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await grant(town, had | THREADS.value)


async def test_a_match_in_a_thread_of_its_own_leaves_the_channel_to_others(town: Town) -> None:
    await threads_allowed(town)
    for _ in range(2):
        said = private(await town.ada.slash(town.tavern, "match new", game="tiny", place="a new thread"))
        assert "is open in <#" in said.content
    one, two = (await town.match(1)).channel, (await town.match(2)).channel
    assert len({one, two, town.tavern.id}) == 3
    threads = {thread.id: thread for thread in town.tavern.threads}
    assert {one, two} == set(threads)
    assert threads[one].name == "Tiny, opened by Ada"
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(threads[one], "match join")
    await town.ada.slash(threads[one], "match start")
    assert (await town.match(1)).status is Status.LIVE
    assert offers(town.board(threads[one]), purposes.HAND)


@pytest.mark.parametrize(
    ("archived", "why"), [(False, "The thread is locked."), (True, "The thread is closed and locked.")]
)
async def test_the_players_of_a_locked_thread_are_told_once_and_its_board_comes_back(
    town: Town, archived: bool, why: str
) -> None:
    await threads_allowed(town)
    await town.ada.slash(town.tavern, "match new", game="tiny", place="a new thread")
    [thread] = town.tavern.threads
    await town.bo.slash(thread, "match join")
    await town.ada.slash(thread, "match start")
    lock(town, thread, archived=archived)
    for ply in range(2):
        await town.play(MatchId(1), await town.asked(MatchId(1)), "fold", interaction=ply)
    for player in (town.ada, town.bo):
        [note] = [each.content for each in town.direct(player) if "I can't show the board" in each.content]
        assert why in note
    assert [row.kind for row in await town.behind()] == [Kind.BOARD]
    unlock(town, thread)
    await town.delivered()
    assert not await town.behind()
    assert offers(town.board(thread), purposes.HAND)


async def test_no_thread_is_left_behind_where_no_match_was_opened(town: Town) -> None:
    await threads_allowed(town)
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", place="a new thread", seats=20))
    assert "Tiny is for" in said.content
    assert list(town.tavern.threads) == []


async def test_a_permission_that_a_thread_takes_is_named(town: Town) -> None:
    await town.permit(town.tavern, create_public_threads=False)
    said = private(await town.ada.slash(town.tavern, "match new", game="tiny", place="a new thread"))
    assert "I'm missing the permissions Create Public Threads" in said.content


async def chosen(town: Town, custom_id: str, *values: object) -> str:
    page = private(await town.ada.slash(town.tavern, "setup"))
    while custom_id not in [item["custom_id"] for row in page.components for item in row["components"]]:
        page = private(await town.ada.click(page, label="More …"))
    return private(await town.ada.select(page, list(values), custom_id=custom_id)).content


async def test_a_server_without_pings_has_none_and_hands_still_arrive(town: Town) -> None:
    await manage(town)
    assert "**Ping players**: never" in await chosen(town, "server-setting/pings", "false")
    await town.open("tiny", town.bo, town.cleo)
    before = len(town.pings())
    await town.wait(120)
    await town.delivered()
    assert not any(town.pings()[before:])
    assert not [message for message in town.public() if "Your turn" in message.content]
    assert not await town.behind()
    assert town.direct(town.bo)
    assert "**Ping players**: on their turn" in await chosen(town, "server-setting/pings", "true")


async def test_a_server_chooses_where_matches_are_opened_and_by_which_role(town: Town) -> None:
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await manage(town)
    host = town.guild.create_role("hosts")
    assert f"<#{town.attic.id}>" in await chosen(town, "server-setting/channel_ids", town.attic)
    assert f"<@&{host.id}>" in await chosen(town, "server-setting/starter_role_id", host)
    await grant(town, had)
    await town.restart()
    said = private(await town.ada.slash(town.tavern, "match new", against="people here", game="tiny"))
    assert said.content == f"On this server, matches can only be opened in <#{town.attic.id}>."
    said = private(await town.ada.slash(town.attic, "match new", against="people here", game="tiny"))
    assert f"only <@&{host.id}>" in said.content
    await manage(town)
    assert "**Channels**: all" in await chosen(town, "server-setting/channel_ids")
    assert "**Members who can open matches**: everyone" in await chosen(town, "server-setting/starter_role_id")
    await grant(town, had)
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    assert (await town.match()).status is Status.LOBBY


async def test_a_server_hosts_as_many_matches_at_once_as_it_chose(town: Town) -> None:
    await manage(town)
    await chosen(town, "server-setting/match_limit", "1")
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    said = private(await town.bo.slash(town.attic, "match new", against="people here", game="tiny"))
    assert "allows 1 match at once" in said.content
    await town.ada.slash(town.tavern, "match leave")
    await town.bo.slash(town.attic, "match new", against="people here", game="tiny")
    assert (await town.match(2)).status is Status.LOBBY


@pytest.mark.parametrize("threads", Threads)
async def test_a_server_chooses_whether_matches_have_threads(town: Town, threads: Threads) -> None:
    await manage(town)
    await chosen(town, "server-setting/threads", threads.value)
    said = private(await town.bo.slash(town.tavern, "match new", against="people here", game="tiny"))
    assert ("in <#" in said.content) == (threads is Threads.ALWAYS)
    said = private(await town.cleo.slash(town.attic, "match new", game="tiny", place="a new thread"))
    assert ("without threads" in said.content) == (threads is Threads.NEVER)


async def test_forged_choices_and_those_of_others_change_nothing(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    before = await town.client.app.preferences.of_server(town.guild.id)
    settings = "match_limit", "threads", "channel_ids", "starter_role_id", "puzzle_channel_id"
    for name in settings:
        said = private(await town.forge(town.bo, town.board(), f"server-setting/{name}", "3"))
        assert "“Manage Server” permission" in said.content
    await manage(town)
    for name in settings:
        said = private(await town.forge(town.bo, town.board(), f"server-setting/{name}", "not a number"))
        assert said.content == NOT_OFFERED
    assert await town.client.app.preferences.of_server(town.guild.id) == before


async def test_open_seats_are_found_and_taken_from_any_channel(town: Town) -> None:
    hidden = town.guild.create_text_channel("cellar")
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.cleo.slash(hidden, "match new", against="people here", game="tiny")
    await town.permit(hidden, view_channel=False)
    await town.dan.slash(town.attic, "match new", game="heist", ask=town.cleo.user, seats=2)
    found = private(await town.bo.slash(town.attic, "match find"))
    assert list(buttons(found)) == ["Join #1 Tiny"], "reserved and invisible seats are not offered"
    said = private(await press(town.bo, found, purposes.JOIN))
    assert "You've joined match #1." in said.content
    assert list(buttons(private(await town.cleo.slash(town.attic, "match find", game="heist")))) == ["Join #3 Heist"]


async def test_a_player_without_an_open_seat_waits_for_anyone_with_the_same_wish(town: Town) -> None:
    found = private(await town.ada.slash(town.tavern, "match find"))
    assert "There are no open seats." in found.content
    rules, paces, games = menus(found)
    assert [option["value"] for option in rules["options"] if option.get("default")] == ["house"]
    assert [option["value"] for option in games["options"]] == list(town.games)
    await town.ada.select(found, ["correspondence"], custom_id=paces["custom_id"])
    await town.ada.select(found, ["tiny", "heist"], custom_id=menus(found)[2]["custom_id"])
    lobby = town.board()
    assert "for Tiny or Heist, by correspondence.**" in lobby.content
    assert "Starts automatically once 1 more has joined" in lobby.content
    seen = private(await town.bo.slash(town.attic, "match find"))
    assert f"**#1 Tiny** or Heist in <#{town.tavern.id}>: Ada; 1 free" in seen.content
    waits = private(await town.ada.slash(town.attic, "match find", game="heist"))
    assert f"You're already looking for players in match #1, <#{town.tavern.id}>." in waits.content
    await town.cleo.slash(town.attic, "match find", game="heist", pace="live")
    assert "for Heist, live.**" in town.board(town.attic).content
    said = private(await town.bo.slash(town.attic, "match find", game="heist", pace="36h"))
    assert "You've joined match #1, Heist" in said.content
    await town.delivered()
    match = await town.match()
    assert (match.status, match.game, match.pace.clock) == (Status.LIVE, "heist", "36h")
    assert town.board().content.startswith("-# Match #1 · Heist")


async def test_many_wait_at_once_each_in_a_thread_where_the_channel_is_taken(town: Town) -> None:
    await town.ada.slash(town.tavern, "match find", game="tiny", pace="live")
    said = private(await town.bo.slash(town.tavern, "match find", game="heist", pace="live"))
    second = await town.match(2)
    assert f"Match #2 is open in <#{second.channel}>." in said.content
    assert second.channel != town.tavern.id
    await town.dan.slash(town.tavern, "match find", pace="live")
    assert (await town.match()).status is Status.LIVE, "the oldest first"
    await town.bo.slash(town.attic, "match leave", match=2)
    assert (await town.match(2)).status is Status.CLOSED


async def test_two_lobbies_that_come_to_match_are_merged_where_all_can_see_and_moved_players_are_told(
    town: Town,
) -> None:
    await town.ada.slash(town.tavern, "match find", game="tiny", pace="live")
    await town.bo.slash(town.attic, "match find", game="tiny", pace="24h")
    number = (await town.match()).id
    for is_seen in (False, True):
        await town.permit(town.tavern, view_channel=is_seen)
        await town.app.lobbies.choose_pace(number, town.ada.id, Pace.read("24h"), interaction=number + is_seen)
        await town.env.settle()
        await town.app.timers.settled()
        assert (await town.match()).status is (Status.LIVE if is_seen else Status.LOBBY)
        await town.delivered(number)  # what the missing permission forbids is known before it is given again
    for each in (1, 2):
        await town.delivered(each)
    assert "was merged into match #1" in town.board(town.attic).content
    assert offers(town.board(), purposes.HAND)
    [text] = [sent.content for sent in town.direct(town.bo) if "looking for players" in sent.content]
    assert f"match #1, <#{town.tavern.id}>" in text


async def test_players_who_blocked_each_other_see_no_seats_of_each_other(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    await town.bo.slash(town.tavern, "block", who=town.ada.user)
    await town.ada.slash(town.tavern, "block", who=town.cleo.user)
    for person in (town.bo, town.cleo):
        assert not buttons(private(await person.slash(town.attic, "match find")))


async def log_of(town: Town, person: simcord.MemberActor, number: int = 1) -> str:
    return private(await person.slash(town.tavern, "match log", match=number)).content


async def test_an_admin_pauses_and_resumes_a_match_and_the_log_records_both(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo, options="goal=3")
    await manage(town)
    assert "is paused" in private(await town.dan.slash(town.tavern, "admin match quarantine")).content
    assert "was paused by an admin" in town.board().content
    assert "by an admin" in private(await town.ada.slash(town.tavern, "hand", match=1)).content
    await town.restart()
    assert (await town.match()).status is Status.QUARANTINED, "it does not come back by itself"
    assert f"<@{town.dan.id}>, an admin, paused the match" in await log_of(town, town.ada)
    offered = await town.dan.autocomplete(town.attic, "admin match revive", "match", "")
    assert [choice["value"] for choice in offered] == [1]
    assert "continues" in private(await town.dan.slash(town.attic, "admin match revive", match=1)).content
    assert (await town.match()).status is Status.LIVE
    await town.ada.click(town.board(), label="Fold")
    assert (await town.match()).ply == 1
    text = await log_of(town, town.bo)
    assert text.index("paused the match") < text.index("resumed the match")


async def test_an_admin_ends_a_match_and_removes_an_absent_player(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await town.cleo.slash(town.attic, "match new", against="people here", game="heist")
    await town.bo.slash(town.attic, "match join")
    await manage(town)
    listed = private(await town.dan.slash(town.tavern, "admin match list")).content
    assert "**#1 Tiny**" in listed
    assert "**#2 Heist**" in listed
    private(await town.dan.slash(town.attic, "admin match kick", who=town.cleo.user))
    lobby = await town.match(2)
    assert ([player.user for player in lobby.players], lobby.host) == ([town.bo.id], town.bo.id)
    said = private(await town.dan.slash(town.attic, "admin match kick", who=town.cleo.user))
    assert "isn't in match #2" in said.content
    assert "removed <@" in await log_of(town, town.ada, 2)
    assert "without a result" in private(await town.dan.slash(town.tavern, "admin match end")).content
    assert (await town.match()).status is Status.ABANDONED
    assert "ended the match without a result" in await log_of(town, town.ada)
    assert "**#1 " not in private(await town.dan.slash(town.tavern, "admin match list")).content


async def test_only_managers_of_the_server_change_its_matches(town: Town) -> None:
    """Discord shows them the commands, but the bot refuses."""
    await town.open("tiny", town.ada, town.bo)
    known = {known.name: known for known in await town.client.tree.fetch_commands()}
    town.guild.set_command_permissions(known["admin"], {town.ada: True})
    for command in ("list", "end", "quarantine", "revive", "kick"):
        said = private(await town.ada.slash(town.tavern, f"admin match {command}"))
        assert "“Manage Server” permission" in said.content
        assert (await town.match()).status is Status.LIVE
    assert "an admin" not in await log_of(town, town.ada)
