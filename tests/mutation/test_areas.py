"""Each area of the trial of mutants has code and tests."""

from pathlib import Path

import pytest

from tests.mutation.areas import AREAS

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", AREAS)
def test_an_area_has_modules_and_all_its_tests_are_there(name: str) -> None:
    area = AREAS[name]
    assert area.files(CHECKOUT)
    paths = [word for tests in area.tests for word in tests if word.startswith("tests/")]
    assert paths
    assert [path for path in paths if not (CHECKOUT / path).exists()] == []
