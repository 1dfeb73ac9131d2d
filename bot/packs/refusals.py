"""Reasons why a content pack cannot be played, uploaded or retired."""

from bot.model.refusals import NoSuchGame, NotAllowed


class PackGone(NoSuchGame):
    """The server has no such pack."""


class PackRetired(NotAllowed):
    """No new match can be played with the pack. title: of its game."""

    title: str


class PackOutdated(NotAllowed):
    """The pack was made for another version of the rules, by which no new match is played. title: of its game."""

    title: str


class PackLimitReached(NotAllowed):
    """The server has as many packs as it may have."""

    limit: int


class PackExists(NotAllowed):
    """The server has a pack of this name and edition over the same game. title: of the pack."""

    title: str


class BadPackName(NotAllowed):
    """A pack cannot be called so. what: the name or the version; limit: the maximum number of characters."""

    what: str
    limit: int


class PackNamedLikeGame(NotAllowed):
    """A pack has the name of a game. name: the name."""

    name: str
