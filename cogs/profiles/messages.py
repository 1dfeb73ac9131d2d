"""A profile as a message: a chart, and in words whatever the chart does not show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.match import UserId
from bot.profiles.profile import Badge, BadgeKind, Profile, Score
from cogs.messages.message import Message
from cogs.messages.rule_sets import titled
from cogs.text import escaped, plain
from cogs.widgets.items import Item
from render.chart import MOST_LINES, Chart, Curve, chart_picture
from render.picture import Picture
from rules.core.game import Game
from rules.core.words import counted

OPPONENTS: Final = 5
"""The number of the most frequent opponents that are listed."""
BADGES: Final = {
    BadgeKind.FIRST_WIN: "First win at {game}",
    BadgeKind.EXPERT_BEATEN: "Beat an expert computer",
    BadgeKind.RELIABLE: "Ten matches in a row without running out of time",
    BadgeKind.PUZZLE_WEEK: "Daily puzzles for a week",
}
NO_MATCHES: Final = "{name} hasn't finished a match here yet."
OWN_NO_MATCHES: Final = "You haven't finished a match here yet. `/match new` opens one."
OWN_IS_SHOWN: Final = "-# Members of your servers can see this. `/settings` changes that."
OWN_IS_HIDDEN: Final = "-# Only you can see this. `/settings` changes that."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProfile:
    """A profile with everything that its message says."""

    profile: Profile
    viewer: UserId
    names: Mapping[UserId, str]
    games: Mapping[str, Game]
    """The games that can be played where the profile is shown."""
    titles: Mapping[str, str]
    """The title of each game that was played."""
    is_public: bool
    """Whether other users can see this profile."""

    @property
    def name(self) -> str:
        """The name of the profile's user."""
        return self.names[self.profile.user]

    @property
    def is_own(self) -> bool:
        """Whether the viewer looks at their own profile."""
        return self.profile.user == self.viewer


def profile_text(shown: ShownProfile) -> str:
    """Return a profile in words."""
    profile = shown.profile
    if profile.matches:
        lines = [f"**{escaped(shown.name)}**", *_facts(shown)]
    else:
        lines = [OWN_NO_MATCHES if shown.is_own else NO_MATCHES.format(name=escaped(shown.name))]
    if profile.badges:
        lines.append(f"**Badges**: {' · '.join(_badge(shown, badge) for badge in profile.badges)}")
    if shown.is_own:
        lines.append(OWN_IS_SHOWN if shown.is_public else OWN_IS_HIDDEN)
    return "\n".join(lines)


def profile_picture(shown: ShownProfile) -> Picture:
    """Draw the figures of a profile, and its ratings over time."""
    profile = shown.profile
    several = len({of.guild for of, _ in profile.histories}) > 1
    curves = [
        Curve(
            titled(_title(shown, of.game), of.rules) + (f" {number}" if several else ""),
            [(moment.at, moment.points) for moment in moments],
        )
        for number, (of, moments) in enumerate(profile.histories[:MOST_LINES], start=1)
    ]
    figures = [
        ("Matches", str(len(profile.matches))),
        ("Won", str(profile.won)),
        ("Wins in a row", str(profile.streak)),
        ("Finished", _percent(profile.finished)),
        ("In time", _percent(profile.in_time)),
    ]
    return chart_picture(Chart(title=plain(shown.name), figures=figures, curves=curves))


def profile_message(text: str, picture: Picture | None, items: Sequence[Item]) -> Message:
    """Return a profile as a message."""
    return Message(text, items, picture, "profile.png")


def _facts(shown: ShownProfile) -> list[str]:
    profile = shown.profile
    matches = counted(len(profile.matches), "match", "matches")
    lines = [f"{matches}, {profile.won} won; most wins in a row: {profile.best_streak}"]
    kept = [("finishes", profile.finished), ("moves in time", profile.in_time)]
    shares = [f"{what} {_percent(share)}" for what, share in kept if share is not None]
    if shares:
        lines.append(f"**Reliability**: {', '.join(shares)}")
    decks = [
        f"{_title(shown, each.game)}: {_deck(shown, each.game, each.deck, each.deck_name)} ({each.matches})"
        for each in profile.favourites
    ]
    if decks:
        lines.append(f"**Favourite decks**: {', '.join(decks)}")
    scores = list(profile.scores)
    if not shown.is_own:
        own = [profile.score(shown.viewer)] if any(score.opponent == shown.viewer for score in scores) else []
        scores = [*own, *(score for score in scores if score.opponent != shown.viewer)]
    if scores:
        listed = ", ".join(_score(shown, score) for score in scores[:OPPONENTS])
        lines.append(f"**Two-player matches** against {listed}")
    return lines


def _score(shown: ShownProfile, score: Score) -> str:
    name = "you" if score.opponent == shown.viewer else escaped(shown.names[score.opponent])
    results = [(score.won, "won"), (score.drawn, "drawn"), (score.lost, "lost")]
    return f"{name} ({', '.join(f'{count} {result}' for count, result in results if count)})"


def _badge(shown: ShownProfile, badge: Badge) -> str:
    return BADGES[badge.kind].format(game=_title(shown, badge.game))


def _title(shown: ShownProfile, game: str) -> str:
    return shown.titles.get(game, game)


def _deck(shown: ShownProfile, game: str, deck: str, deck_name: str) -> str:
    if deck_name:
        return escaped(deck_name)
    decks = shown.games[game].decks if game in shown.games else {}
    return decks[deck].name if deck in decks else "a deck without a name"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{int(100 * share)} %"
