"""Computers that take over a player's seat, through the match service."""

from collections.abc import Collection

import pytest

from bot.application.application import Application
from bot.application.match.outbox import HandRow, Outbox, Retired, RetiredRow
from bot.application.thinking.thinking import Thinking
from bot.computer.levels import Level
from bot.content.library import Library
from bot.model.match import Match, Status, UserId
from bot.model.position import Position
from bot.model.proposal import SLOW, Kind, Terms
from bot.model.reasons.table import ComputerPlays, NobodyElsePlays, PlayerLeft
from bot.model.reasons.thinking import NoHintsWhenRated
from bot.model.refusals import NotAtThisTable, NothingProposed
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from rules.core.events import Seat
from tests.bot.at_once import AtOnce, at_leisure
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CLEO, GUILD, STRANGER, begin, first_choice, fresh
from tests.bot.test_computers import let_them
from tests.bot.test_computers import made as made_with_tiny
from tests.bot.thieves import HEIST, begun, play


@pytest.fixture
def time() -> Time:
    return Time()


def made(database: Database, time: Time) -> Application:
    library = Library.of({"heist": HEIST})
    return Application(database, library, clock=time, seeds=lambda: 1, thinking=Thinking(1, AtOnce, at_leisure))


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def propose(
    app: Application,
    match: Match,
    user: UserId = ANN,
    owner: UserId | None = None,
    absent: Collection[Seat] = (),
) -> Position:
    return await app.consents.propose_computer(
        match.id, user, Level.REGULAR, owner=owner, absent=absent, interaction=fresh()
    )


async def agree(app: Application, position: Position, user: UserId) -> Position:
    made = position.proposals[-1].made
    return await app.consents.agree(position.match.id, user, made, interaction=fresh())


async def test_a_computer_takes_over_once_all_others_agree_and_plays_on_after_a_restart(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app)
    seat = match.seat_of(ANN)
    assert seat is not None
    asked = await propose(app, match)
    assert asked.proposals[-1].terms == Terms(kind=Kind.COMPUTER, computer=Level.REGULAR)
    half = await agree(app, asked, BEN)
    assert half.match.computers == ()
    assert (await agree(app, half, CLEO)).match.computers == (seat,)
    again = made(database, time)
    position = await let_them(again, time, match.id)
    assert position.match.players[seat].computer == "regular"
    assert position.match.ply > match.ply, "the computer has acted"
    assert position.match.seat_of(ANN) is None
    with pytest.raises(NotAtThisTable):
        await play(again, match, ANN, "take 1")
    while position.match.status is Status.LIVE:
        [asked_seat] = position.seen.state.phase.waiting
        await play(again, match, position.match.players[asked_seat].user, "take 1")
        position = await let_them(again, time, match.id)
    assert position.match.status is Status.OVER


async def test_a_takeover_keeps_the_seats_plies_and_deletes_the_old_hand(app: Application, database: Database) -> None:
    match = await begun(app, BEN)
    seat = match.seat_of(ANN)
    taken = await agree(app, await propose(app, match), BEN)
    assert taken.match.ply == match.ply
    rows = await Outbox(database).of_match(match.id)
    assert [row for row in rows if isinstance(row, HandRow) and row.seat == seat] == []
    assert [row.was for row in rows if isinstance(row, RetiredRow)] == [Retired.HAND]


async def test_only_players_still_on_the_server_are_asked_about_one_who_left_it(app: Application) -> None:
    match = await begun(app)
    ben, cleo = match.seat_of(BEN), match.seat_of(CLEO)
    assert ben is not None
    assert cleo is not None
    asked = await propose(app, match, ANN, CLEO, [cleo])
    assert asked.proposals[-1].asks(asked.seen) == (ben,)
    assert (await agree(app, asked, BEN)).match.computers == (cleo,)
    alone = await propose(app, match, ANN, BEN, [ben])
    assert alone.match.computers == tuple(sorted((ben, cleo))), "no other player is on the server"


