"""The computer's choices in positions where a good player would call some of them stupid."""

import pytest

from bot.computer.levels import Level, choose
from bot.computer.search import Effort
from tests.examples import thorough
from tests.rules.alchemy.judged import JUDGED as ALCHEMY
from tests.rules.allocator.judged import JUDGED as ALLOCATOR
from tests.rules.arms_dealer.judged import JUDGED as ARMS_DEALER
from tests.rules.circuitry.judged import JUDGED as CIRCUITRY
from tests.rules.judged import Judged
from tests.rules.tnb.judged import JUDGED as TNB

POSITIONS = [*ALLOCATOR, *ARMS_DEALER, *ALCHEMY, *TNB, *CIRCUITRY]
OPEN = [judged for judged in POSITIONS if judged.is_open]
SEEDS = range(8)


def name(judged: Judged) -> str:
    return f"{judged.game.key}: {judged.name}"


def refuse(judged: Judged, level: Level, seed: int) -> None:
    """Fail if a computer of this level makes a choice that is not acceptable."""
    (seat,) = judged.state.phase.waiting
    view = judged.game.view(judged.state, seat)
    for beginning in judged.refused:
        assert any(str(option).startswith(beginning) for option in view.options), f"{beginning} is no choice here"
    choice = str(choose(judged.game, view, seed, level).action)
    assert not choice.startswith(judged.refused), f"{choice}: {judged.reason}"


@pytest.mark.parametrize("judged", POSITIONS, ids=name)
def test_a_regular_computer_makes_no_choice_that_a_good_player_calls_stupid(judged: Judged) -> None:
    for seed in SEEDS:
        refuse(judged, Level.REGULAR, seed)


@pytest.mark.parametrize("seed", [1, *thorough(2, 3, 4)])
@pytest.mark.parametrize("judged", OPEN, ids=name)
def test_an_expert_makes_no_choice_that_a_good_player_calls_stupid(
    judged: Judged, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.levels.EFFORT", Effort(rollouts=48, candidates=8))
    refuse(judged, Level.EXPERT, seed)


def test_each_reason_is_a_sentence() -> None:
    for judged in POSITIONS:
        assert judged.refused, judged.name
        assert judged.reason[0].isupper(), judged.reason
        assert judged.reason.endswith("."), judged.reason
