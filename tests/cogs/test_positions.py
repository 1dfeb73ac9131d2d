"""Designers set up positions, look at them in the replay, and play on against people, computers and scripts."""

from bot.model.match import Status
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.replays.purposes import FORK, FORK_SCRIPT
from tests.cogs.test_design import may_manage
from tests.cogs.test_roles import grant
from tests.cogs.town import Town, menus, press, private

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
