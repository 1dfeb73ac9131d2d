"""Matchmaking: open lobbies narrow to what all their players want, merge, and start when full."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.application import Application
from bot.application.lobby.merging import Mergings
from bot.application.match.outbox import NoteRow, Outbox
from bot.content.library import Library
from bot.model.lobby_settings import STANDS, LobbySettings
from bot.model.match import Status
from bot.model.match_request import MatchRequest, read_pace
from bot.model.new_match import NewMatch
from bot.model.notes import LobbiesMerged, LobbyExpired, Note
from bot.model.pace import PRESETS, Kind, Pace
from bot.model.position import Position
from bot.model.reasons.lobby import LobbyForOthers
from bot.model.reasons.settings import UnreadablePace
from bot.model.refusals import BadPace, TableFull, Unavailable
from bot.people.blocks import Blocks
from bot.people.settings import ServerPreferences
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
    MatchRequest,
    games=st.lists(st.sampled_from(["a", "b", "c_d"]), min_size=1, unique=True).map(tuple),
    pace=PACES,
)


@given(WISHES, WISHES)
def test_the_common_part_of_two_wishes_fits_each_and_is_symmetric(one: MatchRequest, other: MatchRequest) -> None:
    both, turned = one.met(other), other.met(one)
    assert (both is None) == (turned is None)
    if both is not None and turned is not None:
        assert set(both.games) == set(turned.games) == set(one.games) & set(other.games)
        assert both.pace == turned.pace
        assert both.met(one) == both.met(other) == both
        settled = both.settled(SERVER.rated_pace)
        assert all(request.pace in (None, settled, settled.kind) for request in (one, other))


@given(WISHES)
def test_a_wish_can_be_stored_and_read_back(request: MatchRequest) -> None:
    assert MatchRequest.read(str(request)) == request


def test_a_pace_that_the_server_excludes_is_refused() -> None:
    server = replace(SERVER, paces=frozenset({Kind.LIVE}))
    server.check_pace(MatchRequest(games=("a",)).settled(server.rated_pace))
    with pytest.raises(BadPace):
        server.check_pace(MatchRequest(games=("a",), pace=Kind.CORRESPONDENCE).settled(server.rated_pace))
    with refused(UnreadablePace(text="soon")):
        read_pace("soon")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, LIBRARY, clock=time, seeds=lambda: 1)


async def wait(
    app: Application, user: int, request: MatchRequest, wanted: int | None = None, channel: int = CHANNEL
) -> Position:
    """Open a lobby of this user that is open to everyone."""
    return await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=channel,
            host=user,
            game=request.games[0],
            pace=request.settled(SERVER.rated_pace),
            settings=LobbySettings(wanted=wanted or await app.matchmaking.least(request.games[0]), request=request),
        ),
        interaction=fresh(),
    )


async def join(app: Application, position: Position, user: int, request: MatchRequest) -> Position:
    return await app.matchmaking.join(position.match.id, user, request, SERVER, interaction=fresh())


async def test_users_with_compatible_wishes_are_matched_and_their_match_starts(app: Application) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("heist", "tiny"), pace=Kind.CORRESPONDENCE))
    request = MatchRequest(games=("tiny",), pace=A_DAY)
    assert [fitting.match.id for fitting in await app.matchmaking.fitting(GUILD, BEN, request)] == [opened.match.id]
    begun = await join(app, opened, BEN, request)
    assert (begun.match.status, begun.match.game, begun.match.pace) == (Status.LIVE, "tiny", A_DAY)
    assert {player.user for player in begun.match.players} == {ANN, BEN}
    assert all(player.deck in TINY.decks for player in begun.match.players), "their decks are of that game"
    assert begun.seen.game is begun.game


async def test_of_several_common_games_the_hosts_first_choice_is_played(
    app: Application,
) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("tiny", "heist")))
    begun = await join(app, opened, BEN, MatchRequest(games=("heist", "tiny")))
    assert (begun.match.status, begun.match.game) == (Status.LIVE, "tiny")


async def test_the_agreed_game_and_pace_are_stored(app: Application, database: Database, time: Time) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("heist", "tiny")))
    await join(app, opened, BEN, MatchRequest(games=("tiny",), pace=A_DAY))
    again = await Application(database, LIBRARY, clock=time).positions.get(opened.match.id)
    assert (again.match.game, again.match.pace, again.game.key) == ("tiny", A_DAY, "tiny")
    assert again.seen.digest == (await app.positions.get(opened.match.id)).seen.digest


async def test_users_with_incompatible_wishes_are_not_matched(app: Application) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("tiny",), pace=A_DAY))
    for other in (
        MatchRequest(games=("heist",)),
        MatchRequest(games=("tiny",), pace=Kind.LIVE),
        MatchRequest(games=("tiny",), pace=Pace()),
    ):
        assert await app.matchmaking.fitting(GUILD, BEN, other) == []
        with refused(LobbyForOthers(match_id=1)):
            await join(app, opened, BEN, other)
    assert await app.matchmaking.fitting(GUILD + 1, BEN, MatchRequest(games=("tiny",))) == []


async def test_users_who_block_each_other_are_not_matched(app: Application, database: Database) -> None:
    request = MatchRequest(games=("tiny",))
    opened = await wait(app, ANN, request)
    await Blocks(database).block(ANN, BEN)
    assert await app.matchmaking.fitting(GUILD, BEN, request) == []
    with pytest.raises(TableFull):
        await join(app, opened, BEN, request)
    assert len(await app.matchmaking.fitting(GUILD, CLEO, request)) == 1


async def test_the_lobby_in_which_a_user_already_waits_is_found(app: Application) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("tiny", "heist")))
    where = await app.matchmaking.where(ANN, GUILD, MatchRequest(games=("heist",)))
    assert where is not None
    assert where.id == opened.match.id
    assert await app.matchmaking.where(BEN, GUILD, MatchRequest(games=("heist",))) is None


async def test_choices_of_the_host_narrow_the_wish_of_the_lobby(app: Application) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("tiny", "heist")))
    chosen = await app.lobbies.choose_pace(opened.match.id, ANN, A_DAY, interaction=fresh())
    assert chosen.match.settings.request == MatchRequest(games=("tiny", "heist"), pace=A_DAY)
    option = TINY.options[0]
    chosen = await app.lobbies.choose_option(opened.match.id, ANN, option.name, option.values[-1], interaction=fresh())
    assert chosen.match.settings.request == MatchRequest(games=("tiny",), pace=A_DAY)
    assert (await app.positions.get(opened.match.id)).match.options[option.name] == option.values[-1]


async def test_the_others_keep_waiting_when_the_longest_waiting_user_leaves(app: Application) -> None:
    request = MatchRequest(games=("heist",))
    opened = await wait(app, ANN, request, wanted=3)
    assert (await join(app, opened, BEN, request)).match.status is Status.LOBBY
    left = await app.lobbies.leave(opened.match.id, ANN, interaction=fresh())
    assert (left.match.status, left.match.host) == (Status.LOBBY, BEN)
    assert len(await app.matchmaking.fitting(GUILD, CLEO, request)) == 1
    assert (await app.lobbies.leave(opened.match.id, BEN, interaction=fresh())).match.status is Status.CLOSED


async def test_a_lobby_nobody_joined_closes_with_a_note_to_its_host(
    app: Application, database: Database, time: Time
) -> None:
    opened = await wait(app, ANN, MatchRequest(games=("tiny",)))
    time.go_on(STANDS)
    closed = await app.closings.carry_out(opened.match.id)
    assert closed.match.status is Status.CLOSED
    [note] = [row for row in await Outbox(database).of_match(opened.match.id) if isinstance(row, NoteRow)]
    assert note.note == LobbyExpired()


Settled = Callable[[], Awaitable[None]]

HIDDEN = 999
"""A channel that no user can see."""


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
    """Return a function that waits until the timers have carried out everything due."""
    await app.timers.open(merging(app))

    async def wait_for_it() -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        await app.timers.settled()

    yield wait_for_it
    await app.timers.close()


TWO_GAMES = MatchRequest(games=("heist", "tiny"))
A_HEIST, A_TINY = MatchRequest(games=("heist",)), MatchRequest(games=("tiny",))


async def notes(database: Database, position: Position) -> dict[int, Note]:
    """Return the notes to the players of a match, by user."""
    note_rows = [row for row in await Outbox(database).of_match(position.match.id) if isinstance(row, NoteRow)]
    return {position.match.players[row.seat].user: row.note for row in note_rows if row.seat is not None}


async def test_a_lobby_widens_again_when_a_user_with_a_narrower_wish_leaves(app: Application) -> None:
    opened = await wait(app, ANN, TWO_GAMES, wanted=3)
    narrowed = await join(app, opened, BEN, MatchRequest(games=("heist",), pace=A_DAY))
    assert narrowed.match.settings.request == MatchRequest(games=("heist",), pace=A_DAY)
    left = await app.lobbies.leave(opened.match.id, BEN, interaction=fresh())
    assert left.match.settings.request == TWO_GAMES
    pressed = await app.lobbies.join(opened.match.id, BEN, interaction=fresh())
    assert pressed.match.settings.request == TWO_GAMES, "a user who presses Join accepts the wish of the lobby"


async def test_two_lobbies_that_fit_after_a_user_left_merge_and_moved_users_are_told(
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
    notes_by_user = await notes(database, begun)
    assert notes_by_user == {CLEO: LobbiesMerged(from_match_id=newer.match.id, has_begun=True)}
    closed = (await app.positions.get(newer.match.id)).match
    assert closed.status is Status.CLOSED
    assert closed.settings.merged == begun.match.id
    assert await app.matches.of_user(CLEO) == [begun.match]


async def test_a_user_with_a_chosen_deck_moves_to_a_lobby_of_another_game_and_plays_a_deck_of_that_game(
    app: Application, settled: Settled
) -> None:
    older = await wait(app, ANN, A_HEIST, wanted=3)
    await join(app, older, BEN, A_HEIST)
    newer = await wait(app, CLEO, MatchRequest(games=("tiny", "heist")), channel=CHANNEL + 1)
    await app.lobbies.choose_deck(newer.match.id, CLEO, "mixed", interaction=fresh())
    await settled()
    begun = await app.positions.get(older.match.id)
    assert (begun.match.status, begun.match.game) == (Status.LIVE, "heist")
    assert {player.user for player in begun.match.players} == {ANN, BEN, CLEO}
    assert "mixed" not in [player.deck for player in begun.match.players]


async def test_two_lobbies_merge_once_a_blocked_user_leaves(
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
    assert [player.user for player in after.match.players] == [BEN, CLEO], "they keep waiting together"
    assert (after.match.host, after.match.pace) == (BEN, A_DAY)
    moved = LobbiesMerged(from_match_id=newer.match.id, has_begun=False)
    assert await notes(database, after) == {CLEO: moved}


async def test_only_as_many_users_move_as_are_missing_and_the_others_keep_waiting(
    app: Application, settled: Settled
) -> None:
    older = await wait(app, ANN, MatchRequest(games=("heist",), pace=A_DAY), wanted=3)
    await join(app, older, BEN, MatchRequest(games=("heist",)))
    live = MatchRequest(games=("heist",), pace=Kind.LIVE)
    newer = await wait(app, CLEO, live, channel=CHANNEL + 1, wanted=3)
    await join(app, newer, DAN, MatchRequest(games=("heist",)))
    await settled()
    await app.lobbies.choose_pace(newer.match.id, CLEO, A_DAY, interaction=fresh())
    await settled()
    begun, waiting = await app.positions.get(older.match.id), await app.positions.get(newer.match.id)
    assert {player.user for player in begun.match.players} == {ANN, BEN, CLEO}
    assert begun.match.status is Status.LIVE
    assert [player.user for player in waiting.match.players] == [DAN]
    assert (waiting.match.status, waiting.match.host) == (Status.LOBBY, DAN)


async def test_nobody_is_moved_to_a_channel_they_cannot_see(app: Application, settled: Settled) -> None:
    older = await wait(app, ANN, MatchRequest(games=("tiny",), pace=Kind.LIVE), channel=HIDDEN)
    newer = await wait(app, CLEO, MatchRequest(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())
    await settled()
    assert (await app.positions.get(newer.match.id)).match.status is Status.LOBBY


async def test_a_moved_user_keeps_their_chosen_deck(app: Application, settled: Settled) -> None:
    older = await wait(app, ANN, MatchRequest(games=("tiny",), pace=Kind.LIVE))
    newer = await wait(app, CLEO, MatchRequest(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_deck(newer.match.id, CLEO, "mixed", interaction=fresh())
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())
    await settled()
    begun = (await app.positions.get(older.match.id)).match
    assert begun.status is Status.LIVE
    assert {player.user: player.deck for player in begun.players}[CLEO] == "mixed"


async def test_a_kill_during_a_merge_leaves_both_lobbies_unchanged(
    app: Application, database: Database, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = await wait(app, ANN, MatchRequest(games=("tiny",), pace=Kind.LIVE))
    newer = await wait(app, CLEO, MatchRequest(games=("tiny",), pace=A_DAY), channel=CHANNEL + 1)
    await app.lobbies.choose_pace(older.match.id, ANN, A_DAY, interaction=fresh())

    async def killed(*_: object, **__: object) -> None:
        raise StoreError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("bot.application.lobby.merging.outbox.add_note", killed)
        with pytest.raises(Unavailable):
            await merging(app).carry_out(older.match.id)
    again = Application(database, LIBRARY, clock=time, seeds=lambda: 1)
    for each, user in ((older, ANN), (newer, CLEO)):
        lobby = (await again.positions.get(each.match.id)).match
        assert (lobby.status, [player.user for player in lobby.players]) == (Status.LOBBY, [user])
    await again.timers.open(merging(again))
    await again.timers.settled()
    for _ in range(3):
        await asyncio.sleep(0)
    await again.timers.settled()
    assert (await again.positions.get(older.match.id)).match.status is Status.LIVE, "a restart merges them"
    await again.timers.close()
