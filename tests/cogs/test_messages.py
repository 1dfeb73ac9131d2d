"""The choices and the length of private messages and lobbies."""

import sys
from typing import Any

import pytest

from bot.application.match.chances import Chances, DecisiveMoment
from bot.content.seeds import load_game
from bot.model.match import Status
from cogs.messages.lobby import lobby_message
from cogs.messages.result import decisive_text
from cogs.widgets import purposes
from cogs.widgets.choice_level import Level, level
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import panel
from rules.allocator.events import Declined, TurnBegan
from rules.arms_dealer.events import BattleBegan, BayReshuffled, Harvested, Passed, RowsRenewed
from rules.core.cards import CardId
from tests.cogs.test_limits import match_of, table_view_of
from tests.cogs.town import Town, press, private
from tests.tiny_game import Tiny


def rows_of(game: Any, view: Any, *chosen: str) -> tuple[list[list[str]], list[str]]:
    """Return the labels of each row of buttons, and the lines that explain them."""
    shown = level(Cursor(game, view, chosen), table_view_of(game, view), 0)
    rows = panel(shown.items).to_components()
    return [[button["label"] for button in row["components"]] for row in rows], list(shown.lines)


def test_short_choices_are_buttons_in_two_rows_and_those_that_do_the_same_share_a_line() -> None:
    game = load_game("tnb")
    decks = [deck.cards for deck in game.decks.values()][:2]
    view = game.view(game.begin(seats=2, options={}, decks=decks, seed=1), 0)
    card = str(view.options[-2]).split()[1]
    rows, lines = rows_of(game, view, "play", card)
    assert rows == [["a1", "b1", "c1", "a2", "b2"], ["c2", "a3", "b3", "c3"], ["Back"]]
    assert lines == ["**a1, b1, c1, a2, b2, c2, a3, b3, c3**: Not attacked"]


def test_a_lobby_has_buttons_for_decks_and_options_only_if_the_game_has_them(our_renderers: None) -> None:
    game = Tiny()
    with_all = lobby_message(game, match_of(game, Status.LOBBY), ()).items
    closed = lobby_message(game, match_of(game, Status.CLOSED), ()).items
    game.decks = {}
    object.__setattr__(game, "options", ())
    without = lobby_message(game, match_of(game, Status.LOBBY), ()).items
    labels = [[getattr(item, "label", "") for item in items] for items in (with_all, without, closed)]
    assert labels == [
        ["Join", "Start", "Leave", "More …"],
        ["Join", "Start", "Leave", "More …"],
        [],
    ]


@pytest.mark.parametrize("explained", [0, 500, 1400, 1900])
async def test_a_story_takes_only_the_room_that_choices_leave_and_loses_its_oldest_lines(
    town: Town, monkeypatch: pytest.MonkeyPatch, explained: int
) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    person = await town.asked(match.id)
    hand = sys.modules["cogs.messages.hand"]
    event_lines = [f"• {number} {'x' * 90}" for number in range(40)]
    monkeypatch.setattr(hand, "folded_lines", lambda *_: event_lines)
    monkeypatch.setattr(hand, "level", lambda *_, **__: Level((), ["e" * explained]))
    said = private(await press(person, town.board(), purposes.HAND)).content
    assert len(said) <= 2000
    assert "**Draw now, or boost" in said
    assert event_lines[0] not in said
    assert "• …" in said or explained == 1900
    assert (event_lines[-1] in said) == (explained < 1900)


def test_the_decisive_moment_leaves_out_the_start_of_the_next_turn() -> None:
    events = (Declined(seat=0), TurnBegan(seat=1, turn=5))
    moment = DecisiveMoment(place=1, ply=1, turn=5, seat=0, before=0.3, after=0.7, events=events)
    text = decisive_text(load_game("allocator"), ("Ada", "Bo"), Chances(decisive=moment))
    assert text == "**Decisive moment**, turn 5 (Ada's chances: 30% → 70%): Ada declines to boost."


def test_the_decisive_moment_leaves_out_what_follows_the_start_of_the_next_battle() -> None:
    events = (Passed(seat=0), Passed(seat=1), BattleBegan(battle=5), BayReshuffled(seat=0, ships=8))
    game = load_game("arms_dealer")
    moment = DecisiveMoment(place=1, ply=1, turn=4, seat=0, before=0.3, after=0.7, events=events)
    text = decisive_text(game, ("Ada", "Bo"), Chances(decisive=moment))
    assert text == "**Decisive moment**, battle 4 (Ada's chances: 30% → 70%): Ada passes. Bo passes."


def test_the_decisive_moment_tells_nothing_that_only_clears_the_table() -> None:
    renewed = RowsRenewed(items=(CardId("redraw"),), asteroids=())
    events = (Harvested(seat=0, place=3, card=CardId("asteroid-10000"), coins=9_000), renewed)
    moment = DecisiveMoment(place=1, ply=1, turn=1, seat=0, before=0.3, after=0.7, events=events)
    text = decisive_text(load_game("arms_dealer"), ("Ada", "Bo"), Chances(decisive=moment))
    assert text.endswith("Ada harvests asteroid 3: Golden Asteroid, 9,000 coins.")


@pytest.mark.parametrize(
    ("key", "word"),
    [("allocator", "turn"), ("arms_dealer", "battle"), ("alchemy", "turn"), ("tnb", "round"), ("circuitry", "round")],
)
def test_the_decisive_moment_is_counted_as_the_game_counts(key: str, word: str) -> None:
    moment = DecisiveMoment(place=1, ply=1, turn=5, seat=0, before=0.3, after=0.7, events=(Declined(seat=0),))
    text = decisive_text(load_game(key), ("Ada", "Bo"), Chances(decisive=moment))
    assert text.startswith(f"**Decisive moment**, {word} 5 (")


async def test_a_resignation_is_no_decisive_moment_on_the_board_or_the_poster(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    await town.give_up(match)
    position = await town.app.positions.get(match.id)
    assert (await town.app.chances.of(position)).decisive is None, "it raised the winner's chances, but is the result"
    board = town.board()
    assert "Decisive" not in board.content
    assert "Decisive" not in (board.attachments[0].description or "")
    assert (board.attachments[0].description or "").strip() == board.attachments[0].description
