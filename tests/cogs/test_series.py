"""A series on Discord: one option of a new match, and no press between its games."""

import simcord

from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private


async def resign(town: Town, person: simcord.MemberActor) -> None:
    await press(person, private(await person.slash(town.tavern, "match resign")), purposes.RESIGN)


async def test_best_of_three_is_played_in_one_channel_with_a_score(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="heist", series="Best of 3")
    assert "Best of 3: up to 3 games, and sides are swapped after each." in town.board().content
    assert "Starts automatically once 1 more has joined." in town.board().content
    await town.bo.slash(town.tavern, "match join")
    first = await town.match()
    assert first.status is Status.LIVE
    one, other = ({town.ada.id: "Ada", town.bo.id: "Bo"}[player.user] for player in first.players)
    assert f"Best of 3 · game 1 · {one} 0 : 0 {other}" in town.board().content
    await resign(town, town.bo)
    await town.wait(10)
    await town.delivered()
    ended = next(message for message in town.public() if "after game 1" in message.content)
    assert "The next game starts by itself." in ended.content
    assert "Rematch" not in buttons(ended)
    second = await town.match(2)
    assert [player.user for player in second.players] == [player.user for player in reversed(first.players)]
    await town.delivered(2)
    assert "Best of 3 · game 2 · " in town.board().content
    await resign(town, town.bo)
    await town.delivered(2)
    assert "\n**Best of 3: Ada wins the series, " in town.board().content
    assert "Rematch" in buttons(town.board())
    assert await town.app.matches.in_channel(town.tavern.id) is None


async def test_a_series_goes_on_after_a_restart_between_two_games(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tiny", series="Best of 5", ask=town.bo.user)
    await town.bo.slash(town.tavern, "match join")
    first = await town.match()
    town.app.timers.pause()
    await town.app.matches.resign(first.id, town.ada.id, interaction=71)
    await town.delivered()
    await town.restart()
    await town.wait(10)
    assert (await town.match(2)).series is not None
    assert (await town.match(2)).status is Status.LIVE


async def test_a_series_for_three_is_refused(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "match new", game="heist", series="Best of 3", seats=3))
    assert said.content == "A series is for two players. Leave out the seats, or the series."


async def test_a_series_with_anyone_who_looks_for_a_match_is_refused(town: Town) -> None:
    said = await town.ada.slash(
        town.tavern, "match new", game="tiny", series="Best of 3", against="anyone on the server"
    )
    assert private(said).content == "You can play a series with people here, an invited player or a computer only."


async def test_a_series_of_no_game_is_not_forgotten_on_the_way(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "match new", series="Best of 3"))
    assert said.content == "Choose a game as well, or your other choices can't apply: `/match new game:`."
