"""The command `hidden-hand lesson`: a lesson as text, for its authors."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.content.seeds import load_content, load_game
from bot.lessons.course import Course, LessonError, Stage, course_of
from bot.lessons.lesson_files import lesson_of, load_lesson
from bot.process.reading import UsageError, say
from render.highlights import UnknownPlaceError
from render.picture import Picture, hand_picture, table_picture
from rules.catalog import GAMES

LESSON: Final = """\
Play a lesson and print it as text: at each step the latest events, the teacher's text, the wanted action, and the
answer to any other action. The exit code is 1 if the lesson cannot be played as written."""
_NAMES: Final = ("Ada", "Teacher", *(f"Teacher {number}" for number in range(2, 7)))


def add_lesson(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("game", metavar="GAME", choices=list(GAMES), help=", ".join(GAMES))
    command.add_argument(
        "--file", type=Path, metavar="FILE.toml", help="read this lesson instead of the game's own (seeds/GAME/lessons)"
    )
    command.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="also draw the picture of each step into this folder"
    )


def lesson(arguments: argparse.Namespace) -> int:
    """Play the lesson, print it, and return the exit code.

    Raises:
        UsageError: there is no such lesson, or a file cannot be read or written.
    """
    game, name = load_game(arguments.game), f"the lesson of {arguments.game}"
    try:
        script = load_lesson(arguments.game)
        if arguments.file is not None:
            name = str(arguments.file)
            script = lesson_of(arguments.file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"{name}: {error}") from None
    if script is None:
        raise UsageError(f"{arguments.game} has no lesson yet (seeds/{arguments.game}/lessons)")
    try:
        course = course_of(game, load_content(arguments.game), script)
        pictures = [drawn(course, stage) for stage in course.stages]
    except (LessonError, UnknownPlaceError) as error:
        say([f"{name}: {error}"])
        return 1
    if arguments.pictures is not None:
        try:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
            for number, picture in enumerate(pictures, 1):
                (arguments.pictures / f"{arguments.game}-{number:02}.png").write_bytes(picture.png)
        except OSError as error:
            raise UsageError(f"--pictures: {arguments.pictures} cannot be written ({error.strerror})") from None
    return say(as_text(course))


def drawn(course: Course, stage: Stage) -> Picture:
    """Draw the picture of a step, with its highlights framed.

    Raises:
        UnknownPlaceError: the picture does not show a highlighted place.
    """
    draw = table_picture if stage.step.shows == "table" else hand_picture
    return draw(course.game, stage.view, _NAMES[: course.seats], stage.step.highlights)


def as_text(course: Course) -> Iterator[str]:
    """Yield the lines of the whole lesson."""
    game, names = course.game, _NAMES[: course.seats]
    for number, stage in enumerate(course.stages, 1):
        yield f"Step {number} of {course.steps}" if number <= course.steps else "The end"
        for event in (event for ply in stage.ply_events for event in ply):
            if sentence := game.narrate(event, names):
                yield f"    {sentence}"
        yield f"  {stage.step.say}"
        framed = f", framed: {', '.join(stage.step.highlights)}" if stage.step.highlights else ""
        yield f"  (the {stage.step.shows}{framed})"
        if stage.wanted is not None:
            yield f"  {game.prompt(stage.view, names)}"
            yield f"  -> {stage.wanted}"
            verbs = dict.fromkeys(option.verb for option in stage.view.options if option != stage.wanted)
            for verb in verbs:
                yield f"     {verb}: {stage.step.otherwise.get(verb, stage.step.otherwise[''])}"
        yield ""
