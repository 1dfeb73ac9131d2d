"""Labels, prompts and events: what they tell players, and that they fit where they are shown."""

import pytest

from rules.alchemy.elements import Element, in_words
from rules.alchemy.observation import observe
from rules.core.game import Label
from tests.examples import seeds
from tests.rules.alchemy.tables import ANNA, BEN, GAME, NAMES, act, attacked, label, narrated, side, table
from tests.rules.alchemy.walks import positions


def test_the_label_of_a_card_shows_its_effect() -> None:
    g = act(table(side("fire-2 ablution", store="calcination")), "store")
    assert label(g, "put", "ablution") == Label(
        text="Ablution (1 AP, reaction)",
        detail="If this attack deals 3 damage or less, it scores nothing.",
        general=True,
    )
    assert label(g, "put", "fire-2") == Label(text="Fire 2", detail="Against it Air is halved, Water doubled")
    assert label(g, "take", "calcination").text == "Calcination (0 AP)"


def test_halves_are_shown_exactly() -> None:
    assert [in_words(halves) for halves in range(6)] == ["0", "½", "1", "1½", "2", "2½"]


def test_every_element_has_a_sign_of_its_own() -> None:
    assert len({element.sign for element in Element}) == len({element.label for element in Element}) == 14


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (ANNA, "Your turn: 2 action points (AP) to attack, draw or play cards with."),
        (BEN, "It's Anna's turn, with 2 AP."),
        (None, "It's Anna's turn, with 2 AP."),
    ],
)
def test_the_prompt_addresses_the_asked_player_and_names_them_to_others(seat: int | None, sentence: str) -> None:
    assert GAME.prompt(observe(table(), seat), NAMES) == sentence


def test_the_prompt_says_that_no_element_is_left_to_attack_with() -> None:
    g = table(side("ablution", points=2), side("fire-1"))
    assert GAME.prompt(observe(g, ANNA), NAMES) == "Your turn: 2 action points (AP), and no element to attack with."


def test_prompts_name_the_decision() -> None:
    g = attacked("fire-3", "water-3 air-1", points=1)
    assert GAME.prompt(observe(g, BEN), NAMES) == (
        "Defend against Fire 3, or let it hit. You have 1 action point (AP)."
    )
    assert GAME.prompt(observe(g, ANNA), NAMES) == "Ben must respond to Fire 3."
    broke = attacked("fire-3", "water-3 air-1", points=0)
    assert GAME.prompt(observe(broke, BEN), NAMES) == (
        "Defend against Fire 3, or let it hit. You have no action points (AP)."
    )
    g = act(g, "defend water-3")
    assert GAME.prompt(observe(g, BEN), NAMES) == "You have parried: attack back for free, or hold back."
    assert GAME.prompt(observe(g, None), NAMES) == "Ben may attack back."
    over = act(table(side("", opus="chrysopoeia", score=8)), "opus")
    assert GAME.prompt(observe(over, ANNA), NAMES) == "The match is over."


def test_prompts_say_if_only_complex_elements_stop_an_attack() -> None:
    g = act(table(side("fire-3", opus="aqua-regia"), side("water-3")), "opus", "attack fire-3")
    assert GAME.prompt(observe(g, BEN), NAMES).endswith("Only a complex element defends against it.")


def test_events_tell_a_battle_from_attack_to_result() -> None:
    g = table(side("fire-3 fire-1", points=1), side("water-2 air-3"))
    sentences = []
    for text in ("attack fire-3", "defend water-2", "attack air-3", "defend fire-1"):
        g = act(g, text)
        sentences += narrated(g)
    assert sentences == [
        "Anna attacks with Fire 3.",
        "Ben defends with Water 2: doubled against Fire, it counts 4 against 3.",
        "Ben parries, and may attack back for free.",
        "Ben attacks back with Air 3.",
        "Anna defends with Fire 1: doubled against Air, it counts 2 against 3.",
        "Blocked, but Anna takes 1 damage. Ben scores 1 point and has 1.",
        "Anna draws 1 card.",
    ]


