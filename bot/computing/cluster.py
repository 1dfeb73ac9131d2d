"""A Dask cluster. Its executor carries out calls as that of a process pool does.

Dask transmits pickles, so anyone who can reach a scheduler can run programs on its workers. A cluster that other
machines can reach therefore needs TLS with certificates on both sides.
"""

import logging
import warnings
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from bot.computing.program import fingerprint

SCHEDULER_TIMEOUT: Final = 10.0
"""Seconds after which a scheduler that does not answer counts as absent."""

_LOGGERS: Final = "distributed", "distributed.client", "tornado", "tornado.application"
"""Loggers of Dask that are silenced: they report each lost connection many times over, and quote arguments."""


class ClusterError(Exception):
    """A cluster cannot be used. The text is one line that says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """The files of mutual TLS, in PEM."""

    authority: Path
    """The certificate of the authority that signed those of the whole cluster."""
    certificate: Path
    key: Path

    def missing(self) -> list[Path]:
        """Return the files that cannot be read."""
        return [file for file in (self.authority, self.certificate, self.key) if not _is_readable(file)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The address of a scheduler, and the certificates for the connection to it."""

    address: str
    """`tls://host:port`, or `tcp://host:port` on this machine."""
    certificates: Certificates | None = None

    def __post_init__(self) -> None:
        """Check everything that can be checked without a connection.

        Raises:
            ClusterError: the address is malformed or not safe, or certificates are missing or cannot be read.
        """
        scheme, host = _parts(self.address)
        if scheme == "tcp" and not _is_this_machine(host):
            raise ClusterError(
                f"{self.address} is refused: over plain tcp, whoever reaches the scheduler can run programs on its"
                " workers. Beyond this machine a cluster needs tls:// and certificates"
            )
        if scheme == "tls" and self.certificates is None:
            raise ClusterError(f"{self.address} needs certificates: set DASK_CA, DASK_CERT and DASK_KEY to their files")
        if self.certificates and (missing := self.certificates.missing()):
            raise ClusterError(f"the certificate file {missing[0]} cannot be read")


@dataclass(slots=True)
class Cluster:
    """A connection to a scheduler whose workers run the same program."""

    place: Place
    executor: Executor
    _client: Any = field(repr=False)

    @property
    def is_reachable(self) -> bool:
        """Whether the connection is open."""
        return bool(self._client.status == "running")

    def workers(self) -> int:
        """Return how many calls the workers can carry out at once.

        Raises:
            ClusterError: the scheduler does not answer or has no workers, or one of them runs another program.
        """
        return _checked(self.place, self._client)

    def close(self) -> None:
        """Close the connection. Unfinished calls are cancelled."""
        _close(self._client)


def connect(place: Place, patience: float = SCHEDULER_TIMEOUT) -> Cluster:
    """Connect to a cluster and check that it runs this program. This can block for a little more than `patience`
    seconds.

    Raises:
        ClusterError: the cluster cannot be used.
    """
    if find_spec("distributed") is None:
        raise ClusterError("a cluster needs the extra: pip install 'hidden-hand[cluster]'")
    from distributed import Client  # noqa: PLC0415 # of the extra `cluster`

    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # versions are compared here, more strictly
            client = Client(  # type: ignore[no-untyped-call]
                place.address,
                security=_security(place.certificates),
                timeout=patience,
                set_as_default=False,
                heartbeat_interval=1_000,
            )
    except Exception as error:  # Dask raises errors of many kinds
        raise ClusterError(_cause(place, error)) from error
    try:
        _checked(place, client)
    except BaseException:
        _close(client)
        raise
    executor: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
    return Cluster(place, executor, client)


def _checked(place: Place, client: Any) -> int:
    """Return how many calls the workers can carry out at once. Raise the errors of `Cluster.workers`."""
    if client.status != "running":
        raise ClusterError(f"the cluster {place.address} has closed the connection")
    try:
        programs, threads = client.sync(_members, client, callback_timeout=SCHEDULER_TIMEOUT)
    except Exception as error:  # whatever Dask raises
        raise ClusterError(_cause(place, error)) from error
    for member, program in programs.items():
        if program != fingerprint() and not isinstance(program, OSError):  # that worker has just ended
            runs = f"runs Hidden Hand {program}" if isinstance(program, str) else "lacks this Hidden Hand"
            raise ClusterError(
                f"{member} of the cluster {place.address} {runs}, but this is {fingerprint()}: install the same"
                " version everywhere"
            )
    if not threads:
        raise ClusterError(f"the cluster {place.address} has no workers: start some with dask worker {place.address}")
    return sum(threads.values())


async def _members(client: Any) -> tuple[dict[str, object], Mapping[str, int]]:
    """Return the fingerprint of the program of the scheduler and of each worker, by a name for each of them, and the
    threads of each worker by its address. In place of the fingerprint, return an error for a member that lacks the
    program. This runs in the client's event loop, where its methods return coroutines.
    """
    try:
        own: object = await client.run_on_scheduler(fingerprint)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 # the scheduler lacks the program, and its import may raise anything
        own = error
    workers = await client.run(fingerprint, on_error="return")
    programs = {"the scheduler": own, **{f"the worker {address}": program for address, program in workers.items()}}
    return programs, await client.nthreads()


def _security(certificates: Certificates | None) -> Any:
    if certificates is None:
        return None
    from distributed.security import Security  # noqa: PLC0415 # of the extra `cluster`

    return Security(  # type: ignore[no-untyped-call]
        require_encryption=True,
        tls_ca_file=str(certificates.authority),
        tls_client_cert=str(certificates.certificate),
        tls_client_key=str(certificates.key),
    )


def _cause(place: Place, error: BaseException) -> str:
    """Return why a cluster cannot be used, in one line."""
    text = ""
    cause: BaseException | None = error
    while cause is not None:
        text += f" {type(cause).__name__} {cause}"
        cause = cause.__cause__ or cause.__context__
    if any(word in text for word in ("SSL", "certificate", "CERTIFICATE")):
        return f"the certificates do not fit the cluster {place.address}: both sides need ones of the same authority"
    return f"nobody answers at {place.address}: start a scheduler there with dask scheduler, or correct the address"


def _close(client: Any) -> None:
    with suppress(Exception):  # a connection that is gone cannot be closed properly
        client.close(timeout=1)


def _parts(address: str) -> tuple[str, str]:
    """Return the scheme and the host of an address.

    Raises:
        ClusterError: the address is malformed.
    """
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in {"tcp", "tls"} and parts.hostname and parts.port and not parts.path.strip("/"):
            return parts.scheme, parts.hostname
    raise ClusterError(f"{address!r} is not the address of a scheduler, like tls://10.0.0.5:8786")


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _is_readable(file: Path) -> bool:
    try:
        with file.open("rb"):
            return True
    except OSError:
        return False
