"""Match files: a finished match as a text that carries everything to replay and check it.

The first line names the format. A line begins with a word; the plies follow `plies`, one a line: number, seat, the
action in notation after `:`, and the digest of the state after it in brackets. A ply that is not an action has a word
after `!` instead. The last line, after `tables`, is the card tables as JSON. `docs/replays.md` has an example.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from bot.content.seeds import Content
from bot.model.commitment import DealSecret, read_seed, write_seed
from bot.model.comparison import Lot
from bot.model.deal_message import DealMessage
from bot.model.pasted import one_line, pasted
from bot.replay.record import Proof, Record
from bot.store.matches import Deal
from bot.store.plies import Ply, PlyKind
from rules.core.cards import CardId
from rules.core.play import Outcome

FORMAT: Final = "hidden-hand match 1"
LARGEST: Final = 2_000_000
"""The maximum number of characters in a file; a larger one is refused."""
_MOST_SEATS: Final = 20
_LONGEST_NAME: Final = 100
_LONGEST_PUZZLE: Final = 10_000
_DIGEST: Final = re.compile("[0-9a-f]{16}")
_HASH: Final = re.compile("[0-9a-f]{64}")
_SEED: Final = re.compile("[0-9a-f]{32}")
_WORD: Final = re.compile("[a-z0-9_-]{1,64}")
_PLY: Final = re.compile(
    r"(?P<number>[1-9][0-9]{0,6}) (?P<seat>[0-9]{1,2})(?:: (?P<action>[a-z0-9+., -]{1,300})"
    r"|! (?P<kind>resignation|draw|undo (?P<undoes>[1-9][0-9]{0,5})(?P<anew> anew)?)) \[(?P<digest>[0-9a-f]{16})\]"
)
T = TypeVar("T")


class MatchFileError(ValueError):
    """The error for a text that is not a valid match file. Its message is one line and names the faulty line."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line


def write(record: Record) -> str:
    """Return the text of a match file. It holds the seed and all decks: only give it to those who may see all hands."""
    return "\n".join([*_lines(record), ""])


def _lines(record: Record) -> Iterator[str]:
    yield FORMAT
    yield f"game {record.game}"
    yield f"rules {record.rules}"
    yield f"content {record.content.hash}"
    for name, value in record.options.items():
        yield f"option {name} {value}"
    for seat, name in enumerate(record.names):
        yield f"seat {seat} {_name(name)}"
    for seat, deck in enumerate(record.deal.decks):
        yield f"deck {seat} {' '.join(deck)}"
    if record.deal.puzzle:
        yield f"puzzle {record.deal.puzzle}"
    yield f"seed {write_seed(record.deal.seed)}"
    if record.proof is not None:
        yield f"secret {record.proof.secret.digits}"
        yield f"message {record.proof.message.link}"
    if record.lot is not None:
        yield f"lot {record.lot.first} {record.lot.second} {'second' if record.lot.is_second else 'first'}"
    yield f"deal {record.deal.digest}"
    if record.outcome is not None:
        yield f"result {record.outcome.ending} {' '.join(map(str, record.outcome.ranks))}"
    yield "plies"
    yield from map(_ply_line, record.plies)
    yield "tables"
    yield record.content.text


def _ply_line(ply: Ply) -> str:
    match ply.kind:
        case PlyKind.ACTION:
            entry = f": {ply.action}"
        case PlyKind.UNDO:
            entry = f"! undo {ply.undoes}{' anew' if ply.anew else ''}"
        case _:
            entry = f"! {ply.kind}"
    return f"{ply.number} {ply.seat}{entry} [{ply.digest}]"


def _name(name: str) -> str:
    """Return a name as files have it, also if it comes from one: short, of one line, without control characters."""
    return one_line(one_line(name[: 10 * _LONGEST_NAME])[:_LONGEST_NAME]) or "-"


def read(text: str) -> Record:
    """Return the match of a file, unchecked: `bot.replay.verification` checks it. Blanks around lines do not matter,
    nor do the line breaks and invisible characters of other programs.

    Raises:
        MatchFileError: the text is not a valid match file of this version.
    """
    if len(text) > LARGEST:
        raise MatchFileError(1, f"the file has more than {LARGEST:,} characters")
    lines = [line.strip() for line in pasted(text).split("\n")]
    first = next((at for at, line in enumerate(lines) if line), 0)
    if lines[first] != FORMAT:
        if re.fullmatch(r"hidden-hand match \S{1,20}", lines[first]):
            raise MatchFileError(first + 1, f"this version reads “{FORMAT}”, and this is “{lines[first]}”")
        raise MatchFileError(first + 1, f"a match file begins with “{FORMAT}”")
    return _Reader(lines, first + 1).record()


