"""`/matches` also lists what one has finished: on every server, by game and opponent, with *Replay* and *Rematch*."""

from bot.model.lobby_settings import LobbySettings
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from cogs.commands.matches import HISTORY_WITH
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private


async def finish(town: Town, game: str = "tiny", *, winner: int = 0, loser: int = 1) -> int:
    """Let one person win a match against another who resigns, and return its number."""
    people = town.people[winner], town.people[loser]
    number = (await town.open(game, *people)).id
    await town.app.matches.resign(number, people[1].id, interaction=10_000 + number)
    await town.delivered(number)
    return number


async def test_live_matches_come_first_then_finished_ones_with_result_opponent_and_date(town: Town) -> None:
    await finish(town)
    await town.wait(60)
    await finish(town, winner=2, loser=0)
    await town.open("tiny", town.ada, town.bo)
    shown = private(await town.ada.slash(town.tavern, "matches"))
    order = ["#3 · Tiny", "**Finished**", "**#2 · Tiny**: lost to Cleo", "**#1 · Tiny**: won against Bo"]
    places = [shown.content.index(part) for part in order]
    assert places == sorted(places)
    assert shown.content.count(f":d>, in <#{town.tavern.id}>") == 2
    labels = ["Hand of #3", "Replay #2", "Replay #1", "Rematch #2", "Rematch #1"]
    assert [label for label in buttons(shown) if label in labels] == labels


async def test_replay_and_rematch_are_one_press_away_from_direct_messages(town: Town) -> None:
    await finish(town)
    shown = private(await town.ada.user.slash("matches"))
    replay = private(await town.ada.user.click(shown, label="Replay #1"))
    assert "replay, " in replay.content
    again = private(await town.ada.user.click(shown, label="Rematch #1"))
    assert "Match #2 is open" in again.content
    assert (await town.match(2)).channel == town.tavern.id


async def test_the_list_is_limited_to_a_game_and_an_opponent_on_every_page(town: Town) -> None:
    for _ in range(6):
        await finish(town)
    await finish(town, "heist")
    await finish(town, winner=0, loser=2)
    shown = private(await town.ada.slash(town.tavern, "matches", game="tiny", opponent=town.bo))
    assert shown.content.startswith(f"**Your matches of Tiny with <@{town.bo.id}>**, page 1 of 2")
    assert "Cleo" not in shown.content
    assert "Heist" not in shown.content
    following = private(await press(town.ada, shown, purposes.MATCHES))
    assert following.content.startswith(f"**Your matches of Tiny with <@{town.bo.id}>**, page 2 of 2")
    assert following.content.count("won against Bo") == 1
    none = private(await town.ada.slash(town.tavern, "matches", opponent=town.stranger))
    assert none.content == "You have no such matches."


async def test_the_context_menu_of_a_user_lists_the_matches_with_them(town: Town) -> None:
    await finish(town)
    await finish(town, winner=0, loser=2)
    shown = private(await town.ada.context_menu(town.attic, HISTORY_WITH, town.bo))
    assert "won against Bo" in shown.content
    assert "Cleo" not in shown.content
    own = private(await town.ada.context_menu(town.attic, HISTORY_WITH, town.ada))
    assert "won against Cleo" in own.content, "one's own name lists all"


async def test_a_match_without_a_result_says_so_and_cannot_be_played_again(town: Town) -> None:
    match = await town.open("tiny", town.ada, town.bo)
    await town.app.administration.end(match.id, town.stranger.id, interaction=77)
    await town.delivered(match.id)
    shown = private(await town.ada.slash(town.tavern, "matches"))
    assert "ended without a result, with Bo" in shown.content
    assert [label for label in buttons(shown) if "#" in label] == ["Replay #1"]


async def test_a_match_of_more_players_names_the_place(town: Town) -> None:
    await town.give_up(await town.open("heist", *town.people[:4]))
    shown = private(await town.dan.slash(town.tavern, "matches"))
    assert " of 4, with " in shown.content


async def test_a_replay_without_a_number_is_of_the_latest_match_anywhere(town: Town) -> None:
    await finish(town)
    elsewhere = town.env.create_guild("Elsewhere", owner=town.ada.user)
    hall = elsewhere.create_text_channel("hall")
    member = elsewhere.add_member(town.bo.user)
    for answer in (await town.bo.user.slash("match replay"), await member.slash(hall, "match replay")):
        assert "Match #1" in private(answer).content
        assert "replay, " in private(answer).content
    refused = private(await town.stranger.slash(town.attic, "match replay"))
    assert refused.content == "You haven't finished a match yet. `/match new` opens one."


async def test_a_deleted_opponent_stays_nameless_and_is_no_filter(town: Town) -> None:
    await finish(town)
    await town.app.user_data.delete(town.bo.id)
    assert "won against A former member" in private(await town.ada.slash(town.tavern, "matches")).content
    none = private(await town.ada.slash(town.tavern, "matches", opponent=town.bo))
    assert none.content == "You have no such matches."


async def test_an_invitation_is_not_listed_where_its_game_is_left_out(town: Town) -> None:
    new = NewMatch(
        guild=town.guild.id,
        channel=town.attic.id,
        host=town.bo.id,
        game="heist",
        settings=LobbySettings(asked=(town.ada.id,)),
    )
    position = await town.app.lobbies.create(new, interaction=5)
    assert position.match.status is Status.LOBBY
    assert f"match #{MatchId(1)}" in private(await town.ada.slash(town.tavern, "matches", opponent=town.bo)).content
    assert private(await town.ada.slash(town.tavern, "matches", game="tiny")).content == "You have no such matches."
