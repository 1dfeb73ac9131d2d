"""Cards and decks as the content has them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.core.cards import Card, CardId, Deck, copies
from rules.core.facts import Fact
from rules.tnb.actions import Attack, Block, CardAction, Move, Play
from rules.tnb.grid import EVERYWHERE, TILES_IN, Tile, TileSet, coverages, reachable, shape_of

DECK_SIZE: Final = 8
"""3.1"""
_NUMBERS: Final = ("health", "speed", "damage", "defence")


@dataclass(frozen=True, slots=True)
class Coverage(Fact, fact="Coverage"):
    """2.3 A card's shape laid over a board."""

    card: CardId
    damage: int
    defence: int
    rotation: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TnbCard(Card):
    """1.2 A card, with all that it can ever do worked out once. It has Damage or Defence, and so can always act."""

    health: int
    speed: int
    damage: int
    defence: int
    shape: TileSet
    """Not turned."""
    coverages: dict[int, Coverage] = field(init=False, repr=False)
    """2.4 By rotation."""
    attacks: tuple[Attack, ...] = field(init=False, repr=False)
    """6.5 None with Damage 0."""
    blocks: tuple[Block, ...] = field(init=False, repr=False)
    """6.4 None with Defence 0."""
    _actions: dict[int, tuple[CardAction, ...]] = field(init=False, repr=False)
    _plays: dict[TileSet, tuple[Play, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        covered = {turn: TILES_IN[tiles] for turn, tiles in coverages(self.shape).items()}
        worked_out = {
            "coverages": {
                turn: Coverage(self.id, self.damage, self.defence, turn, tiles) for turn, tiles in covered.items()
            },
            "attacks": tuple(Attack(self.id, turn) for turn in covered if self.damage),
            "blocks": tuple(Block(self.id, turn) for turn in covered if self.defence),
            "_actions": {},
            "_plays": {},
        }
        for name, value in worked_out.items():
            object.__setattr__(self, name, value)

    def actions(self, occupied: TileSet, tile: Tile) -> tuple[CardAction, ...]:
        """Chapter 6: what it can do on this tile of a board where these tiles are occupied."""
        key = occupied << 4 | tile.index
        known = self._actions.get(key)
        if known is None:
            moves = tuple(Move(self.id, to) for to in reachable(occupied, tile, self.speed))
            known = self._actions[key] = (*self.attacks, *self.blocks, *moves)
        return known

    def plays(self, occupied: TileSet) -> tuple[Play, ...]:
        """5.3 Where it can be played on a board where these tiles are occupied."""
        known = self._plays.get(occupied)
        if known is None:
            empty = TILES_IN[EVERYWHERE & ~occupied]
            known = self._plays[occupied] = tuple(Play(self.id, tile) for tile in empty)
        return known

    __repr__ = Card.__repr__


def read_cards(tables: Mapping[str, Any]) -> dict[CardId, TnbCard]:
    """The cards of `cards.toml`, by id, in its order.

    Raises:
        ValueError: an entry is not a card; names it.
    """
    cards = {}
    for key, table in tables.items():
        if set(table) != {"name", "shape", *_NUMBERS}:
            raise ValueError(f"card {key}: it needs name, {', '.join(_NUMBERS)}, shape and nothing else")
        if not (isinstance(table["name"], str) and table["name"]):
            raise ValueError(f"card {key}: name is {table['name']!r}")
        for name in _NUMBERS:
            if type(table[name]) is not int or table[name] < (name == "health"):
                raise ValueError(f"card {key}: {name} is {table[name]!r}")
        if not (table["damage"] or table["defence"]):
            raise ValueError(f"card {key}: it has neither damage nor defence")
        try:
            shape = shape_of(str(table["shape"]))
        except ValueError as error:
            raise ValueError(f"card {key}: {error}") from None
        numbers = {name: table[name] for name in _NUMBERS}
        cards[CardId(key)] = TnbCard(id=CardId(key), name=table["name"], shape=shape, **numbers)
    return cards


def read_decks(tables: Mapping[str, Any], cards: Mapping[CardId, TnbCard]) -> dict[str, Deck]:
    """The ready-made decks of `decks.toml`, by id, in its order.

    Raises:
        ValueError: an entry is not a legal deck; names it.
    """
    decks = {}
    for key, table in tables.items():
        if set(table) != {"name", "summary", "cards"}:
            raise ValueError(f"deck {key}: it needs name, summary, cards and nothing else")
        if faults := deck_faults(table["cards"], cards):
            raise ValueError(f"deck {key}: {' '.join(faults)}")
        decks[key] = Deck(id=key, name=table["name"], summary=table["summary"], cards=tuple(table["cards"]))
    return decks


def deck_faults(deck: Sequence[CardId], cards: Mapping[CardId, TnbCard]) -> list[str]:
    """3.1 Every way in which this is not a deck, each a sentence."""
    faults = []
    if len(deck) != DECK_SIZE:
        faults.append(f"A deck has {DECK_SIZE} cards, not {len(deck)} (rule 3.1).")
    for card, count in copies(deck).items():
        if card not in cards:
            faults.append(f"There is no card {card} (rule 3.1).")
        elif count > 1:
            faults.append(f"{cards[card].name} is in it {count} times, but the cards of a deck differ (rule 3.1).")
    return faults
