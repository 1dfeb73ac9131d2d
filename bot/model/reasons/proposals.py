"""Reasons why a proposal cannot be found."""

from bot.model.refusals import NothingProposed


class ProposalClosed(NothingProposed):
    """The proposal is settled or has expired."""


class OwnerGone(NothingProposed):
    """The player for whom a computer was to play no longer has a seat."""
