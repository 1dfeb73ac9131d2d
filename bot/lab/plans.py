"""Plans that a game is measured with: its scripts, and the quick player without one kind of action each."""

from dataclasses import dataclass
from math import inf

from bot.lab.bias import Lean, Leaning
from bot.lab.gifts import Gift
from bot.lab.score import Score
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A player that follows one plan, does without something, or is given something."""

    player: str
    """The name of the player (`bot.lab.players`)."""
    summary: str
    """The plan, in words that go on after "a player who"."""
    without: str = ""
    """What the quick player does without here; "" for other plans."""
    verb: str = ""
    """The verb of that, if it is one kind of action."""
    gift: Gift | None = None
    """Its gift at the beginning."""
    least: float = 0
    """Per cent that a good game lets it win at least against the quick player..."""
    most: float = 100
    """... and at most."""


def plans_of(game: Game, seats: int) -> dict[str, Plan]:
    """Return by name the scripts, then every kind of action that no script does without already."""
    found = {}
    for name, script in game.scripts.items():
        bounds = bound(script.least, seats), bound(script.most, seats)
        without = name.removeprefix("no-").replace("-", " ") if name.startswith("no-") else ""
        found[name] = Plan(
            player=name, summary=script.summary, without=without.capitalize(), least=bounds[0], most=bounds[1]
        )
    for kind in game.actions:
        known = {f"{never}-{kind.verb}{s}" for never in ("no", "never") for s in ("", "s")}
        if not kind.harmless and not known & game.scripts.keys():
            leaning = Leaning((Lean(kind.verb, -100),))
            name = f"without {kind.verb}"
            summary = f"never uses “{kind.verb}” where there is anything else to do"
            found[name] = Plan(player=leaning.name, summary=summary, without=f"“{kind.verb}”", verb=kind.verb)
    return found


def bound(percent: float, seats: int) -> float:
    """Return the per cent of its matches that a player wins among so many, who wins this per cent against one of them.

    A player is so many times as likely to be first as each other one, however many they are (Luce's choice rule).
    """
    odds = percent / (100 - percent) if percent < 100 else inf
    return 100.0 if odds == inf else 100 * odds / (odds + seats - 1)


def given(gift: Gift, player: str) -> Plan:
    """Return the plan of a player that is given something and plays as always."""
    return Plan(player=player, summary=f"is given {gift} at the beginning", gift=gift)


def plan_of(game: Game, seats: int, name: str) -> Plan:
    """Return the plan of this name, or any player as a plan."""
    return plans_of(game, seats).get(name) or Plan(player=name, summary=f"plays as {name}")


def verdict(plan: Plan, score: Score) -> str:
    """Return whether a plan keeps its bounds: "no" only if the whole interval is outside; "" if it has none."""
    if (plan.least, plan.most) == (0, 100):
        return ""
    low, high = score.interval
    if low > plan.most or high < plan.least:
        return "no"
    return "yes" if plan.least <= score.share <= plan.most else "unsure"
