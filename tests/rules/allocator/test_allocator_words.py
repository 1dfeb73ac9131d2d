"""Labels and prompts: what they tell players, and that they fit where they are shown."""

import pytest

from rules.allocator.observation import observe
from rules.allocator.phases import Develop
from rules.allocator.state import AllocatorState
from rules.core.game import Label
from tests.examples import seeds
from tests.rules.allocator.tables import ANNA, BEN, GAME, NAMES, act, asked, developing, side, table
from tests.rules.allocator.walks import positions


def label(g: AllocatorState, *words: str) -> Label:
    return GAME.label(observe(g, asked(g)), words)


def test_a_label_shows_a_cards_stats_and_boost() -> None:
    assert label(table(side(hand="titan")), "play", "titan") == Label(
        text="Titan · ATK 5 · DEF 2 · DEV 0", detail="Titan-AI. Boosts by 5, needs 2 Titan-AI", short="Titan"
    )
    assert label(table(side(hand="idle")), "play", "idle").detail == "Prism. Boosts by 1, needs no match"


def test_a_label_shows_the_new_power_of_the_system_and_the_total() -> None:
    g = table(side(attack="ram", defense="wall", hand="drone"), maximum=9)
    assert label(g, "play", "drone", "attack") == Label(
        text="Attack · 3 → 4 · 7 of 9 used", detail="Attack 3 → 4; 2 to spare", short="Attack · 3 → 4"
    )
    assert label(g, "discard", "wall", "defense").text == "Out of Defense · 3 → 0 · 3 of 9 used"
    assert label(g, "move", "wall", "defense").text == "Out of Defense"
    assert label(g, "move", "wall", "defense", "attack") == Label(
        text="Into Attack · 3 → 3 · 3 of 9 used",
        detail="Defense 3 → 0, Attack 3 → 3; 6 to spare",
        short="Into Attack · 3 → 3",
    )


def test_a_label_shows_nothing_to_spare_at_exactly_the_maximum() -> None:
    g = table(side(attack="ram", defense="wall", hand="drone"), maximum=7)
    assert label(g, "play", "drone", "attack").detail == "Attack 3 → 4; 0 to spare"


def test_a_label_shows_how_much_a_total_exceeds_the_maximum() -> None:
    g = table(side(attack="titan", hand="ram"))
    assert label(g, "play", "ram", "attack") == Label(
        text="Attack · 5 → 8 · 8 of 6 used",
        detail="Attack 5 → 8; 2 too much to end the step",
        short="Attack · 5 → 8",
    )


def test_a_label_shows_the_effect_of_a_boost() -> None:
    g = act(table(side(attack="ram", hand="ram"), side(defense="wall drone", hand="spark")), "end")
    assert label(g, "boost", "ram") == Label(
        text="Ram +3 · Attack 3 → 6", detail="Attack 6 against Defense 4: a hit as it stands"
    )
    assert label(g, "decline") == Label(text="Decline", detail="Attack 3 against Defense 4: blocked as it stands")
    g = act(g, "boost ram")
    assert label(g, "boost", "spark") == Label(
        text="Spark +2 · Defense 4 → 6", detail="Attack 6 against Defense 6: a hit as it stands"
    )


def test_a_label_says_if_declining_ends_the_duel() -> None:
    g = act(table(side(attack="ram", hand="idle"), side(defense="wall drone", hand="spark")), "end", "decline")
    assert label(g, "decline").detail == "Attack 3 against Defense 4: blocked as it stands; ends the duel"


def test_labels_in_develop_show_the_gain() -> None:
    g = developing(side(development="farm", hand="spark", points=2))
    assert label(g, "boost", "spark") == Label(
        text="Spark +2 · Development 3 → 5", detail="Gain 5 DP, draw 3 cards, keep 1 DP for later"
    )
    assert label(g, "decline") == Label(
        text="Go on without a boost", detail="Gain 3 DP, draw 2 cards, keep 2 DP for later"
    )


