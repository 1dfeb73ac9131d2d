"""The pace of a match: parsed, written and described."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.pace import (
    ABSENCES,
    BANK,
    DAY,
    HOUR,
    INCREMENT,
    MINUTE,
    NO_CLOCK,
    PATIENCE,
    PRESETS,
    SPAN,
    TIMEOUTS,
    Kind,
    Pace,
    Timeout,
    lasting,
)
from bot.model.refusals import BadPace
from cogs.messages.refusals import refusal_text

PACES = st.one_of(
    st.builds(
        Pace,
        kind=st.just(Kind.NONE),
        seconds=st.integers(1, PATIENCE[1]).map(lambda days: days * DAY),
        timeout=st.sampled_from(ABSENCES),
    ),
    st.builds(
        Pace,
        kind=st.just(Kind.LIVE),
        seconds=st.integers(BANK[0] // MINUTE, BANK[1] // MINUTE).map(lambda minutes: minutes * MINUTE),
        increment=st.integers(0, INCREMENT),
        timeout=st.sampled_from(TIMEOUTS),
    ),
    st.builds(
        Pace,
        kind=st.just(Kind.CORRESPONDENCE),
        seconds=st.integers(SPAN[0] // HOUR, SPAN[1] // HOUR).map(lambda hours: hours * HOUR),
        timeout=st.sampled_from(TIMEOUTS),
    ),
)


@given(PACES)
def test_a_pace_can_be_written_and_read_back(pace: Pace) -> None:
    assert Pace.read(str(pace)) == pace
    assert Pace.read(pace.clock).ending_in(pace.timeout) == pace


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("none", "none forfeit"),
        ("No clock", "none forfeit"),
        ("none 14 days computer", "none 14d computer"),
        ("10+15", "10+15 default"),
        (" 10 + 15  FORFEIT ", "10+15 forfeit"),
        ("45 min", "45+0 default"),
        ("1 hour", "1h default"),
        ("36h forfeit", "36h forfeit"),
        ("3 days", "72h default"),
        ("14d", "336h default"),
    ],
)
def test_a_pace_can_be_written_in_several_ways(written: str, stored: str) -> None:
    assert str(Pace.read(written)) == stored


@pytest.mark.parametrize(
    "written",
    [
        *("", "0+0", "0+10", "0 min", "181+0", "10+601", "0h", "0 days", "15 days", "337h", "999999 days", "10", "+5"),
        *("-1+5", "1.5h", "soon", "10+15 robot", "1e3h", "10+15 default forfeit", "<@1>" * 20),
    ],
)
def test_the_refusal_of_an_unplayable_pace_gives_examples(written: str) -> None:
    with pytest.raises(BadPace) as refused:
        Pace.read(written)
    sentence = refusal_text(refused.value)
    assert any(example in sentence for example in ("10+15", "24h"))
    assert "<@" not in sentence


@pytest.mark.parametrize(
    ("pace", "vote", "extension"),
    [
        ("1+0", 120, 60),
        ("10+15", 120, 150),
        ("1h", 3600, 3600),
        ("24h", 12 * 3600, 24 * 3600),
        ("72h", 24 * 3600, 72 * 3600),
    ],
)
def test_a_pace_sets_the_length_of_a_vote_and_the_extra_time_it_can_give(pace: str, vote: int, extension: int) -> None:
    assert (Pace.read(pace).vote, Pace.read(pace).extension) == (vote, extension)


def test_the_description_of_a_preset_states_its_clock_and_what_a_timeout_does() -> None:
    for pace in PRESETS.values():
        for timeout in Timeout:
            description = pace.ending_in(timeout).description
            assert 10 < len(description) <= 200
            assert ("resigns" in description) == (pace is not NO_CLOCK and timeout is Timeout.FORFEIT)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (60, "1 minute"),
        (5400, "90 minutes"),
        (3600, "1 hour"),
        (86400, "24 hours"),
        (259200, "3 days"),
        (90, "90 seconds"),
    ],
)
def test_spans_of_time_are_written_in_the_largest_whole_unit(seconds: int, text: str) -> None:
    assert lasting(seconds) == text
