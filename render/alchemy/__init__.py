"""Pictures and texts of Alchemy."""

from typing import Final

from render.alchemy import choice, hand, table, texts
from render.alchemy.cards import traits
from render.alchemy.previews import previews_of
from render.artist import Artist, Cards, Choice

ARTIST: Final = Artist(
    table=table.draw,
    hand=hand.draw,
    table_lines=texts.table,
    hand_lines=texts.hand,
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    cards=Cards(traits=traits, curve="Processes and Magnum Opus cards by their cost"),
)