def test_a_label_shows_the_points_left_when_there_are_too_few_cards() -> None:
    g = developing(side(development="farm", hand="farm", deck="idle"))
    assert label(g, "decline").detail == "Gain 3 DP, draw 1 card, keep 3 DP for later"
    assert label(g, "boost", "farm").detail == "Gain 7 DP, draw 2 cards, keep 4 DP for later"
    assert act(g, "boost farm").sides[ANNA].development_points == 4


def test_the_label_of_ending_shows_the_attack() -> None:
    g = table(side(attack="ram"), side(defense="drone"))
    assert label(g, "end").detail == "Attack 3 against Defense 1: a hit as it stands, before boosts"
    assert label(table(turn=1, first_attack=False), "end").text == "End your turn"


def test_every_verb_has_a_label_in_every_phase() -> None:
    duel = act(table(side(hand="idle"), side(hand="idle")), "end")
    over = act(table(ben=side(life="")), "end")
    for g in (developing(side(hand="idle")), table(), duel, over):
        for seat in (ANNA, BEN, None):
            for kind in GAME.actions:
                assert GAME.label(observe(g, seat), (kind.verb,)).text


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (ANNA, "Manage: your systems use 8 of 6 power. Take out or move cards until it is 2 less."),
        (BEN, "Anna plays cards into their systems, and then attacks."),
        (None, "Anna plays cards into their systems, and then attacks."),
    ],
)
def test_the_prompt_addresses_the_asked_player_and_names_them_to_others(seat: int | None, sentence: str) -> None:
    assert GAME.prompt(observe(table(side(attack="titan ram")), seat), NAMES) == sentence


def test_prompts_name_the_decision() -> None:
    g = act(table(side(attack="ram", hand="idle"), side(defense="wall drone", hand="spark")), "end")
    stand = "Attack 3 against Defense 4: blocked as it stands."
    assert GAME.prompt(observe(g, ANNA), NAMES) == f"{stand} Discard a card to boost your Attack, or decline."
    assert GAME.prompt(observe(g, None), NAMES) == f"{stand} Anna may boost Attack."
    assert (
        GAME.prompt(observe(table(phase=Develop((ANNA,))), BEN), NAMES)
        == "Anna draws cards, and may discard one first to draw more."
    )
    assert GAME.prompt(observe(act(table(ben=side(life="")), "end"), ANNA), NAMES) == "The match is over."


@pytest.mark.parametrize("seed", seeds(1))
def test_all_labels_and_sentences_fit_and_are_not_empty(seed: int) -> None:
    for game, g in positions(seed):
        for seat in (ANNA, BEN, None):
            view = observe(g, seat)
            assert 0 < len(game.prompt(view, NAMES)) <= 200
            for action in view.options:
                words = tuple(str(action).split())
                for length in range(1, len(words) + 1):
                    shown = game.label(view, words[:length])
                    assert 0 < len(shown.text) <= 80
                    assert len(shown.detail) <= 100
            for event in view.events:
                assert game.narrate(event, NAMES).endswith(".")


@pytest.mark.parametrize(
    ("hand", "maximum", "warning"),
    [
        ("drone", 9, "3 of 9 power is unused, and Drone could still use it (rule 4.5)."),
        ("drone ram", 9, "3 of 9 power is unused, and Ram or 1 other card could still use it (rule 4.5)."),
        ("drone", 6, ""),
        ("titan", 7, ""),
        ("", 9, ""),
    ],
)
def test_ending_the_step_with_usable_power_left_shows_a_warning(hand: str, maximum: int, warning: str) -> None:
    g = table(side(attack="ram", defense="wall", hand=hand), maximum=maximum)
    assert label(g, "end").warning == warning


@pytest.mark.clause("allocator", "6.5")
def test_a_boost_by_the_player_ahead_is_asked_about_once_the_other_has_declined() -> None:
    g = act(table(side(attack="ram", hand="ram"), side(hand="ram")), "end")
    assert asked(g) == BEN
    assert label(g, "boost", "ram").warning == "", "Ben is behind, and may boost"
    g = act(g, "decline")
    assert asked(g) == ANNA
    assert label(g, "boost", "ram").warning.endswith("Ram would be spent for nothing (rule 6.5).")
