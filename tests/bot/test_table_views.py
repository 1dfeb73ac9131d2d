"""The view of a table that each person has, and the events that they may read."""

from bot.application.application import Application
from bot.model.match import Match
from rules.core.events import Drew, Played
from tests.bot.table_helpers import ANN, BEN, STRANGER, begin, first_choice, fresh, play_on
from tests.tiny_game import Sealed


async def test_before_the_first_ply_players_read_the_deal_with_only_their_own_cards(
    app: Application,
) -> None:
    match = await begin(app)
    for user in (ANN, BEN):
        table_view = (await app.positions.get(match.id)).view_for(user)
        [dealt] = table_view.ply_events
        drawn = [event for event in dealt if isinstance(event, Drew)]
        assert {match.players[event.seat].user for event in drawn} == {user}
        assert sorted(card for event in drawn for card in event.cards) == sorted(table_view.view.hand)  # type: ignore[attr-defined]
    assert ((await app.positions.get(match.id)).view_for(None)).ply_events == ((),)


async def test_a_seat_reads_each_ply_after_its_own_latest_one(app: Application) -> None:
    match = await begin(app)
    await act(app, match, ANN)
    assert ((await app.positions.get(match.id)).view_for(ANN)).ply_events == ()
    await act(app, match, BEN)
    [events] = ((await app.positions.get(match.id)).view_for(ANN)).ply_events
    assert events[0] == Sealed(seat=match.seat_of(BEN) or 0)
    assert any(isinstance(event, Played) for event in events)
    assert ((await app.positions.get(match.id)).view_for(BEN)).ply_events == ()


async def test_a_spectator_reads_from_the_ply_that_asked_the_players_to_act_now(app: Application) -> None:
    match = await begin(app)
    await act(app, match, ANN)
    sealed = (Sealed(seat=match.seat_of(ANN) or 0),)
    assert ((await app.positions.get(match.id)).view_for(STRANGER)).ply_events == ((), sealed), (
        "Ben has been asked since the deal"
    )
    assert ((await app.positions.get(match.id)).view_for(None)).ply_events == (
        (await app.positions.get(match.id)).view_for(STRANGER)
    ).ply_events
    await act(app, match, BEN)
    [revealed] = ((await app.positions.get(match.id)).view_for(STRANGER)).ply_events
    assert revealed[0] == Sealed(seat=match.seat_of(BEN) or 0)


async def test_a_reader_who_gives_the_last_read_ply_reads_on_from_there(app: Application) -> None:
    match = await play_on(app, await begin(app, options={"goal": "3"}), 4)
    all_events = ((await app.positions.get(match.id)).view_for(None, since=-1)).ply_events
    assert len(all_events) == match.ply + 1
    for since in range(-1, match.ply + 1):
        assert ((await app.positions.get(match.id)).view_for(None, since=since)).ply_events == all_events[since + 1 :]


async def test_nobody_reads_what_another_player_drew(app: Application) -> None:
    match = await begin(app, options={"goal": "3"})
    while match.outcome is None:
        match = await play_on(app, match, 1)
        for user in (ANN, BEN, None):
            table_view = (await app.positions.get(match.id)).view_for(user)
            drawn = [
                event
                for events in (*table_view.ply_events, table_view.view.events)
                for event in events
                if isinstance(event, Drew)
            ]
            assert all(user is not None and event.seat == match.seat_of(user) for event in drawn)


async def act(app: Application, match: Match, user: int) -> None:
    choice = await first_choice(app, match, user)
    await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
