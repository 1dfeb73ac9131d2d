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
from bot.lab.plans import plans_of
from bot.lab.trials import Effort
from bot.process.reading import UsageError, add_table, known_player, read_table, whole
from bot.process.study import add_study, carry_out
from bot.process.variants import WRITTEN, playable, read_game, read_variant
from rules.core.cards import CardId

LAB: Final = """\
A laboratory for designers: the computer plays many matches, and what follows is told in plain words. The same seed
gives the same figures on any machine and any number of processors. Ctrl-C ends it early and prints what is known."""

_COMPARE: Final = """\
Compare two variants of a game: how matches go, and what plans are worth in each. Without --b: what the game is like.
Example: hidden-hand lab compare allocator --b cards.boost=+1"""
_CARDS: Final = """\
What each card is worth: who draws, plays and holds it, and what a player wins who never uses it, against others with
the same deck. And which cards are another one but worse.
Example: hidden-hand lab cards tnb --without marksman"""
_DECKS: Final = """\
The ready-made decks, each against each and against itself, and a search for a legal deck that beats them. For two.
The search begins with sorted, random and ready-made decks, learns from their results what each card is worth, makes
better decks of that, and measures the best one in --most new matches. With --seconds it depends on the machine.
Example: hidden-hand lab decks tnb --search 50000"""
_EXPLOIT: Final = """\
Whether a plan beats the quick player: rushes, turtles, hoarders and others that the game lists, the quick player
without one kind of action each, and what a search finds that leans the quick player this way and that, always or under
conditions. It tells apart what is compulsory, what the quick player never does, and what is worth nothing; a gift
measures what nobody buys. The best is measured in --most new matches. With --seconds it depends on the machine.
Example: hidden-hand lab exploit allocator --learn 50000"""
_DULL: Final = """\
Where a game bores: decisions without a choice, things that nobody does, leads that never change.
Example: hidden-hand lab dull circuitry --seats 4"""
_NONE: Final = "none"


def add_lab(command: argparse.ArgumentParser) -> None:
    """The parts and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("compare", help="what a change of a game does", description=_COMPARE, epilog=WRITTEN)
    _add_common(part)
    part.add_argument("--a", nargs="+", default=[], metavar="WORD", help="what is different about A (nothing)")
    part.add_argument("--b", nargs="+", default=[], metavar="WORD", help="what is different about B")
    _add_plans(part)
    part.set_defaults(handle=_compare)

    part = parts.add_parser("cards", help="what each card is worth", description=_CARDS)
    _add_common(part)
    part.add_argument(
        "--without",
        action="append",
        metavar="CARD",
        help="a card that somebody does without; repeatable (all; none: no card)",
    )
    part.set_defaults(handle=_cards)

    part = parts.add_parser("decks", help="which decks are too strong", description=_DECKS)
    _add_common(part)
    part.add_argument(
        "--search", type=whole(0), default=4_000, metavar="N", help="matches that the search plays (4000)"
    )
    _add_seconds(part)
    part.set_defaults(handle=_decks)

    part = parts.add_parser("exploit", help="which plans beat the game", description=_EXPLOIT)
    _add_common(part, player=False)
    _add_plans(part)
    part.add_argument(
        "--give",
        action="append",
        default=[],
        metavar="PLACE=WHAT",
        help="what the quick player is given, to measure its worth: coins=3000, hand=CARD; repeatable",
    )
    part.add_argument("--against", action="append", metavar="WHO", help="whom the plans play; repeatable (greedy)")
    part.add_argument("--learn", type=whole(0), default=4_000, metavar="N", help="matches that the search plays (4000)")
    _add_seconds(part)
    part.set_defaults(handle=_exploit)

    part = parts.add_parser("dull", help="where a game bores", description=_DULL)
    _add_common(part)
    part.set_defaults(handle=_dull)


def _add_common(part: argparse.ArgumentParser, *, player: bool = True) -> None:
    add_table(part)
    part.add_argument("--content", type=Path, metavar="FOLDER", help="its files stand in the place of the game's own")
    if player:
        part.add_argument("--player", default=QUICK, metavar="WHO", help="who plays, if nothing else is said (greedy)")
    add_study(part)


def _add_seconds(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--seconds", type=whole(0), default=0, metavar="S", help="seconds of the processor that it takes, instead of N"
    )


def _add_plans(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--plan",
        action="append",
        metavar="NAME",
        help="a plan that is tried: a script of the game, or any player; repeatable (all; none: no plan)",
    )


def _compare(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    player = known_player(field.game, arguments.player, "--player")
    variants = [read_variant("A", arguments.a, field, player)]
    if arguments.b:
        variants.append(read_variant("B", arguments.b, field, player))
        one, other = variants
        if one.rules == other.rules and not one.meets(other):
            raise UsageError("--b: it is the same as A")
        if one.meets(other) and bool(one.deck) != bool(other.deck):
            raise UsageError("--a, --b: where decks are compared, both need one")
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
        raise UsageError(f"{field.game.title} has no decks to be measured, or not with {field.seats} players")
    player = known_player(field.game, arguments.player, "--player")
    effort = Effort(matches=arguments.search, seconds=arguments.seconds)
    return carry_out(arguments, lambda lab: Decks(lab, field, player, effort))


def _exploit(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    opponents = [known_player(field.game, who, "--against") for who in arguments.against or [QUICK]]
    plans = _plans(arguments, field)
    effort = Effort(matches=arguments.learn, seconds=arguments.seconds)
    try:
        gifts = [Gift.parse(field.game, text) for text in arguments.give]
    except GiftError as error:
        raise UsageError(f"--give: {error}") from None
    tried = Tried(plans=plans, opponents=opponents, gifts=gifts, effort=effort)
    return carry_out(arguments, lambda lab: Exploit(lab, field, tried))


def _dull(arguments: argparse.Namespace) -> int:
    field = _field(arguments)
    player = known_player(field.game, arguments.player, "--player")
    return carry_out(arguments, lambda lab: Dull(lab, field, player))


def _field(arguments: argparse.Namespace) -> Field:
    """Where it is played."""
    game, seats, options = read_table(arguments)
    game, content = read_game(game.key, arguments.content, (), "--content")
    field = Field(game=game, content=content, seats=seats, options=options)
    playable(field)
    return field


def _plans(arguments: argparse.Namespace, field: Field) -> list[str]:
    known = plans_of(field.game, field.seats)
    names = _chosen(arguments.plan, known)
    for name in names:
        if name not in known:
            known_player(field.game, name, "--plan")
    return names


def _chosen(words: list[str] | None, everything: Iterable[str]) -> list[str]:
    """What was chosen: everything, if nothing is said."""
    return [] if words == [_NONE] else words or [*everything]
