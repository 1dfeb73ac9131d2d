"""Store decks that users build, within limits, and check them against the deck rule of their game."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from bot.decks import store as sql
from bot.decks.completion import completed
from bot.decks.deck import OwnDeck, is_own
from bot.decks.refusals import (
    CardsNotInDeck,
    DeckGone,
    DeckLimitReached,
    DeckNotPlayable,
    DeckOfOtherGame,
    NamelessDeck,
    NameTooLong,
    NoDecksToBuild,
    NoReadyMadeDeck,
    NotCompletable,
    OwnDeckHasName,
    ReadyMadeDeckHasName,
    TooManyCards,
    UnknownCards,
)
from bot.model.match import Player, UserId
from bot.model.pasted import one_line
from bot.model.reasons.lobby import DecksNotPlayable, DeckTrouble
from bot.model.refusals import NoSuchGame, NotAllowed
from bot.store.availability import available, readable
from bot.store.database import Database, Rows
from rules.core.cards import CardId, copies
from rules.core.game import Game, catalog_key

T = TypeVar("T")

MOST_DECKS: Final = 50
"""The maximum number of decks of one user, over all games."""
MOST_CARDS: Final = 150
"""The maximum number of cards in a stored deck, legal or not."""
NAME_LIMIT: Final = 32
"""The maximum length of a deck's name, in characters."""


