"""Substitutes who take over a seat of a live match, through the match service."""

import asyncio
from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.application.match.outbox import HandRow, NoteRow, Outbox, Retired, RetiredRow
from bot.application.table.substitutes import OFFERED, OPEN
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.reasons.lobby import SeatedWithBlocked, SeatsReserved
from bot.model.reasons.match import HasLeft
from bot.model.reasons.table import (
    FormerPlayerUnknown,
    NotYourOffer,
    SeatAlreadyOffered,
    SeatForAnother,
    SeatNeedsNoVote,
)
from bot.model.refusals import AlreadyAtThisTable, NotAllowed, NotAtThisTable, NothingProposed, NotLive
from bot.model.shown import HandShown
from bot.people.blocks import Blocks
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CLEO, GUILD, STRANGER, fresh, play_on
from tests.bot.thieves import HEIST, begun, made, play

DAN, EVE = 14, 15


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def offer(app: Application, match: Match, user: int = ANN, to: int | None = DAN) -> int:
    position = await app.substitutes.offer(match.id, user, to=to, interaction=fresh())
    return position.proposals[-1].made


async def take(app: Application, match: Match, user: int, made: int) -> Position:
    return await app.substitutes.take(match.id, user, made, interaction=fresh())


async def test_a_substitute_gets_the_seat_and_the_hand_and_the_former_player_loses_both(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app)
    seat = match.seat_of(ANN)
    before = (await app.positions.get(match.id)).view_for(ANN)
    offered = await offer(app, match)
    await play(app, match, ANN, "take 1")
    taken = await take(app, match, DAN, offered)
    assert (taken.match.seat_of(DAN), taken.match.seat_of(ANN), taken.proposals) == (seat, None, ())
    table_view = taken.view_for(DAN)
    assert table_view.view.seat == before.view.seat
    assert taken.view_for(ANN).view == taken.view_for(None).view
    with pytest.raises(NotAtThisTable):
        await play(app, match, ANN, "take 1")
    again = await made(database, time).positions.get(match.id)
    assert again.match.players == taken.match.players
    assert (await play_on(app, again.match)).status is Status.OVER


async def test_the_old_hand_is_to_be_deleted_and_the_new_one_to_be_posted(app: Application, database: Database) -> None:
    match = await begun(app)
    seat = match.seat_of(ANN)
    taken = await take(app, match, DAN, await offer(app, match))
    rows = await Outbox(database).of_match(match.id)
    [hand] = [row for row in rows if isinstance(row, HandRow) and row.seat == seat]
    assert (hand.version, hand.shown_version, hand.message_id) == (taken.match.version, None, None)
    [old] = [row for row in rows if isinstance(row, RetiredRow)]
    assert old.was is Retired.HAND


async def test_a_hand_sent_while_its_seat_changes_players_is_to_be_deleted(
    app: Application, database: Database
) -> None:
    match, outbox = await begun(app), Outbox(database)
    seat = match.seat_of(ANN)
    [hand] = [row for row in await outbox.of_match(match.id) if isinstance(row, HandRow) and row.seat == seat]
    await take(app, match, DAN, await offer(app, match))
    shown = HandShown(digest="as it was")
    await outbox.record([replace(hand, shown_version=match.version, shown=shown, channel_id=1, message_id=2)])
    [old] = [row for row in await outbox.of_match(match.id) if isinstance(row, RetiredRow)]
    assert (old.was, old.channel_id, old.message_id) == (Retired.HAND, 1, 2)
    [fresh_hand] = [row for row in await outbox.of_match(match.id) if isinstance(row, HandRow) and row.seat == seat]
    assert (fresh_hand.shown_version, fresh_hand.message_id) == (None, None)


