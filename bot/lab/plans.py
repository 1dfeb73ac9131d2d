"""Plans to measure a game with: its scripts, and the quick player without one kind of action."""

from dataclasses import dataclass
from math import inf

from bot.lab.bias import Lean, Leaning
from bot.lab.gifts import Gift
from bot.lab.score import Score
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A player that follows one plan, avoids something, or has a gift."""

    player: str
    """The name of the player (`bot.lab.players`)."""
    summary: str
    """The plan, as words that follow "a player who"."""
    without: str = ""
    """The thing that the quick player avoids in this plan; "" for other plans."""
    verb: str = ""
    """The verb of the avoided actions; "" if the plan avoids something else than one kind of action."""
    gift: Gift | None = None
    """The gift at the beginning."""
    least: float = 0
    """The minimum percentage that it wins against the quick player in a good game."""
    most: float = 100
    """The maximum percentage that it wins against the quick player in a good game."""


def plans_of(game: Game, seats: int) -> dict[str, Plan]:
    """Return plans by name: the scripts, then one without each kind of action that no script avoids already."""
    plans = {}
    for name, script in game.scripts.items():
        bounds = bound(script.least, seats), bound(script.most, seats)
        without = name.removeprefix("no-").replace("-", " ") if name.startswith("no-") else ""
        plans[name] = Plan(
            player=name, summary=script.summary, without=without.capitalize(), least=bounds[0], most=bounds[1]
        )
    for kind in game.actions:
        scripts = {f"{never}-{kind.verb}{s}" for never in ("no", "never") for s in ("", "s")}
        if not kind.harmless and not scripts & game.scripts.keys():
            leaning = Leaning((Lean(kind.verb, -100),))
            name = f"without {kind.verb}"
            summary = f"never uses “{kind.verb}” if there is an alternative"
            plans[name] = Plan(player=leaning.name, summary=summary, without=f"“{kind.verb}”", verb=kind.verb)
    return plans


def stallers(game: Game) -> list[str]:
    """Return the names of the scripts that play for time."""
    return [name for name, script in game.scripts.items() if script.stalls]


def bound(percent: float, seats: int) -> float:
    """Return the percentage that a player wins at a table of `seats`, given the percentage that it wins against one
    opponent.

    The ratio of two players' chances stays the same, however many others play (Luce's choice rule).
    """
    odds = percent / (100 - percent) if percent < 100 else inf
    return 100.0 if odds == inf else 100 * odds / (odds + seats - 1)


def given(gift: Gift, player: str) -> Plan:
    """Return the plan of a player that plays as usual but has a gift."""
    return Plan(player=player, summary=f"starts with the gift {gift}", gift=gift)


def plan_of(game: Game, seats: int, name: str) -> Plan:
    """Return the plan with this name, or else the player with this name as a plan."""
    return plans_of(game, seats).get(name) or Plan(player=name, summary=f"plays as {name}")


def verdict(plan: Plan, score: Score) -> str:
    """Return whether a plan keeps its bounds: yes, unsure, or no (the whole interval is outside); "" without bounds."""
    if (plan.least, plan.most) == (0, 100):
        return ""
    low, high = score.interval
    if low > plan.most or high < plan.least:
        return "no"
    return "yes" if plan.least <= score.share <= plan.most else "unsure"
