"""A handler declares which ids it answers, and the router refuses handlers that would fail at a press."""

from collections.abc import Sequence
from unittest.mock import create_autospec

import pytest

from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.presses.router import Router, answers
from cogs.widgets import purposes
from cogs.widgets.ids import NUMBER, PAGE, Field, Purpose

TURN = Purpose("turn", NUMBER, PAGE, Field("kind", "[a-z]", str, optional=True))


class Pages:
    @answers(TURN)
    async def turn(self, answer: Answer, *, number: int, page: int, kind: str = "") -> None: ...


def router(*features: object) -> Router:
    return Router(create_autospec(Host), features)


def test_the_handlers_of_all_features_are_found_by_the_names_of_their_purposes() -> None:
    class Menus:
        @answers(purposes.PICK)
        async def pick(self, answer: Answer, *, values: Sequence[str]) -> None: ...

    pages, menus = Pages(), Menus()
    routes = router(pages, menus).routes
    assert {name: (route.handler, route.sent) for name, route in routes.items()} == {
        "turn": (pages.turn, frozenset()),
        "pick": (menus.pick, {"values"}),
    }


def test_two_handlers_of_one_purpose_are_refused() -> None:
    class Others:
        @answers(TURN)
        async def turn(self, answer: Answer, *, number: int, page: int, kind: str = "") -> None: ...

    with pytest.raises(TypeError, match="two handlers answer 'turn'"):
        router(Pages(), Others())
    with pytest.raises(TypeError, match="two handlers answer 'turn'"):
        router(Pages(), Pages())


def test_a_handler_that_does_not_take_a_field_of_its_purpose_is_refused() -> None:
    class Short:
        @answers(TURN)
        async def turn(self, answer: Answer, *, number: int, page: int) -> None: ...

    with pytest.raises(TypeError, match="kind"):
        router(Short())


def test_a_handler_that_requires_an_optional_field_is_refused() -> None:
    class Long:
        @answers(TURN)
        async def turn(self, answer: Answer, *, number: int, page: int, kind: str) -> None: ...

    with pytest.raises(TypeError, match="kind"):
        router(Long())


def test_a_subclass_names_the_purpose_that_a_method_of_its_base_answers() -> None:
    class Base:
        @answers("turns")
        async def turn(self, answer: Answer, *, number: int, page: int, kind: str = "") -> None: ...

    class Sub(Base):
        turns = TURN

    assert list(router(Sub()).routes) == ["turn"]
