"""Pictures and texts of Arms Dealer. The table is the same picture for everybody."""

from typing import Final

from render.arms_dealer import choice, hand, table, texts
from render.arms_dealer.ways import ways_on
from render.artist import Artist, Choice

ARTIST: Final = Artist(
    table=table.draw,
    hand=hand.draw,
    table_lines=texts.table,
    hand_lines=texts.hand,
    choice=Choice(ways=ways_on, draw=choice.draw, lines=texts.choice),
)
