"""No other player's message, picture, alternative text, id or autocomplete reveals anything of a hand."""

import re
from functools import partial
from typing import Any

import pytest
import simcord

from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, custom_ids_of, press, private

PLIES = 40


def said(messages: list[Any]) -> str:
    """Return everything that can be read in messages, or found in the data that is sent to the client."""
    parts: list[str] = []
    for message in messages:
        parts += [message.content, *custom_ids_of(message)]
        parts += [f"{file.filename} {file.description}" for file in message.attachments]
        parts += [str(component) for component in map(str, message.components)]
    return "\n".join(parts).casefold()


async def test_no_public_message_holds_a_card_before_it_is_played(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    for ply in range(PLIES):
        match = await town.match()
        if match.status is Status.OVER:
            break
        hands = {
            player.user: [card.name.casefold() for card in (await town.view_for(town.person(player.user))).view.hand]  # type: ignore[attr-defined]
            for player in match.players
        }
        traces = "".join(line for message in town.public()[1:] for line in said([message]))
        played = await played_so_far(town)
        for names in hands.values():
            for name in names:
                assert name not in traces or name in played
        person = await town.asked(match.id)
        words = await town.choice(match.id, person.id, ply)
        await act_on(town, person, words)


async def act_on(town: Town, person: simcord.MemberActor, words: tuple[str, ...]) -> None:
    await town.forge(person, town.board(), f"act/1/{(await town.match()).ply}/{' '.join(words)}")


async def played_so_far(town: Town) -> set[str]:
    """Return the names of all cards that are or were face up."""
    view: Any = (await town.view_for()).view
    sides = [*view.sides]
    cards = [card for side in sides for system in side.systems for card in (*system.cards, *system.boosts)]
    cards += [card for side in sides for card in side.discard_pile]
    return {card.name.casefold() for card in cards}


async def test_each_player_reads_only_the_own_hand_in_private(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    ada = {card.name for card in (await town.view_for(town.ada)).view.hand}  # type: ignore[attr-defined]
    bo = {card.name for card in (await town.view_for(town.bo)).view.hand}  # type: ignore[attr-defined]
    for person, own, others in ((town.ada, ada, bo - ada), (town.bo, bo, ada - bo)):
        panel = private(await press(person, town.board(), purposes.HAND))
        status = private(await person.slash(town.tavern, "match status", show="words"))
        for message in (panel, status, *town.direct(person)):
            text = said([message])
            assert not any(name.casefold() in text for name in others)
        assert all(name.casefold() in said([panel]) for name in own)
    watched = private(await town.stranger.slash(town.tavern, "match status", show="words"))
    assert not any(name.casefold() in said([watched]) for name in ada | bo)


@pytest.mark.drawn
async def test_the_public_channel_is_the_same_whatever_is_hidden(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds two worlds on Discord that differ in the deal but not in the open actions."""
    traces = []
    for seed_shift in range(2):
        monkeypatch.setattr(town.app.starts, "_seeds", partial(int, SEATING[seed_shift]))
        await town.ada.slash(town.tavern, "match new", game="allocator", deck="Iron Tide")
        await town.bo.slash(town.tavern, "match join", deck="Black Flags")
        await town.ada.slash(town.tavern, "match start")
        match = await town.match(seed_shift + 1)
        start = len(town.public())
        first = match.players[0].user
        for action in ("decline", "end"):
            await town.forge(town.person(first), town.board(), f"act/{match.id}/{match.ply}/{action}")
            match = (await town.app.positions.get(match.id)).match
        messages = town.public()[start - 1 :]
        pictures = [await file.read() for message in messages for file in message.attachments]
        text = re.sub(rf"(act/|hand/|closer/|fair/|#){match.id}(-{match.tag})?", r"\1", said(messages))
        traces.append((first, text_without_ids(text), pictures))
        await town.app.matches.resign(match.id, town.ada.id, interaction=10 + seed_shift)
        await town.delivered(match.id)  # or its end is seen among the messages of the next match
    assert traces[0] == traces[1]


SEATING = (5, 9)
"""Return two seeds that seat the players alike and deal them different hands."""


def text_without_ids(text: str) -> str:
    return " ".join(word for word in text.split() if not word.startswith("<"))
