"""Labels and prompts: what they tell players, and that they fit where they are shown."""

import pytest

from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Answering, Deciding, Formation, Harvesting, Shopping
from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat
from rules.core.game import Label
from rules.core.notation import words
from tests.examples import seeds
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, NAMES, Side, act, asked, fighting, planning, table
from tests.rules.arms_dealer.walks import positions

FORMATION = table(Side(drawn="drone drone mothership"), Side(drawn="scout"), phase=Formation((ANNA, BEN)), locked=())
SHOPPING = table(Side(), Side(), phase=Shopping((ANNA,)), skirmish=0)
DECIDING = table(Side(looked=(2,)), Side(), phase=Deciding((ANNA,), 2), shop=". redraw . . . .", skirmish=0)
EQUIPPING = fighting(Side(fighting="scout", hand="power-100 reinforcements"), Side(fighting="scout", hand="redraw"))
PLANNING = planning(Side(formation=". drone scout"), Side(formation=". drone scout", stake=5_000))
HARVESTING = table(Side(), Side(), phase=Harvesting((BEN,), 2))


def label(g: ArmsDealerState, *action_words: str, seat: Seat = ANNA) -> Label:
    return GAME.label(observe(g, seat), action_words)


def test_the_label_of_a_formation_shows_it_ship_by_ship() -> None:
    assert label(FORMATION, "lay", "drone") == Label(
        text="Sparrow Drone · 100", detail="Space 1, fights first", short="Drone", general=True
    )
    assert label(FORMATION, "lay", "drone", "mothership") == Label(
        text="Colony Mothership · 500", detail="Space 2", short="Mothership", general=True
    )
    assert label(FORMATION, "lay", "drone", "mothership", "drone").detail == "Space 3: Drone, Mothership, Drone"


def test_the_label_of_an_item_shows_its_effect() -> None:
    assert label(EQUIPPING, "equip", "power-100") == Label(
        text="Power +100", detail="Your power 200 → 300, against 200"
    )
    assert label(EQUIPPING, "equip", "reinforcements").detail.startswith("Your next ship adds its power")
    assert label(EQUIPPING, "pass") == Label(text="Pass", detail="200 against 200; as it stands")
    assert label(act(EQUIPPING, "pass"), "pass", seat=BEN).detail == "200 against 200; decides the skirmish"


def test_the_label_of_a_raise_shows_the_coins_it_leaves() -> None:
    assert label(PLANNING, "raise", "4000") == Label(
        text="+4,000", detail="Leaves you 11,000 coins; the pot would be 9,000"
    )


def test_forfeiting_with_the_last_ship_is_said_to_lose_the_match_and_warned_of() -> None:
    last = Side(deck="", formation="destroyer", scrapyard="scout", stake=2_000)
    g = table(last, Side(deck="", formation="scout drone", stake=4_000), phase=Answering((ANNA,), 2_000), skirmish=0)
    assert label(g, "forfeit") == Label(
        text="Forfeit skirmish 1",
        detail="Forfeiting costs your last ship, and so the match",
        warning="Forfeiting costs your last ship, and so the match!",
    )
    assert GAME.prompt(observe(g, ANNA), NAMES) == (
        "Battle 2: match 2,000 for a pot of 8,000 (you keep 13,000), or forfeit skirmish 1. "
        "Forfeiting costs your last ship, and so the match."
    )
    assert GAME.result(act(g, "forfeit").outcome, NAMES).startswith("Ben wins")  # type: ignore[arg-type] # it is over
    two = Side(deck="drone", formation="destroyer", stake=2_000)
    spared = table(two, Side(formation="scout", stake=4_000), phase=Answering((ANNA,), 2_000), skirmish=0)
    assert label(spared, "forfeit").warning == ""


@pytest.mark.parametrize(
    ("g", "mine", "others"),
    [
        (
            FORMATION,
            "Battle 2: lay your ships face down. The first to be ready buys first.",
            "Battle 2: Anna and Ben lay their formation.",
        ),
        (
            SHOPPING,
            "Battle 2: you are at the Arms Dealer with 15,000 coins; your bet afterwards is 3,000.",
            "Battle 2: Anna is at the Arms Dealer.",
        ),
        (
            DECIDING,
            "Battle 2: item 2 is Redraw. Keep it for 2,000 more, or put it back?",
            "Battle 2: Anna is looking at item 2.",
        ),
        (
            EQUIPPING,
            "Battle 2: skirmish 1 stands Anna 200, Ben 200. Equip an item, or pass.",
            "Battle 2: Anna may equip; skirmish 1 stands Anna 200, Ben 200.",
        ),
        (
            PLANNING,
            "Battle 2: skirmish 2 is next, the pot is 5,000. Ready up, reorder or raise.",
            "Battle 2: Anna prepares for skirmish 2, and may raise; the pot is 5,000.",
        ),
        (
            act(PLANNING, "ready"),
            "Battle 2: skirmish 2 is next, the pot is 5,000. Ready up or reorder.",
            "Battle 2: Ben prepares for skirmish 2; the pot is 5,000.",
        ),
        (
            act(PLANNING, "raise 3000"),
            (
                "Battle 2: match 3,000 for a pot of 11,000 (you keep 12,000), or forfeit skirmish 2. "
                "Forfeiting costs the ship on space 2, and an asteroid if the battle is lost; it would stand 0 to 1."
            ),
            "Battle 2: Ben has to match 3,000 or forfeit skirmish 2.",
        ),
        (
            HARVESTING,
            "Battle 2: you lost the battle: harvest 2 asteroids.",
            "Battle 2: Ben lost the battle and harvests 2 asteroids.",
        ),
    ],
)
def test_the_prompt_addresses_the_asked_player_and_names_them_to_others(
    g: ArmsDealerState, mine: str, others: str
) -> None:
    seat = g.phase.waiting[0]
    assert GAME.prompt(observe(g, seat), NAMES) == mine
    assert GAME.prompt(observe(g, None), NAMES) == others


def test_the_prompt_names_the_players_who_still_have_to_lay() -> None:
    g = act(table(Side(drawn="drone"), phase=Formation((ANNA,)), locked=(BEN,)), "lay drone")
    assert asked(g) == BEN
    waiting = table(Side(drawn="drone"), phase=Formation((ANNA,)), locked=(BEN,))
    assert GAME.prompt(observe(waiting, BEN), NAMES) == "Battle 2: Anna lays a formation."


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("seed", seeds(1))
def test_all_labels_and_sentences_fit_and_are_not_empty(seed: int, greedy: bool) -> None:
    for g in positions(seed, greedy=greedy):
        for seat in (ANNA, BEN, None):
            view = observe(g, seat)
            assert 0 < len(GAME.prompt(view, NAMES)) <= 200
            for action in view.options[:40]:
                action_words = words(action)
                for length in range(1, len(action_words) + 1):
                    shown = GAME.label(view, action_words[:length])
                    assert 0 < len(shown.text) <= 80
                    assert len(shown.detail) <= 100
            for kind in GAME.actions:
                assert GAME.label(view, (kind.verb,)).text
            for event in view.events:
                assert GAME.narrate(event, NAMES).endswith((".", "!"))
