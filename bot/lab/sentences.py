"""Findings of a comparison, in plain words that an author can act on."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from bot.lab.contest import Match
from bot.lab.measures import Measure
from bot.lab.plans import Plan
from bot.lab.report import Finding
from bot.lab.score import Mean, Score
from bot.lab.variant import Variant

EVEN: Final = (
    "The game expects the same for all seats at any time (`Game.evaluate`), so it is unknown when matches are decided."
)
_MOST_OF_A_KIND: Final = 3
"""The maximum number of sentences about findings of one kind."""


def compared(
    variants: Sequence[Variant],
    plans: Sequence[tuple[Plan, Sequence[Score], Mean]],
    measured: Sequence[Measure],
    fair: float,
    matches: Sequence[Sequence[Match]],
) -> Iterator[Finding]:
    """Yield the changes from the first variant to the second: of plans first, then of other measures."""
    _, after = variants
    changed = [row for row in plans if row[2].side]
    changed.sort(key=lambda row: (not _crosses(row[1], fair), -abs(row[2].value)))
    yield tuple(_plan_changed(variants, plan, (old, new), fair) for plan, (old, new), _ in changed[:_MOST_OF_A_KIND])
    differences = [(measure, measure.difference(*matches)) for measure in measured]
    others = [(measure, more) for measure, more in differences if more.side and measure.key != "seat_1"]
    others.sort(key=lambda row: -abs(row[1].value) / (row[1].error or 1))
    yield tuple(_measure_changed(variants, measure, matches) for measure, _ in others[:_MOST_OF_A_KIND])
    if not changed and not others:
        error = max((more.error for _, _, more in plans), default=differences[0][1].error)
        yield (
            f"No measured difference is certain: {after.label} changes the share of no plan by more than about"
            f" {error:.0f} points. More matches (--most) would show smaller differences."
        )


def _measure_changed(variants: Sequence[Variant], measure: Measure, matches: Sequence[Sequence[Match]]) -> str:
    """Return a sentence on a changed measure. It gives the medians, as the table does, or the means if the medians are
    equal.
    """
    before, after = variants
    earlier, now = (measure.median(played) for played in matches)
    mean = ""
    if earlier == now and not measure.is_share:
        earlier, now = (measure.mean(played) for played in matches)
        mean = " on average"
    return f"With {after.label}, {measure.template.format(now)}{mean}; {_earlier(before)} {earlier}."


def _crosses(scores: Sequence[Score], fair: float) -> bool:
    old, new = scores
    return (old.share >= fair) != (new.share >= fair)


def _plan_changed(variants: Sequence[Variant], plan: Plan, scores: Sequence[Score], fair: float) -> str:
    (before, after), (old, new) = variants, (score.share for score in scores)
    was, now = (score.side(fair) for score in scores)
    earlier = _earlier(before)
    if plan.without:
        if was >= 0 > now:
            effect = f"makes {plan.without} worth having"
        elif now >= 0 > was:
            effect = f"makes {plan.without} useless"
        else:
            effect = f"makes {plan.without} worth {'more' if new < old else 'less'}"
        return (
            f"{_start(after)} {effect}: without it, the quick player wins {new:.0f} % against itself, {earlier}"
            f" {old:.0f} %."
        )
    if old >= fair > new:
        effect = "That no longer pays."
    elif new >= fair > old:
        effect = "That pays now."
    elif new < old:
        effect = "That costs more than it did." if old < fair else "That still pays, but less."
    else:
        effect = "That costs less than it did." if new < fair else "That pays even more."
    return f"With {after.label}, a player who {plan.summary} wins {new:.0f} %, {earlier} {old:.0f} %. {effect}"


def _earlier(before: Variant) -> str:
    return f"with {before.label}" if before.words else "before"


def _start(variant: Variant) -> str:
    return variant.label[0].upper() + variant.label[1:]


def met(variants: Sequence[Variant], score: Score) -> str:
    """Say which of two variants wins when they sit at one table. score: the score of the first variant."""
    one, other = variants
    low, high = score.interval
    fair = 50.0
    result = f"it wins {score.words} of {score.matches:,} matches from changing seats"
    if one.field.seats > 2:
        fair = 100 / one.field.seats
        result += f", where {fair:.0f} % would be fair"
    if low > fair:
        return f"{_start(one)} is better than {other.label}: {result}."
    if high < fair:
        return f"{_start(one)} is worse than {other.label}: {result}."
    return f"It is not certain whether {one.label} or {other.label} is better: the first one {result[3:]}."


def described(matches: Sequence[Match], seats: int) -> Iterator[str]:
    """Yield sentences that describe a game."""
    fair = 100 / seats
    scores = [Score(len(matches), sum(match.shares[seat] for match in matches)) for seat in range(seats)]
    uneven = [seat for seat, score in enumerate(scores) if score.side(fair)]
    if uneven:
        seat = max(uneven, key=lambda seat: abs(scores[seat].share - fair))
        word = "an advantage" if scores[seat].share > fair else "a disadvantage"
        yield f"Seat {seat} has {word}: it wins {scores[seat].words}, where {fair:.0f} % would be fair."
    else:
        half = max((high - low) / 2 for low, high in (score.interval for score in scores))
        yield f"No seat has an advantage that could be measured (to within {half:.0f} points)."
    forced = sum(match.metrics.forced for match in matches) / max(1, sum(match.metrics.decisions for match in matches))
    leads = [match.metrics.expected for match in matches if match.metrics.expected]
    decided = [lead.for_good for lead in leads if lead.for_good is not None]
    turns, decisions = (median(match.turns for match in matches), median(match.metrics.decisions for match in matches))
    yield (
        f"Half of all matches take no more than {turns:.0f} turns and {decisions:.0f} decisions. Of all decisions"
        f" {100 * forced:.0f} % have only one choice."
    )
    if decided:
        yield f"Half of all matches are decided for good when {100 * median(decided):.0f} % of their turns are over."
    if matches and not leads:
        yield EVEN


def paying(plans: Sequence[tuple[Plan, Score]], fair: float) -> Iterator[Finding]:
    """Yield the plans that beat the quick player, and the things that harm it."""
    best = sorted((row for row in plans if row[1].side(fair) > 0), key=lambda row: -row[1].share)
    yield tuple(
        f"{plan.without} harms the quick player: without it, it wins {score.words} against itself."
        if plan.without
        else f"A player who {plan.summary} beats the quick player: {score.words}."
        for plan, score in best[:_MOST_OF_A_KIND]
    )
    if plans and not best:
        yield "No tried plan certainly beats the quick player."
