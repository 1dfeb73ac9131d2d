"""Matches of a game, as a release leaves them in the databases of its users."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from bot.application.application import Application
from bot.lab.players import greedily, when_it_pays
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.proposal import Kind
from bot.model.table import Table
from rules.core.game import Game
from rules.core.rng import split

SEED: Final = 20_261_201
"""The seed of every deal: matches with the same options have the same beginning."""
_PLAYERS: Final = tuple(range(11, 31))
_GUILD: Final = 1_000

_interactions = count(1)
_channels = count(2_000)


class Plan(NamedTuple):
    """A match to play, and how far."""

    seats: int
    options: Mapping[str, str]
    share: float = 1
    """The share of a whole match that is played."""
    end: str = ""
    """The way in which it ends there: "resign" or "draw"; "" for none."""


def plans(game: Game) -> Iterator[Plan]:
    """Yield a whole match by the default rules, the same match before its first ply, in the middle, resigned and drawn,
    one with the most players, and one with each other value of an option.
    """
    fewest, most = min(game.seats), max(game.seats)
    yield Plan(fewest, {})
    yield Plan(fewest, {}, share=0)
    yield Plan(fewest, {}, share=0.5)
    yield Plan(fewest, {}, share=0.5, end="resign")
    yield Plan(fewest, {}, share=0.5, end="draw")
    if most > fewest:
        yield Plan(most, {})
    for option in game.options:
        for value in option.values[1:]:
            chosen = {option.name: value}
            yield Plan(min(game.playable(chosen)), chosen)


async def play_all(app: Application, game: Game) -> None:
    """Play the matches of all plans. `app` deals by `SEED`."""
    whole = 0
    for plan in plans(game):
        match = await _begun(app, game, plan)
        played = await _played(app, game, match, None if plan.share == 1 else int(whole * plan.share))
        whole = whole or played
        await _ended(app, match.id, plan.end)


async def _begun(app: Application, game: Game, plan: Plan) -> Match:
    decks: Sequence[str | None] = [*game.decks] or [None]
    users = _PLAYERS[: plan.seats]
    lobby = await app.lobbies.create(
        NewMatch(
            guild=_GUILD, channel=next(_channels), host=users[0], game=game.key, options=plan.options, deck=decks[0]
        ),
        interaction=next(_interactions),
    )
    for number, user in enumerate(users[1:], start=1):
        deck = decks[number % len(decks)]
        await app.lobbies.join(lobby.match.id, user, deck=deck, interaction=next(_interactions))
    return (await app.lobbies.start(lobby.match.id, users[0], interaction=next(_interactions))).match


async def _played(app: Application, game: Game, match: Match, plies: int | None) -> int:
    """Let quick players play this many plies, or to the end, and return their number. On the way, some are undone."""
    made = 0
    while match.status is Status.LIVE and made != plies:
        table = (await app.positions.get(match.id)).seen
        seat, action = _choice(game, table)
        user = match.players[seat].user
        acted = await app.matches.act(match.id, user, action, decision=None, interaction=next(_interactions))
        match, made = acted.match, made + 1
        if made == 5 and match.status is Status.LIVE:
            await _agreed(app, match.id, Kind.UNDO, undoes=2)
    return made


def _choice(game: Game, table: Table) -> tuple[int, str]:
    state, random = table.state, split(SEED, table.ply)
    if state.phase.allows_reactions:
        for seat in range(len(table.opened)):
            if seat not in state.phase.waiting and state.phase.reactions(state, seat):
                _, reaction = when_it_pays(game, state, seat, random)
                if reaction is not None:
                    return seat, str(reaction)
    seat = state.phase.waiting[0]
    return seat, str(greedily(game, state, seat, random)[1])


async def _ended(app: Application, match_id: MatchId, end: str) -> None:
    if end == "resign":
        await app.matches.resign(match_id, _PLAYERS[0], interaction=next(_interactions))
    elif end == "draw":
        await _agreed(app, match_id, Kind.DRAW)


async def _agreed(app: Application, match_id: MatchId, kind: Kind, undoes: int | None = None) -> None:
    """Let the first player propose something, and everybody else agree."""
    match = (await app.positions.get(match_id)).match
    first, *others = [player.user for player in match.players]
    position = await app.consents.propose(match_id, first, kind, undoes=undoes, interaction=next(_interactions))
    for user in others:
        [proposed] = position.proposals
        position = await app.consents.agree(match_id, user, proposed.made, interaction=next(_interactions))
