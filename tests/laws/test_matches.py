"""The matches on which the laws are checked."""

from rules.core.game import Game
from tests.laws.matches import FEW, tables


def test_a_few_tables_have_every_number_of_players_and_every_value_of_every_option(game: Game) -> None:
    met = {choice for seats, options in tables(game)[:FEW] for choice in (seats, *options.items())}
    assert met == {*game.seats, *((option.name, value) for option in game.options for value in option.values)}


def test_every_table_comes_once(game: Game) -> None:
    all_tables = [(seats, *options.items()) for seats, options in tables(game)]
    assert len(set(all_tables)) == len(all_tables)
