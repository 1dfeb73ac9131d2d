"""What goes wrong for people."""


class ImpossibleError(Exception):
    """Discord's client does not let them do this."""


class NoAnswerError(Exception):
    """The application did not respond."""
