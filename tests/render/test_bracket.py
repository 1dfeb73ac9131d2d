"""Pictures of brackets, drawn from a plain value."""

from io import BytesIO

import pytest
from PIL import Image

from render.bracket import ROUNDS, Bracket, Round, Side, bracket_picture
from render.canvas import HEIGHT, WIDTH
from render.picture import ALT_LIMIT
from tests.render.tables import cut_off
from tests.render.test_picture import HOSTILE


def bracket(players: int, decided: int, name: str = "Ada") -> Bracket:
    """Return a bracket in which these many rounds are decided, and the next one is paired."""
    rounds: list[Round] = []
    alive = [f"{name} {number}" for number in range(players)]
    while len(alive) > 1:
        pairs: list[list[Side]] = []
        for one, other in zip(alive[::2], alive[1::2], strict=True):
            is_decided, is_paired = len(rounds) < decided, len(rounds) <= decided
            sides = [
                Side(name=one, score="2" if is_decided else "", has_won=is_decided),
                Side(name=other, score="0" if is_decided else ""),
            ]
            pairs.append(sides if is_paired else [])
        rounds.append(Round(name=f"Round of {len(alive)}", pairs=pairs))
        alive = alive[::2]
    return Bracket(title="Tournament #12 · Arms Dealer", subtitle="Single elimination", rounds=rounds)


@pytest.mark.parametrize("players", [4, 8, 16, 64])
@pytest.mark.parametrize("decided", [0, 1, 6])
def test_the_last_rounds_fit_into_a_picture_that_can_be_read(
    players: int, decided: int, drawn_lines: dict[str, bool]
) -> None:
    whole = bracket(players, decided)
    picture = bracket_picture(whole)
    with Image.open(BytesIO(picture.png)) as opened:
        width, height = opened.size
    assert (width, height <= HEIGHT) == (WIDTH, True)
    assert cut_off(drawn_lines) == set()
    shown = [side.name for each in whole.rounds[-ROUNDS:] for pair in each.pairs for side in pair]
    assert set(shown) <= set(drawn_lines)


def test_the_words_say_what_the_picture_shows_the_latest_round_first() -> None:
    assert bracket_picture(bracket(8, 1)).alt.splitlines()[1:] == [
        "Round of 4: Ada 0 against Ada 2; Ada 4 against Ada 6",
        f"Round of 8: {'; '.join(f'Ada {number} beats Ada {number + 1}, 2 : 0' for number in (0, 2, 4, 6))}",
    ]
    assert len(bracket_picture(bracket(64, 6)).alt) <= ALT_LIMIT


def test_a_bye_is_named() -> None:
    rounds = [Round(name="Semi-finals", pairs=[[Side(name="Ada", has_won=True)], []])]
    picture = bracket_picture(Bracket(title="T", subtitle="S", rounds=rounds))
    assert picture.alt.splitlines()[1] == "Semi-finals: Ada has a bye"


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_drawn(name: str) -> None:
    with Image.open(BytesIO(bracket_picture(bracket(4, 2, name[:28])).png)) as opened:
        assert opened.width == WIDTH
