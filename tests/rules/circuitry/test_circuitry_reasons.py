"""A refusal names the first obstacle to an action, and nothing else."""

from typing import Any

import pytest

from rules.circuitry.state import CircuitryState
from tests.rules.circuitry.tables import board, refusal, side, table


def at_point(node: str = "7-green", hand: str = "red green", **more: Any) -> CircuitryState:
    """Anna stands on card 7, which has the red charge point; card 4 has the green one."""
    of_anna = {name: more.pop(name) for name in ("carried", "inhibited", "delivered") if name in more}
    anna = side("red", node, hand=hand, **of_anna)
    return table(anna, side("green"), side("purple"), on="7@1,0 4@0,1", **more)


ELSEWHERE = "Your pawn isn't on the node that touches the {} charge point (rule 7.1)."
ANOTHER = "That charge needs a different movement card, or is more than you can hold (rules 7.1 and 11.12)."


@pytest.mark.clause("circuitry", "7.1")
@pytest.mark.parametrize(
    ("at", "text", "reason"),
    [
        ({}, "charge red black 1", "You don't have that: black (rule 7.1)."),
        (
            {"played": 6, "restricted": "on"},
            "charge red red 1",
            "You've already played 6 mini cards this turn (rule 11.11).",
        ),
        ({"node": "7-red", "played": 5, "restricted": "on"}, "charge red red 1", ELSEWHERE.format("red")),
        ({"node": "7-red"}, "charge red red 1", ELSEWHERE.format("red")),
        ({}, "charge green green 1", ELSEWHERE.format("green")),
        (
            {"node": "4-green"},
            "charge green green 1",
            "You can only take charge from your own charge point (rule 7.1).",
        ),
        ({}, "charge red green 1", ANOTHER),
        ({"node": "4-green", "charges": "2"}, "charge green red 1", ANOTHER),
        (
            {"node": "4-green", "charges": "3", "carried": "purple"},
            "charge green green 1",
            "You're carrying a charge from another player's charge point: deliver it first (rule 11.3).",
        ),
        ({"charges": "3", "carried": "purple"}, "charge red green 2", ANOTHER),
        (
            {"inhibited": 1},
            "charge red green 1",
            "You're inhibited: that takes a card that is red or black (rule 9.7).",
        ),
        (
            {"inhibited": 1, "carried": "red red"},
            "charge red red 1",
            "You can't carry that many charges (rule 7.2).",
        ),
        (
            {"charges": "3", "carried": "red"},
            "charge red green 3",
            "You can't carry that many charges (rule 7.2).",
        ),
        ({"charges": "3", "carried": "red"}, "charge red green 2", ANOTHER),
    ],
)
def test_refusals_of_charging(at: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(at_point(**at), text) == reason


def at_master(node: str = "", hand: str = "red", hub: str = "b0", **more: Any) -> CircuitryState:
    """Anna stands on the back of card 1 with a charge."""
    of_anna = {"carried": "red"} | {name: more.pop(name) for name in ("carried", "inhibited") if name in more}
    anna = side("red", node, hand=hand, **of_anna)
    return table(anna, side("green"), on=board(hub=hub), **more)


FROM_HOME = "You can only deliver from 1 red, once card 1 shows the master node (rule 7.3)."
BLACK = "You need a black movement card for the winning charge, or for several at once (rules 7.3 and 11.4)."


@pytest.mark.clause("circuitry", "7.3")
@pytest.mark.parametrize(
    ("at", "text", "reason"),
    [
        ({}, "deliver black 1", "You don't have that: black (rule 7.3)."),
        (
            {"played": 6, "restricted": "on"},
            "deliver red 1",
            "You've already played 6 mini cards this turn (rule 11.11).",
        ),
        ({"played": 5, "restricted": "on"}, "deliver red 1", BLACK),
        ({"played": 6}, "deliver red 1", BLACK),
        ({"carried": ""}, "deliver red 1", "You aren't carrying a charge to deliver (rule 7.3)."),
        ({"node": "1-purple"}, "deliver red 1", FROM_HOME),
        ({"hub": "a0"}, "deliver red 1", FROM_HOME),
        (
            {"inhibited": 1},
            "deliver red 1",
            "You're inhibited: you can only deliver with a black movement card (rule 9.7).",
        ),
        ({"hand": "black", "inhibited": 1}, "deliver black 2", BLACK),
    ],
)
def test_refusals_of_delivering(at: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(at_master(**at), text) == reason


def walking(hand: str = "", *, inhibited: int = 0, **more: Any) -> CircuitryState:
    """Anna's pawn is on card 1, Ben's on 11 green, Cleo's at home."""
    sides = side("red", hand=hand, inhibited=inhibited), side("green", "11-green"), side("purple")
    return table(*sides, on="11@1,0 10@0,-1 14@-1,0", **more)


NO_PORTAL = "11 purple isn't a portal that you can reach with {} (rule {})."
NOT_LIKE_THAT = (
    "{} can't get to {} like that: each step costs a movement card, and several steps at once cost one of the offered"
    " payments (rules {} and 5.6)."
)


@pytest.mark.clause("circuitry", "5.1")
@pytest.mark.parametrize(
    ("at", "text", "reason"),
    [
        ({"hand": "red"}, "move 1-orange red+black", "You don't have that: black (rule 5.1)."),
        ({"hand": "red"}, "move 1-orange red+red+light-blue", "You don't have that: red, light blue (rule 5.1)."),
        ({}, "portal 11-purple red", "You don't have that: portal, red (rule 8.8)."),
        ({}, "portal-force green 11-purple red+red", "You don't have that: portal, force, red, red (rule 8.9)."),
        ({"hand": "red"}, "force green 11-purple red", "You don't have that: force (rule 8.6)."),
        (
            {"hand": "force red"},
            "force red 11-purple red",
            "The red pawn isn't an opponent's: theirs are green, purple (rule 8.7).",
        ),
        ({"hand": "portal red"}, "portal 11-purple red", NO_PORTAL.format("red", "8.8")),
        ({"hand": "portal force red*2"}, "portal-force green 11-purple red+red", NO_PORTAL.format("red, red", "8.9")),
        (
            {"hand": "portal force purple*2", "inhibited": 1},
            "portal-force green 11-purple purple+purple",
            "You can't use portals while you're inhibited (rule 9.2).",
        ),
        (
            {"hand": "red", "inhibited": 1},
            "move 1-green red",
            "You're inhibited: each node needs a movement card of its colour, or a black one (rule 9.2).",
        ),
        (
            {"hand": "force red", "inhibited": 1},
            "force green 11-purple red",
            NOT_LIKE_THAT.format("The green pawn", "11 purple", "8.6"),
        ),
        ({"hand": "red"}, "move 11-purple red", NOT_LIKE_THAT.format("You", "11 purple", "5.1")),
        ({"hand": "red"}, "move nowhere-red red", NOT_LIKE_THAT.format("You", "nowhere-red", "5.1")),
        ({"hand": "red"}, "move 12-grey red", NOT_LIKE_THAT.format("You", "12-grey", "5.1")),
    ],
)
def test_refusals_of_moving(at: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(walking(**at), text) == reason


def test_missing_cards_are_listed_as_far_as_they_fit() -> None:
    assert refusal(walking(), f"move 1-green {'x' * 99}") == f"You don't have that: {'x' * 80} (rule 5.1)."


SLIDES = "A card can only slide along another one or around its corner, without splitting the board (rule 8.5)."


@pytest.mark.clause("circuitry", "8.1")
@pytest.mark.parametrize(
    ("at", "text", "reason"),
    [
        ({}, "rotate 10", "You don't have the card Rotate (rule 8.1)."),
        (
            {"hand": "rotate", "played": 5, "restricted": "on"},
            "rotate 12",
            "There is no card 12 on the board (rule 8.1).",
        ),
        ({"hand": "swap"}, "swap 10 12", "There is no card 12 on the board (rule 8.2)."),
        ({"hand": "swap"}, "swap 1 10", "You can't change card 1 (rule 6.4)."),
        ({"hand": "swap"}, "swap 10 1", "You can't change card 1 (rule 6.4)."),
        ({"hand": "swap"}, "swap 10 11", "There is a pawn on card 11 (rule 8.2)."),
        ({"hand": "swap"}, "swap 10 10", "You can only swap two different cards (rule 8.2)."),
        ({"hand": "flip"}, "flip 11", "There is a pawn on card 11 (rule 8.3)."),
        ({"hand": "slide"}, "slide 11 5,5", SLIDES),
        ({"hand": "slide"}, "slide 10 5,5", SLIDES),
    ],
)
def test_refusals_of_changing_the_board(at: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(walking(**at), text) == reason


def teams(hand: str = "", mate: str = "", *, gifts: int = 0, **more: Any) -> CircuitryState:
    """Anna and Cleo are a team."""
    sides = side("red", hand=hand), side("orange"), side("green", hand=mate), side("light-blue")
    return table(*sides, gifts=gifts, teams="two", **more)


MATES = "You can only give cards to team-mates (rule 11.6)."


@pytest.mark.clause("circuitry", "11.6")
@pytest.mark.parametrize(
    ("at", "text", "reason"),
    [
        ({"hand": "red"}, "give red red", MATES),
        ({"hand": "red"}, "give orange red", MATES),
        ({}, "give green light-blue", "You don't have that: light blue (rule 11.6)."),
        ({}, f"give green {'x' * 99}", f"You don't have that: {'x' * 80} (rule 11.6)."),
        ({"hand": "red", "gifts": 8}, "give green red", "8 cards have already been given this turn (rule 11.7)."),
        (
            {"hand": "red", "mate": "red*8", "gifts": 7, "restricted": "on"},
            "give green red",
            "They already hold 8 mini cards and charges (rule 11.12).",
        ),
        (
            {"hand": "inhibit"},
            "inhibit green",
            "The green pawn isn't an opponent's: theirs are orange, light blue (rule 9.1).",
        ),
        ({}, "inhibit orange", "You don't have the card Inhibit (rule 9.1)."),
        ({"hand": "free"}, "free green", "That pawn isn't inhibited, or isn't in your team (rule 9.3)."),
        ({}, "free green", "You don't have the card Free (rule 9.3)."),
        (
            {"hand": "exchange"},
            "exchange green 1",
            "That takes a pawn on an adjacent node, and a number of charges that can change hands (rule 8.10).",
        ),
        ({}, "exchange green 1", "You don't have the card Exchange (rule 8.10)."),
    ],
)
def test_refusals_of_acting_on_other_players(at: dict[str, Any], text: str, reason: str) -> None:
    assert refusal(teams(**at), text) == reason
