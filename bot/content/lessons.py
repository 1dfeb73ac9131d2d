"""What is in `seeds/<game>/lessons`: a first match, told step by step. `bot.content.course` plays it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final, TypeVar

from bot.content.seeds import ContentError

FIRST: Final = "first.toml"
"""The lesson that somebody begins with who has never played."""
SHOWS: Final = ("table", "hand")
"""What a step can show."""
_KNOWN: Final = frozenset({"seed", "seats", "decks", "options", "before", "otherwise", "end", "steps"})
_OF_STEP: Final = frozenset({"say", "shows", "highlights", "do", "then", "otherwise"})
_OF_END: Final = frozenset({"say", "shows", "highlights"})
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A moment of the lesson: what the teacher says, what is shown, and what is to be done."""

    say: str
    """What the teacher says."""
    shows: str
    """One of `SHOWS`."""
    highlights: tuple[str, ...] = ()
    """What is framed on the picture, as its renderer names it (`render.highlights`)."""
    do: str = ""
    """The action that the learner is to choose, in notation; "": they have seen it, and go on."""
    then: tuple[str, ...] = ()
    """What is played after it, in notation: by the teacher wherever the teacher is asked, else by the learner."""
    otherwise: Mapping[str, str]
    """What is said of other legal actions, by their verbs; of all others by ""."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A first match as its file says it. The learner has the first seat."""

    seed: int
    seats: int
    decks: tuple[str, ...]
    """Ready-made ones, by seat; () in a game without."""
    options: Mapping[str, str]
    before: tuple[str, ...]
    """What is played before the first step, like `Step.then`."""
    steps: tuple[Step, ...]
    end: Step
    """What is said when all is done; nothing is to be done any more."""
    fingerprint: str
    """16 hexadecimal digits, others for any other text."""


@cache
def load_lesson(key: str) -> Lesson | None:
    """The first lesson of a game; None: it has none.

    Raises:
        ContentError: it cannot be read, or is not written as a lesson is.
    """
    file = files("seeds").joinpath(key).joinpath("lessons").joinpath(FIRST)
    if not file.is_file():
        return None
    name = f"seeds/{key}/lessons/{FIRST}"
    try:
        return lesson_of(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError) as error:
        raise ContentError(f"{name}: {error}") from error


def lesson_of(text: str) -> Lesson:
    """A lesson from the text of its file.

    Raises:
        ValueError, TypeError: it is not written as a lesson is; names the place.
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
    )


def _step(written: Mapping[str, Any], general: Mapping[str, str], place: str, known: frozenset[str]) -> Step:
    try:
        _check_names(written, known, "it")
        shows = _of(written, "shows", str)
        _check_shows(shows)
        return Step(
            say=_of(written, "say", str),
            shows=shows,
            highlights=_texts(written, "highlights"),
            do=_of(written, "do", str, ""),
            then=_texts(written, "then"),
            otherwise={**general, **{verb: str(said) for verb, said in _of(written, "otherwise", dict, {}).items()}},
        )
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from error


def _check_shows(shows: str) -> None:
    if shows not in SHOWS:
        raise ValueError(f"shows is {' or '.join(SHOWS)}")


def _check_names(written: Mapping[str, Any], known: frozenset[str], what: str) -> None:
    if unknown := written.keys() - known:
        raise ValueError(f"{what} has no {min(unknown)}")


def _of(written: Mapping[str, Any], name: str, kind: type[T], default: T | None = None) -> T:
    found = written.get(name, default)
    if found is None:
        raise ValueError(f"{name} is missing")
    if type(found) is not kind:
        raise TypeError(f"{name} is not a {kind.__name__}")
    return found


def _texts(written: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(str(text) for text in _of(written, name, list, []))
