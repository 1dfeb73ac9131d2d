"""Presses whose own answer can edit the message that was pressed, which saves a request to Discord."""

from collections.abc import Iterator
from contextlib import contextmanager

from cogs.delivery.answer import Answer
from cogs.messages.message import Message


class Carriers:
    """The presses that wait for an answer, by the message that was pressed."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[Answer]] = {}

    @contextmanager
    def offered(self, answer: Answer) -> Iterator[None]:
        """Within this context, allow the press to be answered by an edit of the message that was pressed."""
        pressed = answer.pressed
        if pressed is None:
            yield
            return
        waiting = self._waiting.setdefault(pressed, [])
        waiting.append(answer)
        try:
            yield
        finally:
            if answer in waiting:
                waiting.remove(answer)
            if not waiting:
                self._waiting.pop(pressed, None)

    def is_pressed(self, number: int) -> bool:
        """Return whether a press of this message is being answered, so that a user is looking at it."""
        return number in self._waiting

    async def answer_with(self, number: int, message: Message) -> bool:
        """Answer a press of this message by editing it. Return False if no press could be answered in this way."""
        waiting = self._waiting.get(number)
        while waiting:
            if await waiting.pop(0).answer_with(message):
                return True
        return False
