"""`/puzzle`: played by presses in private answers, after restarts too, without spoilers for others."""

import pytest
import simcord
from simcord.results import ResponseMessage

from bot.puzzles.attempts import Attempt
from cogs.puzzles import purposes
from cogs.puzzles.messages import SOLVED, puzzle_message, share_line
from cogs.puzzles.refusals import MOVED_ON
from cogs.widgets.items import panel
from tests.cogs.test_limits import check_components
from tests.cogs.town import Town, buttons, custom_ids_of, menus, private


async def daily(town: Town, person: simcord.MemberActor) -> tuple[ResponseMessage, Attempt]:
    shown = private(await person.slash(town.tavern, "puzzle daily"))
    puzzles = town.client.interface.puzzles.puzzles
    return shown, await puzzles.daily(person.id, town.guild.id, puzzles.today())


async def reach(town: Town, person: simcord.MemberActor, shown: ResponseMessage, action: str) -> ResponseMessage:
    """Press the offered choices until this action is played."""
    wanted, chosen = tuple(action.split()), 0
    for _ in range(12):
        found: list[tuple[tuple[str, ...], str, str | None]] = [
            (seen["words"], identity, None)
            for identity in custom_ids_of(shown)
            if (seen := purposes.ACT.read(identity) or purposes.SHOW.read(identity))
        ]
        found += [
            ((*seen["words"], *option["value"].split()), menu["custom_id"], option["value"])
            for menu in menus(shown)
            if (seen := purposes.CHOOSE.read(menu["custom_id"]))
            for option in menu["options"]
        ]
        ahead = [way for way in found if len(way[0]) > chosen and way[0] == wanted[: len(way[0])]]
        assert ahead, (action, found)
        reached, identity, value = max(ahead, key=lambda way: len(way[0]))
        if value is None:
            shown = private(await person.click(shown, custom_id=identity))
        else:
            shown = private(await person.select(shown, [value], custom_id=identity))
        chosen = len(reached)
        if reached == wanted:
            return shown
    raise AssertionError(action)


async def test_the_puzzle_of_the_day_is_solved_by_presses_through_a_restart_and_told_without_spoiling_it(
    town: Town,
) -> None:
    shown, attempt = await daily(town, town.ada)
    assert "try 1" in shown.content
    assert "Hint" in buttons(shown)
    assert "Undo" not in buttons(shown)
    explained = private(await town.ada.click(shown, label="How does this work?"))
    assert "master node" in explained.content
    assert list(buttons(explained)) == ["Learn Circuitry"]
    first, *rest = attempt.solution
    shown = await reach(town, town.ada, shown, first)
    await town.restart()
    shown = private(await town.ada.click(shown, label="Undo"))
    for action in (first, *rest):
        shown = await reach(town, town.ada, shown, action)
    assert SOLVED in shown.content
    text = private(await town.ada.click(shown, label="Share")).content
    assert "🟩" * attempt.least in text
    assert not any(word in text for word in attempt.solution)
    step = private(await town.ada.click(shown, label="Solution"))
    assert "step 0" in step.content
    assert "step 1" in private(await town.ada.click(step, label="Next")).content
    board = private(await town.ada.click(shown, label="Who solved it"))
    assert "Ada: no card more than needed, 1 try" in board.content
    assert town.public() == [], "other users see nothing of it"


async def test_a_user_who_has_not_finished_learns_nothing_of_others_results(town: Town) -> None:
    _, attempt = await daily(town, town.bo)
    await town.open("tiny", town.ada, town.bo)
    for identity in (purposes.BOARD(attempt.number), purposes.STEP(attempt.number, 1)):
        text = private(await town.forge(town.bo, town.board(), identity)).content
        assert "once you've solved it" in text
    assert "once you've solved it" in private(await town.bo.slash(town.tavern, "puzzle board")).content


async def test_an_old_button_shows_how_things_stand(town: Town) -> None:
    shown, attempt = await daily(town, town.ada)
    await reach(town, town.ada, shown, attempt.solution[0])
    await town.open("tiny", town.ada, town.bo)
    again = private(await town.forge(town.ada, town.board(), purposes.ACT(attempt.number, 0, attempt.solution[0])))
    assert MOVED_ON in again.content
    assert (await town.client.interface.puzzles.puzzles.look(attempt.number, town.ada.id)).version == 1
    stranger = private(await town.forge(town.bo, town.board(), purposes.ACT(attempt.number, 0, attempt.solution[0])))
    assert "That puzzle has expired" in stranger.content
    assert "has expired" in private(await town.forge(town.ada, town.board(), purposes.STEP(10**14, 0))).content


async def test_a_hint_says_a_step_and_is_counted(town: Town) -> None:
    await daily(town, town.ada)
    hinted = private(await town.ada.slash(town.tavern, "puzzle hint"))
    assert "💡" in hinted.content
    assert "1 hint" in hinted.content
    assert ", then " not in hinted.content
    further = private(await town.ada.slash(town.tavern, "puzzle hint"))
    assert ", then " in further.content
    assert "2 hints" in further.content


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("2999-01-01", "hasn't come yet"), ("soon", "like 2026-01-31"), ("2020-01-01", "too long ago")],
)
async def test_a_day_that_cannot_be_is_answered_kindly(town: Town, typed: str, expected: str) -> None:
    assert expected in private(await town.ada.slash(town.tavern, "puzzle daily", day=typed)).content


async def test_a_level_is_chosen_from_a_menu_or_typed(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "puzzle play"))
    levels = private(await town.ada.select(asked, ["circuitry"], custom_id="puzzle-game/0"))
    shown = private(await town.ada.select(levels, ["3"], custom_id="puzzle-level/circuitry"))
    assert "Circuitry puzzle #" in shown.content
    assert "level 3" in shown.content
    for level, said in ((1, "T&B puzzle #"), (7, "levels are 1 to 4")):
        asked = private(await town.ada.slash(town.tavern, "puzzle play", level=level))
        shown = private(await town.ada.select(asked, ["tnb"], custom_id=f"puzzle-game/{level}"))
        assert said in shown.content


async def test_every_step_of_the_booklet_fits_discords_limits(town: Town) -> None:
    puzzles = town.client.interface.puzzles.puzzles
    levels = [(offering, level.number) for offering in puzzles.offers.all for level in offering.puzzles.levels]
    for offer, number in levels:
        attempt = await puzzles.play(town.ada.id, town.guild.id, offer, number)
        for action in attempt.solution:
            for depth in range(len(action.split())):
                chosen = tuple(action.split()[:depth])
                message = puzzle_message(attempt, chosen=chosen)
                check_components(panel(message.items).to_components())
                assert len(message.content) <= 2000
            attempt = await puzzles.act(attempt.number, town.ada.id, action, attempt.version)
        assert len(share_line(attempt)) < 200
