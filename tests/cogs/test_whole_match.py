"""Whole matches on Discord's protocol: every game of the catalog, in each way to play."""

from functools import partial
from operator import itemgetter

import discord
import pytest
import simcord

from bot.model.match import Status
from bot.model.pings import DEFAULT_PING_DELAY
from cogs.messages.board import FINAL
from cogs.presses.hand import COULD_NOT_WRITE
from cogs.widgets import purposes
from cogs.widgets.cursor import Cursor
from rules.core.game import Game
from rules.core.notation import fields_of
from tests.cogs.pressing import by_presses
from tests.cogs.town import SEED, Town, buttons, insisted, press, private
from tests.examples import games_first

PLIES = 400
MESSAGES, PINGS = 12, 14
"""The most boards that a channel gets from a match whose players are all present."""
COMPLETED = 15
"""The number of plies that are typed with autocomplete."""
SHORT = {"allocator": 91, "arms_dealer": 53, "alchemy": 53, "tnb": 59, "circuitry": 17}
"""Seeds that give short matches. A game without one uses the seed of all other tests."""
TOO_LONG = f"not over after {PLIES} plies: give the game a seed in SHORT by which it is"


@pytest.fixture
def soon_over(catalog_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cogs.town.SEED", SHORT.get(catalog_game.key, SEED))
    monkeypatch.setattr("bot.application.lobby.lobby.secrets.choice", itemgetter(0))  # random decks


async def by_command(
    town: Town, person: simcord.MemberActor, words: tuple[str, ...], *, complete: bool = True
) -> simcord.InteractionResult:
    """Play an action by its slash command, with words from autocomplete."""
    match = await town.match()
    verb, *rest = words
    kind = next(kind for kind in town.games[match.game].actions if kind.verb == verb)
    fields = fields_of(kind)
    if fields and fields[-1].many:
        rest[len(fields) - 1 :] = [" ".join(rest[len(fields) - 1 :])]
    filled: dict[str, str] = {}
    for field, word in zip(fields, rest, strict=True):
        if complete:
            choices = await person.autocomplete(town.tavern, f"{match.game} {verb}", field.name, word, **filled)
            assert word in [choice["value"] for choice in choices]
        filled[field.name] = word
    return await insisted(person, await person.slash(town.tavern, f"{match.game} {verb}", **filled))


def latest_direct(town: Town, person: simcord.MemberActor) -> discord.Message:
    return town.direct(person)[-1]


def same(panel: simcord.ResponseMessage) -> simcord.ResponseMessage:
    return panel


@pytest.mark.parametrize("catalog_game", games_first("tiny", "tnb"), indirect=True)
async def test_a_whole_match_by_slash_commands_alone(town: Town, catalog_game: Game, soon_over: None) -> None:
    match = await town.open(catalog_game.key, *town.party(catalog_game))
    for ply in range(PLIES):
        person = await town.asked(match.id, ply)
        words = await town.choice(match.id, person.id, ply)
        meant_to = Cursor(town.games[match.game], (await town.view_for(person)).view, words).warning
        answer = private(await by_command(town, person, words, complete=ply < COMPLETED))
        assert meant_to or "You chose: " in answer.content
        assert answer.attachments[0].description
        match = await town.match()
        assert match.ply == ply + 1
        if match.outcome is not None:
            break
        await town.wait(DEFAULT_PING_DELAY / 3)
    assert match.status is Status.OVER, TOO_LONG
    assert match.outcome is not None
    assert len(town.pings()) <= MESSAGES
    assert sum(map(len, town.pings())) <= PINGS
    result = town.board()
    said = result.content.partition("\n")[2].partition(" win")[0]
    for winner in match.outcome.winners:
        assert str(town.person(match.players[winner].user).user.global_name) in said
    assert [word for word in buttons(result) if word != "Zoom"] == [
        "Rematch",
        "Review my mistakes",
        "Last moves",
        "Replay",
        "Was it fair?",
        "My poster",
        "How was it?",
    ]
    *_, final, _ = public = town.public()
    assert FINAL in final.content
    assert not any(buttons(message) for message in public[:-1])
    assert not any(message.attachments for message in public[:-2])


@pytest.mark.drawn
@pytest.mark.parametrize("catalog_game", games_first("tiny", "circuitry"), indirect=True)
async def test_a_whole_match_by_buttons_and_menus_alone_in_direct_messages(
    town: Town, catalog_game: Game, soon_over: None
) -> None:
    host, *guests = people = town.party(catalog_game)
    await host.slash(
        town.tavern, "match new", against="people here", game=catalog_game.key
    )  # the one thing that nothing can be pressed for
    for guest in guests:
        await press(guest, town.board(), purposes.JOIN)
    await press(host, town.board(), purposes.START)
    match = await town.match()
    for ply in range(PLIES):
        person = await town.asked(match.id, ply)
        words = await town.choice(match.id, person.id, ply)
        on_board = {custom_id.rpartition("/")[2]: custom_id for custom_id in buttons(town.board()).values()}
        if " ".join(words) in on_board and ply % 2:
            await insisted(person, await person.click(town.board(), custom_id=on_board[" ".join(words)]))
        else:
            await by_presses(person.user, partial(latest_direct, town, person), words, near=ply % 3 == 0)
        match = await town.match()
        assert match.ply == ply + 1
        assert all(len(message.content) <= 2000 for person in people for message in town.direct(person))
        if match.outcome is not None:
            break
    assert match.status is Status.OVER, TOO_LONG
    assert match.outcome is not None
    assert [len(town.direct(person)) for person in people] == [1] * len(people)
    names = [str(town.person(player.user).user.global_name) for player in match.players]
    assert catalog_game.result(match.outcome, names) in town.direct(host)[0].content


async def test_a_match_with_closed_direct_messages_loses_nothing(town: Town) -> None:
    await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    await press(town.bo, town.board(), purposes.JOIN)
    town.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await press(town.ada, town.board(), purposes.START)
    match = await town.match()
    assert match.status is Status.LIVE
    refusals = {person.id: 0 for person in (town.ada, town.bo)}
    for ply in range(30):
        person = await town.asked(match.id)
        words = await town.choice(match.id, person.id, ply)
        panel = private(await press(person, town.board(), purposes.HAND))
        refusals[person.id] += COULD_NOT_WRITE in panel.content
        assert panel.attachments[0].description
        await by_presses(person, partial(same, panel), words)
        match = await town.match()
        assert match.ply == ply + 1
        if match.outcome:
            break
    assert set(refusals.values()) == {1}
    opened = [request for request in town.env.http_requests if request.path == "/users/@me/channels"]
    assert len(opened) == 4, "at the deal, and at the first press of each: no more"


@pytest.mark.parametrize("crashed", [False, True], ids=["everything was announced", "the last ply was not"])
async def test_a_restart_in_the_middle_leaves_every_match_hand_and_button_alive(town: Town, crashed: bool) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    for ply in range(6):
        person = await town.asked(match.id)
        await by_command(town, person, await town.choice(match.id, person.id, ply))
    if crashed:
        await town.client.interface.deliverer.close()
        person = await town.asked(match.id)
        said = " ".join(await town.choice(match.id, person.id, 6))
        await town.app.matches.act(match.id, person.id, said, decision=None, interaction=1)
    before, ply = town.board().content, (await town.match()).ply
    person = await town.asked(match.id)
    panel = private(await press(person, town.board(), purposes.HAND)) if not crashed else None
    await town.restart()
    assert (await town.match()).ply == ply
    assert await town.asked(match.id) == person
    assert (town.board().content == before) == (not crashed), "only what was outdated is drawn"
    words = await town.choice(match.id, person.id, 7)
    await by_presses(person if panel else person.user, lambda: panel or town.direct(person)[-1], words)
    assert (await town.match()).ply == ply + 1
