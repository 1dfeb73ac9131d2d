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


def tied(ship: str, hand: str, others: str, *, wins: int, against: int, stake: int) -> ArmsDealerState:
    """Return a state in which Anna's ship fights an equal one of Ben's. `others` are Ben's items.

    They have won `wins` and `against` skirmishes, and each has bet `stake` coins.
    """
    formation = ". . . mothership destroyer"
    return fighting(
        Side(
            formation=formation,
            deck="drone fighter destroyer",
            fighting=ship,
            hand=hand,
            scrapyard=LOST,
            coins=12_000,
            stake=stake,
            wins=wins,
        ),
        Side(
            formation=formation,
            deck="scout fighter mothership",
            fighting=ship,
            hand=others,
            scrapyard=LOST,
            coins=8_000,
            stake=stake,
            wins=against,
        ),
        skirmish=3,
    )


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
    *(
        Judged(
            name=f"a tie of two {ship}s that wins the battle",
            game=GAME,
            state=tied(ship, "power-100", "power-100 power-100 power-100", wins=2, against=0, stake=8_000),
            refused=("equip",),
            reason="The only item is spent on a battle that the tie wins.",
        )
        for ship in ("drone", "fighter")
    ),
    Judged(
        name="a tie that loses the battle, and one item in hand",
        game=GAME,
        state=tied("fighter", "power-100", "power-100 power-100", wins=0, against=2, stake=12_000),
        refused=("pass",),
        reason="The tie is the other player's third win, and 24,000 coins are lost without a fight.",
    ),
    Judged(
        name="a tie that loses the battle, and strong items in hand",
        game=GAME,
        state=tied(
            "fighter",
            "power-300 power-200 power-100",
            "power-100 power-100 power-100 power-100 power-100",
            wins=0,
            against=2,
            stake=5_000,
        ),
        refused=("pass",),
        reason="The tie is the other player's third win, and the items that could prevent it stay in hand.",
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
    Judged(
        name="six items that the other player has put back",
        game=GAME,
        state=table(
            Side(coins=9_000, scrapyard=f"{LOST} drone"),
            Side(coins=12_000, looked=(1, 2, 3, 4, 5, 6)),
            phase=Shopping((ANNA,)),
            leader=BEN,
            locked=(BEN, ANNA),
            shop="redraw redraw redraw redraw repair-drone rapid-repair",
        ),
        refused=("look",),
        reason="Coins are spent to see what another buyer with coins enough did not want.",
    ),
    Judged(
        name="34,000 coins, eleven of fifteen ships, and four items that the other player has bought",
        game=GAME,
        state=table(
            Side(
                coins=34_000,
                formation="scout destroyer destroyer destroyer mothership",
                deck="scout fighter fighter destroyer mothership mothership",
                scrapyard=LOST,
            ),
            Side(
                coins=5_000,
                formation="fighter destroyer mothership mothership mothership",
                deck="fighter destroyer",
                hand=ARMED,
                scrapyard=f"{LOST} {LOST}",
            ),
            phase=Shopping((ANNA,)),
            leader=BEN,
            locked=(BEN, ANNA),
            shop="power-300 power-200 power-200 reinforcements . .",
        ),
        refused=("leave",),
        reason="A player with coins for every item goes without any into a battle against four.",
    ),
)
