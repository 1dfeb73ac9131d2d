"""A program that a test kills while the process in which its computer player thinks still lives."""

import asyncio
import os
import signal

from bot.application.thinking.thinking import Thinking
from bot.computer.levels import Level
from tests.bot.table_helpers import SEED, TINY


async def main() -> None:
    decks = [deck.cards for deck in TINY.decks.values()][:2]
    g = TINY.begin(seats=2, options=TINY.all_options({}), decks=decks, seed=SEED)
    thinking = Thinking(1)
    choice = await thinking.choice(TINY, TINY.view(g, 0), SEED, Level.EXPERT)
    print(choice.action, flush=True)  # noqa: T201 # read by the test
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main())
