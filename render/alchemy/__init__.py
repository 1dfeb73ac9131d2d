"""Pictures and texts of Alchemy."""

from functools import partial
from typing import Final

from render.alchemy import choice, closeup, elements, emojis, hand, hero, table, texts
from render.alchemy.art import art
from render.alchemy.cards import traits
from render.alchemy.paper import PAPER
from render.alchemy.previews import previews_of
from render.alchemy.style import STYLE
from render.canvas import Layout
from render.palette import WELL
from render.renderer import Cards, Choice, CloseUp, Phone, Renderer, RulePicture

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
    art=lambda card, size: art(card, size, WELL),
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    closeup=CloseUp(parts=lambda game, view: tuple(closeup.parts(game, view)), draw=closeup.draw, lines=closeup.lines),
    cards=Cards(traits=traits, curve="Processes and Magnum Opus cards by their cost"),
    rules=(
        RulePicture(
            clauses=("5.3", "5.4", "5.5", "5.14", "6.1", "6.2", "6.3", "6.7", "6.8", "6.9"),
            draw=elements.draw,
            lines=elements.lines,
        ),
    ),
    emojis=emojis.emojis,
)
