"""People leave servers and channels are deleted: no player is held in a match, and no channel by a lobby."""

import pytest
import simcord

from bot.application.match.outbox import Kind, NoteRow
from bot.model.match import Match, Status
from bot.model.notes import Written
from cogs.messages.result import POINTS
from cogs.presses.ending import HANDED_OVER
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private

CONCEDE = "Make them resign"


async def lobby(town: Town, *guests: simcord.MemberActor) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="heist")
    for guest in guests:
        await press(guest, town.board(), purposes.JOIN)


async def test_a_lobby_whose_host_left_is_started_by_its_longest_member(town: Town) -> None:
    await lobby(town, town.bo, town.cleo)
    await town.leave(town.ada)
    await press(town.bo, town.board(), purposes.START)
    match = await town.match()
    assert match.status is Status.LIVE
    assert match.host == town.bo.id
    assert {player.user for player in match.players} == {town.bo.id, town.cleo.id}


async def test_a_lobby_whose_host_left_passes_on_though_another_guest_presses_start(town: Town) -> None:
    await lobby(town, town.bo, town.cleo)
    await town.leave(town.ada)
    said = private(await press(town.cleo, town.board(), purposes.START))
    assert "Only the host" in said.content
    match = await town.match()
    assert (match.status, match.host) == (Status.LOBBY, town.bo.id)
    assert "1. Bo" in town.board().content
    assert "(host)" in town.board().content
    assert "Ada" not in town.board().content
    await town.bo.slash(town.tavern, "match start")
    assert (await town.match()).status is Status.LIVE


async def test_a_lobby_that_is_left_by_all_makes_room_for_the_next(town: Town) -> None:
    await lobby(town)
    old = town.board()
    await town.leave(town.ada)
    said = private(await town.bo.slash(town.tavern, "match new", against="people here", game="tiny"))
    assert "Match #2 is open" in said.content
    assert (await town.match()).status is Status.CLOSED
    assert (await town.match(2)).host == town.bo.id
    first, second = town.public()
    assert first.id == old.id
    assert "was closed before it started" in first.content
    assert not first.components
    assert "Join" in buttons(second)


async def test_a_lobby_with_guests_gets_a_new_host_when_its_channel_is_wanted(town: Town) -> None:
    await lobby(town, town.bo)
    await town.leave(town.ada)
    said = private(await town.cleo.slash(town.tavern, "match new", against="people here", game="tiny"))
    assert "already has a match" in said.content
    assert (await town.match()).host == town.bo.id
    assert "Ada" not in town.board().content
    assert "(host)" in town.board().content


async def test_a_host_on_the_server_keeps_the_lobby(town: Town) -> None:
    await lobby(town, town.bo)
    for refused in (
        await press(town.bo, town.board(), purposes.START),
        await town.cleo.slash(town.tavern, "match new", against="people here", game="tiny"),
    ):
        assert private(refused).content
    assert (await town.match()).host == town.ada.id


async def test_no_player_counts_as_gone_while_discord_does_not_say(town: Town) -> None:
    await lobby(town, town.bo, town.cleo)
    await town.leave(town.ada)
    town.env.inject_error("GET", f"/guilds/*/members/{town.ada.id}", status=500, times=None)
    assert "Only the host" in private(await press(town.bo, town.board(), purposes.START)).content
    assert (await town.match()).host == town.ada.id


async def begun(town: Town, *people: simcord.MemberActor) -> Match:
    match = await town.open("heist", *people)
    await town.leave(people[0])
    return match


async def test_a_remaining_player_ends_the_match_as_the_leavers_resignation(town: Town) -> None:
    await begun(town, town.ada, town.bo)
    asked = private(await town.bo.slash(town.tavern, "match resign"))
    assert "That ends the match, and you lose." in asked.content
    assert "Ada left this server" in asked.content
    assert list(buttons(asked)) == ["Resign", CONCEDE, "Keep playing"]
    await town.bo.click(asked, label=CONCEDE)
    match = await town.match()
    assert match.status is Status.OVER
    assert match.outcome is not None
    seat = match.seat_of(town.bo.id)
    assert seat is not None
    assert match.outcome.winners == (seat,)
    assert "Bo wins by resignation" in town.board().content


