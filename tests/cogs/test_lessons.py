"""`/learn`: played by presses in private answers, after restarts too, and offered to players who are new to a game."""

import pytest
import simcord
from simcord.results import ResponseMessage

from bot.clock import system_clock
from bot.content.library import load_library
from bot.content.seeds import load_content, load_game
from bot.lessons.course import course_of
from bot.lessons.lesson_files import further_lessons, load_lesson
from bot.lessons.lessons import Lessons
from cogs.lessons.messages import HERE, lesson_message
from cogs.lessons.purposes import LESSON_ACT, LESSON_CHOOSE, LESSON_ON, LESSON_SHOW
from cogs.lessons.refusals import MOVED_ON
from cogs.widgets import purposes
from cogs.widgets.cursor import Words
from cogs.widgets.items import panel
from render.canvas import Layout
from render.picture import hand_picture
from rules.catalog import GAMES
from rules.core.notation import words as words_of
from tests.cogs.test_hosting import threads_allowed
from tests.cogs.test_limits import check_components
from tests.cogs.town import Town, buttons, components, menus, press, private

PRIMARY = 1


def led(message: object, chosen: Words = ()) -> tuple[Words, str, str | None]:
    """Return the words, the id and the menu value of the highlighted choice, after these words."""
    found: list[tuple[Words, str, str | None]] = [
        (seen["words"], each["custom_id"], None)
        for each in components(message)
        if each.get("style") == PRIMARY
        and (seen := LESSON_ACT.read(each["custom_id"]) or LESSON_SHOW.read(each["custom_id"]))
    ]
    found += [
        ((*seen["words"], *each["value"].split()), menu["custom_id"], each["value"])
        for menu in menus(message)
        if (seen := LESSON_CHOOSE.read(menu["custom_id"]))
        for each in menu["options"]
        if each["label"].startswith(HERE)
    ]
    return max((way for way in found if len(way[0]) > len(chosen)), key=lambda way: len(way[0]))


async def step_on(person: simcord.MemberActor, shown: ResponseMessage) -> ResponseMessage:
    """Press the highlighted choice until the step is done."""
    if "Continue" in buttons(shown):
        return private(await person.click(shown, label="Continue"))
    before, chosen = shown.content.splitlines()[0], Words()
    while shown.content.splitlines()[0] == before:
        chosen, identity, value = led(shown, chosen)
        if value is None:
            shown = private(await person.click(shown, custom_id=identity))
        else:
            shown = private(await person.select(shown, [value], custom_id=identity))
    return shown


async def test_a_newcomer_gets_to_a_match_by_pressing_the_coloured_buttons(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "learn"))
    shown = private(await town.ada.select(asked, ["allocator"], custom_id="learn-of"))
    assert "step 1 of 15" in shown.content
    shown = await step_on(town.ada, await step_on(town.ada, shown))
    await town.restart()
    assert "step 3 of 15" in private(await town.ada.slash(town.tavern, "learn", game="allocator")).content
    wrong = private(await town.ada.click(shown, label="End and attack"))
    assert "step 3 of 15" in wrong.content
    assert "Not yet: without Attack" in wrong.content
    astray = private(await town.ada.click(wrong, label="Play a card …"))
    astray = private(await town.ada.click(astray, custom_id=LESSON_SHOW(1, 2, 0, "play glint")))
    assert [each["label"] for each in components(astray) if each.get("style") == PRIMARY] == ["Back"]
    other = private(await town.ada.click(astray, label="Show the board"))
    assert "step 3 of 15" in other.content
    assert "Show my hand" in buttons(other)
    while "the end" not in shown.content.splitlines()[0]:
        shown = await step_on(town.ada, shown)
    assert town.public() == [], "other users see nothing of it"
    begun = private(await town.ada.click(shown, label="Play against a computer"))
    assert "Match #1 has started" in begun.content
    assert (await town.match()).game == "allocator"


