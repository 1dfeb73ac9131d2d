"""Matches from their lobby to their result."""

import asyncio

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import UnknownDeck, UnknownGame, UnknownOption, UnknownValue, WrongPlayerCount
from bot.model.reasons.match import ForbiddenByRules, MatchNotLive, UnreadableAction
from bot.model.refusals import (
    AlreadyAtThisTable,
    ChannelTaken,
    NoSuchMatch,
    NotALobby,
    NotAtThisTable,
    NotLive,
    NotTheHost,
    NotYourDecision,
    StaleDecision,
    TableFull,
)
from bot.store.database import Database
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
    asked,
    begin,
    first_choice,
    fresh,
    open_lobby,
    play_on,
    with_other_decks,
)


async def test_a_new_lobby_has_its_host_as_first_player_with_a_ready_made_deck(app: Application) -> None:
    lobby = await open_lobby(app, deck=None)
    assert lobby.status is Status.LOBBY
    assert lobby.players[0].user == ANN
    assert lobby.players[0].deck in TINY.decks
    position = await app.matches.in_channel(CHANNEL)
    assert position is not None
    assert position.match == lobby
    assert await app.matches.of_user(ANN) == [lobby]


async def test_default_decks_differ_while_there_are_enough(app: Application) -> None:
    match = await open_lobby(app, deck=None)
    for user in (BEN, CLEO):
        match = (await app.lobbies.join(match.id, user, interaction=fresh())).match
    assert {player.deck for player in match.players} == set(TINY.decks)


async def test_every_option_is_stored_with_the_match(app: Application) -> None:
    lobby = await open_lobby(app, options={"goal": "3"})
    assert lobby.options == {"goal": "3"}
    assert (await open_lobby(app, channel=CHANNEL + 1)).options == {"goal": "2"}
    assert (await app.lobbies.choose_option(lobby.id, ANN, "goal", "2", interaction=fresh())).match.options == {
        "goal": "2"
    }


async def test_a_refused_request_leaves_a_lobby_unchanged(app: Application) -> None:
    lobby = await open_lobby(app)
    with refused(WrongPlayerCount(title="Tiny", seats=(2, 3), seated=1)):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    with pytest.raises(AlreadyAtThisTable):
        await app.lobbies.join(lobby.id, ANN, interaction=fresh())
    with pytest.raises(NotAtThisTable):
        await app.lobbies.leave(lobby.id, STRANGER, interaction=fresh())
    with pytest.raises(NotTheHost):
        await app.lobbies.start(lobby.id, BEN, interaction=fresh())
    with pytest.raises(NotTheHost):
        await app.lobbies.choose_option(lobby.id, BEN, "goal", "3", interaction=fresh())
    with refused(UnknownOption(title="Tiny", option="speed", options=("rules", "goal"))):
        await app.lobbies.choose_option(lobby.id, ANN, "speed", "5", interaction=fresh())
    with refused(UnknownValue(option="goal", value="4", values=("2", "3"))):
        await app.lobbies.choose_option(lobby.id, ANN, "goal", "4", interaction=fresh())
    with refused(UnknownDeck(deck="z", decks=("steep", "level", "mixed"))):
        await app.lobbies.choose_deck(lobby.id, ANN, "z", interaction=fresh())
    with pytest.raises(NotLive):
        await app.matches.act(lobby.id, ANN, "fold", decision=None, interaction=fresh())
    with pytest.raises(NotLive):
        (await app.positions.get(lobby.id)).view_for(ANN)
    assert (await app.positions.get(lobby.id)).match == lobby


async def test_nobody_can_join_a_full_table(app: Application) -> None:
    lobby = await open_lobby(app)
    for user in (BEN, CLEO):
        await app.lobbies.join(lobby.id, user, interaction=fresh())
    with pytest.raises(TableFull):
        await app.lobbies.join(lobby.id, STRANGER, interaction=fresh())


