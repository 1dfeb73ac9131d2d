"""What somebody chooses for themselves is kept, and nothing else can be."""

import pytest

from bot.application.people.preferences import PreferenceBook
from bot.model.preferences import PATIENCES, REMINDERS
from bot.model.refusals import NotUnderstood
from bot.store.database import Database
from tests.bot.table_helpers import ANN, BEN


@pytest.fixture
def book(database: Database) -> PreferenceBook:
    return PreferenceBook(database)


async def test_each_time_after_which_one_is_reminded_can_be_chosen_and_no_other(book: PreferenceBook) -> None:
    for seconds in REMINDERS:
        assert (await book.choose_reminders(ANN, seconds)).reminders == seconds
        assert (await book.of(ANN)).reminders == seconds
    with pytest.raises(NotUnderstood, match="cannot be chosen"):
        await book.choose_reminders(ANN, 1)
    assert (await book.of(ANN)).reminders == REMINDERS[-1]
    assert (await book.of(BEN)).reminders != REMINDERS[-1]


async def test_each_patience_can_be_chosen_and_no_other(book: PreferenceBook) -> None:
    for seconds in PATIENCES:
        assert (await book.choose_patience(ANN, seconds)).patience == seconds
    with pytest.raises(NotUnderstood, match="cannot be chosen"):
        await book.choose_patience(ANN, -1)
    assert (await book.of(ANN)).patience == PATIENCES[-1]
