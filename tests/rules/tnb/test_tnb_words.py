"""T&B in a player's words."""

import pytest

from tests.rules.tnb.tables import ANNA, BEN, GAME, NAMES, act, side, standing, table, told


def said(board: str, words: str, **more: str) -> tuple[str, str]:
    """Text and detail of Anna's label; Ben has an Ox on a1 and attacks a1 and c1 of Anna's board."""
    anna = side(board, hand=more.get("hand", ""), blocks=more.get("blocks", ""), points=1)
    g = table(anna, side("ox@a1 lance@b1/2", attacks="archer:0 archer:90", blocks=more.get("enemy_blocks", "")))
    label = GAME.label(GAME.view(g, ANNA), tuple(words.split()))
    return label.text, label.detail


@pytest.mark.parametrize(
    ("words", "text", "detail"),
    [
        ("attack ox", "Ox on b2", "Damage 1 on each tile; Health 9"),
        ("block ox", "Ox on b2", "Defence 1 on each tile; Health 9"),
        ("move ox", "Ox on b2", "Up to 1 step; Health 9"),
        ("attack hub 0", "0°: b2", "b2 1 LP"),
        ("attack lance 0", "0°: b1 b2", "b1 Lance removed; b2 1 LP"),
        ("attack ox 0", "0°: a1 b1 a2", "a1 Ox -1; b1 Lance -1; a2 1 LP"),
        ("block ox 0", "0°: a1 b1 a2", "a1 1 LP"),
        ("block wall 0", "0°: a1 b1 c1", "a1 blocked; c1 blocked"),
        ("block wall 180", "180°: a3 b3 c3", "no attack there yet"),
        ("move ox a1", "a1", "It would take 2 there: Health 7 left"),
        ("move ox a2", "a2", "Not attacked"),
    ],
)
def test_a_choice_says_what_it_would_do(words: str, text: str, detail: str) -> None:
    card = words.split()[1]
    board = {"ox": "ox@b2", "hub": "hub@c3", "lance": "lance@c3", "wall": "wall@c3"}[card]
    assert said(board, words) == (text, detail)


def test_a_card_to_be_played_is_named_with_its_numbers_and_its_danger() -> None:
    assert said("ox@b2", "play lance", hand="lance") == ("Lance", "Health 3, Speed 2, Damage 2, Defence 2")
    assert said("ox@b2", "play storm c1", hand="storm") == ("c1", "It would take 2 there: removed")
    blocked = said("ox@b2", "play storm c1", hand="storm", blocks="wall:0")
    assert blocked == ("c1", "Attacked for 2, all of it blocked")


def test_what_is_blocked_is_not_promised() -> None:
    assert said("hub@c3 lance@b3", "attack lance 0", enemy_blocks="wall:0") == (
        "0°: b1 b2",
        "b1 blocked; b2 1 LP",
    )


def test_an_action_that_costs_a_point_says_so() -> None:
    g = act(table(side("archer@b2", points=2), overdrive="on"), "attack archer 0")
    assert GAME.label(GAME.view(g, ANNA), ("block", "archer")).detail == ("Defence 1 on each tile, for 1 TP; Health 3")


def test_the_widest_shape_fits_below_a_choice() -> None:
    enemy = side("archer@a1 lance@b1 cross@c1 wall@a2")
    g = table(side("storm@b2"), enemy)
    label = GAME.label(GAME.view(g, ANNA), ("attack", "storm", "0"))
    assert label.detail.startswith("a1 Archer removed; b1 Lance removed; c1 Cross removed; ")
    assert len(label.detail) == 100