async def test_it_is_offered_only_where_a_player_left_and_only_to_players(town: Town) -> None:
    await town.open("heist", town.ada, town.bo)
    asked = private(await town.bo.slash(town.tavern, "match resign"))
    assert list(buttons(asked)) == ["Resign", "Keep playing"]
    said = private(await town.forge(town.bo, town.board(), "concede/1"))
    assert "All other players are still on the server of the match" in said.content
    await town.leave(town.ada)
    said = private(await town.forge(town.stranger, town.board(), "concede/1"))
    assert "You're not in match #1" in said.content
    assert (await town.match()).status is Status.LIVE


async def test_the_result_explains_points(town: Town) -> None:
    await town.give_up(await town.open("heist", town.ada, town.bo))
    *_, first, second, points = town.board().content.splitlines()
    assert (first[:2], second[:2]) == ("1.", "2.")
    assert points == POINTS
    assert len(points) < 200


async def test_a_match_that_is_over_cannot_be_resigned(town: Town) -> None:
    await town.give_up(await town.open("heist", town.ada, town.bo))
    said = private(await town.ada.slash(town.tavern, "match resign", match=1))
    assert said.content == "Match #1 is over. `/match new` opens another one."
    assert not buttons(said)


async def test_among_more_than_two_nobody_makes_another_player_resign_alone(town: Town) -> None:
    await town.open("heist", town.ada, town.bo, town.cleo)
    await town.leave(town.cleo)
    asked = private(await town.bo.slash(town.tavern, "match resign"))
    assert list(buttons(asked)) == ["Resign", "Keep playing"]
    assert f"Cleo left this server. {HANDED_OVER}." in asked.content
    refused = private(await town.forge(town.bo, town.board(), f"concede/{(await town.match()).key}"))
    assert HANDED_OVER in refused.content
    assert (await town.app.positions.get((await town.match()).id)).seen.left == frozenset()


async def without_channel(town: Town) -> Match:
    match = await town.open("allocator", town.ada, town.bo)
    town.env.backend.delete_channel(town.tavern.id)
    await town.env.settle()
    return match


@pytest.mark.parametrize("where", ["another channel", "direct messages"])
async def test_a_match_without_its_channel_is_resigned_by_its_number_from_anywhere(town: Town, where: str) -> None:
    await without_channel(town)
    if where == "another channel":
        asked = private(await town.ada.slash(town.attic, "match resign", match=1))
        await press(town.ada, asked, purposes.RESIGN)
    else:
        asked = private(await town.ada.user.slash("match resign", match=1))
        await press(town.ada.user, asked, purposes.RESIGN)
    assert "You resigned from match #1" in asked.content
    match = await town.match()
    assert match.status is Status.OVER
    for person in (town.ada, town.bo):
        assert any("Bo wins by resignation" in message.content for message in town.direct(person))


async def test_a_match_continues_without_its_channel_and_its_players_are_told_once(town: Town) -> None:
    await without_channel(town)
    for ply in range(4):
        person = await town.asked((await town.match()).id)
        words = await town.choice((await town.match()).id, person.id, ply)
        await town.play((await town.match()).id, person, " ".join(words), ply)
    assert (await town.match()).ply == 4
    for person in (town.ada, town.bo):
        texts = [message.content for message in town.direct(person) if "I can't show the board" in message.content]
        assert len(texts) == 1
        assert "it was deleted, or I was removed from it" in texts[0]
        assert "and its number, 1." in texts[0]
    said = private(await town.ada.user.slash("hand"))
    assert "Match #1" in said.content


async def test_a_stranger_resigns_nothing_by_a_number(town: Town) -> None:
    await without_channel(town)
    said = private(await town.stranger.slash(town.attic, "match resign", match=1))
    assert "nothing to resign" in said.content
    said = private(await town.stranger.user.slash("match resign", match=1))
    assert "There's no match #1 of yours." in said.content
    for number in (77, 0, -3, 2**53 - 1):
        said = private(await town.ada.slash(town.attic, "match resign", match=number))
        assert "There is no match" in said.content
    assert (await town.match()).status is Status.LIVE


