"""A match replays from its file as people saw it when it was played: digests, views and pictures."""

from itertools import chain, zip_longest

import pytest

from bot.content.library import load_library
from bot.content.seeds import load_game
from bot.replay.moments import replayed
from bot.replay.notation import read, write
from render.picture import hand_picture, table_picture
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import State
from tests.bot.replay.matches import recorded
from tests.examples import thorough
from tests.golden.matches import commands
from tests.one_more_game import SHIPPED

LIBRARY = load_library()
COMMANDS = {key: list(commands(load_game(key))) for key in SHIPPED}
DRAWN = 4
"""The moments of each game whose pictures are compared."""


FIRST, *OTHERS = zip_longest(*COMMANDS.values())


@pytest.mark.parametrize("command", [*FIRST, *thorough(*filter(None, chain(*OTHERS)))])
def test_every_golden_match_replays_from_its_file_to_its_digests(command: str) -> None:
    record = recorded(command)
    replay = replayed(read(write(record)), LIBRARY)
    assert [moment.table.digest for moment in replay.moments] == [
        record.deal.digest,
        *(ply.digest for ply in record.plies),
    ]
    assert replay.moments[-1].table.state.outcome == record.outcome


@pytest.mark.parametrize("key", COMMANDS)
def test_a_replay_draws_the_pictures_that_were_drawn_while_the_match_was_played(key: str) -> None:
    total = len(recorded(COMMANDS[key][0]).plies)
    chosen = {round(total * part / (DRAWN - 1)) for part in range(DRAWN)}
    drawn: dict[int, list[bytes]] = {}

    def pictures(game: Game, g: State) -> list[bytes]:
        seats = range(max(len(record_names), 1))
        views = [game.view(g, seat) for seat in seats]
        tables = [table_picture(game, view, record_names).png for view in (game.view(g, None), *views)]
        return [*tables, *(hand_picture(game, view, record_names).png for view in views)]

    def seen(game: Game, ply: int, g: State) -> None:
        if ply in chosen:
            drawn[ply] = pictures(game, g)

    record_names = recorded(COMMANDS[key][0]).names
    replay = replayed(read(write(recorded(COMMANDS[key][0], seen=seen))), LIBRARY)
    assert set(drawn) == chosen
    for ply, pngs in drawn.items():
        assert pictures(replay.game, replay.moments[ply].table.state) == pngs, f"ply {ply}"


@pytest.mark.parametrize("key", COMMANDS)
def test_turning_points_are_few_in_order_and_of_plies_in_force(key: str) -> None:
    replay = replayed(recorded(COMMANDS[key][0]), LIBRARY)
    points = replay.turning_points
    assert 1 <= len(points) <= 6
    assert [point.ply for point in points] == sorted({point.ply for point in points})
    assert all(0 < point.ply <= replay.last and 0 <= point.gained < len(replay.names) for point in points)


@pytest.mark.parametrize("key", [key for key in COMMANDS if GAMES[key].landmarks])
def test_every_landmark_names_an_event_of_the_game(key: str) -> None:
    game, tags = load_game(key), set[str]()
    for command in COMMANDS[key][:2]:
        for moment in replayed(recorded(command), LIBRARY).moments:
            tags.update(event.tag for event in moment.all_events)
    assert tags & set(game.landmarks), "none of its landmarks happens in a few matches"
