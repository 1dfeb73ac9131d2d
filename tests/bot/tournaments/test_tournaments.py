"""The service of tournaments on a real file: what is stored, what happens at once, and what survives a restart."""

import asyncio

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.decks.refusals import BadDeck, NoSuchDeck
from bot.model.match import Match, MatchId
from bot.model.match import Status as MatchStatus
from bot.model.pace import Pace
from bot.model.refusals import BadTable, ChannelTaken, NotAllowed, NotUnderstood, StaleDecision, TooFewPlayers
from bot.model.shards import Shard, ShardRange
from bot.store.database import Database
from bot.store.leases import Work
from bot.store.series import unfinished
from bot.tournaments.progress import Progress
from bot.tournaments.refusals import (
    AlreadyEntered,
    DroppedOutBefore,
    EnteredWithBlocked,
    HasStarted,
    NotEntered,
    NotOrganizer,
    PlacesReserved,
    TournamentHere,
)
from bot.tournaments.standings import standings
from bot.tournaments.tournaments import Terms, Tournaments
from bot.tournaments.values import DRAW, LOSS, WIN, Key, Part, Reason, Status, System, Tournament
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import CHANNEL, GUILD, SEED, TINY, fresh

HOST = 7
USERS = (21, 22, 23, 24, 25, 26)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)


def progress(service: Tournaments) -> Progress:
    """Return the object that carries on the tournaments of a service."""
    return Progress(service._app, service)


@pytest.fixture
def service(app: Application) -> Tournaments:
    return Tournaments(app)


async def opened(  # what an organizer chooses
    service: Tournaments,
    *users: int,
    system: System = System.SWISS,
    best_of: int = 1,
    seconds: int | None = None,
    most: int = 64,
    fill: str = "",
) -> Tournament:
    terms = Terms(
        guild=GUILD,
        channel=CHANNEL,
        organizer=HOST,
        game="tiny",
        system=system,
        pace=Pace.read("24h"),
        best_of=best_of,
        round_seconds=seconds,
        most=most,
        fill=fill,
    )
    tournament = await service.create(terms)
    for user in users:
        tournament = await service.join(tournament.id, user)
    return tournament


async def begun(service: Tournaments, number: int) -> list[Match]:
    """Begin every match of the present round that is not begun, each in a thread of its own; return them by board."""
    tournament = await service.get(number)
    for pairing in tournament.current:
        if pairing.scores is None and pairing.match is None:
            thread = 1_000_000 * pairing.round + pairing.board
            await record(service._app, f"{tournament.key}/{pairing.round}/{pairing.board}", thread)
            made = await progress(service).begin(tournament, pairing, thread)
            await service._app.lobbies.start_committed(made.match.id, 1)
    tournament = await service.get(number)
    return [await match_of(service, each.match) for each in tournament.current if each.match is not None]


async def record(app: Application, subject: str, message: int) -> None:
    """Store the message that announces a pairing."""
    for number in await app.announcements.due_on(Work.TOURNAMENTS, GUILD):
        row = await app.announcements.due(number)
        if row is not None and row.subject == subject:
            await app.announcements.save(row._replace(message=message, shown=row.owed))


async def match_of(service: Tournaments, number: int) -> Match:
    return (await service._app.positions.get(MatchId(number))).match


async def next_game(app: Application, channel: int) -> None:
    """Wait until the next game of a series is open, and post its commitment."""
    for _, number in await app.positions.read(unfinished):
        app.timers.schedule(MatchId(number), 0)
    for _ in range(3):
        await asyncio.sleep(0)
    await app.timers.settled()
    here = await app.matches.in_channel(channel)
    if here is not None:
        await app.lobbies.start_committed(here.match.id, 1)


async def second_loses(service: Tournaments, matches: list[Match]) -> None:
    for match in matches:
        await service._app.matches.resign(match.id, match.players[1].user, interaction=fresh())


