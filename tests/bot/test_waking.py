"""Active hours: the times at which a clock runs, including changes of daylight saving time."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.active_hours import ALWAYS, FEWEST_HOURS, MOST_OFF, ActiveHours
from bot.model.refusals import BadHours
from cogs.messages.refusals import refusal_text

HOUR = 3600.0
BEGIN, END = 1.75e9, 1.83e9
ZONES = ("UTC", "Europe/Rome", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")


@st.composite
def wakings(draw: st.DrawFn) -> ActiveHours:
    begins = draw(st.integers(0, 24 * 60 - 1))
    ends = (begins + draw(st.integers(FEWEST_HOURS * 60, 24 * 60 - 1))) % (24 * 60)
    off = draw(st.frozensets(st.integers(0, 6), max_size=MOST_OFF))
    return ActiveHours(zone=draw(st.sampled_from(ZONES)), begins=begins, ends=ends, off=off)


def at(zone: str, text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@given(st.one_of(wakings(), st.just(ALWAYS)))
def test_hours_can_be_written_and_read_back(waking: ActiveHours) -> None:
    assert ActiveHours.read(str(waking)) == waking


@given(wakings(), st.floats(BEGIN, END), st.floats(0, 14 * 24 * HOUR))
def test_a_deadline_is_exactly_the_given_number_of_waking_seconds_away(
    waking: ActiveHours, start: float, seconds: float
) -> None:
    end = waking.after(start, seconds)
    assert end >= start + seconds - 1e-3
    assert waking.awake(start, end) == pytest.approx(seconds, abs=1e-3)


@given(wakings(), st.floats(BEGIN, END), st.floats(0, 9e5), st.floats(0, 9e5))
def test_waking_times_of_adjacent_spans_add_up(waking: ActiveHours, start: float, one: float, other: float) -> None:
    total = waking.awake(start, start + one + other)
    assert waking.awake(start, start + one) + waking.awake(start + one, start + one + other) == pytest.approx(total)


@pytest.mark.parametrize(
    ("hours", "start", "seconds", "end"),
    [
        # within a day, over a night, over a weekend
        ("Europe/Rome 08:00-22:00", "2026-11-20 09:00", 2, "2026-11-20 11:00"),
        ("Europe/Rome 08:00-22:00", "2026-11-20 21:00", 2, "2026-11-21 09:00"),
        ("Europe/Rome 08:00-22:00", "2026-11-20 03:00", 1, "2026-11-20 09:00"),
        ("Europe/Rome 08:00-22:00 off sat,sun", "2026-11-20 21:00", 2, "2026-11-23 09:00"),
        ("Europe/Rome 00:00-24:00 off sat,sun", "2026-11-20 23:00", 2, "2026-11-23 01:00"),
        # night hours: Friday's end on Saturday
        ("Europe/Rome 20:00-04:00 off sat", "2026-11-20 23:00", 6, "2026-11-22 21:00"),
        # clocks go forward: the night of 2026-03-29 has no hour from 2:00
        ("Europe/Rome 00:00-24:00 off sat", "2026-03-29 00:00", 5, "2026-03-29 06:00"),
        ("Europe/Rome 22:00-06:00", "2026-03-28 22:00", 7, "2026-03-29 06:00"),
        ("Europe/Rome 08:00-22:00", "2026-03-28 21:00", 2, "2026-03-29 09:00"),
        ("Europe/Rome 02:30-10:30", "2026-03-29 00:00", 1, "2026-03-29 04:30"),
        # clocks go back: the night of 2026-10-25 has an extra hour
        ("Europe/Rome 00:00-24:00 off sat", "2026-10-25 00:00", 5, "2026-10-25 04:00"),
        ("Europe/Rome 22:00-06:00", "2026-10-24 22:00", 9, "2026-10-25 06:00"),
        ("Europe/Rome 08:00-22:00", "2026-10-24 21:00", 2, "2026-10-25 09:00"),
        # Lord Howe moves by half an hour, with seasons reversed
        ("Australia/Lord_Howe 00:00-12:00", "2026-10-04 00:00", 5, "2026-10-04 05:30"),
        ("America/New_York 22:00-06:00", "2026-11-01 00:00", 7, "2026-11-01 06:00"),
    ],
)
def test_hours_follow_the_zones_offset_on_each_day(hours: str, start: str, seconds: float, end: str) -> None:
    waking = ActiveHours.read(hours)
    deadline = waking.after(at(waking.zone, start), seconds * HOUR)
    assert datetime.fromtimestamp(deadline, ZoneInfo(waking.zone)).strftime("%Y-%m-%d %H:%M") == end


def test_a_deadline_is_no_later_than_the_tables_limit() -> None:
    waking = ActiveHours.read("Europe/Rome 08:00-12:00 off mon,tue,wed,thu,fri")
    start = at("Europe/Rome", "2026-11-23 09:00")
    assert waking.after(start, 24 * HOUR, start + 72 * HOUR) == start + 72 * HOUR


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("", "always"),
        ("Always", "always"),
        ("europe/rome 8-22", "Europe/Rome 08:00-22:00"),
        ("Europe/Rome 8:30 - 22 off SUN, sat", "Europe/Rome 08:30-22:00 off sat,sun"),
        ("UTC 0-24", "always"),
        ("Asia/Tokyo 0-24", "Asia/Tokyo 00:00-24:00"),
    ],
)
def test_hours_can_be_written_in_several_ways(written: str, stored: str) -> None:
    assert str(ActiveHours.read(written)) == stored


@pytest.mark.parametrize(
    "written",
    [
        *("Europe/Rome", "8-22", "Europe/Rome 8-8", "Europe/Rome 8-11", "Europe/Rome 25-3", "Europe/Rome 8-22:60"),
        *("Europe/Rome 8-22 off mon,tue,wed,thu,fri,sat", "Europe/Rome 8-22 off never", "Nowhere/City 8-22"),
        *("../../etc/passwd 8-22", "Europe/Rome 24-8", "x" * 500, "<@1> 8-22"),
    ],
)
def test_the_refusal_of_empty_hours_or_unknown_zones_gives_examples(written: str) -> None:
    with pytest.raises(BadHours) as refused:
        ActiveHours.read(written)
    sentence = refusal_text(refused.value)
    assert "Europe/Rome 08:00-22:00" in sentence
    assert len(sentence) < 400
    assert "<@" not in sentence
