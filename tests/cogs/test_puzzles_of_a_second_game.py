"""Puzzles of a second game: `/puzzle` offers them beside those of the first game, although the bot does not name that
game.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bot.content.seeds import load_games
from cogs.puzzles.messages import SOLVED
from rules.core.game import Game
from tests.cogs.test_hosting import chosen, manage
from tests.cogs.test_puzzles import reach
from tests.cogs.town import Games, Town, menus, private
from tests.tiny_game import Tiny
from tests.tiny_puzzles import PuzzlingTiny

BID = "Bid your highest card."


@pytest.fixture
def games(renderers: None, booklet: Callable[[Game, int], None]) -> Games:
    """Return the games of the catalog and the tests' small one, which offers puzzles too."""
    tiny = PuzzlingTiny()
    booklet(tiny, 2)
    return {**load_games(), Tiny.key: tiny}


def a_day_of(town: Town, key: str) -> str:
    """Return the latest date whose daily puzzle is of this game."""
    puzzles = town.client.interface.puzzles.puzzles
    days = (puzzles.today() - timedelta(days=number) for number in range(14))
    return next(day for day in days if puzzles.offers.of_day(day).game.key == key).isoformat()


def a_day_before(town: Town) -> str:
    """Return a date whose puzzle nobody has requested."""
    return (town.client.interface.puzzles.puzzles.today() - timedelta(days=30)).isoformat()


async def test_the_daily_puzzle_is_of_each_game_in_turn(town: Town) -> None:
    day = a_day_of(town, Tiny.key)
    shown = private(await town.ada.slash(town.tavern, "puzzle daily", day=day))
    assert f"Tiny puzzle of {day} · level" in shown.content
    assert (shown.attachments[0].description or "").startswith(BID)
    other = private(await town.ada.slash(town.tavern, "puzzle daily", day=a_day_of(town, "circuitry")))
    assert "Circuitry puzzle of" in other.content
    puzzles = town.client.interface.puzzles.puzzles
    attempt = await puzzles.daily(town.ada.id, town.guild.id, puzzles.day(day))
    shown = await reach(town, town.ada, shown, attempt.solution[0])
    assert f"{SOLVED}** 1 bid, on the first try" in shown.content
    board = private(await town.ada.slash(town.tavern, "puzzle board", day=day))
    assert "Ada: no bid more than needed, 1 try" in board.content
    step = private(await town.ada.click(shown, label="Solution"))
    assert "step 0 of 1" in step.content


async def test_a_wrong_move_can_be_undone(town: Town) -> None:
    day = a_day_of(town, Tiny.key)
    shown = private(await town.ada.slash(town.tavern, "puzzle daily", day=day))
    puzzles = town.client.interface.puzzles.puzzles
    attempt = await puzzles.daily(town.ada.id, town.guild.id, puzzles.day(day))
    assert all(str(option) != "fold" for option in attempt.view.options), "a puzzle offers less than a turn"
    wrong = next(str(option) for option in attempt.view.options if str(option) != attempt.solution[0])
    shown = await reach(town, town.ada, shown, wrong)
    assert "undo or start over" in shown.content
    shown = private(await town.ada.click(shown, label="Undo"))
    shown = private(await town.ada.click(shown, label="Hint"))
    assert "💡" in shown.content
    assert SOLVED in (await reach(town, town.ada, shown, attempt.solution[0])).content


async def test_a_command_asks_for_the_game_where_several_games_offer_puzzles(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "puzzle play"))
    [games] = menus(asked)
    assert [option["value"] for option in games["options"]] == ["tnb", "circuitry", "tiny"]
    levels = private(await town.ada.select(asked, ["tiny"], custom_id="puzzle-game/0"))
    assert [option["label"] for option in menus(levels)[0]["options"]] == ["1 Two cards", "2 Three cards"]
    shown = private(await town.ada.select(levels, ["2"], custom_id="puzzle-level/tiny"))
    assert "Tiny puzzle #" in shown.content
    assert "level 2: Three cards" in shown.content
    asked = private(await town.ada.slash(town.tavern, "puzzle play", level=1))
    shown = private(await town.ada.select(asked, ["circuitry"], custom_id="puzzle-game/1"))
    assert "Circuitry puzzle #" in shown.content
    asked = private(await town.ada.slash(town.tavern, "puzzle play", level=4))
    shown = private(await town.ada.select(asked, ["tiny"], custom_id="puzzle-game/4"))
    assert "levels are 1 to 2" in shown.content


async def test_its_daily_puzzle_is_posted(town: Town) -> None:
    for _ in range(2):
        if town.client.interface.puzzles.puzzles.today().isoformat() == a_day_of(town, Tiny.key):
            break
        await town.wait(7 * 24 * 60 * 60)
    await manage(town)
    await chosen(town, "server-setting/puzzle_channel_id", town.attic)
    await town.client.interface.puzzles.delivery.rounds.settled()
    await town.env.settle()
    [post] = town.public(town.attic)
    assert "**Tiny puzzle of" in post.content
    shown = private(await town.ada.click(post, label="Solve it"))
    assert "Tiny puzzle of" in shown.content


async def test_a_game_that_is_not_played_any_more_is_said_kindly(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "puzzle daily", day=a_day_of(town, Tiny.key)))
    await town.restart({key: game for key, game in town.games.items() if key != Tiny.key})
    assert "no puzzles for that game" in private(await town.ada.click(shown, label="Hint")).content
    await town.restart({key: game for key, game in town.games.items() if not game.puzzles})
    assert "There are no puzzles here" in private(await town.ada.slash(town.tavern, "puzzle play")).content
    shown = private(await town.ada.slash(town.tavern, "puzzle daily", day=a_day_before(town)))
    assert "There are no puzzles here" in shown.content
