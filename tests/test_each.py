from pathlib import Path

import pytest

from tests.each import each


@each("number", {"one": 1, "two": 2, "three": 3, "four": 4})
def odd(number: int, tmp_path: Path) -> None:
    assert number % 2, f"{number} in {tmp_path}"


def test_all_that_break_a_promise_are_named(tmp_path: Path) -> None:
    with pytest.RaisesGroup(AssertionError, AssertionError) as broken:
        odd(tmp_path=tmp_path)
    assert [fault.__notes__ for fault in broken.value.exceptions] == [["number: two"], ["number: four"]]


@each(("number", "double"), [(1, 2), (2, 4)])
def test_a_case_can_be_several_arguments(number: int, double: int) -> None:
    assert 2 * number == double


@each("number", range(1, 4))
def test_fixtures_are_given_as_to_any_test(number: int, tmp_path: Path) -> None:
    assert tmp_path.is_dir()
    assert number in range(1, 4)


def test_that_nothing_is_tried_is_no_promise() -> None:
    with pytest.raises(AssertionError, match="nothing would be tried"):
        each("number", [])
