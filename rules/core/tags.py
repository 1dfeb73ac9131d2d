"""Tags: names for the parts of a state in digests. A tag stays the same when its class is renamed."""

from typing import ClassVar, Final

LATER: Final = {"later": True}
"""Metadata of a dataclass field that was added after matches had been played. It does not count in digests while it has
its default value, so older digests stay valid.
"""

REMEMBERED: Final = {"counted": False}
"""Metadata of a dataclass field that does not count in digests, because it only records what was seen. The field
follows from the plies, and no rule depends on it.
"""


class Tagged:
    """A dataclass that can be part of a state or of its events.

    The class statement gives the tag: `class Seal(Event, tag="Seal")`. Digests and views use tags, so a class can be
    renamed while matches are running. A tag never changes, and no other class of the same game may reuse it. A subclass
    has a tag of its own; a class that only serves as a base has none.
    """

    __slots__ = ()

    tag: ClassVar[str]
    """The tag; "" if the class itself has none."""

    def __init_subclass__(cls, *, tag: str = "") -> None:
        super().__init_subclass__()
        cls.tag = tag or cls.__dict__.get("tag", "")  # a dataclass with slots is created twice