async def test_a_lobby_closes_and_frees_its_channel_when_the_host_leaves(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    assert [c.user for c in (await app.lobbies.leave(lobby.id, BEN, interaction=fresh())).match.players] == [ANN]
    assert (await app.lobbies.leave(lobby.id, ANN, interaction=fresh())).match.status is Status.CLOSED
    with pytest.raises(NotALobby):
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    with pytest.raises(NotLive):
        (await app.positions.get(lobby.id)).view_for(ANN)
    assert await app.matches.in_channel(CHANNEL) is None
    assert (await open_lobby(app)).id != lobby.id


async def test_unknown_games_and_matches_are_refused(app: Application) -> None:
    with refused(UnknownGame(game="chess", games=("tiny",))):
        await open_lobby(app, game="chess")
    for number in (0, -1, 7, 2**63, 10**40):
        with pytest.raises(NoSuchMatch):
            await app.positions.get(MatchId(number))


async def test_a_channel_has_one_match_even_if_several_are_opened_at_once(app: Application) -> None:
    outcomes = await asyncio.gather(*(open_lobby(app) for _ in range(20)), return_exceptions=True)
    assert sum(isinstance(outcome, ChannelTaken) for outcome in outcomes) == 19
    assert (await open_lobby(app, channel=CHANNEL + 1)).status is Status.LOBBY


async def test_seats_are_drawn_at_random_from_the_seed(database: Database) -> None:
    seatings = set()
    for seed in range(20):
        service = Application(database, Library.of({TINY.key: TINY}), seeds=lambda seed=seed: seed)  # type: ignore[misc]
        match = await begin(service, channel=CHANNEL + seed)
        seatings.add(tuple(player.user for player in match.players))
    assert seatings == {(ANN, BEN), (BEN, ANN)}


async def test_every_match_gets_a_new_seed(database: Database) -> None:
    service = Application(database, Library.of({TINY.key: TINY}))
    for number in range(3):
        await begin(service, channel=CHANNEL + number)
    seeds = await database.read(lambda db: db.rows("SELECT DISTINCT seed FROM matches"))
    assert len(seeds) == 3


async def test_a_match_can_be_played_to_its_end(app: Application) -> None:
    match = await play_on(app, await begin(app))
    assert match.status is Status.OVER
    assert match.outcome is not None
    assert match.outcome.ending == "goal"
    assert await app.matches.in_channel(CHANNEL) is None
    assert await app.matches.of_user(ANN) == []
    assert ((await app.positions.get(match.id)).view_for(ANN)).view.outcome == match.outcome
    with pytest.raises(MatchNotLive):
        await app.matches.act(match.id, ANN, "fold", decision=None, interaction=fresh())
    with pytest.raises(MatchNotLive):
        await app.matches.resign(match.id, ANN, interaction=fresh())


async def test_a_refused_action_gives_its_reason_and_changes_nothing(app: Application) -> None:
    match = await begin(app)
    table = (await app.positions.get(match.id)).view_for(ANN)
    with pytest.raises(NotAtThisTable):
        await app.matches.act(match.id, STRANGER, "fold", decision=None, interaction=fresh())
    with refused(UnreadableAction(text="bid", reason="write it like this: bid <card>")):
        await app.matches.act(match.id, ANN, "bid", decision=None, interaction=fresh())
    with refused(UnreadableAction(text="@everyone *\nhidden*", reason="")):
        await app.matches.act(match.id, ANN, "@everyone *\nhidden*", decision=None, interaction=fresh())
    with refused(ForbiddenByRules(reason="That isn't possible now (rule 1.1).")):
        await app.matches.act(match.id, ANN, "bid card-99", decision=None, interaction=fresh())
    assert (await app.positions.get(match.id)).view_for(ANN) == table


async def test_a_player_who_is_not_asked_cannot_act(app: Application) -> None:
    match = await begin(app)
    decision = ((await app.positions.get(match.id)).view_for(ANN)).decision
    await app.matches.act(match.id, ANN, await first_choice(app, match, ANN), decision=decision, interaction=fresh())
    with pytest.raises(NotYourDecision):
        await app.matches.act(match.id, ANN, "fold", decision=decision, interaction=fresh())


async def test_a_sealed_choice_does_not_make_other_players_buttons_stale(app: Application) -> None:
    match = await begin(app)
    decisions = {user: ((await app.positions.get(match.id)).view_for(user)).decision for user in (ANN, BEN)}
    for user in (ANN, BEN):
        choice = await first_choice(app, match, user)
        match = (await app.matches.act(match.id, user, choice, decision=decisions[user], interaction=fresh())).match
    assert match.ply == 2


async def test_a_button_of_a_decision_that_has_passed_is_stale(app: Application) -> None:
    match = await begin(app)
    old = ((await app.positions.get(match.id)).view_for(ANN)).decision
    match = await play_on(app, match, 2)
    choice = await first_choice(app, match, ANN)
    for decision in (old, match.ply + 1, -1, 10**30):
        with pytest.raises(StaleDecision):
            await app.matches.act(match.id, ANN, choice, decision=decision, interaction=fresh())
    board = ((await app.positions.get(match.id)).view_for(None)).decision
    assert (
        await app.matches.act(match.id, ANN, choice, decision=board, interaction=fresh())
    ).match.ply == match.ply + 1


async def test_two_presses_of_one_button_act_once(app: Application) -> None:
    match = await begin(app)
    decision = ((await app.positions.get(match.id)).view_for(ANN)).decision
    choices = [str(option) for option in ((await app.positions.get(match.id)).view_for(ANN)).view.options]
    outcomes = await asyncio.gather(
        *(app.matches.act(match.id, ANN, choice, decision=decision, interaction=fresh()) for choice in choices),
        return_exceptions=True,
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert (await app.positions.get(match.id)).match.ply == 1


async def test_an_interaction_delivered_twice_acts_once_and_gets_the_same_answer(app: Application) -> None:
    async def create(interaction: int) -> object:
        return (
            await app.lobbies.create(
                NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="steep"),
                interaction=interaction,
            )
        ).match

    lobby, again = await asyncio.gather(create(1), create(1))
    assert lobby == again
    number = (await app.matches.of_user(ANN))[0].id
    joined = await asyncio.gather(*(app.lobbies.join(number, BEN, interaction=2) for _ in range(5)))
    assert all(match == joined[0] for match in joined)
    started = await asyncio.gather(*(app.lobbies.start(number, ANN, interaction=3) for _ in range(5)))
    assert all(match == started[0] for match in started)
    choice = await first_choice(app, started[0].match, ANN)
    acted = await asyncio.gather(*(app.matches.act(number, ANN, choice, decision=0, interaction=4) for _ in range(5)))
    assert [position.match.ply for position in acted] == [1] * 5
    resigned = await asyncio.gather(*(app.matches.resign(number, ANN, interaction=5) for _ in range(5)))
    assert [position.match.ply for position in resigned] == [2] * 5


async def test_a_repeated_interaction_is_recognised_after_a_restart(app: Application, database: Database) -> None:
    match = await begin(app)
    choice = await first_choice(app, match, ANN)
    acted = (await app.matches.act(match.id, ANN, choice, decision=None, interaction=77)).match
    later = Application(database, Library.of({TINY.key: TINY}))
    assert (await later.matches.act(match.id, ANN, choice, decision=None, interaction=77)).match == acted


async def test_an_interaction_repeated_on_another_match_does_nothing(app: Application) -> None:
    first, second = await begin(app), await begin(app, channel=CHANNEL + 1)
    choice = await first_choice(app, first, ANN)
    await app.matches.act(first.id, ANN, choice, decision=None, interaction=88)
    choice = await first_choice(app, second, ANN)
    assert (await app.matches.act(second.id, ANN, choice, decision=None, interaction=88)).match.ply == 0
    assert app.positions.known(second.id) is not None, "it need not be loaded again"
    assert (await app.positions.get(second.id)).match.ply == 0


async def test_a_resignation_ranks_last_and_replays(app: Application, database: Database) -> None:
    match = await play_on(app, await begin(app), 1)
    over = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    seat = over.seat_of(BEN)
    assert over.outcome is not None
    assert over.outcome.ending == "resigned"
    assert over.outcome.winners == (1 - (seat or 0),)
    assert over.ply == 2
    later = Application(database, Library.of({TINY.key: TINY}))
    assert (await later.positions.get(match.id)).match == over
    assert (await later.positions.get(match.id)).view_for(BEN) == (await app.positions.get(match.id)).view_for(BEN)


async def test_one_of_three_players_who_resigns_ranks_third_and_the_others_share_the_first_rank(
    app: Application,
) -> None:
    match = await begin(app, BEN, CLEO)
    over = (await app.matches.resign(match.id, CLEO, interaction=fresh())).match
    assert over.outcome is not None
    assert {over.players[seat].user: rank for seat, rank in enumerate(over.outcome.ranks)} == {ANN: 1, BEN: 1, CLEO: 3}


async def test_a_live_match_keeps_its_decks_when_the_ready_made_ones_change(database: Database) -> None:
    before = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = await play_on(before, await begin(before), 2)
    changed = with_other_decks()
    after = Application(database, Library.of({changed.key: changed}))
    assert (await after.positions.get(match.id)).view_for(ANN) == (await before.positions.get(match.id)).view_for(ANN)
    assert (await play_on(after, match)).status is Status.OVER


async def test_a_start_with_a_removed_deck_is_refused(app: Application, database: Database) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    changed = with_other_decks()
    with refused(UnknownDeck(deck="steep", decks=("x", "y", "z"))):
        await Application(database, Library.of({changed.key: changed})).lobbies.start(
            lobby.id, ANN, interaction=fresh()
        )


async def test_matches_beyond_the_memory_limit_are_reloaded(database: Database) -> None:
    service = Application(database, Library.of({TINY.key: TINY}), kept=2)
    opened = [await begin(service, channel=CHANNEL + number) for number in range(5)]
    for _ in range(3):
        opened = [await play_on(service, match, 1) for match in opened]
    assert [match.ply for match in opened] == [3] * 5
    assert list(service.positions._memory) == [match.id for match in opened[-2:]], "the latest matches stay in memory"


async def test_a_match_that_is_often_looked_at_stays_in_memory(database: Database) -> None:
    service = Application(database, Library.of({TINY.key: TINY}), kept=2)
    watched = await begin(service, channel=CHANNEL)
    position = await service.positions.get(watched.id)
    for number in range(1, 4):
        await begin(service, channel=CHANNEL + number)
        assert await service.positions.get(watched.id) is position


async def test_a_cancelled_request_leaves_no_stale_match_in_memory(app: Application, database: Database) -> None:
    match = await begin(app)
    choice = await first_choice(app, match, ANN)
    request = asyncio.create_task(app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh()))
    await asyncio.sleep(0)  # its ply has gone to the database
    assert database._writer.waiting
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert (await app.positions.get(match.id)).match.ply == 1
    _, user = await asked(app, match)
    assert user == BEN
