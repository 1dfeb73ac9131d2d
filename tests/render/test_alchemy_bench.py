"""What the middle of Alchemy's table shows besides battles, and what a closer look shows of it."""

from dataclasses import replace

from render.alchemy import ARTIST
from render.alchemy.bench import recharged
from render.picture import closeup_text, closeups, table_picture
from tests.render.alchemy_tables import PLAYERS
from tests.rules.alchemy.tables import GAME, act, cards, side, table


def test_a_process_that_was_played_is_shown_with_its_text(spoken: dict[str, bool]) -> None:
    g = act(table(side("trituration fire-3", points=3), side("water-2 ablution")), "play trituration")
    ARTIST.table(GAME, GAME.view(g, None), PLAYERS)
    shown = " ".join(spoken)
    assert "Trituration" in spoken
    assert "Your opponent shows you their hand. Your next attack this turn has 2 more magnitude." in shown


def test_cards_that_were_seen_and_those_that_were_recharged_are_on_the_table() -> None:
    g = act(table(side("trituration fire-3", points=3), side("water-2 ablution")), "play trituration")
    view = GAME.view(g, None)
    assert [card.name for card in view.sides[1].shown] == ["Water 2", "Ablution"]
    other = replace(view, sides=(view.sides[0], replace(view.sides[1], shown=tuple(cards("water-2 digestion")))))
    assert table_picture(GAME, view, PLAYERS).png != table_picture(GAME, other, PLAYERS).png
    refreshed = GAME.view(act(g, "refresh"), None)
    assert [card.name for card in recharged(GAME, refreshed, 0)] == ["Fire 3"]
    assert recharged(GAME, refreshed, 1) == ()


def test_a_closer_look_says_all_that_everybody_knows_of_a_player() -> None:
    g = table(
        side("fire-1", store="ablution! water-1", recharge="digestion air-2", exhausted="fixation"), side("fire-3")
    )
    view = GAME.view(g, 1)
    text = closeup_text(GAME, view, "player-1", PLAYERS)
    assert all(
        name in text for name in ("Ablution (1 AP, reaction): If this", "recharge: Digestion.", "exhausted: Fixation.")
    )
    assert "Water" not in text
    assert [word for word, _ in closeups(GAME, view)] == ["player-1", "player-2", "elements"]
    assert "battle" in [word for word, _ in closeups(GAME, GAME.view(act(g, "attack fire-1"), 1))]
