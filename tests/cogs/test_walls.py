"""Discord's face is generic: a new game brings no new code to it, and every way into it is one that is known."""

from pathlib import Path

import cogs
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose
from rules.catalog import GAMES
from tests.cogs.town import Town
from tests.each import each

FILES = sorted(Path(cogs.__path__[0]).rglob("*.py"))


@each("file", FILES)
def test_no_file_of_the_face_names_a_game(file: Path) -> None:
    source = file.read_text(encoding="utf-8").casefold()
    for key, game in GAMES.items():
        assert key not in source
        assert game.title.casefold() not in source


PURPOSES = [found for found in vars(purposes).values() if isinstance(found, Purpose)]


async def test_every_purpose_has_one_who_answers_it_and_a_name_of_its_own(town: Town) -> None:
    assert len({purpose.name for purpose in PURPOSES}) == len(PURPOSES)
    assert {purpose.name for purpose in PURPOSES} == set(town.client.face.router.routes)