class Decks:
    """Store and check the decks that users have built. Only the owner of a deck can learn that it exists.

    `interaction` is the id of the Discord interaction behind a request; a repeated id changes nothing. When a method
    returns, its change is committed. All methods may raise `Unavailable`; every exception they raise is a `Refusal`.
    """

    def __init__(
        self, database: Database, games: Mapping[str, Game], game: Callable[[str], Awaitable[Game]] | None = None
    ) -> None:
        """games: the games of the catalog. game: returns the game with a key, of the catalog or of a content pack;
        None: there are no packs.
        """
        self._database = database
        self._games = games
        self._game = game or self._of_catalog
        self._ready_made = frozenset(deck.name.casefold() for game in games.values() for deck in game.decks.values())

    async def of_user(self, user: UserId, game: str | None = None) -> list[OwnDeck]:
        """Return the decks that a user has built for one game (None: for all games of this program and all content
        packs), oldest first.
        """
        decks = await self._read(user)
        return [deck for deck in decks if catalog_key(deck.game) in self._games and game in (None, deck.game)]

    async def get(self, user: UserId, deck: str) -> OwnDeck:
        """Return a deck that a user has built, by its id.

        Raises:
            NoSuchDeck: the user has no deck with this id.
        """
        return _find(await self._read(user), deck)

    async def defaults(self, user: UserId) -> dict[str, str]:
        """Return the ids of a user's default decks by game. They are ready-made or built by the user."""
        with readable():
            return await self._database.read(lambda db: sql.defaults(db, user))

    async def create(  # noqa: PLR0913 # the fields of a deck
        self,
        user: UserId,
        game: str,
        name: str,
        cards: Sequence[CardId] = (),
        *,
        interaction: int,
        similar: bool = False,
    ) -> OwnDeck:
        """Create a deck, legal or not. similar: use a similar name if this one is taken.

        Raises:
            NoSuchGame: the game does not exist, or has no decks.
            BadDeck, NameTaken, TooManyDecks: the deck cannot be stored.
        """
        built_for = await self._with_decks(game)
        name, listed = named(name), _listed(built_for, cards)

        async def work(db: Rows) -> OwnDeck:
            owned = await sql.of_user(db, user)
            earlier = await sql.claimed_by(db, interaction)
            if earlier is not None:
                return _find(owned, f"#{earlier}")
            if len(owned) >= MOST_DECKS:
                raise DeckLimitReached(limit=MOST_DECKS)
            ready_made = self._ready_made.union(deck.name.casefold() for deck in built_for.decks.values())
            free = _free(name, owned, ready_made) if similar else name
            _check_name(free, owned, ready_made)
            number = await sql.insert(db, user, game, free, listed)
            await sql.claim(db, interaction, number)
            return OwnDeck(number=number, user=user, game=game, name=free, cards=listed)

        return await self._write(work)

    async def change(self, user: UserId, deck: str, by: Mapping[CardId, int], *, interaction: int) -> OwnDeck:
        """Add copies of cards to a deck. by: the number of copies to add, by card; a negative number removes copies, at
        most all of them.

        Raises:
            NoSuchDeck: the user has no deck with this id.
            BadDeck: a card does not exist, a card to remove is not in the deck, or the deck would be too large to
                store.
        """
        game = await self._game((await self.get(user, deck)).game)

        def step(current: OwnDeck, _: Sequence[OwnDeck]) -> OwnDeck:
            held = copies(current.cards)
            missing = [_card_name(game, card) for card, more in by.items() if more < 0 and not held.get(card)]
            if missing:
                raise CardsNotInDeck(name=current.name, cards=tuple(missing))
            counts = {card: held.get(card, 0) + by.get(card, 0) for card in (*held, *by)}
            cards = [card for card, number in counts.items() for _ in range(min(number, MOST_CARDS + 1))]
            return replace(current, cards=_listed(game, cards, kept=held))

        return await self._change(user, deck, interaction, step)

    async def complete(self, user: UserId, deck: str, *, interaction: int) -> OwnDeck:
        """Add cards to a deck until it is legal (`completed`).

        Raises:
            NoSuchDeck: the user has no deck with this id.
            BadDeck: no further cards make the deck legal.
        """
        game = await self._game((await self.get(user, deck)).game)

        def step(current: OwnDeck, _: Sequence[OwnDeck]) -> OwnDeck:
            cards = completed(game, current.cards)
            if cards is None:
                raise NotCompletable(name=current.name)
            return replace(current, cards=_listed(game, cards))

        return await self._change(user, deck, interaction, step)

    async def rename(self, user: UserId, deck: str, name: str, *, interaction: int) -> OwnDeck:
        """Rename a deck.

        Raises:
            NoSuchDeck: the user has no deck with this id.
            BadDeck, NameTaken: the deck cannot have this name.
        """
        clean = named(name)

        def step(current: OwnDeck, others: Sequence[OwnDeck]) -> OwnDeck:
            _check_name(clean, others, self._ready_made)
            return replace(current, name=clean)

        return await self._change(user, deck, interaction, step)

    async def delete(self, user: UserId, deck: str) -> OwnDeck:
        """Delete a deck, and return the deleted deck.

        Raises:
            NoSuchDeck: the user has no deck with this id.
        """

        async def work(db: Rows) -> OwnDeck:
            current = _find(await sql.of_user(db, user), deck)
            await sql.delete(db, current)
            return current

        return await self._write(work)

    async def delete_all(self, user: UserId) -> None:
        """Delete all decks and default decks of a user. Matches keep the cards with which they began."""
        await self._write(lambda db: sql.delete_all(db, user))

    async def set_default(self, user: UserId, game: str, deck: str | None) -> None:
        """Set a user's default deck for a game. deck: the id of a ready-made deck or of one built by the user; None: a
        ready-made deck is drawn at random each time.

        Raises:
            NoSuchDeck: no deck has this id.
            BadDeck: the deck cannot be played; the refusal names every fault.
        """
        if deck is not None and is_own(deck):
            await self._check_playable(await self.get(user, deck), game)
        elif deck is not None and deck not in (played := await self._game(game)).decks:
            raise NoReadyMadeDeck(title=played.title, deck=deck)
        await self._write(lambda db: sql.save_default(db, user, game, deck))

    async def pick(self, user: UserId, game: str, deck: str | None) -> OwnDeck | str | None:
        """Return the deck with which a user takes a seat: a deck that the user built, or the id of a ready-made one.

        deck: the id of a deck; None: the user's default deck. If there is no default or it cannot be played, return
        None.

        Raises:
            NoSuchDeck: the user has built no such deck.
            BadDeck: the deck cannot be played; the refusal names every fault.
        """
        if deck is None:
            return await self._default(user, game)
        if not is_own(deck):
            return deck
        return await self._check_playable(await self.get(user, deck), game)

    async def still(self, user: UserId, game: str, deck: str) -> str | None:
        """Return the id of a deck with which a user has played before, or None if the deck can no longer be played."""
        try:
            played = await self._game(game)
        except (NoSuchGame, NotAllowed):  # a content pack that can no longer be played
            return None
        if not is_own(deck):
            return deck if deck in played.decks else None
        matching = [owned for owned in await self._read(user) if owned.id == deck and owned.game == game]
        return deck if matching and not played.deck_faults(matching[0].cards) else None

    async def missing(self, game: str, players: Sequence[Player]) -> list[UserId]:
        """Return the users who chose a deck of their own that was deleted since, or that can no longer be played."""
        with_own_deck = [player for player in players if is_own(player.deck)]
        return [player.user for player in with_own_deck if await self.still(player.user, game, player.deck) is None]

    async def freeze(
        self, game: str, players: Sequence[Player], asker: UserId
    ) -> list[tuple[Player, tuple[CardId, ...]]]:
        """Return each player, with the present name of their deck in `Player.deck_name`, and the cards of that deck.

        Raises:
            BadTable: a deck that a player built was deleted or can no longer be played. The refusal names all such
                players. It lists the faults of a deck only if the deck belongs to `asker`.
        """
        played, frozen, troubles = await self._game(game), [], []
        for player in players:
            if not is_own(player.deck):
                ready_made = played.decks
                frozen.append((player, ready_made[player.deck].cards if ready_made else ()))
                continue
            matching = [owned for owned in await self._read(player.user) if owned.id == player.deck]
            faults = played.deck_faults(matching[0].cards) if matching else []
            if not matching or faults:
                is_yours = player.user == asker
                troubles.append(
                    DeckTrouble(
                        user_id=player.user,
                        is_yours=is_yours,
                        was_deleted=not matching,
                        faults=tuple(faults) if is_yours else (),
                    )
                )
            else:
                frozen.append((replace(player, deck_name=matching[0].name), matching[0].cards))
        if troubles:
            raise DecksNotPlayable(troubles=tuple(troubles))
        return frozen

    async def _default(self, user: UserId, game: str) -> OwnDeck | str | None:
        deck = (await self.defaults(user)).get(game)
        if deck is None or await self.still(user, game, deck) is None:
            return None
        return await self.pick(user, game, deck)

    async def _check_playable(self, deck: OwnDeck, game: str) -> OwnDeck:
        played = await self._game(game)
        if deck.game != game:
            raise DeckOfOtherGame(name=deck.name, title=played.title)
        if faults := played.deck_faults(deck.cards):
            raise DeckNotPlayable(name=deck.name, faults=tuple(faults))
        return deck

    async def _with_decks(self, key: str) -> Game:
        """Return the game with this key. Raise NoDecksToBuild if there is none, or if it has no decks."""
        with suppress(NoSuchGame):
            game = await self._game(key)
            if game.decks:
                return game
        titles = tuple(other.title for other in self._games.values() if other.decks)
        raise NoDecksToBuild(game=key, titles=titles)

    async def _of_catalog(self, key: str) -> Game:
        if key not in self._games:
            raise NoSuchGame
        return self._games[key]

    async def _read(self, user: UserId) -> list[OwnDeck]:
        with readable():
            return await self._database.read(lambda db: sql.of_user(db, user))

    async def _change(
        self, user: UserId, deck: str, interaction: int, step: Callable[[OwnDeck, Sequence[OwnDeck]], OwnDeck]
    ) -> OwnDeck:
        async def work(db: Rows) -> OwnDeck:
            owned = await sql.of_user(db, user)
            current = _find(owned, deck)
            if await sql.claim(db, interaction, current.number):
                current = step(current, [other for other in owned if other.number != current.number])
                await sql.save(db, current)
            return current

        return await self._write(work)

    async def _write(self, work: Callable[[Rows], Awaitable[T]]) -> T:
        with available():
            return await self._database.write(work)


