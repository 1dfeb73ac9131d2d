"""The lessons in `seeds/<game>/lessons`: a first match, explained step by step. `bot.lessons.course` plays them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final, TypeVar

from bot.content.seeds import ContentError

FIRST: Final = "first.toml"
"""The lesson for new players."""
SHOWS: Final = ("table", "hand")
"""The possible values of `Step.shows`."""
_KNOWN: Final = frozenset({"seed", "seats", "decks", "options", "before", "otherwise", "end", "steps", "title"})
_OF_STEP: Final = frozenset({"say", "shows", "highlights", "do", "then", "otherwise"})
_OF_END: Final = frozenset({"say", "shows", "highlights"})
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a lesson: the teacher's words, a picture, and an action for the learner."""

    say: str
    """The teacher's words."""
    shows: str
    """One of `SHOWS`."""
    highlights: tuple[str, ...] = ()
    """The names of the highlights on the picture, as its renderer calls them (`render.highlights`)."""
    do: str = ""
    """The action for the learner to choose, in notation; "" if the learner only continues."""
    then: tuple[str, ...] = ()
    """The actions that follow, in notation, each played by the teacher if a seat of the teacher has to decide, else by
    the learner.
    """
    otherwise: Mapping[str, str]
    """The teacher's replies to other legal actions, by verb. The reply under "" is for all remaining verbs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A lesson as its file describes it. The learner has the first seat."""

    seed: int
    seats: int
    decks: tuple[str, ...]
    """The ids of ready-made decks, by seat; () in a game without decks."""
    options: Mapping[str, str]
    before: tuple[str, ...]
    """The actions played before the first step, as in `Step.then`."""
    steps: tuple[Step, ...]
    end: Step
    """The teacher's words after the last step, without an action."""
    fingerprint: str
    """16 hexadecimal digits that depend on the text of the file."""
    title: str = ""
    """The subject of a further lesson; "" for the first lesson of a game."""


@cache
def further_lessons(game: str) -> tuple[str, ...]:
    """Return the keys of a game's lessons after the first one: `<game>_<name of the file>`."""
    folder = files("seeds").joinpath(game).joinpath("lessons")
    names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
    return tuple(f"{game}_{name.removesuffix('.toml')}" for name in names if name != FIRST)


@cache
def load_lesson(key: str) -> Lesson | None:
    """Load the first lesson of a game by the game's key, or a further lesson by its own key. Return None if there is no
    such lesson.

    Raises:
        ContentError: the file cannot be read, or is not a lesson.
    """
    game, _, further = key.rpartition("_")
    game, name = (game, f"{further}.toml") if key in further_lessons(game) else (key, FIRST)
    file = files("seeds").joinpath(game).joinpath("lessons").joinpath(name)
    if not file.is_file():
        return None
    name = f"seeds/{game}/lessons/{name}"
    try:
        return lesson_of(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError) as error:
        raise ContentError(f"{name}: {error}") from error


def lesson_of(text: str) -> Lesson:
    """Parse a lesson from the text of its file.

    Raises:
        ValueError, TypeError: the text is not a lesson; the message names the place.
    """
    written = tomllib.loads(text)
    _check_names(written, _KNOWN, "the lesson")
    general = {"": _of(written, "otherwise", str)}
    steps = _of(written, "steps", list)
    return Lesson(
        seed=_of(written, "seed", int),
        seats=_of(written, "seats", int, 2),
        decks=_texts(written, "decks"),
        options={name: str(value) for name, value in _of(written, "options", dict, {}).items()},
        before=_texts(written, "before"),
        steps=tuple(_step(step, general, f"step {number}", _OF_STEP) for number, step in enumerate(steps, 1)),
        end=_step(_of(written, "end", dict), general, "the end", _OF_END),
        fingerprint=blake2b(text.encode(), digest_size=8).hexdigest(),
        title=_of(written, "title", str, ""),
    )


def _step(written: Mapping[str, Any], general: Mapping[str, str], place: str, allowed: frozenset[str]) -> Step:
    try:
        _check_names(written, allowed, "it")
        shows = _of(written, "shows", str)
        _check_shows(shows)
        return Step(
            say=_of(written, "say", str),
            shows=shows,
            highlights=_texts(written, "highlights"),
            do=_of(written, "do", str, ""),
            then=_texts(written, "then"),
            otherwise={**general, **{verb: str(reply) for verb, reply in _of(written, "otherwise", dict, {}).items()}},
        )
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from error


def _check_shows(shows: str) -> None:
    if shows not in SHOWS:
        raise ValueError(f"shows is {' or '.join(SHOWS)}")


def _check_names(written: Mapping[str, Any], allowed: frozenset[str], owner: str) -> None:
    if unknown := written.keys() - allowed:
        raise ValueError(f"{owner} has no {min(unknown)}")


def _of(written: Mapping[str, Any], name: str, kind: type[T], default: T | None = None) -> T:
    value = written.get(name, default)
    if value is None:
        raise ValueError(f"{name} is missing")
    if type(value) is not kind:
        raise TypeError(f"{name} is not a {kind.__name__}")
    return value


def _texts(written: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(str(text) for text in _of(written, name, list, []))
