"""A trial tells pings for one decision from pings for two."""

from itertools import accumulate

from bot.model.table import Table
from cogs.messages.board import ASKED
from rules.core.events import Seat
from rules.core.notation import Action
from tests.bot.table_helpers import TINY
from tests.chaos.pings import Ping, Replayed
from tests.tiny_game import Fold

ADA, BO = 0, 1
USERS = (11, 12)


def replayed(*plies: Seat) -> Replayed:
    """A match in which these seats fold one after the other: the second fold of a pair opens a round."""
    decks = [deck.cards for deck in list(TINY.decks.values())[:2]]
    dealt = Table.deal(TINY, seats=2, options={}, decks=decks, seed=1)
    folds: list[tuple[Seat, Action]] = [(seat, Fold()) for seat in plies]
    return Replayed(list(accumulate(folds, lambda table, fold: table.play(*fold), initial=dealt)), USERS)


def board(number: int, ply: int, *lines: str) -> Ping:
    """A board that pinged Bo when so many plies were stored."""
    return Ping(USERS[BO], 1, number, by_call=False, ply=ply, acted=ply, content="\n".join(lines))


def test_a_board_that_hangs_only_after_a_ply_was_for_the_decision_that_it_tells_of() -> None:
    match = replayed(BO, ADA, BO)
    asks_both, asks_ada = f"{ASKED}Waiting for <@11> and <@12>.", f"{ASKED}Waiting for <@11>."
    assert match.asked(board(0, 1, "-# Match #1", asks_both), BO) == 0
    assert match.asked(board(0, 1, "-# Match #1", "• Bo has sealed a bid.", asks_ada), BO) is None
    assert match.asked(board(2, 3, "-# Match #1", "• Ada has sealed a bid.", asks_both), BO) == 2


def test_a_call_names_its_decision() -> None:
    call = Ping(USERS[BO], 1, 2, by_call=True, ply=3, acted=3, content="")
    assert replayed(ADA, BO, ADA).asked(call, BO) == 2