class _Reader:
    """Reads the lines of a file in their order."""

    def __init__(self, lines: Sequence[str], at: int) -> None:
        """at: the index of the line after the first."""
        self._lines = lines
        self._at = at

    def record(self) -> Record:
        game = self._one("game", _text(_WORD))
        rules = self._one("rules", _number)
        content_hash = self._one("content", _text(_DIGEST))
        options = dict(self._many("option", _option))
        names = [self._one(f"seat {seat}", _name) for seat in range(self._count("seat"))]
        if not names:
            raise self._fault("no seat is named")
        decks = [self._one(f"deck {seat}", _deck) for seat in range(self._count("deck"))]
        if len(decks) not in (0, len(names)):
            raise self._fault("every seat needs a deck, or none has one")
        puzzle = self._one("puzzle", _json) if self._is_next("puzzle") else ""
        seed = read_seed(self._one("seed", _text(_SEED)))
        proof = self._proof() if self._is_next("secret") else None
        lot = self._one("lot", _lot) if self._is_next("lot") else None
        digest = self._one("deal", _text(_DIGEST))
        outcome = self._one("result", _outcome(len(names))) if self._is_next("result") else None
        plies = self._plies(len(names))
        content = Content(game, self._line())
        if content.hash != content_hash:
            raise self._fault("the card tables are not those of the content named above")
        self._at += 1
        if any(self._lines[self._at :]):
            raise self._fault("there is more text after the card tables")
        return Record(
            game=game,
            rules=rules,
            content=content,
            options=options,
            names=tuple(names),
            deal=Deal(seed=seed, decks=tuple(decks), digest=digest, puzzle=puzzle),
            plies=plies,
            outcome=outcome,
            proof=proof,
            lot=lot,
        )

    def _proof(self) -> Proof:
        secret = DealSecret(self._one("secret", _text(_HASH)))
        return Proof(secret=secret, message=self._one("message", DealMessage.read))

    def _plies(self, seats: int) -> list[Ply]:
        """Read the plies, from the line `plies` to the line `tables`."""
        self._only("plies")
        plies: list[Ply] = []
        in_force = 0
        while self._line() != "tables":
            ply = _PLY.fullmatch(self._line())
            if ply is None:
                raise self._fault("this is no ply")
            if int(ply["number"]) != len(plies) + 1:
                raise self._fault(f"this should be ply {len(plies) + 1}")
            if int(ply["seat"]) >= seats:
                raise self._fault(f"there is no seat {ply['seat']}")
            undoes = int(ply["undoes"] or 0)
            if undoes > in_force:
                raise self._fault(f"only {in_force} plies can be undone here")
            in_force += -undoes if undoes else 1
            kind = PlyKind.ACTION if ply["kind"] is None else PlyKind(ply["kind"].split()[0])
            plies.append(
                Ply(
                    number=len(plies) + 1,
                    seat=int(ply["seat"]),
                    kind=kind,
                    action=ply["action"],
                    undoes=undoes,
                    anew=bool(ply["anew"]),
                    digest=ply["digest"],
                )
            )
            self._at += 1
        self._at += 1
        return plies

    def _line(self) -> str:
        if self._at >= len(self._lines):
            raise self._fault("the file ends too early")
        return self._lines[self._at]

    def _is_next(self, word: str) -> bool:
        return self._line().startswith(f"{word} ")

    def _count(self, word: str) -> int:
        """Return how many of the next lines begin with a word."""
        count = 0
        while self._at + count < len(self._lines) and self._lines[self._at + count].startswith(f"{word} "):
            count += 1
        if count > _MOST_SEATS:
            raise self._fault(f"there are more than {_MOST_SEATS} seats")
        return count

    def _one(self, word: str, reading: Callable[[str], T]) -> T:
        if not self._is_next(word):
            raise self._fault(f"“{word} …” is expected here")
        try:
            value = reading(self._line()[len(word) + 1 :])
        except ValueError as error:
            raise self._fault(f"“{word}”: {error}") from None
        self._at += 1
        return value

    def _many(self, word: str, reading: Callable[[str], T]) -> list[T]:
        values: list[T] = []
        while self._is_next(word):
            values.append(self._one(word, reading))
        return values

    def _only(self, word: str) -> None:
        if self._line() != word:
            raise self._fault(f"“{word}” is expected here")
        self._at += 1

    def _fault(self, fault: str) -> MatchFileError:
        return MatchFileError(self._at + 1, fault)


def _number(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text) or int(text) >= 2**63:
        raise ValueError("this is not a whole number below 2^63")
    return int(text)


def _text(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def reading(text: str) -> str:
        if not pattern.fullmatch(text):
            raise ValueError("this is not the right form")
        return text

    return reading


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition(" ")
    return _text(_WORD)(name), _text(_WORD)(value)


def _deck(text: str) -> tuple[CardId, ...]:
    return tuple(CardId(_text(_WORD)(card)) for card in text.split(" "))


def _json(text: str) -> str:
    if len(text) > _LONGEST_PUZZLE:
        raise ValueError(f"it has more than {_LONGEST_PUZZLE:,} characters")
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("this is no JSON") from None
    return text


def _lot(text: str) -> Lot:
    if not (lot := re.fullmatch("(0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8}) (first|second)", text)):
        raise ValueError("it needs two numbers, and first or second")
    return Lot(int(lot[1]), int(lot[2]), lot[3] == "second")


def _outcome(seats: int) -> Callable[[str], Outcome]:
    def reading(text: str) -> Outcome:
        ending, *ranks = text.split(" ")
        if len(ranks) != seats or not all(re.fullmatch("[1-9][0-9]?", rank) for rank in ranks):
            raise ValueError("it needs the ending and a rank for each seat")
        return Outcome(_text(_WORD)(ending), tuple(map(int, ranks)))

    return reading
