"""Chapter 4 of the rulebook: the Arms Dealer."""

import pytest

from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Shopping
from rules.arms_dealer.state import ArmsDealerState
from rules.core.game import Label
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    GAME,
    NAMES,
    Side,
    act,
    asked,
    choices,
    coins,
    names,
    narrated,
    phase_of,
    refusal,
    table,
    total,
)

ROW = "power-100 redraw . rapid-repair repair-drone power-300"
FORMATION = "scout drone drone drone drone"


def at_the_shop(
    *, anna_coins: int = 18_000, ben_coins: int = 18_000, shop: str = ROW, looked: tuple[int, ...] = ()
) -> ArmsDealerState:
    """Return a state in which Anna, who was ready first and leads, is at the Arms Dealer."""
    anna = Side(formation=FORMATION, coins=anna_coins, looked=looked)
    ben = Side(formation=FORMATION, coins=ben_coins)
    return table(anna, ben, phase=Shopping((ANNA,)), shop=shop, skirmish=0)


@pytest.mark.clause("arms_dealer", "4.1")
def test_the_first_player_to_be_ready_buys_before_the_other() -> None:
    g = at_the_shop()
    assert asked(g) == ANNA
    g = act(g, "leave")
    assert (asked(g), phase_of(g)) == (BEN, "Shopping")
    g = act(g, "leave")
    assert phase_of(g) == "Opening"


@pytest.mark.clause("arms_dealer", "4.2")
def test_a_look_costs_1000_and_only_the_payer_sees_the_item() -> None:
    g = act(at_the_shop(), "look 2")
    assert coins(g) == [17_000, 18_000]
    assert total(g) == 200_000
    assert narrated(g, None) == narrated(g, BEN) == ["Anna pays 1,000 and looks at item 2."]
    assert narrated(g, ANNA) == ["Anna pays 1,000 and looks at item 2.", "Item 2 is Redraw."]
    assert names([observe(g, ANNA).shop[1].item]) == "redraw"
    assert observe(g, BEN).shop[1].item is None


@pytest.mark.clause("arms_dealer", "4.2")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("look 7", "The shop row has places 1 to 6 (rule 4.2)."),
        ("look 0", "The shop row has places 1 to 6 (rule 4.2)."),
        ("look 3", "There is no item on place 3; the row is filled again after the battle (rule 4.4)."),
        ("keep", "You're at the Arms Dealer: look at an item, or leave (rule 4.2)."),
    ],
)
def test_a_look_at_a_place_without_an_item_is_refused(text: str, reason: str) -> None:
    assert refusal(at_the_shop(), text) == reason


@pytest.mark.clause("arms_dealer", "4.3")
def test_an_item_is_kept_for_2000_more_or_put_back() -> None:
    g = act(at_the_shop(), "look 2")
    assert choices(g) == ["keep", "put-back"]
    assert refusal(g, "look 1") == "You are looking at item 2: keep it or put it back first (rule 4.3)."
    kept = act(g, "keep")
    assert coins(kept) == [15_000, 18_000]
    assert names(kept.sides[ANNA].hand) == "redraw"
    assert names(kept.shop) == "power-100 . . rapid-repair repair-drone power-300"
    assert narrated(kept, BEN) == ["Anna pays 2,000 more and keeps item 2."]
    assert narrated(kept, ANNA)[1] == "Redraw is in your hand now."
    back = act(g, "put-back")
    assert coins(back) == [17_000, 18_000]
    assert names(back.shop) == ROW
    assert narrated(back, ANNA) == ["Anna puts item 2 back."]


@pytest.mark.clause("arms_dealer", "4.4")
def test_a_player_can_buy_as_often_as_they_can_pay_and_the_row_is_not_refilled() -> None:
    g = act(at_the_shop(), "look 1", "keep", "look 2", "keep", "look 6", "put-back", "look 4", "keep")
    assert coins(g) == [8_000, 18_000]
    assert choices(g) == ["look 5", "look 6", "leave"]
    g = act(g, "leave")
    assert choices(g) == ["look 5", "look 6", "leave"]
    g = act(g, "look 5", "keep", "look 6", "keep")
    assert names(g.shop) == ". . . . . ."
    assert phase_of(g) == "Opening"


