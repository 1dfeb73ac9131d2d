"""Forged and random presses: always a private explanation or a legal move, never anything else."""

import random
from typing import Any

import pytest
import simcord

from bot.application.matches import Match, Status
from rules.core.notation import fields_of
from tests.cogs.town import SEED, Town, buttons, components, menus

FORGED = [
    "act/1/0/decline/",
    "act/1/999999999/decline",
    "act/999999999999999/0/decline",
    "act/1/-1/decline",
    "act/1/0/play titan-servo attack",
    "act/1/0/boost ../../../etc/passwd",
    "act/1/0/" + "a " * 45,
    "act/1/0/",
    "act/1/٣/decline",
    "act/1/0/decline\u202e",
    "show/1/0/9999/play",
    "show/1/0/0/nonsense words",
    "show/2/0/0/",
    "hand/0",
    "hand/" + "9" * 15,
    "join/1",
    "start/999",
    "decks/1/9999",
    "options/1/9999",
    "resign/999",
    "rematch/1",
    "rematch/31337",
    "board/allocator/9999",
    "board/no_such_game/0",
    "keep/1",
    "hand/1/99999",
    "hand/1/-1",
    "concede/1",
    "abandon/1",
    "abandon/999",
    "data-keep",
    "deck-typed/1/0/0/1/0",
    "deck-import/",
    "deck/1",
    "choose/1/0/",
    "pick",
    "🐙" * 25,
    "{}",
    "'; DROP TABLE matches; --",
]
FORGED_MENUS = [
    ("choose/1/0/", "decline"),
    ("choose/1/0/play", "titan-servo"),
    ("choose/1/0/boost", "x y z"),
    ("choose/1/77/", "🐙"),
    ("deck/1", "no-such-deck"),
    ("deck/999", "iron-tide"),
    ("option/1/no_such_option", "on"),
    ("option/1/first_attack", "sideways"),
    ("pick", "1"),
    ("pick", "not a number"),
    ("pick", "9" * 40),
    ("resign/1", "x"),
    ("act/1/0/decline", "decline"),
    ("deck-typed/1/0/0/1/0", "x"),
    ("data-delete", "x"),
]
TYPED = [
    "a2",
    "90",
    "knight",
    "",
    "x",
    "@everyone",
    "**",
    "\u202eabc",
    "1" * 90,
    "play",
    "titan",
    "attack",
    "🐙",
    "-1",
    "a b c d e f g h",
]


def answered(result: simcord.InteractionResult) -> None:
    """The interaction did not fail, and whatever was said was said privately."""
    assert result.acknowledged
    for said in result.followups:
        assert said.ephemeral
    if result.response is not None and not result.deferred and result._interaction.message_id is not None:
        source = result._interaction.source_message_id
        assert result.response.ephemeral or result.response.id == source or source is None


@pytest.mark.parametrize("status", ["lobby", "live", "over"])
async def test_forged_ids_change_nothing(town: Town, status: str) -> None:
    if status == "lobby":
        await town.ada.slash(town.tavern, "match new", game="allocator")
    else:
        await town.open("allocator", town.ada, town.bo)
    if status == "over":
        await town.matches.resign((await town.match()).id, town.bo.id, interaction=1)
    before = await town.match()
    for person in (town.stranger, town.cleo):
        for forged in FORGED:
            if forged == "join/1" and status == "lobby":
                continue
            answered(await town.forge(person, town.board(), forged))
        for forged, value in FORGED_MENUS:
            answered(await town.forge(person, town.board(), forged, value))
    assert await town.match() == before
    assert await town.matches.of_user(town.stranger.id) == []


