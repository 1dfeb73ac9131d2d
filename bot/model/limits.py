"""The acts that a user can do only so often: those that reach strangers or the operator."""

from enum import StrEnum


class Act(StrEnum):
    """An act that is limited. Its value is stored."""

    INVITATION = "invitation"
    """A user is invited, or a lobby gets a code."""
    PHRASE = "phrase"
    REPORT = "report"
    SEARCH = "search"
    """A search in the common queue."""
