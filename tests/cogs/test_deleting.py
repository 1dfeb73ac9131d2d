"""A user who joins a lobby at the moment at which their data is deleted keeps their seat and their data."""

import pytest

from bot.model.match import UserId
from bot.model.new_match import NewMatch
from cogs.people.purposes import DATA_DELETE
from tests.cogs.town import Town, press, private


async def test_a_seat_that_is_taken_meanwhile_is_not_taken_away(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = private(await town.ada.slash(town.tavern, "data delete"))
    people = town.app.user_data
    check = people.check_deletable

    async def and_then_sit_down(user: UserId) -> None:
        await check(user)
        await town.app.lobbies.create(
            NewMatch(guild=town.guild.id, channel=town.tavern.id, host=user, game="tiny"),
            interaction=7,
        )

    monkeypatch.setattr(people, "check_deletable", and_then_sit_down)
    refused = private(await press(town.ada, asked, DATA_DELETE))
    assert "You joined a match just now" in refused.content
    await town.restart()
    assert (await town.match()).seat_of(town.ada.id) == 0
    assert (await town.match()).host == town.ada.id
