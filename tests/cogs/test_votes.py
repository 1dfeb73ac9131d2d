"""A vote about a player who is out of time: announced before joining, held below the board, shown in the log."""

import pytest
import simcord

from cogs.widgets import purposes
from tests.cogs.test_pace import stamps
from tests.cogs.town import Games, Town, buttons, press, private
from tests.heist_game import PatientHeist


@pytest.fixture
def games(our_renderers: None) -> Games:
    return {"heist": PatientHeist()}


async def begin(town: Town) -> tuple[simcord.MemberActor, list[simcord.MemberActor]]:
    """Begin a live match in which a player runs out of time; return that player and the others."""
    await town.ada.slash(
        town.tavern, "match new", against="people here", game="heist", pace="1+0", timeout="the others vote"
    )
    assert (
        "the others vote within 2 minutes: more time, skip the turn, or end the match for that player"
        in town.board().content
    )
    for guest in (town.bo, town.cleo):
        await press(guest, town.board(), purposes.JOIN)
    await press(town.ada, town.board(), purposes.START)
    await town.delivered()
    absent = await town.asked((await town.match()).id)
    await passed(town, 61)
    return absent, [person for person in town.people[:3] if person.id != absent.id]


async def passed(town: Town, seconds: float) -> None:
    await town.wait(seconds)
    await town.app.timers.settled()
    await town.delivered()


async def test_the_others_vote_below_the_board_and_the_log_tells_the_result(town: Town) -> None:
    absent, others = await begin(town)
    board, name = town.board(), absent.user.name.capitalize()
    assert f"**{name} is out of time.**" in board.content
    assert f"give 1 minute more, skip {name}'s turn" in board.content
    assert "Ending the match counts as resigning." in board.content
    assert len(stamps(board.content)) == 1, "only the vote's end"
    assert "You can still move" in town.direct(absent)[-1].content
    assert "answer already" not in board.content
    refused = private(await absent.click(board, label=f"Skip {name}'s turn"))
    assert "You can still move" in refused.content
    await others[0].click(board, label=f"1 minute more for {name}")
    await town.delivered()
    [more] = [label for label in buttons(town.board()) if "more for" in label]
    await others[1].click(town.board(), label=more)
    await town.delivered()
    assert "is out of time" not in town.board().content
    [hand] = [sent.content for sent in town.direct(absent) if "Your time runs out" in sent.content]
    assert stamps(hand) == stamps(town.board().content), "the hand says it, too"
    await passed(town, 61)
    sure = private(await others[0].click(town.board(), label=f"End {name}'s match …"))
    assert "The others play on." in sure.content
    await others[0].click(sure, label=f"End {name}'s match")
    await passed(town, 121)
    assert f"{name} ran out of time. I moved for them." in town.board().content
    log = private(await town.stranger.slash(town.tavern, "match log")).content
    gap_lines = [line for line in log.splitlines() if line.startswith("• *")]
    assert "The other players gave" in gap_lines[0]
    assert all(f"{name} ran out of time. I moved for them." in line for line in gap_lines[1:])
    assert len(gap_lines) > 1
    assert not await town.behind()


async def test_the_hand_of_a_late_player_says_until_when_they_can_act(town: Town) -> None:
    absent, others = await begin(town)

    def hand() -> str:
        return [message.content for message in town.direct(absent) if message.content.startswith("-# Match #1 ")][-1]

    assert stamps(hand()) == stamps(town.board().content), "until the end of the vote"
    for person in others:
        [more] = [label for label in buttons(town.board()) if "more for" in label]
        await person.click(town.board(), label=more)
        await town.delivered()
    assert stamps(hand()) == stamps(town.board().content), "the extra time"
    assert stamps(hand())[0] - town.env.now().timestamp() == pytest.approx(60, abs=2)


async def test_the_question_stands_after_a_restart_and_is_answered_by_old_buttons(town: Town) -> None:
    absent, others = await begin(town)
    name = absent.user.name.capitalize()
    await town.restart()
    for person in others:
        await person.click(town.board(), label=f"Skip {name}'s turn")
        await town.delivered()
    await town.app.timers.settled()
    await town.delivered()
    assert (await town.match()).ply >= 1
    assert "The other players skipped" in private(await absent.slash(town.tavern, "match log")).content