async def test_a_refusal_or_the_return_of_the_player_ends_a_takeover_proposal(app: Application) -> None:
    match = await begun(app)
    asked = await propose(app, match)
    made = asked.proposals[-1].made
    assert (await app.consents.refuse(match.id, BEN, made, interaction=fresh())).proposals == ()
    cleo = match.seat_of(CLEO)
    assert cleo is not None
    await propose(app, match, ANN, CLEO, [cleo])
    position = await app.positions.get(match.id)
    while position.match.players[position.seen.state.phase.waiting[0]].user != CLEO:
        [seat] = position.seen.state.phase.waiting
        position = await play(app, match, match.players[seat].user, "take 1")
        assert [proposal.kind for proposal in position.proposals] == [Kind.COMPUTER], "others play on meanwhile"
    assert (await play(app, match, CLEO, "take 1")).proposals == ()


async def test_a_takeover_proposal_lapses(app: Application, time: Time) -> None:
    match = await begun(app)
    asked = await propose(app, match)
    time.go_on(SLOW)
    with pytest.raises(NothingProposed):
        await agree(app, asked, BEN)
    assert (await app.consents.carry_out(match.id)).proposals == ()


async def test_a_computer_cannot_take_the_last_persons_seat_or_that_of_a_player_who_left(app: Application) -> None:
    match = await begun(app)
    ben, cleo = match.seat_of(BEN), match.seat_of(CLEO)
    assert ben is not None
    assert cleo is not None
    with pytest.raises(NobodyElsePlays):
        await propose(app, match, ANN, None, [ben, cleo])
    with pytest.raises(NotAtThisTable):
        await propose(app, match, ANN, STRANGER, [cleo])
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    with pytest.raises(PlayerLeft):
        await propose(app, match, ANN, CLEO, [cleo])
    taken = await agree(app, await propose(app, match, ANN), BEN)
    [computer] = taken.match.computers
    with pytest.raises(NobodyElsePlays):
        await propose(app, match, BEN)
    with pytest.raises(ComputerPlays):
        await propose(app, match, BEN, taken.match.players[computer].user)


async def test_nobody_can_take_a_seat_back_from_a_computer(app: Application) -> None:
    match = await begun(app)
    offered = (await app.substitutes.offer(match.id, ANN, to=None, interaction=fresh())).proposals[-1].made
    taken = await agree(app, await agree(app, await propose(app, match), BEN), CLEO)
    assert taken.proposals == (), "the offer ends with the takeover"
    with pytest.raises(NothingProposed):
        await app.substitutes.take(match.id, ANN, offered, interaction=fresh())
    with pytest.raises(ComputerPlays):
        await app.substitutes.offer_absent(match.id, taken.match.computers[0])


async def test_computers_alone_play_a_rated_match_to_its_end(app: Application, database: Database, time: Time) -> None:
    match = await begun(app)
    taken = await agree(app, await agree(app, await propose(app, match), BEN), CLEO)
    assert taken.match.is_rated
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    await app.matches.resign(match.id, BEN, interaction=fresh())
    over = await let_them(app, time, match.id)
    assert over.match.status is Status.OVER
    board = await Ratings(database).leaderboard(GUILD, "heist", first=0, count=9, user=ANN)
    assert {standing.user for standing in board.standings} == {BEN, CLEO}, "the last to resign is rated too"
    assert board.own is None, "a computer's win earns its former player nothing"


async def test_a_player_whose_substitute_computer_loses_has_lost(time: Time, database: Database) -> None:
    app = made_with_tiny(database, time)
    match = await begin(app)
    taken = await agree(app, await propose(app, match), BEN)
    position = await let_them(app, time, match.id)
    while position.match.status is Status.LIVE:
        choice = await first_choice(app, taken.match, BEN)
        await app.matches.act(match.id, BEN, choice, decision=None, interaction=fresh())
        position = await let_them(app, time, match.id)
    outcome, ann, ben = position.match.outcome, match.seat_of(ANN), match.seat_of(BEN)
    assert outcome is not None
    assert ann is not None
    assert ben is not None
    changes = await Ratings(database).changes(match.id)
    assert set(changes) == {ben}
    board = await Ratings(database).leaderboard(GUILD, "tiny", first=0, count=9, user=ANN)
    assert (board.own is not None) == (outcome.share(ann) < outcome.share(ben))


async def test_hints_stay_refused_after_a_computer_took_a_seat_of_a_rated_match(app: Application) -> None:
    match = await begun(app, BEN)
    await agree(app, await propose(app, match), BEN)
    with pytest.raises(NoHintsWhenRated):
        await app.hints.hint(match.id, BEN)
