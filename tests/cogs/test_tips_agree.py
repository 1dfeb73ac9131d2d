"""Tip, example and highlighted buttons of a newcomer's hand never contradict each other, in any game."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import discord
import pytest

from bot.application.table.hand_footers import HandFooter
from bot.content.seeds import load_game
from bot.model.match import TableView
from cogs.messages.hand import hand_message
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.purposes import ACT, SHOW
from render.picture import Picture
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from tests.cogs.test_fingerprints import names, positions
from tests.examples import seeds

TURNS = 2
"""The turns in which games give tips."""
LIT = (discord.ButtonStyle.primary, discord.ButtonStyle.success)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing: tests of pictures do that."""
    monkeypatch.setattr("cogs.messages.hand._picture", lambda *_: ("hand", Picture(b"", "")))


def newcomers(game: Game, seed: int) -> Iterator[tuple[TableView, str, list[discord.ui.Item[Any]]]]:
    """Yield every decision of the first turns that has a tip, with the tip and the buttons of the hand."""
    for seats in {min(game.seats), max(game.seats)}:
        for position in takewhile(lambda each: each.seen.state.turn <= TURNS, positions(game, seats, seed)):
            for seat in position.seen.state.phase.waiting:
                table_view = position.view_for(100 + seat)
                if tip := game.tip(table_view.view):
                    footer = HandFooter(is_new=True, tip=tip)
                    message = hand_message(position, table_view, names(position), margin=footer)
                    assert tip in message.content
                    yield table_view, tip, [*message.items]


def chosen(item: discord.ui.Item[Any]) -> Words | None:
    """Return the words that a button chooses; None if it chooses nothing."""
    for purpose in (ACT, SHOW):
        arguments = purpose.read(str(getattr(item, "custom_id", "")))
        if arguments is not None and arguments["words"]:
            found: Words = arguments["words"]
            return found
    return None


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("key", GAMES)
def test_only_buttons_that_lead_to_what_the_tip_says_stand_out(key: str, seed: int) -> None:
    game = load_game(key)
    tips = set()
    for table_view, tip, items in newcomers(game, seed):
        tips.add(tip)
        advised = {words(action) for action in game.advised(table_view.view)}
        for item in items:
            picked = chosen(item)
            leads = picked is not None and any(each[: len(picked)] == picked for each in advised)
            if picked is not None and isinstance(item, discord.ui.Button) and item.style in LIT:
                assert leads, f"“{item.label}” stands out against the tip: {tip}"
    assert bool(tips) is (type(game).tip is not Game.tip)


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("key", GAMES)
def test_a_tip_stands_beside_a_button_that_plays_an_action_as_it_says_and_wastes_nothing(key: str, seed: int) -> None:
    game = load_game(key)
    for table_view, tip, items in newcomers(game, seed):
        view = table_view.view
        advised = {words(action) for action in game.advised(view)}
        played = [ACT.read(str(getattr(item, "custom_id", ""))) for item in items]
        shown = [arguments["words"] for arguments in played if arguments and arguments["words"] in advised]
        assert shown, tip
        example = words(game.example(view, table_view.decision))
        labels = [game.label(view, example[: count + 1]) for count in range(len(example))]
        assert not any(label.warning for label in labels), f"the example is asked about: {tip}"
        assert Cursor(game, view, example).is_whole


@pytest.mark.parametrize("seed", seeds(6))
def test_allocator_advises_against_a_boost_only_where_none_draws_two_more_cards(seed: int) -> None:
    game = load_game("allocator")
    for position in takewhile(lambda each: each.seen.state.turn <= TURNS, positions(game, 2, seed)):
        for seat in position.seen.state.phase.waiting:
            view = position.view_for(100 + seat).view
            if view.phase != "Develop" or not game.tip(view):
                continue
            drawn = {
                action.verb: max(
                    int(detail.split("draw ")[1].split()[0])
                    for other in view.options
                    if other.verb == action.verb and (detail := game.label(view, words(other)).detail)
                )
                for action in view.options
            }
            assert drawn.get("boost", 0) <= drawn["decline"] + 1
