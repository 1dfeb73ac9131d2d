"""Lobbies: invitations, player counts, seating order, blocks, and closing by time."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.application import Application
from bot.application.lobby.lobby_settings import room, rotated
from bot.content.library import Library
from bot.model.lobby_settings import STANDS, LobbySettings
from bot.model.match import Match, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import RematchChannelBusy, SeatedWithBlocked, SeatsReserved
from bot.model.reasons.match import MatchNotALobby
from bot.model.refusals import (
    AlreadyAtThisTable,
    NotAllowed,
    NotAtThisTable,
    NotTheHost,
    TableFull,
    TooFewPlayers,
)
from bot.people.blocks import Blocks
from bot.store.database import Database
from rules.catalog import EARLIER
from rules.core.earlier_rules import earlier
from rules.core.options import RuleOption
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    SEED,
    STRANGER,
    TINY,
    begin,
    fresh,
    open_lobby,
    play_on,
)
from tests.tiny_game import Tiny


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


@pytest.fixture
def blocks(database: Database) -> Blocks:
    return Blocks(database)


async def gather(app: Application, *asked: UserId, wanted: int | None = None) -> Match:
    settings = LobbySettings(asked=asked, wanted=wanted)
    position = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", settings=settings),
        interaction=fresh(),
    )
    return position.match


async def join(app: Application, lobby: Match, user: UserId) -> Match:
    return (await app.lobbies.join(lobby.id, user, interaction=fresh())).match


async def over(app: Application) -> Match:
    return await play_on(app, await begin(app))


async def again(app: Application, match: Match, user: UserId) -> Match:
    return (await app.invitations.rematch(match.id, user, deck=None, interaction=fresh())).match


class Longer(Tiny):
    version = 2
    options = (RuleOption(name="goal", values=("3", "2"), summary="Rounds to win.", clause="1.3"),)


async def test_a_rematch_uses_todays_defaults_for_options_nobody_had_chosen(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await over(app)
    assert played.options == {"goal": "2"}
    monkeypatch.setitem(EARLIER, (Tiny.key, 1), earlier(Longer, 1, {"goal": "2"}))
    updated = Application(database, Library.of({Tiny.key: Longer()}), seeds=lambda: SEED)
    assert (await again(updated, played, ANN)).options == {"goal": "3"}


async def test_a_match_starts_once_all_invited_players_have_joined(app: Application, database: Database) -> None:
    lobby = await gather(app, BEN, wanted=2)
    assert [each.match.id for each in await app.invitations.asked_to(BEN)] == [lobby.id]
    restarted = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    assert (await restarted.positions.get(lobby.id)).match.settings == lobby.settings
    begun = await join(restarted, lobby, BEN)
    assert begun.status is Status.LIVE
    assert await restarted.invitations.asked_to(BEN) == []


async def test_a_lobby_starts_once_it_has_the_wanted_number_of_players(app: Application) -> None:
    lobby = await gather(app, wanted=2)
    assert (await join(app, lobby, CLEO)).status is Status.LIVE


async def test_a_reserved_seat_is_not_given_to_others_until_it_is_declined(app: Application) -> None:
    lobby = await gather(app, BEN, wanted=2)
    with refused(SeatsReserved(match_id=1)):
        await join(app, lobby, CLEO)
    declined = (await app.invitations.decline(lobby.id, BEN, interaction=fresh())).match
    assert declined.settings.declined == (BEN,)
    with pytest.raises(NotAtThisTable):
        await app.invitations.decline(lobby.id, BEN, interaction=fresh())
    assert (await join(app, lobby, CLEO)).status is Status.LIVE


async def test_reserved_seats_do_not_count_as_free(app: Application) -> None:
    lobby = await gather(app)
    for asked, left in [((), 5), ((BEN,), 4), ((BEN, CLEO, STRANGER), 2)]:
        assert room(replace(lobby, settings=LobbySettings(asked=asked, wanted=6)), TINY) == left


async def test_an_invited_player_who_leaves_has_declined_and_may_come_back(app: Application) -> None:
    lobby = await gather(app, BEN, wanted=3)
    await join(app, lobby, BEN)
    left = (await app.lobbies.leave(lobby.id, BEN, interaction=fresh())).match
    assert left.settings.declined == (BEN,)
    assert len((await join(app, lobby, BEN)).players) == 2


async def test_only_the_host_invites_and_nobody_is_invited_twice_or_without_a_free_seat(app: Application) -> None:
    lobby = await open_lobby(app)
    with pytest.raises(NotTheHost):
        await app.invitations.ask(lobby.id, BEN, [CLEO], interaction=fresh())
    asked = (await app.invitations.ask(lobby.id, ANN, [BEN], interaction=fresh())).match
    assert (asked.settings.asked, asked.settings.wanted) == ((BEN,), 2)
    for user in (ANN, BEN):
        with pytest.raises(AlreadyAtThisTable):
            await app.invitations.ask(lobby.id, ANN, [user], interaction=fresh())
    with pytest.raises(TableFull):
        await app.invitations.ask(lobby.id, ANN, range(100, 100 + max(TINY.seats)), interaction=fresh())
    with pytest.raises(TooFewPlayers):
        await gather(app, wanted=99)


async def test_the_host_may_start_without_invited_players_who_do_not_answer(app: Application) -> None:
    lobby = await gather(app, BEN, CLEO, wanted=3)
    await join(app, lobby, BEN)
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE


async def test_a_rematch_reserves_seats_for_all_and_starts_with_swapped_seats_once_all_have_joined(
    app: Application,
) -> None:
    first = await over(app)
    lobby = await again(app, first, BEN)
    assert (lobby.status, lobby.settings.rematch, lobby.channel) == (Status.LOBBY, first.id, first.channel)
    with pytest.raises(TableFull):
        await join(app, lobby, CLEO)
    second = await again(app, first, ANN)
    assert (second.id, second.status) == (lobby.id, Status.LIVE)
    assert [player.user for player in second.players] == [player.user for player in reversed(first.players)]
    assert second.options == first.options


async def test_only_players_of_a_finished_match_can_ask_for_a_rematch_and_only_in_a_free_channel(
    app: Application,
) -> None:
    live = await begin(app)
    with pytest.raises(NotAllowed):
        await again(app, live, ANN)
    first = await play_on(app, live)
    with pytest.raises(NotAtThisTable):
        await again(app, first, STRANGER)
    await open_lobby(app)
    with refused(RematchChannelBusy(match_id=2)):
        await again(app, first, BEN)


@given(st.integers(2, 6), st.data())
def test_seats_rotate_and_teams_stay_together(seats: int, data: st.DataObject) -> None:
    users = [10 + seat for seat in range(seats)]
    size = data.draw(st.sampled_from([size for size in (1, 2, 3) if seats % size == 0]))
    spread = data.draw(st.booleans())
    teams = [
        tuple(range(team, seats, seats // size)) if spread else tuple(range(team * size, team * size + size))
        for team in range(seats // size)
    ]
    after = rotated(users, teams)
    assert sorted(after) == users
    assert {frozenset(after[seat] for seat in team) for team in teams} == {
        frozenset(users[seat] for seat in team) for team in teams
    }
    assert all(here != there for here, there in zip(users, after, strict=True))
    assert all((after.index(b) - after.index(a)) % seats == 1 for a, b in pairwise(users)), "neighbours stay neighbours"


async def test_deleting_a_users_data_withdraws_their_invitations(app: Application, database: Database) -> None:
    lobby = await gather(app, BEN, CLEO, wanted=3)
    await app.user_data.delete(BEN)
    after = (await app.lobbies.choose_deck(lobby.id, ANN, "level", interaction=fresh())).match
    assert after.settings.asked == (CLEO,)


async def test_a_lobby_closes_a_day_after_its_last_change(app: Application, clock: Time) -> None:
    lobby = await open_lobby(app)
    clock.go_on(24 * 60 * 60 - 1)
    await join(app, lobby, BEN)
    clock.go_on(24 * 60 * 60 - 1)
    assert (await app.closings.carry_out(lobby.id)).match.status is Status.LOBBY
    clock.go_on(1)
    assert [number for _, number in await app.closings.due()] == [lobby.id]
    closed = (await app.closings.carry_out(lobby.id)).match
    assert (closed.status, closed.settings.timed_out) == (Status.CLOSED, True)
    assert await app.closings.due() == []
    again = await app.closings.carry_out(lobby.id)
    assert again.match.version == closed.version, "it fires once"
    with pytest.raises(MatchNotALobby):
        await join(app, lobby, CLEO)
    await open_lobby(app)


async def test_a_rematch_lapses_after_an_hour(app: Application, clock: Time) -> None:
    lobby = await again(app, await over(app), ANN)
    clock.go_on(60 * 60 - 1)
    await app.lobbies.choose_deck(lobby.id, ANN, "level", interaction=fresh())
    clock.go_on(1)
    assert (await app.closings.carry_out(lobby.id)).match.status is Status.CLOSED


async def test_lobbies_due_to_close_while_the_bot_was_down_close_at_its_start(
    app: Application, clock: Time, database: Database
) -> None:
    lobby = await open_lobby(app)
    clock.go_on(3 * STANDS)
    restarted = Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)
    done = asyncio.Event()
    restarted.announcer.on_pending(lambda _: done.set())
    await restarted.timers.open()
    await done.wait()
    await restarted.timers.close()
    assert (await restarted.positions.get(lobby.id)).match.status is Status.CLOSED


async def test_a_user_is_not_seated_with_someone_they_block_and_only_they_know_why(
    app: Application, blocks: Blocks
) -> None:
    await blocks.block(BEN, ANN)
    lobby = await open_lobby(app)
    with pytest.raises(SeatedWithBlocked):
        await join(app, lobby, BEN)
    await blocks.unblock(BEN, ANN)
    await blocks.block(ANN, BEN)
    with refused(SeatsReserved(match_id=lobby.id)):
        await join(app, lobby, BEN)
    kept = await gather_elsewhere(app)
    with refused(SeatsReserved(match_id=kept.id)):
        await join(app, kept, BEN)
    assert await blocks.unblock(ANN, BEN)
    assert not await blocks.unblock(ANN, BEN)
    assert len((await join(app, lobby, BEN)).players) == 2


async def gather_elsewhere(app: Application) -> Match:
    """Open a lobby whose free seats are reserved for others."""
    position = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL + 1,
            host=CLEO,
            game="tiny",
            settings=LobbySettings(asked=(STRANGER,), wanted=2),
        ),
        interaction=fresh(),
    )
    return position.match


async def test_a_user_who_blocks_the_host_gets_no_invitation_and_the_host_sees_no_difference(
    app: Application, blocks: Blocks
) -> None:
    await blocks.block(BEN, ANN)
    lobby = await gather(app, BEN, CLEO, wanted=3)
    assert lobby.settings.asked == (BEN, CLEO)
    assert await app.invitations.asked_to(BEN) == []
    assert len(await app.invitations.asked_to(CLEO)) == 1
    assert await app.invitations.quiet(lobby) == {BEN}


async def test_users_cannot_block_themselves(blocks: Blocks) -> None:
    with pytest.raises(NotAllowed):
        await blocks.block(ANN, ANN)
    await blocks.block(ANN, BEN)
    await blocks.block(ANN, BEN)
    assert await blocks.of(ANN) == [BEN]