async def test_four_play_a_swiss_to_its_end(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    after = await service.start(number, HOST, manages=False)
    for _ in range(2):
        await second_loses(service, await begun(service, number))
        after = await progress(service).advance(number)
    assert after.status is Status.OVER
    assert [row.half_points for row in standings(after)] == [4, 2, 2, 0]


async def test_a_match_sits_its_pairing_in_order_at_the_pace_and_is_rated(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    start = await service.start(number, HOST, manages=False)
    match = (await begun(service, number))[0]
    users = [start.entry(entry).user for entry in start.current[0].entries]
    assert [player.user for player in match.players] == users
    assert (match.status, match.pace, match.is_rated) == (MatchStatus.LIVE, Pace.read("24h"), True)


async def test_a_match_begins_once_however_often_it_is_tried(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    start = await service.start(number, HOST, manages=False)
    positions = await asyncio.gather(*(progress(service).begin(start, start.current[0], 5_000) for _ in range(3)))
    assert len({position.match.id for position in positions}) == 1
    assert (await service.get(number)).current[0].match == positions[0].match.id


async def test_two_starts_at_once_start_it_once(service: Tournaments) -> None:
    number = (await opened(service, *USERS)).id
    starts = await asyncio.gather(
        *(service.start(number, HOST, manages=False) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(each, HasStarted) for each in starts) == 2
    assert len((await service.get(number)).pairings) == 3


async def test_all_who_join_at_once_are_in(service: Tournaments) -> None:
    number = (await opened(service)).id
    await asyncio.gather(*(service.join(number, user) for user in USERS))
    entries = (await service.get(number)).entries
    assert {entry.user for entry in entries} == set(USERS)
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 5, 6]


async def test_nobody_joins_and_it_cannot_start(service: Tournaments) -> None:
    number = (await opened(service)).id
    with pytest.raises(TooFewPlayers):
        await service.start(number, HOST, manages=False)
    assert (await progress(service).advance(number)).status is Status.OPEN


async def test_computers_fill_up_what_is_missing(service: Tournaments) -> None:
    number = (await opened(service, USERS[0], system=System.ELIMINATION, fill="novice")).id
    start = await service.start(number, HOST, manages=False)
    assert [entry.computer for entry in start.entries] == ["", "novice", "novice", "novice"]
    matches = await begun(service, number)
    assert {len(match.computers) for match in matches} == {1, 2}
    assert all(match.status is MatchStatus.LIVE for match in matches)


async def test_refusals(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4], most=4)).id
    with pytest.raises(TournamentHere):
        await opened(service)
    with pytest.raises(AlreadyEntered):
        await service.join(number, USERS[0])
    with pytest.raises(NotEntered):
        await service.leave(number, USERS[5])
    with pytest.raises(NotOrganizer):
        await service.start(number, USERS[0], manages=False)
    with pytest.raises(NotUnderstood):
        await service.named(Key(number, "zzzzzz"))
    await service.start(number, USERS[0], manages=True)
    with pytest.raises(HasStarted):
        await service.leave(number, USERS[0])
    await service.drop(number, USERS[0])
    with pytest.raises(DroppedOutBefore):
        await service.join(number, USERS[0])
    await service.end(number, HOST, manages=False)
    for late in (service.join(number, 77), service.drop(number, USERS[1]), service.end(number, HOST, manages=True)):
        with pytest.raises(StaleDecision):
            await late
    with pytest.raises(NotUnderstood):
        await service.here(CHANNEL)
    assert (await service.here(CHANNEL, unfinished=False)).id == number


async def test_who_is_too_many_waits_and_moves_up(service: Tournaments) -> None:
    full = await opened(service, *USERS, most=4)
    assert [entry.part for entry in full.entries[4:]] == [Part.WAITING, Part.WAITING]
    after = await service.leave(full.id, USERS[0])
    assert [entry.user for entry in after.players] == [*USERS[1:5]]


@pytest.mark.parametrize("system", System)
async def test_nobody_enters_beside_a_user_they_block(service: Tournaments, system: System) -> None:
    number = (await opened(service, USERS[0], system=system)).id
    await service._app.blocks.block(USERS[1], USERS[0])
    await service._app.blocks.block(USERS[0], USERS[2])
    with pytest.raises(EnteredWithBlocked):
        await service.join(number, USERS[1])
    with pytest.raises(PlacesReserved):
        await service.join(number, USERS[2])


async def test_who_blocks_an_opponent_after_entering_gives_that_match_up(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4], system=System.ROUND_ROBIN)).id
    for other in USERS[1:4]:
        await service._app.blocks.block(USERS[0], other)
    start = await service.start(number, HOST, manages=False)
    [met] = [pairing for pairing in start.pairings if 1 in pairing.entries]
    assert (met.loser, met.reason) == (1, Reason.FORFEIT)


