"""Members and strangers with names of every kind press, type and forge at random on a simulated Discord.

Every failure must be an expected one; only players change their match, by one ply at most for each press; every answer
is private, pings nobody by accident, and is not too long.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import simcord

from bot.model.match import Match
from bot.people.settings import PING_DELAY
from rules.core.notation import fields_of, words
from tests.chaos.mischief import mutated
from tests.chaos.simulated_server import answer_faults, request_faults, small_town
from tests.chaos.tally import Tally
from tests.cogs.town import Town, buttons, components, custom_ids_of, menus
from tests.patience import PATIENT

NAMES: Final = (
    "**bold** @everyone",
    "<@1> [x](https://e.example)",
    "\u202eesrever\u2066 <@&2>",
    "`code` ||hidden|| #1 - >",
    "\u200b",
    "e" + "\u0301" * 30,
    "# heading <t:1:R> @here",
)
"""Names of people: at most 32 characters, all of which Discord allows in a name."""
_STRANGE: Final = (*"abcz019 -+.,/\\*_`@<>#\n\u0661\u202e\u200b\u0301", "🂡", "  ", "//", "99999999999", "-1", "/0/")

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
    "board/allocator/house/now/9999",
    "board/no_such_game/house/now/0",
    "keep/1",
    "hand/1/99999",
    "hand/1/-1",
    "concede/1",
    "abandon/1",
    "abandon/999",
    "data-keep",
    "decline/1",
    "since/1",
    "next/1",
    "matches/9999",
    "setup/9999",
    "server-matches/0",
    "unrate/tiny/house/1/2",
    "unrate/no_such_game/house/1/2",
    "note/1",
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
    ("ask/1", "not a number"),
    ("ask/1", "9" * 19),
    ("ask/1", "9" * 40),
    ("rating-pair", "tiny/house/1/2"),
    ("rating-pair", "x"),
    ("seek", "no_such_game"),
    ("server-setting/channel_ids", "9" * 40),
    ("server-setting/starter_role_id", "x"),
    ("server-setting/match_limit", "x"),
    ("server-setting/threads", "x"),
    ("server-setting/puzzle_channel_id", "x"),
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


_AHEAD: Final = ("pre/", "take-back/")
_PLAYING: Final = 0.9
"""The chance that people choose among buttons other than these, if there are any."""


class Crowd:
    """People who press and type possible and impossible things."""

    def __init__(self, town: Town, tally: Tally, seed: int) -> None:
        self.town = town
        self.tally = tally
        self.random = Random(seed)  # noqa: S311 # the same crowd for the same seed
        self.presses = 0
        self.has_automatic_reply = False
        """Whether anyone in the present match has set an automatic reply."""

    async def once(self) -> None:
        town, draw = self.town, self.random
        person = draw.choice([*town.people[:3], town.stranger])
        doing = draw.choice([self.press, self.press, self.press, self.type, self.type, self.complete, self.forge])
        before, self.presses, sent = await self.present(), 1, len(town.env.http_requests)
        result = await doing(person)
        self.tally.done[doing.__name__] += 1
        await town.env.settle(timeout=PATIENT)
        faults = list(answer_faults(result)) if isinstance(result, simcord.InteractionResult) else []
        faults += self.changed(before, await self.present(), person.id)
        faults += request_faults(town, town.env.http_requests[sent:])
        data = getattr(getattr(result, "_interaction", None), "data", "")
        self.tally.faults += [f"{doing.__name__} {data}: {fault}" for fault in faults]

    async def present(self) -> Match | None:
        position = await self.town.app.matches.in_channel(self.town.tavern.id)
        return None if position is None else position.match

    def changed(self, before: Match | None, after: Match | None, user: int) -> Iterator[str]:
        """Yield the faults of a change: by a person who is no player, or by more plies than presses without an
        automatic reply.
        """
        if before is None or after is None or before == after or before.id != after.id:
            return
        if before.seat_of(user) is None and after.seat_of(user) is None:
            yield f"a stranger changed {before} into {after}"
        if not 0 <= after.ply - before.ply <= self.presses and not self.has_automatic_reply:
            yield f"{after.ply - before.ply} plies by {self.presses} presses"
        self.tally.done["plies"] += after.ply - before.ply

    async def press(self, person: simcord.MemberActor) -> Any:
        """Press a button on one of the latest public messages, or in the person's direct messages."""
        direct = self.town.direct(person)
        direct_only = self.random.random() < 0.5 and direct
        message = self.random.choice(direct[-1:] if direct_only else self.town.public()[-2:] or direct[-1:])
        return await self.use(person.user if direct_only else person, message)

    async def use(self, actor: Any, message: Any) -> Any:
        items = [c for c in components(message) if "custom_id" in c]
        if not items:
            return None
        playing = [c for c in items if not c["custom_id"].startswith(_AHEAD)]
        chosen = self.random.choice(playing if playing and self.random.random() < _PLAYING else items)
        self.has_automatic_reply |= chosen["custom_id"].startswith(_AHEAD)
        if "options" in chosen:
            value = self.random.choice(chosen["options"])["value"]
            return await actor.select(message, [value], custom_id=chosen["custom_id"])
        result = await actor.click(message, custom_id=chosen["custom_id"])
        panel = result.followups[-1] if result.followups else result.response
        if panel is not None and panel.ephemeral and self.random.random() < 0.6 and (buttons(panel) or menus(panel)):
            self.tally.faults += answer_faults(result)
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
            ("match new", {"against": "people here", "game": self.random.choice([*self.town.games, words[0]])}),
            ("match deck", {"deck": words[0]}),
            ("match option", {"option": words[1]}),
            ("hand", {}),
            ("help", {}),
            ("rules", {"game": "allocator", "query": words[2]}),
            ("leaderboard", {"game": words[0]}),
        ]
        for key, game in self.town.games.items():
            for kind in game.actions:
                names = [field.name for field in fields_of(kind)]
                typed = names[: self.random.randint(min(1, len(names)), len(names))]
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
        message, draw = messages[-1], self.random.random()
        if draw < 0.2:
            custom_id, value = self.random.choice(FORGED_MENUS)
            return await self.town.forge(person, message, custom_id, value)
        if draw < 0.4:
            return await self.town.forge(person, message, self.random.choice(FORGED))
        custom_id, values = await self.meant(message)
        if self.random.random() < 0.8:
            custom_id = mutated(custom_id, self.random, _STRANGE)[:100] or "-"
        values = [mutated(value, self.random, _STRANGE)[:100] or "-" for value in values]
        return await self.town.forge(person, message, custom_id, *values)

    async def meant(self, message: Any) -> tuple[str, list[str]]:
        """Return the id of a visible button, or of a visible menu with one of its values."""
        position = await self.town.app.matches.in_channel(self.town.tavern.id)
        presses = [(identity, list[str]()) for identity in custom_ids_of(message)]
        if position is not None and position.table is not None:
            user = self.random.choice(position.match.players).user
            table_view = position.view_for(user)
            for action in table_view.view.options[:50]:
                *before, last = words(action)
                presses.append((f"act/{position.match.key}/{table_view.decision}/{action}", []))
                presses.append((f"choose/{position.match.key}/{table_view.decision}/{' '.join(before)}", [last]))
        return self.random.choice(presses or [("pick", ["1"])])


async def crowd(interactions: int, seed: int) -> Tally:
    """Send this many interactions to matches that follow one another in one channel."""
    tally = Tally()
    async with small_town(tally, NAMES) as town:
        people = Crowd(town, tally, seed)
        for hasty in town.people[:2]:  # they are pinged at every decision
            await town.client.app.preferences.choose(hasty.id, PING_DELAY, 0)
        for _ in range(interactions):
            if await people.present() is None:
                key, game = people.random.choice(list(town.games.items()))
                party, sent = town.party(game), len(town.env.http_requests)
                await town.open(key, *people.random.sample(town.people[: max(3, len(party))], len(party)))
                tally.done["matches"] += 1
                tally.faults += [f"opening: {fault}" for fault in request_faults(town, town.env.http_requests[sent:])]
            await people.once()
            tally.done["interactions"] += 1
    return tally
