"""The review of a finished match on Discord: by the button on its result or by a command, for the user alone."""

from dataclasses import replace

import pytest

from bot.application.thinking.analyses import Analysis
from bot.model.match import Status, UserId
from cogs.messages.analysis import analysis_message
from cogs.widgets import purposes
from tests.cogs.town import Town, press, private


async def played(town: Town) -> None:
    """Play a match of Ada and Bo in which both always take the first choice."""
    match = await town.open("tiny", town.ada, town.bo)
    while match.status is Status.LIVE:
        table_view = (await town.app.positions.get(match.id)).view_for(await asked(town))
        seat = table_view.view.seat
        assert seat is not None
        said = str(table_view.view.options[0])
        position = await town.app.matches.act(
            match.id, match.players[seat].user, said, decision=None, interaction=1_000 + match.ply
        )
        match = position.match
    await town.delivered()


async def asked(town: Town) -> UserId:
    return (await town.asked((await town.match()).id)).id


@pytest.mark.drawn
async def test_the_costliest_decisions_are_shown_with_a_picture_each(town: Town) -> None:
    await played(town)
    waiting = private(await press(town.ada, town.board(), purposes.ANALYSIS))
    assert "Press again in a minute" in waiting.content
    await town.app.analyses.settled()
    await press(town.ada, waiting, purposes.ANALYSIS)
    assert "mistake 1 of" in waiting.content
    assert "You chose **Bid a card" in waiting.content
    assert "That lowered your chance to win by about" in waiting.content
    [table] = waiting.attachments
    await press(town.ada, waiting, purposes.ANALYSIS)
    [hand] = waiting.attachments
    assert (table.filename, hand.filename) == ("table.png", "hand.png")
    assert table.description != hand.description
    await press(town.ada, waiting, purposes.ANALYSIS)
    assert waiting.attachments[0].description == table.description
    for named in ({}, {"match": 1}):
        again = private(await town.ada.slash(town.tavern, "match look-back", **named))
        assert "mistake 1 of" in again.content
    unnamed = private(await town.stranger.slash(town.tavern, "match look-back"))
    assert "haven't finished a match yet" in unnamed.content
    stranger = private(await press(town.stranger, town.board(), purposes.ANALYSIS))
    assert "You weren't in match #1 when it ended" in stranger.content


async def test_it_starts_over_after_a_restart_with_the_same_result(town: Town) -> None:
    await played(town)
    waiting = private(await press(town.ada, town.board(), purposes.ANALYSIS))
    await town.app.analyses.settled()
    await press(town.ada, waiting, purposes.ANALYSIS)
    text = waiting.content
    await town.restart()
    await press(town.ada, waiting, purposes.ANALYSIS)
    assert "Press again" in waiting.content
    await town.app.analyses.settled()
    await press(town.ada, waiting, purposes.ANALYSIS)
    assert waiting.content == text


async def test_a_player_who_had_no_choice_is_told_so(town: Town) -> None:
    await town.give_up(await town.open("tiny", town.ada, town.bo))
    waiting = private(await press(town.bo, town.board(), purposes.ANALYSIS))
    await town.app.analyses.settled()
    await press(town.bo, waiting, purposes.ANALYSIS)
    assert "You had nothing to decide" in waiting.content


async def test_each_decision_has_a_page(town: Town) -> None:
    await played(town)
    analyses = town.app.analyses
    await analyses.of((await town.match()).id, town.ada.id)
    await analyses.settled()
    position, found = await analyses.of((await town.match()).id, town.ada.id)
    assert isinstance(found, Analysis)
    three = replace(found, missteps=found.missteps[:1] * 3)
    pages = [analysis_message(position, three, ("Ada", "Bo"), page) for page in (0, 1, 2, 9)]
    assert [page.content.splitlines()[0][-6:] for page in pages] == ["1 of 3", "2 of 3", "3 of 3", "3 of 3"]
    turning = [[getattr(item, "label", "") for item in page.items[1:]] for page in pages[:3]]
    assert turning == [["Next"], ["Previous", "Next"], ["Previous"]]
