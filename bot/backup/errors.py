"""The errors of backups."""

from bot.store.errors import StoreError


class BackupError(StoreError):
    """A backup cannot be made or restored. Its text is one line that tells the operator what to do."""


class NoRoomError(BackupError):
    """The disk has too little room for a backup."""
