"""The command `hidden-hand lab` and its parts."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from bot.lab.cards import Cards
from bot.lab.compare import Comparison
from bot.lab.decks import Decks
from bot.lab.experiment import Field
from bot.lab.exploit import QUICK, Exploit, Tried
from bot.lab.gifts import Gift, GiftError
from bot.lab.pacing import Dull
from bot.lab.plans import plans_of, stallers
from bot.lab.trials import Effort
from bot.process.goals import GOALS, add_goals
from bot.process.people_figures import PEOPLE, add_people_figures
from bot.process.reading import UsageError, add_table, known_player, read_table, whole
from bot.process.study import add_study, carry_out
from bot.process.tuning import SKILL, TUNE, add_skill, add_tune, skill, tune
from bot.process.variants import WRITTEN, playable, read_game, read_variant
from rules.core.cards import CardId

LAB: Final = """\
A laboratory for game designers: the computer plays many matches and reports the results in plain words. The same seed
gives the same figures on any machine with any number of processors. Ctrl-C ends it early and prints the results."""

_COMPARE: Final = """\
Compare two variants of a game: the course of matches, and the worth of plans in each. Without --b: describe the game.
Example: hidden-hand lab compare allocator --b cards.boost=+1"""
_CARDS: Final = """\
Measure the worth of each card: how often players who draw, play or hold it win, and how often a player who never uses
it wins against others with the same deck. Also list cards that are worse copies of another one.
Example: hidden-hand lab cards tnb --without marksman"""
_DECKS: Final = """\
Play every ready-made deck against every other and itself, and search for a legal deck that beats them; for two
players. The search begins with sorted, random and ready-made decks, estimates the worth of each card from their
results, builds better decks, and measures the best one in --most new matches. With --seconds, results depend on the
machine.
Example: hidden-hand lab decks tnb --search 50000"""
_EXPLOIT: Final = """\
Look for a plan that beats the quick player: the game's own scripts (rushes, turtles, hoarders …), the quick player
without one kind of action, and biased quick players from a search, which prefer or avoid some actions, always or under
conditions. Actions that are compulsory, never used, or worth nothing are listed apart; a gift measures the worth of
something that no player buys. --stall tries how long a match can be dragged out. The best plan is measured in --most
new matches. With --seconds, results depend on the machine.
Example: hidden-hand lab exploit allocator --learn 50000"""
_DULL: Final = """\
Find where a game is dull: decisions without a choice, actions that no player uses, leads that never change.
Example: hidden-hand lab dull circuitry --seats 4"""
_NONE: Final = "none"


def add_lab(command: argparse.ArgumentParser) -> None:
    """Add the parts and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("compare", help="measure what a change does", description=_COMPARE, epilog=WRITTEN)
    _add_common(part)
    part.add_argument("--a", nargs="+", default=[], metavar="WORD", help="changes of variant A (none)")
    part.add_argument("--b", nargs="+", default=[], metavar="WORD", help="changes of variant B")
    _add_plans(part)
    part.set_defaults(handle=_compare)

    part = parts.add_parser("cards", help="measure the worth of each card", description=_CARDS)
    _add_common(part)
    part.add_argument(
        "--without",
        action="append",
        metavar="CARD",
        help="a card that one player never uses; repeatable (default: every card; “none” skips this)",
    )
    part.set_defaults(handle=_cards)

    part = parts.add_parser("decks", help="find decks that are too strong", description=_DECKS)
    _add_common(part)
    part.add_argument(
        "--search", type=whole(0), default=4_000, metavar="N", help="number of matches for the search (4000)"
    )
    _add_seconds(part)
    part.set_defaults(handle=_decks)

    part = parts.add_parser("exploit", help="find plans that break the game", description=_EXPLOIT)
    _add_common(part, player=False)
    _add_plans(part)
    part.add_argument(
        "--stall",
        action="store_true",
        help="try the plans that play for time, each against itself too, and nothing else: how long can a match get?",
    )
    part.add_argument(
        "--give",
        action="append",
        default=[],
        metavar="PLACE=GIFT",
        help="a gift to the quick player, to measure its worth: coins=3000, hand=CARD; repeatable",
    )
    part.add_argument(
        "--against", action="append", metavar="PLAYER", help="an opponent of the plans; repeatable (greedy)"
    )
    part.add_argument(
        "--learn", type=whole(0), default=4_000, metavar="N", help="number of matches for the search (4000)"
    )
    _add_seconds(part)
    part.set_defaults(handle=_exploit)

    part = parts.add_parser("dull", help="find where a game is dull", description=_DULL)
    _add_common(part)
    part.set_defaults(handle=_dull)

    part = parts.add_parser("tune", help="find the best value of a number", description=TUNE)
    _add_common(part)
    add_tune(part)
    part.set_defaults(handle=lambda arguments: tune(arguments, _field(arguments)))

    part = parts.add_parser("skill", help="measure what searching more is worth", description=SKILL)
    _add_common(part, player=False)
    add_skill(part)
    part.set_defaults(handle=lambda arguments: skill(arguments, _field(arguments)))

    part = parts.add_parser("people", help="report what people did", description=PEOPLE)
    add_people_figures(part)

    add_goals(parts.add_parser("goals", help="measure whether the goals of games are met", description=GOALS))


