"""Contests: many matches between the same players, who change seats. They run on all processors.

The same seed gives the same matches, however many processors play them.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, islice
from time import process_time
from typing import Final, NamedTuple, Self
from zlib import crc32

from bot.content.seeds import Content, game_of, load_content
from bot.lab.autoplay import Setup
from bot.lab.crew import Crew
from bot.lab.gifts import Gift
from bot.lab.metrics import Meter, Metrics
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.rng import split

_CHUNK: Final = 4
"""The number of matches handed to a process at once."""
_MANY: Final = 12
"""The number of matches handed to a process at once if only their results are wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Players, decks and rules of many matches. Scores are those of the first player; all take every seat in turn."""

    game: str
    """The game's key."""
    players: tuple[str, ...]
    """The name of the player of each seat (`bot.lab.players`)."""
    options: Mapping[str, str]
    decks: tuple[str, ...] = ()
    """Ids of ready-made decks, one for each player; () for random ones."""
    lists: tuple[tuple[CardId, ...], ...] = ()
    """The cards of decks in place of ready-made ones, one deck for each player."""
    gift: Gift | None = None
    """The first player's gift at the beginning of each match."""
    lead: str = ""
    """The field of the game's sides that shows who leads (`bot.lab.leads`), such as points; "" if there is none."""
    content: Content | None = None
    """The game's content; None for that of seeds/."""

    @property
    def sent(self) -> "Contest":
        """The contest as it is sent to other processes, which already have the content."""
        return replace(self, content=None)

    def seated(self, first: Seat) -> tuple[str, ...]:
        """Return the players by seat, with the first player in this seat."""
        count = len(self.players)
        return tuple(self.players[(seat - first) % count] for seat in range(count))

    @property
    def places(self) -> int:
        """The number of seatings for each deal: 1 if all players are alike."""
        if self.gift:
            return len(self.players)
        beside = [*zip(self.players, self.decks or self.lists or self.players, strict=True)]
        return len(beside) if len(set(beside)) > 1 else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The result of one match of a contest."""

    deal: int
    """The seed of the match; `hidden-hand playthrough` takes it too."""
    seat: int
    """The first player's seat."""
    shares: tuple[float, ...]
    """The share of the first place by seat (`Outcome.share`)."""
    decks: tuple[str, ...]
    """The ids of the decks, by seat."""
    turns: int
    plies: int
    course: int
    """A hash of all actions, the same for equal matches."""
    ending: str
    metrics: Metrics
    """The statistics of the match."""
    seconds: tuple[float, ...] = field(compare=False)
    """The processor time of each decision of the first player."""

    @property
    def won(self) -> float:
        """The first player's share of the first place."""
        return self.shares[self.seat]


class Results(NamedTuple):
    """The shares won in some matches, and the time that the matches took."""

    won: list[float]
    """By match, the first player's share of the first place."""
    elsewhere: float
    """The seconds of work in other processes."""


class Arena:
    """Plays contests. Use it as a context manager, which ends the processes when it is left, at once after an
    exception.
    """

    def __init__(
        self,
        crew: Crew | int,
        played: Callable[[int], object] = lambda _: None,
        record: "Callable[[Contest, Match], object]" = lambda _contest, _match: None,
    ) -> None:
        """Prepare to play matches by this crew, or by a new one of this many processes.

        played: called with the number of further matches whenever some have ended. record: called with each match,
        except those of `results`.
        """
        self._crew = Crew(crew) if isinstance(crew, int) else crew
        self._played, self._record = played, record

    def __enter__(self) -> Self:
        self._crew.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *more: object) -> None:
        self._crew.__exit__(kind, *more)

    def play(self, contest: Contest, matches: int, seed: int) -> Iterator[Match]:
        """Yield this many matches in order. Each deal is played from every seat, unless all players are alike."""
        for (match,) in self.together((contest,), range(matches), seed):
            yield match

    def together(self, contests: Sequence[Contest], numbers: range, seed: int) -> Iterator[tuple[Match, ...]]:
        """Yield, for each of these numbers, the match of every contest with this number, all with the same deal."""
        chunks = (numbers[start : start + _CHUNK] for start in range(0, len(numbers), _CHUNK))
        calls = ((_game_of(contest), (contest.sent, chunk, seed)) for chunk in chunks for contest in contests)
        played = self._crew.results(matches_of, calls)
        while chunk := [*islice(played, len(contests))]:
            for matches in zip(*chunk, strict=True):
                self._played(len(matches))
                for contest, match in zip(contests, matches, strict=True):
                    self._record(contest, match)
                yield matches

    def results(self, jobs: Sequence[tuple[Contest, int]], seed: int) -> Results:
        """Play one match of each contest, given by its number, and return the shares won.

        These are the matches that `together` would play; without statistics they take a third less time.
        """
        won: list[float] = []
        seconds = 0.0
        for shares, spent in self._crew.results(_results, _chunks(jobs, seed)):
            self._played(len(shares))
            won += shares
            seconds += spent
        return Results(won, seconds if self._crew.is_elsewhere else 0.0)


