"""Compare the figures of people with those that the lab foretells, and say in sentences where the two disagree."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import Final

from bot.lab.report import Finding
from bot.lab.score import Estimate, Score
from bot.model.figures import Count, Figure, Subject
from rules.core.game import Game

_DOUBT: Final = 0.05
"""The chance that a report calls any difference certain where there is none."""
DULL: Final = 80
"""The percentage of choices that people let pass from which a decision is called dull for them."""
_MISREAD: Final = 0.1
"""The minimum number of refusals in a match that makes a clause misunderstood."""
_TIMES_OTHERS: Final = 3
"""The minimum ratio of a misunderstood clause's refusals to the mean of the other clauses."""

Counts = Mapping[Subject, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A number of people beside the one that the lab foretells."""

    subject: Subject
    people: Estimate
    foretold: Estimate
    distance: float
    """The difference in standard errors, above 0 if the number of people is higher."""
    more: int | None
    """How many more matches of people are needed to know their number as precisely as was asked for; None: unknown."""

    def is_certain(self, compared: int) -> bool:
        """Return whether the two differ for certain, as one of this many comparisons."""
        return abs(self.distance) > NormalDist().inv_cdf(1 - _DOUBT / 2 / max(1, compared))


def comparisons(people: Counts, foretold: Counts, within: float) -> list[Compared]:
    """Return all numbers that both have, the largest difference first. within: the precision that is asked for, in
    points to either side.
    """
    matches = people.get(Subject(Figure.TURNS), Count()).times
    compared = [*_compared(people, foretold, matches, within)]
    return sorted(compared, key=lambda each: -abs(each.distance))


def _compared(people: Counts, foretold: Counts, matches: int, within: float) -> Iterator[Compared]:
    simulated = foretold.get(Subject(Figure.TURNS), Count()).times
    for subject, count in people.items():
        other = foretold.get(subject)
        if other is None or not count.times or not other.times:
            continue
        match subject.figure:
            case Figure.TURNS:
                yield _of_means(subject, count, other)
            case Figure.ENDING:
                shares = Score(ended(people), count.times), Score(ended(foretold), other.times)
                yield _of_shares(subject, *shares, matches, within)
            case Figure.SEAT | Figure.DECK | Figure.PLAYED | Figure.HELD | Figure.USED:
                shares = Score(count.times, count.total), Score(other.times, other.total)
                yield _of_shares(subject, *shares, matches, within)
            case Figure.PASSED:  # decisions of one match are alike: they count as one
                shares = (
                    Score(count.times, count.total, min(count.times, matches)),
                    Score(other.times, other.total, min(other.times, simulated)),
                )
                yield _of_shares(subject, *shares, matches, within)


def ended(counts: Counts) -> int:
    """Return the number of matches whose ending is counted."""
    return sum(count.times for subject, count in counts.items() if subject.figure is Figure.ENDING)


def _of_shares(subject: Subject, people: Score, foretold: Score, matches: int, within: float) -> Compared:
    shares, errors = [], 0.0
    for score in (people, foretold):
        known = score.effective_matches
        share = (score.share / 100 * known + 1) / (known + 2)
        shares.append(share)
        errors += share * (1 - share) / (known + 2)
    one, other = Estimate.of(people), Estimate.of(foretold)
    assert one is not None
    assert other is not None
    return Compared(
        subject=subject,
        people=one,
        foretold=other,
        distance=(shares[0] - shares[1]) / sqrt(errors),
        more=_more(people, matches, within),
    )


def _of_means(subject: Subject, people: Count, foretold: Count) -> Compared:
    one, other = mean_of(people), mean_of(foretold)
    errors = [(each.high - each.low) / 2 / NormalDist().inv_cdf(0.975) for each in (one, other)]
    error = sqrt(sum(each * each for each in errors)) or 1
    return Compared(subject=subject, people=one, foretold=other, distance=(one.value - other.value) / error, more=None)


def mean_of(count: Count) -> Estimate:
    """Return the mean of a number with its 95 % interval. There must be at least one."""
    mean = count.total / count.times
    spread = max(0.0, count.squares - count.times * mean * mean) / max(1, count.times - 1)
    half = NormalDist().inv_cdf(0.975) * sqrt(spread / count.times)
    return Estimate(mean, mean - half, mean + half, count.times)


def _more(score: Score, matches: int, within: float) -> int | None:
    if not matches or not score.matches:
        return None
    known = score.effective_matches
    share = (score.share / 100 * known + 2) / (known + 4)
    needed = (NormalDist().inv_cdf(0.975) * 100 / within) ** 2 * share * (1 - share)
    return max(0, ceil((needed - known) * matches / known))


def disagreements(game: Game, compared: list[Compared]) -> Iterator[Finding]:
    """Yield a sentence for each number in which people and lab differ for certain, the largest difference of each kind
    first.
    """
    certain = [each for each in compared if each.is_certain(len(compared))]
    for kind in (
        *(Figure.PLAYED, Figure.PASSED, Figure.SEAT, Figure.DECK, Figure.USED, Figure.TURNS, Figure.ENDING),
        Figure.HELD,
    ):
        yield tuple(_sentence(game, each) for each in certain if each.subject.figure is kind)


def _sentence(game: Game, each: Compared) -> str:
    kind, name, card = each.subject.figure, each.subject.name, card_name(game, each.subject.name)
    people, foretold = _words(each.people), _words(each.foretold)
    match kind:
        case Figure.PLAYED if each.distance < 0:
            return f"People overrate {card}: those who play it win {people}; the lab foretells {foretold}."
        case Figure.PLAYED:
            return f"People do better with {card}: those who play it win {people}; the lab foretells {foretold}."
        case Figure.HELD:
            return f"Players with {card} in hand who never use it win {people}; the lab foretells {foretold}."
        case Figure.USED:
            return f"People use {card} in {people} of all hands that have it; the quick player in {foretold}."
        case Figure.PASSED:
            dull = " People find this decision dull." if each.people.value >= DULL and each.distance > 0 else ""
            return f"At rule {name}, people let {people} of their choices pass; the quick player {foretold}.{dull}"
        case Figure.SEAT:
            return f"Seat {name} wins {people} of the matches of people; the lab foretells {foretold}."
        case Figure.DECK:
            deck = game.decks[name].name if name in game.decks else name
            return f"The deck {deck} wins {people} with people; the lab foretells {foretold}."
        case Figure.ENDING:
            ending = name.replace("_", " ")
            return f"Of the matches of people, {people} end by “{ending}”; the lab foretells {foretold}."
        case _:
            value, other = (f"{one.value:.1f} [{one.low:.1f}-{one.high:.1f}]" for one in (each.people, each.foretold))
            return f"A match of people takes {value} {game.turn_word}s; the lab foretells {other}."


def misunderstood(counts: Counts, headings: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each clause that people break far more often than the others. headings: number and title of
    each clause, by number.
    """
    matches = counts.get(Subject(Figure.TURNS), Count()).times
    refused = {subject.name: count.times for subject, count in counts.items() if subject.figure is Figure.REFUSED}
    met = {subject.name for subject in counts if subject.figure in (Figure.SECONDS, Figure.CHOICE, Figure.REFUSED)}
    for clause, times in sorted(refused.items(), key=lambda each: -each[1]):
        others = (sum(refused.values()) - times) / max(1, len(met) - 1)
        lowest = times - 3 * sqrt(times)  # three standard deviations of a count
        if matches and times / matches >= _MISREAD and lowest > _TIMES_OTHERS * others:
            heading = headings.get(clause, clause)
            yield f"People misunderstand rule {heading}: it refused {times} actions in {matches} matches."


def card_name(game: Game, card: str) -> str:
    """Return the name of a card, or the word itself."""
    return next((each.name for each in game.cards.values() if each.id == card), card)


def _words(share: Estimate) -> str:
    return f"{share.value:.0f} % [{share.low:.0f}-{share.high:.0f}]"