def _add_common(part: argparse.ArgumentParser, *, player: bool = True) -> None:
    add_table(part)
    part.add_argument("--content", type=Path, metavar="FOLDER", help="use these files instead of the game's own")
    if player:
        part.add_argument("--player", default=QUICK, metavar="PLAYER", help="the player for all seats (greedy)")
    add_study(part)


def _add_seconds(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--seconds",
        type=whole(0),
        default=0,
        metavar="S",
        help="limit the search by processor time, in seconds, instead of N",
    )


def _add_plans(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--plan",
        action="append",
        metavar="NAME",
        help="a plan to try: a script of the game, or any player; repeatable (default: every plan; “none” skips this)",
    )


def _compare(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    player = known_player(field.game, arguments.player, "--player")
    variants = [read_variant("A", arguments.a, field, player)]
    if arguments.b:
        variants.append(read_variant("B", arguments.b, field, player))
        one, other = variants
        if one.rules == other.rules and not one.meets(other):
            raise UsageError("--b: this is the same variant as A")
        if one.meets(other) and bool(one.deck) != bool(other.deck):
            raise UsageError("--a, --b: give both variants a deck, or neither")
    plans = _plans(arguments, field)
    return carry_out(arguments, lambda lab: Comparison(lab, variants, plans))


def _cards(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    if not field.game.cards:
        raise UsageError(f"{field.game.title} is played without cards")
    player = known_player(field.game, arguments.player, "--player")
    without = [CardId(card) for card in _chosen(arguments.without, field.game.cards)]
    for card in without:
        if card not in field.game.cards:
            raise UsageError(f"--without: {field.game.title} has no card {card!r}")
    return carry_out(arguments, lambda lab: Cards(lab, field, player, without))


def _decks(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    if not field.game.decks or field.seats != 2:
        raise UsageError(f"{field.game.title} has no decks to measure, or not with {field.seats} players")
    player = known_player(field.game, arguments.player, "--player")
    effort = Effort(matches=arguments.search, seconds=arguments.seconds)
    return carry_out(arguments, lambda lab: Decks(lab, field, player, effort))


def _exploit(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    opponents = [known_player(field.game, who, "--against") for who in arguments.against or [QUICK]]
    plans = _plans(arguments, field)
    effort = Effort(matches=arguments.learn, seconds=arguments.seconds)
    if arguments.stall:
        plans, effort = stallers(field.game) if arguments.plan is None else plans, Effort()
        if not plans:
            raise UsageError(f"--stall: {field.game.title} has no plan that plays for time")
    try:
        gifts = [Gift.parse(field.game, text) for text in arguments.give]
    except GiftError as error:
        raise UsageError(f"--give: {error}") from None
    tried = Tried(plans=plans, opponents=opponents, stalls=arguments.stall, gifts=gifts, effort=effort)
    return carry_out(arguments, lambda lab: Exploit(lab, field, tried))


def _dull(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    player = known_player(field.game, arguments.player, "--player")
    return carry_out(arguments, lambda lab: Dull(lab, field, player))


def _field(arguments: argparse.Namespace) -> Field:
    """Return the game, content, seats and options that the arguments name."""
    game, seats, options = read_table(arguments)
    game, content = read_game(game.key, arguments.content, (), "--content")
    field = Field(game=game, content=content, seats=seats, options=options)
    playable(field)
    return field


def _plans(arguments: argparse.Namespace, field: Field) -> list[str]:
    listed = plans_of(field.game, field.seats)
    names = _chosen(arguments.plan, listed)
    for name in names:
        if name not in listed:
            known_player(field.game, name, "--plan")
    return names


def _chosen(words: list[str] | None, everything: Iterable[str]) -> list[str]:
    """Return the chosen words: everything if the argument is missing, nothing for "none"."""
    return [] if words == [_NONE] else words or [*everything]