def _chunks(jobs: Sequence[tuple[Contest, int]], seed: int) -> Iterator[tuple[Game, tuple[object, ...]]]:
    """Yield the arguments of `_results` for all jobs, in order. Jobs of the same game in a row share a call."""
    for game, alike in groupby(jobs, key=lambda job: _game_of(job[0])):
        sent = [(contest.sent, number) for contest, number in alike]
        for start in range(0, len(sent), _MANY):
            yield game, (sent[start : start + _MANY], seed)


def matches_of(game: Game, contest: Contest, numbers: Sequence[int], seed: int) -> list[Match]:
    """Play the matches with these numbers, in this process. game: with the content of the contest."""
    return [_match(game, contest, number, seed) for number in numbers]


def _game_of(contest: Contest) -> Game:
    return _game(contest.content or load_content(contest.game))


@cache
def _game(content: Content) -> Game:
    return game_of(content)


def _results(game: Game, jobs: Sequence[tuple[Contest, int]], seed: int) -> Results:
    begun = process_time()
    won = [_won(game, contest, number, seed) for contest, number in jobs]
    return Results(won, process_time() - begun)


def _won(game: Game, contest: Contest, number: int, seed: int) -> float:
    setup, seat, deal = _seated(game, contest, number, seed)
    g, _ = setup.begin(deal)
    deque(setup.play(g, deal), maxlen=0)
    assert g.outcome is not None, "play ends with the match"
    return g.outcome.share(seat)


def _seated(game: Game, contest: Contest, number: int, seed: int) -> tuple[Setup, Seat, int]:
    """Return the setup of the match with this number, the first player's seat, and the seed of the deal."""
    count = len(contest.players)
    same, turned = divmod(number, contest.places)
    places = [(seat - turned) % count for seat in range(count)]
    setup = Setup(
        game=game,
        players=contest.seated(turned),
        options=contest.options,
        decks=tuple(contest.decks[place] for place in places) if contest.decks else (),
        lists=tuple(contest.lists[place] for place in places) if contest.lists else (),
        gift=(turned, contest.gift) if contest.gift else None,
    )
    return setup, turned, split(seed, same)


def _match(game: Game, contest: Contest, number: int, seed: int) -> Match:
    count = len(contest.players)
    setup, turned, deal = _seated(game, contest, number, seed)
    g, decks = setup.begin(deal)
    meter = Meter(game, game.teams(count, game.all_options(contest.options)), contest.lead)
    meter.begin(g)
    plies, course, seconds, before = 0, 0, [], process_time()
    for seat, action in setup.play(g, deal):
        plies += 1
        course = crc32(f"{seat} {action}".encode(), course)
        if seat == turned:
            seconds.append(process_time() - before)
        meter.after(g, seat, action)
        before = process_time()
    assert g.outcome is not None, "play ends with the match"
    return Match(
        deal=deal,
        seat=turned,
        shares=tuple(g.outcome.share(seat) for seat in range(count)),
        decks=decks,
        turns=g.turn,
        plies=plies,
        course=course,
        ending=g.outcome.ending,
        metrics=meter.metrics(g.outcome),
        seconds=tuple(seconds),
    )
