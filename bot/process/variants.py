"""Variants of a game as they are written on a command line: `siege=off cards.boost=+1 players=expert`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.content.changes import Change
from bot.content.seeds import Content, ContentError, game_of, load_content, load_game, read_content
from bot.lab.experiment import Field
from bot.lab.variant import Variant
from bot.process.reading import UsageError, known_player
from rules.core.game import Game

WRITTEN: Final = """\
how a variant is written, in words one after the other:
  siege=off                   a rule option
  cards.boost=+1              every number in the column boost of cards.toml is 1 more
  cards.titan-servo.boost=4   one number of one entry
  content=FOLDER              the files of a folder in the place of those of the game
  players=WHO                 who plays: a level, random, or a script of the game
  deck=ID                     the ready-made deck that everybody has
Variants that differ in players or deck alone sit at one table and play each other, from changing seats. Any others are
played side by side, with the same chances in both.
"""


def playable(field: Field) -> None:
    """Nothing, if matches can be played there.

    Raises:
        TableError: they cannot; the game itself says why.
    """
    field.game.agreed(field.seats, field.options, [deck.cards for deck in field.game.decks.values()][:1] * field.seats)


def read_game(
    key: str, folder: Path | None, changes: Sequence[str], where: str, otherwise: Content | None = None
) -> tuple[Game, Content | None]:
    """The game with the files of this folder and these changes; and what it is made of, if not as in seeds/.

    where: the argument that they were given by. otherwise: the content without a folder, if not that of seeds/.

    Raises:
        UsageError: there is something wrong with the content; names the file and the entry.
    """
    try:
        content = _content(key, folder, changes, otherwise)
        return load_game(key) if content is None else game_of(content, str(folder) if folder else ""), content
    except ContentError as error:
        raise UsageError(f"{where}: {error}") from None


def _content(key: str, folder: Path | None, changes: Sequence[str], otherwise: Content | None) -> Content | None:
    content = read_content(key, folder) if folder else otherwise or load_content(key)
    for change in changes:
        content = Change.parse(change).on(content)
    return None if content == load_content(key) else content


def read_variant(letter: str, words: Sequence[str], field: Field, player: str) -> Variant:
    """A variant of the game as it is otherwise, with these options and played by this player.

    Raises:
        UsageError: the words say nothing that there is.
    """
    where = f"--{letter.lower()}"
    options, changes, told = dict(field.options), [], []
    folder, deck = None, ""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"{where}: {word!r} is not written as name=value")
        if name == "content":
            folder = Path(value)
            told.append(f"the content of {folder.name or folder}")
        elif name == "players":
            player = known_player(field.game, value, where)
            told.append(player)
        elif name == "deck":
            deck = value
        elif "." in name:
            changes.append(word)
            told.append(_told(word, where))
        else:
            options[name] = value
            told.append(f"{name.replace('_', ' ')} {value}")
    if faults := field.game.option_faults(options):
        raise UsageError(f"{where}: {' '.join(faults)}")
    own = replace(field, options=options)
    if folder or changes:
        game, content = read_game(field.game.key, folder, changes, where, field.content)
        own = replace(own, game=game, content=content)
    playable(own)
    if deck:
        if deck not in own.game.decks:
            there = ", ".join(own.game.decks) or "none"
            raise UsageError(f"{where}: {own.game.title} has no deck {deck!r}; there is {there}")
        told.append(f"the deck {own.game.decks[deck].name}")
    return Variant(letter=letter, words=tuple(told), field=own, player=player, deck=deck)


def _told(word: str, where: str) -> str:
    try:
        return Change.parse(word).words
    except ContentError as error:
        raise UsageError(f"{where}: {error}") from None
