"""Where a game has a picture of a choice, the private message shows it during that choice."""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Any

import pytest
import simcord
from PIL import Image

from cogs.messages.board import MOVING
from cogs.messages.hand import MARKS
from cogs.messages.picture_cache import Drawn
from cogs.widgets import purposes
from render.picture import Picture, choice_picture
from rules.core.game import Game
from rules.core.notation import words as words_of
from rules.core.play import View
from tests.cogs.pressing import by_presses
from tests.cogs.town import Town, buttons, custom_ids_of, press, private, updated
from tests.examples import thorough

pytestmark = pytest.mark.drawn

PLIES = 60

Words = tuple[str, ...]


async def asked_what_to_do(town: Town, verb: str, *, with_one: bool = False) -> tuple[simcord.MemberActor, Words]:
    """Play a T&B match until the verb can be used with several cards (or with exactly one). Return the player, and the
    verb with one of these cards.
    """
    match = await town.open("tnb", town.ada, town.bo)
    for ply in range(PLIES):
        person = await town.asked(match.id)
        options = (await town.view_for(person)).view.options
        cards = dict.fromkeys(words_of(option)[:2] for option in options if option.verb == verb)
        if cards and (len(cards) == 1) == with_one:
            return person, next(iter(cards))
        said = " ".join(await town.choice(match.id, person.id, ply))
        await town.app.matches.act(match.id, person.id, said, decision=None, interaction=ply)
    raise AssertionError("the match never came to it")


async def picture_of(town: Town, person: simcord.MemberActor, words: Words) -> Picture:
    """Return the player's own view."""
    table_view = await town.view_for(person)
    names = [town.person(player.user).user.global_name or "" for player in table_view.match.players]
    _, ink = MARKS[table_view.match.id % len(MARKS)]
    found = choice_picture(town.games["tnb"], table_view.view, words, names, edge=ink)
    assert found is not None
    return found


async def ephemeral(town: Town, person: simcord.MemberActor) -> tuple[Any, Callable[[], Any]]:
    panel = private(await press(person, town.board(), purposes.HAND))
    return person, lambda: panel


async def direct(town: Town, person: simcord.MemberActor) -> tuple[Any, Callable[[], Any]]:
    await town.delivered((await town.match()).id)
    return person.user, lambda: town.direct(person)[-1]


Panel = Callable[[Town, simcord.MemberActor], Awaitable[tuple[Any, Callable[[], Any]]]]


@pytest.fixture(params=[ephemeral, direct], ids=["in a private answer", "in direct messages"])
def panel(request: pytest.FixtureRequest) -> Panel:
    found: Panel = request.param
    return found


def shown(message: Any) -> tuple[str, str]:
    """Return the name of a message's only picture without its match, and its alternative text."""
    (attachment,) = message.attachments
    return attachment.filename.partition("-")[0], attachment.description


def pixels(file: bytes) -> bytes:
    """Return the pixels of a picture: files with the same pixels may be packed differently."""
    with Image.open(BytesIO(file)) as image:
        return image.convert("RGB").tobytes()


def starting(message: Any, words: Words) -> str:
    return next(found for found in buttons(message).values() if found.endswith(f"/{' '.join(words)}"))


@pytest.mark.parametrize("verb", ["attack", *thorough("play")])
async def test_it_comes_with_the_next_choices_and_back_shows_the_hand_again(
    town: Town, panel: Panel, verb: str
) -> None:
    person, words = await asked_what_to_do(town, verb)
    actor, message = await panel(town, person)
    hand = shown(message())
    assert hand[0] == "hand"
    await actor.click(message(), custom_id=starting(message(), (verb,)))
    assert shown(message()) == hand, "the choice of a card has no picture"
    result = await actor.click(message(), custom_id=starting(message(), words))
    assert updated(result), "the press itself updates the picture"
    expected = await picture_of(town, person, words)
    assert shown(message()) == ("choice", expected.alt)
    assert pixels(await message().attachments[0].read()) == pixels(expected.png)
    follows = [
        words_of(option) for option in (await town.view_for(person)).view.options if words_of(option)[:2] == words
    ]
    for said in follows:
        assert starting(message(), said).startswith("act/")
    await actor.click(message(), label="Back")
    assert shown(message()) == hand
    await actor.click(message(), custom_id=starting(message(), words))
    before = await town.match()
    await actor.click(message(), custom_id=starting(message(), follows[-1]))
    assert shown(message())[0] == "hand"
    assert (await town.match()).ply == before.ply + 1