def test_the_prompt_says_what_comes_first_and_who_may_act() -> None:
    g = table(side("archer@b2 ox@a1", points=2))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5: you have 2 tactical points (TP) to draw and play with first; then Archer, Ox may act."
    )
    assert GAME.prompt(GAME.view(g, BEN), NAMES) == "Round 5: Anna draws and plays cards (2 TP)."
    g = act(g, "attack archer 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == "Round 5, your card actions: Ox may act."
    assert GAME.prompt(GAME.view(g, None), NAMES) == "Round 5: Anna attacks, blocks or moves (2 TP)."


def test_in_overdrive_the_prompt_says_what_a_further_action_costs() -> None:
    g = act(table(side("archer@b2", points=2), overdrive="on"), "attack archer 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5, your card actions: no card has a free action; "
        "a further action costs 1 of your 2 tactical points (TP)."
    )


def test_a_match_that_is_over_asks_nothing() -> None:
    g = act(table(side("ox@a1"), side("ox@b2", life=1)), "attack ox 0", "done")
    assert g.outcome is not None
    assert GAME.prompt(GAME.view(g, None), NAMES) == "The match is over."


def test_a_round_is_told_from_its_first_action_to_its_resolution() -> None:
    anna = side("archer@b2 ox@a1", hand="wall", deck="hub storm", points=2)
    g, lines = table(anna, side("wall@b2 lance@c1/2", points=0)), []
    for text in ("draw", "play wall c3", "attack archer 90", "move ox b1", "block wall 0", "move lance c2", "done"):
        g = act(g, text) if g.phase.waiting and g.turn == 5 else g
        lines += told(g.events)
    assert lines[:7] == [
        "Anna draws a card.",
        "You draw Hub.",
        "Anna plays Wall on c3.",
        "Anna's Archer will hit Ben's c1 for 2.",
        "Anna moves Ox from a1 to b1.",
        "Anna is done.",
        "Ben's Wall blocks a1 b1 c1 for 3.",
    ]
    assert lines[7:11] == [
        "Ben moves Lance from c1 to c2.",
        "Ben is done.",
        "On Ben's board: blocked on c1.",
        "Round 6 begins: 1 TP for each, and Anna goes first.",
    ]


def test_a_resolution_is_told_with_what_it_cost() -> None:
    g = table(
        side("ox@a1", attacks="archer:0 cross:0 lance:0 hub:0"),
        side("ox@a1 lance@b1/1 wall@c3", blocks="wall:180"),
    )
    g = act(g, "done", "done")
    assert told(g.events)[1] == ("On Ben's board: Ox loses 5 Health; Lance is removed; 1 LP lost on b2; blocked on c3.")


def test_a_card_on_a_board_is_written_as_its_id() -> None:
    assert repr(standing("ox@a1").card) == "ox"


FULL = "ox@a1 wall@a2 dove@b1 hub@c3"


def test_a_full_board_is_told_with_the_way_out() -> None:
    g = table(side(FULL, hand="lance", points=2))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5: you have 2 tactical points (TP) to draw or make room on your full board with first; "
        "then Ox, Wall, Dove, Hub may act."
    )
    assert told(act(g, "withdraw dove").events) == ["Anna withdraws Dove from b1."]


@pytest.mark.clause("tnb", "8.6")
def test_a_side_is_warned_before_it_withdraws_its_last_card_with_damage() -> None:
    board = "wall@a1 wall@a2 dove@b1 hub@c3"
    view = GAME.view(table(side(board, hand="dove", deck="", points=2)), ANNA)
    label = GAME.label(view, ("withdraw", "hub"))
    assert (label.text, label.detail) == ("Hub on c3", "Removed for good; Health 5")
    assert label.warning == (
        "Hub is your last card with Damage: without it you cannot take Life Points any more (rule 8.6)."
    )
    assert GAME.label(view, ("withdraw", "dove")).warning == ""
    with_more = GAME.view(table(side(board, hand="dove", deck="storm", points=2)), ANNA)
    assert GAME.label(with_more, ("withdraw", "hub")).warning == "", "a card in the deck has Damage"


@pytest.mark.clause("tnb", "8.6")
def test_a_side_without_damage_is_told_so() -> None:
    g = table(side("wall@a1 dove@b1", deck="", removed="hub", points=1))
    said = "(none of your cards has Damage any more)"
    assert GAME.prompt(GAME.view(g, ANNA), NAMES).startswith(
        f"Round 5 {said}: you have 1 tactical point (TP) to draw and play with"
    )
    assert said not in GAME.prompt(GAME.view(table(side("wall@a1", deck="hub")), ANNA), NAMES)


def test_a_new_card_that_may_act_for_a_point_is_named() -> None:
    g = act(table(side("ox@a1", hand="lance", points=2), overdrive="new_cards"), "play lance b2", "attack ox 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5, your card actions: no card has a free action; Lance may for your 1 tactical point (TP)."
    )
    assert GAME.label(GAME.view(g, ANNA), ("attack", "lance")).detail == "Damage 2 on each tile, for 1 TP; Health 3"


def test_without_points_the_tactical_part_is_over() -> None:
    g = table(side("ox@a1", points=0))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == "Round 5, your card actions: Ox may act."
    assert GAME.prompt(GAME.view(g, BEN), NAMES) == "Round 5: Anna attacks, blocks or moves (0 TP)."


def test_whoever_could_still_act_or_spend_is_asked_before_the_turn_ends() -> None:
    def warning(board: str, **more: object) -> str:
        g = table(side(board, **more), side("ox@a1"))  # type: ignore[arg-type]
        return GAME.label(GAME.view(g, ANNA), ("done",)).warning

    assert warning("ox@b2 lance@c3") == "Ox and Lance could still act for free in this round (rule 4.3)."
    assert warning("ox@b2!", points=1, hand="lance") == (
        "You have 1 TP to draw or play a card with; what you do not spend you keep (rule 4.2)."
    )
    assert GAME.label(GAME.view(table(side("ox@b2"), side("ox@a1")), BEN), ("done",)).warning == "", "not Ben's turn"
