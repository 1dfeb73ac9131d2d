"""Acting without being asked, through the match service."""

import pytest

from bot.application.match.matches import Look, Match, Matches, NotAllowed, NotYourDecision, StaleDecision, UserId
from bot.content.library import Library
from bot.store.database import Database
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, fresh
from tests.heist_game import BELL, STONE, Heist, HeistState

HOLDER, OTHER = 1, 2


class Rigged(Heist):
    """One seat alone holds a bell, or nobody."""

    def __init__(self, *bells: int) -> None:
        super().__init__()
        self.bells = bells

    def deal(self, **known: object) -> HeistState:
        g = super().deal(**known)  # type: ignore[arg-type]
        g.hands = [[BELL if seat in self.bells else STONE] for seat in range(len(g.hands))]
        return g


@pytest.fixture
def matches(database: Database) -> Matches:
    return Matches(database, Library.of({"heist": Rigged(HOLDER)}), seeds=lambda: 1)


@pytest.fixture
async def match(matches: Matches) -> Match:
    lobby = (
        await matches.create(
            guild=GUILD, channel=CHANNEL, host=ANN, game="heist", options={}, deck=None, interaction=fresh()
        )
    ).match
    for user in (BEN, CLEO):
        await matches.join(lobby.id, user, interaction=fresh())
    return (await matches.start(lobby.id, ANN, interaction=fresh())).match


def user(match: Match, seat: int) -> UserId:
    return match.players[seat].user


async def look(matches: Matches, match: Match, seat: int | None) -> Look:
    return (await matches.position(match.id)).look(None if seat is None else user(match, seat))


async def act(matches: Matches, match: Match, seat: int, action: str, decision: int | None = None) -> Match:
    return (await matches.act(match.id, user(match, seat), action, decision=decision, interaction=fresh())).match


async def test_whoever_may_interrupt_acts_and_nobody_else(matches: Matches, match: Match) -> None:
    with pytest.raises(NotYourDecision):
        await act(matches, match, OTHER, "ring 1")
    with pytest.raises(NotAllowed, match="out of turn"):
        await act(matches, match, HOLDER, "take 1")
    assert (await act(matches, match, HOLDER, "ring 2")).ply == 1
    with pytest.raises(NotYourDecision):
        await act(matches, match, HOLDER, "ring 1")
    assert (await look(matches, match, None)).view.waiting == (0,)


async def test_the_button_of_an_interrupt_outlives_what_others_do(matches: Matches, match: Match) -> None:
    decision = (await look(matches, match, HOLDER)).decision
    await act(matches, match, 0, "take 2")  # another decision: a tip
    await act(matches, match, 0, "tip 0")
    assert (await look(matches, match, None)).view.waiting == (HOLDER,)
    with pytest.raises(StaleDecision):
        await act(matches, match, HOLDER, "ring 1", decision)
    await act(matches, match, HOLDER, "take 1")
    assert (await look(matches, match, HOLDER)).decision == 3
    await act(matches, match, OTHER, "take 2")
    await act(matches, match, OTHER, "tip 1")
    await act(matches, match, 0, "take 2")
    assert (await look(matches, match, HOLDER)).decision == 3
    assert (await act(matches, match, HOLDER, "ring 1", 3)).ply == 7


async def test_an_interrupt_leaves_the_button_alone_of_the_one_who_is_asked(matches: Matches, match: Match) -> None:
    asked, passed = await look(matches, match, 0), (await matches.position(match.id)).seen.passed
    await act(matches, match, HOLDER, "ring 2")
    assert (await matches.position(match.id)).seen.passed == passed, "the decision has not passed to others"
    assert (await look(matches, match, 0)).decision == asked.decision
    assert (await act(matches, match, 0, "take 1", asked.decision)).ply == 2


async def test_an_interrupt_that_changes_what_is_asked_makes_the_older_buttons_stale(
    matches: Matches, match: Match
) -> None:
    for _ in range(5):  # 18 coins: each of three takes one, until three are left
        for seat in range(3):
            await act(matches, match, seat, "take 1")
    asked = await look(matches, match, 0)
    await act(matches, match, HOLDER, "ring 2")
    with pytest.raises(StaleDecision):
        await act(matches, match, 0, "take 2", asked.decision)


async def test_nobody_else_can_tell_from_a_look_who_may_interrupt(database: Database) -> None:
    def seen(look: Look) -> tuple[object, ...]:
        return look.view, look.decision, look.story

    found = []
    for channel, game in enumerate((Rigged(HOLDER), Rigged()), start=CHANNEL):
        matches = Matches(database, Library.of({"heist": game}), seeds=lambda: 1)
        lobby = (
            await matches.create(
                guild=GUILD, channel=channel, host=ANN, game="heist", options={}, deck=None, interaction=fresh()
            )
        ).match
        await matches.join(lobby.id, BEN, interaction=fresh())
        match = (await matches.start(lobby.id, ANN, interaction=fresh())).match
        looks = []
        for action in ("take 2", "tip 0"):
            looks.append(seen(await look(matches, match, None)))
            await act(matches, match, 0, action)
        found.append([*looks, seen(await look(matches, match, None))])
    assert found[0] == found[1]


async def test_a_match_with_an_interrupt_replays(database: Database, matches: Matches, match: Match) -> None:
    await act(matches, match, HOLDER, "ring 1")
    await act(matches, match, 0, "take 2")
    again = Matches(database, Library.of({"heist": Rigged(HOLDER)}))
    assert (await again.position(match.id)).match.ply == 2
    assert (await again.position(match.id)).look(None) == (await matches.position(match.id)).look(None)
