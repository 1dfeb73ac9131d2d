"""Pictures and texts of Circuitry."""

from functools import partial
from typing import Final

from render.canvas import Layout
from render.circuitry import aloud, choice, closeup, emojis, hand, hero, puzzle, table, texts
from render.circuitry.art import mini_art
from render.circuitry.ground import style
from render.circuitry.paper import PAPER
from render.circuitry.previews import previews_of
from render.circuitry.symbols import badges
from render.pieces import SEATS
from render.renderer import Choice, CloseUp, Phone, PuzzlePicture, Renderer

RENDERER: Final = Renderer(
    badges=lambda view: badges(view.sides),
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
    table_aloud=aloud.table,
    hand_aloud=aloud.hand,
    style=style(SEATS),
    art=mini_art,
    hero=hero.draw,
    choice=Choice(previews=previews_of, draw=choice.draw, lines=texts.choice, aloud=aloud.choice),
    closeup=CloseUp(parts=closeup.parts, draw=closeup.draw, lines=closeup.lines, first=closeup.first),
    puzzle=PuzzlePicture(draw=puzzle.draw, lines=puzzle.lines),
    emojis=emojis.emojis,
)
