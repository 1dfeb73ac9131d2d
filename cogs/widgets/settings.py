"""Settings as widgets: each is a line of text, with a menu or a button that names the present value."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import discord
from discord import ui

from bot.model.reasons.settings import ValueNotOffered
from bot.people.settings import Setting
from cogs.text import listed
from cogs.widgets.ids import Purpose, chosen_id
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from rules.core.words import together

T = TypeVar("T")

_PLACES: Final = (discord.ChannelType.text, discord.ChannelType.forum, discord.ChannelType.voice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(ABC, Generic[T]):
    """A setting with its texts and its menu or button."""

    setting: Setting[T]
    title: str
    help: str

    @abstractmethod
    def words(self, value: T) -> str:
        """Return the words of a value, as they follow the title."""

    @abstractmethod
    def read(self, chosen: Sequence[str]) -> T:
        """Return the value that was chosen. Raise NotUnderstood if there is none."""

    @abstractmethod
    def item(self, value: T, purpose: Purpose) -> Item:
        """Return the menu or button of this setting, with its present value."""

    def named(self, value: T) -> str:
        """Return the title and the value."""
        return f"{self.title}: {self.words(value)}"

    def line(self, value: T) -> str:
        """Return the line of the page about this setting."""
        return f"**{self.title}**: {self.words(value)}. {self.help}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Entry[T]):
    """A menu of a few values."""

    values: Mapping[T, str]
    """The words for each value."""

    def words(self, value: T) -> str:
        return self.values[value]

    def read(self, chosen: Sequence[str]) -> T:
        [value] = _values(self.values, chosen[:1])
        return value

    def item(self, value: T, purpose: Purpose) -> Item:
        options = [option(self.named(each), _key(each), default=each == value) for each in self.values]
        return menu(self.title, purpose(self.setting.field), options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle(OneOf[bool]):
    """A button that names the present value and chooses the other one."""

    def item(self, value: bool, purpose: Purpose) -> Item:  # one of the values
        return button(self.named(value), purpose(self.setting.field, _key(not value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeOf(Entry[frozenset[T]]):
    """A menu of a few values, of which one or more can be chosen."""

    values: Mapping[T, str]
    """Each value in words."""

    def words(self, value: frozenset[T]) -> str:
        return together([words for each, words in self.values.items() if each in value])

    def read(self, chosen: Sequence[str]) -> frozenset[T]:
        return frozenset(_values(self.values, chosen))

    def item(self, value: frozenset[T], purpose: Purpose) -> Item:
        options = [option(self.named(frozenset([each])), _key(each), default=each in value) for each in self.values]
        return menu(self.title, purpose(self.setting.field), options, most=len(options))


@dataclass(frozen=True, slots=True, kw_only=True)
class Channels(Entry[tuple[int, ...]]):
    """A menu of the server's channels, of which any number can be chosen."""

    none: str
    """The text that is shown when no channel is chosen."""

    def words(self, value: tuple[int, ...]) -> str:
        return listed([f"<#{channel}>" for channel in value], OPTIONS) or self.none

    def read(self, chosen: Sequence[str]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(map(chosen_id, chosen)))

    def item(self, value: tuple[int, ...], purpose: Purpose) -> Item:
        return ui.ChannelSelect(
            custom_id=purpose(self.setting.field),
            placeholder=self.named(()),
            channel_types=list(_PLACES),
            min_values=0,
            max_values=OPTIONS,
            default_values=[discord.Object(channel) for channel in value],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OneId(Entry[int | None]):
    """A menu of the server's channels or roles, of which at most one can be chosen."""

    none: str
    """The text that is shown when nothing is chosen."""
    mention: str
    """A format string that mentions the chosen channel or role, by its id."""
    select: Callable[..., Item]

    def words(self, value: int | None) -> str:
        return self.none if value is None else self.mention.format(value)

    def read(self, chosen: Sequence[str]) -> int | None:
        return next(map(chosen_id, chosen), None)

    def item(self, value: int | None, purpose: Purpose) -> Item:
        return self.select(
            custom_id=purpose(self.setting.field),
            placeholder=self.named(None),
            min_values=0,
            default_values=[] if value is None else [discord.Object(value)],
        )


def _key(value: object) -> str:
    """Return the text of a value in menus and ids."""
    return "none" if value is None else str(value).casefold()


def _values(values: Mapping[T, str], chosen: Sequence[str]) -> list[T]:
    """Return the values that were chosen. Raise NotUnderstood if one of them is unknown, or none was chosen."""
    by_key = {_key(value): value for value in values}
    if not chosen or not by_key.keys() >= set(chosen):
        raise ValueNotOffered
    return [by_key[each] for each in chosen]
