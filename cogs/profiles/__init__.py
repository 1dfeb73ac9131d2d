"""Profiles on Discord: `/profile`, its picture and its texts."""
