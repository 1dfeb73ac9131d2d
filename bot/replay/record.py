"""Records: everything that is needed to replay and check a finished match, as the store or a file holds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.application.match.replay import DivergedError
from bot.content.library import Library
from bot.content.seeds import Content
from bot.model.commitment import DealSecret
from bot.model.comparison import Lot
from bot.model.deal_message import DealMessage
from bot.model.match import Match, MatchId, Player, Status
from bot.model.packs import Pack
from bot.store import comparisons
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.matches import Deal
from bot.store.plies import Ply
from rules.core.game import Game, catalog_key
from rules.core.play import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Everything from which the seed of a deal can be computed again."""

    secret: DealSecret
    message: DealMessage
    """The message that showed the commitment before the cards were dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match that is over."""

    game: str
    """The key of the game in the catalog."""
    rules: int
    """The version of the rules (`Game.version`)."""
    content: Content
    options: Mapping[str, str]
    names: tuple[str, ...]
    """The names of the players, by seat."""
    deal: Deal
    plies: Sequence[Ply]
    outcome: Outcome | None
    """The outcome; None if the match was ended without a result."""
    proof: Proof | None
    """The proof of the deal. None for a match that continued another one, or whose commitment could not be posted."""
    lot: Lot | None = None
    """The lot by which a comparison chose the cards; None: there was none."""
    pack: Pack | None = None
    """The content pack whose name replays show. None: it is none, has been deleted, or the record is from a file."""

    @property
    def match(self) -> Match:
        """Return the public facts of the match, without the place where it was played."""
        return Match(
            id=MatchId(0),
            tag="",
            game=self.game,
            guild=0,
            channel=0,
            host=0,
            status=Status.ABANDONED if self.outcome is None else Status.OVER,
            version=1,
            options=self.options,
            players=tuple(Player(user=seat, deck="") for seat in range(len(self.names))),
            ply=len(self.plies),
            outcome=self.outcome,
        )

    def played_by(self, library: Library) -> Game:
        """Return the game with the rules and the content that the match began with.

        Raises:
            DivergedError: this program lacks them.
        """
        key, title = (self.game, "") if self.pack is None else (self.pack.key, self.pack.title)
        try:
            return library.game(key, self.rules, self.content, title)
        except LookupError as error:
            raise DivergedError(0, str(error)) from error


async def read_record(db: Rows, match_id: MatchId) -> Record | None:
    """Return the record of a match, with numbered players; None unless the match is over, with or without a result, and
    still has its log.
    """
    stored = await sql.load(db, match_id)
    if stored is None or stored.deal is None or stored.match.status not in (Status.OVER, Status.ABANDONED):
        return None
    assert stored.content is not None
    match, message = stored.match, await sql.deal_message_of(db, match_id)
    secret = await sql.secret_of(db, match_id)
    drawn = await comparisons.drawn(db, match_id)
    return Record(
        game=catalog_key(match.game),
        rules=stored.rules,
        content=stored.content,
        options=match.options,
        names=tuple(f"Player {seat + 1}" for seat in range(len(match.players))),
        deal=stored.deal,
        plies=stored.plies,
        outcome=match.outcome,
        proof=None if message is None else Proof(secret=secret, message=message),
        lot=None if drawn is None else drawn.lot,
        pack=stored.pack,
    )


def named(record: Record, names: Sequence[str]) -> Record:
    """Return the record with other names of the players."""
    return replace(record, names=tuple(names))
