"""A small cluster on this machine: a real scheduler and real workers, each a process."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.computing.cluster import Certificates, Cluster, Place, connect

COMMAND = [sys.executable, "-m", "tests.bot.cluster_member"]


class Member(NamedTuple):
    """A scheduler or a worker."""

    address: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def started(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a scheduler or a worker, and kill it in the end."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*COMMAND, *words], text=True, **pipes)  # type: ignore[call-overload] # noqa: S603 # our own
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def serving(process: "subprocess.Popen[str]", scheduler: str = "") -> Member:
    """Tell a member the address of its scheduler, if it is a worker, and wait until it serves."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{scheduler}\n")
    process.stdin.flush()
    return Member(process.stdout.readline().strip(), process)


class Small(NamedTuple):
    """A scheduler and its workers."""

    scheduler: Member
    workers: list[Member]

    @property
    def place(self) -> Place:
        return Place(address=self.scheduler.address)

    def connected(self) -> Cluster:
        return connect(self.place)


@contextmanager
def small_cluster(workers: int, *words: str, scheduler: Sequence[str] = ()) -> Iterator[Small]:
    """Run a cluster, whose members start at the same time.

    words: further arguments for every member. scheduler: further arguments for the scheduler only.
    """
    with ExitStack() as stack:
        head = stack.enter_context(started("scheduler", *words, *scheduler))
        hands = [stack.enter_context(started("worker", *words)) for _ in range(workers)]
        first = serving(head)
        yield Small(first, [serving(hand, first.address) for hand in hands])


def certificates(folder: Path) -> Certificates:
    """Create a new certificate authority, and a certificate from it for everyone on this machine."""
    folder.mkdir()
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")])
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "member")])
    authority = _signed(authority_name, authority_name, authority_key, authority_key, is_authority=True)
    certificate = _signed(name, authority_name, key, authority_key, is_authority=False)
    made = Certificates(authority=folder / "ca.pem", certificate=folder / "cert.pem", key=folder / "key.pem")
    made.authority.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    made.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    made.key.write_bytes(key.private_bytes(*form))
    return made


def _signed(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer_key: ec.EllipticCurvePrivateKey,
    *,
    is_authority: bool,
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )


def files_of(certificates: Certificates) -> tuple[str, ...]:
    """Return the arguments of a member that uses these certificates."""
    ca, cert, key = str(certificates.authority), str(certificates.certificate), str(certificates.key)
    return "--ca", ca, "--cert", cert, "--key", key
