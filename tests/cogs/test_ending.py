"""The end of a match: a new message that notifies each player once, a final table above it, and closed hands."""

from typing import Any

import pytest
import structlog

from bot.model.match import MatchId, Status
from bot.people.settings import PINGS
from cogs.delivery.open_hands import OpenHands
from cogs.messages.board import FINAL
from cogs.widgets import purposes
from cogs.widgets.purposes import PLAY_NOW
from tests.cogs.town import Town, buttons, custom_ids_of, press, private, updated

RESULT = ["Rematch", "Review my mistakes", "Last moves", "Replay", "Was it fair?", "My poster"]


async def test_a_result_is_a_new_message_that_notifies_each_player_once(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    before, pinged = town.public(), len(town.pings())
    await town.give_up(match)
    *older, final, result = town.public()
    assert [message.id for message in (*older, final)] == [message.id for message in before]
    assert [sorted(users) for users in town.pings()[pinged:]] == [sorted(player.user for player in match.players)]
    assert list(buttons(result)) == [*RESULT, "How was it?"]
    assert [file.filename for file in result.attachments] == ["result.png"]
    assert FINAL in final.content
    assert final.attachments
    assert not buttons(final)


async def test_a_result_that_is_shown_again_notifies_nobody(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.give_up(match)
    pinged = len(town.pings())
    town.env.backend.delete_message(town.tavern.id, town.board().id)
    await town.ada.slash(town.tavern, "match status", match=1)
    await town.delivered()
    assert list(buttons(town.board())) == [*RESULT, "How was it?"]
    assert [users for users in town.pings()[pinged:] if users] == []


async def test_players_who_may_not_be_pinged_get_a_message_of_their_own(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.app.preferences.choose_for_server(town.guild.id, PINGS, value=False)
    await town.wait(20 * 60)
    letters = {person: len(town.direct(person)) for person in (town.ada, town.bo)}
    pinged = len(town.pings())
    await town.app.matches.resign(match.id, town.ada.id, interaction=99)
    await town.delivered()
    assert [users for users in town.pings()[pinged:] if users] == []
    assert len(town.direct(town.ada)) == letters[town.ada], "a player who resigns knows it"
    assert len(town.direct(town.bo)) == letters[town.bo] + 1


async def test_absent_players_are_told_once_by_the_result_alone(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.wait(20 * 60)
    letters, pinged = len(town.direct(town.bo)), len(town.pings())
    await town.app.matches.resign(match.id, town.ada.id, interaction=99)
    await town.delivered()
    assert len(town.direct(town.bo)) == letters
    assert sum(users.count(town.bo.id) for users in town.pings()[pinged:]) == 1


async def test_a_hand_with_nothing_to_decide_says_where_the_next_choice_is(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    asked = await town.asked(match.id)
    waiting = town.bo if asked.id == town.ada.id else town.ada
    hands = {person.id: private(await press(person, town.board(), purposes.HAND)) for person in (asked, waiting)}
    where = "**My hand** under the board shows your choices."
    assert where in hands[waiting.id].content
    assert where not in hands[asked.id].content


async def test_an_open_hand_shows_its_owners_next_decision(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    asked = await town.asked(match.id)
    waiting = town.bo if asked.id == town.ada.id else town.ada
    hand = private(await press(waiting, town.board(), purposes.HAND))
    assert "You have nothing to decide now." in hand.content
    turn = 0
    while (await town.asked(match.id, turn)).id == asked.id:
        words = await town.choice(match.id, asked.id, turn)
        turn += 1
        await town.app.matches.act(match.id, asked.id, " ".join(words), decision=None, interaction=10_000 + turn)
        await town.delivered()
    assert "You have nothing to decide now." not in hand.content
    number = str((await town.view_for(waiting)).decision)
    assert any(number in identity for identity in custom_ids_of(hand)), custom_ids_of(hand)


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_hand_that_is_forgotten_while_others_are_changed_stops_no_delivery(
    town: Town, monkeypatch: pytest.MonkeyPatch, *, is_over: bool
) -> None:
    match = await town.open("tiny", town.ada, town.bo, town.cleo)
    open_hands, change = town.client.interface.deliverer.open_hands, OpenHands._change
    early = [town.ada, town.bo]
    for number, person in enumerate(early):
        await town.app.matches.act(match.id, person.id, "fold", decision=None, interaction=10_000 + number)
        await town.delivered()
        private(await press(person, town.board(), purposes.HAND))

    async def change_and_forget(*args: Any) -> None:
        await change(*args)
        for person in early:  # as when they end the match from their own hands
            open_hands.forget(match.id, person.id)

    monkeypatch.setattr(OpenHands, "_change", change_and_forget)
    with structlog.testing.capture_logs() as lines:
        if is_over:
            await town.give_up(match)
        else:
            await town.app.matches.act(match.id, town.cleo.id, "fold", decision=None, interaction=10_009)
            await town.delivered()
    assert [line for line in lines if line["log_level"] == "error"] == []


async def test_an_open_hand_is_closed_when_the_match_is_over(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    hands = [private(await press(person, town.board(), purposes.HAND)) for person in (town.ada, town.bo)]
    assert any(buttons(hand) for hand in hands)
    await town.give_up(match)
    for hand in hands:
        assert not buttons(hand)
        assert "The match is over." in hand.content


async def test_a_public_message_is_never_taken_for_an_open_hand(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    board = town.board()
    await press(town.ada, board, purposes.HAND)
    await town.give_up(match)
    assert FINAL in next(message for message in town.public() if message.id == board.id).content


@pytest.mark.parametrize("label", ["End in a draw", "Keep playing"])
async def test_a_draw_against_a_computer_asks_first_and_says_that_the_match_is_over(town: Town, label: str) -> None:
    shown = private(await town.ada.slash(town.tavern, "play"))
    await town.ada.click(shown, custom_id=PLAY_NOW("tiny", "computer"))
    asked = private(await town.ada.slash(town.tavern, "match draw"))
    assert "End match #1 in a draw?" in asked.content
    assert (await town.match()).status is Status.LIVE
    assert updated(await town.ada.click(asked, label=label))
    is_over = label == "End in a draw"
    assert ("Match #1 is over: a draw." in asked.content) == is_over
    assert ((await town.match()).status is Status.OVER) == is_over


async def test_the_decisive_moment_of_a_match_is_told_from_public_facts(town: Town) -> None:
    match = await town.open("alchemy", town.ada, town.bo)
    turn = 0
    turns = []
    while (await town.match()).status is Status.LIVE:
        person = await town.asked(match.id, turn)
        turn += 1
        words = await town.choice(match.id, person.id, turn)
        turns.append((await town.view_for(person)).view.turn)
        await town.app.matches.act(match.id, person.id, " ".join(words), decision=None, interaction=10_000 + turn)
    chances = await town.app.chances.of(await town.app.positions.get(MatchId(1)))
    assert chances.decisive is not None
    assert chances.decisive.turn == turns[chances.decisive.place - 1]
    assert all(event.seats is None for event in chances.decisive.events)
    assert len(chances.shares[0]) == len(match.players)
    assert all(abs(sum(shares) - 1) < 1e-6 for shares in chances.shares)
    await town.delivered()
    assert "**Decisive moment**" in town.board().content


async def test_each_player_has_a_poster_of_their_own_and_others_have_none(town: Town) -> None:
    await town.open("tiny", town.ada, town.bo)
    await town.give_up(await town.match())
    for person, said in ((town.ada, "My poster"), (town.bo, "My poster")):
        shown = private(await person.click(town.board(), label=said))
        assert shown.attachments[0].filename == "poster.png"
    texts = [
        str(private(await press(person, town.board(), purposes.POSTER)).attachments[0].description)
        for person in (town.ada, town.bo)
    ]
    assert sum("Not this time" in text for text in texts) == 1
    assert sum("Your first win! 1st win at Tiny." in text for text in texts) == 1
    refused = private(await press(town.dan, town.board(), purposes.POSTER))
    assert "Only its players have a poster" in refused.content
    over = await town.match()
    assert over.outcome is not None
    [winner] = [town.person(over.players[seat].user) for seat in over.outcome.winners]
    [loser] = {town.ada.id, town.bo.id} - {winner.id}
    again = await town.open("tiny", winner, town.person(loser))
    await town.app.matches.resign(again.id, loser, interaction=77)
    await town.delivered(again.id)
    second = private(await press(winner, town.board(), purposes.POSTER))
    assert "first win" not in str(second.attachments[0].description)
