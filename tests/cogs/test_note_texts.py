"""Every note has a text that names its match."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.computer.levels import Level
from bot.content.library import Library
from bot.model.match import Status
from bot.model.notes import (
    LobbiesMerged,
    LobbyExpired,
    MatchEnded,
    Note,
    ProposalMade,
    RulesChanged,
    SeatOffered,
    WatchedEnded,
    Written,
)
from bot.model.proposal import Kind, Terms
from bot.store.database import Database
from cogs.messages.notes import note_text
from tests.bot.table_helpers import ANN, BEN, begin, fresh
from tests.bot.test_notes import NOTES
from tests.tiny_game import Tiny


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    database = await Database.open(tmp_path / "hidden-hand.sqlite3")
    yield Application(database, Library.of({"tiny": Tiny()}), seeds=lambda: 7)
    await database.close()


@pytest.mark.parametrize("note", NOTES, ids=lambda note: type(note).__name__)
async def test_a_note_names_its_match_and_ends_as_a_sentence(app: Application, note: Note) -> None:
    match = await begin(app)
    text = note_text(note, await app.positions.get(match.id))
    assert len(text) <= 2000
    if isinstance(note, Written):
        assert text == note.text
    elif isinstance(note, RulesChanged):
        assert "**Tiny**" in text
    else:
        assert f"Match #{match.id}" in text
        assert text.endswith(".")


async def test_the_end_of_a_match_is_told_with_its_result_and_who_resigned(app: Application) -> None:
    match = await begin(app)
    over = await app.matches.resign(match.id, BEN, interaction=fresh())
    text = note_text(MatchEnded(), over)
    assert text.startswith(f"-# Match #{match.id} · Tiny\nIt's over: ")
    assert f"<@{ANN}> wins" in text
    assert f"<@{BEN}> resigned. The board is in <#{match.channel}>." in text


async def test_the_end_of_a_match_names_a_computer_as_the_board_does(app: Application) -> None:
    match = await begin(app)
    over = (await app.matches.resign(match.id, BEN, interaction=fresh())).match
    players = [replace(each, computer=Level.NOVICE) if each.user == ANN else each for each in over.players]
    position = await app.positions.get(match.id)
    text = note_text(WatchedEnded(), replace(position, match=replace(over, players=tuple(players))))
    assert "It's over: Novice bot wins" in text


async def test_a_match_without_a_result_is_told_by_its_status(app: Application) -> None:
    position = await app.positions.get((await begin(app)).id)
    abandoned = replace(position, match=replace(position.match, status=Status.ABANDONED))
    assert "was ended without a result" in note_text(MatchEnded(), abandoned)
    closed = replace(position.match, status=Status.CLOSED, settings=replace(position.match.settings, timed_out=True))
    assert "expired" in note_text(LobbyExpired(), replace(position, match=closed))


async def test_a_player_who_was_moved_learns_from_where_and_what_happens_next(app: Application) -> None:
    position = await app.positions.get((await begin(app)).id)
    begun = note_text(LobbiesMerged(from_match_id=9, has_begun=True), position)
    assert "match #9" in begun
    assert "It has started." in begun
    assert "once everyone" not in begun
    assert "as soon as everyone is there" in note_text(LobbiesMerged(from_match_id=9, has_begun=False), position)


async def test_a_proposal_is_told_with_where_to_answer_and_what_is_at_stake(app: Application) -> None:
    position = await app.positions.get((await begin(app)).id)
    text = note_text(ProposalMade(user_id=ANN, terms=Terms(kind=Kind.UNDO, undoes=1)), position)
    assert f"<@{ANN}> would like to undo the last step. Answer below the board in <#" in text


async def test_a_seat_is_offered_to_one_user_or_to_all(app: Application) -> None:
    position = await app.positions.get((await begin(app)).id)
    assert f"offered to <@{BEN}>" in note_text(SeatOffered(owner_id=ANN, to=BEN), position)
    assert "offered to anyone on the server" in note_text(SeatOffered(owner_id=ANN, to=None), position)
