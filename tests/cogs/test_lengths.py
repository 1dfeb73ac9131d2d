"""Every text is within Discord's limits, by code points and by UTF-16 units, whatever the players are called."""

from collections.abc import Iterator
from typing import Final

import pytest

from bot.content.seeds import load_game
from bot.model.match import TableView
from bot.people.settings import Preferences
from cogs.messages.board import Beside, board_message
from cogs.messages.hand import Wanted, hand_message
from cogs.messages.message import LIMIT, Message
from cogs.messages.status import status_message
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import panel
from cogs.widgets.purposes import IN_WORDS
from render.picture import ALT_LIMIT
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.notation import words
from tests.cogs.test_fingerprints import positions

EMOJIS = [f"\N{OCTOPUS}{chr(0x1F600 + seat) * 31}" for seat in range(6)]
"""Names of 32 code points, which are 64 units."""
READER: Final = Preferences(picture_texts=True)


def length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def wishes(game: Game, table_view: TableView) -> Iterator[Wanted]:
    """Yield the hand, and a choice of each kind with a picture."""
    yield Wanted()
    beginnings = {words(option)[:depth] for option in table_view.view.options for depth in (1, 2, 3)}
    kinds = {(each[0], len(each)): each for each in sorted(beginnings)}
    yield from (Wanted(chosen=each) for each in kinds.values() if Cursor(game, table_view.view, each).following)


def check(message: Message) -> None:
    assert length(message.content) <= LIMIT
    assert message.picture is not None
    assert length(message.picture.alt) <= ALT_LIMIT
    whole = list(parts(message))
    assert all(length(part) <= LIMIT for part in whole)
    assert "".join(whole).replace("\n", "") == message.picture.words.replace("\n", "").replace("```", "'''")


def parts(message: Message) -> Iterator[str]:
    """Press More until the whole description has been read; yield its parts."""
    for page in range(20):
        shown = message.as_liked(READER, page)
        assert length(shown.content) <= LIMIT
        yield shown.content.partition("```\n")[2].removesuffix("\n```")
        pressed = [IN_WORDS.read(str(getattr(item, "custom_id", ""))) for item in shown.items]
        onward = [press for press in pressed if press is not None and press["page"] == page + 1]
        panel(shown.items)
        if not onward:
            return
        assert onward == [{"page": page + 1, "again": message.again}]
    raise AssertionError


@pytest.mark.parametrize("key", GAMES)
async def test_boards_and_hands_of_players_who_are_called_by_emojis_fit(key: str, renderers: None) -> None:
    game = load_game(key)
    seats = max(game.seats)
    seen = 0
    for place, position in enumerate(positions(game, seats, seed=3)):
        if place % 4 == 0:
            seen += 1
            board = board_message(position, EMOJIS[:seats], Beside())
            assert length(board.content) <= LIMIT
            assert board.picture is not None
            assert length(board.picture.alt) <= ALT_LIMIT
            table_view = position.view_for(100 + place % seats)
            check(status_message(position, table_view, EMOJIS[:seats], None, (), in_words=False))
            for wanted in wishes(game, table_view):
                check(hand_message(position, table_view, EMOJIS[:seats], wanted))
    assert seen > 2
