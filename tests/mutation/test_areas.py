"""Each area of the trial of mutants has code and tests."""

import sys
from pathlib import Path

import pytest

from tests.mutation.__main__ import main
from tests.mutation.areas import AREAS

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", AREAS)
def test_an_area_has_modules_and_all_its_tests_are_there(name: str) -> None:
    area = AREAS[name]
    assert area.files(CHECKOUT)
    paths = [word for tests in area.tests for word in tests if word.startswith("tests/")]
    assert paths
    assert [path for path in paths if not (CHECKOUT / path).exists()] == []


def test_help_names_the_areas_and_a_trial_what_it_lacks_without_what_makes_mutants(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cosmic_ray", None)
    with pytest.raises(SystemExit, match=r"^0$"):
        main(["--help"])
    printed = " ".join(capsys.readouterr().out.split())
    assert [area for area in AREAS if area not in printed] == []
    with pytest.raises(SystemExit, match=r"^2$"):
        main([next(iter(AREAS))])
    assert "locks/dev.lock" in capsys.readouterr().err
