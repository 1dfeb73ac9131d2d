"""Make the seeds of deals. A lobby commits to a secret, and the seed is derived from it when the match starts."""

from collections.abc import Callable

from bot.model.commitment import SECRET_DIGITS, DealSecret, draw_secret
from bot.model.match import MatchId
from bot.store import outbox
from bot.store.database import Rows


class Dealing:
    """Draw the secrets of lobbies, and derive the seeds of deals from them."""

    def secret(self) -> DealSecret:
        """Return a new secret for a lobby."""
        return draw_secret()

    def seed(self, secret: DealSecret, start_id: int) -> int:
        """Return the seed of a deal: the secret mixed with `start_id` (`DealSecret.mixed`), the id of the interaction
        or message that started the match.
        """
        return secret.mixed(start_id)

    async def is_later(self, db: Rows, match_id: MatchId, start_id: int) -> bool:
        """Return whether Discord created `start_id` after the lobby of the match had shown its commitment.

        Discord's ids ascend, so comparing the two ids is enough.
        """
        shown = await outbox.board_message(db, match_id)
        return shown is not None and start_id > shown


class GivenDeals(Dealing):
    """Use given seeds as they are, for trials that need the same deals again."""

    def __init__(self, seeds: Callable[[], int]) -> None:
        self._seeds = seeds

    def secret(self) -> DealSecret:
        return DealSecret(f"{self._seeds():0{SECRET_DIGITS}x}")

    def seed(self, secret: DealSecret, start_id: int) -> int:
        return int(secret.digits, 16)

    async def is_later(self, db: Rows, match_id: MatchId, start_id: int) -> bool:
        return True
