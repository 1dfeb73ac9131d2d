"""Arms Dealer's pictures and texts contain everything that players look for."""

from dataclasses import replace

import pytest

from render import fonts, wording
from render.arms_dealer import RENDERER, closeup, facts
from render.arms_dealer.art import art
from render.arms_dealer.cards import Slip, slip
from render.arms_dealer.fight import Side, lines
from render.arms_dealer.fight import draw as draw_side
from render.arms_dealer.skirmishes import Corner, Fate, fights_of
from render.arms_dealer.spaces import Spot, space
from render.arms_dealer.style import NIGHT
from render.canvas import HEIGHT, WIDTH, Align, Box, Canvas, Layout
from render.fonts import ELLIPSIS, Type
from render.palette import Ink, Theme
from render.paper import front
from render.picture import closeup_picture, closeup_text, closeups, hand_text, table_picture, table_text
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ItemKind, ShipCard
from rules.arms_dealer.events import Forfeited, SkirmishDecided
from rules.arms_dealer.phases import Answering, Deciding, Shopping
from rules.core.play import RESIGNED, Outcome, apply, options
from tests.examples import thorough
from tests.render.arms_dealer_tables import KINDS, PLAYERS, draw, tables, views
from tests.render.contrast import contrast
from tests.render.tables import cut_off
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, table
from tests.rules.arms_dealer.tables import Side as Player

SHIPS = [card for card in GAME.cards.values() if isinstance(card, ShipCard)]
ITEMS = [card for card in GAME.cards.values() if isinstance(card, ItemCard)]
ASTEROIDS = [card for card in GAME.cards.values() if isinstance(card, AsteroidCard)]


