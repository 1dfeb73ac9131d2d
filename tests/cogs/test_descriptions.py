"""Players who read descriptions instead of pictures get them whole, part by part, by More."""

import re
from typing import Any

import simcord

from bot.people.settings import PICTURE_TEXTS
from cogs.widgets import purposes
from render.picture import hand_picture, table_text
from tests.cogs.town import Town, buttons, press, private

FENCED = re.compile(r"```\n(.*?)\n```", re.DOTALL)


def described(message: Any) -> str:
    found = FENCED.search(message.content)
    return found[1] if found else ""


async def reads_on(person: simcord.MemberActor, message: Any) -> str:
    """Press More until there is none; return all parts of the description."""
    parts = [described(message)]
    for part in range(2, 20):
        if "More" not in buttons(message):
            break
        await person.click(message, label="More")
        assert f"\n-# Description, part {part} of " in message.content
        parts.append(described(message))
    return "\n".join(filter(None, parts))


async def circuitry(town: Town) -> simcord.MemberActor:
    """Begin a match whose asked player reads descriptions; return that player."""
    match = await town.open("circuitry", town.ada, town.bo)
    for ply in range(12):
        asked = await town.asked(match.id)
        await town.play(match.id, asked, " ".join(await town.choice(match.id, asked.id, ply)), ply)
    person = await town.asked(match.id)
    await town.app.preferences.choose(person.id, PICTURE_TEXTS, True)
    return person


async def test_a_hand_in_words_is_whole_by_more_and_can_be_played_from_every_part(town: Town, renderers: None) -> None:
    person = await circuitry(town)
    panel = private(await press(person, town.board(), purposes.HAND))
    names = await town.app.names.of(await town.match())
    table_view = await town.view_for(person)
    game = (await town.app.positions.get((await town.match()).id)).game
    whole = hand_picture(game, table_view.view, names).words
    assert (await reads_on(person, panel)).split() == whole.split()
    assert "cut short" not in whole
    assert any(purposes.ACT.read(each) or purposes.SHOW.read(each) for each in buttons(panel).values())
    await person.click(panel, label="Previous part")
    await town.restart()
    await person.click(panel, label="More")
    assert "Description, part 2" in panel.content or "Description, part 3" in panel.content


async def test_a_part_of_an_earlier_decision_shows_the_hand_as_it_is(town: Town, renderers: None) -> None:
    person = await circuitry(town)
    panel = private(await press(person, town.board(), purposes.HAND))
    before = dict(buttons(panel))
    words = await town.choice((await town.match()).id, person.id)
    await town.play((await town.match()).id, person, " ".join(words), 77)
    await person.click(panel, custom_id=before["More"])
    assert "That button was for an earlier turn" in panel.content


async def test_the_status_in_words_is_whole_by_more_for_everybody(town: Town, renderers: None) -> None:
    person = await circuitry(town)
    status = private(await town.dan.slash(town.tavern, "match status", show="words"))
    names = await town.app.names.of(await town.match())
    position = await town.app.positions.get((await town.match()).id)
    whole = table_text(position.game, position.view_for(None).view, names)
    assert (await reads_on(town.dan, status)).split() == whole.split()
    assert not status.attachments
    assert person is not town.dan
