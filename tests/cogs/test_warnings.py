"""A choice with a surprising cost needs a confirmation; the most useful of many choices have buttons."""

import discord
import pytest
import simcord

from bot.content.seeds import load_game
from bot.model.match import Match, Status
from cogs.messages.proposed import ANSWERS
from cogs.widgets import purposes
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor
from cogs.widgets.purposes import CHOOSE
from rules.core.notation import words
from tests.cogs.town import SURE, Town, buttons, press, private, updated
from tests.examples import games_first
from tests.render.tables import views


async def spent(town: Town) -> Match:
    """Begin a match of Arms Dealer whose buyer has bought so much that another look would lose the match."""
    match = await town.open("arms_dealer", town.ada, town.bo)
    for interaction in range(2):
        person = await town.asked(match.id)
        match = await town.play(match.id, person, " ".join(await town.choice(match.id, person.id)), interaction)
    buyer = await town.asked(match.id)
    for place in range(1, 6):
        for interaction, said in enumerate((f"look {place}", "keep"), start=10 * place):
            match = await town.play(match.id, buyer, said, interaction)
    return match


async def test_a_press_that_would_cost_the_match_is_asked_once_more(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    panel = private(await press(buyer, town.board(), purposes.HAND))
    [item] = [label for label in buttons(panel) if label.startswith("Look: Item 6")]
    asked = private(await buyer.click(panel, label=item))
    assert "would lose the match" in asked.content
    assert list(buttons(asked)) == [SURE, "Back"]
    assert (await town.match()).ply == match.ply
    await buyer.click(asked, label=SURE)
    assert (await town.match()).ply == match.ply + 1


async def test_a_command_that_would_cost_the_match_is_asked_once_more(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    asked = private(await buyer.slash(town.tavern, "arms_dealer look", place="6"))
    assert "would lose the match" in asked.content
    assert (await town.match()).ply == match.ply
    await buyer.click(asked, label=SURE)
    assert (await town.match()).ply == match.ply + 1


async def test_a_choice_that_costs_nothing_is_not_asked_twice(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    await buyer.slash(town.tavern, "arms_dealer leave")
    assert (await town.match()).ply == match.ply + 1


async def test_choices_that_one_menu_holds_have_no_buttons_besides(town: Town) -> None:
    match = await town.open("arms_dealer", town.ada, town.bo)
    table_view = await town.view_for(await town.asked(match.id))
    while sum(words(option)[0] == "raise" for option in table_view.view.options) <= 5:
        person = await town.asked(match.id)
        spends_nothing = any(words(option) == ("leave",) for option in table_view.view.options)
        said = "leave" if spends_nothing else " ".join(await town.choice(match.id, person.id, match.ply))
        match = await town.play(match.id, person, said, match.ply)
        table_view = await town.view_for(await town.asked(match.id))
    offered = level(Cursor(town.games["arms_dealer"], table_view.view, ("raise",)), table_view, 0)
    labels = [item.label for item in offered.items if isinstance(item, discord.ui.Button)]
    assert labels == ["Back"]
    assert sum(CHOOSE.read(str(getattr(item, "custom_id", ""))) is not None for item in offered.items) == 1


async def test_in_a_direct_message_it_is_asked_in_place_and_back_shows_the_hand(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    before = town.direct(person)[-1]
    await person.user.click(before, label="End and attack")
    [asked] = town.direct(person)
    assert "power is unused" in asked.content
    assert list(buttons(asked)) == [SURE, "Back"]
    await person.user.click(asked, label="Back")
    [hand] = town.direct(person)
    assert buttons(hand) == buttons(before)
    assert (await town.match()).ply == 1
    await person.user.click(hand, label="End and attack")
    await person.user.click(town.direct(person)[-1], label=SURE)
    assert (await town.match()).ply == 2
    assert len(town.direct(person)) == 1


async def test_other_players_do_not_learn_that_a_player_is_asked_to_confirm(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    board = town.board()
    answer = private(await person.click(board, label="End and attack"))
    assert "power is unused" in answer.content
    assert (town.board().id, town.board().content, buttons(town.board())) == (board.id, board.content, buttons(board))
    assert (await town.match()).ply == 1


async def test_a_confirmed_press_on_the_board_opens_no_second_hand(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    asked = private(await person.click(town.board(), label="End and attack"))
    assert list(buttons(asked)) == [SURE]
    result = await person.click(asked, label=SURE)
    assert (await town.match()).ply == 2
    assert updated(result)
    [message] = [message for message in town.tavern.history(viewer=person.user) if message.id == asked.id]
    assert (message.content, buttons(message), message.attachments) == ("You chose: End and attack.", {}, [])


async def test_an_outdated_confirmation_from_the_board_shows_the_hand(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    asked = private(await person.click(town.board(), label="End and attack"))
    await town.play((await town.match()).id, person, "end", 77)
    await person.click(asked, label=SURE)
    [message] = [message for message in town.tavern.history(viewer=person.user) if message.id == asked.id]
    assert "moved on" in message.content
    assert message.attachments


async def test_a_button_that_is_too_old_is_refused_and_nothing_is_asked(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    answer = private(await town.forge(person, town.board(), "act/1/0/end"))
    assert SURE not in buttons(answer)
    assert "moved on" in answer.content
    assert (await town.match()).ply == 1


async def offered_a_draw_in_a_duel(town: Town) -> simcord.MemberActor:
    """Begin a match of Allocator, and let the other player offer a draw. Return the player who may boost or decline."""
    match = await town.open("allocator", town.ada, town.bo)
    for interaction, said in enumerate(("decline", "end")):
        await town.play(match.id, await town.asked(match.id), said, interaction)
    person = await town.asked(match.id)
    [other] = [each for each in (town.ada, town.bo) if each.id != person.id]
    await other.slash(town.tavern, "match draw")
    await town.delivered()
    return person


async def test_a_move_that_would_refuse_a_proposal_asks_first_and_offers_the_answers(town: Town) -> None:
    person = await offered_a_draw_in_a_duel(town)
    rows = [row.children for row in town.board().components if isinstance(row, discord.ActionRow)]
    labels = [[item.label for item in row if isinstance(item, discord.Button)] for row in rows]
    assert labels == [["My hand", "Decline"], ["Was it fair?"], ["Yes, a draw", "No draw"]]
    for asked in (
        private(await person.click(town.board(), label="Decline")),
        private(await person.slash(town.tavern, "allocator decline")),
    ):
        assert "would like to end the match as a draw. If you move now, you refuse that." in asked.content
        assert list(buttons(asked)) == [SURE, "Yes, a draw", "No draw"]
    panel = private(await press(person, town.board(), purposes.HAND))
    asked = private(await person.click(panel, label="Decline"))
    assert list(buttons(asked)) == [SURE, "Back", "Yes, a draw", "No draw"]
    assert (await town.match()).ply == 2
    await person.click(asked, label="Yes, a draw")
    assert (await town.match()).status is Status.OVER


async def test_a_move_is_not_asked_about_a_proposal_that_is_answered(town: Town) -> None:
    person = await offered_a_draw_in_a_duel(town)
    asked = private(await person.click(town.board(), label="Decline"))
    await person.click(asked, label="No draw")
    await person.click(town.board(), label="Decline")
    assert (await town.match()).ply == 3


@pytest.mark.parametrize("key", games_first("allocator"))
def test_no_choice_of_a_game_reads_like_an_answer_to_a_proposal(key: str) -> None:
    game = load_game(key)
    answers = {label.split()[0] for labels in ANSWERS.values() for label in labels}
    for view in views(game, seed=1, stride=5):
        for action in view.options:
            assert Cursor(game, view, words(action)).sentence().split()[0] not in answers
