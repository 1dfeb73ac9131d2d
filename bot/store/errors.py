"""The errors of the store."""


class StoreError(Exception):
    """The database cannot be used, or did not take a change; says what the operator can do, and holds no secret."""
