"""Faults in the program: a kind answer, no change, and a log line without secrets."""

import sqlite3
from typing import Any

import pytest
import structlog

from bot.application.application import Application
from bot.content.library import Library
from bot.model.reasons.database import MatchDamaged, NotSaved, RulesFailed
from bot.model.refusals import Refusal, Unavailable
from bot.store.database import Database
from bot.store.matches import Deal
from cogs.text import quoted as echo
from rules.core.cards import CardId
from rules.core.events import Seat
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, begin, first_choice, fresh
from tests.tiny_game import Tiny, TinyState, TinyView


class Stumbling(Tiny):
    """A game that raises an error when the table is shown after a player has sealed a bid."""

    def view(self, g: TinyState, seat: Seat | None) -> TinyView:
        if len(g.phase.waiting) < 2:
            raise KeyError(str(g.sides[0].hand))
        return super().view(g, seat)

    def parse(self, text: str) -> Any:
        if text == "bid card-8":
            raise RuntimeError("card-8")
        return super().parse(text)


async def test_a_fault_in_the_rules_is_explained_logged_without_secrets_and_changes_nothing(
    database: Database,
) -> None:
    app = Application(database, Library.of({"tiny": Stumbling()}))
    match = await begin(app)
    with structlog.testing.capture_logs() as lines, refused(RulesFailed(match_id=1)):
        await app.matches.act(match.id, ANN, "bid card-8", decision=None, interaction=fresh())
    assert [line["cause"].split(":")[0] for line in lines] == ["RuntimeError at test_faults.py"]
    assert "card-" not in str(lines)
    assert (await app.positions.get(match.id)).match == match


async def test_a_match_that_cannot_be_shown_can_still_be_resigned(database: Database) -> None:
    app = Application(database, Library.of({"tiny": Stumbling()}))
    match = await begin(app)
    await app.matches.act(match.id, ANN, await first_choice(app, match, ANN), decision=None, interaction=fresh())
    with structlog.testing.capture_logs() as lines, pytest.raises(Unavailable):
        (await app.positions.get(match.id)).view_for(ANN)
    assert "card-" not in str(lines)
    assert (await app.matches.resign(match.id, BEN, interaction=fresh())).match.outcome is not None


@pytest.mark.sqlite
async def test_a_ply_that_cannot_be_stored_is_explained_and_can_be_retried(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(app)
    choice = await first_choice(app, match, ANN)

    async def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch, structlog.testing.capture_logs() as lines:
        patch.setattr("bot.application.match.plies.insert_ply", full)
        patch.setattr("bot.store.matches.claim", full)
        with pytest.raises(NotSaved):
            await app.matches.act(match.id, ANN, choice, decision=None, interaction=5)
    assert "disk is full" in str(lines)
    assert (await app.matches.act(match.id, ANN, choice, decision=None, interaction=5)).match.ply == 1


async def test_a_closed_database_leads_to_a_refusal(app: Application, database: Database) -> None:
    match = await begin(app)
    await database.close()
    with structlog.testing.capture_logs(), pytest.raises(Refusal):
        await app.matches.resign(match.id, ANN, interaction=fresh())


async def test_printed_objects_contain_no_secret(app: Application) -> None:
    match = await begin(app)
    held = await app.positions.get(match.id)
    assert "card-" not in repr(held)
    assert "random" not in repr(held)
    assert "4711" not in repr(Deal(seed=4711, decks=((CardId("card-8"),),), digest="f"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("fire-3", "“fire-3”"),
        ("Ünïted 力", "“Ünïted 力”"),
        ("**<@1>** `x`\n[a](b)", "“····1··· ·x···a··b·”"),
        ("\u202eabc", "“·abc”"),
        ("x" * 41, f"“{'x' * 40}…”"),
    ],
)
def test_a_quoted_piece_of_a_users_text_is_short_and_harmless(text: str, shown: str) -> None:
    assert echo(text) == shown


@pytest.mark.parametrize("cards", ["[", '["card-1"', "\u00ff"])
async def test_a_match_with_a_damaged_record_is_refused_kindly_and_logged_without_secrets(
    database: Database, app: Application, cards: str
) -> None:
    match = await begin(app)
    await database.write(lambda db: db.rows("UPDATE players SET deck_cards_json = ? WHERE seat = 0", cards))
    fresh_start = Application(database, Library.of({"tiny": Tiny()}))
    with structlog.testing.capture_logs() as lines, refused(MatchDamaged(match_id=1)):
        await fresh_start.positions.get(match.id)
    assert [(line["match"], line["cause"]) for line in lines] == [(match.id, "JSONDecodeError")]
