"""Lessons: each can be followed to its end with today's rules and cards, and resumes where its learner left it."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.clock import system_clock
from bot.content.library import load_library
from bot.content.seeds import ContentError, load_content, load_games
from bot.lessons.course import Course, LessonError, course_of
from bot.lessons.lesson_files import FIRST, Lesson, further_lessons, lesson_of, load_lesson
from bot.lessons.lessons import Learning, Lessons
from bot.lessons.refusals import ChoiceMissing, LessonReplaced, NoLesson, OtherChoice
from bot.model.reasons.match import ForbiddenByRules
from bot.model.refusals import NotAllowed, NotUnderstood, StaleDecision
from bot.process.lesson import drawn
from bot.store.database import Database
from rules.catalog import GAMES
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN

TAUGHT = [key for key in GAMES if load_lesson(key) is not None]
WORDS = range(6, 21)
"""The number of words that a teacher says at once."""


def test_the_second_lesson_of_circuitry_is_about_opponents_and_every_other_choice_is_explained() -> None:
    [key] = further_lessons("circuitry")
    second = load_lesson(key)
    assert second is not None
    taught = course_of(load_games()["circuitry"], load_content("circuitry"), second)
    assert taught.title == "opponents"
    assert [str(stage.wanted).split()[0] for stage in taught.stages if stage.wanted] == ["inhibit", "force", "exchange"]
    for number, stage in enumerate(taught.stages, 1):
        assert len(stage.step.say.split()) in WORDS, (number, stage.step.say)
        assert "Framed: " in drawn(taught, stage).alt, number
        if stage.wanted is not None:
            others = {option.verb for option in stage.view.options if option != stage.wanted}
            assert others <= stage.step.otherwise.keys(), number
    view = taught.stages[-1].view
    assert view.sides[0].carried  # type: ignore[attr-defined] # of Circuitry
    assert not view.sides[1].carried  # type: ignore[attr-defined]


def test_the_first_lesson_of_allocator_takes_two_life_cards_as_it_says() -> None:
    stages = course("allocator").stages
    assert "Two hits" in stages[-1].step.say
    assert [stages[place].view.sides[1].life for place in (0, -1)] == [5, 3]  # type: ignore[attr-defined]


def text_of(key: str) -> str:
    return files("seeds").joinpath(key, "lessons", FIRST).read_text(encoding="utf-8")


def course(key: str, text: str | None = None) -> Course:
    return course_of(load_games()[key], load_content(key), lesson_of(text or text_of(key)))


@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_can_be_followed_to_its_end_and_every_step_frames_something_visible(key: str) -> None:
    taught = course(key)
    assert 8 <= taught.steps <= 15
    for number, stage in enumerate(taught.stages, 1):
        assert len(stage.step.say.split()) in WORDS, (number, stage.step.say)
        assert "Framed: " in drawn(taught, stage).alt, number


@pytest.mark.parametrize("key", TAUGHT)
def test_every_other_action_possible_at_a_step_has_its_own_explanation(key: str) -> None:
    for number, stage in enumerate(course(key).stages, 1):
        if stage.wanted is not None:
            others = {option.verb for option in stage.view.options if option != stage.wanted}
            assert others <= stage.step.otherwise.keys(), number
            assert stage.step.otherwise.keys() <= {*others, ""}, number


@pytest.mark.parametrize(
    ("was", "becomes", "expected"),
    [
        ('do = "boost titan-servo"', 'do = "boost colossus"', "step 8: “boost colossus” is not among"),
        ('then = ["boost wall-mason"]', 'then = ["boost bulwark"]', "step 12: “boost bulwark” of seat 1 is refused"),
        ('do = "boost titan-servo"', 'do = "fly"', "step 8: “fly” isn't an action"),
        ('"long-watch"]', '"no-such-deck"]', "it cannot begin: 'no-such-deck'"),
    ],
)
def test_a_lesson_that_breaks_the_rules_fails_and_names_the_step(was: str, becomes: str, expected: str) -> None:
    text = text_of("allocator")
    assert was in text
    with pytest.raises(LessonError) as failed:
        course("allocator", text.replace(was, becomes))
    assert expected in str(failed.value)


@pytest.mark.parametrize(
    ("was", "becomes", "expected"),
    [
        ("seed = 777051", "", "seed is missing"),
        ("seed = 777051", 'seed = "five"', "seed is not a int"),
        ("seed = 777051", "seed = 777051\nmusic = 1", "the lesson has no music"),
        ('shows = "hand"', 'shows = "sky"', "step 3: shows is table or hand"),
    ],
)
def test_a_fault_in_a_file_is_named(was: str, becomes: str, expected: str) -> None:
    with pytest.raises((ValueError, TypeError), match=expected):
        lesson_of(text_of("allocator").replace(was, becomes))


def test_every_step_of_a_file_is_read() -> None:
    for key in TAUGHT:
        assert len(tomllib.loads(text_of(key))["steps"]) == course(key).steps


@pytest.fixture
def lessons(database: Database) -> Lessons:
    return Lessons(database, load_library(), system_clock)


async def step_on(lessons: Lessons, learning: Learning) -> Learning:
    """Take the action that the step asks for."""
    if learning.stage.wanted is None:
        return await lessons.go_on(learning.number, ANN, learning.version)
    return await lessons.act(learning.number, ANN, str(learning.stage.wanted), learning.version)


async def test_a_lesson_resumes_where_it_was_left_even_after_a_restart(lessons: Lessons, database: Database) -> None:
    learning = await step_on(lessons, await lessons.begin(ANN, "allocator"))
    learning = await step_on(lessons, learning)
    again = Lessons(database, load_library(), system_clock)
    resumed = await again.begin(ANN, "allocator")
    assert (resumed.stored, resumed.stage.view) == (learning.stored, learning.stage.view)
    assert (await again.begin(BEN, "allocator")).stored.step == 0, "each user has their own lesson"


async def test_an_action_the_step_does_not_ask_for_is_explained_and_not_played(lessons: Lessons) -> None:
    learning = await step_on(lessons, await lessons.begin(ANN, "allocator"))
    learning = await step_on(lessons, learning)
    number, version = learning.number, learning.version
    with pytest.raises(OtherChoice):
        await lessons.act(number, ANN, "play glint defense", version)
    with refused(ForbiddenByRules(reason="The consoles refuse. Colossus isn't in your hand (rule 4.2).")):
        await lessons.act(number, ANN, "play colossus attack", version)
    with pytest.raises(NotUnderstood):
        await lessons.act(number, ANN, "sing", version)
    with pytest.raises(ChoiceMissing):
        await lessons.go_on(number, ANN, version)
    assert (await lessons.look(number, ANN)).stored == learning.stored


async def test_a_press_on_an_earlier_step_does_nothing(lessons: Lessons) -> None:
    first = await lessons.begin(ANN, "allocator")
    await step_on(lessons, first)
    with pytest.raises(StaleDecision):
        await step_on(lessons, first)
    assert (await lessons.look(first.number, ANN)).stored.step == 1


async def test_only_its_learner_can_continue_a_lesson(lessons: Lessons) -> None:
    learning = await lessons.begin(ANN, "allocator")
    with pytest.raises(NotUnderstood):
        await lessons.look(learning.number, BEN)
    with pytest.raises(NotUnderstood):
        await lessons.look(10**9, ANN)


async def test_a_game_counts_as_new_until_its_lesson_is_finished(lessons: Lessons) -> None:
    assert await lessons.is_new(ANN, "allocator")
    learning = await lessons.begin(ANN, "allocator")
    while not learning.is_over:
        assert await lessons.is_new(ANN, "allocator")
        learning = await step_on(lessons, learning)
    assert not await lessons.is_new(ANN, "allocator")
    assert await lessons.is_new(BEN, "allocator")
    with pytest.raises(NotAllowed):
        await lessons.go_on(learning.number, ANN, learning.version)
    again = await lessons.begin(ANN, "allocator")
    assert again.stored.step == 0, "a finished lesson starts over"
    assert not await lessons.is_new(ANN, "allocator")


async def test_a_changed_lesson_starts_over(database: Database, lessons: Lessons) -> None:
    learning = await step_on(lessons, await lessons.begin(ANN, "allocator"))

    def rewritten(key: str) -> Lesson | None:
        return lesson_of(f"{text_of(key)}\n# better\n") if key == "allocator" else load_lesson(key)

    later = Lessons(database, load_library(), system_clock, rewritten)
    with pytest.raises(StaleDecision) as caught:
        await step_on(later, learning)
    assert type(caught.value) is LessonReplaced
    renewed = await later.look(learning.number, ANN)
    assert (renewed.stored.step, renewed.renewed) == (0, False), "the renewal is announced once"


async def test_an_unplayable_lesson_is_not_offered(database: Database) -> None:
    broken = lesson_of(text_of("allocator").replace("long-watch", "no-such-deck"))

    def found(key: str) -> Lesson | None:
        if key == "tnb":
            raise ContentError("seeds/tnb/lessons/first.toml: seed is missing")
        return broken if key == "allocator" else None

    lessons = Lessons(database, load_library(), system_clock, found)
    assert not lessons.games
    assert not await lessons.is_new(ANN, "tnb")
    assert not await lessons.is_new(ANN, "allocator")
    with pytest.raises(NoLesson):
        await lessons.begin(ANN, "allocator")


async def test_progress_in_lessons_can_be_exported_and_deleted(path: Path, database: Database) -> None:
    app = Application(database, load_library())
    await app.lessons.begin(ANN, "allocator")
    assert (await app.user_data.export(ANN))["lessons"] == [{"game": "allocator", "steps_done": 0, "finished_at": None}]
    await app.user_data.delete(ANN)
    assert (await app.user_data.export(ANN))["lessons"] == []
