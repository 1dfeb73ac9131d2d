"""Looking for others: lobbies for anybody narrow to what all would play, and begin by themselves."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.application import Application
from bot.application.lobby.merging import Mergings
from bot.application.match.outbox import NoteRow, Outbox
from bot.application.people.blocks import Blocks
from bot.content.library import Library
from bot.model.lobby_settings import STANDS, Gathering
from bot.model.match import Status
from bot.model.match_request import Wish, read_pace
from bot.model.notes import LobbiesMerged, LobbyExpired, Note
from bot.model.pace import PRESETS, Kind, Pace
from bot.model.position import Position
from bot.model.preferences import ServerPreferences
from bot.model.reasons.lobby import LobbyForOthers
from bot.model.reasons.settings import UnreadablePace
from bot.model.refusals import BadPace, TableFull, Unavailable
from bot.store.database import Database
from bot.store.errors import StoreError
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, TINY, fresh
from tests.heist_game import Heist

LIBRARY = Library.of({"tiny": TINY, "heist": Heist()})
SERVER = ServerPreferences()
DAN = 14
A_DAY = Pace.read("24h")
PACES = st.sampled_from([None, Kind.LIVE, Kind.CORRESPONDENCE, *PRESETS.values()])
WISHES = st.builds(
    Wish,
    games=st.lists(st.sampled_from(["a", "b", "c_d"]), min_size=1, unique=True).map(tuple),
    pace=PACES,
)


@given(WISHES, WISHES)
def test_what_pleases_both_pleases_each_and_is_the_same_from_either_side(one: Wish, other: Wish) -> None:
    both, turned = one.met(other), other.met(one)
    assert (both is None) == (turned is None)
    if both is not None and turned is not None:
        assert set(both.games) == set(turned.games) == set(one.games) & set(other.games)
        assert both.pace == turned.pace
        assert both.met(one) == both.met(other) == both
        settled = both.settled(SERVER)
        assert all(wish.pace in (None, settled, settled.kind) for wish in (one, other))


@given(WISHES)
def test_a_wish_is_read_as_it_is_stored(wish: Wish) -> None:
    assert Wish.read(str(wish)) == wish


def test_a_server_without_such_a_pace_refuses_it() -> None:
    server = replace(SERVER, paces=frozenset({Kind.LIVE}))
    Wish(games=("a",)).check(server)
    with pytest.raises(BadPace):
        Wish(games=("a",), pace=Kind.CORRESPONDENCE).check(server)
    with refused(UnreadablePace(text="soon")):
        read_pace("soon")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application.on(database, LIBRARY, clock=time, seeds=lambda: 1)


async def wait(app: Application, user: int, wish: Wish, wanted: int | None = None, channel: int = CHANNEL) -> Position:
    """A user opens a lobby for anybody."""
    return await app.lobbies.create(
        guild=GUILD,
        channel=channel,
        host=user,
        game=wish.games[0],
        options={},
        deck=None,
        interaction=fresh(),
        pace=wish.settled(SERVER),
        gathering=Gathering(wanted=wanted or app.matchmaking.least(wish.games[0]), wish=wish),
    )


async def join(app: Application, position: Position, user: int, wish: Wish) -> Position:
    return await app.matchmaking.join(position.match.id, user, wish, SERVER, interaction=fresh())


async def test_who_would_play_the_same_sit_down_together_and_it_begins(app: Application) -> None:
    opened = await wait(app, ANN, Wish(games=("heist", "tiny"), pace=Kind.CORRESPONDENCE))
    wish = Wish(games=("tiny",), pace=A_DAY)
    assert [found.match.id for found in await app.matchmaking.fitting(GUILD, BEN, wish)] == [opened.match.id]
    begun = await join(app, opened, BEN, wish)
    assert (begun.match.status, begun.match.game, begun.match.pace) == (Status.LIVE, "tiny", A_DAY)
    assert {player.user for player in begun.match.players} == {ANN, BEN}
    assert all(player.deck in TINY.decks for player in begun.match.players), "they play decks of that game"
    assert begun.seen.game is begun.game


async def test_of_several_games_that_please_both_the_one_is_played_that_whoever_waited_named_first(
    app: Application,
) -> None:
    opened = await wait(app, ANN, Wish(games=("tiny", "heist")))
    begun = await join(app, opened, BEN, Wish(games=("heist", "tiny")))
    assert (begun.match.status, begun.match.game) == (Status.LIVE, "tiny")


async def test_what_it_came_to_is_stored(app: Application, database: Database, time: Time) -> None:
    opened = await wait(app, ANN, Wish(games=("heist", "tiny")))
    await join(app, opened, BEN, Wish(games=("tiny",), pace=A_DAY))
    again = await Application.on(database, LIBRARY, clock=time).positions.get(opened.match.id)
    assert (again.match.game, again.match.pace, again.game.key) == ("tiny", A_DAY, "tiny")
    assert again.seen.digest == (await app.positions.get(opened.match.id)).seen.digest


async def test_what_would_not_please_both_does_not_bring_them_together(app: Application) -> None:
    opened = await wait(app, ANN, Wish(games=("tiny",), pace=A_DAY))
    for other in (Wish(games=("heist",)), Wish(games=("tiny",), pace=Kind.LIVE), Wish(games=("tiny",), pace=Pace())):
        assert await app.matchmaking.fitting(GUILD, BEN, other) == []
        with refused(LobbyForOthers(match_id=1)):
            await join(app, opened, BEN, other)
    assert await app.matchmaking.fitting(GUILD + 1, BEN, Wish(games=("tiny",))) == []


async def test_who_has_blocked_each_other_are_not_brought_together(app: Application, database: Database) -> None:
    wish = Wish(games=("tiny",))
    opened = await wait(app, ANN, wish)
    await Blocks(database).block(ANN, BEN)
    assert await app.matchmaking.fitting(GUILD, BEN, wish) == []
    with pytest.raises(TableFull):
        await join(app, opened, BEN, wish)
    assert len(await app.matchmaking.fitting(GUILD, CLEO, wish)) == 1


async def test_who_waits_already_is_known_to(app: Application) -> None:
    opened = await wait(app, ANN, Wish(games=("tiny", "heist")))
    where = await app.matchmaking.where(ANN, GUILD, Wish(games=("heist",)))
    assert where is not None
    assert where.id == opened.match.id
    assert await app.matchmaking.where(BEN, GUILD, Wish(games=("heist",))) is None


async def test_what_the_host_chooses_narrows_what_it_is_for(app: Application) -> None:
    opened = await wait(app, ANN, Wish(games=("tiny", "heist")))
    chosen = await app.lobbies.choose_pace(opened.match.id, ANN, A_DAY, interaction=fresh())
    assert chosen.match.gathering.wish == Wish(games=("tiny", "heist"), pace=A_DAY)
    option = TINY.options[0]
    chosen = await app.lobbies.choose_option(opened.match.id, ANN, option.name, option.values[-1], interaction=fresh())
    assert chosen.match.gathering.wish == Wish(games=("tiny",), pace=A_DAY)
    assert (await app.positions.get(opened.match.id)).match.options[option.name] == option.values[-1]


async def test_whoever_waits_longest_leaves_and_the_others_wait_on(app: Application) -> None:
    wish = Wish(games=("heist",))
    opened = await wait(app, ANN, wish, wanted=3)
    assert (await join(app, opened, BEN, wish)).match.status is Status.LOBBY
    left = await app.lobbies.leave(opened.match.id, ANN, interaction=fresh())
    assert (left.match.status, left.match.host) == (Status.LOBBY, BEN)
    assert len(await app.matchmaking.fitting(GUILD, CLEO, wish)) == 1
    assert (await app.lobbies.leave(opened.match.id, BEN, interaction=fresh())).match.status is Status.CLOSED


async def test_a_waiting_that_was_in_vain_ends_kindly(app: Application, database: Database, time: Time) -> None:
    opened = await wait(app, ANN, Wish(games=("tiny",)))
    time.go_on(STANDS)
    closed = await app.closings.give(opened.match.id)
    assert closed.match.status is Status.CLOSED
    [note] = [row for row in await Outbox(database).of_match(opened.match.id) if isinstance(row, NoteRow)]
    assert note.note == LobbyExpired()


Settled = Callable[[], Awaitable[None]]

HIDDEN = 999
"""A channel that nobody sees."""


async def sees(_guild: int, channel: int, _user: int) -> bool:
    return channel != HIDDEN


def merging(app: Application) -> Mergings:
    return Mergings(
        lobbies=app.lobbies,
        matchmaking=app.matchmaking,
        decks=app.decks,
        positions=app.positions,
        preferences=app.preferences,
        clock=app.clock,
        sees=sees,
    )


@pytest.fixture
async def settled(app: Application) -> AsyncIterator[Settled]:
    """Wait until the timers have done what is due."""
    await app.timers.open(merging(app))

    async def wait_for_it() -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        await app.timers.settled()

    yield wait_for_it
    await app.timers.close()


TWO_GAMES = Wish(games=("heist", "tiny"))
A_HEIST, A_TINY = Wish(games=("heist",)), Wish(games=("tiny",))


async def notes(database: Database, position: Position) -> dict[int, Note]:
    """What those who sit at a match are told by a note."""
    found = [row for row in await Outbox(database).of_match(position.match.id) if isinstance(row, NoteRow)]
    return {position.match.players[row.seat].user: row.note for row in found if row.seat is not None}


async def test_who_leaves_takes_along_what_they_did_not_want(app: Application) -> None:
    opened = await wait(app, ANN, TWO_GAMES, wanted=3)
    narrowed = await join(app, opened, BEN, Wish(games=("heist",), pace=A_DAY))
    assert narrowed.match.gathering.wish == Wish(games=("heist",), pace=A_DAY)
    left = await app.lobbies.leave(opened.match.id, BEN, interaction=fresh())
    assert left.match.gathering.wish == TWO_GAMES
    pressed = await app.lobbies.join(opened.match.id, BEN, interaction=fresh())
    assert pressed.match.gathering.wish == TWO_GAMES, "who presses Join takes what is offered"


async def test_two_that_come_to_fit_when_somebody_leaves_come_together_and_all_are_told(
    app: Application, database: Database, settled: Settled
) -> None:
    older = await wait(app, ANN, TWO_GAMES, wanted=3)
    await join(app, older, BEN, A_HEIST)
    newer = await wait(app, CLEO, A_TINY, channel=CHANNEL + 1)
    await settled()
    assert (await app.positions.get(newer.match.id)).match.status is Status.LOBBY, "they do not fit yet"
    await app.lobbies.leave(older.match.id, BEN, interaction=fresh())
    await settled()
    begun = await app.positions.get(older.match.id)
    assert (begun.match.status, begun.match.game) == (Status.LIVE, "tiny")
    assert {player.user for player in begun.match.players} == {ANN, CLEO}
    told = await notes(database, begun)
    assert told == {CLEO: LobbiesMerged(from_match_id=newer.match.id, has_begun=True)}
    closed = (await app.positions.get(newer.match.id)).match
    assert closed.status is Status.CLOSED
    assert closed.gathering.merged == begun.match.id
    assert await app.matches.of_user(CLEO) == [begun.match]


async def test_they_come_together_when_somebody_whom_they_avoid_leaves(
    app: Application, database: Database, settled: Settled
) -> None:
    await Blocks(database).block(CLEO, ANN)
    older = await wait(app, ANN, A_HEIST, wanted=3)
    await join(app, older, BEN, A_HEIST)
    newer = await wait(app, CLEO, A_HEIST, channel=CHANNEL + 1, wanted=3)
    await app.lobbies.choose_pace(newer.match.id, CLEO, A_DAY, interaction=fresh())
    await settled()
    assert (await app.positions.get(newer.match.id)).match.status is Status.LOBBY
    await app.lobbies.leave(older.match.id, ANN, interaction=fresh())
    await settled()
    after = await app.positions.get(older.match.id)
    assert [player.user for player in after.match.players] == [BEN, CLEO], "they wait on together"
    assert (after.match.host, after.match.pace) == (BEN, A_DAY)
    moved = LobbiesMerged(from_match_id=newer.match.id, has_begun=False)
    assert await notes(database, after) == {CLEO: moved}


async def test_as_many_move_as_are_missing_and_the_others_wait_on(app: Application, settled: Settled) -> None:
    older = await wait(app, ANN, Wish(games=("heist",), pace=A_DAY), wanted=3)
    await join(app, older, BEN, Wish(games=("heist",)))
    live = Wish(games=("heist",), pace=Kind.LIVE)
    newer = await wait(app, CLEO, live, channel=CHANNEL + 1, wanted=3)
    await join(app, newer, DAN, Wish(games=("heist",)))
    await settled()
    await app.lobbies.choose_pace(newer.match.id, CLEO, A_DAY, interaction=fresh())
    await settled()
    begun, rest = await app.positions.get(older.match.id), await app.positions.get(newer.match.id)
    assert {player.user for player in begun.match.players} == {ANN, BEN, CLEO}
    assert begun.match.status is Status.LIVE
    assert [player.user for player in rest.match.players] == [DAN]
    assert (rest.match.status, rest.match.host) == (Status.LOBBY, DAN)


async def test_nobody_is_sat_down_where_they_see_nothing(app: Application, settled: Settled) -> None:
    older = await wait(app, ANN, Wish(games=("tiny",), pace=Kind.LIVE), channel=HIDDEN)
    newer = await wait(app, CLEO, Wish(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())
    await settled()
    assert (await app.positions.get(newer.match.id)).match.status is Status.LOBBY


async def test_a_deck_that_was_chosen_goes_along(app: Application, settled: Settled) -> None:
    older = await wait(app, ANN, Wish(games=("tiny",), pace=Kind.LIVE))
    newer = await wait(app, CLEO, Wish(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_deck(newer.match.id, CLEO, "mixed", interaction=fresh())
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())
    await settled()
    begun = (await app.positions.get(older.match.id)).match
    assert begun.status is Status.LIVE
    assert {player.user: player.deck for player in begun.players}[CLEO] == "mixed"


async def test_a_kill_while_two_come_together_leaves_both_or_neither(
    app: Application, database: Database, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = await wait(app, ANN, Wish(games=("tiny",), pace=Kind.LIVE))
    newer = await wait(app, CLEO, Wish(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())

    async def killed(*_: object, **__: object) -> None:
        raise StoreError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("bot.application.lobby.merging.outbox.add_note", killed)
        with pytest.raises(Unavailable):
            await merging(app).give(older.match.id)
    again = Application.on(database, LIBRARY, clock=time)
    for each, user in ((older, ANN), (newer, CLEO)):
        found = (await again.positions.get(each.match.id)).match
        assert (found.status, [player.user for player in found.players]) == (Status.LOBBY, [user])
    await again.timers.open(merging(again))
    await again.timers.settled()
    for _ in range(3):
        await asyncio.sleep(0)
    await again.timers.settled()
    assert (await again.positions.get(older.match.id)).match.status is Status.LIVE, "after a restart they are looked at"
    await again.timers.close()
