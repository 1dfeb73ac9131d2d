"""Decks that users build: stored by user, within limits, checked by the deck rule of their game."""

import unicodedata
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from bot.application.match.positions import available, readable
from bot.model.deck import OwnDeck, is_own
from bot.model.match import Player, UserId
from bot.model.reasons.decks import (
    CardsNotInDeck,
    DeckGone,
    DeckLimitReached,
    DeckNotPlayable,
    DeckOfOtherGame,
    NamelessDeck,
    NameTooLong,
    NoDecksToBuild,
    NoReadyMadeDeck,
    OwnDeckHasName,
    ReadyMadeDeckHasName,
    TooManyCards,
    UnknownCards,
)
from bot.model.reasons.lobby import DecksNotPlayable, DeckTrouble
from bot.model.refusals import BadDeck, NameTaken, NoSuchDeck, TooManyDecks
from bot.store import decks as sql
from bot.store.database import Database, Rows
from rules.core.cards import CardId, copies
from rules.core.game import Game

__all__ = [
    "MOST_CARDS",
    "MOST_DECKS",
    "NAME_LIMIT",
    "BadDeck",
    "Decks",
    "NameTaken",
    "NoSuchDeck",
    "OwnDeck",
    "TooManyDecks",
    "is_own",
]

T = TypeVar("T")

MOST_DECKS: Final = 50
"""Most decks of one user, in all games together."""
MOST_CARDS: Final = 150
"""Most cards of a stored deck, legal or not."""
NAME_LIMIT: Final = 32
"""Most characters of a deck's name."""


