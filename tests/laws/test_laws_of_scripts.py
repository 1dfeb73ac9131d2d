"""Laws of every script of every game (`rules.core.scripts`)."""

from bot.computer.levels import Level
from bot.lab.autoplay import Setup
from bot.lab.players import POLICIES, names, player
from rules.core.game import Game
from rules.core.play import advance, check

SEED = 31


def test_every_script_plays_whole_matches_by_the_rules(game: Game) -> None:
    seats = game.playable({})[0]
    for name, script in game.scripts.items():
        assert 0 <= script.least < script.most <= 100
        setup = Setup(game=game, players=(name, *["greedy"] * (seats - 1)), options={})
        g, _ = setup.begin(SEED)
        random = SEED
        while waiting := g.phase.waiting:
            seat = waiting[0]
            random, action = player(game, setup.players[seat]).decide(game, g, seat, random)
            check(g, seat, action)
            advance(g, seat, action)


def test_every_script_has_a_name_of_its_own(game: Game) -> None:
    assert len(set(names(game))) == len(names(game)) == len(POLICIES) + len(Level) + len(game.scripts)


def test_the_styles_of_others_are_scripts(game: Game) -> None:
    assert set(game.styles) <= game.scripts.keys()
