"""Content packs of several processes: what one stores and retires holds for all at once."""

from collections.abc import Sequence

import pytest

from bot.application.application import Application
from bot.model.match import Status
from bot.packs.refusals import PackRetired
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, GUILD, fresh, open_lobby, play_on
from tests.bot.test_packs import TITLE, add
from tests.postgres.test_neighbours import once, processes

__all__ = ["processes"]
pytestmark = pytest.mark.postgres


async def test_a_pack_is_played_and_retired_by_any_process(processes: Sequence[Application]) -> None:
    one, other = processes
    pack = await add(one)
    assert [game.title for game in (await other.packs.games_of(GUILD)).values()] == ["Tiny", TITLE]
    lobby = await open_lobby(other, game=pack.key)
    await one.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    match = (await other.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert match.status is Status.LIVE
    await once(lambda: one.positions.known(match.id) is None)
    await one.packs.retire(pack.key, GUILD)
    with refused(PackRetired(title=TITLE)):
        await open_lobby(other, game=pack.key, channel=1)
    ended = await play_on(one, match)
    assert (ended.status, ended.game) == (Status.OVER, pack.key)
