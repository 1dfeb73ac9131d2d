"""The texts about seasons: what chosen dates would mean, and how a season ended."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from discord import ButtonStyle

from bot.model.match import UserId
from bot.people.season_plan import CalendarSeasons, DatedSeasons, SeasonPlan
from bot.ratings.season import Season
from bot.ratings.season_store import Winner
from bot.ratings.seasons import Ended, Proposed
from cogs.messages.message import LIMIT, Message
from cogs.messages.rule_sets import titled
from cogs.ratings import purposes
from cogs.text import escaped, shortened
from cogs.widgets.items import button
from render.honours import Place, SeasonEnd, Winners, season_picture
from rules.core.words import counted

OWN_DATES: Final = "dates"
"""The key of the option to choose dates freely, in the menu of seasons."""
PRESENT_DATES: Final = "present"
"""The key of the option that shows the present dates. It differs from `OWN_DATES`, because Discord reports no choice of
an option that is already selected.
"""
LENGTHS: Final[Mapping[SeasonPlan | None, str]] = {
    None: "none",
    CalendarSeasons(1): "a month",
    CalendarSeasons(3): "a quarter",
    CalendarSeasons(6): "half a year",
    CalendarSeasons(12): "a year",
}
_WHEN_IT_ENDS: Final = (
    "When a season ends, its winners are recorded and announced. Then everyone's rating moves halfway to a new "
    "player's and becomes less certain, and their points follow."
)
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def plan_words(plan: SeasonPlan | None) -> str:
    """Return the seasons that a server has chosen, in a few words."""
    if not isinstance(plan, DatedSeasons):
        return LENGTHS[plan]
    then = f"then every {_length(plan)}" if plan.repeats else "then none"
    return f"{plan.first} to {plan.last}, {then}"


def season_note(season: Season) -> str:
    """Return what a server's settings say about the running season."""
    return (
        f"-# Season {season.number} runs until {season.last_day}. If you choose another length, or none, it "
        "applies after that. With dates of your own, you can change when it ends."
    )


def dates(season: Season) -> str:
    """Return the first and the last day of a season."""
    return f"{season.first_day} to {season.last_day}"


def proposed_message(proposed: Proposed) -> Message:
    """Return a message that explains what the proposed dates mean, now and afterwards, with buttons to choose them."""
    plan, running = proposed.plan, proposed.running
    then = (
        f"After it, either the next one begins on {plan.last + timedelta(1)} and also lasts {_length(plan)}, or there "
        "are no seasons until you choose again."
    )
    lines = [
        f"**A season from {plan.first} to {plan.last}?** Both days are whole days in UTC. Nothing has changed yet.",
        _meaning(proposed),
        then,
        _WHEN_IT_ENDS,
    ]
    number = 0 if running is None else running.number
    return Message(
        "\n".join(lines),
        [
            button(
                "Yes, and more after it",
                purposes.SEASON_DATES(number, plan.first, plan.last, "again"),
                ButtonStyle.success,
            ),
            button("Yes, only this one", purposes.SEASON_DATES(number, plan.first, plan.last, "once")),
            button("No", purposes.SEASON_KEEP()),
        ],
    )


def _meaning(proposed: Proposed) -> str:
    """Return what happens to the season that is running, in a sentence or two."""
    plan, running, after = proposed.plan, proposed.running, proposed.after
    if running is None or after is None:
        if proposed.begins_now:
            return "It begins as soon as you say yes. Matches that have already ended don't count in it."
        return f"It begins on {plan.first} at 0:00. Until then there's no season."
    if proposed.is_same:
        return f"Season {running.number} goes on, and ends after {plan.last} instead of {running.last_day}."
    if proposed.begins_now:
        return (
            f"Season {running.number} **ends as soon as you say yes**, instead of after {running.last_day}, and the "
            "new one begins."
        )
    if after.ends_at < running.ends_at:
        return f"Season {running.number} ends after {after.last_day}, instead of {running.last_day}."
    gap = "" if after.last_day + timedelta(1) == plan.first else f" Then there's no season until {plan.first}."
    return f"Season {running.number} goes on until {running.last_day}, as planned.{gap}"


def _length(plan: DatedSeasons) -> str:
    return counted(plan.months, "month") if plan.months else counted(plan.days, "day")


def ended_message(ended: Ended, titles: Mapping[str, str], names: Mapping[UserId, str]) -> Message:
    """Draw the announcement of the end of a season. It takes long, and may run in any thread.

    titles: of the games. names: of the winners who may be named; others are left out.
    """
    season = ended.season
    lines = [f"🏁 **Season {season.number} is over** ({dates(season)})"]
    for of, winners in ended.winners.items():
        if places := _places(winners, names):
            lines.append(f"**{titled(titles.get(of.game, of.game), of.rules)}**: {places}")
    lines.append(
        "-# Everyone's rating has moved halfway to a new player's and become less certain, and their points have "
        f"followed. {_following(ended)}"
    )
    text = "\n".join(lines)
    items = [button("Leaderboard", purposes.SEASON_NEWS(season.number))]
    won = _winners(ended, titles, names)
    if not won:
        return Message(shortened(text, LIMIT), items)
    picture = season_picture(SeasonEnd(title=dates(season), headline=f"Season {season.number} is over", winners=won))
    return Message(shortened(text, LIMIT), items, picture, "season.png")


def _winners(ended: Ended, titles: Mapping[str, str], names: Mapping[UserId, str]) -> list[Winners]:
    """Return the named winners by rating list, for the picture."""
    by_list = [
        Winners(
            game=of.game,
            title=titled(titles.get(of.game, of.game), of.rules),
            places=[
                Place(place=winner.place, name=names[winner.user], figure=f"{winner.points} points")
                for winner in winners
                if winner.user in names
            ],
        )
        for of, winners in ended.winners.items()
    ]
    return [winners for winners in by_list if winners.places]


def _places(winners: Sequence[Winner], names: Mapping[UserId, str]) -> str:
    """Return the named winners of a rating list. Players with the same place share a medal."""
    named = [winner for winner in winners if winner.user in names]
    shared = [
        (place, " and ".join(f"{escaped(names[each.user])} ({each.points})" for each in at))
        for place, at in groupby(named, key=lambda winner: winner.place)
    ]
    return ", ".join(f"{_MEDALS[place]} {who}" for place, who in shared)


def _following(ended: Ended) -> str:
    if ended.present is not None:
        return f"Season {ended.present.number} runs from {dates(ended.present)}."
    if ended.begins is not None:
        return f"The next season begins on {ended.begins.date()}."
    return "No further season is planned."


def days_to_fill_in(plan: SeasonPlan | None, running: Season | None, today: date) -> tuple[str, str]:
    """Return the days with which the form of dates is filled in; "" for an empty field."""
    if isinstance(plan, DatedSeasons) and plan.first > today:
        return str(plan.first), str(plan.last)
    if running is not None:
        return str(running.first_day), str(running.last_day)
    return str(today), ""
