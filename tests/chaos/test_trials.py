"""The trials demand the invariants and nothing beyond them."""

from itertools import islice
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.model.clocks import SEEN
from sandbox.wire.people import User
from tests.chaos.ahead import Ahead
from tests.chaos.invariants import dealt, differ_by_little_time
from tests.chaos.life import Life
from tests.chaos.people import Party
from tests.chaos.shard_losses import Counted

NOW = 1_800_000_000


async def test_what_was_done_before_a_kill_is_not_done_twice() -> None:
    plies = list[int]()

    async def play() -> None:
        plies.append(len(plies) + 1)

    stored = SimpleNamespace(plies=lambda _: plies)
    users = [SimpleNamespace(id=1), SimpleNamespace(id=2)]
    party = SimpleNamespace(number=1, users=users, stored=stored, open=None, join=print, start=None, play=play)
    _, _, _, playing = islice(Life(cast("Party", party), cast("User", None), cast("Ahead", None)).late(), 4)
    for _ in range(2):
        await playing()
    assert plies == [1]


async def test_people_wait_for_nothing_while_discord_takes_nothing() -> None:
    asked = list[str]()

    async def ask(_: object, line: str, **options: object) -> None:
        asked.append(line)

    waiting = {"rest": None, "wire": None}  # either would wait for ever
    party = SimpleNamespace(is_unanswered=True, board=None, status="live", users=[None], number=1, ask=ask, **waiting)
    await Party.hang_up(cast("Party", party))
    assert asked == ["/match status"]


MOST: Final = max(SEEN.values())


@pytest.mark.parametrize(("seconds", "allowed"), [(1, True), (MOST, True), (MOST + 1, False), (-1, False)])
def test_a_hand_that_hangs_may_show_a_clock_from_before_a_short_restart_or_a_vote(
    seconds: float, allowed: bool
) -> None:
    assert differ_by_little_time(_hand(NOW), _hand(NOW + int(seconds))) is allowed


def test_a_hand_that_hangs_may_differ_in_nothing_else() -> None:
    assert not differ_by_little_time(_hand(NOW), None)
    assert not differ_by_little_time(_hand(NOW), _hand(NOW, "Bid a card."))
    assert not differ_by_little_time(_hand(NOW), (*_hand(NOW)[:2], 7))


@pytest.mark.parametrize(("counted", "owed"), [(NOW - 60, 10), (NOW + 4, 6), (NOW + 10, 0)])
def test_a_clock_is_owed_what_its_deadline_does_not_allow_for_yet(counted: float, owed: float) -> None:
    assert Counted(NOW + 3600, counted).owed(NOW, NOW + 10) == owed


BOARD, DEAL = SimpleNamespace(attachments=[1]), SimpleNamespace(attachments=[])
BOARD.content, DEAL.content = "#1 your turn", "#1 dealt by this message"


@pytest.mark.parametrize(
    ("status", "sent", "faults"),
    [
        ("lobby", [], 0),
        ("live", [DEAL, BOARD], 0),
        ("abandoned", [], 0),
        ("lobby", [DEAL], 1),
        ("live", [BOARD], 1),
        ("live", [DEAL, BOARD, DEAL], 1),
        ("over", [BOARD, DEAL], 1),
    ],
)
def test_a_match_that_has_begun_was_dealt_by_one_message_before_its_board(
    status: str, sent: list[SimpleNamespace], faults: int
) -> None:
    messages = [SimpleNamespace(id=number, deleted=False, **vars(message)) for number, message in enumerate(sent)]
    party = SimpleNamespace(status=status, heading="#1", channel=SimpleNamespace(messages=messages))
    assert len(list(dealt(cast("Party", party)))) == faults


def _hand(moment: int, question: str = "What do you bid?") -> tuple[Any, ...]:
    return ((question, f"-# Your time runs out <t:{moment}:R>"), (), 1)
