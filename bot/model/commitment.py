"""Commitments to a deal: the lobby of a match shows a hash, which binds the host to a secret before the deal can be
known.

The seed of the deal is made from this secret and an id that Discord gives out later, so the host alone cannot choose
it. After the match, anyone can compute both hashes again from the secret, the salt and the id.
"""

from dataclasses import dataclass
from hashlib import sha256
from secrets import randbits, token_hex


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret of a deal. Never show it before the match is over."""

    seed: int
    """A random number, in [0, 2**63)."""
    salt: str
    """A random text of 32 hexadecimal digits."""

    def __repr__(self) -> str:
        return "DealSecret(…)"

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the secret, in hexadecimal digits, which reveals nothing of it."""
        return sha256(f"hidden-hand commitment {self.seed} {self.salt}".encode()).hexdigest()

    def mixed(self, start_id: int) -> int:
        """Return the seed of the deal, in [0, 2**63).

        start_id: Discord's id of the interaction or the message by which the match starts.
        """
        mixed = sha256(f"hidden-hand deal {self.seed} {self.salt} {start_id}".encode()).digest()
        return int.from_bytes(mixed[:8], "big") >> 1


def draw_secret() -> DealSecret:
    """Return a new secret from the system's generator."""
    return DealSecret(randbits(63), token_hex(16))