async def test_a_user_who_plays_or_has_seen_another_hand_cannot_take_a_seat(app: Application) -> None:
    match = await begun(app)
    await take(app, match, DAN, await offer(app, match))
    open_seat = await offer(app, match, BEN, None)
    for user, refusal in ((ANN, NotAllowed), (CLEO, AlreadyAtThisTable), (DAN, AlreadyAtThisTable)):
        with pytest.raises(refusal):
            await take(app, match, user, open_seat)
    for to, refusal in ((ANN, NotAllowed), (BEN, AlreadyAtThisTable)):
        with pytest.raises(refusal):
            await offer(app, match, CLEO, to)
    back = await take(app, match, ANN, await offer(app, match, DAN, ANN))
    assert back.match.seat_of(ANN) == match.seat_of(ANN), "she has seen no other hand"


async def test_an_open_seat_can_be_taken_once(app: Application) -> None:
    match = await begun(app)
    open_seat = await offer(app, match, ANN, None)
    done = await asyncio.gather(*(take(app, match, user, open_seat) for user in (DAN, EVE)), return_exceptions=True)
    assert [type(one).__name__ for one in done] == ["Position", "ProposalClosed"]
    assert (await app.positions.get(match.id)).match.seat_of(DAN) is not None


async def test_an_offer_can_be_taken_or_refused_only_by_its_addressee_and_withdrawn_only_by_its_owner(
    app: Application,
) -> None:
    match = await begun(app)
    for user in (DAN, ANN):
        offered = await offer(app, match)
        with refused(SeatForAnother(user_id=14)):
            await take(app, match, EVE, offered)
        with pytest.raises(SeatAlreadyOffered):
            await offer(app, match)
        with refused(NotYourOffer(owner_id=11)):
            await app.consents.refuse(match.id, BEN, offered, interaction=fresh())
        with pytest.raises(SeatNeedsNoVote):
            await app.consents.agree(match.id, BEN, offered, interaction=fresh())
        closed = await app.consents.refuse(match.id, user, offered, interaction=fresh())
        assert closed.proposals == ()
        with pytest.raises(NothingProposed):
            await take(app, match, DAN, offered)


async def test_an_offer_survives_plies_and_ends_with_its_seat_or_its_time(app: Application, time: Time) -> None:
    match = await begun(app)
    offered = await offer(app, match, BEN, None)
    await play(app, match, ANN, "take 1")
    draw = await app.consents.propose(match.id, ANN, Kind.DRAW, interaction=fresh())
    assert [proposal.kind for proposal in draw.proposals] == [Kind.SEAT, Kind.DRAW]
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert (await app.positions.get(match.id)).proposals == ()
    with pytest.raises(NothingProposed):
        await take(app, match, DAN, offered)
    late = await offer(app, match, CLEO, None)
    time.go_on(OPEN)
    with pytest.raises(NothingProposed):
        await take(app, match, DAN, late)
    assert (await app.consents.carry_out(match.id)).proposals == ()


async def test_an_offer_to_one_user_lasts_a_day_and_one_to_anybody_a_week(app: Application, time: Time) -> None:
    match = await begun(app)
    for to, stands in [(DAN, OFFERED), (None, OPEN)]:
        offered = await offer(app, match, ANN, to)
        [proposal] = (await app.positions.get(match.id)).proposals
        assert proposal.due == time().timestamp() + stands
        await app.consents.refuse(match.id, ANN, offered, interaction=fresh())


async def test_a_change_of_players_cancels_earlier_agreements(app: Application) -> None:
    match = await begun(app)
    offered = await offer(app, match, BEN, DAN)
    draw = (await app.consents.propose(match.id, ANN, Kind.DRAW, interaction=fresh())).proposals[-1].made
    await app.consents.agree(match.id, BEN, draw, interaction=fresh())
    assert (await take(app, match, DAN, offered)).proposals == ()


async def test_a_change_of_players_drops_the_pre_moves_of_the_seat(app: Application) -> None:
    match = await begun(app)
    for user in (ANN, BEN):
        await app.pre_moves.say(match.id, user, "keep-all", interaction=fresh())
    taken = await take(app, match, DAN, await offer(app, match))
    assert [pre_move.seat for pre_move in taken.pre_moves] == [match.seat_of(BEN)]


