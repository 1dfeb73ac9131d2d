"""The errors of the store."""


class StoreError(Exception):
    """The database cannot be used, or did not take a change. Its text tells the operator what to do, and no secret."""


class UnreachableError(StoreError):
    """The database server cannot be reached at present. Nothing was changed, and trying again later helps."""


class OvertakenError(Exception):
    """Another process has changed a match since it was loaded. Nothing was changed; load it and try again."""


class AnsweredError(Exception):
    """An interaction has changed a match before. Nothing was changed now."""


class MaybeCommittedError(UnreachableError):
    """The server was lost while it committed: the change was made as a whole, or not at all."""
