"""Hostile requests: each is refused, or moves one match by one legal step.

`tests.chaos.mischief` makes the requests, and tries them many at a time.
"""

import pytest

from bot.application.application import Application
from bot.application.lobby.starts import draw_seed
from bot.content.library import Library
from bot.model.new_match import NewMatch
from bot.model.refusals import Refusal
from bot.store.database import Database
from cogs.messages.refusals import refusal_text
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, STRANGER, fresh
from tests.chaos.mischief import GAMES, NASTY, Mischief
from tests.chaos.wording import wording_faults


async def test_a_refused_request_changes_nothing_and_any_other_moves_one_match_by_one_step(
    database: Database,
) -> None:
    app = Application(database, Library.of(GAMES), seeds=draw_seed, kept=10_000)
    mischief = Mischief(app)
    memory = app.positions._memory
    for count in range(10_000):
        if count >= 2_000 and mischief.seen["done"] > 50:  # most runs send more
            break
        before = dict(memory)
        done = await mischief.request()
        changed = [(before.get(number), held) for number, held in memory.items() if before.get(number) is not held]
        assert len(changed) <= done
        for old, new in changed:
            assert new.match.version == 1 + (old.match.version if old else 0)
            if old and old.table and new.table:
                assert new.table.ply == old.table.ply + 1
    assert mischief.seen["done"] > 50
    assert mischief.faults == []


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("key", ["tiny", "allocator"])
async def test_any_text_gets_a_kind_answer(database: Database, key: str, text: str) -> None:
    app = Application(database, Library.of(GAMES), seeds=draw_seed)
    lobby = (
        await app.lobbies.create(NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game=key), interaction=fresh())
    ).match
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    refusals = []
    for request in (
        app.lobbies.create(NewMatch(guild=1, channel=1, host=ANN, game=text), interaction=fresh()),
        app.lobbies.create(NewMatch(guild=1, channel=1, host=ANN, game=key, options={text: "x"}), interaction=fresh()),
        app.lobbies.create(NewMatch(guild=1, channel=1, host=ANN, game=key, deck=text), interaction=fresh()),
        app.lobbies.choose_deck(lobby.id, ANN, text, interaction=fresh()),
        app.lobbies.choose_option(lobby.id, ANN, text, text, interaction=fresh()),
        app.lobbies.choose_option(lobby.id, ANN, GAMES[key].options[0].name, text, interaction=fresh()),
    ):
        with pytest.raises(Refusal) as caught:
            await request
        refusals.append(caught.value)
    live = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    before = [(await app.positions.get(live.id)).view_for(user) for user in (ANN, BEN, None)]
    for user in (ANN, BEN, STRANGER):
        with pytest.raises(Refusal) as caught:
            await app.matches.act(live.id, user, text, decision=None, interaction=fresh())
        refusals.append(caught.value)
    for refusal in refusals:
        assert list(wording_faults(refusal_text(refusal))) == []
    assert [(await app.positions.get(live.id)).view_for(user) for user in (ANN, BEN, None)] == before
