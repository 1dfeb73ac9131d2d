"""A stand-in for Discord over loopback sockets, for an unmodified bot process to log in to.

It speaks the protocol that Discord publishes and refuses what that forbids. It is checked against Discord's published
description and documentation, not against Discord: where those are silent, it does what is harder on a bot, and says so
where that is decided. It knows nothing of any bot. README.md beside this file tells how to use it.
"""
