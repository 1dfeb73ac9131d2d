"""The story of a match as each person reads it."""

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
        look = (await app.positions.get(match.id)).look(user)
        [dealt] = look.story
        drawn = [event for event in dealt if isinstance(event, Drew)]
        assert {match.players[event.seat].user for event in drawn} == {user}
        assert sorted(card for event in drawn for card in event.cards) == sorted(look.view.hand)  # type: ignore[attr-defined]
    assert ((await app.positions.get(match.id)).look(None)).story == ((),)


async def test_a_seat_reads_each_ply_after_its_own_latest_one(app: Application) -> None:
    match = await begin(app)
    await act(app, match, ANN)
    assert ((await app.positions.get(match.id)).look(ANN)).story == ()
    await act(app, match, BEN)
    [events] = ((await app.positions.get(match.id)).look(ANN)).story
    assert events[0] == Sealed(seat=match.seat_of(BEN) or 0)
    assert any(isinstance(event, Played) for event in events)
    assert ((await app.positions.get(match.id)).look(BEN)).story == ()


async def test_a_spectator_reads_from_the_ply_that_asked_the_players_to_act_now(app: Application) -> None:
    match = await begin(app)
    await act(app, match, ANN)
    sealed = (Sealed(seat=match.seat_of(ANN) or 0),)
    assert ((await app.positions.get(match.id)).look(STRANGER)).story == ((), sealed), (
        "Ben has been asked since the deal"
    )
    assert ((await app.positions.get(match.id)).look(None)).story == (
        (await app.positions.get(match.id)).look(STRANGER)
    ).story
    await act(app, match, BEN)
    [revealed] = ((await app.positions.get(match.id)).look(STRANGER)).story
    assert revealed[0] == Sealed(seat=match.seat_of(BEN) or 0)


async def test_a_reader_who_gives_the_last_read_ply_reads_on_from_there(app: Application) -> None:
    match = await play_on(app, await begin(app, options={"goal": "3"}), 4)
    whole_story = ((await app.positions.get(match.id)).look(None, since=-1)).story
    assert len(whole_story) == match.ply + 1
    for since in range(-1, match.ply + 1):
        assert ((await app.positions.get(match.id)).look(None, since=since)).story == whole_story[since + 1 :]


async def test_nobody_reads_what_another_player_drew(app: Application) -> None:
    match = await begin(app, options={"goal": "3"})
    while match.outcome is None:
        match = await play_on(app, match, 1)
        for user in (ANN, BEN, None):
            look = (await app.positions.get(match.id)).look(user)
            drawn = [event for events in (*look.story, look.view.events) for event in events if isinstance(event, Drew)]
            assert all(user is not None and event.seat == match.seat_of(user) for event in drawn)


async def act(app: Application, match: Match, user: int) -> None:
    choice = await first_choice(app, match, user)
    await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
