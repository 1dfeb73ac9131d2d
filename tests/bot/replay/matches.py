"""Records of golden matches, made while they are played by the rules alone."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.content.library import Library, load_library
from bot.content.seeds import load_content
from bot.model.commitment import DealSecret
from bot.model.deal_message import DealMessage
from bot.process.reading import add_setup, read_setup
from bot.replay.record import Proof, Record
from bot.store.matches import Deal
from bot.store.plies import Ply
from rules.core.digest import digest
from rules.core.game import Game
from rules.core.play import State

SECRET = DealSecret("0f" * 32)
MESSAGE = DealMessage(guild=1_100, channel=1_200, id=1_400_000_000_000_000_000)
Seen = Callable[[Game, int, State], None]


@dataclass(frozen=True)
class Played:
    """A match with the seed that its commitment gives."""

    record: Record
    library: Library


def recorded(command: str, *, seed: int | None = None, seen: Seen | None = None) -> Record:
    """Return the record of a playthrough. seen: is called with each ply's number and state while it is played."""
    parser = argparse.ArgumentParser()
    add_setup(parser)
    arguments = parser.parse_args(command.split()[1:])
    setup = read_setup(arguments)
    seed = arguments.seed if seed is None else seed
    g, deck_ids = setup.begin(seed)
    decks = tuple(setup.game.decks[deck].cards for deck in deck_ids)
    deal, plies = Deal(seed=seed, decks=decks, digest=digest(g)), list[Ply]()
    if seen is not None:
        seen(setup.game, 0, g)
    for number, (seat, action) in enumerate(setup.play(g, seed), start=1):
        plies.append(Ply(number=number, seat=seat, action=str(action), digest=digest(g)))
        if seen is not None:
            seen(setup.game, number, g)
    return Record(
        game=setup.game.key,
        rules=setup.game.version,
        content=load_content(setup.game.key),
        options=setup.game.all_options(setup.options),
        names=tuple(f"Player {seat + 1}" for seat in range(len(setup.players))),
        deal=deal,
        plies=plies,
        outcome=g.outcome,
        proof=None,
    )


def committed(key: str) -> Played:
    """Return a match of a game whose seed was mixed as that of a stored match."""
    record = recorded(f"playthrough {key} --players greedy", seed=SECRET.mixed(MESSAGE.id))
    proof = Proof(secret=SECRET, message=MESSAGE)
    return Played(replace(record, proof=proof), load_library())
