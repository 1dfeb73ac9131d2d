"""A match as a moving picture: of any length, from any moment, within Discord's limit, as its viewer may see it."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.content.library import load_library
from bot.exports import animation as exports
from bot.exports.animation import GLIMPSE_LIMIT, GLIMPSED, animation, caption, evenly, glimpse
from bot.exports.viewer import Viewer
from bot.replay.moments import Replay, replayed
from bot.store.plies import Ply, PlyKind
from render.moving import Scene
from render.palette import Theme
from rules.core.game import Game
from tests.bot.replay.matches import committed

LIBRARY = load_library()
NAMES = ("Ada", "Bo")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replayed(committed("tnb").record, LIBRARY)


def frames_in(picture: Image.Image) -> int:
    return len(list(ImageSequence.Iterator(picture)))


def drawn(monkeypatch: pytest.MonkeyPatch, size: int = 1) -> list[list[Scene]]:
    """Record the scenes that are drawn, without drawing them. Each scene counts as a fixed number of bytes."""
    all_scenes: list[list[Scene]] = []

    def note(game: Game, scenes: Sequence[Scene], names: Sequence[str], theme: Theme) -> bytes:
        all_scenes.append(list(scenes))
        return bytes(size * len(scenes))

    monkeypatch.setattr(exports, "moving_picture", note)
    return all_scenes


def test_a_match_is_a_gif_that_ends_with_its_result(replay: Replay) -> None:
    moving = animation(replay, Viewer(NAMES))
    with Image.open(BytesIO(moving.gif)) as picture:
        assert picture.format == "GIF"
        assert frames_in(picture) == moving.shown == moving.of == replay.last + 1
    assert replay.record.outcome is not None
    assert replay.game.result(replay.record.outcome, NAMES) in moving.alt


def test_it_begins_at_the_moment_that_is_asked_for(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = drawn(monkeypatch)
    animation(replay, Viewer(NAMES), start=replay.last - 2)
    animation(replay, Viewer(NAMES), start=10**6)
    places = [[scene.place for scene in scenes] for scenes in tries]
    last_three = [f"{ply}/{replay.last}" for ply in range(replay.last - 2, replay.last + 1)]
    assert places == [last_three, last_three[-1:]]


def test_of_a_long_match_moments_are_left_out_and_their_events_are_told_with_the_next(
    replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST_MOMENTS", 5)
    tries = drawn(monkeypatch)
    moving = animation(replay, Viewer(NAMES))
    assert (moving.shown, moving.of) == (5, replay.last + 1)
    [scenes] = tries
    plies = [int(scene.place.split("/")[0]) for scene in scenes]
    for before, ply, scene in zip([-1, *plies], plies, scenes, strict=False):
        assert caption(replay.moments[before + 1 : ply + 1], NAMES, None) in scene.text


def test_what_was_taken_back_is_left_out(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = drawn(monkeypatch)
    undone = Replay(replay.record, [replace(each, is_undone=each.ply in (2, 3)) for each in replay.moments])
    animation(undone, Viewer(NAMES))
    assert [int(scene.place.split("/")[0]) for scene in tries[0]][:4] == [0, 1, 4, 5]


def test_captions_tell_only_what_the_viewer_could_read(replay: Replay) -> None:
    private = next(each for each in replay.moments if any(event.seats == frozenset({0}) for event in each.all_events))
    [event, *_] = [each for each in private.all_events if each.seats == frozenset({0})]
    sentence = replay.game.narrate(event, NAMES)
    assert sentence
    assert sentence in caption([private], NAMES, 0)
    assert sentence not in caption([private], NAMES, 1)
    assert sentence not in caption([private], NAMES, None)


def test_a_resignation_and_an_undo_are_told(replay: Replay) -> None:
    texts = {
        kind: caption(
            [replace(replay.moments[1], played=Ply(number=1, seat=1, kind=kind, action=None, undoes=2, digest=""))],
            NAMES,
            None,
        )
        for kind in (PlyKind.RESIGNATION, PlyKind.UNDO)
    }
    assert texts[PlyKind.RESIGNATION].startswith("Bo resigns.")
    assert texts[PlyKind.UNDO].startswith("Bo takes back 2 moves.")


def test_of_a_match_too_large_for_discord_moments_are_left_out_but_never_the_first_and_last(
    replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = drawn(monkeypatch, size=1000)
    moving = animation(replay, Viewer(NAMES), limit=10_000)
    assert len(moving.gif) <= 10_000
    assert len(tries) > 1
    assert (tries[-1][0].place, tries[-1][-1].place) == (f"0/{replay.last}", f"{replay.last}/{replay.last}")
    assert animation(replay, Viewer(NAMES), limit=1).shown == 2


def test_numbers_are_chosen_evenly_with_the_first_and_last() -> None:
    assert evenly(5, 9) == [0, 1, 2, 3, 4]
    assert evenly(101, 5) == [0, 25, 50, 75, 100]
    assert evenly(1, 2) == [0]


def test_the_captions_of_a_glimpse_can_be_read_and_it_is_small(replay: Replay) -> None:
    for moments in (replay.moments, replay.moments[5:8], replay.moments[5:6]):
        moving = glimpse(moments, Viewer(NAMES, 0))
        assert moving.shown == min(len(moments), GLIMPSED)
        assert len(moving.gif) <= GLIMPSE_LIMIT
        with Image.open(BytesIO(moving.gif)) as picture:
            waits = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert all(wait == 1500 for wait in waits[:-1])
        assert len(moments) == 1 or waits[-1] == 4000
