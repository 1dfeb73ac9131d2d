"""Count simulated matches as the matches of people are counted, so that the two can be compared."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from bot.lab.contest import Contest, Match, matches_of
from bot.model.figures import Count, Figure, Subject
from rules.core.game import Game

COMPARED: Final = frozenset(
    {
        *(Figure.TURNS, Figure.ENDING, Figure.SEAT, Figure.DECK),
        *(Figure.IN_DECK, Figure.DRAWN, Figure.MISSING, Figure.PLAYED, Figure.HELD, Figure.USED, Figure.CHOICE),
        Figure.PASSED,
    }
)
"""The figures that simulated matches have, too."""


def foretold(game: Game, matches: Iterable[Match]) -> dict[Subject, Count]:
    """Return the counts of simulated matches, by subject: the figures in `COMPARED`."""
    counts: defaultdict[Subject, Count] = defaultdict(Count)
    for match in matches:
        counts[Subject(Figure.TURNS)] += Count.of(match.turns)
        counts[Subject(Figure.ENDING, match.ending)] += Count.of(0)
        for seat, share in enumerate(match.shares):
            for subject in _of_seat(game, match, seat):
                counts[subject] += Count.of(share)
            played = match.metrics.played[seat]
            for card in match.metrics.drawn[seat] | played:
                counts[Subject(Figure.USED, card)] += Count.of(card in played)
        metrics = match.metrics
        for phase, asked in metrics.asked.items():
            alone, passed = metrics.without_choice.get(phase, 0), metrics.let_by.get(phase, 0)
            counts[Subject(Figure.CHOICE, phase.clause)] += Count(asked, alone, alone)
            if asked > alone:
                counts[Subject(Figure.PASSED, phase.clause)] += Count(asked - alone, passed, passed)
    return dict(counts)


def foretell(game: Game, contest: Contest, numbers: range, seed: int) -> dict[Subject, Count]:
    """Play the matches of a contest with these numbers, and return their counts."""
    return foretold(game, matches_of(game, contest, numbers, seed))


def _of_seat(game: Game, match: Match, seat: int) -> Iterable[Subject]:
    yield Subject(Figure.SEAT, str(seat))
    if match.decks:
        yield Subject(Figure.DECK, match.decks[seat])
    listed = frozenset(game.decks[match.decks[seat]].cards) if match.decks else frozenset()
    drawn, played = match.metrics.drawn[seat], match.metrics.played[seat]
    of_decks = frozenset(game.deck_cards)
    for card in game.cards:
        if card in listed:
            yield Subject(Figure.IN_DECK, card)
        if card in played:
            yield Subject(Figure.PLAYED, card)
        elif card in drawn:
            yield Subject(Figure.HELD, card)
        if card in drawn or card in played:
            yield Subject(Figure.DRAWN, card)
        elif card in listed or card not in of_decks:
            yield Subject(Figure.MISSING, card)
