"""Calls that Discord refuses are counted, and held back long before our address is banned."""

import pytest

from cogs.delivery.error_meanings import Meaning, meaning
from cogs.shards.refused import IN_A_ROW, MOST_REFUSED, PROBE, WINDOW, HeldBackError, RefusedCalls


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def attempted(calls: RefusedCalls, clock: Clock, *, seconds: float, every: float, is_refused: bool = True) -> int:
    """Try to call Discord again and again; return how many calls went out."""
    made, until = 0, clock.now + seconds
    while clock.now < until:
        try:
            calls.check()
        except HeldBackError:
            clock.now += every
            continue
        made += 1
        calls.count(is_refused=is_refused)
        clock.now += every
    return made


def test_a_call_that_is_held_back_is_one_to_try_again() -> None:
    assert meaning(HeldBackError()) is Meaning.PASSING


@pytest.mark.parametrize("processes", [1, 4])
def test_while_discord_refuses_everything_all_processes_together_stay_below_a_tenth_of_a_ban(processes: int) -> None:
    made = 0
    for _ in range(processes):
        clock = Clock()
        made += attempted(RefusedCalls(lambda: processes, clock=clock), clock, seconds=WINDOW, every=0.05)
    assert made <= IN_A_ROW * processes + WINDOW / PROBE + processes
    assert made <= MOST_REFUSED


def test_the_first_call_that_is_taken_lets_all_others_go() -> None:
    clock, told = Clock(), list[float]()
    calls = RefusedCalls(lambda: 0, clock=clock)
    calls.on_taken.append(lambda: told.append(clock.now))
    attempted(calls, clock, seconds=60, every=0.1)
    began = clock.now
    assert attempted(calls, clock, seconds=10, every=0.1, is_refused=False) > 75
    [moment] = told
    assert moment - began <= PROBE


def test_answers_to_presses_go_out_until_too_much_was_refused() -> None:
    clock = Clock()
    calls = RefusedCalls(lambda: 1, clock=clock)
    for _ in range(MOST_REFUSED - 1):
        calls.check(is_answer=True)
        calls.count(is_refused=True)
    calls.check(is_answer=True)
    calls.count(is_refused=True)
    calls.check(is_answer=True)  # as any other call: to see whether Discord takes it
    with pytest.raises(HeldBackError):
        calls.check(is_answer=True)


def test_refusals_among_other_calls_hold_nothing_back_until_there_are_too_many() -> None:
    clock = Clock()
    calls = RefusedCalls(lambda: 2, clock=clock)
    for _ in range(MOST_REFUSED // 2 - 1):
        calls.check()
        calls.count(is_refused=True)
        calls.count(is_refused=False)
    spent = [calls.is_spent]
    calls.count(is_refused=True)
    spent.append(calls.is_spent)
    calls.check()
    clock.now = WINDOW
    assert [*spent, calls.is_spent] == [False, True, False], "half of all, since there are two processes"
