"""What the others say about somebody who has no time left, where a table chose that, through the match service."""

from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.application.match.outbox import NoteRow, Outbox
from bot.model.admin_action import Deed
from bot.model.match import Match, Status
from bot.model.notes import MatchEnded, Note, OwnTimeoutVoteOpened, TimeoutVoteOpened
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
    """A match in which somebody has just run out of time; who that is, and the others."""
    match = await begun(app, str(pace), guests=guests or (BEN, CLEO))
    time.go_on(pace.seconds)
    await app.deadlines.give(match.id)
    users = [player.user for player in match.players]
    return match, users[0], users[1:]


async def vote(app: Application, match: Match, verdict: Verdict, *users: int) -> Position:
    """These users choose it, one after the other."""
    position = await app.positions.get(match.id)
    made = open_vote(position).made
    for user in users:
        position = await app.votes.choose(match.id, user, made, verdict, interaction=fresh())
    return position


async def notes(database: Database, match: Match) -> list[tuple[int, Note]]:
    """Return whom a match tells what."""
    rows = [row for row in await Outbox(database).of_match(match.id) if isinstance(row, NoteRow)]
    return [(match.players[row.seat].user, row.note) for row in rows if row.seat is not None]


def open_vote(position: Position) -> Proposal:
    [found] = [proposal for proposal in position.proposals if proposal.kind is Kind.LATE]
    return found


async def test_the_others_are_asked_and_nothing_is_done_meanwhile(
    app: Application, database: Database, time: Time
) -> None:
    match, absent, others = await late(app, time)
    position = await app.deadlines.give(match.id)
    assert position.match.ply == 0
    assert open_vote(position).asks(position.seen) == (1, 2)
    told = dict(await notes(database, match))
    assert set(told) == {absent, *others}
    assert told[absent] == OwnTimeoutVoteOpened()
    assert all(told[other] == TimeoutVoteOpened(user_id=absent) for other in others)
    again = await made(database, time).positions.get(match.id)
    assert again.proposals == position.proposals, "it is stored"


MORE, PASS, END = Verdict.MORE, Verdict.PASS, Verdict.END


@pytest.mark.parametrize(
    ("said", "left", "decided"),
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
def test_more_than_half_of_those_who_have_a_say_decide(
    said: tuple[Verdict, ...], left: tuple[int, ...], decided: Verdict | None
) -> None:
    """Of five at a table the first is late."""
    proposal = Proposal(made=1, kind=Kind.LATE, seat=0, due=0.0, votes=dict(enumerate(said, 1)))
    table = dealt(Heist(), 5)
    assert proposal.decided(replace(table, left=frozenset(left))) is decided


async def test_whoever_is_late_may_still_act_and_that_settles_it(app: Application, time: Time) -> None:
    match, _, _ = await late(app, time)
    after = await play(app, match, "take 1")
    assert after.proposals == ()
    assert (await app.deadlines.give(match.id)).match.ply == 1


async def test_most_of_them_give_more_time(app: Application, time: Time, database: Database) -> None:
    match, absent, (one, other) = await late(app, time)
    half = await vote(app, match, Verdict.MORE, one)
    assert half.clocks[0].deadline == time().timestamp() + 12 * HOUR, "nothing has come of it yet"
    assert (await made(database, time).positions.get(match.id)).proposals == half.proposals
    after = await vote(app, match, Verdict.MORE, other)
    assert after.proposals == ()
    assert after.clocks[0].deadline == time().timestamp() + 24 * HOUR
    [act] = await app.administration.acts(match.id)
    assert (act.deed, act.about, act.ply) == (Deed.MORE, absent, 0)


async def test_in_a_live_match_more_time_is_a_quarter_of_a_bank(app: Application, time: Time) -> None:
    match, _, others = await late(app, time, LIVE)
    after = await vote(app, match, Verdict.MORE, *others)
    assert after.clocks[0].deadline == time().timestamp() + 2.5 * MINUTE


async def test_most_of_them_let_it_pass_for_the_rest_of_the_turn(app: Application, time: Time) -> None:
    match, _, others = await late(app, time)
    assert (await vote(app, match, Verdict.PASS, *others)).match.ply == 0
    for _ in range(3):
        await app.deadlines.give(match.id)
    after = await app.deadlines.give(match.id)
    assert after.match.ply == 2, "taking two coins, he is asked what to put back"
    assert after.seen.acted[0] == 2
    assert after.proposals == (), "the next one is asked, and has their time"


async def test_most_of_them_end_it_and_the_others_play_on(app: Application, time: Time) -> None:
    match, _, others = await late(app, time)
    await vote(app, match, Verdict.END, *others)
    after = await app.deadlines.give(match.id)
    assert after.seen.left == {0}
    assert after.match.status is Status.LIVE
    assert [act.deed for act in await app.administration.acts(match.id)] == [Deed.OUT]


@pytest.mark.parametrize("answers", [[], [Verdict.END], [Verdict.MORE], [Verdict.END, Verdict.MORE]])
async def test_if_most_do_not_agree_in_time_i_pass(app: Application, time: Time, answers: list[Verdict]) -> None:
    match, _, others = await late(app, time)
    for other, verdict in zip(others, answers, strict=False):
        await vote(app, match, verdict, other)
    time.go_on(12 * HOUR)
    after = await app.deadlines.give(match.id)
    assert (after.match.ply, after.seen.left) == (1, frozenset())


@pytest.mark.parametrize(("verdict", "ply", "left"), [(Verdict.MORE, 0, set()), (Verdict.PASS, 1, set())])
async def test_of_two_players_the_other_one_decides(
    app: Application, time: Time, verdict: Verdict, ply: int, left: set[int]
) -> None:
    match, _, [other] = await late(app, time, LIVE, BEN)
    await vote(app, match, verdict, other)
    after = await app.deadlines.give(match.id)
    assert (after.match.ply, set(after.seen.left)) == (ply, left)


async def test_of_two_players_the_other_one_ends_it_and_whoever_was_late_is_told(
    app: Application, time: Time, database: Database
) -> None:
    match, absent, [other] = await late(app, time, LIVE, BEN)
    await vote(app, match, Verdict.END, other)
    over = await app.deadlines.give(match.id)
    assert over.match.status is Status.OVER
    assert (absent, MatchEnded()) in await notes(database, match)


async def test_answers_that_do_not_count_are_explained(app: Application, time: Time) -> None:
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


async def test_whoever_has_left_has_no_say_and_their_leaving_decides(app: Application, time: Time) -> None:
    match, _, (one, other) = await late(app, time)
    await vote(app, match, Verdict.MORE, one)
    await app.matches.resign(match.id, other, interaction=fresh())
    time.go_on(12 * HOUR)
    after = await app.deadlines.give(match.id)
    assert after.proposals == ()
    assert after.clocks[0].deadline == time().timestamp() + 24 * HOUR


async def test_what_others_propose_meanwhile_and_the_vote_do_not_settle_each_other(
    app: Application, time: Time
) -> None:
    match, _, (one, _) = await late(app, time)
    both = await app.consents.propose(match.id, one, Kind.DRAW, interaction=fresh())
    assert [proposal.kind for proposal in both.proposals] == [Kind.LATE, Kind.DRAW]
    after = await app.consents.refuse(match.id, one, both.proposals[-1].made, interaction=fresh())
    assert [proposal.kind for proposal in after.proposals] == [Kind.LATE]


async def test_while_the_bot_is_down_the_vote_stands_still(app: Application, database: Database, time: Time) -> None:
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
