"""Pictures and texts of T&B."""

from typing import Final

from render.artist import Artist, Cards, Choice
from render.tnb import choice, hand, table, texts
from render.tnb.cards import traits
from render.tnb.previews import previews_of

ARTIST: Final = Artist(
    table=table.draw,
    hand=hand.draw,
    table_lines=texts.table,
    hand_lines=texts.hand,
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    cards=Cards(traits=traits, curve="Cards by their Health"),
)
