"""Lessons put together: the presses and the command, each built once."""

from cogs.host import Host
from cogs.lessons.commands import LearnCommand
from cogs.lessons.presses import LessonPresses
from cogs.lessons.refusals import SENTENCES
from cogs.messages.refusals import add_sentences


class LessonFeature:
    """Lessons on Discord. The rest of `cogs` imports nothing else of `cogs.lessons`."""

    def __init__(self, host: Host) -> None:
        add_sentences(SENTENCES)
        presses = LessonPresses(host)
        self.presses = (presses,)
        self.commands = LearnCommand(host, presses).get_app_commands()
