"""People who play without Discord and without a database, some with habits that a report should find."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice, product

from bot.application.match.folding import Ended, Timed, deeds_of
from bot.model.figures import Count, Deed, Figure, Subject
from bot.model.match import Match, MatchId, Player, Status, UserId
from bot.model.table import Table
from bot.store.matches import Deal
from bot.store.plies import Ply
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import IllegalActionError, View, check
from rules.core.rng import below, split

USERS = range(101, 109)
CLAUSE = re.compile(r"\(rules? (\d+\.\d+)")


@dataclass(frozen=True)
class Habits:
    """Habits of people. Users with an even id spend a card as soon as they can, and then do as little as they
    can; the others never play it.
    """

    overrated: str = ""
    misread: str = ""
    """An action that people often try, though it is illegal."""
    where: str = ""
    """The verb of an action that is possible when they try it."""
    dull: str = ""
    """The tag of the phase in which everybody lets the default happen."""

    def choice(self, game: Game, user: UserId, view: View, spent: bool, random: int) -> Action:
        harmless = next((action for action in view.options if action.harmless), None)
        if harmless is not None and (view.phase == self.dull or spent):
            return harmless
        if not user % 2:
            for action in view.options:
                if self.overrated and self._spends(action):
                    return action
        others = tuple(action for action in view.options if not self.overrated or not self._spends(action))
        return game.greedy(replace(view, options=others or view.options), random)

    def _spends(self, action: Action) -> bool:
        return action.verb == "play" and getattr(action, "card", "") == self.overrated


def match_of(game: Game, number: int, users: tuple[UserId, ...], habits: Habits, seed: int) -> tuple[Ended, list[Deed]]:
    """Play a match, and return it with what its players were refused."""
    decks = [*game.decks.values()]
    chosen = [decks[below(split(seed, 7 + seat), len(decks))[1]] for seat in range(len(users))] if decks else []
    lists = tuple(tuple(deck.cards) for deck in chosen)
    options = game.all_options({})
    first = Table.deal(game, seats=len(users), options=options, decks=lists, seed=seed)
    table, log, refused, spent = first, list[Timed](), list[Deed](), set[int]()
    while table.state.outcome is None:
        seat = table.state.phase.waiting[0]
        random = split(seed, 1_000 + table.ply)
        view = table.view(seat)
        can_try = any(action.verb == habits.where for action in view.options)
        if habits.misread and can_try and not below(random, 4)[1]:
            refused += _tried(game, table, seat, users[seat], habits.misread)
        action = habits.choice(game, users[seat], view, seat in spent, random)
        if habits.overrated and getattr(action, "card", "") == habits.overrated and not users[seat] % 2:
            spent.add(seat)
        table = table.play(seat, action)
        ply = Ply(number=table.ply, seat=seat, action=str(action), digest=table.digest)
        log.append(Timed(ply, "interaction", 10.0 * table.ply))
    match = Match(
        id=MatchId(number),
        tag="",
        game=game.key,
        guild=1,
        channel=1,
        host=users[0],
        status=Status.OVER,
        version=1,
        options=options,
        players=tuple(Player(user=user, deck=chosen[seat].id if chosen else "") for seat, user in enumerate(users)),
        ply=table.ply,
        outcome=table.state.outcome,
    )
    return Ended(game, match, Deal(seed=seed, decks=lists, digest=first.digest), 0.0, log), refused


def _tried(game: Game, table: Table, seat: int, user: UserId, text: str) -> Iterator[Deed]:
    try:
        check(table.state, seat, game.parse(text))
    except IllegalActionError as error:
        if named := CLAUSE.search(str(error)):
            yield Deed(user, Subject(Figure.REFUSED, named[1]), Count(1))


def month(game: Game, matches: int, habits: Habits, seed: int) -> dict[Subject, Count]:
    """Return what people did in this many matches: each with an odd id meets each with an even one, from both seats."""
    counts: defaultdict[Subject, Count] = defaultdict(Count)
    pairs: Iterable[tuple[UserId, ...]] = cycle(
        [pair for one, other in product(USERS[::2], USERS[1::2]) for pair in ((one, other), (other, one))]
    )
    for number, users in enumerate(islice(pairs, matches)):
        ended, refused = match_of(game, number + 1, users, habits, split(seed, number))
        for deed in [*deeds_of(ended), *refused]:
            counts[deed.subject] += deed.count
    return dict(counts)
