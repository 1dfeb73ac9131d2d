"""Plans that a game is measured with: its scripts, and the quick player without one kind of action each."""

from dataclasses import dataclass

from bot.lab.leaning import Lean, Leaning
from bot.lab.score import Score
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A player that follows one plan, or does without something."""

    player: str
    """The name of the player (`bot.lab.players`)."""
    summary: str
    """The plan, in words that go on after "a player who"."""
    without: str = ""
    """What it does without, where it is the quick player but for this."""
    least: float = 0
    """Per cent that a good game lets it win at least against the quick player..."""
    most: float = 100
    """... and at most."""


def plans_of(game: Game, seats: int) -> dict[str, Plan]:
    """By name: the scripts, then every kind of action that no script does without already."""
    found = {}
    for name, script in game.scripts.items():
        bounds = (script.least, script.most) if seats == 2 else (0, 100)
        without = name.removeprefix("no-").replace("-", " ") if name.startswith("no-") else ""
        found[name] = Plan(
            player=name, summary=script.summary, without=without.capitalize(), least=bounds[0], most=bounds[1]
        )
    for kind in game.actions:
        if not kind.harmless and not {f"no-{kind.verb}", f"never-{kind.verb}"} & game.scripts.keys():
            leaning = Leaning((Lean(kind.verb, -100),))
            name = f"without {kind.verb}"
            summary = f"never uses “{kind.verb}” where there is anything else to do"
            found[name] = Plan(player=leaning.name, summary=summary, without=f"“{kind.verb}”")
    return found


def plan_of(game: Game, seats: int, name: str) -> Plan:
    """The plan of this name, or any player as a plan."""
    return plans_of(game, seats).get(name) or Plan(player=name, summary=f"plays as {name}")


def verdict(plan: Plan, score: Score) -> str:
    """Whether what is hoped of a plan is met: "no" only where the interval excludes it; "" if nothing is hoped."""
    if (plan.least, plan.most) == (0, 100):
        return ""
    low, high = score.interval
    if low > plan.most or high < plan.least:
        return "no"
    return "yes" if plan.least <= score.share <= plan.most else "unsure"