async def test_an_old_button_shows_how_things_stand_and_a_strangers_nothing(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "learn", game="allocator"))
    await step_on(town.ada, shown)
    await town.open("tiny", town.cleo, town.dan)
    assert MOVED_ON in private(await town.forge(town.ada, town.board(), LESSON_ON(1, 0))).content
    assert MOVED_ON in private(await town.forge(town.ada, town.board(), LESSON_SHOW(1, 0, 0, ""))).content
    assert "That lesson has expired" in private(await town.forge(town.bo, town.board(), LESSON_ON(1, 1))).content
    unknown = private(await town.ada.slash(town.tavern, "learn", game="tiny"))
    assert "no lesson" in unknown.content


async def test_the_lesson_is_offered_in_the_lobby_to_players_new_to_the_game(town: Town) -> None:
    await threads_allowed(town)
    opened = private(await town.ada.slash(town.tavern, "match new", against="people here", game="allocator"))
    assert "New to Allocator?" in opened.content
    offered = private(await press(town.bo, town.board(), purposes.JOIN))
    assert offered.content.startswith("New to Allocator?")
    shown = private(await town.bo.click(offered, label="Learn Allocator"))
    while "the end" not in shown.content.splitlines()[0]:
        shown = await step_on(town.bo, shown)
    begun = private(await town.bo.click(shown, label="Play against a computer"))
    assert begun.content.count("<#") == 1, "in a thread, since the channel has a lobby"
    assert f"<#{town.tavern.id}>" not in begun.content
    assert "Match #2 has started." in begun.content
    assert (await town.match(2)).players[0].deck, "a ready-made one"
    await town.bo.slash(town.tavern, "match leave")
    joined = private(await town.bo.slash(town.tavern, "match join"))
    assert "New to" not in joined.content
    said = private(await town.bo.slash(town.attic, "match new", against="people here", game="tiny"))
    assert "New to" not in said.content, "there is no lesson of it"


LESSONS = [key for key in GAMES if load_lesson(key) is not None]


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in LESSONS for name in (key, *further_lessons(key))])
def test_on_a_phone_a_step_frames_the_same_things(key: str, name: str) -> None:
    script = load_lesson(name)
    assert script is not None
    game = load_game(key)
    course = course_of(game, load_content(key), script)
    names = ("Ada", "Teacher", "Second teacher", "Third teacher")[: course.seats]
    framed = 0
    for stage in course.stages:
        if stage.step.shows == "hand" and stage.step.highlights:
            desktop, phone = (
                hand_picture(game, stage.view, names, stage.step.highlights, layout=layout) for layout in Layout
            )
            assert phone.alt == desktop.alt
            assert phone.alt.startswith("Framed")
            framed += 1
    assert framed


@pytest.mark.parametrize("key", LESSONS)
async def test_every_step_fits_discord_and_the_requested_action_stands_out_all_the_way(town: Town, key: str) -> None:
    lessons = Lessons(town.house[0], load_library(), system_clock)
    learning = await lessons.begin(town.ada.id, key)
    while not learning.is_over:
        wanted, chosen = learning.stage.wanted, Words()
        if wanted is None:
            check_components(panel(lesson_message(learning, "Ada").items).to_components())
            learning = await lessons.go_on(learning.number, town.ada.id, learning.version)
            continue
        while chosen != words_of(wanted):
            message = lesson_message(learning, "Ada", chosen=chosen)
            assert len(message.content) <= 2000
            rows = panel(message.items).to_components()
            check_components(rows)
            chosen, _, _ = led(type("Shown", (), {"components": rows})(), chosen)
            assert chosen == words_of(wanted)[: len(chosen)]
        learning = await lessons.act(learning.number, town.ada.id, str(wanted), learning.version)


async def test_a_second_lesson_is_offered_beside_the_games_and_begins_in_the_middle_of_a_match(town: Town) -> None:
    asked = private(await town.ada.slash(town.tavern, "learn"))
    await town.ada.select(asked, ["circuitry_opponents"])
    assert "Circuitry: opponents · step 1 of 9" in asked.content
    await town.restart()
    await town.ada.click(asked, label="Continue")
    assert "step 2 of 9" in asked.content
