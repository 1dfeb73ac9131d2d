"""Positions of Arms Dealer in which some choices would be stupid."""

from typing import Final

from rules.arms_dealer.phases import Answering, Deciding, Shopping
from rules.arms_dealer.state import ArmsDealerState
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, fighting, table
from tests.rules.judged import Judged

ARMED: Final = "power-300 power-200 power-100 power-100"
LOST: Final = "drone drone drone scout"
"""Destroyed ships, so that the fleets are as small as in the middle of a match."""
REST: Final = "destroyer fighter destroyer mothership mothership scout"
"""A deck that makes both fleets equally strong."""


def raised(anna: Side, raise_: int, *, skirmish: int) -> ArmsDealerState:
    """Return a state in which Ben, who has won each skirmish so far, has raised, and Anna has to answer."""
    ben = Side(
        formation=" ".join((["."] * skirmish + ["scout", "fighter", "fighter", "destroyer", "fighter"])[:5]),
        deck=REST,
        scrapyard=LOST,
        stake=3_000 + raise_,
        wins=skirmish,
    )
    return table(anna, ben, phase=Answering((ANNA,), raise_), leader=BEN, skirmish=skirmish)


JUDGED: Final = (
    *(
        Judged(
            name=f"a fighter, strong items, and a raise of {coins:,}",
            game=GAME,
            state=raised(
                Side(
                    formation=". fighter destroyer scout fighter",
                    deck=REST,
                    scrapyard=LOST,
                    hand=ARMED,
                    coins=12_000,
                    stake=3_000,
                ),
                coins,
                skirmish=1,
            ),
            refused=("forfeit",),
            reason="A ship and a skirmish are worth more than the raise to a player whose items win the skirmish.",
        )
        for coins in (1_000, 3_000)
    ),
    *(
        Judged(
            name=f"four items just bought, and {skirmish} skirmishes lost",
            game=GAME,
            state=raised(
                Side(
                    formation=" ".join(
                        (["."] * skirmish + ["fighter", "fighter", "destroyer", "destroyer", "scout"])[:5]
                    ),
                    deck=REST,
                    scrapyard=LOST,
                    hand=ARMED,
                    coins=6_000,
                    stake=3_000,
                ),
                2_000,
                skirmish=skirmish,
            ),
            refused=("forfeit",),
            reason="Nobody buys four items to give up the skirmishes that they could win.",
        )
        for skirmish in range(3)
    ),
    Judged(
        name="four ships left, eight items in hand",
        game=GAME,
        state=table(
            Side(
                formation=". destroyer mothership destroyer",
                deck="",
                hand=f"{ARMED} power-100 power-300 repair-scout reinforcements",
                coins=2_000,
                stake=2_000,
                scrapyard="scout",
            ),
            Side(
                formation=". mothership mothership mothership",
                deck="fighter",
                hand="power-200 repair-destroyer",
                coins=0,
                stake=5_000,
                wins=1,
            ),
            phase=Answering((ANNA,), 2_000),
            leader=BEN,
        ),
        refused=("forfeit",),
        reason="A destroyer of the last four ships is given up, though eight items could win the skirmish.",
    ),
    Judged(
        name="the strongest ship, and a raise of 1,000",
        game=GAME,
        state=table(
            Side(formation=". mothership fighter scout scout", stake=3_000),
            Side(formation=". scout fighter scout fighter", deck="drone scout", stake=4_000, wins=1),
            phase=Answering((ANNA,), 1_000),
            leader=BEN,
        ),
        refused=("forfeit",),
        reason="A Mothership that no ship of the other player can beat is given up for 1,000 coins.",
    ),
    Judged(
        name="the last ship fights and one item wins",
        game=GAME,
        state=fighting(
            Side(deck="", fighting="fighter", hand="power-200", wins=1),
            Side(deck="drone drone", fighting="destroyer", wins=1),
        ),
        refused=("pass",),
        reason="Without the item, the match is lost.",
    ),
    Judged(
        name="a skirmish that is won already",
        game=GAME,
        state=fighting(
            Side(fighting="mothership", hand="power-300 power-100"), Side(fighting="drone", formation=". scout")
        ),
        refused=("equip",),
        reason="An item is wasted on a skirmish that the other player, who has no item, cannot turn.",
    ),
    Judged(
        name="an item for all coins that the bet needs",
        game=GAME,
        state=table(
            Side(coins=3_000, looked=(1,), scrapyard=f"{LOST} {LOST}"), phase=Deciding((ANNA,), 1), leader=ANNA
        ),
        refused=("keep",),
        reason="A player who cannot pay the bet after the purchase loses the match.",
    ),
    Judged(
        name="few coins before the shop",
        game=GAME,
        state=table(Side(coins=3_000, scrapyard="drone drone drone drone"), phase=Shopping((ANNA,)), leader=ANNA),
        refused=("look",),
        reason="A look leaves too few coins for the bet, and loses the match.",
    ),
)
