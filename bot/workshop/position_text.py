"""Positions as texts: a game, its seed, options and decks, and the moves that lead to the position.

    game tnb
    seed 7
    option withdraw off
    deck vanguard
    deck swordhand lancer knight bulwark flanker phalanx decoy banner
    moves
    play bulwark a1
    1: draw

A deck is a ready-made one or a list of cards, in the order of the seats; without decks, the first ready-made ones are
taken. A move is an action in notation; a seat before it is needed only where several are asked. Blank lines and lines
that begin with # do not matter.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.pasted import pasted
from bot.model.table import Table
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.rng import SEEDS

LONGEST: Final = 4_000
"""The maximum number of characters: as many as a form on Discord takes (Text Input, `max_length`)."""
_MOVE: Final = re.compile(r"(?:(?P<seat>\d{1,2}):\s*)?(?P<action>.+)")
_ECHO: Final = 40


class PositionError(ValueError):
    """The error for a text that is no position. Its message is one line and names the faulty line."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A position, and how it came about."""

    game: Game
    options: Mapping[str, str]
    """Every option with its value."""
    deck_ids: Sequence[str]
    """The id of each seat's ready-made deck; "" for a list of cards."""
    deal: Deal
    plies: Sequence[Ply]
    table: Table


def read_position(text: str, games: Mapping[str, Game]) -> SetUp:
    """Return the position of a text.

    Raises:
        PositionError: the text is no position, or a move is illegal.
    """
    if len(text) > LONGEST:
        raise PositionError(1, f"a position has at most {LONGEST:,} characters")
    numbered = enumerate((line.strip() for line in pasted(text).split("\n")), start=1)
    return _Reader([(number, line) for number, line in numbered if line and not line.startswith("#")], games).set_up()


class _Reader:
    def __init__(self, lines: Sequence[tuple[int, str]], games: Mapping[str, Game]) -> None:
        self._lines = lines
        self._games = games

    def set_up(self) -> SetUp:
        words, moves = self._parts()
        game = self._game(words)
        deck_ids, decks = self._decks(game, words)
        options = game.all_options(dict(self._options(game, words)))
        seed = self._number(words, "seed", SEEDS - 1, 1)
        seats = len(decks) or self._number(words, "seats", max(game.seats), min(game.playable(options)))
        try:
            table = Table.deal(game, seats=seats, options=options, decks=decks, seed=seed)
        except ValueError as error:
            raise PositionError(self._lines[0][0], str(error)) from None
        deal = Deal(seed=seed, decks=tuple(map(tuple, decks)), digest=table.digest)
        plies: list[Ply] = []
        for line, move in moves:
            seat, action, table = _played(table, line, move)
            plies.append(
                Ply(
                    number=len(plies) + 1,
                    seat=seat,
                    kind=PlyKind.ACTION,
                    action=action,
                    undoes=0,
                    anew=False,
                    digest=table.digest,
                )
            )
        if table.state.outcome is not None:
            raise PositionError(moves[-1][0], "the match is over here, so nobody can play on")
        return SetUp(game=game, options=options, deck_ids=deck_ids, deal=deal, plies=plies, table=table)

    def _parts(self) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
        """Return the lines before the moves, each split after its first word, and the moves."""
        words: list[tuple[int, str, str]] = []
        for place, (number, line) in enumerate(self._lines):
            if line == "moves":
                return words, list(self._lines[place + 1 :])
            word, _, rest = line.partition(" ")
            if word not in {"game", "seed", "seats", "option", "deck"}:
                raise PositionError(number, "a line begins with game, seed, seats, option, deck or moves")
            words.append((number, word, rest.strip()))
        return words, []

    def _game(self, words: Sequence[tuple[int, str, str]]) -> Game:
        number, word, key = words[0] if words else (1, "", "")
        if word != "game" or key not in self._games:
            raise PositionError(number, f"a position begins with “game” and one of {', '.join(self._games)}")
        return self._games[key]

    def _options(self, game: Game, words: Sequence[tuple[int, str, str]]) -> Iterator[tuple[str, str]]:
        known = {option.name: option for option in game.options}
        for number, word, rest in words:
            if word == "option":
                name, _, value = rest.partition(" ")
                if name not in known or value not in [*known[name].values]:
                    listed = "; ".join(f"{each.name} {'|'.join(each.values)}" for each in game.options)
                    raise PositionError(number, f"the options of {game.title} are {listed or 'none'}")
                yield name, value

    def _decks(
        self, game: Game, words: Sequence[tuple[int, str, str]]
    ) -> tuple[Sequence[str], Sequence[tuple[CardId, ...]]]:
        ids: list[str] = []
        decks: list[tuple[CardId, ...]] = []
        for number, word, rest in words:
            if word != "deck":
                continue
            cards = game.decks[rest].cards if rest in game.decks else tuple(map(CardId, rest.split()))
            if faults := game.deck_faults(cards) if game.decks else ["players bring no decks"]:
                raise PositionError(number, faults[0])
            ids.append(rest if rest in game.decks else "")
            decks.append(cards)
        if game.decks and not decks:
            first = [*game.decks.values()][: min(game.seats)]
            return [deck.id for deck in first], [deck.cards for deck in first]
        return ids, decks

    def _number(self, words: Sequence[tuple[int, str, str]], wanted: str, most: int, default: int) -> int:
        for number, word, rest in words:
            if word == wanted:
                if not re.fullmatch(r"\d{1,39}", rest) or int(rest) > most:
                    raise PositionError(number, f"“{wanted}” needs a whole number up to {most}")
                return int(rest)
        return default


def _played(table: Table, line: int, move: str) -> tuple[Seat, str, Table]:
    """Return the seat that makes a move, its action in notation, and the table after it."""
    parts = _MOVE.fullmatch(move)
    assert parts is not None  # a line is never empty
    asked = table.state.phase.waiting
    if parts["seat"] is None and not asked:
        raise PositionError(line, "the match is over before this move")
    seat = Seat(parts["seat"]) if parts["seat"] is not None else asked[0]
    if not 0 <= seat < len(table.opened):
        raise PositionError(line, f"there is no seat {seat}; seats are counted from 0")
    try:
        action = table.game.parse(parts["action"])
        return seat, str(action), table.play(seat, action)
    except ValueError as error:  # it is no action, or an illegal one
        raise PositionError(line, f"{move[:_ECHO]}: {error}") from None
