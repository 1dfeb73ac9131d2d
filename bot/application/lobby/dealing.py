"""Make the seeds of deals. A lobby holds a secret, and the seed is derived from it when the match starts."""

from collections.abc import Callable
from typing import ClassVar

from bot.model.commitment import SECRET_DIGITS, DealSecret, draw_secret


class Dealing:
    """Draw the secrets of lobbies, and derive the seeds of deals from them."""

    needs_message: ClassVar[bool] = True
    """Whether the commitment has to be posted before the cards can be dealt."""

    def secret(self) -> DealSecret:
        """Return a new secret for a lobby."""
        return draw_secret()

    def seed(self, secret: DealSecret, message_id: int) -> int:
        """Return the seed of a deal: the secret mixed with the id of the message that showed its commitment
        (`DealSecret.mixed`).
        """
        return secret.mixed(message_id)


class GivenDeals(Dealing):
    """Use given seeds as they are, for trials that need the same deals again. Nobody can check these deals."""

    needs_message: ClassVar[bool] = False

    def __init__(self, seeds: Callable[[], int]) -> None:
        self._seeds = seeds

    def secret(self) -> DealSecret:
        return DealSecret(f"{self._seeds():0{SECRET_DIGITS}x}")

    def seed(self, secret: DealSecret, message_id: int) -> int:
        return int(secret.digits, 16)
