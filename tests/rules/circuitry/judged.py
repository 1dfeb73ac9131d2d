"""Positions of Circuitry in which some choices would be stupid."""

from typing import Final

from rules.circuitry.phases import TAKING, Discarding
from tests.rules.circuitry.tables import ANNA, SIMPLE, board, side, table
from tests.rules.judged import Judged

BACK: Final = board("10@1,0", hub="b0")
"""Card 1 with its back up, and a card beside it."""

JUDGED: Final = (
    Judged(
        name="an Inhibit and the only charge",
        game=SIMPLE,
        state=table(
            side("red", "7-red", hand="green green exchange exchange exchange", carried="red", inhibited=3),
            side("green", "10-orange", hand="black green"),
            on=board("7@1,0 10@0,1", hub="b0"),
            restricted="on",
        ),
        refused=("discharge",),
        reason="The charge is the only way to win, and the Inhibit ends by itself.",
    ),
    Judged(
        name="three Exchanges and a charge beside",
        game=SIMPLE,
        state=table(
            side("green", "1-green", hand="exchange exchange exchange black red"),
            side("red", "1-dark-blue", hand="black green", carried="red"),
            on=BACK,
            restricted="on",
        ),
        refused=("done", "move"),
        reason="The charge beside would be delivered from here, and the Exchanges win nothing in the hand.",
    ),
    Judged(
        name="three Exchanges and a charge two steps away",
        game=SIMPLE,
        state=table(
            side("green", "1-orange", hand="exchange exchange exchange black black red orange light-blue"),
            side("red", "1-red", hand="black green", carried="red"),
            on=BACK,
            restricted="on",
        ),
        refused=("done",),
        reason="Two steps and an Exchange take the charge of the player who is about to win.",
    ),
    Judged(
        name="a charge at home, and a black card",
        game=SIMPLE,
        state=table(
            side("red", hand="black black exchange red", carried="red"),
            side("green", "10-orange"),
            on=BACK,
            restricted="on",
        ),
        refused=("done", "move"),
        reason="A delivery wins the match.",
    ),
    Judged(
        name="a charge point, a card for it, and the way home",
        game=SIMPLE,
        state=table(
            side("red", "7-green", hand="red black black orange orange green purple"),
            side("green", "4-green", hand="black"),
            on="7@1,0 4@0,1",
            restricted="on",
        ),
        refused=("done", "move"),
        reason="The charge can be taken now and brought home with the cards in hand.",
    ),
    Judged(
        name="a Force, and a player on the last node",
        game=SIMPLE,
        state=table(
            side("green", "10-orange", hand="force black black red"),
            side("purple", "1-purple", hand="black green", carried="purple"),
            on=BACK,
            restricted="on",
        ),
        refused=("done",),
        reason="The purple player delivers in the next turn unless a Force takes the pawn off its node.",
    ),
    Judged(
        name="a Portal to a node beside a charge, and an Exchange",
        game=SIMPLE,
        state=table(
            side("green", "1-green", hand="exchange portal"),
            side("red", "11-green", hand="black", carried="red"),
            on=board("10@1,0 11@2,0", hub="b0"),
            restricted="on",
            portals="free",
        ),
        refused=("done",),
        reason="The Portal leads beside the red player, whose charge the Exchange takes.",
    ),
    Judged(
        name="two Frees in a full hand",
        game=SIMPLE,
        state=table(
            side("red", "7-red", hand="red black green orange purple dark-blue inhibit free free"),
            side("green", "10-orange"),
            on="7@1,0 10@0,1",
            phase=Discarding((ANNA,), 0),
            restricted="on",
        ),
        refused=("discard red", "discard black", "discard green", "discard orange", "discard purple"),
        reason="Every step takes a movement card, and one Free is enough.",
    ),
    Judged(
        name="a full hand on the charge point",
        game=SIMPLE,
        state=table(
            side("red", "7-green", hand="red black orange inhibit free exchange slide force"),
            side("green", "4-green", hand="black"),
            on="7@1,0 4@0,1",
            restricted="on",
            turn=7,
            stirred=6,
        ),
        refused=("done", "move"),
        reason="The hand can hold no more cards, so waiting for more gains nothing.",
    ),
    Judged(
        name="a Force, and the home of the player who stands in the way",
        game=SIMPLE,
        state=table(
            side("green", "10-orange", hand="force black black red orange", carried="green"),
            side("dark-blue", "1-green", hand="black green", carried="dark-blue"),
            on=BACK,
            restricted="on",
        ),
        refused=("force dark-blue 1-dark-blue",),
        reason="From its home the pawn delivers in the next turn.",
    ),
    Judged(
        name="a card to turn under the player who is about to win",
        game=SIMPLE,
        state=table(
            side("green", "10-orange", hand="orange light-blue"),
            side("purple", "8-red", hand="black green", carried="purple"),
            on=board("10@1,0 8@0,1", hub="b0"),
            phase=TAKING[ANNA][2],
            restricted="on",
        ),
        refused=("take gold", "take two-gold"),
        reason="A Rotate takes the way home from the purple player, who would deliver in the next turn.",
        is_open=False,  # an expert reckons that the purple player may lack a card for the way
    ),
)
