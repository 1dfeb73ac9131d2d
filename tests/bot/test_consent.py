"""Undos, draws and endings without a result by consent of all players, through the match service."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.application.application import Application
from bot.application.match.outbox import NoteRow, Outbox
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.model.notes import Note, ProposalExpired, ProposalRefused
from bot.model.position import Position
from bot.model.proposal import VOTES, Kind, Terms
from bot.model.reasons.match import HasLeft, MatchNotLive
from bot.model.reasons.proposals import ProposalClosed
from bot.model.reasons.table import (
    AlreadyAgreed,
    AlreadyAsked,
    OtherProposalOpen,
    OwnProposal,
    ResignationInBetween,
    TooManySteps,
)
from bot.model.refusals import NotAtThisTable, NothingProposed
from bot.model.shown import TableShown
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from rules.core.play import AGREED
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CLEO, SEED, STRANGER, TINY, asked, begin, fresh, play_on
from tests.bot.thieves import begun, made, play


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def propose(
    app: Application, match: Match, kind: Kind, user: int = ANN, *, undoes: int | None = None
) -> Position:
    return await app.consents.propose(match.id, user, kind, undoes=undoes, interaction=fresh())


async def agree(app: Application, match: Match, *users: int, made: int | None = None) -> Position:
    """Let these users agree to the present proposal one after the other."""
    if made is None:
        [proposal] = (await app.positions.get(match.id)).proposals
        made = proposal.made
    last = await app.positions.get(match.id)
    for user in users:
        last = await app.consents.agree(match.id, user, made, interaction=fresh())
    return last


async def notes(database: Database, match: Match) -> Sequence[tuple[int, Note]]:
    rows = await Outbox(database).of_match(match.id)
    note_rows = [row for row in rows if isinstance(row, NoteRow)]
    return [(match.players[row.seat].user, row.note) for row in note_rows if row.seat is not None]


async def test_a_finished_turn_is_undone_once_all_others_agree(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app)
    before = await app.positions.get(match.id)
    await play(app, match, ANN, "take 1")
    proposed = await propose(app, match, Kind.UNDO)
    assert [proposal.terms for proposal in proposed.proposals] == [Terms(kind=Kind.UNDO, undoes=1)]
    assert {user for user, _ in await notes(database, match)} == {BEN, CLEO}
    half = await agree(app, match, BEN)
    assert half.match.ply == proposed.match.ply
    assert half.proposals[0].asks(half.seen) == (match.seat_of(CLEO),)
    again = await made(database, time).positions.get(match.id)
    assert again.proposals == half.proposals, "the proposal is stored"
    back = await agree(app, match, CLEO)
    assert [back.seen.view(seat) for seat in (None, 0, 1, 2)] == [before.seen.view(seat) for seat in (None, 0, 1, 2)]
    assert back.proposals == ()
    assert (await asked(app, back.match))[1] == ANN
    assert back.shown == TableShown(back.match.ply), "she is asked again"
    assert (await made(database, time).positions.get(match.id)).seen.digest == before.seen.digest


async def test_one_undo_takes_back_several_steps_of_several_players(app: Application, database: Database) -> None:
    match = await begun(app)
    before = await app.positions.get(match.id)
    position = await play(app, match, ANN, "take 1")
    for _ in range(2):
        position = await play(app, match, (await asked(app, match))[1], "take 1")
    await propose(app, match, Kind.UNDO)
    assert (await app.positions.get(match.id)).proposals[0].undoes == 3, "her own latest step and those after it"
    back = await agree(app, match, BEN, CLEO)
    assert back.seen.digest == before.seen.digest
    _, gone = await app.matches.log(back, BEN)
    assert gone == set(range(before.match.ply + 1, position.match.ply + 1))


async def test_a_draw_before_everyone_has_moved_changes_no_points(app: Application, database: Database) -> None:
    match = await begun(app)
    for user in [player.user for player in match.players[:2]]:
        await play(app, match, user, "take 1")
    await propose(app, match, Kind.DRAW)
    assert (await agree(app, match, CLEO, BEN)).match.status is Status.OVER
    assert {before - after for before, after in (await Ratings(database).changes(match.id)).values()} == {0}


async def test_a_draw_is_rated_as_one(app: Application, database: Database) -> None:
    match = await begun(app)
    for user in [player.user for player in match.players]:
        await play(app, match, user, "take 1")
    await propose(app, match, Kind.DRAW)
    over = await agree(app, match, CLEO, BEN)
    assert over.match.status is Status.OVER
    assert over.match.outcome is not None
    assert (over.match.outcome.ending, over.match.outcome.ranks) == (AGREED, (1, 1, 1))
    assert over.game.result(over.match.outcome, ["A", "B", "C"]) == "The match is a draw by agreement."
    assert over.view_for(BEN).view.outcome == over.match.outcome
    changes = await Ratings(database).changes(match.id)
    assert len({after for _, after in changes.values()}) == 1
    assert (await made(database, Time()).positions.get(match.id)).seen.digest == over.seen.digest


async def test_a_player_who_left_is_not_asked_and_ranks_below_the_others(app: Application) -> None:
    match = await begun(app)
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    made = (await propose(app, match, Kind.DRAW)).proposals[0].made
    with refused(HasLeft(match_id=1)):
        await agree(app, match, CLEO, made=made)
    over = await agree(app, match, BEN)
    assert over.match.outcome is not None
    assert [over.match.outcome.ranks[match.seat_of(user) or 0] for user in (ANN, BEN, CLEO)] == [1, 1, 3]


async def test_a_match_ends_without_a_result_if_all_agree(app: Application, database: Database) -> None:
    match = await begun(app)
    await propose(app, match, Kind.ABANDON)
    gone = await agree(app, match, BEN, CLEO)
    assert gone.match.status is Status.ABANDONED
    assert not await Ratings(database).changes(match.id)


async def test_one_refusal_declines_a_proposal_and_only_the_proposer_is_told(
    app: Application, database: Database
) -> None:
    match = await begun(app)
    made = (await propose(app, match, Kind.DRAW)).proposals[0].made
    await agree(app, match, BEN)
    refused = await app.consents.refuse(match.id, CLEO, made, interaction=fresh())
    assert refused.proposals == ()
    note = ProposalRefused(user_id=CLEO, terms=Terms(kind=Kind.DRAW))
    assert [user for user, other in await notes(database, match) if other == note] == [ANN]
    for late in (
        app.consents.refuse(match.id, CLEO, made, interaction=fresh()),
        agree(app, match, CLEO, made=made),
    ):
        with pytest.raises(ProposalClosed):
            await late
    assert (await propose(app, match, Kind.DRAW, BEN)).proposals[0].made > made


async def test_a_proposer_can_withdraw_but_not_answer(app: Application, database: Database) -> None:
    match = await begun(app)
    made = (await propose(app, match, Kind.DRAW)).proposals[0].made
    with pytest.raises(OwnProposal):
        await agree(app, match, ANN)
    notes_before = len(await notes(database, match))
    assert (await app.consents.refuse(match.id, ANN, made, interaction=fresh())).proposals == ()
    assert len(await notes(database, match)) == notes_before


async def test_nobody_agrees_twice_and_strangers_cannot_agree(app: Application) -> None:
    match = await begun(app)
    made = (await propose(app, match, Kind.DRAW)).proposals[0].made
    await agree(app, match, BEN)
    with pytest.raises(AlreadyAgreed):
        await agree(app, match, BEN)
    with pytest.raises(NotAtThisTable):
        await agree(app, match, STRANGER)
    assert (await app.positions.get(match.id)).match.status is Status.LIVE
    with pytest.raises(NothingProposed):
        await agree(app, match, CLEO, made=made + 1)


@pytest.mark.parametrize("kind", [kind for kind in VOTES if kind is not Kind.BREAK])
async def test_playing_on_answers_a_proposal(app: Application, kind: Kind) -> None:
    match = await begun(app)
    await play(app, match, ANN, "take 1")
    made = (await propose(app, match, kind)).proposals[0].made
    after = await play(app, match, (await asked(app, match))[1], "take 1")
    assert after.proposals == ()
    with pytest.raises(NothingProposed):
        await agree(app, match, BEN, made=made)


async def test_an_unanswered_proposal_lapses_after_ten_minutes(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app)
    made_at = (await propose(app, match, Kind.DRAW)).proposals[0].made
    [(due, number)] = await app.consents.due()
    assert (due, number) == (time().timestamp() + 10 * 60, match.id)
    time.go_on(10 * 60 - 1)
    assert (await app.consents.carry_out(match.id)).proposals
    time.go_on(1)
    with pytest.raises(NothingProposed):
        await agree(app, match, BEN, made=made_at)
    fresh_start = made(database, time)
    assert (await fresh_start.consents.carry_out(match.id)).proposals == ()
    assert await fresh_start.consents.due() == []
    expired = [user for user, note in await notes(database, match) if isinstance(note, ProposalExpired)]
    assert expired == [ANN]


async def test_a_proposal_in_an_idle_match_can_be_answered_for_a_day(app: Application, time: Time) -> None:
    match = await begun(app)
    time.go_on(10 * 60)
    [slow] = (await propose(app, match, Kind.DRAW)).proposals
    assert slow.due == time().timestamp() + 24 * 60 * 60


async def test_a_match_has_one_proposal_at_a_time(app: Application) -> None:
    match = await begun(app)
    done = await asyncio.gather(*(propose(app, match, Kind.DRAW, user) for user in (ANN, BEN)), return_exceptions=True)
    [draw] = (await app.positions.get(match.id)).proposals
    assert done[1] == OtherProposalOpen(proposal=draw, user_id=ANN)
    with refused(OtherProposalOpen(proposal=draw, user_id=ANN)):
        await propose(app, match, Kind.ABANDON, CLEO)
    with refused(AlreadyAsked(proposal=draw)):
        await propose(app, match, Kind.ABANDON, ANN)


async def test_an_impossible_proposal_is_refused(app: Application) -> None:
    match = await begun(app)
    ply = (await app.positions.get(match.id)).match.ply
    for undoes in (0, -1, ply + 1, 10**9):
        with refused(TooManySteps(steps=0)):
            await propose(app, match, Kind.UNDO, undoes=undoes)
    await play(app, match, ANN, "take 1")
    await app.matches.resign(match.id, BEN, interaction=fresh())
    with pytest.raises(ResignationInBetween):
        await propose(app, match, Kind.UNDO)
    with refused(HasLeft(match_id=1)):
        await propose(app, match, Kind.DRAW, BEN)
    with pytest.raises(NotAtThisTable):
        await propose(app, match, Kind.DRAW, STRANGER)
    await app.matches.resign(match.id, CLEO, interaction=fresh())
    with pytest.raises(MatchNotLive):
        await propose(app, match, Kind.UNDO)


async def test_two_simultaneous_agreements_both_count(app: Application) -> None:
    match = await begun(app)
    made = (await propose(app, match, Kind.DRAW)).proposals[0].made
    await asyncio.gather(*(app.consents.agree(match.id, user, made, interaction=fresh()) for user in (BEN, CLEO)))
    assert (await app.positions.get(match.id)).match.status is Status.OVER


async def test_cards_drawn_after_an_agreed_undo_differ_from_those_seen(database: Database, time: Time) -> None:
    library = Library.of({TINY.key: TINY})
    app = Application(database, library, clock=time, seeds=lambda: SEED)
    match = await begin(app)
    before = (await app.positions.get(match.id)).seen
    await play_on(app, match, 2)
    drawn = (await app.positions.get(match.id)).seen
    assert drawn.left_to_chance(before)
    await propose(app, match, Kind.UNDO, undoes=2)
    after = (await agree(app, match, BEN)).seen
    assert [after.view(seat) for seat in (None, 0, 1)] == [before.view(seat) for seat in (None, 0, 1)]
    then, now = (before.game.hidden_orders(table.state) for table in (before, after))
    assert now != then
    assert [sorted(map(str, deck)) for deck in now] == [sorted(map(str, deck)) for deck in then]
    again = (await Application(database, library, clock=time).positions.get(match.id)).seen
    assert again.digest == after.digest, "the match replays"
