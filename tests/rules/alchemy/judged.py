"""Positions of Alchemy in which some choices would be stupid."""

from typing import Final

from tests.rules.alchemy.tables import GAME, act, attacked, side, table
from tests.rules.judged import Judged

FULL: Final = "fire-1 water-1 air-1 earth-1 calcination digestion"
DECK: Final = "fire-3 water-3 air-3 earth-3 fire-2 water-2 air-2 earth-2"

JUDGED: Final = (
    Judged(
        name="at 9 of 10 with 2 AP and no element",
        game=GAME,
        state=table(
            side("digestion", deck=DECK, points=2, score=9, used=True), side("fire-1 air-2", points=1, score=2), turn=13
        ),
        refused=("end",),
        reason="A refresh and an attack could win now, and the other player is far behind.",
    ),
    Judged(
        name="at 9 of 10 with 2 AP and a weak hand",
        game=GAME,
        state=table(
            side("fire-1 digestion", deck=DECK, points=2, score=9, used=True),
            side("fire-1 air-2 water-1", points=1, score=2),
            turn=13,
        ),
        refused=("end",),
        reason="A refresh and an attack could win now, and the other player is far behind.",
    ),
    Judged(
        name="at 9 of 10 against an empty hand",
        game=GAME,
        state=table(side("fire-1 water-1", points=1, score=9, used=True), side("", points=0, score=8), turn=13),
        refused=("end", "draw", "refresh", "store"),
        reason="Nothing can stop the attack that wins the match.",
    ),
    Judged(
        name="an attack is prepared",
        game=GAME,
        state=act(
            table(
                side("water-2 earth-3 calcination", store="earth-1 cibation air-3", points=3, used=True),
                side(FULL, points=3),
            ),
            "play calcination",
        ),
        refused=("end",),
        reason="The preparation counts for an attack in this turn alone, and would be wasted.",
    ),
    Judged(
        name="a weak attack on a player who holds a card that beats it",
        game=GAME,
        state=attacked("fire-1", "water-1 air-1", points=0, score=4),
        refused=("let-hit",),
        reason="The weakest card stops the attack and costs nothing but itself.",
    ),
    Judged(
        name="a strong element against a weak attack",
        game=GAME,
        state=attacked("fire-1", "water-1 water-3 earth-3 air-3", points=0),
        refused=("defend water-3", "defend earth-3"),
        reason="The weaker card does as well, and the stronger one could attack.",
    ),
    *(
        Judged(
            name=f"six AP and {hand or 'no card'}",
            game=GAME,
            state=table(
                side(hand, deck=DECK, points=6, score=3, used=True),
                side("fire-2 water-3 air-1", deck=DECK, points=3, score=3, used=True),
                turn=5,
            ),
            refused=("end",),
            reason="A refresh costs an AP that the next turn would lose, and brings a hand.",
        )
        for hand in ("fixation", "coagulation", "")
    ),
    Judged(
        name="a process that opens the store, and nothing to put in",
        game=GAME,
        state=table(
            side("distillation distillation cementation", deck=DECK, points=0, score=7, refreshed=7, used=True),
            side("fire-1", score=7),
            turn=9,
        ),
        refused=("play cementation",),
        reason="The store is closed again as it was, and the card is wasted.",
    ),
    Judged(
        name="a process that gains AP for each stored card, while the store is open",
        game=GAME,
        state=act(
            table(
                side("fire-3 water-3 earth-3 multiplication", deck=DECK, points=1, score=2, used=True),
                side("fire-1 water-2", score=2),
            ),
            "store",
        ),
        refused=("put multiplication",),
        reason="It gains AP only from the hand, for the other cards in the store.",
    ),
    Judged(
        name="a free process that makes the attack strong enough to win the match",
        game=GAME,
        state=table(
            side("earth-3 conjunction", points=1, score=8, damage=41, used=True), side("", points=0, score=8), turn=9
        ),
        refused=("attack", "end"),
        reason="Played before the attack, it brings the damage that scores the tenth point; after it, nothing.",
    ),
    Judged(
        name="a free process that takes the target's only card",
        game=GAME,
        state=table(
            side("earth-3 dissolution", deck=DECK, points=1, score=9, used=True, refreshed=8),
            side("fire-3", points=0, score=8),
            turn=9,
        ),
        refused=("attack", "end"),
        reason="Without that card the attack cannot be stopped.",
    ),
    Judged(
        name="a block that loses the match, and an AP to draw",
        game=GAME,
        state=act(
            table(
                side("fire-3 water-3", deck=DECK, points=1, score=9, used=True),
                side("earth-1", deck=DECK, points=1, score=5, used=True),
            ),
            "attack fire-3+water-3",
        ),
        refused=("defend", "let-hit"),
        reason="A drawn card may stop the attack, and nothing is left to save the AP for.",
    ),
    Judged(
        name="a process that opens the store, and two cards to defend with",
        game=GAME,
        state=table(
            side("fire-1 water-1 cementation", deck=f"{DECK} multiplication multiplication", points=0, used=True),
            side("earth-2 earth-3 air-3", deck=DECK, used=True),
        ),
        refused=("play cementation",),
        reason="Both cards are kept for a defence, so the store is closed as it was, and the process is wasted.",
    ),
    Judged(
        name="an open store in which nothing has been moved",
        game=GAME,
        state=act(
            table(
                side("fire-3 multiplication", store="air-1 amalgamation separation", deck=DECK, points=1, used=True),
                side("earth-2 earth-3 air-3", deck=DECK, points=0, used=True),
            ),
            "store",
        ),
        refused=("close",),
        reason="Closed as it was, the store has cost an AP for nothing.",
    ),
    Judged(
        name="two elements that together score the last two points",
        game=GAME,
        state=table(
            side("water-2 earth-3", deck=DECK, points=1, score=8, damage=38, used=True, refreshed=9),
            side("", points=0, score=8, used=True),
            turn=9,
        ),
        refused=("attack earth-3", "end", "draw"),
        reason="Joined they bring the damage for the tenth point, and nothing can stop them.",
    ),
)
