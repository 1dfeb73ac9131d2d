"""Variants of a game as they are written on a command line: `siege=off cards.boost=+1 players=expert`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.content.changes import Change
from bot.content.seeds import Content, ContentError, game_of, load_content, load_game, read_content
from bot.lab.experiment import Field
from bot.lab.variant import Variant
from bot.process.reading import UsageError, known_player, options_by_rules
from rules.core.game import Game

WRITTEN: Final = """\
a variant is written as one or more words:
  siege=off                   set a rule option
  rules=as-written            set all rule options as the game's author wrote the rules; or rules=house
  cards.boost=+1              add 1 to every number in the column boost of cards.toml
  cards.titan-servo.boost=4   set one number of one entry
  content=FOLDER              use the files of a folder instead of the game's own
  players=PLAYER              the player: a level, random, or a script of the game
  deck=ID                     the ready-made deck of every player
Variants that differ only in players or deck play each other at one table, from changing seats. All others are played
side by side, from the same seeds.
"""


def playable(field: Field) -> None:
    """Raise unless matches can be played on this field: a game with its content, seats and options.

    Raises:
        TableError: the rules forbid it; the message says why.
    """
    field.game.agreed(field.seats, field.options, [deck.cards for deck in field.game.decks.values()][:1] * field.seats)


def read_game(
    key: str, folder: Path | None, changes: Sequence[str], where: str, otherwise: Content | None = None
) -> tuple[Game, Content | None]:
    """Return the game with the files of this folder and these changes, and its content unless it equals that of seeds/.

    where: the argument that names them, for errors. otherwise: the content to change if there is no folder (default:
    that of seeds/).

    Raises:
        UsageError: the content is wrong; the message names the file and the entry.
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


def read_variant(letter: str, words: Sequence[str], field: Field, player: str, where: str = "") -> Variant:
    """Return the variant that changes the field and the player as these words say.

    where: the argument that holds the words, for errors (--a for the letter A).

    Raises:
        UsageError: a word cannot be read, or its value is not possible.
    """
    where = where or f"--{letter.lower()}"
    options, changes, summary = dict(field.options), [], []
    folder, deck = None, ""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UsageError(f"{where}: {word!r} is not written as name=value")
        if name == "content":
            folder = Path(value)
            summary.append(f"the content of {folder.name or folder}")
        elif name == "players":
            player = known_player(field.game, value, where)
            summary.append(player)
        elif name == "deck":
            deck = value
        elif name == "rules":
            options = options_by_rules(field.game, value, where)
            summary.append(f"{value} rules")
        elif "." in name:
            changes.append(word)
            summary.append(_change(word, where))
        else:
            options[name] = value
            summary.append(f"{name.replace('_', ' ')} {value}")
    if faults := field.game.option_faults(options):
        raise UsageError(f"{where}: {' '.join(faults)}")
    changed = replace(field, options=options)
    if folder or changes:
        game, content = read_game(field.game.key, folder, changes, where, field.content)
        changed = replace(changed, game=game, content=content)
    playable(changed)
    if deck:
        if deck not in changed.game.decks:
            decks = ", ".join(changed.game.decks) or "none"
            raise UsageError(f"{where}: {changed.game.title} has no deck {deck!r}; there is {decks}")
        summary.append(f"the deck {changed.game.decks[deck].name}")
    return Variant(letter=letter, words=tuple(summary), field=changed, player=player, deck=deck)


def _change(word: str, where: str) -> str:
    try:
        return Change.parse(word).words
    except ContentError as error:
        raise UsageError(f"{where}: {error}") from None
