"""The numbers of the gateway ("Opcodes and Status Codes", Gateway)."""

from enum import IntEnum
from typing import Final


class Opcode(IntEnum):
    """The kind of a message over the gateway."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """The reason why the gateway closes a connection."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


CARELESS: Final = frozenset(
    {
        CloseCode.UNKNOWN_OPCODE,
        CloseCode.DECODE_ERROR,
        CloseCode.NOT_AUTHENTICATED,
        CloseCode.ALREADY_AUTHENTICATED,
        CloseCode.INVALID_SEQUENCE,
        CloseCode.RATE_LIMITED,
        CloseCode.INVALID_SHARD,
        CloseCode.INVALID_VERSION,
        CloseCode.INVALID_INTENTS,
    }
)
"""Close codes that a well-made bot never causes. The others can follow from its settings, or from a slow machine."""