def test_a_view_shows_the_battle_with_its_magnitudes() -> None:
    g = act(table(side("fire-3 fire-1"), side("water-2 air-3")), "attack fire-3", "defend water-2")
    battle = observe(g, None).battle
    assert battle is not None
    assert [(link.seat, link.magnitude, link.counted, link.change) for link in battle.chain] == [
        (ANNA, 6, 6, 0),
        (BEN, 4, 8, 1),
    ]
    assert battle.target is None
    g = act(g, "attack air-3")
    battle = observe(g, None).battle
    assert battle is not None
    assert (battle.target, len(battle.chain)) == (ANNA, 3)


def test_a_long_list_of_cards_is_shortened() -> None:
    hand = "fire-1 fire-2 fire-3 water-1 water-2 water-3 air-1 air-2 air-3 earth-1 earth-2 earth-3"
    sentence = narrated(act(table(side(hand)), "refresh"))[0]
    assert sentence.startswith("Anna recharges Fire 1, Fire 2")
    assert sentence.endswith("Earth 1 and 2 more and draws 6 cards.")


def test_every_verb_has_a_label_in_every_phase_and_for_every_seat() -> None:
    defending = attacked("fire-3", "water-3 air-1")
    for g in (table(), defending, act(defending, "defend water-3"), act(table(), "store")):
        for seat in (ANNA, BEN, None):
            for kind in GAME.actions:
                assert GAME.label(observe(g, seat), (kind.verb,)).text


@pytest.mark.parametrize("seed", seeds(1))
def test_all_labels_and_sentences_fit_and_are_not_empty(seed: int) -> None:
    for g in positions(seed, greedy=seed == 0, damage_scoring=seed == 1):
        for seat in (ANNA, BEN, None):
            view = observe(g, seat)
            assert 0 < len(GAME.prompt(view, NAMES)) <= 250
            for action in view.options:
                words = tuple(str(action).split())
                for length in range(1, len(words) + 1):
                    shown = GAME.label(view, words[:length])
                    assert 0 < len(shown.text) <= 80
                    assert len(shown.detail) <= 100
            assert all(sentence.endswith(".") and len(sentence) <= 280 for sentence in narrated(g, seat))


def test_a_card_that_prepares_an_attack_is_asked_about_if_no_ap_is_left_to_attack() -> None:
    broke = label(table(side("fire-3", opus="philosophers-stone", points=1)), "opus")
    assert broke.warning == (
        "You'd have no AP left to attack in this turn: that wastes Philosopher's Stone, "
        "which can be used once in a match."
    )
    assert label(table(side("fire-3", opus="philosophers-stone", points=2)), "opus").warning == ""
    assert "wastes Calcination." in label(table(side("fire-3 calcination", points=0)), "play", "calcination").warning
    assert label(table(side("fire-3 calcination", points=1)), "play", "calcination").warning == ""
    assert label(table(side("fire-3", opus="chrysopoeia", points=1)), "opus").warning == "", "it prepares nothing"


def test_ending_a_turn_that_loses_a_point_or_ap_shows_a_warning() -> None:
    assert label(table(side("fire-3", points=2)), "end").warning == ""
    assert "(rule 2.2)" in label(table(side("fire-3", points=5)), "end").warning
    idle = label(table(side("fire-3", points=2, idle=2)), "end")
    assert "You can still attack" in idle.warning
    assert "your opponent scores 1 point" in idle.detail
    assert "and wins" not in idle.warning + idle.detail
    last = label(table(side("fire-3", points=2, idle=2), side(score=9)), "end")
    assert "your opponent scores 1 point and wins" in last.warning
    assert "your opponent scores 1 point and wins" in last.detail
    assert label(table(side("", points=0, idle=2)), "end").warning == "", "there is nothing else to do"