def test_nothing_is_cut_off_and_all_type_is_legible_on_a_phone(
    drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    for seed, (player, fleet) in enumerate(KINDS):
        for view in views(seed % 2, 20, player, fleet):
            draw(view)
    assert cut_off(drawn_lines) == set()
    assert min(type_sizes) >= fonts.SMALLEST


def test_long_names_of_players_cut_off_no_number_and_no_label(drawn_lines: dict[str, bool]) -> None:
    wide = ("W" * 32, "M" * 32)
    for view in views(6, 5):
        draw(view, wide)
    assert set(wide) <= cut_off(drawn_lines)
    assert all(text.endswith(ELLIPSIS) or any(name in text for name in wide) for text in cut_off(drawn_lines))


def test_every_ship_item_and_asteroid_draws_in_every_form(drawn_lines: dict[str, bool]) -> None:
    for ship in SHIPS:
        for fate in (None, *Fate):
            figure = "forfeit" if fate is Fate.FORFEITED else "1500"
            spot = Spot("5", 1, ship.fleet, laid=True, ship=ship, fate=fate, figure=figure, highlighted=True)
            space(spot, (184, 116), NIGHT)
    for item in ITEMS:
        for words in ("", "shop place 6", "shop 6: keep?"):
            slip(Slip(item, words, 12 if not words else 1, framed=True), 345, NIGHT)
    assert cut_off(drawn_lines) == set()


def test_every_card_has_a_picture_of_its_own() -> None:
    cards = [*SHIPS, *ITEMS, *ASTEROIDS]
    for size in (60, 120):
        drawn = {art(card, size)[0].tobytes() for card in cards}
        assert len(drawn) == len(cards)


@pytest.mark.parametrize("power", [700, 1000, 1250, 999_900])
def test_cards_of_a_content_pack_may_be_stronger_than_all_shipped_ones(power: int) -> None:
    cell = next(item for item in ITEMS if item.kind is ItemKind.POWER)
    for card in (replace(SHIPS[0], power=power), replace(cell, power=power)):
        for size in (30, 60, 120):
            assert art(card, size)[0].tobytes() != art(replace(card, power=100), size)[0].tobytes()
        assert str(power) in " ".join(line.text for line in front(RENDERER.paper, card, "").words)


def test_a_fight_with_every_ship_and_item_is_drawn_whole(drawn_lines: dict[str, bool]) -> None:
    box = Box(0, 0, 400, 230)
    for fate in Fate:
        for seat, fleet in enumerate(dict.fromkeys(ship.fleet for ship in SHIPS)):
            ships = tuple(ship for ship in SHIPS if ship.fleet is fleet)
            for fighting in (ships[:2], ships):
                corner = Corner(fate, fighting, tuple(ITEMS * 2), 9_900)
                side = Side(seat, fleet, corner, 9_800, (True,) * 5, 0, 45)
                assert len(lines(side, box.width)) <= 2
                draw_side(Canvas(*box[2:], NIGHT), box, side)
    assert cut_off(drawn_lines) == set()


def test_words_stand_out_from_their_background(cold_texts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """WCAG 2.2, 1.4.3 asks for a contrast of 4.5 to 1."""
    weak, draw_text = set(), Canvas.text

    def spy(canvas: Canvas, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        left = box.left + round((box.width - fonts.width(fonts.fitted(text, kind, box.width), kind)) * align.value)
        if text and min(contrast(ink, canvas.at(left, box.middle), theme) for theme in Theme) < 4.5:
            weak.add(text)
        return draw_text(canvas, text, kind, box, ink, align=align)

    monkeypatch.setattr(Canvas, "text", spy)
    for view in views(1, 5, fleet="15"):
        draw(view)
    assert weak == set()


@pytest.mark.parametrize(("player", "fleet"), [KINDS[0], *thorough(*KINDS[1:])])
def test_the_text_contains_everything_in_the_picture(player: str, fleet: str) -> None:
    for view in views(9, 1, player, fleet):
        text = table_text(GAME, view, PLAYERS)
        public = facts.public_view(view)
        assert f"Battle {view.turn} · " in text
        assert f"pot {view.pot:,}" in text
        assert f"Bank {view.bank:,}" in text
        assert wording.headline(GAME, public, PLAYERS) in text
        assert all(sentence in text for sentence in wording.recent_events(GAME, public, PLAYERS))
        for side, name in zip(view.sides, PLAYERS, strict=True):
            assert f"{side.coins:,} coins, wins {side.wins}" in text
            assert f"ships {side.ships}/{len(side.fleet)}, deck {side.deck}" in text
            assert f"repair bay {side.bay}, items {side.hand}" in text
            assert f"scrapyard: {facts.by_class(side.scrapyard)}" in text
            laid = " ".join(str(space.space) for space in side.formation if space.laid) or "none"
            assert f"face down on {laid}\n" in text
            looked = " ".join(str(place.place) for place in view.shop if side.seat in place.looked)
            assert (f"{name} has looked at {looked}\n" in text) == bool(looked)
        for fight in fights_of(GAME, view):
            for corner, name in zip(fight.corners, PLAYERS, strict=True):
                if corner.fate not in {Fate.SPARED, Fate.FORFEITED}:
                    assert f"{name} {corner.power} (" in text
                assert all(ship.name in text for ship in corner.ships)
                assert all(item.name in text for item in corner.items)
        if view.raised:
            assert f"raises by {view.raised:,}" in text


def test_the_hand_text_contains_everything_in_the_picture() -> None:
    asked = set()
    for view in views(10, 1):
        if view.seat is None:
            continue
        side, text = view.sides[view.seat], hand_text(GAME, view, PLAYERS)
        pot = "" if wording.at_rest(view) else f", pot {view.pot:,}"
        assert text.startswith(f"{PLAYERS[view.seat]}: {side.coins:,} coins{pot}\n")
        assert facts.hand_remark(wording.hand_view(view)) in text
        assert facts.warning(view) in text
        assert all(f"{space.space} {space.ship.name}" in text for space in side.formation if space.ship)
        assert all(ship.name in text for ship in view.drawn)
        for place, item in facts.known(view):
            assert f"You have looked at item {place.place}: {item.name}" in text
        for item in view.hand:
            assert f"\n  {item.name}" in text
        assert text.count("can be used now") == len(facts.usable(view))
        assert all(sentence in text for sentence in facts.own_piles(GAME, view))
        asked |= {view.phase} if view.seat in view.waiting else set()
    assert asked >= {"Formation", "Shopping", "Deciding", "Equipping", "Strategy", "Answering", "Harvesting"}


def test_a_hand_says_which_payment_leaves_how_many_coins() -> None:
    shopping = table(Player(), Player(), phase=Shopping((ANNA,)), skirmish=0)
    assert facts.hand_remark(GAME.view(shopping, ANNA)) == "A look leaves you 14,000 coins; your bet is 3,000"
    deciding = table(Player(looked=(2,)), Player(), phase=Deciding((ANNA,), 2), skirmish=0)
    assert facts.hand_remark(GAME.view(deciding, ANNA)) == "Keeping it leaves you 13,000 coins; your bet is 3,000"


def test_a_hand_warns_that_a_forfeit_with_the_last_ship_loses_the_match() -> None:
    last = Player(deck="", formation="destroyer", stake=2_000)
    g = table(last, Player(formation="scout", stake=4_000), phase=Answering((ANNA,), 2_000), skirmish=0)
    assert facts.warning(GAME.view(g, ANNA)) == (
        "Forfeiting loses the match: your Anvil Destroyer (400) on space 1 is your last ship. "
        "Matching costs 2,000 of your 15,000 coins."
    )


def test_a_hand_warns_that_a_forfeit_costs_an_asteroid() -> None:
    asked, raiser = Player(formation="destroyer scout", stake=2_000), Player(formation="scout scout", stake=4_000)
    g = table(asked, raiser, phase=Answering((ANNA,), 2_000), skirmish=0)
    assert facts.warning(GAME.view(g, ANNA)) == (
        "Forfeiting costs you your Anvil Destroyer (400) on space 1, and an asteroid if the battle is lost. "
        "Matching costs 2,000 of your 15,000 coins."
    )
    g.sides[BEN].wins = 2
    assert "on space 1, an asteroid and the battle with its pot of 6,000." in facts.warning(GAME.view(g, ANNA))
    g.forfeits_cost = False
    assert "on space 1 and the battle with its pot of 6,000." in facts.warning(GAME.view(g, ANNA))


def test_a_hand_warns_before_losing_the_match_and_before_a_forfeit() -> None:
    warned = set()
    for g in (g for seed in range(4) for g in tables(seed, 1, "random")):
        phase = type(g.phase).__name__
        for seat in g.phase.waiting:
            view = GAME.view(g, seat)
            own_side, price = g.sides[seat], {"Shopping": 1_000, "Deciding": 2_000}.get(phase, 0)
            ruin = bool(price) and own_side.coins - price < g.initial_bet(seat)
            assert bool(facts.warning(view)) == (ruin or phase == "Answering")
            assert ("would lose the match" in hand_text(GAME, view, PLAYERS)) == ruin
            if phase == "Answering" and (ship := own_side.formation[g.skirmish]):
                assert f"your {ship.name} ({ship.power}) on space {g.skirmish + 1}" in facts.warning(view)
            warned |= {phase} if facts.warning(view) else set()
            assert facts.warning(GAME.view(g, 1 - seat)) == "" or 1 - seat in g.phase.waiting
    assert warned == {"Shopping", "Deciding", "Answering"}


def test_the_ships_of_a_deck_are_in_no_other_place() -> None:
    for g in tables(11):
        for seat, side in enumerate(g.sides):
            view = GAME.view(g, seat)
            assert sorted(ship.id for ship in facts.in_deck(view)) == sorted(ship.id for ship in side.deck)


def test_spaces_already_fought_show_the_result() -> None:
    seen: set[Fate] = set()
    for g in (g for seed in range(8) for g in tables(seed)):
        view = GAME.view(g, None)
        ended = [fight for fight in fights_of(GAME, view) if fight.over]
        assert [fight.skirmish for fight in ended] == list(range(1, len(ended) + 1))
        for seat, side in enumerate(view.sides):
            assert sum(fight.corners[seat].fate.wins for fight in ended) == side.wins
        for fight, event in zip(ended, view.fought, strict=True):
            if isinstance(event, SkirmishDecided):
                assert tuple(corner.power for corner in fight.corners) == event.powers
            lost = [ship.id for corner in fight.corners if corner.fate.destroyed for ship in corner.ships]
            assert lost == ([event.card] if isinstance(event, Forfeited) else list(event.destroyed))
            seen |= {corner.fate for corner in fight.corners}
    assert seen == set(Fate) - {Fate.FIGHTING}


def test_a_fight_shows_ships_items_and_their_total_power() -> None:
    compared = 0
    for view in views(5):
        if not view.sides[0].fighting:
            continue
        for side, corner in zip(view.sides, fights_of(GAME, view)[-1].corners, strict=True):
            assert corner.ships == side.fighting
            assert corner.items == side.equipped
            ships, items = sum(ship.power for ship in corner.ships), sum(item.power for item in corner.items)
            assert corner.power == ships + items
            compared += len(corner.items)
    assert compared


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 1)])
@pytest.mark.parametrize("ending", [*GAME.endings, RESIGNED])
def test_the_end_names_the_winner_and_the_reason(
    drawn_lines: dict[str, bool], ending: str, ranks: tuple[int, int]
) -> None:
    outcome = Outcome(ending, ranks)
    first, *_, last, _, _ = views(1, 1_000)
    for view in (first, last):
        over = replace(view, phase="Over", waiting=(), outcome=outcome, item=None, raised=0, picks=0)
        text = table_text(GAME, over, PLAYERS)
        assert GAME.result(outcome, PLAYERS) in text.splitlines()
        assert text.count("(winner)") == len(outcome.winners)
        assert "Game over" in text
        assert RENDERER.table(GAME, over, PLAYERS).pixels.size == (WIDTH, HEIGHT)
    assert cut_off(drawn_lines) == set()


