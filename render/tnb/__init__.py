"""Pictures and texts of T&B."""

from functools import partial
from typing import Final

from render.canvas import Layout
from render.renderer import Cards, Choice, CloseUp, Phone, PuzzlePicture, Renderer
from render.tnb import choice, closeup, emojis, hand, hero, puzzle, table, texts
from render.tnb.art import art
from render.tnb.cards import traits
from render.tnb.paper import PAPER
from render.tnb.previews import previews_of
from render.tnb.style import STYLE

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
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice),
    closeup=CloseUp(parts=closeup.parts, draw=closeup.draw, lines=closeup.lines),
    cards=Cards(traits=traits, curve="Cards by their Health"),
    puzzle=PuzzlePicture(draw=puzzle.draw, lines=puzzle.lines),
    emojis=emojis.emojis,
)
