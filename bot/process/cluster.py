"""The argument `--cluster`, and the crew of workers that it or `--processes` asks for."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.computing.cluster import Cluster, ClusterError, Place, connect
from bot.lab.crew import Crew
from bot.process.reading import UsageError

_CLUSTER = "the Dask cluster that computes instead, like tls://10.0.0.5:8786 (docs/scale.md)"


def add_cluster(command: argparse.ArgumentParser) -> None:
    """Add the argument `--cluster`."""
    command.add_argument("--cluster", metavar="ADDRESS", help=_CLUSTER)


@contextmanager
def crew(arguments: argparse.Namespace) -> Iterator[Crew]:
    """Yield the crew of workers that the arguments ask for: a cluster, or processes (one, if the command has no
    `--processes`).

    Raises:
        UsageError: the cluster cannot be used.
    """
    workers = getattr(arguments, "processes", 1)
    try:
        with Crew(workers, _connected(arguments.cluster) if arguments.cluster else None, _tell) as made:
            yield made
    except ClusterError as error:
        raise UsageError(f"--cluster: {error}") from None


def _connected(address: str) -> Cluster:
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # only a cluster needs settings

    try:
        return connect(Place(address=address, certificates=load_settings().certificates))
    except SettingsError as error:
        raise UsageError(str(error).replace("\n", " ")) from None


def _tell(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
