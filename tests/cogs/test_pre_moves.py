"""Automatic replies on Discord: only the hand of their owner shows them."""

import discord
import pytest
import simcord

from bot.application.table.pre_moves import SLOWEST
from bot.model.match import Match
from cogs.widgets import purposes
from tests.cogs.town import Games, Town, buttons, menus, press, private
from tests.heist_game import PatientHeist

SAY = "Put nothing back"
KEEP = "keep-all"
SAID = "Automatic reply: Put nothing back. Only you can see this."
BACK = "Cancel reply"


@pytest.fixture
def games(our_renderers: None) -> Games:
    return {"heist": PatientHeist()}


async def begin(town: Town) -> tuple[Match, simcord.MemberActor]:
    """Begin a match; return it and the waiting player."""
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    position = await town.app.positions.get(match.id)
    return match, town.person(match.players[position.view_for(None).view.waiting[0]].user)


def offered(hand: discord.Message) -> list[str]:
    """Return the labels of the menus' options."""
    return [option["label"] for menu in menus(hand) for option in menu["options"]]


async def take_two(town: Town, person: simcord.MemberActor) -> None:
    await town.forge(person, town.board(), "act/1/0/take 2")


async def test_it_is_said_on_the_hand_and_shown_there_alone(town: Town) -> None:
    match, first = await begin(town)
    board, others = town.board(), [person for person in town.people[:3] if person.id != first.id]
    before = [(board.content, board.edited_at), *((town.direct(o)[-1].content, len(town.direct(o))) for o in others)]
    hand = town.direct(first)[-1]
    assert SAY in offered(hand)
    await first.user.select(hand, [KEEP])
    await town.delivered()
    hand = town.direct(first)[-1]
    assert SAID in hand.content
    assert BACK in buttons(hand)
    assert SAY not in offered(hand)
    board = town.board()
    after = [(board.content, board.edited_at), *((town.direct(o)[-1].content, len(town.direct(o))) for o in others)]
    assert after == before
    assert (await town.match()).ply == match.ply


async def test_it_is_given_after_some_seconds(town: Town) -> None:
    _, first = await begin(town)
    panel = private(await press(first, town.board(), purposes.HAND))
    await first.select(panel, [KEEP])
    assert SAID in panel.content
    await take_two(town, first)
    await town.wait(SLOWEST + 1)
    await town.app.timers.settled()
    await town.delivered()
    assert (await town.match()).ply == 2
    assert "take one or two coins" in town.board().content


async def test_it_is_taken_back(town: Town) -> None:
    _, first = await begin(town)
    await first.user.select(town.direct(first)[-1], [KEEP])
    await town.delivered()
    await first.user.click(town.direct(first)[-1], label=BACK)
    await town.delivered()
    hand = town.direct(first)[-1]
    assert "Automatic reply" not in hand.content
    assert SAY in offered(hand)
    await take_two(town, first)
    await town.wait(SLOWEST + 1)
    assert (await town.match()).ply == 1


async def test_another_players_button_reveals_nothing(town: Town) -> None:
    await begin(town)
    said = private(await town.forge(town.stranger, town.board(), "pre/1", KEEP))
    assert "You're not" in said.content
    said = private(await town.forge(town.ada, town.board(), "pre/1", "keep-some"))
    assert "not an automatic reply" in said.content