@pytest.mark.clause("arms_dealer", "4.5")
def test_a_view_shows_looked_at_items_as_long_as_they_lie_there() -> None:
    g = act(at_the_shop(), "look 6", "put-back", "leave")
    for viewer in (None, ANNA, BEN):
        assert observe(g, viewer).shop[5].looked == (ANNA,)
    assert names([observe(g, ANNA).shop[5].item]) == "power-300"
    assert observe(g, BEN).shop[5].item is observe(g, None).shop[5].item is None
    g = act(g, "look 6")
    assert observe(g, None).shop[5].looked == (ANNA, BEN)
    assert observe(g, BEN).shop[5].item is observe(g, ANNA).shop[5].item is not None
    g = act(g, "keep")
    for viewer in (None, ANNA, BEN):
        assert observe(g, viewer).shop[5].looked == ()
        assert observe(g, viewer).shop[5].item is None


@pytest.mark.clause("arms_dealer", "4.5")
def test_looking_again_costs_again() -> None:
    g = act(at_the_shop(), "look 6", "put-back", "look 6")
    assert coins(g) == [16_000, 18_000]
    assert choices(g) == ["keep", "put-back"]


@pytest.mark.clause("arms_dealer", "4.5")
@pytest.mark.parametrize("item", ["power-100", "repair-mothership"])
def test_a_looked_at_item_stays_hidden_from_everyone_else(item: str) -> None:
    g = act(at_the_shop(shop=f"{item} . . . . ."), "look 1")
    other = act(at_the_shop(shop="redraw . . . . ."), "look 1")
    for viewer in (BEN, None):
        assert observe(g, viewer) == observe(other, viewer)
        assert GAME.prompt(observe(g, viewer), NAMES) == GAME.prompt(observe(other, viewer), NAMES)
        assert GAME.label(observe(g, viewer), ("keep",)) == GAME.label(observe(other, viewer), ("keep",))
    assert observe(g, ANNA) != observe(other, ANNA)
    assert GAME.label(observe(g, ANNA), ("look", "1")) == GAME.label(observe(other, ANNA), ("look", "1"))


@pytest.mark.clause("arms_dealer", "4.6")
def test_a_player_who_cannot_pay_or_finds_no_item_skips_the_shop() -> None:
    g = act(at_the_shop(anna_coins=3_000, ben_coins=4_000), "look 1", "put-back", "look 1", "leave")
    assert coins(g) == [1_000, 4_000]
    poor = act(at_the_shop(ben_coins=0, anna_coins=4_000), "leave")
    assert not poor.phase.waiting
    assert asked(act(at_the_shop(shop="redraw . . . . .", ben_coins=9_000), "look 1", "keep")) == ANNA
    assert phase_of(act(at_the_shop(shop="redraw . . . . ."), "look 1", "keep")) == "Opening"


@pytest.mark.clause("arms_dealer", "4.6")
def test_a_player_who_cannot_pay_for_keeping_puts_the_item_back() -> None:
    g = act(at_the_shop(anna_coins=2_000), "look 2")
    assert narrated(g, ANNA) == [
        "Anna pays 1,000 and looks at item 2.",
        "Item 2 is Redraw.",
        "Anna puts item 2 back.",
    ]
    assert (phase_of(g), asked(g)) == ("Shopping", ANNA)
    assert names([observe(g, ANNA).shop[1].item]) == "redraw"


@pytest.mark.clause("arms_dealer", "4.7")
def test_overspending_is_allowed_with_a_warning() -> None:
    g = at_the_shop(anna_coins=6_000)
    assert GAME.label(observe(g, ANNA), ("look", "2")) == Label(
        text="Item 2", detail="Leaves you 5,000 coins; your bet is 3,000"
    )
    g = act(g, "look 2", "keep")
    look = GAME.label(observe(g, ANNA), ("look", "1"))
    assert look.detail == look.warning
    assert look.warning == "Leaves 2,000: you could not pay your bet of 3,000, and would lose the match!"
    g = act(g, "look 1")
    assert GAME.label(observe(g, ANNA), ("keep",)) == Label(
        text="Keep Power +100 for 2,000",
        detail="Leaves 0: you could not pay your bet of 3,000, and would lose the match!",
        warning="Leaves 0: you could not pay your bet of 3,000, and would lose the match!",
    )
    g = act(g, "keep", "leave")
    assert g.outcome is not None
    assert g.outcome.winners == (BEN,)
