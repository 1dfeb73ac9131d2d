"""The list of Discord's error codes."""

from sandbox.wire.errors import MESSAGES, published_codes

UNLISTED = {20026}
"""Codes that others met and Discord does not list."""


def test_every_refusal_has_a_code_that_discord_lists() -> None:
    assert MESSAGES.keys() - published_codes().keys() == UNLISTED


def test_the_list_is_whole_and_in_order() -> None:
    codes = list(published_codes())
    assert codes == sorted(codes)
    assert (len(codes), codes[0], codes[-1]) == (240, 0, 530007)
    assert all(published_codes().values())
