"""Votes about a player out of time, if the table chose them, through the match service."""

from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.application.match.outbox import NoteRow, Outbox
from bot.model.admin_action import AdminActionKind
from bot.model.match import Match, Status
from bot.model.notes import Note, OwnTimeoutVoteOpened, TimeoutVoteOpened
from bot.model.pace import HOUR, MINUTE, Pace
from bot.model.position import Position
from bot.model.proposal import Kind, Proposal, Verdict
from bot.model.reasons.table import AlreadyVoted, OwnTimeout, TimeoutNeedsVote
from bot.model.refusals import NotAtThisTable, NothingProposed
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import BEN, CLEO, STRANGER, fresh
from tests.bot.test_deadlines import begun, made, play
from tests.bot.test_table import dealt
from tests.heist_game import Heist

SLOW = Pace.read("24h vote")
LIVE = Pace.read("10+0 vote")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def late(app: Application, time: Time, pace: Pace = SLOW, *guests: int) -> tuple[Match, int, list[int]]:
    """Return a match in which a player has just run out of time, that player, and the others."""
    match = await begun(app, str(pace), guests=guests or (BEN, CLEO))
    time.go_on(pace.seconds)
    await app.deadlines.carry_out(match.id)
    users = [player.user for player in match.players]
    return match, users[0], users[1:]


async def vote(app: Application, match: Match, verdict: Verdict, *users: int) -> Position:
    """Let these users vote for it one after the other."""
    position = await app.positions.get(match.id)
    made = open_vote(position).made
    for user in users:
        position = await app.votes.choose(match.id, user, made, verdict, interaction=fresh())
    return position


async def notes(database: Database, match: Match) -> list[tuple[int, Note]]:
    """Return the notes of a match with their users."""
    rows = [row for row in await Outbox(database).of_match(match.id) if isinstance(row, NoteRow)]
    return [(match.players[row.seat].user, row.note) for row in rows if row.seat is not None]


def open_vote(position: Position) -> Proposal:
    [late_vote] = [proposal for proposal in position.proposals if proposal.kind is Kind.LATE]
    return late_vote


async def test_the_others_are_asked_to_vote_and_nothing_happens_meanwhile(
    app: Application, database: Database, time: Time
) -> None:
    match, absent, others = await late(app, time)
    position = await app.deadlines.carry_out(match.id)
    assert position.match.ply == 0
    assert open_vote(position).asks(position.seen) == (1, 2)
    notes_by_user = dict(await notes(database, match))
    assert set(notes_by_user) == {absent, *others}
    assert notes_by_user[absent] == OwnTimeoutVoteOpened()
    assert all(notes_by_user[other] == TimeoutVoteOpened(user_id=absent) for other in others)
    again = await made(database, time).positions.get(match.id)
    assert again.proposals == position.proposals, "proposals are stored"


MORE, PASS, END = Verdict.MORE, Verdict.PASS, Verdict.END


@pytest.mark.parametrize(
    ("verdicts", "left", "decided"),
    [
        ((), (), None),
        ((END,), (), None),
        ((END, END), (), None),
        ((END, END, END), (), END),
        ((END, MORE, END), (), None),
        ((END, MORE, END, MORE), (), PASS),
        ((END, MORE, END, PASS), (), PASS),
        ((END, MORE, END, END), (), END),
        ((END, END), (3,), END),
        ((END, END, MORE), (1,), None),
    ],
)
def test_more_than_half_of_the_voters_decide(
    verdicts: tuple[Verdict, ...], left: tuple[int, ...], decided: Verdict | None
) -> None:
    """The first of five players is out of time."""
    proposal = Proposal(made=1, kind=Kind.LATE, seat=0, due=0.0, votes=dict(enumerate(verdicts, 1)))
    table = dealt(Heist(), 5)
    assert proposal.decided(replace(table, left=frozenset(left))) is decided


async def test_an_action_of_the_late_player_ends_the_vote(app: Application, time: Time) -> None:
    match, _, _ = await late(app, time)
    after = await play(app, match, "take 1")
    assert after.proposals == ()
    assert (await app.deadlines.carry_out(match.id)).match.ply == 1


async def test_a_majority_can_give_more_time(app: Application, time: Time, database: Database) -> None:
    match, absent, (one, other) = await late(app, time)
    half = await vote(app, match, Verdict.MORE, one)
    assert half.clocks[0].deadline == time().timestamp() + 12 * HOUR, "half of the votes change nothing"
    assert (await made(database, time).positions.get(match.id)).proposals == half.proposals
    after = await vote(app, match, Verdict.MORE, other)
    assert after.proposals == ()
    assert after.clocks[0].deadline == time().timestamp() + 24 * HOUR
    [act] = await app.administration.acts(match.id)
    assert (act.kind, act.about, act.ply) == (AdminActionKind.MORE, absent, 0)


async def test_extra_time_in_a_live_match_is_a_quarter_of_a_bank(app: Application, time: Time) -> None:
    match, _, others = await late(app, time, LIVE)
    after = await vote(app, match, Verdict.MORE, *others)
    assert after.clocks[0].deadline == time().timestamp() + 2.5 * MINUTE


