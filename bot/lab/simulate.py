"""`hidden-hand simulate`: statistics of many matches."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time
from typing import Any, Final

from bot.lab.autoplay import Setup
from bot.lab.crew import Crew
from rules.core.events import Drew, Event, Played, Seat
from rules.core.game import Game
from rules.core.play import Outcome

_CHUNK: Final = 8
"""The number of matches handed to a process at once."""


def simulate(
    crew: Crew,
    setup: Setup,
    seeds: Sequence[int],
    statistics: "Statistics",
    played: Callable[[int], object] = lambda _: None,
) -> None:
    """Play a match with each seed and add it to the statistics.

    played: called with the number of matches that have ended since the last call.
    """
    table = (setup.players, setup.options, setup.decks)
    chunks = (seeds[start : start + _CHUNK] for start in range(0, len(seeds), _CHUNK))
    for some in crew.results(_statistics, ((setup.game, (*table, chunk)) for chunk in chunks)):
        statistics.merge(some)
        played(some.games)


def _statistics(
    game: Game, players: tuple[str, ...], options: Mapping[str, str], decks: tuple[str, ...], seeds: Sequence[int]
) -> "Statistics":
    setup, statistics = Setup(game=game, players=players, options=options, decks=decks), Statistics()
    for seed in seeds:
        statistics.add(setup, seed)
    return statistics


class Statistics:
    """Statistics of the matches of one setup; the command's `--help` explains each number."""

    def __init__(self) -> None:
        self.games = 0
        self.moves = 0
        self.seconds = 0.0
        self.wins: Counter[Seat] = Counter()
        self.draws = 0
        self.endings: Counter[str] = Counter()
        self.turns: Counter[int] = Counter()
        self.plies: Counter[int] = Counter()
        self.drawn: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.won_when_played: Counter[str] = Counter()
        self.deck_games: Counter[str] = Counter()
        self.deck_wins: Counter[str] = Counter()

    def merge(self, other: "Statistics") -> None:
        """Add the statistics of other matches of the same setup."""
        self.games += other.games
        self.moves += other.moves
        self.seconds += other.seconds
        self.draws += other.draws
        for mine, theirs in zip(self.counts, other.counts, strict=True):
            mine.update(theirs)

    @property
    def counts(self) -> tuple[Counter[Any], ...]:
        """All counts of the statistics."""
        how_long = self.turns, self.plies
        cards = self.drawn, self.played, self.won_when_played
        return (self.wins, self.endings, *how_long, *cards, self.deck_games, self.deck_wins)

    def add(self, setup: Setup, seed: int) -> None:
        """Play one more match, with this seed."""
        g, decks = setup.begin(seed)
        ply_events = [g.events]
        start = process_time()
        ply_events.extend(g.events for _ in setup.play(g, seed))
        self.seconds += process_time() - start
        plies = len(ply_events) - 1
        assert g.outcome is not None, "play ends with the match"
        self.games += 1
        self.moves += plies
        self.turns[g.turn] += 1
        self.plies[plies] += 1
        self._count_outcome(g.outcome, decks)
        for events in ply_events:
            for event in events:
                self._count_event(event, g.outcome.winners)

    def _count_outcome(self, outcome: Outcome, decks: tuple[str, ...]) -> None:
        self.endings[outcome.ending] += 1
        self.draws += not outcome.winners
        self.wins.update(outcome.winners)
        self.deck_games.update(decks)
        if decks:
            self.deck_wins.update(decks[seat] for seat in outcome.winners)

    def _count_event(self, event: Event, winners: tuple[Seat, ...]) -> None:
        match event:
            case Drew():
                self.drawn.update(event.cards)
            case Played():
                self.played[event.card] += 1
                self.won_when_played[event.card] += event.seat in winners

    def report(self, setup: Setup) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        game = setup.game
        return {
            "game": game.key,
            "games": self.games,
            "seats": len(setup.players),
            "players": shortened(setup.players),
            "wins": [self.wins[seat] for seat in range(len(setup.players))],
            "draws": self.draws,
            "turns": spread(self.turns),
            "plies": spread(self.plies),
            "endings": {ending: self.endings[ending] for ending in game.endings},
            "moves_per_second": round(self.moves / self.seconds) if self.moves else 0,
            "cards": {
                card: {
                    "drawn": self.drawn[card],
                    "played": self.played[card],
                    "won_when_played": self.won_when_played[card],
                }
                for card in game.cards
            },
            "decks": {deck: {"games": self.deck_games[deck], "wins": self.deck_wins[deck]} for deck in game.decks},
        }


def shortened(players: tuple[str, ...]) -> str:
    """Return one name if all seats have the same player, else all names joined by commas."""
    return players[0] if len(set(players)) == 1 else ",".join(players)


def spread(counts: Counter[int]) -> dict[str, int]:
    """Return percentiles by nearest rank."""
    return {"p10": _percentile(counts, 10), "median": _percentile(counts, 50), "p90": _percentile(counts, 90)}


def _percentile(counts: Counter[int], percent: int) -> int:
    total, seen = counts.total(), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen * 100 >= total * percent:
            return value
    raise ValueError("percentiles of nothing")


def as_text(report: Mapping[str, Any], title: str) -> Iterator[str]:
    """Yield the report as lines of text."""
    games = report["games"]
    yield f"{title}: {games:,} matches, {report['seats']} players ({report['players']})"
    yield ""
    for seat, wins in enumerate(report["wins"]):
        yield _row(f"won by seat {seat}", f"{wins:,}", _share(wins, games))
    yield _row("drawn", f"{report['draws']:,}", _share(report["draws"], games))
    for ending, count in report["endings"].items():
        yield _row(f"ended by {ending}", f"{count:,}", _share(count, games))
    yield ""
    yield _row("", "p10", "median", "p90")
    for name in ("turns", "plies"):
        yield _row(name, *(f"{value:,}" for value in report[name].values()))
    yield _row("moves per second", f"{report['moves_per_second']:,}")
    if report["decks"]:
        yield ""
        yield _row("deck", "games", "wins", "won")
        for deck, n in sorted(report["decks"].items(), key=lambda row: -_ratio(row[1]["wins"], row[1]["games"])):
            yield _row(deck, f"{n['games']:,}", f"{n['wins']:,}", _share(n["wins"], n["games"]))
    if report["cards"]:
        yield ""
        yield _row("card", "drawn", "played", "won when played")
        for card, n in sorted(report["cards"].items(), key=lambda row: -row[1]["played"]):
            won = _share(n["won_when_played"], n["played"])
            yield _row(card, f"{n['drawn']:,}", f"{n['played']:,}", won)


def _row(name: str, *values: str) -> str:
    return f"{name:<28}" + "".join(f"{value:>16}" if len(value) > 9 else f"{value:>10}" for value in values)


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
