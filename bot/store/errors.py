"""The errors of the store."""


class StoreError(Exception):
    """The database cannot be used, or refused a change. The text tells the operator what to do, without any secret."""


class UnreachableError(StoreError):
    """The database server cannot be reached at present. Nothing was changed. Try again later."""


class OvertakenError(Exception):
    """Another process has changed a match since it was loaded. Nothing was changed; load it and try again."""


class AnsweredError(Exception):
    """An interaction has already changed a match. Nothing was changed this time."""


class MaybeCommittedError(UnreachableError):
    """The connection was lost during a commit. The change was made completely or not at all; which is unknown."""


def is_outage(error: BaseException) -> bool:
    """Return whether an error, or its cause, is that the database server cannot be reached. `OutageLog` logs outages
    once a minute, so nothing else needs to.
    """
    return isinstance(error, UnreachableError) or isinstance(error.__cause__, UnreachableError)
