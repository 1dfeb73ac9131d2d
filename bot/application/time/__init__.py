"""Everything that happens by itself: deadlines, reminders, and the uptime that clocks depend on."""
