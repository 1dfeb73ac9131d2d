"""Nobody is stalled in a match without a pace: those who wait can claim that a player is absent."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.model.active_hours import ActiveHours
from bot.model.admin_action import AdminActionKind
from bot.model.clocks import UNTOLD, Outage
from bot.model.match import Match, Status
from bot.model.notes import AbsenceClaimed, AbsenceNoticed, MatchAbandoned, OwnAbsenceNoticed
from bot.model.pace import DAY, HOUR, Kind, Pace
from bot.model.position import Position
from bot.model.proposal import Kind as Proposed
from bot.model.proposal import Proposal, Verdict
from bot.model.reasons.match import MatchInUse
from bot.model.reasons.table import AskedToo, NotATimeoutVote, OwnTimeout, TimeoutNeedsVote
from bot.model.refusals import BadPace, NotAllowed
from bot.model.waiting import IDLE, NOTICE, SOUGHT
from bot.people.preferences import PreferenceBook
from bot.people.settings import ACTIVE_HOURS
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CLEO, STRANGER, asked, first_choice, fresh, open_lobby
from tests.bot.test_absences import everything_due
from tests.bot.test_breaks import take_break
from tests.bot.test_deadlines import begun, made, play, rows
from tests.bot.test_votes import notes

WEEK = 7 * DAY
MORE, END = Verdict.MORE, Verdict.END


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def go_on(app: Application, time: Time, match: Match, seconds: float) -> Position:
    """Let time pass, and do what is due then."""
    time.go_on(seconds)
    return await everything_due(app, match)


def claims(position: Position) -> list[Proposal]:
    return [proposal for proposal in position.proposals if proposal.kind is Proposed.CLAIM]


async def stalled(
    app: Application, time: Time, pace: str = "none", *guests: int, game: str = "heist"
) -> tuple[Match, list[int]]:
    """Return a match in which the first seat has not moved for a week, and its players by seat."""
    match = await begun(app, pace, guests=guests or (BEN,), game=game)
    await go_on(app, time, match, match.pace.seconds)
    return match, [player.user for player in match.players]


async def vote(app: Application, match: Match, user: int, verdict: Verdict = END) -> Position:
    [claim] = claims(await app.positions.get(match.id))
    return await app.votes.choose(match.id, user, claim.made, verdict, interaction=fresh())


async def test_whoever_waits_for_a_week_claims_and_wins_if_the_absent_player_does_not_move_for_a_day(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app, "none", guests=(BEN,))
    absent, waiting = (player.user for player in match.players)
    assert claims(await go_on(app, time, match, WEEK - 1)) == []
    [claim] = claims(await go_on(app, time, match, 1))
    assert claim.asks((await app.positions.get(match.id)).seen) == (1,)
    assert dict(await notes(database, match)) == {absent: OwnAbsenceNoticed(), waiting: AbsenceNoticed(user_id=absent)}
    claimed = await vote(app, match, waiting)
    assert claims(claimed)[0].due == time.seconds + NOTICE
    assert (absent, AbsenceClaimed(until=int(time.seconds + NOTICE))) in await notes(database, match)
    assert (await go_on(app, time, match, NOTICE - 1)).match.status is Status.LIVE
    over = (await go_on(app, time, match, 1)).match
    assert over.status is Status.OVER
    assert over.outcome is not None
    assert over.outcome.ranks == (2, 1)
    [act] = await app.administration.acts(match.id)
    assert (act.kind, act.user, act.about) == (AdminActionKind.CLAIMED, waiting, absent)


async def test_a_move_within_the_day_settles_the_claim(app: Application, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time)
    await vote(app, match, waiting)
    await go_on(app, time, match, NOTICE - 1)
    moved = await play(app, match, "take 1")
    assert claims(moved) == []
    assert (await go_on(app, time, match, WEEK - 1)).match.status is Status.LIVE


async def test_whoever_is_asked_can_neither_claim_nor_end_the_match(app: Application, time: Time) -> None:
    match, (absent, waiting) = await stalled(app, time)
    with refused(OwnTimeout()):
        await vote(app, match, absent)
    for user in (absent, waiting):
        with refused(MatchInUse(match_id=match.id)):
            await app.administration.abandon(match.id, user, moderates=False, interaction=fresh())


async def test_a_claim_offers_no_skipped_turn_and_no_plain_answer(app: Application, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time)
    with refused(NotATimeoutVote()):
        await vote(app, match, waiting, Verdict.PASS)
    [claim] = claims(await app.positions.get(match.id))
    with refused(TimeoutNeedsVote()):
        await app.consents.refuse(match.id, waiting, claim.made, interaction=fresh())


async def test_whoever_waits_can_give_more_time_instead(app: Application, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time)
    assert claims(await vote(app, match, waiting, MORE)) == []
    assert claims(await go_on(app, time, match, WEEK - 1)) == []
    assert claims(await go_on(app, time, match, 1)) != []


async def test_only_a_ply_resets_the_days(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,))
    absent, waiting = (player.user for player in match.players)
    start = (await app.positions.get(match.id)).clocks[0].deadline
    time.go_on(6 * DAY)
    for proposer, other in ((absent, waiting), (waiting, absent)):
        asked = await app.consents.propose(match.id, proposer, Proposed.DRAW, interaction=fresh())
        [draw] = asked.proposals
        await app.consents.refuse(match.id, other, draw.made, interaction=fresh())
    assert (await app.positions.get(match.id)).clocks[0].deadline == start
    moved = await play(app, match, "take 1")
    assert (moved.clocks[0].deadline, moved.clocks[1].deadline) == (None, time.seconds + WEEK)


@pytest.mark.parametrize("pace", ["24h forfeit", "none"])
async def test_acting_and_taking_it_back_gains_no_time(app: Application, time: Time, pace: str) -> None:
    match = await begun(app, pace, guests=(BEN,), game="tiny")
    deadline = time.seconds + match.pace.seconds
    for _ in range(2):
        time.go_on(match.pace.seconds / 3)
        seat, user = await asked(app, match)
        await app.matches.act(match.id, user, await first_choice(app, match, user), decision=None, interaction=fresh())
        after = await app.consents.undo(match.id, user, interaction=fresh())
        assert after.clocks[seat].deadline == pytest.approx(deadline)


async def test_the_days_count_active_hours_alone(app: Application, database: Database, time: Time) -> None:
    await PreferenceBook(database).choose(ANN, ACTIVE_HOURS, ActiveHours.read("UTC 00:00-12:00"))
    match = await begun(app, "none", guests=(BEN,))
    ann = match.seat_of(ANN)
    assert ann is not None
    if ann:
        await play(app, match, "take 1")
    assert (await app.positions.get(match.id)).clocks[ann].deadline == pytest.approx(time.seconds + 13.5 * DAY)


async def test_the_days_count_no_time_in_which_the_bot_was_down(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,))
    time.go_on(5 * DAY)
    app.positions.resume_clocks(Outage(time.seconds - 3 * DAY, time.seconds))
    assert claims(await go_on(app, time, match, 2 * DAY)) == []
    assert claims(await go_on(app, time, match, 3 * DAY)) != []


async def test_the_days_count_only_while_the_player_could_be_told_within_a_bound(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,))
    await app.untold.stop(await app.positions.get(match.id), [0])
    assert claims(await go_on(app, time, match, WEEK)) == []
    assert UNTOLD[Kind.NONE] == WEEK
    assert claims(await go_on(app, time, match, WEEK)) != []


async def test_the_days_count_no_holiday_of_the_absent_player(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,))
    today = datetime.fromtimestamp(time.seconds, UTC).date()
    await app.breaks.take(match.players[0].user, today, today + timedelta(4))
    assert claims(await go_on(app, time, match, WEEK)) == []
    assert claims(await go_on(app, time, match, 5 * DAY)) != []


async def test_the_days_count_no_break_on_which_all_agreed(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,))
    await take_break(app, match)
    assert claims(await go_on(app, time, match, 14 * DAY)) == []
    assert claims(await go_on(app, time, match, WEEK)) != []


async def test_where_all_are_asked_at_once_nobody_waits_and_the_match_ends_by_itself_after_a_month(
    app: Application, database: Database, time: Time
) -> None:
    match, users = await stalled(app, time, game="tiny")
    for user in users:
        for claim in claims(await app.positions.get(match.id)):
            with pytest.raises(NotAllowed) as refusal:
                await app.votes.choose(match.id, user, claim.made, END, interaction=fresh())
            assert refusal.value in (AskedToo(), OwnTimeout())
    assert (await go_on(app, time, match, IDLE - WEEK - 1)).match.status is Status.LIVE
    assert (await go_on(app, time, match, 1)).match.status is Status.ABANDONED
    [act] = await app.administration.acts(match.id)
    assert act.kind is AdminActionKind.IDLE
    told = [user for user, note in await notes(database, match) if isinstance(note, MatchAbandoned)]
    assert sorted(told) == sorted(set(users) - {act.user})


async def test_all_who_are_asked_at_once_can_end_the_match_together(app: Application, time: Time) -> None:
    match, (one, other) = await stalled(app, time, game="tiny")
    asked = await app.consents.propose(match.id, one, Proposed.ABANDON, interaction=fresh())
    made = next(proposal.made for proposal in asked.proposals if proposal.kind is Proposed.ABANDON)
    assert (await app.consents.agree(match.id, other, made, interaction=fresh())).match.status is Status.ABANDONED


async def test_whoever_has_decided_where_all_are_asked_waits_and_can_claim(app: Application, time: Time) -> None:
    match = await begun(app, "none", guests=(BEN,), game="tiny")
    await play(app, match, "fold")
    position = await go_on(app, time, match, WEEK)
    [claim] = claims(position)
    [waiting] = claim.asks(position.seen)
    await vote(app, match, match.players[waiting].user)
    assert (await go_on(app, time, match, NOTICE)).seen.left == {1 - waiting}


async def test_an_absence_that_nobody_claims_ends_the_match_after_a_month(app: Application, time: Time) -> None:
    match, _ = await stalled(app, time)
    assert (await go_on(app, time, match, IDLE - WEEK)).match.status is Status.ABANDONED


async def test_with_three_players_two_have_to_claim(app: Application, time: Time) -> None:
    match, (absent, one, other) = await stalled(app, time, "none", BEN, CLEO)
    assert claims(await vote(app, match, one))[0].verdict is None
    assert claims(await vote(app, match, other))[0].verdict is END
    assert (await go_on(app, time, match, NOTICE)).seen.left == {0}
    assert absent


async def test_with_three_players_a_vote_that_is_split_gives_more_time(app: Application, time: Time) -> None:
    match, (_, one, other) = await stalled(app, time, "none", BEN, CLEO)
    await vote(app, match, one)
    assert claims(await vote(app, match, other, MORE)) == []


@pytest.mark.parametrize("pace", ["none forfeit", "24h vote"])
async def test_with_three_players_nobody_who_gains_decides_alone_a_computer_plays_on(
    app: Application, time: Time, pace: str
) -> None:
    match = await begun(app, pace, guests=(BEN, CLEO))
    users = [player.user for player in match.players]
    await app.matches.resign(match.id, users[2], interaction=fresh())
    position = await go_on(app, time, match, match.pace.seconds)
    [proposal] = position.proposals
    await app.votes.choose(match.id, users[1], proposal.made, END, interaction=fresh())
    after = await go_on(app, time, match, NOTICE)
    assert after.seen.left == {2}
    assert [bool(player.computer) for player in after.match.players] == [True, False, False]


async def test_a_computer_plays_on_if_the_lobby_said_so(app: Application, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time, "none 3d computer")
    await vote(app, match, waiting)
    after = await go_on(app, time, match, NOTICE)
    assert after.match.status is Status.LIVE
    assert after.match.computers == (0,)


async def test_a_substitute_is_sought_for_a_week_if_the_lobby_said_so_and_then_a_computer_plays(
    app: Application, time: Time
) -> None:
    match, (_, waiting) = await stalled(app, time, "none substitute")
    await vote(app, match, waiting)
    offered = await go_on(app, time, match, NOTICE)
    assert [proposal.kind for proposal in offered.proposals] == [Proposed.CLAIM, Proposed.SEAT]
    assert (await go_on(app, time, match, SOUGHT)).match.computers == (0,)


async def test_a_substitute_who_takes_the_seat_of_an_absent_player_plays_on(app: Application, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time, "none substitute")
    await vote(app, match, waiting)
    offered = await go_on(app, time, match, NOTICE)
    made = next(proposal.made for proposal in offered.proposals if proposal.kind is Proposed.SEAT)
    after = await app.substitutes.take(match.id, STRANGER, made, interaction=fresh())
    assert after.match.players[0].user == STRANGER
    assert claims(after) == []


async def test_against_computers_alone_nobody_waits_and_no_clock_runs(app: Application, time: Time, path: Path) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert (await go_on(app, time, match, 2 * IDLE)).match.status is Status.LIVE
    assert rows(path, "SELECT * FROM clocks WHERE deadline_at IS NOT NULL") == []
    await app.computers.close()


async def test_once_a_computer_plays_for_the_only_opponent_no_clock_runs(
    app: Application, time: Time, path: Path
) -> None:
    match, (_, waiting) = await stalled(app, time, "none computer")
    await vote(app, match, waiting)
    await go_on(app, time, match, NOTICE)
    assert rows(path, "SELECT * FROM clocks WHERE deadline_at IS NOT NULL") == []


async def test_a_claim_survives_a_restart(app: Application, database: Database, time: Time) -> None:
    match, (_, waiting) = await stalled(app, time)
    await vote(app, match, waiting)
    again = made(database, time)
    assert claims(await again.positions.get(match.id)) == claims(await app.positions.get(match.id))
    assert (await go_on(again, time, match, NOTICE)).match.status is Status.OVER


async def test_a_pause_postpones_a_claim_and_does_not_end_it(app: Application, time: Time) -> None:
    match, (_, one, other) = await stalled(app, time, "none", BEN, CLEO)
    await vote(app, match, one)
    [before] = claims(await vote(app, match, other))
    await app.untold.stop(await app.positions.get(match.id), [0])
    time.go_on(HOUR)
    after = await app.matches.resign(match.id, other, interaction=fresh())
    assert claims(after) == [replace(before, due=before.due + HOUR)]


async def test_only_a_ply_that_cannot_be_taken_back_alone_ends_a_claim(app: Application, time: Time) -> None:
    match, (absent, waiting) = await stalled(app, time)
    claimed = claims(await vote(app, match, waiting))
    assert (taken := await play(app, match, "take 2")).seen.may_undo == 0
    assert claims(taken) == claimed
    assert claims(await app.consents.undo(match.id, absent, interaction=fresh())) == claimed
    assert claims(await play(app, match, "take 1")) == []


async def test_a_claim_stays_when_another_seat_changes_hands(app: Application, time: Time) -> None:
    match, (_, one, _other) = await stalled(app, time, "none", BEN, CLEO)
    offered = await app.substitutes.offer(match.id, one, to=STRANGER, interaction=fresh())
    made = next(proposal.made for proposal in offered.proposals if proposal.kind is Proposed.SEAT)
    assert claims(await app.substitutes.take(match.id, STRANGER, made, interaction=fresh())) != []


def test_the_lobby_names_the_days_and_what_follows_an_absence() -> None:
    for text, days, then in (
        ("none", "7 days", "counts as resigning"),
        ("none 3d computer", "3 days", "a computer takes the seat"),
        ("none 1d substitute", "24 hours", "the seat is offered to all"),
    ):
        pace = Pace.read(text)
        assert f"doesn't move for {days}" in pace.description
        assert then in pace.description
        assert Pace.read(str(pace)) == pace, "a match keeps the rule with which it began"


@pytest.mark.parametrize("text", ["none vote", "none default", "none 0d", "none 22d", "24h substitute"])
def test_a_rule_of_absence_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(BadPace):
        Pace.read(text)


def test_another_consequence_is_kept_only_if_the_pace_can_have_it() -> None:
    none, slow = Pace.read("none"), Pace.read("24h")
    for end in slow.timeouts:
        assert slow.ending_in(end) == replace(slow, timeout=end)
    assert {none.ending_in(end) for end in slow.timeouts} == {none, Pace.read("none computer")}
