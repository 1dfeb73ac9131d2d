"""Every purpose of a button, menu or form has a handler and a name of its own."""

from cogs.decks import purposes as deck_purposes
from cogs.lessons import purposes as lesson_purposes
from cogs.profiles import purposes as profile_purposes
from cogs.puzzles import purposes as puzzle_purposes
from cogs.tournaments import purposes as tournament_purposes
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose
from tests.cogs.town import Town

PURPOSES = [
    purpose
    for module in (purposes, deck_purposes, lesson_purposes, profile_purposes, puzzle_purposes, tournament_purposes)
    for purpose in vars(module).values()
    if isinstance(purpose, Purpose)
]


async def test_every_purpose_is_answered_and_has_a_name_of_its_own(town: Town) -> None:
    assert len({purpose.name for purpose in PURPOSES}) == len(PURPOSES)
    assert {purpose.name for purpose in PURPOSES} == set(town.client.interface.router.routes)
