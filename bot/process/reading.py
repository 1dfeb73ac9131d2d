"""Readers of command line arguments: a game, its players, seats, options and decks."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final
from unicodedata import category

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from bot.lab.bias import PREFIX, Leaning, LeaningError
from bot.lab.players import names, rollouts_of
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.options import RuleSet
from rules.core.rng import SEEDS
from rules.core.words import span

LARGEST_SEED: Final = SEEDS - 1
CHOSEN: Final = (RuleSet.HOUSE.value, RuleSet.WRITTEN.value)
"""The rules that can be chosen by one word."""


class UsageError(ValueError):
    """The error for arguments that make no sense; its message is one line."""


def add_setup(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `read_setup`: those of a table, and its players and decks."""
    add_table(command)
    command.add_argument(
        "--players",
        type=_players,
        default=("random",),
        metavar="PLAYER",
        help="random, novice, regular (also called greedy), expert, expert:N (with N rollouts) or a script of the game;"
        " or one per seat, e.g. random,expert (random)",
    )
    command.add_argument(
        "--deck",
        action="append",
        default=[],
        metavar="ID",
        help="a ready-made deck; repeatable: the first is for seat 0, and so on (random)",
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `read_table`: the game, the seed, the number of seats and the options."""
    command.add_argument("game", metavar="GAME", type=game_key, help=" or ".join(GAMES))
    command.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), default=1, metavar="S", help="the same seed gives the same matches (1)"
    )
    command.add_argument(
        "--seats", type=whole(1), metavar="K", help="number of players (the fewest that the other arguments allow)"
    )
    add_rules(command)
    command.add_argument(
        "--option",
        type=rule_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option, which goes before --rules; repeatable",
    )


def add_rules(command: argparse.ArgumentParser) -> None:
    """Add the argument of `options_by_rules`."""
    command.add_argument(
        "--rules",
        choices=CHOSEN,
        default=RuleSet.HOUSE,
        help="house rules, or the rules as the game's author wrote them (house)",
    )


def options_by_rules(game: Game, rules: str, where: str) -> dict[str, str]:
    """Return the options that make these rules, one of `CHOSEN`, without those that have their default values. where:
    the argument that names the rules, for the error.

    Raises:
        UsageError: there are no such rules of this game.
    """
    if rules not in game.rule_sets:
        known = " or ".join(game.rule_sets)
        raise UsageError(f"{where}: {rules!r} are no rules of {game.title}, which is played by {known} rules")
    values = game.by_rules(RuleSet(rules))
    return {option.name: values[option.name] for option in game.options if values[option.name] != option.default}


def read_table(arguments: argparse.Namespace, players: int = 1) -> tuple[Game, int, dict[str, str]]:
    """Return the game, the number of seats and the options. players: the minimum number of seats if the arguments give
    no number.

    Raises:
        UsageError: the game does not allow these seats or options.
    """
    game = load_game(arguments.game)
    chosen = dict(arguments.option)
    if len(chosen) < len(arguments.option):
        raise UsageError("--option: the same option is given twice")
    if faults := game.option_faults(chosen):
        raise UsageError(f"--option: {' '.join(faults)}")
    options = {**options_by_rules(game, arguments.rules, "--rules"), **chosen}
    least = max(game.seats[0], players)
    seats = arguments.seats or next((count for count in game.playable(options) if count >= least), least)
    if seats not in game.seats:
        raise UsageError(f"--seats: {game.title} is for {span(game.seats)} players, not {seats}")
    return game, seats, options


def read_setup(arguments: argparse.Namespace) -> Setup:
    """Return the players, options and decks of the matches to play.

    Raises:
        UsageError: the arguments do not fit the game.
        TableError: the game's own rules forbid it; the message says why.
    """
    game, seats, options = read_table(arguments, len(arguments.players))
    players = arguments.players * seats if len(arguments.players) == 1 else arguments.players
    if len(players) != seats:
        raise UsageError(f"--players: write one name, or one for each of {seats} seats, not {len(players)}")
    for player in players:
        known_player(game, player, "--players")
    setup = Setup(game=game, players=players, options=options, decks=_decks(game, arguments.deck, seats))
    setup.begin(arguments.seed)
    return setup


def _decks(game: Game, decks: Sequence[str], seats: int) -> tuple[str, ...]:
    if decks and not game.decks:
        raise UsageError(f"--deck: {game.title} is played without decks")
    for deck in decks:
        if deck not in game.decks:
            raise UsageError(f"--deck: {game.title} has no deck {deck!r}; there are {', '.join(game.decks)}")
    if len(decks) > seats:
        raise UsageError(f"--deck: {len(decks)} decks are too many for {seats} seats")
    return tuple(decks)


def game_key(word: str) -> str:
    """Return the key that an argument names.

    Raises:
        ArgumentTypeError: no game has this key.
    """
    if word not in GAMES:
        raise argparse.ArgumentTypeError(f"there is no game {word!r}; there is {', '.join(GAMES)}")
    return word


def _players(word: str) -> tuple[str, ...]:
    return tuple(word.split(","))


def known_player(game: Game, name: str, where: str) -> str:
    """Return the name if this game has a computer player with it. where: the argument that gives the name, for the
    error.

    Raises:
        UsageError: there is no such player.
    """
    if name.startswith(PREFIX):
        try:
            Leaning.parse(game, name)
        except LeaningError as error:
            raise UsageError(f"{where}: {error}") from None
    elif name not in names(game) and not rollouts_of(name):
        raise UsageError(f"{where}: {name!r} is none of {', '.join(names(game))}")
    return name


def rule_option(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word!r} is not written as name=value")
    return name, value


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers within these bounds."""
    wanted = f"a whole number from {least}" + (" on" if most is None else f" to {most}")

    def read(word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{word!r} is not {wanted}") from None
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{word!r} is not {wanted}")
        return number

    return read


def one_line(message: str) -> str:
    """Return the message with a space for each line break or other control character."""
    return "".join(each if each.isprintable() or category(each) == "Zs" else " " for each in message)


def say(lines: Iterable[str]) -> int:
    """Print the lines and return exit code 0."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0
