"""A stand-in for Discord over loopback sockets, for an unmodified bot process to log in to.

It speaks the protocol that Discord publishes and refuses what the protocol forbids. It is checked against Discord's
published description and documentation, not against Discord itself. Where those are silent, it is as strict with a bot
as they allow, and a comment says so. It is made for no particular bot. README.md in this folder explains how to use it.
"""
