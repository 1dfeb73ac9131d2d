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


def processes(workers: int, niceness: int = 0, memory: int | None = None) -> ProcessPoolExecutor:
    """Return an executor that works in separate processes, which start when first needed.

    niceness: how much these processes yield to other programs (nice(2)). memory: the maximum number of bytes of a
    process's address space, where the system can limit it; None: no limit.
    """
    context = get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(niceness, memory))


def end(pool: Executor) -> None:
    """End the processes of a pool, even in the middle of a call."""
    running = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=False, cancel_futures=True)
    for process in running.values():  # a hanging process would delay the end of the program
        with suppress(OSError):
            process.terminate()


def _begin(niceness: int, memory: int | None) -> None:
    """Make this process ignore Ctrl-C, and end together with its parent, even if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    if memory is not None:
        with suppress(ImportError, ValueError, OSError):
            import resource  # noqa: PLC0415 # only Unix has it

            _, most = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (memory, most))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
