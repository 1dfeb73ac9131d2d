"""A series: several games in one channel, with sides swapped, until nobody can catch up."""

import asyncio

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.refusals import ChannelTaken, TableFull, TooFewPlayers
from bot.model.series import Series
from bot.store.database import Database
from bot.store.series import unfinished
from rules.core.play import Outcome
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, SEED, STRANGER, TINY, fresh, open_lobby


async def begun(app: Application, best_of: int = 3) -> Match:
    """Start a series of Ann and Ben, with the timers that continue it."""
    await app.timers.open()
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="steep", best_of=best_of),
        interaction=fresh(),
    )
    return (await app.lobbies.join(lobby.match.id, BEN, deck="level", interaction=fresh())).match


async def rest(app: Application) -> None:
    """Wait until everything that is due has been done, and post the commitment of the next game."""
    for _, number in await app.positions.read(unfinished):
        app.timers.schedule(MatchId(number), 0)
    for _ in range(3):
        await asyncio.sleep(0)
    await app.timers.settled()
    waiting = await app.matches.in_channel(CHANNEL)
    if waiting is not None and waiting.match.series is not None:
        await app.lobbies.start_committed(waiting.match.id, 1)


async def lost_by(app: Application, match: Match, user: int) -> Match | None:
    """Let a user resign a game; return the next one if the series goes on."""
    await app.matches.resign(match.id, user, interaction=fresh())
    await rest(app)
    following = await app.matches.in_channel(CHANNEL)
    return None if following is None else following.match


async def test_a_series_begins_when_two_have_joined_though_the_game_seats_three(app: Application) -> None:
    match = await begun(app)
    assert match.status is Status.LIVE
    assert match.series == Series(first_id=match.id, best_of=3)
    await app.timers.close()


async def test_the_sides_are_swapped_and_decks_are_kept(app: Application) -> None:
    first = await begun(app)
    second = await lost_by(app, first, BEN)
    assert second is not None
    assert [seated.user for seated in second.players] == [seated.user for seated in reversed(first.players)]
    assert {seated.user: seated.deck for seated in second.players} == {ANN: "steep", BEN: "level"}
    assert (second.pace, second.options, second.channel) == (first.pace, first.options, first.channel)
    await app.timers.close()


async def test_the_score_follows_the_players_and_two_wins_of_three_end_the_series(app: Application) -> None:
    first = await begun(app)
    second = await lost_by(app, first, BEN)
    assert second is not None
    assert second.series is not None
    assert second.series.wins[second.seat_of(ANN) or 0] == 1
    assert sum(second.series.wins) == 1
    assert await lost_by(app, second, BEN) is None
    over = (await app.positions.get(second.id)).match
    assert over.series is not None
    assert over.series.winner(over.outcome) == over.seat_of(ANN)
    await app.timers.close()


async def test_one_win_each_needs_a_third_game_which_is_the_last(app: Application) -> None:
    first = await begun(app)
    second = await lost_by(app, first, BEN)
    assert second is not None
    third = await lost_by(app, second, ANN)
    assert third is not None
    assert third.series is not None
    assert third.series.game_number == 3
    assert third.series.wins == (1, 1)
    assert await lost_by(app, third, ANN) is None
    await app.timers.close()


@pytest.mark.parametrize(
    ("wins", "game_number", "best_of", "ranks", "decided"),
    [
        ((0, 0), 1, 3, (1, 2), False),
        ((1, 0), 2, 3, (1, 2), True),
        ((1, 0), 2, 3, (1, 1), False),
        ((1, 0), 3, 3, (1, 1), True),
        ((2, 0), 3, 5, (2, 1), False),
        ((2, 0), 3, 5, (1, 2), True),
        ((2, 0), 4, 5, (1, 1), True),
        ((2, 1), 4, 5, (2, 1), False),
    ],
)
def test_a_series_is_decided_once_the_lead_exceeds_the_games_left(
    wins: tuple[int, int], game_number: int, best_of: int, ranks: tuple[int, int], *, decided: bool
) -> None:
    series = Series(first_id=1, game_number=game_number, best_of=best_of, wins=wins)
    assert series.is_decided(Outcome("", ranks)) is decided


async def test_the_next_game_begins_after_a_restart_and_once(app: Application, database: Database) -> None:
    first = await begun(app)
    await app.timers.close()
    await app.matches.resign(first.id, BEN, interaction=fresh())
    again = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    await again.timers.open()
    await rest(again)
    await again.timers.close()
    twice = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    await twice.timers.open()
    await rest(twice)
    second = await twice.matches.in_channel(CHANNEL)
    assert second is not None
    assert second.match.id == first.id + 1
    assert (await twice.positions.get(first.id)).match.series == Series(first_id=first.id, best_of=3, next_id=2)
    await twice.timers.close()


async def test_an_ended_match_ends_its_series(app: Application) -> None:
    first = await begun(app)
    await app.administration.end(first.id, STRANGER, interaction=fresh())
    await rest(app)
    assert await app.matches.in_channel(CHANNEL) is None
    await app.timers.close()


async def test_a_deleted_player_ends_the_series(app: Application) -> None:
    first = await begun(app)
    await app.timers.close()
    await app.matches.resign(first.id, BEN, interaction=fresh())
    await app.user_data.delete(BEN)
    await app.timers.open()
    await rest(app)
    assert await app.matches.in_channel(CHANNEL) is None
    await app.timers.close()


async def test_the_next_game_waits_for_a_busy_channel(app: Application) -> None:
    first = await begun(app)
    await app.timers.close()
    await app.matches.resign(first.id, BEN, interaction=fresh())
    other = await open_lobby(app)
    await app.timers.open()
    await rest(app)
    assert (await app.positions.get(first.id)).match.series == Series(first_id=first.id, best_of=3)
    with pytest.raises(ChannelTaken):
        await open_lobby(app)
    await app.lobbies.leave(other.id, ANN, interaction=fresh())
    await app.timers.close()
    await app.timers.open()
    await rest(app)
    following = await app.matches.in_channel(CHANNEL)
    assert following is not None
    assert following.match.id == MatchId(other.id + 1)
    await app.timers.close()


async def test_a_third_player_finds_no_seat(app: Application) -> None:
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", best_of=3),
        interaction=fresh(),
    )
    with pytest.raises(TableFull):
        await app.invitations.ask(lobby.match.id, ANN, [BEN, CLEO], interaction=fresh())
    with pytest.raises(TooFewPlayers):
        await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())
