"""Every purpose of a button, menu or form has a handler and a name of its own."""

from importlib import import_module
from pathlib import Path

import cogs
from cogs.widgets.ids import Purpose
from tests.cogs.town import Town

PURPOSES = [
    purpose
    for file in sorted(Path(cogs.__file__).parent.glob("*/purposes.py"))
    for purpose in vars(import_module(f"cogs.{file.parent.name}.purposes")).values()
    if isinstance(purpose, Purpose)
]


async def test_every_purpose_is_answered_and_has_a_name_of_its_own(town: Town) -> None:
    assert len({purpose.name for purpose in PURPOSES}) == len(PURPOSES)
    assert {purpose.name for purpose in PURPOSES} == set(town.client.interface.router.routes)
