"""The examples in docstrings of the contract give what they show."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["cards", "decks", "notation", "words"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    result = doctest.testmod(import_module(f"rules.core.{module}"))
    assert result.attempted
    assert not result.failed
