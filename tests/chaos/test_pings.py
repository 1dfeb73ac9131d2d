"""The trial distinguishes pings for one decision from pings for two."""

from bot.model.table import Table
from tests.bot.table_helpers import TINY
from tests.chaos.pings import Ping
from tests.tiny_game import Fold

ADA, BO = 0, 1


def test_a_ping_is_for_the_decision_that_its_message_shows() -> None:
    decks = [deck.cards for deck in list(TINY.decks.values())[:2]]
    dealt = Table.deal(TINY, seats=2, options={}, decks=decks, seed=1)
    first = dealt.play(ADA, Fold())
    second = first.play(BO, Fold())
    shown = [dealt, first, second]
    assert [Ping(12, 1, ply, by_call=False, content="").asked(BO, shown) for ply in range(3)] == [0, 0, 2]
    assert Ping(12, 1, 2, by_call=True, content="").asked(BO, shown) == 2