async def test_a_players_forged_presses_are_legal_moves_or_nothing(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    legal = {str(action) for person in (town.ada, town.bo) for action in (await town.look(person)).view.options}
    for person in (town.ada, town.bo):
        for forged in FORGED:
            before = await town.match()
            result = await town.forge(person, town.board(), forged)
            assert result.acknowledged
            after = await town.match()
            assert after == before or forged.rpartition("/")[2] in legal


class Crowd:
    """People who press and type whatever they can, and whatever they cannot."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.random = random.Random(SEED)  # noqa: S311 # the same crowd every time
        self.moves = 0
        self.presses = 0

    async def once(self) -> None:
        town, draw = self.town, self.random
        person = draw.choice([*town.people[:3], town.stranger])
        doing = draw.choice([self.press, self.press, self.press, self.type, self.type, self.complete, self.forge])
        before, self.presses = await self.present(), 1
        result = await doing(person)
        if isinstance(result, simcord.InteractionResult):
            answered(result)
        self.check(before, await self.present(), person.id)
        await town.env.settle()

    async def present(self) -> Match | None:
        there = await self.town.matches.in_channel(self.town.tavern.id)
        return None if there is None else there.match

    def check(self, before: Match | None, after: Match | None, user: int) -> None:
        """Only those who sit there, or just sat down, changed anything; and only by a ply at a press."""
        if before is None or after is None or before == after or before.id != after.id:
            return
        assert before.seat_of(user) is not None or after.seat_of(user) is not None
        assert 0 <= after.ply - before.ply <= self.presses
        self.moves += after.ply - before.ply

    async def press(self, person: simcord.MemberActor) -> Any:
        """Press something on one of the latest public messages, or in one's direct messages."""
        direct = self.town.direct(person)
        own = self.random.random() < 0.5 and direct
        message = self.random.choice(direct[-1:] if own else self.town.public()[-2:] or direct[-1:])
        return await self.use(person.user if own else person, message)

    async def use(self, actor: Any, message: Any) -> Any:
        found = [c for c in components(message) if "custom_id" in c]
        if not found:
            return None
        chosen = self.random.choice(found)
        if "options" in chosen:
            value = self.random.choice(chosen["options"])["value"]
            return await actor.select(message, [value], custom_id=chosen["custom_id"])
        result = await actor.click(message, custom_id=chosen["custom_id"])
        panel = result.followups[-1] if result.followups else result.response
        if panel is not None and panel.ephemeral and self.random.random() < 0.6 and (buttons(panel) or menus(panel)):
            answered(result)
            self.presses += 1
            return await self.use(actor, panel)
        return result

    async def type(self, person: simcord.MemberActor) -> Any:
        words = [self.random.choice(TYPED) or "-" for _ in range(3)]
        commands: list[tuple[str, dict[str, str]]] = [
            ("match join", {}),
            ("match leave", {}),
            ("match start", {}),
            ("match status", {"show": self.random.choice(["picture", "words"])}),
            ("match new", {"game": self.random.choice([*self.town.games, words[0]])}),
            ("match deck", {"deck": words[0]}),
            ("match option", {"option": words[1]}),
            ("hand", {}),
            ("help", {}),
            ("rules", {"game": "allocator", "query": words[2]}),
            ("leaderboard", {"game": words[0]}),
        ]
        for key, game in self.town.games.items():
            for kind in game.actions:
                known = [field.name for field in fields_of(kind)]
                typed = known[: self.random.randint(min(1, len(known)), len(known))]
                commands.append((f"{key} {kind.verb}", {name: self.random.choice(TYPED) or "-" for name in typed}))
        name, options = self.random.choice(commands)
        channel = self.random.choice([self.town.tavern, self.town.tavern, self.town.attic])
        return await person.slash(channel, name, **options)

    async def complete(self, person: simcord.MemberActor) -> None:
        typed = self.random.choice(TYPED)
        filled = {"card": self.random.choice(TYPED) or "x"}
        play, field = self.random.choice(
            [("allocator play", "system"), ("tnb play", "tile"), ("tnb attack", "rotation")]
        )
        offered = await person.autocomplete(self.town.tavern, play, field, typed, **filled)
        assert len(offered) <= 25

    async def forge(self, person: simcord.MemberActor) -> Any:
        messages = self.town.public()
        if not messages:
            return None
        if self.random.random() < 0.3:
            custom_id, value = self.random.choice(FORGED_MENUS)
            return await self.town.forge(person, messages[-1], custom_id, value)
        return await self.town.forge(person, messages[-1], self.random.choice(FORGED))


async def test_a_thousand_random_interactions_of_members_and_strangers_break_nothing(town: Town) -> None:
    crowd = Crowd(town)
    for _ in range(1000):
        if await crowd.present() is None:
            key, game = crowd.random.choice(list(town.games.items()))
            party = town.party(game)
            await town.open(key, *crowd.random.sample(town.people[: max(3, len(party))], len(party)))
        await crowd.once()
    assert crowd.moves > 25
    assert (await town.match()).status in (Status.LIVE, Status.OVER)
