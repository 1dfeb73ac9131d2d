"""A stand-in for Discord over loopback sockets, for an unmodified bot process to log in to.

It speaks the protocol that Discord publishes and refuses what the protocol forbids. It is checked against Discord's
published description and documentation, not against Discord: where those are silent, it is as hard on a bot as they
allow, and a comment says so. It knows nothing of any bot. README.md in this folder explains how to use it.
"""
