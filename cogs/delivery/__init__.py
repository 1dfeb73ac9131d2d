"""Bringing what is owed to Discord, and answering whoever pressed or typed."""
