"""Pictures and texts of Arms Dealer. The table is the same picture for every viewer."""

from typing import Final

from render.arms_dealer import choice, closeup, emojis, hand, table, texts
from render.arms_dealer.art import art, traits
from render.arms_dealer.face import FACE
from render.arms_dealer.previews import previews_of
from render.artist import Artist, Cards, Choice, CloseUp

ARTIST: Final = Artist(
    table=table.draw,
    hand=hand.draw,
    table_lines=texts.table,
    hand_lines=texts.hand,
    face=FACE,
    art=art,
    cards=Cards(traits=traits, curve="Ships by their power, in hundreds"),
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    closeup=CloseUp(parts=closeup.parts, draw=closeup.draw, lines=closeup.lines),
    signs=emojis.signs,
)
