"""Designers set up positions, look at them in the replay, and play on against people, computers and scripts."""

import pytest
import simcord

from bot.application.lobby.dealing import Dealing
from bot.application.thinking.computers import PAUSE
from bot.model.match import Match, MatchId, Status
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.replays.purposes import FORK, FORK_FRIEND, FORK_SCRIPT
from cogs.widgets.purposes import FAIRNESS, JOIN, MORE
from tests.cogs.test_design import may_manage
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, buttons, components, menus, press, private
from tests.examples import thorough

TEXT = "game tnb\nseed 7\ndeck vanguard\ndeck stronghold\nmoves\nplay bulwark a1"


async def test_a_position_is_set_up_and_played_against_a_script(town: Town) -> None:
    await may_manage(town)
    form = await town.ada.slash(town.tavern, "design position")
    said = private(await town.ada.submit_modal(form, {"position": TEXT}))
    assert said.content.startswith("The position is match #1, after 1 move: seat 1 decides.")
    shown = private(await town.ada.click(said, label="Look at it"))
    asked = private(await press(town.ada, shown, FORK))
    begun = private(await town.ada.select(asked, ["no-attack"], custom_id=script_menus(asked)[0]))
    assert begun.content == "Match #2 has started."
    match = await town.match(2)
    assert (match.status, match.ply, match.is_rated) == (Status.LIVE, 1, False)
    assert [player.computer for player in match.players] == ["script:no-attack", ""], (
        "whoever plays on takes the seat that decides"
    )
    await town.delivered()
    assert "No attack bot" in town.board().content


def script_menus(message: object) -> list[str]:
    """Return the ids of the menus of scripts in a message."""
    ids = [each["custom_id"] for each in menus(message)]
    return [each for each in ids if FORK_SCRIPT.read(each) is not None]


async def test_a_faulty_position_is_refused_with_its_line(town: Town) -> None:
    await may_manage(town)
    form = await town.ada.slash(town.tavern, "design position")
    said = private(await town.ada.submit_modal(form, {"position": "game tnb\nmoves\n*fly*"}))
    assert "That is no position: line 3\\: \\*fly\\*" in said.content


async def test_only_designers_set_up_positions_seat_scripts_and_are_offered_them(town: Town) -> None:
    assert private(await town.bo.slash(town.tavern, "design position")).content == DESIGNERS_ONLY
    assert private(await town.bo.slash(town.tavern, "design script", script="no-attack")).content == DESIGNERS_ONLY
    had = town.env.backend.get_guild(town.guild.id).roles[town.guild.id].permissions
    await may_manage(town)
    form = await town.ada.slash(town.tavern, "design position")
    said = private(await town.ada.submit_modal(form, {"position": TEXT}))
    form = await town.bo.slash(town.tavern, "design position")
    await grant(town, had)
    assert private(await town.bo.submit_modal(form, {"position": TEXT})).content == DESIGNERS_ONLY
    shown = private(await town.ada.click(said, label="Look at it"))
    asked = private(await press(town.ada, shown, FORK))
    assert script_menus(asked) == []


async def test_a_script_takes_a_seat_of_a_lobby(town: Town) -> None:
    await may_manage(town)
    await town.ada.slash(town.tavern, "match new", against="people here", game="tnb")
    unknown = private(await town.ada.slash(town.tavern, "design script", script="thrift"))
    assert unknown.content.startswith("T&B has no such script. Its scripts: turtle, hoard")
    asked = private(await town.ada.slash(town.tavern, "design script"))
    said = private(await town.ada.select(asked, ["turtle"]))
    assert said.content.startswith("Turtle bot has joined match #1: it blocks with every card it can")
    match = await town.match(1)
    assert [player.computer for player in match.players] == ["", "script:turtle"]
    assert not match.is_rated


@pytest.fixture
def real_deals(town: Town) -> None:
    town.app.starts._dealing = Dealing()


async def puzzle_asked(town: Town, name: str) -> simcord.ResponseMessage:
    """Set up the position of a puzzle, and return the message that asks for opponents."""
    await may_manage(town)
    said = private(await town.ada.slash(town.tavern, "design position", puzzle=name))
    assert "a puzzle: seat 0 decides" in said.content
    assert "Each of them deals its hidden cards anew" in said.content
    shown = private(await town.ada.click(said, label="Look at it"))
    assert "replay, the puzzle · all hands" in shown.content
    asked = private(await press(town.ada, shown, FORK))
    assert "its hidden cards are dealt anew, so nobody knows them" in asked.content
    return asked


