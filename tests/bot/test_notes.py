"""Notes are read as they were stored."""

from typing import get_args

import pytest

from bot.model.notes import (
    AbsenceClaimed,
    AbsenceNoticed,
    BackupRestored,
    BreakEnded,
    ComputerTookOver,
    DealCommitted,
    GuestUnreachable,
    HolidayCancelled,
    HolidayTaken,
    LobbiesMerged,
    LobbyExpired,
    MatchAbandoned,
    MatchEnded,
    MatchUnreachable,
    MoreTimeGiven,
    Note,
    OwnAbsenceNoticed,
    OwnTimeoutVoteOpened,
    ProposalExpired,
    ProposalMade,
    ProposalRefused,
    RulesChanged,
    Said,
    SeatMoved,
    SeatOffered,
    SeatTaken,
    StillLooking,
    TimeoutVoteOpened,
    WatchedEnded,
    WatchedTurned,
    Written,
)
from bot.model.proposal import Kind, Terms
from bot.store.note_json import read_note, write_note

TERMS = Terms(kind=Kind.COMPUTER, to=12, computer="expert")
NOTES: tuple[Note, ...] = (
    Written(text="“Ünïted 力”\n> 1"),
    LobbyExpired(),
    GuestUnreachable(user_id=11),
    DealCommitted(),
    LobbiesMerged(from_match_id=4, has_begun=True),
    RulesChanged(known_version=2),
    MatchEnded(),
    MatchAbandoned(user_id=11, action="agreed", at=1_790_000_000),
    MatchUnreachable(days=14),
    SeatMoved(),
    StillLooking(),
    BackupRestored(made_at=1_790_000_000),
    ProposalMade(user_id=11, terms=Terms(kind=Kind.UNDO, undoes=2)),
    ProposalRefused(user_id=11, terms=TERMS),
    ProposalExpired(terms=TERMS),
    TimeoutVoteOpened(user_id=11),
    OwnTimeoutVoteOpened(),
    AbsenceNoticed(user_id=11),
    OwnAbsenceNoticed(),
    AbsenceClaimed(until=1_790_000_000),
    MoreTimeGiven(),
    BreakEnded(user_id=11),
    HolidayTaken(user_id=11, begins_at=1_790_000_000, ends_at=1_790_600_000),
    HolidayCancelled(user_id=11),
    Said(user_id=11, phrase="sorry"),
    SeatOffered(owner_id=11, to=None),
    SeatTaken(user_id=12, owner_id=11),
    ComputerTookOver(level="expert", owner_id=11),
    WatchedTurned(seat=1, percent=71, leads=True, landmark="a breach"),
    WatchedEnded(),
)


@pytest.mark.parametrize("note", NOTES, ids=lambda note: type(note).__name__)
def test_a_note_is_read_as_it_was_stored(note: Note) -> None:
    assert read_note(write_note(note)) == note


def test_every_kind_of_note_is_among_them() -> None:
    assert {type(note) for note in NOTES} == set(get_args(Note))
