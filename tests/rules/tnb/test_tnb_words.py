"""Labels, prompts and events of T&B."""

import pytest

from tests.rules.tnb.tables import ANNA, BEN, GAME, NAMES, act, narrated, occupant, side, table


def label_of(board: str, words: str, **more: str) -> tuple[str, str]:
    """Return the text and the detail of a label for Anna; Ben has an Ox on a1 and attacks a1 and c1 of Anna's board."""
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
def test_a_label_shows_the_effect_of_a_choice(words: str, text: str, detail: str) -> None:
    card = words.split()[1]
    board = {"ox": "ox@b2", "hub": "hub@c3", "lance": "lance@c3", "wall": "wall@c3"}[card]
    assert label_of(board, words) == (text, detail)


def test_the_label_of_playing_a_card_shows_its_numbers_and_the_damage_on_the_tile() -> None:
    assert label_of("ox@b2", "play lance", hand="lance") == ("Lance", "Health 3, Speed 2, Damage 2, Defence 2")
    assert label_of("ox@b2", "play storm c1", hand="storm") == ("c1", "It would take 2 there: removed")
    blocked = label_of("ox@b2", "play storm c1", hand="storm", blocks="wall:0")
    assert blocked == ("c1", "Attacked for 2, all of it blocked")


def test_the_label_of_an_attack_counts_blocks() -> None:
    assert label_of("hub@c3 lance@b3", "attack lance 0", enemy_blocks="wall:0") == (
        "0°: b1 b2",
        "b1 blocked; b2 1 LP",
    )


def test_the_label_of_a_bought_action_shows_its_cost() -> None:
    g = act(table(side("archer@b2", points=2), overdrive="on"), "attack archer 0")
    assert GAME.label(GAME.view(g, ANNA), ("block", "archer")).detail == ("Defence 1 on each tile, for 1 TP; Health 3")


def test_the_label_of_the_largest_shape_fits() -> None:
    enemy = side("archer@a1 lance@b1 cross@c1 wall@a2")
    g = table(side("storm@b2"), enemy)
    label = GAME.label(GAME.view(g, ANNA), ("attack", "storm", "0"))
    assert label.detail.startswith("a1 Archer removed; b1 Lance removed; c1 Cross removed; ")
    assert len(label.detail) == 100


def test_the_prompt_names_the_next_actions_and_the_cards_that_may_act() -> None:
    g = table(side("archer@b2 ox@a1", points=2))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5: you have 2 tactical points (TP) to draw and play cards; after that, Archer, Ox may act."
    )
    assert GAME.prompt(GAME.view(g, BEN), NAMES) == "Round 5: Anna draws and plays cards (2 TP)."
    g = act(g, "attack archer 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == "Round 5, your card actions: Ox may act."
    assert GAME.prompt(GAME.view(g, None), NAMES) == "Round 5: Anna attacks, blocks or moves (2 TP)."


def test_the_prompt_in_overdrive_shows_the_cost_of_a_further_action() -> None:
    g = act(table(side("archer@b2", points=2), overdrive="on"), "attack archer 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5, your card actions: no card has a free action; "
        "a further action costs 1 of your 2 tactical points (TP)."
    )


def test_the_prompt_says_that_a_match_is_over() -> None:
    g = act(table(side("ox@a1"), side("ox@b2", life=1)), "attack ox 0", "done")
    assert g.outcome is not None
    assert GAME.prompt(GAME.view(g, None), NAMES) == "The match is over."


def test_events_tell_a_round_from_its_first_action_to_its_resolution() -> None:
    anna = side("archer@b2 ox@a1", hand="wall", deck="hub storm", points=2)
    g, lines = table(anna, side("wall@b2 lance@c1/2", points=0)), []
    for text in ("draw", "play wall c3", "attack archer 90", "move ox b1", "block wall 0", "move lance c2", "done"):
        g = act(g, text) if g.phase.waiting and g.turn == 5 else g
        lines += narrated(g.events)
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
        "Round 6 begins: each player gets 1 TP, and Anna goes first.",
    ]