async def played_on(town: Town, number: int) -> Match:
    """Let the people of a match play as the quick player does, until it is over; computers move by themselves."""
    while (match := (position := await town.app.positions.get(MatchId(number))).match).status is Status.LIVE:
        seat = position.seen.state.phase.waiting[0]
        if match.players[seat].computer:
            await town.wait(PAUSE)
            await town.app.computers.settled()
            continue
        person = town.person(match.players[seat].user)
        said = " ".join(await town.choice(match.id, person.id, match.ply))
        await town.play(match.id, person, said, interaction=1_000 + match.ply)
    return match


@pytest.mark.parametrize("name", ["tnb 3.2", *thorough("circuitry 2.5")])
async def test_a_puzzle_is_played_on_against_a_computer_to_the_end(town: Town, real_deals: None, name: str) -> None:
    asked = await puzzle_asked(town, name)
    begun = private(await town.ada.click(asked, label="Against novice computers"))
    assert "#2 starts as soon as I have posted the message that deals its hidden cards" in begun.content
    await town.delivered(2)
    [dealing] = [each for each in town.public() if "dealt by this message" in each.content]
    told = private(await press(town.ada, town.board(), FAIRNESS)).content
    assert str(dealing.id) in told
    match = await played_on(town, 2)
    assert match.status is Status.OVER
    assert not match.is_rated
    shown = private(await town.stranger.slash(town.tavern, "match replay", match=2))
    assert "Match file" in buttons(shown)


@pytest.mark.parametrize("name", ["tnb 2.4", *thorough("circuitry 2.1")])
async def test_two_people_play_on_from_a_puzzle_to_the_end(town: Town, real_deals: None, name: str) -> None:
    asked = await puzzle_asked(town, name)
    begun = private(await town.ada.select(asked, [town.bo], custom_id=friend_menu(asked)))
    assert "is open: it starts once your friend has joined" in begun.content
    lobby = town.board()
    assert "Begins with the puzzle of match #1. Its hidden cards are dealt anew. Unrated." in lobby.content
    assert " plays " not in lobby.content, "the seats have the decks of the puzzle"
    more = private(await press(town.ada, lobby, MORE))
    fixed = "Decks and options are those of match #1, which this match continues."
    assert more.content == fixed
    choices = [("match option", {"option": "teams=off"})]
    if name.startswith("tnb"):
        choices = [("match option", {"option": "withdraw=off"}), ("match deck", {"deck": "vanguard"})]
    for command, chosen in choices:
        assert private(await town.ada.slash(town.tavern, command, **chosen)).content == fixed
    assert [*buttons(more)] == ["Add a computer"]
    assert (await town.match(2)).options == (await town.match(1)).options
    await press(town.bo, lobby, JOIN)
    await town.restart()
    await town.delivered(2)
    match = await played_on(town, 2)
    assert match.status is Status.OVER
    assert [player.user for player in match.players][:1] == [town.ada.id], "whoever plays on is the solver"


def friend_menu(message: object) -> str:
    """Return the id of the menu of people with whom to play on."""
    ids = [str(each.get("custom_id", "")) for each in components(message)]
    return next(each for each in ids if FORK_FRIEND.read(each) is not None)


async def test_puzzles_are_suggested_and_unknown_ones_refused(town: Town) -> None:
    said = private(await town.bo.slash(town.tavern, "design position", puzzle="tnb 1.1"))
    assert said.content == DESIGNERS_ONLY
    await may_manage(town)
    offered = await town.ada.autocomplete(town.tavern, "design position", "puzzle", "circuitry 3.1")
    assert offered[0] == {"name": "Circuitry 3.1 · Two tricks", "value": "circuitry 3.1"}
    said = private(await town.ada.slash(town.tavern, "design position", puzzle="tnb 9.9"))
    assert "There is no puzzle “9·9”" in said.content
    said = private(await town.ada.slash(town.tavern, "design position", puzzle="chess 1.1"))
    assert "That is no position: line 1" in said.content
