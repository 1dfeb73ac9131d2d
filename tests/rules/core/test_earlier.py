import pytest

from rules.core.earlier_rules import earlier
from tests.tiny_game import Tiny


def test_missing_options_get_the_earlier_defaults() -> None:
    name, (default, other) = Tiny.options[0].name, Tiny.options[0].values
    before = earlier(Tiny, 0, {name: other})
    assert (before.key, before.version) == (Tiny.key, 0)
    tables = {option.name: option.default for option in before.options}
    assert tables[name] == other
    assert before.options[0].values == (other, default)
    assert Tiny.options[0].default == default


def test_an_unknown_option_or_value_is_refused() -> None:
    with pytest.raises(ValueError, match="no option colour"):
        earlier(Tiny, 0, {"colour": "red"})
    with pytest.raises(ValueError, match="no value odd"):
        earlier(Tiny, 0, {Tiny.options[0].name: "odd"})
