"""Pictures and texts of Arms Dealer. The table is the same picture for every viewer."""

from functools import partial
from typing import Final

from render.arms_dealer import choice, closeup, emojis, hand, hero, table, texts
from render.arms_dealer.art import art, traits
from render.arms_dealer.paper import PAPER
from render.arms_dealer.previews import previews_of
from render.arms_dealer.style import STYLE
from render.canvas import Layout
from render.renderer import Cards, Choice, CloseUp, Phone, Renderer

RENDERER: Final = Renderer(
    table=table.draw,
    hand=hand.draw,
    phone=Phone(
        hand=partial(hand.draw, layout=Layout.PHONE),
        choice=partial(choice.draw, layout=Layout.PHONE),
        table=table.draw_tall,
    ),
    table_lines=texts.table,
    hand_lines=texts.hand,
    paper=PAPER,
    style=STYLE,
    hero=hero.draw,
    art=art,
    cards=Cards(traits=traits, curve="Ships by their power, in hundreds"),
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    closeup=CloseUp(parts=closeup.parts, draw=closeup.draw, lines=closeup.lines),
    emojis=emojis.emojis,
)
