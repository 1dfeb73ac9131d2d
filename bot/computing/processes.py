"""Executors of processes on this machine, which end with the program."""

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Protocol


class Pool(Protocol):
    """A function that makes an executor for the given number of calls at once."""

    def __call__(self, workers: int, /) -> Executor: ...


def processes(workers: int, niceness: int = 0) -> ProcessPoolExecutor:
    """Return an executor that works in separate processes, which start when first needed.

    niceness: how much these processes yield to other programs (nice(2)).
    """
    context = get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(niceness,))


def end(pool: Executor) -> None:
    """End the processes of a pool, even in the middle of a call."""
    running = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running.values():  # a hanging process would delay the end of the program
        with suppress(OSError):
            process.terminate()


def _begin(niceness: int) -> None:
    """Make this process ignore Ctrl-C, and end together with its parent, even if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