def test_every_viewer_sees_the_same_table() -> None:
    for g in tables(2, 3, "random"):
        shown = {table_picture(GAME, GAME.view(g, seat), PLAYERS) for seat in (None, 0, 1)}
        written = {table_text(GAME, GAME.view(g, seat), PLAYERS) for seat in (None, 0, 1)}
        assert len(shown) == len(written) == 1


def test_every_viewer_sees_the_same_closeups() -> None:
    for g in tables(2, 15, "random"):
        for word, _ in closeups(GAME, GAME.view(g, None)):
            assert len({closeup_picture(GAME, GAME.view(g, seat), word, PLAYERS) for seat in (None, 0, 1)}) == 1


def test_a_closeup_lists_the_winning_ships_in_a_repair_bay(drawn_lines: dict[str, bool]) -> None:
    listed = []
    for view in views(1, fleet="15"):
        text = closeup_text(GAME, view, "piles", PLAYERS).splitlines()
        lines = [line for line in text if line.startswith("  in the repair bay since they won: ")]
        returned = [facts.by_class(side.returned) for side in view.sides if side.returned]
        assert [line.rpartition(": ")[2] for line in lines] == returned
        drawn_lines.clear()
        closeup.draw(GAME, view, "piles", PLAYERS)
        assert ("won, in the repair bay" in drawn_lines) == bool(returned)
        listed += returned
    assert listed


