"""Errors of people's actions."""


class ImpossibleError(Exception):
    """Discord's client does not let the user do this."""


class NoAnswerError(Exception):
    """The application did not respond."""
