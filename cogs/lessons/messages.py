"""A lesson as its learner sees it: the teacher's sentence, a picture with frames around what matters, and the choices.
The requested choice stands out.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import discord

from bot.lessons.lesson_files import further_lessons
from bot.lessons.lessons import Learning
from cogs.lessons.purposes import LEARN_OF, LESSON_AGAIN, LESSON_LOOK, LESSON_ON, LESSON_SHOW
from cogs.messages.log_text import event_lines, newest
from cogs.messages.message import LIMIT, Message
from cogs.messages.picture_cache import HANDS
from cogs.messages.single_player import add_prefix, solo_view
from cogs.text import escaped, shortened
from cogs.widgets.choice_level import level
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.ids import Purpose
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.purposes import ACT, CHOOSE, LEARN, PLAY_NOW, SHOW
from cogs.widgets.side_buttons import beside
from render.canvas import Layout
from render.highlights import UnknownPlaceError
from render.picture import Picture, hand_picture, table_picture
from rules.core.game import Game
from rules.core.notation import words as words_of

PREFIX: Final = "lesson-"
"""The prefix of the ids of choices, which otherwise equal those of matches."""
EVENTS_ROOM: Final = 600
"""The maximum length of the latest events, kept short so that the teacher's sentence is read."""
SHOWN_EVENTS: Final = 5
"""The number of lines about the latest events."""
HERE: Final = "👉"
"""Marks the requested option in a menu."""
OTHER: Final = {"table": "Show the board", "hand": "Show my hand"}


def lesson_message(  # noqa: PLR0913 # the press and its result
    learning: Learning,
    name: str,
    *,
    chosen: Words = (),
    page: int = 0,
    note: str = "",
    at: str = "",
    layout: Layout = Layout.DESKTOP,
) -> Message:
    """Return a lesson with the choices after some words. Safe in any thread.

    name: the learner's. note: the result of a press. at: "table" or "hand" if the learner asked for that picture; else
    the step decides. layout: of hands and choices.
    """
    stage, game, view = learning.stage, learning.game, learning.view
    names = called(learning, name)
    ply_events = event_lines(game, stage.ply_events, names)
    events = newest(["• …", *ply_events[-SHOWN_EVENTS:]] if len(ply_events) > SHOWN_EVENTS else ply_events, EVENTS_ROOM)
    subject = learning.course.title or "a first match"
    lines = [f"-# {game.title}: {subject} · {place(learning)}", *([note] if note else events)]
    lines += [f"> {game.voice.teacher}: **{stage.step.say}**", ""]
    table_view = solo_view(game, view, number=learning.number, user=learning.stored.user, version=learning.version)
    items: Sequence[Item] = ()
    if stage.wanted is not None:
        start = Cursor(game, view, chosen) if chosen else Cursor(game, view).onward()
        chosen = start.words
        offered = level(start, table_view, page, newcomer=True)
        lines.append(game.prompt(view, [escaped(each) for each in names]))
        lines += [f"{start.sentence()} …"] if chosen else []
        lines += offered.lines
        items = offered.items
        _set_off(items, chosen, words_of(stage.wanted))
        add_prefix(PREFIX, items)
    items = beside(items, _controls(learning, at or stage.step.shows))
    picture = _picture(learning, names, chosen, at, layout)
    number, version = learning.number, learning.version
    again = LESSON_LOOK(number, version, at) if at else LESSON_SHOW(number, version, page, " ".join(chosen))
    return Message(shortened("\n".join(lines), LIMIT), items, picture, "lesson.png", again=again)


def place(learning: Learning) -> str:
    """Return the progress of the lesson in words."""
    if learning.is_over:
        return "the end"
    return f"step {learning.stored.step + 1} of {learning.course.steps}"


def called(learning: Learning, name: str) -> tuple[str, ...]:
    """Return the names of the players by seat."""
    others, teacher = learning.course.seats - 1, learning.game.voice.teacher
    return (name, *([teacher] if others == 1 else [f"{teacher} {number}" for number in range(1, others + 1)]))


def games_message(games: Sequence[Game], further: Mapping[str, str]) -> Message:
    """Return the list of games that have a lesson. further: the titles of further lessons, by their keys."""
    lines = ["**What do you want to learn?** A teacher plays a first match with you, step by step. Only you see it."]
    lines += [f"• **{game.title}**: {game.summary}" for game in games]
    options = [option(game.title, game.key, game.summary) for game in games]
    more = "A second lesson, for players who know the first one."
    options += [option(title, key, more) for key, title in further.items()]
    return Message("\n".join(lines), [menu("Learn …", LEARN_OF(), options[:OPTIONS])])


def _picture(learning: Learning, names: Sequence[str], chosen: Words, at: str, layout: Layout) -> Picture:
    """Return a picture of the present choice if there is one, else the picture of the step with its highlights."""
    step, game, view = learning.stage.step, learning.game, learning.view
    choice = HANDS.choice(game, view, chosen, names, layout) if chosen and not at else None
    if choice is not None:
        return choice
    draw = table_picture if (at or step.shows) == "table" else partial(hand_picture, layout=layout)
    highlights = step.highlights if at in ("", step.shows) else ()
    try:
        return draw(game, view, names, highlights)
    except UnknownPlaceError:  # the cards are not those of the lesson: draw the picture without frames
        return draw(game, view, names)


def _controls(learning: Learning, at: str) -> list[Item]:
    """Return the buttons to continue, to start over and to see the other picture."""
    number, version, key = learning.number, learning.version, learning.game.key
    primary = discord.ButtonStyle.primary
    buttons: list[Item] = []
    if learning.is_over:
        buttons.append(button("Play against a computer", PLAY_NOW(key, "computer"), discord.ButtonStyle.success))
        buttons.append(button("Play against people", PLAY_NOW(key, "people"), primary))
        further = [other for other in further_lessons(key) if other != learning.stored.game]
        buttons += [button("Next lesson", LEARN(other), primary) for other in further[:1]]
    elif learning.stage.wanted is None:
        buttons.append(button("Continue", LESSON_ON(number, version), primary))
    else:
        other = "hand" if at == "table" else "table"
        buttons.append(button(OTHER[other], LESSON_LOOK(number, version, other)))
    if learning.stored.step:
        buttons.append(button("Start over", LESSON_AGAIN(number, version)))
    return buttons


def _set_off(items: Sequence[Item], chosen: Words, wanted: Words) -> None:
    """Make the way to the requested action stand out: only its button is coloured, and only its option in a menu is
    marked. If the learner chose something else, the way back stands out.
    """
    astray = chosen != wanted[: len(chosen)]

    def leads(words: Words) -> bool:
        return words == wanted[: len(words)] and (astray or len(words) > len(chosen) or words == wanted)

    for item in items:
        if isinstance(item, discord.ui.Button):
            ahead = _words(item.custom_id or "", ACT, SHOW)
            item.style = discord.ButtonStyle.primary if leads(ahead) else discord.ButtonStyle.secondary
        elif isinstance(item, discord.ui.Select):
            before = _words(item.custom_id, CHOOSE)
            for each in item.options:
                if leads((*before, *each.value.split())):
                    each.label = shortened(f"{HERE} {each.label}", 100)


def _words(identity: str, *purposes: Purpose) -> Words:
    for purpose in purposes:
        arguments = purpose.read(identity)
        if arguments is not None:
            words: Words = arguments["words"]
            return words
    return ()
