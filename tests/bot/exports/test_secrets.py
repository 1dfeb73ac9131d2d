"""Exports from a seat depend only on what that seat saw: other hidden cards give the same bytes."""

from dataclasses import replace

import pytest

from bot.content.library import load_library
from bot.exports.animation import animation, glimpse
from bot.exports.page import page
from bot.exports.viewer import Viewer
from bot.replay.moments import Moment, Replay, replayed
from rules.core.rng import split
from tests.bot.replay.matches import recorded
from tests.one_more_game import SHIPPED

MOMENTS = 3
NAMES = ("Ada", "Bo")


def elsewhere(moment: Moment, seat: int) -> Moment:
    """Return a moment that looks the same to a seat but has other hands and other orders of decks."""
    world = moment.game.determinize(moment.view(seat), split(7, moment.ply))
    events = tuple(event for event in moment.all_events if event.seats is None or seat in event.seats)
    table = replace(moment.table, state=world, events=(*moment.table.events[:-1], events))
    return replace(moment, table=table)


@pytest.mark.parametrize("key", SHIPPED)
def test_a_seat_cannot_tell_worlds_apart_by_its_exports(key: str) -> None:
    record = recorded(f"playthrough {key} --players greedy --seed 5")
    moments = replayed(record, load_library()).moments[:MOMENTS]
    for seat in (0, 1):
        worlds = [elsewhere(moment, seat) for moment in moments]
        here, there = Replay(record, moments), Replay(record, worlds)
        assert [each.table.state for each in worlds] != [each.table.state for each in moments]
        viewer = Viewer(NAMES, seat)
        assert page(here, viewer).html == page(there, viewer).html
        assert animation(here, viewer).gif == animation(there, viewer).gif
        assert glimpse(moments, viewer).gif == glimpse(worlds, viewer).gif