def named(text: str) -> str:
    """Return the stored form of a deck's name: one line without invisible characters.

    Raises:
        BadDeck: the name is too long, or has no letter or digit.
    """
    name = one_line(text)
    if not any(map(str.isalnum, name)):
        raise NamelessDeck
    if len(name) > NAME_LIMIT:
        raise NameTooLong(name=name, length=len(name), limit=NAME_LIMIT)
    return name


def _listed(game: Game, cards: Sequence[CardId], kept: Collection[CardId] = ()) -> tuple[CardId, ...]:
    """Return the cards in the order of the game's card list.

    kept: cards that are allowed even if the game no longer has them.

    Raises:
        BadDeck: there are too many cards, or the game lacks one of them.
    """
    places = {card: place for place, card in enumerate(game.cards)}
    unknown = [card for card in dict.fromkeys(cards) if card not in places and card not in kept]
    if unknown:
        raise UnknownCards(title=game.title, cards=tuple(unknown))
    if len(cards) > MOST_CARDS:
        raise TooManyCards(limit=MOST_CARDS)
    return tuple(sorted(cards, key=lambda card: places.get(card, len(places))))


def _card_name(game: Game, card: CardId) -> str:
    return game.cards[card].name if card in game.cards else card


def _check_name(name: str, others: Sequence[OwnDeck], ready_made: Collection[str]) -> None:
    if name.casefold() in ready_made:
        raise ReadyMadeDeckHasName(name=name)
    if name.casefold() in {other.name.casefold() for other in others}:
        raise OwnDeckHasName(name=name)


def _free(name: str, others: Sequence[OwnDeck], ready_made: Collection[str]) -> str:
    taken = {*ready_made, *(other.name.casefold() for other in others)}
    tries = (name, *(f"{name[: NAME_LIMIT - 4].rstrip()} {number}" for number in range(2, MOST_DECKS + 3)))
    return next(free for free in tries if free.casefold() not in taken)


def _find(owned: Sequence[OwnDeck], deck: str) -> OwnDeck:
    for candidate in owned:
        if candidate.id == deck:
            return candidate
    raise DeckGone
