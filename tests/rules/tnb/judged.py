"""Positions of T&B in which some choices would be stupid."""

from typing import Final

from tests.rules.judged import Judged
from tests.rules.tnb.tables import BEN, GAME, side, table

JUDGED: Final = (
    Judged(
        name="the last Life Point of the other player",
        game=GAME,
        state=table(side("ox@a2", life=1, attacks="archer:0"), side("hub@a1/1", points=0), seat=BEN),
        refused=("block", "move", "done"),
        reason="The attack wins the match, and the other player cannot act any more in this round.",
    ),
    Judged(
        name="an attack that would take the last Life Points",
        game=GAME,
        state=table(side("ox@c3", attacks="cross:0"), side("cross@b2", points=0, life=2), seat=BEN),
        refused=("attack", "done"),
        reason="Only the block keeps the match from being lost.",
    ),
    Judged(
        name="a card that could stand on the attacked tile",
        game=GAME,
        state=table(side("ox@c3", attacks="runner:0"), side("runner@a1", points=0, life=1), seat=BEN),
        refused=("attack", "done"),
        reason="A move onto the tile saves the match.",
    ),
    Judged(
        name="tiles that are blocked already",
        game=GAME,
        state=table(side("lance@b2", points=0), side("ox@a2", blocks="wall:0 wall:90")),
        refused=("attack lance 0", "attack lance 90"),
        reason="An attack on tiles that are blocked takes nothing.",
    ),
    Judged(
        name="a card that takes the hit for a Life Point",
        game=GAME,
        state=table(side("wall@c3", attacks="archer:0"), side("ox@a1 dove@c1", points=0), seat=BEN),
        refused=("move ox",),
        reason="The Ox has Health to spare, and without it the hit takes a Life Point.",
    ),
    Judged(
        name="an empty board and a card in hand",
        game=GAME,
        state=table(side("", hand="lance"), side("ox@a1")),
        refused=("done", "draw"),
        reason="Without a card on the board every hit takes a Life Point.",
    ),
    Judged(
        name="two attacks that win, and a card that covers the attacked tile",
        game=GAME,
        state=table(
            side("wall@c3", life=4, attacks="archer:0"),
            side("lance@b2 cross@c1 runner@a2", points=0, life=1),
            seat=BEN,
        ),
        refused=("block", "attack cross 0", "done"),
        reason="The Runner can cover a1, and the other two cards take the last four Life Points.",
    ),
    Judged(
        name="two attacked tiles, and a card for each",
        game=GAME,
        state=table(side("wall@b2", attacks="cross:0"), side("ox@c2 runner@a2", points=0, life=1), seat=BEN),
        refused=("attack", "block", "done"),
        reason="The last Life Point is kept only if both cards cover a tile.",
    ),
    Judged(
        name="the last Life Point of a player who goes first",
        game=GAME,
        state=table(side("lance@b1 cross@a1", points=0, life=1), side("hub@a1")),
        refused=("attack lance", "block lance", "done"),
        reason="The Hub can still attack b2, and only a card there saves the match.",
    ),
    Judged(
        name="two attacked tiles, and a card to play on the one that cannot be blocked",
        game=GAME,
        state=table(side("ox@c3", attacks="lance:0"), side("wall@c3", hand="dove", life=1), seat=BEN),
        refused=("draw", "block", "play dove b1", "done"),
        reason="The Wall can block b1, but nothing blocks b2.",
    ),
    Judged(
        name="a board that is blocked everywhere",
        game=GAME,
        state=table(
            side("ox@a1", blocks="wall:0 wall:90 wall:180 wall:270 hub:0"),
            side("lance@b2 wall@a1", points=0),
            seat=BEN,
        ),
        refused=("attack", "block"),
        reason="Nothing gets through, nothing is attacked, and nobody acts after this turn.",
    ),
    Judged(
        name="a wounded card, and a fresh one in hand",
        game=GAME,
        state=table(
            side("hub@a1/1 ox@b1 archer@c1 lance@a2", hand="cross", deck="", points=2), side("ox@a1 wall@c3", points=0)
        ),
        refused=("withdraw hub",),
        reason="The wounded Hub attacks with its whole Damage, and the Cross could not act before the next round.",
    ),
)
