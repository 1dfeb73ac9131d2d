"""Pictures and texts of Allocator."""

from functools import partial
from typing import Final

from render.allocator import choice, closeup, emojis, hand, hero, previews, table, texts
from render.allocator.cards import art, traits
from render.allocator.paper import PAPER
from render.allocator.style import STYLE
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
    choice=Choice(previews=previews.previews_of, draw=choice.draw, lines=texts.choice),
    closeup=CloseUp(parts=closeup.parts, draw=closeup.draw, lines=closeup.lines),
    paper=PAPER,
    style=STYLE,
    hero=hero.draw,
    art=art,
    cards=Cards(traits=traits, curve="Cards by what they add to a boost"),
    emojis=emojis.emojis,
)