async def test_only_active_players_of_a_live_match_can_offer_their_seats(
    app: Application,
) -> None:
    match = await begun(app)
    with pytest.raises(NotAtThisTable):
        await offer(app, match, STRANGER)
    offered = await offer(app, match, BEN)
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    with refused(HasLeft(match_id=1)):
        await offer(app, match, CLEO)
    await play_on(app, (await app.positions.get(match.id)).match)
    with pytest.raises(NotLive):
        await take(app, match, DAN, offered)
    assert (await app.positions.get(match.id)).proposals == ()


async def points(database: Database, user: int) -> tuple[int, int] | None:
    page = await Ratings(database).leaderboard(GUILD, "heist", first=0, count=0, user=user)
    return None if page.own is None else (page.own.points, page.own.games)


@pytest.mark.parametrize("loses", [True, False])
async def test_a_seat_with_a_substitute_can_only_cost_its_first_player_points(
    app: Application, database: Database, loses: bool
) -> None:
    """The other players are rated as usual; the substitute never is."""
    for _ in range(3):  # a new player's points cannot fall: she wins some first
        match = await begun(app)
        for user in (BEN, CLEO):
            await app.matches.resign(match.id, user, interaction=fresh())
    before = await points(database, ANN)
    assert before is not None
    match = await begun(app)
    await take(app, match, DAN, await offer(app, match))
    for user in (DAN,) if loses else (BEN, CLEO):
        await app.matches.resign(match.id, user, interaction=fresh())
    if loses:
        await app.matches.resign(match.id, CLEO, interaction=fresh())
    after = await points(database, ANN)
    assert after is not None
    assert (after[0] < before[0], after[1] - before[1]) == ((True, 1) if loses else (False, 0))
    assert after[0] <= before[0]
    assert await points(database, DAN) is None
    assert (await points(database, BEN) or (0, 0))[1] == 4
    assert set(await Ratings(database).changes(match.id)) == {match.seat_of(BEN), match.seat_of(CLEO)}


async def test_no_substitute_may_join_once_a_deleted_user_has_seen_a_hand(database: Database) -> None:
    """A user whose data was deleted cannot be told from any other."""
    app = Application(database, Library.of({"heist": HEIST}), seeds=lambda: 1)
    people = app.user_data
    match = await begun(app)
    await take(app, match, DAN, await offer(app, match))
    [sat] = (await people.export(ANN))["former_seats"]
    assert (sat["match_id"], sat["seat"]) == (match.id, match.seat_of(ANN))
    await people.delete(ANN)
    assert (await people.export(ANN))["former_seats"] == []
    open_seat = await offer(app, match, BEN, None)
    with refused(FormerPlayerUnknown(match_id=1)):
        await take(app, match, EVE, open_seat)


async def test_a_user_cannot_take_a_seat_if_a_block_separates_them_from_a_player(
    app: Application, database: Database
) -> None:
    match = await begun(app)
    blocks = Blocks(database)
    await blocks.block(BEN, DAN)
    await blocks.block(EVE, CLEO)
    made = await offer(app, match, to=None)
    with refused(SeatsReserved(match_id=1)):
        await take(app, match, DAN, made)
    with pytest.raises(SeatedWithBlocked):
        await take(app, match, EVE, made)
    await blocks.unblock(EVE, CLEO)
    assert (await take(app, match, EVE, made)).match.seat_of(EVE) is not None


async def test_an_offer_does_not_ping_a_user_who_blocked_its_owner(app: Application, database: Database) -> None:
    match = await begun(app)
    await Blocks(database).block(DAN, ANN)
    await offer(app, match, to=DAN)
    notes = [row for row in await Outbox(database).of_match(match.id) if isinstance(row, NoteRow)]
    assert [row.pinged_user_id for row in notes] == [None]


async def test_a_former_player_cannot_answer_proposals(app: Application) -> None:
    match = await begun(app)
    await take(app, match, DAN, await offer(app, match))
    proposed = await app.consents.propose(match.id, BEN, Kind.DRAW, interaction=fresh())
    made_at = proposed.proposals[-1].made
    for answer in (app.consents.agree, app.consents.refuse):
        with pytest.raises(NotAtThisTable):
            await answer(match.id, ANN, made_at, interaction=fresh())
    assert await app.positions.get(match.id) is proposed