class Decks:
    """The users' own decks. To everyone but its owner a deck does not exist.

    `interaction` is the id of the Discord interaction that asks; an id that is delivered twice acts once. A method that
    changes something has committed it when it returns. Every method may raise `Unavailable`, and raises nothing but
    refusals.
    """

    def __init__(self, database: Database, games: Mapping[str, Game]) -> None:
        self._database = database
        self._games = games
        self._ready_made = frozenset(deck.name.casefold() for game in games.values() for deck in game.decks.values())

    async def of_user(self, user: UserId, game: str | None = None) -> list[OwnDeck]:
        """Return the user's decks of a game, or of all games of this program, oldest first."""
        found = await self._read(user)
        return [deck for deck in found if deck.game in self._games and game in (None, deck.game)]

    async def get(self, user: UserId, deck: str) -> OwnDeck:
        """Return a deck by its id.

        Raises:
            NoSuchDeck: the user has none of this id.
        """
        return _find(await self._read(user), deck)

    async def defaults(self, user: UserId) -> dict[str, str]:
        """Return the ids of the user's default decks, ready-made or own, by game."""
        with readable():
            return await self._database.read(lambda db: sql.defaults(db, user))

    def faults(self, deck: OwnDeck) -> list[str]:
        """Return a sentence for each way in which the deck breaks its game's deck rule; [] if it can be played."""
        return self._games[deck.game].deck_faults(deck.cards)

    async def create(  # noqa: PLR0913 # what a deck is
        self,
        user: UserId,
        game: str,
        name: str,
        cards: Sequence[CardId] = (),
        *,
        interaction: int,
        similar: bool = False,
    ) -> OwnDeck:
        """Create a deck, legal or not. similar: if the name is taken, choose one like it.

        Raises:
            NoSuchGame: there is no such game, or it is played without decks.
            BadDeck, NameTaken, TooManyDecks: it cannot be stored.
        """
        if game not in self._games or not self._games[game].decks:
            titles = tuple(other.title for other in self._games.values() if other.decks)
            raise NoDecksToBuild(game=game, titles=titles)
        name, listed = named(name), self._listed(game, cards)

        async def work(db: Rows) -> OwnDeck:
            owned = await sql.of_user(db, user)
            earlier = await sql.claimed_by(db, interaction)
            if earlier is not None:
                return _find(owned, f"#{earlier}")
            if len(owned) >= MOST_DECKS:
                raise DeckLimitReached(limit=MOST_DECKS)
            free = self._free(name, owned) if similar else name
            self._check_name(free, owned)
            number = await sql.insert(db, user, game, free, listed)
            await sql.claim(db, interaction, number)
            return OwnDeck(number=number, user=user, game=game, name=free, cards=listed)

        return await self._write(work)

    async def change(self, user: UserId, deck: str, by: Mapping[CardId, int], *, interaction: int) -> OwnDeck:
        """Add copies of cards, as many as `by` says; for negative numbers remove copies, at most as many as there are.

        Raises:
            NoSuchDeck: the user has none of this id.
            BadDeck: there is no such card, or none of it to take out, or the deck would be too large to be kept.
        """

        def step(found: OwnDeck, _: Sequence[OwnDeck]) -> OwnDeck:
            held = copies(found.cards)
            missing = [
                self._card_name(found.game, card) for card, more in by.items() if more < 0 and not held.get(card)
            ]
            if missing:
                raise CardsNotInDeck(name=found.name, cards=tuple(missing))
            counts = {card: held.get(card, 0) + by.get(card, 0) for card in (*held, *by)}
            cards = [card for card, number in counts.items() for _ in range(min(number, MOST_CARDS + 1))]
            return replace(found, cards=self._listed(found.game, cards, kept=held))

        return await self._change(user, deck, interaction, step)

    async def rename(self, user: UserId, deck: str, name: str, *, interaction: int) -> OwnDeck:
        """Rename a deck.

        Raises:
            NoSuchDeck, BadDeck, NameTaken: it cannot be called that.
        """
        clean = named(name)

        def step(found: OwnDeck, others: Sequence[OwnDeck]) -> OwnDeck:
            self._check_name(clean, others)
            return replace(found, name=clean)

        return await self._change(user, deck, interaction, step)

    async def delete(self, user: UserId, deck: str) -> OwnDeck:
        """Delete a deck; return it.

        Raises:
            NoSuchDeck: the user has none of this id.
        """

        async def work(db: Rows) -> OwnDeck:
            found = _find(await sql.of_user(db, user), deck)
            await sql.delete(db, found)
            return found

        return await self._write(work)

    async def delete_all(self, user: UserId) -> None:
        """Delete everything that is stored about a user's decks. Matches keep the cards that they started with."""
        await self._write(lambda db: sql.delete_all(db, user))

    async def set_default(self, user: UserId, game: str, deck: str | None) -> None:
        """Store the user's default deck of a game, ready-made or own; None: a random ready-made one.

        Raises:
            NoSuchDeck: there is none of this id.
            BadDeck: it cannot be played; every fault is named.
        """
        if deck is not None and is_own(deck):
            self._check_playable(await self.get(user, deck), game)
        elif deck is not None and deck not in self._games[game].decks:
            raise NoReadyMadeDeck(title=self._games[game].title, deck=deck)
        await self._write(lambda db: sql.save_default(db, user, game, deck))

    async def pick(self, user: UserId, game: str, deck: str | None) -> OwnDeck | str | None:
        """Return the deck for a seat: the user's own deck, or the id of a ready-made one as given.

        deck: None: the user's default if it can be played now, else None is returned.

        Raises:
            NoSuchDeck: the user has no such deck of their own.
            BadDeck: it cannot be played; every fault is named.
        """
        if deck is None:
            return await self._default(user, game)
        if not is_own(deck):
            return deck
        return self._check_playable(await self.get(user, deck), game)

    async def still(self, user: UserId, game: str, deck: str) -> str | None:
        """Return the id of a deck that was played before if it can be played again, else None."""
        if not is_own(deck):
            return deck if deck in self._games[game].decks else None
        found = [own for own in await self._read(user) if own.id == deck]
        return deck if found and not self.faults(found[0]) else None

    async def missing(self, game: str, players: Sequence[Player]) -> list[UserId]:
        """Return the players whose own deck was deleted or can no longer be played."""
        own = [player for player in players if is_own(player.deck)]
        return [player.user for player in own if await self.still(player.user, game, player.deck) is None]

    async def freeze(
        self, game: str, players: Sequence[Player], asker: UserId
    ) -> list[tuple[Player, tuple[CardId, ...]]]:
        """Return the players with the names and the cards that their decks have now.

        Raises:
            BadTable: somebody's own deck was deleted, or changed so that it cannot be played. It says whose, and to
                the one who asks what is wrong with their own.
        """
        frozen, troubles = [], []
        for player in players:
            if not is_own(player.deck):
                ready_made = self._games[game].decks
                frozen.append((player, ready_made[player.deck].cards if ready_made else ()))
                continue
            found = [own for own in await self._read(player.user) if own.id == player.deck]
            faults = self.faults(found[0]) if found else []
            if not found or faults:
                is_yours = player.user == asker
                troubles.append(
                    DeckTrouble(
                        user_id=player.user,
                        is_yours=is_yours,
                        was_deleted=not found,
                        faults=tuple(faults) if is_yours else (),
                    )
                )
            else:
                frozen.append((replace(player, deck_name=found[0].name), found[0].cards))
        if troubles:
            raise DecksNotPlayable(troubles=tuple(troubles))
        return frozen

    async def _default(self, user: UserId, game: str) -> OwnDeck | str | None:
        deck = (await self.defaults(user)).get(game)
        if deck is None or await self.still(user, game, deck) is None:
            return None
        return await self.pick(user, game, deck)

    def _check_playable(self, deck: OwnDeck, game: str) -> OwnDeck:
        if deck.game != game:
            raise DeckOfOtherGame(name=deck.name, title=self._games[game].title)
        if faults := self.faults(deck):
            raise DeckNotPlayable(name=deck.name, faults=tuple(faults))
        return deck

    def _listed(self, game: str, cards: Sequence[CardId], kept: Collection[CardId] = ()) -> tuple[CardId, ...]:
        """Return the cards in the order of the card list. kept: cards that may stay although the game no longer has
        them.
        """
        known = {card: place for place, card in enumerate(self._games[game].cards)}
        unknown = [card for card in dict.fromkeys(cards) if card not in known and card not in kept]
        if unknown:
            raise UnknownCards(title=self._games[game].title, cards=tuple(unknown))
        if len(cards) > MOST_CARDS:
            raise TooManyCards(limit=MOST_CARDS)
        return tuple(sorted(cards, key=lambda card: known.get(card, len(known))))

    def _card_name(self, game: str, card: CardId) -> str:
        known = self._games[game].cards
        return known[card].name if card in known else card

    def _check_name(self, name: str, others: Sequence[OwnDeck]) -> None:
        if name.casefold() in self._ready_made:
            raise ReadyMadeDeckHasName(name=name)
        if name.casefold() in {other.name.casefold() for other in others}:
            raise OwnDeckHasName(name=name)

    def _free(self, name: str, others: Sequence[OwnDeck]) -> str:
        taken = self._ready_made | {other.name.casefold() for other in others}
        tries = (name, *(f"{name[: NAME_LIMIT - 4].rstrip()} {number}" for number in range(2, MOST_DECKS + 3)))
        return next(free for free in tries if free.casefold() not in taken)

    async def _read(self, user: UserId) -> list[OwnDeck]:
        with readable():
            return await self._database.read(lambda db: sql.of_user(db, user))

    async def _change(
        self, user: UserId, deck: str, interaction: int, step: Callable[[OwnDeck, Sequence[OwnDeck]], OwnDeck]
    ) -> OwnDeck:
        async def work(db: Rows) -> OwnDeck:
            owned = await sql.of_user(db, user)
            found = _find(owned, deck)
            if await sql.claim(db, interaction, found.number):
                found = step(found, [other for other in owned if other.number != found.number])
                await sql.save(db, found)
            return found

        return await self._write(work)

    async def _write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with available():
            return await self._database.write(work)


def named(text: str) -> str:
    """Return the name as it is stored: one line without invisible characters.

    Raises:
        BadDeck: it is too long, or nothing of it can be read.
    """
    seen = "".join(c if c.isprintable() else " " for c in unicodedata.normalize("NFC", text))
    name = " ".join(seen.split())
    if not any(c.isalnum() for c in name):
        raise NamelessDeck
    if len(name) > NAME_LIMIT:
        raise NameTooLong(name=name, length=len(name), limit=NAME_LIMIT)
    return name


def _find(owned: Sequence[OwnDeck], deck: str) -> OwnDeck:
    for found in owned:
        if found.id == deck:
            return found
    raise DeckGone
