"""Facts: names for the parts of a state in digests, which stay when a class is renamed."""

from typing import ClassVar, Final

LATER: Final = {"later": True}
"""Metadata of a dataclass field with a default that a fact got after matches were played with it: while the field holds
its default, the fact counts in digests as it did before."""

REMEMBERED: Final = {"counted": False}
"""Metadata of a dataclass field with a default that only remembers what was seen. It follows from what was played and
decides nothing, so that no digest counts it."""


class Fact:
    """A dataclass that can stand in a state, or among the events of one.

    It names its fact beside its bases: `class Seal(Event, fact="Seal")`. Digests and views are made of these names, so
    that a class can be renamed while matches are played; a name is never changed, and never used for another fact of
    the same game. A subclass is a fact of its own. What is only a base of others names none.
    """

    __slots__ = ()

    fact: ClassVar[str]
    """Its name; "" if the class itself gives none."""

    def __init_subclass__(cls, *, fact: str = "") -> None:
        super().__init_subclass__()
        cls.fact = fact or cls.__dict__.get("fact", "")  # a dataclass with slots is made twice, the second time without
