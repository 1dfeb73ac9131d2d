"""Remarks of computers and of the game's world on Discord: greetings, last words, calls before refusals."""

import re

import pytest

from bot.application.thinking.computers import PAUSE
from bot.content.seeds import load_game
from bot.model.match import with_player
from cogs.messages.remarks import greetings, last_words
from rules.catalog import voice_of
from rules.core.play import RESIGNED, Outcome
from tests.cogs.town import Games, Town, private

VOICE = voice_of("tnb")


@pytest.fixture
def games() -> Games:
    return {"tnb": load_game("tnb")}


async def test_a_computer_greets_until_a_person_has_moved_and_has_the_last_word(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", game="tnb", computer="novice")
    novice = VOICE.characters["novice"]
    assert f"💬 **Novice Wat**: “{novice.greets}”" in town.board().content
    words = await town.choice((await town.match()).id, town.ada.id)
    await town.play((await town.match()).id, town.ada, " ".join(words), 99)
    await town.wait(PAUSE)
    assert novice.greets not in town.board().content
    await town.give_up(await town.match())
    result = town.board().content
    assert f"**Novice Wat wins by resignation.** Ada resigned. *{VOICE.endings[RESIGNED]}*" in result
    assert f"💬 **Novice Wat**: “{novice.wins}”" in result


async def test_a_refusal_is_called_out_and_keeps_its_rule(town: Town) -> None:
    await town.open("tnb", town.ada, town.bo)
    waiting = await town.asked((await town.match()).id)
    said = private(await waiting.slash(town.tavern, "tnb attack", card="lancer", rotation="0"))
    assert re.search(r"(?:Halt!|No such order\.|The ranks stand still\.) .*\(rule \d+\.\d+\)", said.content)


async def test_people_have_no_remarks_and_a_draw_has_none(town: Town) -> None:
    match = await town.open("tnb", town.ada, town.bo)
    position = await town.app.positions.get(match.id)
    assert greetings(position, ["Ada", "Bo"]) == []
    assert last_words(position.game, match, Outcome(ending=RESIGNED, ranks=(1, 2)), ["Ada", "Bo"]) == []
    with_computer = with_player(match, 1, 0, since=0, computer="expert")
    drawn, lost = Outcome(ending="simultaneous", ranks=(1, 1)), Outcome(ending="cards", ranks=(1, 2))
    names = ["Ada", "Expert Isolde"]
    assert last_words(position.game, with_computer, drawn, names) == []
    [said] = last_words(position.game, with_computer, lost, names)
    assert VOICE.characters["expert"].loses in said


async def test_the_teacher_of_a_lesson_has_a_name(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "learn", game="tnb"))
    assert f"> {VOICE.teacher}: **" in said.content