async def test_who_drops_out_resigns_the_match_and_the_opponent_goes_on(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4], system=System.ELIMINATION)).id
    await service.start(number, HOST, manages=False)
    match, other = await begun(service, number)
    gone = match.players[0].user
    await service.drop(number, gone)
    after = await progress(service).advance(number)
    assert (await match_of(service, match.id)).status is MatchStatus.OVER
    assert after.current[0].reason is Reason.FORFEIT
    await second_loses(service, [other])
    final = await progress(service).advance(number)
    assert final.round == 2
    assert gone not in {final.entry(entry).user for entry in final.current[0].entries}


async def test_who_drops_out_of_a_series_resigns_each_of_its_games(service: Tournaments, app: Application) -> None:
    number = (await opened(service, *USERS[:4], best_of=3)).id
    await service.start(number, HOST, manages=False)
    match = (await begun(service, number))[0]
    gone = match.players[0].user
    await service.drop(number, gone)
    await app.timers.open()
    for _ in range(4):
        await progress(service).advance(number)
        await next_game(app, match.channel)
    assert await app.matches.in_channel(match.channel) is None
    games = [await match_of(service, each) for each in (match.id, match.id + 2)]
    assert all(each.outcome and each.outcome.winners == (1 - (each.seat_of(gone) or 0),) for each in games)
    await app.timers.close()


async def test_the_series_decides_its_pairing_whoever_sits_first(service: Tournaments, app: Application) -> None:
    number = (await opened(service, *USERS[:4], best_of=3)).id
    start = await service.start(number, HOST, manages=False)
    match = (await begun(service, number))[0]
    loser = match.players[0].user
    await app.timers.open()
    for _ in range(2):
        game = await app.matches.in_channel(match.channel)
        assert game is not None
        assert (await progress(service).advance(number)).current[0].scores is None
        await app.matches.resign(game.match.id, loser, interaction=fresh())
        await next_game(app, match.channel)
    after = await progress(service).advance(number)
    assert after.current[0].scores == (LOSS, WIN)
    assert start.entry(after.current[0].first).user == loser
    await app.timers.close()


async def test_at_the_end_of_a_round_the_slower_player_loses(service: Tournaments, time: Time) -> None:
    number = (await opened(service, *USERS[:4], seconds=1_000)).id
    await service.start(number, HOST, manages=False)
    slow, unequal = await begun(service, number)
    app = service._app
    time.go_on(600)
    for match, quick in ((slow, 1), (unequal, 0)):
        table_view = (await app.positions.get(match.id)).view_for(match.players[quick].user)
        option = str(table_view.view.options[0])
        await app.matches.act(match.id, match.players[quick].user, option, decision=None, interaction=fresh())
    time.go_on(399)
    assert (await progress(service).advance(number)).round == 1
    time.go_on(1)
    after = await progress(service).advance(number)
    assert [pairing.scores for pairing in after.pairings if pairing.round == 1] == [(LOSS, WIN), (WIN, LOSS)]
    assert after.round == 2
    assert after.deadline == time().timestamp() + 1_000
    assert {(await match_of(service, match.id)).status for match in (slow, unequal)} == {MatchStatus.OVER}


@pytest.mark.parametrize("is_host", [False, True])
async def test_who_leaves_the_lobby_of_a_match_before_it_begins_has_forfeited_it(
    service: Tournaments, *, is_host: bool
) -> None:
    opened_one = await opened(service, *(HOST, *USERS[:3]) if is_host else USERS[:4])
    start = await service.start(opened_one.id, HOST, manages=False)
    match = (await progress(service).begin(start, start.current[0], 5_000)).match
    gone = next(player.user for player in match.players if player.user != HOST)
    assert match.status is MatchStatus.LOBBY
    await service._app.lobbies.leave(match.id, gone, interaction=fresh())
    after = (await progress(service).advance(start.id)).current[0]
    assert after.loser is not None
    assert (start.entry(after.loser).user, after.reason) == (gone, Reason.FORFEIT)


