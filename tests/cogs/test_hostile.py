"""Forged presses lead to a private explanation or a legal move, never to anything else. `tests.chaos.crowd` presses and
types at random.
"""

import pytest

from tests.chaos.crowd import FORGED, FORGED_MENUS
from tests.chaos.simulated_server import answer_faults
from tests.cogs.town import Town
from tests.examples import thorough


@pytest.mark.parametrize("status", ["live", *thorough("lobby", "over")])
async def test_forged_ids_change_nothing(town: Town, status: str) -> None:
    if status == "lobby":
        await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    else:
        await town.open("allocator", town.ada, town.bo)
    if status == "over":
        await town.app.matches.resign((await town.match()).id, town.bo.id, interaction=1)
    before = await town.match()
    for person in (town.stranger, town.cleo):
        for forged in FORGED:
            if forged == "join/1" and status == "lobby":
                continue
            assert list(answer_faults(await town.forge(person, town.board(), forged))) == []
        for forged, value in FORGED_MENUS:
            assert list(answer_faults(await town.forge(person, town.board(), forged, value))) == []
    assert await town.match() == before
    assert await town.app.matches.of_user(town.stranger.id) == []


async def test_a_players_forged_presses_are_legal_moves_or_nothing(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    legal = {str(action) for person in (town.ada, town.bo) for action in (await town.view_for(person)).view.options}
    for person in (town.ada, town.bo):
        for forged in FORGED:
            before = await town.match()
            result = await town.forge(person, town.board(), forged)
            assert result.acknowledged
            after = await town.match()
            assert after == before or forged.rpartition("/")[2] in legal
