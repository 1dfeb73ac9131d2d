"""Every purpose of a button, menu or form has a handler and a name of its own."""

from cogs.widgets.purposes import IN_WORDS
from tests.cogs.town import PURPOSES, Town


async def test_every_purpose_is_answered_and_has_a_name_of_its_own(town: Town) -> None:
    assert len({purpose.name for purpose in PURPOSES}) == len(PURPOSES)
    routes = set(town.client.interface.router.routes)
    assert {purpose.name for purpose in PURPOSES} == routes | {IN_WORDS.name}  # the router presses the id within it