async def test_one_card_alone_is_passed_over_and_back_goes_where_there_was_a_choice(town: Town) -> None:
    person, words = await asked_what_to_do(town, "attack", with_one=True)
    message = private(await press(person, town.board(), purposes.HAND))
    top = buttons(message)
    await person.click(message, custom_id=starting(message, ("attack",)))
    assert shown(message)[0] == "choice"
    assert starting(message, (*words, "0"))
    await person.click(message, label="Back")
    assert buttons(message) == top


async def test_a_press_on_a_choice_that_has_passed_shows_the_hand_as_it_is_now(town: Town, panel: Panel) -> None:
    person, words = await asked_what_to_do(town, "attack")
    actor, message = await panel(town, person)
    await actor.click(message(), custom_id=starting(message(), ("attack",)))
    await actor.click(message(), custom_id=starting(message(), words))
    match = await town.match()
    said = " ".join(await town.choice(match.id, person.id))
    await town.app.matches.act(match.id, person.id, said, decision=None, interaction=PLIES)
    before = await town.match()
    await actor.click(message(), custom_id=starting(message(), (*words, "0")))
    assert shown(message())[0] == "hand"
    assert "moved on" in message().content or "not your decision" in message().content
    assert await town.match() == before


async def test_a_command_that_leaves_out_the_last_word_is_answered_with_the_picture_and_buttons(town: Town) -> None:
    person, words = await asked_what_to_do(town, "attack")
    verb, card = words
    before = await town.match()
    message = private(await person.slash(town.tavern, f"tnb {verb}", card=card))
    assert shown(message) == ("choice", (await picture_of(town, person, words)).alt)
    assert await town.match() == before
    await person.click(message, custom_id=starting(message, (*words, "0")))
    assert (await town.match()).ply == before.ply + 1
    assert shown(message)[0] == "hand"


async def test_a_rotation_that_was_mistyped_can_be_pressed_at_once(town: Town) -> None:
    person, words = await asked_what_to_do(town, "attack")
    message = private(await person.slash(town.tavern, "tnb attack", card=words[1], rotation="45"))
    assert "(rule 2.3)" in message.content
    assert shown(message)[0] == "choice"
    await by_presses(person, lambda: message, (*words, "0"))
    assert shown(message)[0] == "hand"


async def test_no_other_player_ever_gets_it(town: Town) -> None:
    person, words = await asked_what_to_do(town, "attack")
    decision, board = (await town.view_for(person)).decision, town.board()
    others = [other for other in town.people if other is not person]
    for presser in (person, *others):
        answer = private(await town.forge(presser, board, f"show/1/{decision}/0/{' '.join(words)}"))
        assert not [file for file in answer.attachments if file.filename.startswith("choice")]
        whole = private(await press(presser, town.board(), purposes.HAND)) if presser in town.people[:2] else None
        assert custom_ids_of(answer) == ([] if whole is None else custom_ids_of(whole))
    public = {file.filename for message in town.public() for file in message.attachments}
    assert public <= {"table.png", MOVING}


async def test_it_is_drawn_off_the_event_loop(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    person, words = await asked_what_to_do(town, "attack")
    drawn: list[Words] = []

    def draw(game: Game, view: View, chosen: Words, names: Sequence[str], **drawn_how: Any) -> Picture | None:
        assert threading.current_thread() is not threading.main_thread()
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        drawn.append(chosen)
        return choice_picture(game, view, chosen, names, **drawn_how)

    monkeypatch.setattr(sys.modules["cogs.messages.picture_cache"], "choice_picture", draw)
    monkeypatch.setattr(sys.modules["cogs.messages.hand"], "HANDS", Drawn())
    await person.slash(town.tavern, "tnb attack", card=words[1])
    assert drawn == [words]