async def test_a_manager_of_the_channel_ends_a_match_without_a_result_and_a_player_does_not(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    for person in (town.ada, town.stranger):
        private(await person.slash(town.tavern, "match abandon"))
        private(await person.slash(town.attic, "match abandon", match=1))
    assert (await town.match()).status is Status.LIVE
    await town.permit(town.tavern, manage_channels=True)
    said = private(await town.stranger.slash(town.attic, "match abandon", match=1))
    assert "has ended without a result" in said.content
    assert (await town.match()).status is Status.ABANDONED
    assert not town.board().components
    assert not await town.behind()


async def test_managing_another_channel_or_server_ends_no_match(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    await town.permit(town.attic, manage_channels=True)
    said = private(await town.ada.slash(town.attic, "match abandon", match=1))
    assert "is in play" in said.content
    elsewhere = town.env.create_guild("Elsewhere", owner=town.ada.user)
    hall = elsewhere.create_text_channel("hall")
    boss = simcord.MemberActor(town.env, elsewhere, town.ada.user)
    said = private(await boss.slash(hall, "match abandon", match=1))
    assert "is in play" in said.content
    assert (await town.match()).status is Status.LIVE


async def test_no_player_alone_ends_a_match_without_a_result(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    assert "You're not in match #1" in private(await town.cleo.slash(town.tavern, "match abandon")).content
    said = private(await town.bo.slash(town.tavern, "match abandon"))
    assert "It ends without a result if all players agree" in said.content
    assert list(buttons(said)) == ["Ask the other players"]
    assert (await town.match()).status is Status.LIVE


async def test_a_player_who_resigns_among_several_is_told_that_the_others_play_on(town: Town) -> None:
    await town.open("heist", town.ada, town.bo, town.cleo)
    asked = private(await town.bo.slash(town.tavern, "match resign"))
    assert "The others play on without you, and you are ranked below all of them." in asked.content
    await press(town.bo, asked, purposes.RESIGN)
    assert "You resigned from match #1. The others play on." in asked.content
    assert (await town.match()).status is Status.LIVE
    again = private(await town.bo.slash(town.tavern, "match resign"))
    assert "You've already left match #1" in again.content
    last = private(await town.cleo.slash(town.tavern, "match resign"))
    assert "That ends the match for everyone, and you are ranked last." in last.content
    await press(town.cleo, last, purposes.RESIGN)
    assert "Ada wins by resignation" in town.board().content
    shown = private(await town.ada.slash(town.tavern, "match status", match=1)).content
    for text in (town.board().content, shown, town.direct(town.ada)[-1].content):
        assert text.count("resigned.") == 1
        assert "Bo and Cleo resigned." in text or "Cleo and Bo resigned." in text, "by their seats, which are drawn"


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_status_of_an_ended_match_says_how_and_draws_the_board_only_if_asked(
    town: Town, restarted: bool
) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.app.administration.end(match.id, town.dan.id, interaction=1)
    await town.delivered()
    if restarted:
        await town.restart()
    said = private(await town.bo.slash(town.tavern, "match status", match=1))
    assert "Match #1 was ended without a result." in said.content
    assert f"<@{town.dan.id}>, an admin, ended the match without a result" in said.content
    assert not said.attachments
    assert not buttons(said)
    for show in ("picture", "words"):
        asked = private(await town.bo.slash(town.tavern, "match status", match=1, show=show))
        assert "was ended without a result" in asked.content
        assert len(asked.attachments) == (show == "picture")
        assert not buttons(asked)
        assert "What do you" not in asked.content, "it is no one's turn any more"


async def test_the_status_of_a_finished_or_closed_match_says_its_result(town: Town) -> None:
    await town.give_up(await town.open("tiny", town.ada, town.bo))
    said = private(await town.bo.slash(town.attic, "match status", match=1))
    assert "wins by resignation" in said.content
    assert "points (" in said.content
    assert "Ended <t:" in said.content
    assert not said.attachments
    assert list(buttons(said)) == ["Rematch", "Review my mistakes", "Last moves", "Replay", "Was it fair?"]
    assert not buttons(private(await town.stranger.slash(town.attic, "match status", match=1)))
    assert private(await town.bo.slash(town.attic, "match status", match=1, show="picture")).attachments
    await town.ada.slash(town.attic, "match new", against="people here", game="tiny")
    await town.ada.slash(town.attic, "match leave", match=2)
    closed = private(await town.bo.slash(town.attic, "match status", match=2, show="picture"))
    assert "was closed before it started" in closed.content


async def test_a_note_for_an_empty_seat_is_sent_to_nobody(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="tiny")
    number = (await town.match()).id
    note = NoteRow(match_id=number, seat=1, note=Written(text="You are asked."), written_at=0.0)
    await town.client.app.outbox.record([], added=[note])
    town.env.http_requests.clear()
    town.client.interface.deliverer.wake(number)
    await town.client.interface.deliverer.settled(number)
    assert not town.requests("POST", "/users/@me/channels")
    assert [row.kind for row in await town.client.app.outbox.of_match(number)] == [Kind.BOARD]
