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
    """The connection was lost during a commit. The change was made completely or not at all; it is unknown which."""


def is_outage(error: BaseException) -> bool:
    """Return whether the database server could not be reached, by this error or by its cause. Outages need no other log
    lines: `OutageLog` logs them, once a minute.
    """
    return isinstance(error, UnreachableError) or isinstance(error.__cause__, UnreachableError)
