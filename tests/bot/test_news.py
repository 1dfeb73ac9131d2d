"""Players learn at their next match that the rules of a game have changed."""

from typing import ClassVar

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Outbox
from bot.content.library import Library
from bot.model.match import MatchId
from bot.model.new_match import NewMatch
from bot.store.database import Database
from bot.store.outbox_rows import NoteRow
from cogs.messages.notes import note_text
from tests.bot.table_helpers import ANN, BEN, CLEO, begin, fresh, play_on
from tests.tiny_game import Tiny

FIRST = "Bids are sealed with wax.\nA seal that is broken costs a card."
SECOND = "Wax is red."


class Waxed(Tiny):
    version = 2
    changes: ClassVar[dict[int, str]] = {2: FIRST}


class Red(Waxed):
    version = 3
    changes: ClassVar[dict[int, str]] = {2: FIRST, 3: SECOND}


def service(database: Database, game: Tiny) -> Application:
    return Application(database, Library.of({Tiny.key: game}), seeds=lambda: 1)


async def notes_of(database: Database, game: Tiny, number: int) -> list[tuple[int, str]]:
    """Return the seats with a note about changed rules, each with its text."""
    rows = sorted(await Outbox(database).of_match(MatchId(number)), key=lambda row: row.id or 0)
    notes = [row for row in rows if isinstance(row, NoteRow) and row.seat is not None]
    position = await service(database, game).positions.get(MatchId(number))
    return [(row.seat or 0, note_text(row.note, position)) for row in notes]


@pytest.fixture
async def once(database: Database) -> Database:
    """Let Ann and Ben play a match by the first rules."""
    matches = service(database, Tiny())
    await play_on(matches, await begin(matches))
    return database


async def test_only_players_of_the_earlier_rules_are_told_of_a_change(once: Database) -> None:
    match = await begin(service(once, Waxed()), CLEO)
    assert await notes_of(once, Waxed(), match.id) == [
        (match.seat_of(ANN), f"The rules of **{Tiny.title}** have changed since you last played:\n{FIRST}")
    ]


async def test_a_player_is_told_of_a_change_once(once: Database) -> None:
    matches = service(once, Waxed())
    await play_on(matches, await begin(matches))
    match = await begin(matches)
    assert await notes_of(once, Waxed(), match.id) == []


async def test_several_changes_are_announced_together(once: Database) -> None:
    match = await begin(service(once, Red()))
    notes = await notes_of(once, Red(), match.id)
    assert [seat for seat, _ in notes] == [0, 1]
    assert all(text.endswith(f"{FIRST}\n{SECOND}") for _, text in notes)


async def test_a_lobby_that_never_started_does_not_count_as_a_match_played(database: Database) -> None:
    matches = service(database, Tiny())
    lobby = await matches.lobbies.create(
        NewMatch(guild=1, channel=2000, host=BEN, game="tiny", deck="steep"), interaction=fresh()
    )
    await matches.lobbies.leave(MatchId(lobby.match.id), BEN, interaction=fresh())
    match = await begin(service(database, Waxed()))
    assert await notes_of(database, Waxed(), match.id) == []


def test_every_change_of_a_game_is_described_in_two_short_lines(catalog_game: Tiny) -> None:
    assert set(catalog_game.changes) == set(range(2, catalog_game.version + 1))
    for text in catalog_game.changes.values():
        lines = text.split("\n")
        assert len(lines) <= 2
        assert all(0 < len(line) <= 200 for line in lines)
