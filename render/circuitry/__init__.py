"""Pictures and texts of Circuitry."""

from typing import Final

from render.artist import Artist, Choice, Closer
from render.circuitry import choice, closer, hand, table, texts
from render.circuitry.ways import ways_on

ARTIST: Final = Artist(
    table=table.draw,
    hand=hand.draw,
    table_lines=texts.table,
    hand_lines=texts.hand,
    choice=Choice(ways=ways_on, draw=choice.draw, lines=texts.choice),
    closer=Closer(parts=closer.parts, draw=closer.draw, lines=closer.lines),
)
