"""Commitments to a deal: before the cards are dealt, a message in the channel of the match shows a hash, which binds
the host to a secret.

The seed of the deal is made from this secret and the id of that message, which Discord gives out when the message is
posted: so whoever runs the bot can choose a deal only by posting one message after another. After the match, anyone can
compute both hashes again from the secret and the id. `docs/replays.md` says what this proves.
"""

from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import Final

from rules.core.rng import SEEDS

SECRET_DIGITS: Final = 64
UNPOSTED: Final = 0
"""Stands for the id of a message that Discord does not let the bot post. Nobody can check such a deal."""
_SEED_DIGITS: Final = 32
assert 16**_SEED_DIGITS == SEEDS


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret of a deal. Never show it before the match is over."""

    digits: str
    """A random number of 256 bits, in 64 hexadecimal digits."""

    def __repr__(self) -> str:
        return "DealSecret(…)"

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the secret, in hexadecimal digits, which reveals nothing of it."""
        return sha256(f"hidden-hand commitment {self.digits}".encode()).hexdigest()

    def mixed(self, message_id: int) -> int:
        """Return the seed of the deal, in [0, 2**128).

        message_id: Discord's id of the message that showed the commitment; `UNPOSTED` if it could not be posted.
        """
        return read_seed(sha256(f"hidden-hand deal {self.digits} {message_id}".encode()).hexdigest()[:_SEED_DIGITS])


def draw_secret() -> DealSecret:
    """Return a new secret from the system's generator."""
    return DealSecret(token_hex(SECRET_DIGITS // 2))


def write_seed(seed: int) -> str:
    """Return the seed of a deal as 32 hexadecimal digits, as the database and match files hold it."""
    return f"{seed:0{_SEED_DIGITS}x}"


def read_seed(digits: str) -> int:
    """Return the seed that `write_seed` has written."""
    return int(digits, 16)
