"""The errors of the store."""


class StoreError(Exception):
    """The database cannot be used, or did not take a change. Its text tells the operator what to do, and no secret."""
