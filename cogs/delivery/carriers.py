"""Presses whose own callback can bring the change of the message that was pressed: it costs no request."""

from collections.abc import Iterator
from contextlib import contextmanager

from cogs.delivery.answer import Answer
from cogs.messages.message import Message


class Carriers:
    """By the message that was pressed."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[Answer]] = {}

    @contextmanager
    def offered(self, answer: Answer) -> Iterator[None]:
        """While this lasts, a change of the message that was pressed may go by the answer to the press."""
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
        """Whether somebody is pressing this message now: they have it before their eyes."""
        return number in self._waiting

    async def carry(self, number: int, message: Message) -> bool:
        """Whether a press has brought the change of this message."""
        waiting = self._waiting.get(number)
        while waiting:
            if await waiting.pop(0).carry(message):
                return True
        return False
