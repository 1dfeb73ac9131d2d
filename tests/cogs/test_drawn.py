from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from cogs.messages import picture_cache
from cogs.messages.picture_cache import Drawn
from render.picture import Picture, hand_picture
from rules.core.play import View
from tests.patience import PATIENT

GAME = load_game("allocator")
NAMES = ("Ada", "Bo")


def views(count: int) -> list[View]:
    setup = Setup(game=GAME, players=("random", "random"), options={})
    g, _ = setup.begin(1)
    return [GAME.view(g, 0) for _ in zip(range(count), setup.play(g, 1), strict=False)]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    made: list[View] = []

    def draw(game: Any, view: View, names: Any, **_: Any) -> Picture:
        made.append(view)
        return hand_picture(game, view, names)

    monkeypatch.setattr(picture_cache, "hand_picture", draw)
    return made


def test_equal_views_are_drawn_once_and_different_views_separately(counted: list[View]) -> None:
    hands, (first, second) = Drawn(), views(2)
    [again, _] = views(2)
    assert again is not first
    assert hands.hand(GAME, first, NAMES) is hands.hand(GAME, again, list(NAMES))
    assert hands.hand(GAME, second, NAMES) == hand_picture(GAME, second, NAMES)
    assert hands.hand(GAME, first, ("Cleo", "Bo")) == hand_picture(GAME, first, ("Cleo", "Bo"))
    assert counted == [first, second, first]


def test_the_picture_shown_longest_ago_is_dropped_first(counted: list[View]) -> None:
    hands, shown = Drawn(kept=2), views(3)
    for place in (0, 1, 0, 2, 0, 1):
        hands.hand(GAME, shown[place], NAMES)
    assert counted == [shown[place] for place in (0, 1, 2, 1)]


def test_two_that_want_it_at_once_draw_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go, made = Event(), Event(), []

    def slow(game: Any, view: View, names: Any, **_: Any) -> Picture:
        made.append(view)
        begun.set()
        assert go.wait(PATIENT)
        return Picture(b"", "drawn")

    monkeypatch.setattr(picture_cache, "hand_picture", slow)
    hands, [view] = Drawn(), views(1)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(hands.hand, GAME, view, NAMES)
        assert begun.wait(PATIENT)
        second = threads.submit(hands.hand, GAME, view, NAMES)
        go.set()
        assert first.result(10) is second.result(10)
    assert made == [view]


def test_a_picture_that_failed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hands, [view] = Drawn(), views(1)
    with monkeypatch.context() as broken:
        broken.setattr(picture_cache, "hand_picture", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            hands.hand(GAME, view, NAMES)
    assert hands.hand(GAME, view, NAMES) == hand_picture(GAME, view, NAMES)


def test_a_choice_is_drawn_once_even_where_it_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []

    def draw(game: Any, view: View, chosen: tuple[str, ...], names: Any, **_: Any) -> Picture | None:
        made.append(chosen)
        return None if chosen == ("pass",) else Picture(b"", " ".join(chosen))

    monkeypatch.setattr(picture_cache, "choice_picture", draw)
    hands, [view] = Drawn(), views(1)
    for _ in range(2):
        assert hands.choice(GAME, view, ("pass",), NAMES) is None
        assert hands.choice(GAME, view, ("play",), NAMES) == Picture(b"", "play")
    assert hands.hand(GAME, view, NAMES) == hand_picture(GAME, view, NAMES)
    assert made == [("pass",), ("play",)]