async def test_an_ended_match_shares_the_points(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    await service.start(number, HOST, manages=False)
    match, _ = await begun(service, number)
    await service._app.administration.end(match.id, HOST, interaction=fresh())
    after = await progress(service).advance(number)
    assert (after.current[0].scores, after.current[0].reason) == ((DRAW, DRAW), Reason.UNPLAYED)


@pytest.mark.parametrize("channel", [CHANNEL, 0], ids=["channel", "server"])
async def test_it_pauses_while_its_place_is_gone_and_its_round_ends_later(
    service: Tournaments, time: Time, channel: int
) -> None:
    number = (await opened(service, *USERS[:4], seconds=1_000)).id
    start = await service.start(number, HOST, manages=False)
    matches = await begun(service, number)
    app = service._app
    await app.absences.leave(GUILD, channel)
    time.go_on(5_000)
    paused = await progress(service).advance(number)
    assert (paused.round, await progress(service).is_paused(paused)) == (1, True)
    assert all([await app.positions.clocks.stopped_since(match) is not None for match in matches])
    await app.absences.come_back(GUILD, channel)
    on = await progress(service).advance(number)
    assert (on.round, await progress(service).is_paused(on)) == (1, False)
    assert on.deadline == (start.deadline or 0) + 5_000


async def test_pauses_within_a_pause_move_the_end_of_a_round_once(service: Tournaments, time: Time) -> None:
    number = (await opened(service, *USERS[:4], seconds=1_000)).id
    progress(service)
    app = service._app
    await app.timers.open()
    time.go_on(100)
    start = await service.start(number, HOST, manages=False)
    app.timers.watch()
    await app.absences.leave(GUILD)
    time.go_on(100)
    app.timers.pause()
    await app.absences.leave(GUILD, CHANNEL)
    time.go_on(100)
    await app.absences.come_back(GUILD)
    time.go_on(100)
    await app.timers.go_on()
    time.go_on(100)
    await app.absences.come_back(GUILD, CHANNEL)
    assert (await service.get(number)).deadline == (start.deadline or 0) + 400
    await app.timers.close()


async def test_it_ends_with_a_place_that_stays_away(service: Tournaments, time: Time) -> None:
    number = (await opened(service, *USERS[:4])).id
    await service._app.absences.leave(GUILD)
    time.go_on(31 * 24 * 60 * 60)
    await service._app.absences.compare([])
    assert (await service.get(number)).status is Status.ENDED


async def test_a_round_ends_later_by_the_time_in_which_the_bot_was_down(
    service: Tournaments, database: Database, time: Time
) -> None:
    number = (await opened(service, *USERS[:4], seconds=1_000)).id
    start = await service.start(number, HOST, manages=False)
    await service._app.timers.open()
    time.go_on(10)
    await service._app.timers.close()
    time.go_on(5_000)
    app = Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)
    again = Tournaments(app)
    progress(again)
    await app.timers.open()
    assert (await progress(again).advance(number)).deadline == (start.deadline or 0) + 5_000
    assert (await again.get(number)).round == 1
    await app.timers.close()


async def test_among_several_processes_it_ends_later_by_the_time_in_which_the_shard_of_its_server_was_lost(
    database: Database, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "is_shared", True)
    app = Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: SEED)
    ours, other = Shard((GUILD >> 22) % 2, 2), Shard(1 - (GUILD >> 22) % 2, 2)
    await app.leases.claim(ShardRange(0, 1, 2))
    app.shard_outages.expect([ours, other])
    for shard in (ours, other):
        await app.shard_outages.restore(shard)
    service = Tournaments(app)
    progress(service)
    number = (await opened(service, *USERS[:4], seconds=1_000)).id
    start = await service.start(number, HOST, manages=False)
    for shard, deadline in ((other, start.deadline or 0), (ours, (start.deadline or 0) + 500)):
        app.shard_outages.lose(shard)
        await app.shard_outages.store()
        time.go_on(500)
        await app.shard_outages.restore(shard)
        assert (await service.get(number)).deadline == deadline