def test_a_raise_before_the_first_skirmish_belongs_to_the_bets() -> None:
    steps = {}
    for view in views(1, fleet="15"):
        if view.outcome is None and view.phase in {"Opening", "Answering"}:
            steps[view.phase, view.skirmish == 0] = facts.STEPS[facts.step(view) or 0]
    assert steps["Opening", True] == "Bets"
    assert steps.get(("Answering", True), "Bets") == "Bets"
    assert steps["Answering", False] == "Strategy"


def test_the_table_names_the_spaces_that_were_just_swapped() -> None:
    for g in (g for g in tables(4) if type(g.phase).__name__ in {"Strategy", "Following"}):
        (seat,) = g.phase.waiting
        for swap in [action for action in options(g, seat) if action.verb == "reorder"]:
            after = apply(g, seat, swap)
            if after.skirmish == g.skirmish:  # no ship has been turned up since
                first, second = str(swap).split()[1:]
                assert f"just swapped {first} and {second}" in table_text(GAME, GAME.view(after, None), PLAYERS)
                return
    pytest.fail("no match has a swap")


def test_a_tied_skirmish_is_drawn_on_a_phone_beside_a_raise_or_a_pot() -> None:
    """The bar for them leaves the spaces little height, in which a star and a cross stand one above the other."""
    shown = 0
    for view in (GAME.view(g, None) for g in tables(1, fleet="15")):
        fates = {corner.fate for fight in fights_of(GAME, view) for corner in fight.corners}
        if Fate.TIED in fates and (view.raised or facts.won(view) is not None):
            tall = table_picture(GAME, view, PLAYERS, layout=Layout.PHONE)
            assert tall.alt == table_picture(GAME, view, PLAYERS).alt
            shown += 1
    assert shown
