"""The board: its content for everyone, its edits and moves, and its pings."""

import discord
import pytest
import simcord

from bot.model.match import Status
from bot.model.pings import DEFAULT_PING_DELAY
from bot.people.settings import PING_DELAY, SERVER_MOTION
from cogs.delivery.boards import MESSAGES_IN_SIGHT, SIGHT_CHECK_INTERVAL
from cogs.widgets import purposes
from tests.cogs.test_retries import pass_on
from tests.cogs.town import Town, buttons, offers, press, private
from tests.heist_game import Heist


async def asked(town: Town) -> simcord.MemberActor:
    return await town.asked((await town.match()).id)


async def test_it_is_edited_in_place_while_the_same_player_is_asked(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await person.slash(town.tavern, "allocator decline")
    assert await asked(town) is person
    assert town.board().id == board.id
    assert town.board().content != board.content
    assert offers(town.board(), purposes.HAND)
    assert len(buttons(town.board())) == 3


async def test_it_stays_in_place_on_another_players_turn_and_pings_no_present_player(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    board, before = town.board(), town.pings()
    for _ in range(4):
        other, _ = await pass_on(town)
        assert town.board().id == board.id
        assert f"<@{other.id}>" in town.board().content
        await town.wait(DEFAULT_PING_DELAY / 2)
    assert town.pings() == before
    assert len(town.public()) == 2, "the lobby and the board"


async def test_a_player_who_does_not_move_is_pinged_once_by_a_message_that_is_deleted_when_they_move(
    town: Town,
) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, _ = await pass_on(town)
    board, before = town.board(), town.pings()
    await town.wait(DEFAULT_PING_DELAY + 1)
    call = town.board()
    assert call.id != board.id
    assert call.content.endswith(f"<@{person.id}>")
    assert f"/{town.tavern.id}/{board.id})" in call.content, "it links to the board"
    assert private(await press(person, call, purposes.PINGED)).attachments[0].filename.startswith("hand-")
    await town.wait(24 * 3600)
    await town.restart()
    await town.wait(24 * 3600)
    assert town.pings() == [*before, [person.id]], "once, however long it takes"
    await person.slash(town.tavern, "allocator decline")
    assert call.id not in [message.id for message in town.public()]
    assert not await town.behind()


async def test_a_ping_survives_a_restart_during_its_delay(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, _ = await pass_on(town)
    before = town.pings()
    await town.restart()
    await town.wait(DEFAULT_PING_DELAY - 5)
    assert town.pings() == before
    await town.wait(10)
    assert town.pings() == [*before, [person.id]]


@pytest.mark.parametrize(("below", "moves"), [(MESSAGES_IN_SIGHT, False), (MESSAGES_IN_SIGHT + 1, True)])
async def test_a_board_out_of_sight_moves_down_and_pings(town: Town, below: int, moves: bool) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, _ = await pass_on(town)
    board = town.board()
    for _ in range(below):
        await town.stranger.send(town.tavern, "What are you playing?")
    before = town.pings()
    await town.wait(DEFAULT_PING_DELAY + 1)
    assert town.pings() == [*before, [person.id]]
    [hanging] = boards(town)  # the older one is deleted
    assert (hanging.id != board.id) == moves
    assert not await town.behind()


async def test_a_board_that_is_talked_over_moves_down_with_the_decision(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    board = town.board()
    await talked_over(town)
    await town.ada.slash(town.tavern, "tiny fold")
    await town.bo.slash(town.tavern, "tiny fold")
    assert town.board().id != board.id
    assert board.id not in [message.id for message in town.public()]


async def test_a_board_that_is_talked_over_stays_while_the_same_player_is_asked(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await talked_over(town)
    await person.slash(town.tavern, "allocator decline")
    assert await asked(town) is person
    [hanging] = boards(town)
    assert hanging.id == board.id
    assert hanging.content != board.content


async def test_a_board_that_is_talked_over_stays_where_it_is_pressed(town: Town) -> None:
    for person in (town.ada, town.bo):  # a ping moves it, too
        await town.client.app.preferences.choose(person.id, PING_DELAY, None)
    await town.open("tiny", town.ada, town.bo)
    board = town.board()
    await talked_over(town)
    await town.ada.slash(town.tavern, "tiny fold")
    await town.bo.click(board, label="Fold")
    assert (await town.match()).ply == 2
    assert [message.id for message in boards(town)] == [board.id]
    await talked_over(town)
    await town.ada.slash(town.tavern, "tiny fold")
    await town.bo.slash(town.tavern, "tiny fold")
    assert (await town.match()).ply == 4
    assert [message.id for message in boards(town)] != [board.id], "no one presses it any more"


async def test_a_board_stays_in_place_while_the_messages_below_it_are_unknown(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    board = town.board()
    await talked_over(town)
    await town.ada.slash(town.tavern, "tiny fold")
    town.env.inject_error("GET", f"/channels/{town.tavern.id}/messages", status=500)
    await town.bo.slash(town.tavern, "tiny fold")
    [hanging] = boards(town)
    assert hanging.id == board.id
    assert hanging.content != board.content
    assert not await town.behind()


async def talked_over(town: Town) -> None:
    """Pretend that the board is out of sight, and that the search for it failed long ago."""
    await town.wait(SIGHT_CHECK_INTERVAL.total_seconds() / 2)
    for _ in range(MESSAGES_IN_SIGHT + 1):
        await town.stranger.send(town.tavern, "What are you playing?")
    await town.wait(SIGHT_CHECK_INTERVAL.total_seconds() / 2 + 1)


def boards(town: Town) -> list[discord.Message]:
    """Return all boards in the channel."""
    return [message for message in town.public() if offers(message, purposes.HAND) and message.attachments]


async def test_a_deleted_board_comes_again(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    owner = town.guild.owner
    town.env.backend.delete_message(town.tavern.id, town.board().id)
    assert owner is not None
    await person.slash(town.tavern, "allocator decline")
    assert offers(town.board(), purposes.HAND)
    town.env.backend.delete_message(town.tavern.id, town.board().id)
    await person.slash(town.tavern, "match status")
    assert offers(town.board(), purposes.HAND)


async def test_a_board_older_than_discord_lets_edit_freely_is_replaced(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await town.env.advance_time(51 * 60)
    await person.slash(town.tavern, "allocator decline")
    assert town.board().id != board.id
    assert board.id not in [message.id for message in town.public()]


async def test_sealed_choices_of_several_stay_on_one_board(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, town.cleo)
    board = town.board()
    assert {f"<@{player.user}>" in board.content for player in match.players} == {True}
    await town.bo.click(board, label="Fold")
    assert town.board().id == board.id
    assert f"<@{town.bo.id}>" not in town.board().content
    await town.ada.click(town.board(), label="Fold")
    assert town.board().id == board.id
    await town.cleo.click(town.board(), label="Fold")
    assert {f"<@{player.user}>" in town.board().content for player in match.players} == {True}, "a new round"
    assert (await town.match()).ply == 3


async def test_a_match_of_three_with_sealed_bids_is_played_to_its_end_without_new_code(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, town.cleo)
    for ply in range(60):
        person = await town.asked(match.id)
        verb, *card = await town.choice(match.id, person.id, ply)
        await person.slash(town.tavern, f"tiny {verb}", **({"card": card[0]} if card else {}))
        if (await town.match()).status is Status.OVER:
            break
    assert (await town.match()).status is Status.OVER
    assert "Rematch" in buttons(town.board())


async def test_the_same_press_twice_acts_once(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    custom_id = next(found for found in buttons(board).values() if found.endswith("/decline"))
    await person.click(board, custom_id=custom_id)
    again = await town.forge(person, board, custom_id)
    assert (await town.match()).ply == 1
    assert "moved on" in private(again).content


async def test_a_rematch_takes_one_press_of_each(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo, options="goal=3")
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    result = town.board()
    await press(town.bo, result, purposes.REMATCH)
    assert (await town.match(2)).status is Status.LOBBY
    await press(town.ada, result, purposes.REMATCH)
    again = await town.match(2)
    assert again.host == town.bo.id
    assert again.status is Status.LIVE, "it need not be started"
    assert dict(again.options) == dict(match.options) == {"goal": "3"}
    assert {player.user: player.deck for player in again.players} == {
        player.user: player.deck for player in match.players
    }
    assert "Only its players" in private(await press(town.cleo, result, purposes.REMATCH)).content


async def test_a_whole_match_of_two_present_players_is_two_messages_and_a_ping_at_either_end(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.cogs.town.SEED", 91)  # it is over sooner than most
    match = await town.open("allocator", town.ada, town.bo)
    ply = 0
    while (await town.match()).status is Status.LIVE:
        ply += 1
        person = await town.asked(match.id)
        table_view = await town.view_for(person)
        await town.play(match.id, person, str(town.games["allocator"].greedy(table_view.view, ply)), ply)
    assert ply > 40
    assert len(town.public()) == 3, "the rest of the lobby, the final table, and the result"
    assert "Rematch" in buttons(town.board())
    assert list(map(len, town.pings())) == [0, 1, 2], "the starting player, and both at the end"


async def test_a_decisive_move_is_shown_in_motion_once_unless_the_server_wants_none(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heist, "landmarks", {"Took": "coins are taken"})
    match = await town.open("heist", town.ada, town.bo)
    assert [each.filename for each in town.board().attachments] == ["table.png"]
    await town.play(match.id, town.ada, "take 2", 1)
    [shown] = town.board().attachments
    assert shown.filename == "table.gif"
    assert shown.description
    await town.ada.slash(town.tavern, "match draw")
    await town.delivered()
    assert [each.filename for each in town.board().attachments] == ["table.png"], "the same move, shown again"
    await town.app.preferences.choose_for_server(town.guild.id, SERVER_MOTION, value=False)
    await town.play(match.id, town.ada, "tip 0", 2)
    await town.play(match.id, town.bo, "take 1", 3)
    assert [each.filename for each in town.board().attachments] == ["table.png"]
