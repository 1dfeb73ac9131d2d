"""A program that a test kills while the process in which its computer player thinks still lives."""

import asyncio
import os
import signal

from bot.application.thinking.thinking import Thinking
from bot.computer.levels import Level
from bot.log import set_up_logging
from tests.bot.at_once import at_leisure
from tests.bot.table_helpers import SEED, TINY
from tests.patience import PATIENT


async def main() -> None:
    set_up_logging("INFO", "text")  # to stderr, as the bot does
    decks = [deck.cards for deck in TINY.decks.values()][:2]
    g = TINY.begin(seats=2, options=TINY.all_options({}), decks=decks, seed=SEED)
    thinking = Thinking(1, choose=at_leisure)
    choice = await thinking.choice(TINY, TINY.view(g, 0), SEED, Level.EXPERT, within=PATIENT)
    print(choice.action, thinking.load.running, flush=True)  # noqa: T201 # read by the test
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main())