async def test_a_deleted_user_stays_as_a_pseudonym_that_has_dropped_out(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:5])).id
    await service._app.user_data.delete(USERS[4])
    assert len((await service.get(number)).entries) == 4
    start = await service.start(number, HOST, manages=False)
    exported = await service._app.user_data.export(USERS[0])
    assert [row["id"] for row in exported["tournaments"]] == [number]
    await service._app.user_data.delete(USERS[0])
    await service._app.user_data.delete(HOST)
    after = await progress(service).advance(number)
    assert (after.entry(1).part, after.version > start.version) == (Part.OUT, True)
    assert (after.entry(1).user or 0) < 0
    assert after.organizer < 0
    assert after.organizer != after.entry(1).user
    assert [pairing.reason for pairing in after.current if 1 in pairing.entries] == [Reason.FORFEIT]


async def test_a_game_that_two_cannot_play_has_no_tournament(
    service: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TINY, "seats", (3,))
    with pytest.raises(TooFewPlayers):
        await opened(service)


async def test_a_busy_channel_does_not_begin_a_match(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    start = await service.start(number, HOST, manages=False)
    one, other = start.current
    await progress(service).begin(start, one, 5_000)
    with pytest.raises(ChannelTaken):
        await progress(service).begin(start, other, 5_000)
    assert (await service.get(number)).current[1].match is None


async def test_somebody_who_waits_can_leave_after_the_start(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    await service.start(number, HOST, manages=False)
    assert (await service.join(number, USERS[5])).entry(5).part is Part.WAITING
    assert len((await service.leave(number, USERS[5])).entries) == 4
    with pytest.raises(NotAllowed):
        await service.drop(number, USERS[5])


async def test_each_plays_the_deck_of_their_choice_until_it_is_gone(service: Tournaments, app: Application) -> None:
    number = (await opened(service, *USERS[:4])).id
    own = await app.decks.create(USERS[0], "tiny", "Mine", TINY.decks["level"].cards, interaction=fresh())
    await service.choose_deck(number, USERS[0], own.id)
    await service.choose_deck(number, USERS[1], "level")
    await app.decks.set_default(USERS[2], "tiny", "level")
    await service.start(number, HOST, manages=False)
    first = await begun(service, number)
    decks = {player.user: player.deck for match in first for player in match.players}
    assert (decks[USERS[0]], decks[USERS[1]], decks[USERS[2]]) == (own.id, "level", "level")

    await app.decks.delete(USERS[0], own.id)
    tournament = await service.get(number)
    entry = tournament.entry_of(USERS[0])
    assert entry is not None
    assert not await service.has_deck(tournament, entry)
    await second_loses(service, first)
    await progress(service).advance(number)
    second = await begun(service, number)
    decks = {player.user: player.deck for match in second for player in match.players}
    assert decks[USERS[0]] in TINY.decks
    assert decks[USERS[1]] == "level"


async def test_a_deck_that_cannot_be_played_is_not_chosen(service: Tournaments, app: Application) -> None:
    number = (await opened(service, *USERS[:4])).id
    unfinished = await app.decks.create(USERS[0], "tiny", "Mine", [], interaction=fresh())
    for deck, refusal in ((unfinished.id, BadDeck), ("#99", NoSuchDeck), ("none such", BadTable)):
        with pytest.raises(refusal):
            await service.choose_deck(number, USERS[0], deck)
    with pytest.raises(NotEntered):
        await service.choose_deck(number, USERS[5], "level")
    assert {entry.deck for entry in (await service.get(number)).entries} == {""}


async def test_a_substitute_plays_a_deck_of_their_own(service: Tournaments) -> None:
    number = (await opened(service, *USERS[:4])).id
    await service.start(number, HOST, manages=False)
    await service.join(number, USERS[4])
    await service.choose_deck(number, USERS[4], "level")
    await service.choose_deck(number, USERS[0], "steep")
    matches = await begun(service, number)
    await service.drop(number, USERS[0])
    await second_loses(service, [match for match in matches if USERS[0] not in {each.user for each in match.players}])
    after = await progress(service).advance(number)
    chosen = {entry.user: entry.deck for entry in after.entries}
    assert (after.round, chosen[USERS[4]], chosen[USERS[0]]) == (2, "level", "")
