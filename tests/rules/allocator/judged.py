"""Positions of Allocator in which some choices would be stupid."""

from typing import Final

from rules.allocator.state import AllocatorState
from tests.rules.allocator.tables import GAME, act, side, table
from tests.rules.judged import Judged


def attacked(anna: str, ben: str, *, life: str = "idle idle idle", defense: str = "wall") -> AllocatorState:
    """Return a state in which Anna attacks with 3 and declines to boost, and Ben, with these cards in hand, may."""
    g = table(side(attack="ram", hand=anna), side(defense=defense, hand=ben, life=life), maximum=9)
    g = act(g, "end")
    return act(g, "decline") if g.phase.waiting == (0,) else g


JUDGED: Final = (
    Judged(
        name="a card that lets another boost",
        game=GAME,
        state=table(
            side(attack="drone ram", defense="wall", hand="titan"), side(attack="drone", defense="wall"), maximum=7
        ),
        refused=("move drone attack development",),
        reason="Without the Drone in Attack, the Titan in hand may not boost any more.",
    ),
    Judged(
        name="the last hit, and a boost that holds it off",
        game=GAME,
        state=attacked("", "wall", life=""),
        refused=("decline",),
        reason="The next hit ends the match, and one boost holds it off.",
    ),
    Judged(
        name="a hit that no boost can hold off",
        game=GAME,
        state=attacked("", "spark", life="idle idle", defense="idle"),
        refused=("boost",),
        reason="The attack hits all the same, and the card is lost.",
    ),
    Judged(
        name="an attack that hits already",
        game=GAME,
        state=act(table(side(attack="ram", hand="drone spark"), side(defense="idle", hand="")), "end"),
        refused=("boost",),
        reason="The attack hits without a boost, and the other player has no card to answer with.",
    ),
    Judged(
        name="an empty table and a full hand",
        game=GAME,
        state=table(side(hand="ram wall farm drone"), side(attack="ram", defense="wall", hand="wall")),
        refused=("end",),
        reason="A player without systems draws nothing, hits nothing and blocks nothing.",
    ),
    Judged(
        name="one defense against a player who hits",
        game=GAME,
        state=table(
            side(attack="ram", defense="wall", hand="spark", life="idle"), side(attack="drone", hand="idle"), maximum=7
        ),
        refused=("discard wall", "move wall"),
        reason="The Wall keeps off every attack, and the next hit leaves a single life.",
    ),
    Judged(
        name="a boost that a discard takes away again",
        game=GAME,
        state=table(
            side(attack="drone", defense="wall", hand="drone titan titan", life=""),
            side(attack="drone drone", defense="wall", hand="idle"),
            maximum=4,
        ),
        refused=("play drone attack",),
        reason="A second Drone lets the Titans boost, but one must leave at once, because the Wall has to stay.",
    ),
    Judged(
        name="an attack that hits, and a chance that comes again",
        game=GAME,
        state=act(
            table(
                side(attack="ram ram", hand="spark idle"), side(defense="wall wall", hand="wall spark idle"), maximum=9
            ),
            "end",
        ),
        refused=("boost",),
        reason="The attack hits as it is, and if the defender boosts, Anna may still answer.",
    ),
    *(
        Judged(
            name=f"a last hit that needs {needs}",
            game=GAME,
            state=table(anna, side(attack="titan", defense=wall, life="", hand=""), turn=13, maximum=maximum),
            refused=("end",),
            reason="Ben has neither Life nor a card in hand, so the hit wins, and only Attack matters any more.",
        )
        for needs, anna, wall, maximum in (
            (
                "two more cards",
                side(attack="ram", defense="wall wall wall", hand="ram ram", life=""),
                "wall wall wall",
                12,
            ),
            (
                "a weaker defense",
                side(attack="ram ram", defense="wall wall", hand="spark", life=""),
                "wall wall drone",
                12,
            ),
            (
                "the room of Development",
                side(attack="titan ram", development="farm", hand="drone spark", life="idle"),
                "wall wall wall drone",
                11,
            ),
        )
    ),
    Judged(
        name="a boost too small by itself, against a full hand",
        game=GAME,
        state=act(
            table(
                side(attack="ram", hand="drone drone spark"),
                side(defense="wall wall", hand="wall wall spark"),
                maximum=9,
            ),
            "end",
        ),
        refused=("boost",),
        reason="Anna needs two cards, and Ben, who holds three, can answer each of them.",
    ),
)
