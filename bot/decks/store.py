"""SQL about the decks that users built."""

import json
from collections.abc import Sequence

from bot.decks.deck import OwnDeck
from bot.model.match import UserId
from bot.store.database import Rows
from rules.core.cards import CardId


async def of_user(db: Rows, user_id: UserId) -> list[OwnDeck]:
    """Return the decks of a user, oldest first."""
    rows = await db.rows("SELECT id, game, name, cards_json FROM decks WHERE user_id = ? ORDER BY id", user_id)
    return [
        OwnDeck(number=deck_id, user=user_id, game=game, name=name, cards=tuple(json.loads(cards_json)))
        for deck_id, game, name, cards_json in rows
    ]


async def insert(db: Rows, user_id: UserId, game: str, name: str, cards: Sequence[CardId]) -> int:
    """Store a new deck and return its number."""
    sql = "INSERT INTO decks (user_id, game, name, cards_json) VALUES (?, ?, ?, ?) RETURNING id"
    [(deck_id,)] = await db.rows(sql, user_id, game, name, json.dumps(cards))
    return int(deck_id)


async def save(db: Rows, deck: OwnDeck) -> None:
    """Store the name and the cards of a deck that exists."""
    sql = "UPDATE decks SET name = ?, cards_json = ? WHERE id = ?"
    await db.run(sql, deck.name, json.dumps(deck.cards), deck.number)


async def delete(db: Rows, deck: OwnDeck) -> None:
    """Delete a deck, and the choice of it as a default deck."""
    await db.run("DELETE FROM decks WHERE id = ?", deck.number)
    await db.run("DELETE FROM default_decks WHERE user_id = ? AND deck_id = ?", deck.user, deck.id)


async def delete_all(db: Rows, user_id: UserId) -> None:
    """Delete everything that is stored about a user's decks."""
    await db.run("DELETE FROM decks WHERE user_id = ?", user_id)
    await db.run("DELETE FROM default_decks WHERE user_id = ?", user_id)


async def defaults(db: Rows, user_id: UserId) -> dict[str, str]:
    """Return the ids of a user's default decks, by game."""
    return dict(await db.rows("SELECT game, deck_id FROM default_decks WHERE user_id = ?", user_id))


async def save_default(db: Rows, user_id: UserId, game: str, deck_id: str | None) -> None:
    """Store the default deck of a user at a game. deck_id: None deletes the one they have."""
    await db.run("DELETE FROM default_decks WHERE user_id = ? AND game = ?", user_id, game)
    if deck_id is not None:
        await db.run("INSERT INTO default_decks (user_id, game, deck_id) VALUES (?, ?, ?)", user_id, game, deck_id)


async def claim(db: Rows, interaction_id: int, deck_number: int) -> bool:
    """Mark an interaction as used by a deck; return False if it was used before."""
    sql = "INSERT INTO deck_interactions (id, deck_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
    return bool(await db.rows(sql, interaction_id, deck_number))


async def claimed_by(db: Rows, interaction_id: int) -> int | None:
    """Return the number of the deck that an interaction changed, if it changed one."""
    rows = await db.rows("SELECT deck_id FROM deck_interactions WHERE id = ?", interaction_id)
    return int(rows[0][0]) if rows else None
