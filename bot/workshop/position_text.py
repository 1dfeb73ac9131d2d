"""Positions as texts: a game, its seed, options and decks, and the moves that lead to the position.

    game tnb
    seed 7
    option withdraw off
    deck vanguard
    deck swordhand lancer knight bulwark flanker phalanx decoy banner
    moves
    play bulwark a1
    1: draw

or

    game circuitry
    puzzle 3.12
    moves

A deck is a ready-made one or a list of cards, in the order of the seats; without decks, the first ready-made ones are
taken. A puzzle brings its own options and decks, and the seed decides what it hides. It is named as for
`Puzzles.named`, or written out as JSON (`hidden-hand puzzle generate --json`). A move is an action in notation; a seat
before it is needed only where several are asked. Blank lines and lines that begin with # do not matter.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.pasted import one_line, pasted
from bot.model.table import Table, puzzle_terms
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.puzzles import Terms
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
    deal: Deal
    plies: Sequence[Ply]
    table: Table

    @property
    def deck_ids(self) -> Sequence[str]:
        """The id of each seat's ready-made deck; "" for any other cards, and in a game without decks."""
        ready_made = {tuple(sorted(deck.cards)): deck.id for deck in self.game.decks.values()}
        decks = self.deal.decks or [()] * len(self.table.opened)
        return [ready_made.get(tuple(sorted(deck)), "") for deck in decks]


def puzzle_named(text: str) -> tuple[str, str] | None:
    """Return the key of the game and the name of the puzzle that a text names; None if it names none."""
    words = {word: rest.strip() for word, _, rest in (line.partition(" ") for _, line in _lines(text))}
    return (words.get("game", ""), words["puzzle"]) if "puzzle" in words else None


def read_position(text: str, games: Mapping[str, Game], puzzle: str = "") -> SetUp:
    """Return the position of a text.

    puzzle: the puzzle that the text names, as JSON.

    Raises:
        PositionError: the text is no position, or a move is illegal.
    """
    return _Reader(_lines(text), games, puzzle).set_up()


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text that matter, with their numbers.

    Raises:
        PositionError: the text is too long.
    """
    if len(text) > LONGEST:
        raise PositionError(1, f"a position has at most {LONGEST:,} characters")
    numbered = enumerate((line.strip() for line in pasted(text).split("\n")), start=1)
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


class _Reader:
    def __init__(self, lines: Sequence[tuple[int, str]], games: Mapping[str, Game], puzzle: str) -> None:
        self._lines = lines
        self._games = games
        self._puzzle = puzzle

    def set_up(self) -> SetUp:
        words, moves = self._parts()
        game = self._game(words)
        seed = self._number(words, "seed", SEEDS - 1, 1)
        terms = self._terms(game, words)
        options = game.all_options(terms.options)
        try:
            if self._puzzle:
                table = Table.begin_with(game, self._puzzle, seed)
            else:
                table = Table.deal(game, seats=terms.seats, options=options, decks=terms.decks, seed=seed)
        except ValueError as error:
            raise PositionError(self._lines[0][0], str(error)) from None
        deal = Deal(seed=seed, decks=terms.decks, digest=table.digest, puzzle=self._puzzle)
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
        return SetUp(game=game, options=options, deal=deal, plies=plies, table=table)

    def _parts(self) -> tuple[list[tuple[int, str, str]], list[tuple[int, str]]]:
        """Return the lines before the moves, each split after its first word, and the moves."""
        words: list[tuple[int, str, str]] = []
        for place, (number, line) in enumerate(self._lines):
            if line == "moves":
                return words, list(self._lines[place + 1 :])
            word, _, rest = line.partition(" ")
            if word not in {"game", "puzzle", "seed", "seats", "option", "deck"}:
                raise PositionError(number, "a line begins with game, puzzle, seed, seats, option, deck or moves")
            words.append((number, word, rest.strip()))
        return words, []

    def _game(self, words: Sequence[tuple[int, str, str]]) -> Game:
        number, word, key = words[0] if words else (1, "", "")
        if word != "game" or key not in self._games:
            raise PositionError(number, f"a position begins with “game” and one of {', '.join(self._games)}")
        return self._games[key]

    def _terms(self, game: Game, words: Sequence[tuple[int, str, str]]) -> Terms:
        """Return seats, options and decks: those of the puzzle, or those that the text names."""
        puzzles = [number for number, word, _ in words if word == "puzzle"]
        if not puzzles:
            options, decks = dict(self._options(game, words)), self._decks(game, words)
            fewest = min(game.playable(game.all_options(options)))
            seats = len(decks) or self._number(words, "seats", max(game.seats), fewest)
            return Terms(seats=seats, options=options, decks=decks)
        if others := [number for number, word, _ in words if word in {"seats", "option", "deck"}] + puzzles[1:]:
            raise PositionError(others[0], "a position has one puzzle, which brings its own seats, options and decks")
        try:
            return puzzle_terms(game, self._puzzle)[-1]
        except ValueError as error:
            raise PositionError(puzzles[0], one_line(str(error))) from None

    def _options(self, game: Game, words: Sequence[tuple[int, str, str]]) -> Iterator[tuple[str, str]]:
        known = {option.name: option for option in game.options}
        for number, word, rest in words:
            if word == "option":
                name, _, value = rest.partition(" ")
                if name not in known or value not in [*known[name].values]:
                    listed = "; ".join(f"{each.name} {'|'.join(each.values)}" for each in game.options)
                    raise PositionError(number, f"the options of {game.title} are {listed or 'none'}")
                yield name, value

    def _decks(self, game: Game, words: Sequence[tuple[int, str, str]]) -> tuple[tuple[CardId, ...], ...]:
        decks: list[tuple[CardId, ...]] = []
        for number, word, rest in words:
            if word != "deck":
                continue
            cards = game.decks[rest].cards if rest in game.decks else tuple(map(CardId, rest.split()))
            if faults := game.deck_faults(cards) if game.decks else ["players bring no decks"]:
                raise PositionError(number, faults[0])
            decks.append(cards)
        if game.decks and not decks:
            decks = [deck.cards for deck in game.decks.values()][: min(game.seats)]
        return tuple(decks)

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