def test_events_tell_the_cost_of_a_resolution() -> None:
    g = table(
        side("ox@a1", attacks="archer:0 cross:0 lance:0 hub:0"),
        side("ox@a1 lance@b1/1 wall@c3", blocks="wall:180"),
    )
    g = act(g, "done", "done")
    assert narrated(g.events)[1] == (
        "On Ben's board: Ox loses 5 Health; Lance is removed; 1 LP lost on b2; blocked on c3."
    )


def test_a_card_on_a_board_is_written_as_its_id() -> None:
    assert repr(occupant("ox@a1").card) == "ox"


FULL = "ox@a1 wall@a2 dove@b1 hub@c3"


def test_the_prompt_says_how_to_make_room_on_a_full_board() -> None:
    g = table(side(FULL, hand="lance", points=2))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5: you have 2 tactical points (TP) to draw a card, or to make room on your full board; "
        "after that, Ox, Wall, Dove, Hub may act."
    )
    assert narrated(act(g, "withdraw dove").events) == ["Anna withdraws Dove from b1."]


@pytest.mark.clause("tnb", "8.6")
def test_withdrawing_the_last_card_with_damage_shows_a_warning() -> None:
    board = "wall@a1 wall@a2 dove@b1 hub@c3"
    view = GAME.view(table(side(board, hand="dove", deck="", points=2)), ANNA)
    label = GAME.label(view, ("withdraw", "hub"))
    assert (label.text, label.detail) == ("Hub on c3", "Removed for good; Health 5")
    assert label.warning == (
        "Hub is your last card with Damage: without it you can't take any more Life Points (rule 8.6)."
    )
    assert GAME.label(view, ("withdraw", "dove")).warning == ""
    last = GAME.view(table(side(board, hand="dove", deck="storm", points=1)), ANNA)
    assert GAME.label(last, ("withdraw", "dove")).warning == (
        "This uses your last TP, so you can't replace the card until a later round (rule 5.5)."
    )
    with_more = GAME.view(table(side(board, hand="dove", deck="storm", points=2)), ANNA)
    assert GAME.label(with_more, ("withdraw", "hub")).warning == "", "a card in the deck has Damage"


@pytest.mark.clause("tnb", "8.6")
def test_the_prompt_says_if_no_card_has_damage() -> None:
    g = table(side("wall@a1 dove@b1", deck="", removed="hub", points=1))
    remark = "(none of your cards has Damage any more)"
    assert GAME.prompt(GAME.view(g, ANNA), NAMES).startswith(
        f"Round 5 {remark}: you have 1 tactical point (TP) to draw and play cards"
    )
    assert remark not in GAME.prompt(GAME.view(table(side("wall@a1", deck="hub")), ANNA), NAMES)


def test_the_prompt_names_a_new_card_that_may_act_for_a_point() -> None:
    g = act(table(side("ox@a1", hand="lance", points=2), overdrive="new_cards"), "play lance b2", "attack ox 0")
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == (
        "Round 5, your card actions: no card has a free action; Lance may act for your 1 tactical point (TP)."
    )
    assert GAME.label(GAME.view(g, ANNA), ("attack", "lance")).detail == "Damage 2 on each tile, for 1 TP; Health 3"


def test_the_prompt_skips_tactical_actions_without_points() -> None:
    g = table(side("ox@a1", points=0))
    assert GAME.prompt(GAME.view(g, ANNA), NAMES) == "Round 5, your card actions: Ox may act."
    assert GAME.prompt(GAME.view(g, BEN), NAMES) == "Round 5: Anna attacks, blocks or moves (0 TP)."


def test_ending_a_turn_with_useful_actions_left_shows_a_warning() -> None:
    def warning(board: str, **more: object) -> str:
        g = table(side(board, **more), side("ox@a1"))  # type: ignore[arg-type]
        return GAME.label(GAME.view(g, ANNA), ("done",)).warning

    assert warning("ox@b2 lance@c3") == "Ox and Lance could still act for free in this round (rule 4.3)."
    assert warning("ox@b2!", points=1, hand="lance") == (
        "You can still draw or play a card with 1 TP; you keep any that you don't spend (rule 4.2)."
    )
    assert GAME.label(GAME.view(table(side("ox@b2"), side("ox@a1")), BEN), ("done",)).warning == "", "not Ben's turn"
