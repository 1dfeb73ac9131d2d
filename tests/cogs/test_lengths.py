"""Every text is within Discord's limits, by code points and by UTF-16 units, whatever the players are called."""

import pytest

from bot.content.seeds import load_game
from bot.model.preferences import Preferences
from cogs.messages.board import Beside, board_message
from cogs.messages.hand import hand_message
from cogs.messages.message import LIMIT, Message
from render.picture import ALT_LIMIT
from rules.catalog import GAMES
from tests.cogs.test_fingerprints import positions

EMOJIS = [f"\N{OCTOPUS}{chr(0x1F600 + seat) * 31}" for seat in range(6)]
"""Names of 32 code points, which are 64 units."""


def length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check(message: Message) -> None:
    assert length(message.content) <= LIMIT
    assert message.picture is not None
    assert length(message.picture.alt) <= ALT_LIMIT
    assert length(message.as_liked(Preferences(picture_texts=True)).content) <= LIMIT


@pytest.mark.parametrize("key", GAMES)
async def test_boards_and_hands_of_players_who_are_called_by_emojis_fit(key: str, renderers: None) -> None:
    game = load_game(key)
    seats = max(game.seats)
    seen = 0
    for place, position in enumerate(positions(game, seats, seed=3)):
        if place % 4 == 0:
            seen += 1
            check(board_message(position, EMOJIS[:seats], Beside()))
            check(hand_message(position, position.view_for(100 + place % seats), EMOJIS[:seats]))
    assert seen > 2
