"""SQL about decks of one's own."""

import json
from collections.abc import Sequence

from bot.model.deck import OwnDeck
from bot.model.match import UserId
from bot.store.database import Rows
from rules.core.cards import CardId


async def of_user(db: Rows, user: UserId) -> list[OwnDeck]:
    """The decks of a user, oldest first."""
    found = await db.rows("SELECT id, game, name, cards FROM decks WHERE user = ? ORDER BY id", user)
    return [
        OwnDeck(number=number, user=user, game=game, name=name, cards=tuple(json.loads(cards)))
        for number, game, name, cards in found
    ]


async def insert(db: Rows, user: UserId, game: str, name: str, cards: Sequence[CardId]) -> int:
    """The number of a new deck."""
    sql = "INSERT INTO decks (user, game, name, cards) VALUES (?, ?, ?, ?) RETURNING id"
    [(number,)] = await db.rows(sql, user, game, name, json.dumps(cards))
    return int(number)


async def save(db: Rows, deck: OwnDeck) -> None:
    """Store the name and the cards of a deck that there is."""
    sql = "UPDATE decks SET name = ?, cards = ? WHERE id = ?"
    await db.rows(sql, deck.name, json.dumps(deck.cards), deck.number)


async def delete(db: Rows, deck: OwnDeck) -> None:
    """Delete a deck, also where it is the default."""
    await db.rows("DELETE FROM decks WHERE id = ?", deck.number)
    await db.rows("DELETE FROM default_decks WHERE user = ? AND deck = ?", deck.user, deck.id)


async def delete_all(db: Rows, user: UserId) -> None:
    """Delete all that is stored about a user's decks."""
    await db.rows("DELETE FROM decks WHERE user = ?", user)
    await db.rows("DELETE FROM default_decks WHERE user = ?", user)


async def defaults(db: Rows, user: UserId) -> dict[str, str]:
    """The ids of a user's default decks, by game."""
    return dict(await db.rows("SELECT game, deck FROM default_decks WHERE user = ?", user))


async def save_default(db: Rows, user: UserId, game: str, deck: str | None) -> None:
    """Store which deck is the default of a game; None: none."""
    await db.rows("DELETE FROM default_decks WHERE user = ? AND game = ?", user, game)
    if deck is not None:
        await db.rows("INSERT INTO default_decks (user, game, deck) VALUES (?, ?, ?)", user, game, deck)


async def claim(db: Rows, interaction: int, deck: int) -> bool:
    """Whether this interaction is the first of its id; if so, it has now been used."""
    sql = "INSERT INTO deck_interactions (id, deck) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
    return bool(await db.rows(sql, interaction, deck))


async def claimed_by(db: Rows, interaction: int) -> int | None:
    """The number of the deck that this interaction changed, if it changed one."""
    found = await db.rows("SELECT deck FROM deck_interactions WHERE id = ?", interaction)
    return int(found[0][0]) if found else None