async def test_a_majority_can_skip_the_rest_of_the_turn(app: Application, time: Time) -> None:
    match, _, others = await late(app, time)
    assert (await vote(app, match, Verdict.PASS, *others)).match.ply == 0
    for _ in range(3):
        await app.deadlines.carry_out(match.id)
    after = await app.deadlines.carry_out(match.id)
    assert after.match.ply == 2, "taking two coins asks him what to put back"
    assert after.seen.acted[0] == 2
    assert after.proposals == (), "the next player is asked and has time left"


async def test_a_majority_can_end_the_match_for_the_late_player_and_the_others_play_on(
    app: Application, time: Time
) -> None:
    match, _, others = await late(app, time)
    await vote(app, match, Verdict.END, *others)
    after = await app.deadlines.carry_out(match.id)
    assert after.seen.left == {0}
    assert after.match.status is Status.LIVE
    assert [act.kind for act in await app.administration.acts(match.id)] == [AdminActionKind.OUT]


@pytest.mark.parametrize("answers", [[], [Verdict.END], [Verdict.MORE], [Verdict.END, Verdict.MORE]])
async def test_the_bot_passes_if_there_is_no_majority_in_time(
    app: Application, time: Time, answers: list[Verdict]
) -> None:
    match, _, others = await late(app, time)
    for other, verdict in zip(others, answers, strict=False):
        await vote(app, match, verdict, other)
    time.go_on(12 * HOUR)
    after = await app.deadlines.carry_out(match.id)
    assert (after.match.ply, after.seen.left) == (1, frozenset())


@pytest.mark.parametrize(("verdict", "ply", "left"), [(Verdict.MORE, 0, set()), (Verdict.PASS, 1, set())])
async def test_the_only_other_player_decides_alone(
    app: Application, time: Time, verdict: Verdict, ply: int, left: set[int]
) -> None:
    match, _, [other] = await late(app, time, LIVE, BEN)
    await vote(app, match, verdict, other)
    after = await app.deadlines.carry_out(match.id)
    assert (after.match.ply, set(after.seen.left)) == (ply, left)


async def test_the_only_other_player_can_end_the_match_and_the_late_player_is_notified(
    app: Application, time: Time
) -> None:
    match, absent, [other] = await late(app, time, LIVE, BEN)
    await vote(app, match, Verdict.END, other)
    over = await app.deadlines.carry_out(match.id)
    assert over.match.status is Status.OVER
    assert absent in await app.finished.notified(over.match)


async def test_invalid_votes_are_refused_with_a_reason(app: Application, time: Time) -> None:
    match, absent, (one, other) = await late(app, time)
    late_vote = open_vote(await app.positions.get(match.id)).made
    with pytest.raises(OwnTimeout):
        await vote(app, match, Verdict.MORE, absent)
    with pytest.raises(NotAtThisTable):
        await vote(app, match, Verdict.END, STRANGER)
    await vote(app, match, Verdict.END, one)
    with pytest.raises(AlreadyVoted):
        await vote(app, match, Verdict.MORE, one)
    for answer in (app.consents.agree, app.consents.refuse):
        with pytest.raises(TimeoutNeedsVote):
            await answer(match.id, other, late_vote, interaction=fresh())
    await play(app, match, "take 1")
    with pytest.raises(NothingProposed):
        await app.votes.choose(match.id, other, late_vote, Verdict.END, interaction=fresh())


async def test_a_resignation_removes_a_voter_and_can_decide_the_vote(app: Application, time: Time) -> None:
    match, _, (one, other) = await late(app, time)
    await vote(app, match, Verdict.MORE, one)
    await app.matches.resign(match.id, other, interaction=fresh())
    time.go_on(12 * HOUR)
    after = await app.deadlines.carry_out(match.id)
    assert after.proposals == ()
    assert after.clocks[0].deadline == time().timestamp() + 24 * HOUR


async def test_other_proposals_and_the_vote_do_not_affect_each_other(app: Application, time: Time) -> None:
    match, _, (one, _) = await late(app, time)
    both = await app.consents.propose(match.id, one, Kind.DRAW, interaction=fresh())
    assert [proposal.kind for proposal in both.proposals] == [Kind.LATE, Kind.DRAW]
    after = await app.consents.refuse(match.id, one, both.proposals[-1].made, interaction=fresh())
    assert [proposal.kind for proposal in after.proposals] == [Kind.LATE]


async def test_a_vote_stands_still_while_the_bot_is_down(app: Application, database: Database, time: Time) -> None:
    match, _, _ = await late(app, time)
    await app.timers.open()
    await app.timers.close()
    before = open_vote(await app.positions.get(match.id)).due
    time.go_on(30 * HOUR)
    again = made(database, time)
    await again.timers.open()
    position = await again.positions.get(match.id)
    assert open_vote(position).due == position.clocks[0].deadline == before + 30 * HOUR
    after = await vote(again, match, Verdict.MORE, match.players[1].user)
    assert len(open_vote(after).votes) == 1
    await again.timers.close()
