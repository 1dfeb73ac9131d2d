"""A rematch takes one press from each player, in any order and form."""

import simcord

from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private


async def ended(town: Town, *people: simcord.MemberActor) -> None:
    await town.open("heist", *people)
    await town.give_up(await town.match())
    assert (await town.match()).status is Status.OVER


async def test_both_press_at_once_and_one_match_begins(town: Town) -> None:
    await ended(town, town.ada, town.bo)
    result = town.board()
    answers = await town.at_once((town.ada, result, "Rematch"), (town.bo, result, "Rematch"))
    assert all(answer.acknowledged for answer in answers)
    texts = [message.content for answer in answers for message in (*answer.followups, answer.response) if message]
    assert sum("Match #2 is open" in text for text in texts) == 1
    assert not any("has a match already" in text for text in texts)
    match = await town.match(2)
    assert match.status is Status.LIVE, "all have pressed: it starts"
    assert {player.user for player in match.players} == {town.ada.id, town.bo.id}
    assert not [message for message in town.public() if "Join" in buttons(message)]


async def test_everyone_keeps_their_deck_however_they_join(town: Town) -> None:
    before = await town.open("tnb", town.ada, town.bo)
    await town.give_up(before)
    await press(town.ada, town.board(), purposes.REMATCH)
    lobby = next(message for message in town.public() if "Join" in buttons(message))
    await press(town.bo, lobby, purposes.JOIN)
    match = await town.match(2)
    assert match.status is Status.LIVE
    decks = {player.user: player.deck for player in before.players}
    assert len(set(decks.values())) == 2
    assert {player.user: player.deck for player in match.players} == decks


async def test_six_press_at_once_and_one_match_begins(town: Town) -> None:
    people = town.people[:6]
    await ended(town, *people)
    result = town.board()
    await town.at_once(*((person, result, "Rematch") for person in people))
    match = await town.match(2)
    assert {player.user for player in match.players} == {person.id for person in people}
    assert match.status is Status.LIVE


async def test_a_player_who_presses_twice_joins_once(town: Town) -> None:
    await ended(town, town.ada, town.bo)
    result = town.board()
    await town.at_once((town.ada, result, "Rematch"), (town.ada, result, "Rematch"))
    assert [town.bo.id] in town.pings(), "the other player is invited"
    assert [player.user for player in (await town.match(2)).players] == [town.ada.id]


async def test_a_channel_in_which_another_game_was_begun_meanwhile_is_left_to_it(town: Town) -> None:
    await ended(town, town.ada, town.bo)
    result = town.board()
    await town.cleo.slash(town.tavern, "match new", against="people here", game="tiny")
    said = private(await press(town.ada, result, purposes.REMATCH))
    assert "Match #2 is in this channel now" in said.content
    assert len((await town.match(2)).players) == 1


async def test_a_rematch_without_its_channel_is_played_in_the_present_one(town: Town) -> None:
    await town.give_up(await town.open("tiny", town.ada, town.bo))
    await town.delivered()
    town.env.backend.delete_channel(town.tavern.id)
    await town.env.settle()
    for person in (town.ada, town.bo):
        over = private(await person.slash(town.attic, "match status", match=1))
        said = private(await press(person, over, purposes.REMATCH))
        assert f"The channel of match #1 no longer exists, so this one is in <#{town.attic.id}>." in said.content
    await town.delivered(2)
    assert ((await town.match(2)).status, (await town.match(2)).channel) == (Status.LIVE, town.attic.id)
    assert offers(town.board(town.attic), purposes.HAND)


async def test_a_rematch_whose_other_player_deleted_their_data_says_that_its_host_starts_it(town: Town) -> None:
    await ended(town, town.ada, town.bo)
    await town.app.user_data.delete(town.bo.id)
    answer = private(await press(town.ada, town.board(), purposes.REMATCH))
    assert "press Start once you have enough players" in answer.content
    assert "automatically" not in answer.content
    assert (await town.match(2)).status is Status.LOBBY
