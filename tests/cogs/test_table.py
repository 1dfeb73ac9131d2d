"""The board: what everybody sees, when it is edited and when it comes afresh, and who is pinged."""

import simcord

from bot.application.matches import Status
from tests.cogs.town import Town, buttons, private


def pings(town: Town) -> list[list[int]]:
    """Whom each message in the tavern was allowed to ping, in order of posting."""
    sent = [
        request.json or {}
        for request in town.env.http_requests
        if request.method == "POST" and request.path == f"/channels/{town.tavern.id}/messages"
    ]
    return [[int(user) for user in (body.get("allowed_mentions") or {}).get("users", [])] for body in sent]


async def asked(town: Town) -> simcord.MemberActor:
    return await town.asked((await town.match()).id)


async def test_it_is_edited_in_place_while_the_same_player_is_asked(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await person.slash(town.tavern, "allocator decline")
    assert await asked(town) is person
    assert town.board().id == board.id
    assert town.board().content != board.content
    assert set(buttons(town.board())) == {"My hand", "End and attack"}


async def test_it_comes_afresh_with_a_ping_when_others_are_asked_and_the_older_keeps_its_story(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await person.slash(town.tavern, "allocator decline")
    await person.click(town.board(), label="End and attack")
    if await asked(town) is person:
        assert town.board().id == board.id
        await person.click(town.board(), label="Decline")
    fresh, older = town.board(), town.public()[-2]
    other = await asked(town)
    assert other is not person
    assert older.id == board.id
    assert not older.attachments
    assert not older.components
    assert "▸" not in older.content
    assert f"<@{other.id}>" in fresh.content
    assert fresh.attachments[0].description
    assert pings(town)[-2:] == [[person.id], [other.id]]


async def test_a_deleted_board_comes_again(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await asked(town)
    owner = town.guild.owner
    town.env.backend.delete_message(town.tavern.id, town.board().id)
    assert owner is not None
    await person.slash(town.tavern, "allocator decline")
    assert "My hand" in buttons(town.board())
    town.env.backend.delete_message(town.tavern.id, town.board().id)
    await person.slash(town.tavern, "match status")
    assert "My hand" in buttons(town.board())


async def test_a_board_older_than_discord_lets_edit_freely_is_replaced(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person, board = await asked(town), town.board()
    await town.env.advance_time(51 * 60)
    await person.slash(town.tavern, "allocator decline")
    assert town.board().id != board.id
    assert not town.public()[-2].components


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
    assert town.board().id != board.id, "all of them are asked again: a new round"
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
    await town.ada.click(private(await town.ada.slash(town.tavern, "match resign")), label="Resign")
    result = town.board()
    await town.bo.click(result, label="Rematch")
    await town.ada.click(result, label="Rematch")
    again = await town.match(2)
    assert again.host == town.bo.id
    assert dict(again.options) == dict(match.options) == {"goal": "3"}
    assert {player.user: player.deck for player in again.players} == {
        player.user: player.deck for player in match.players
    }
    assert "who played" in private(await town.cleo.click(result, label="Rematch")).content
    await town.bo.click(town.board(), label="Start")
    assert (await town.match(2)).status is Status.LIVE
